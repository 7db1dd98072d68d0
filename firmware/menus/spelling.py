"""Spelling a text letter by letter, for a box without a keyboard."""

from collections.abc import Mapping
from typing import ClassVar

from firmware.menus.names import LONGEST_SEAT_NAME, LONGEST_TEXT, NAME_MARKS, edited, name_problem, typed_name
from firmware.rules.message import Message, literal
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, CLAIM, DIAL, REVEAL
from firmware.table.destinations import Destination, Spelling
from firmware.table.mode import Choice, ListMode, Offer, index_of


class SpellingMode(ListMode):
    """Spells a text; CLAIM finishes, CHALLENGE deletes the last letter.

    With no letter left, CHALLENGE goes back without a change. In a proper name every word is capitalised, in other
    texts none.
    """

    def __init__(self, context: Context, question: Spelling) -> None:
        """Starts empty, with the first letter under the dial."""
        super().__init__(context)
        self.question = question
        (self.letters,) = context.word_list("spelling.letters")
        self.name = ""
        self.place = 0
        self.cursor = index_of(self.choices(), "letter")
        self.changing = True

    @property
    def title(self) -> Message:
        """The text being spelled."""
        return self.question.title

    @property
    def subtitle(self) -> Message:
        """How to spell."""
        return self.text("spelling.subtitle")

    @property
    def longest(self) -> int:
        """The most letters: a seat's name has to fit on its panel."""
        return LONGEST_SEAT_NAME if self.question.proper else LONGEST_TEXT

    @property
    def letter(self) -> str:
        """The letter under the dial, capitalised at the beginning of a word of a proper name."""
        letter = self.letters[self.place]
        if not self.question.proper:
            return letter
        capital = letter.upper() if len(letter.upper()) == 1 else letter
        return capital if not self.name or self.name[-1] in " -" else letter

    def choices(self) -> tuple[Choice, ...]:
        """The text so far, and the letter under the dial."""
        shown = self.text("spelling.blank") if self.letter == " " else literal(self.letter)
        return (
            Choice("name", self.text("seating.name") if self.question.proper else self.title, literal(self.name)),
            Choice("letter", self.text("spelling.letter"), shown, turn=self._turn, type=self._type),
        )

    @property
    def typing(self) -> bool:
        """A keyboard works as well."""
        return True

    def offers(self) -> Mapping[str, Offer]:
        """Take the letter, finish, delete the last one."""
        undo = Offer(self.text("control.take_back" if self.name else "control.back"))
        named = bool(self.name.strip())
        return {
            DIAL: Offer(self.text("spelling.take"), len(self.name) < self.longest, self.text("spelling.full")),
            CLAIM: Offer(self.text("spelling.done"), named, self.text("spelling.empty")),
            CHALLENGE: undo,
        }

    def press(self, control: str) -> None:
        """Takes or deletes a letter, or finishes."""
        if control == DIAL:
            self.name += self.letter
        elif control == CLAIM:
            self.go_back()
            self.question.then(" ".join(self.name.split()))
        elif self.name:
            self.name = self.name[:-1]
        else:
            self.go_back()

    def _turn(self, steps: int) -> None:
        self.place = (self.place + steps) % len(self.letters)

    def _type(self, typed: str) -> None:
        trouble = None if typed == "\b" else name_problem(typed, self.context.drawable)
        if trouble is not None:
            self.context.warn(trouble)
        elif typed == "\b" or all(letter.isalnum() or letter in NAME_MARKS for letter in typed):
            self.name = edited(self.name, typed, fresh=False, longest=self.longest)


class NamingList(ListMode):
    """A list with names, which are chosen, typed, or spelled after REVEAL."""

    leads_to: ClassVar[tuple[type[Destination], ...]] = (Spelling,)

    fresh = False
    """Whether a change has just begun: the first letter typed replaces the name."""

    def spelling(self) -> Spelling:
        """Returns the destination that spells the name under the cursor."""
        raise NotImplementedError

    def offers(self) -> Mapping[str, Offer]:
        """As in every list; REVEAL spells the name being changed."""
        letters = {REVEAL: Offer(self.text("control.by_letters"))} if self.typing else {}
        return {**super().offers(), **letters}

    def press(self, control: str) -> None:
        """As in every list; the first letter typed replaces a name."""
        if control == REVEAL:
            self.changing = False
            self.open(self.spelling())
            return
        super().press(control)
        self.fresh = self.changing

    def typed_into(self, name: str, typed: str) -> str:
        """Returns a seat's name after a typed character; warns if the screen cannot draw it."""
        trouble = None if typed == "\b" else name_problem(typed, self.context.drawable)
        if trouble is not None:
            self.context.warn(trouble)
            return name
        fresh, self.fresh = self.fresh, False
        return typed_name(name, typed, fresh)
