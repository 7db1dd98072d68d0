"""A name or a few words letter by letter, for a box without a keyboard: the dial turns to a letter, a push takes it."""

from collections.abc import Mapping
from typing import ClassVar

from firmware.menus.names import LONGEST_SEAT_NAME, LONGEST_TEXT, NAME_MARKS, edited, name_problem, typed_name
from firmware.rules.message import Message, literal
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, CLAIM, DIAL, REVEAL
from firmware.table.destinations import Destination, Spelling
from firmware.table.mode import Choice, ListMode, Offer, index_of


class SpellingMode(ListMode):
    """Spells a name; CLAIM takes it and goes back, CHALLENGE deletes the last letter.

    With no letter left, CHALLENGE goes back and leaves the name as it was. In a proper name every word begins with a
    capital, in other texts none does.
    """

    def __init__(self, context: Context, question: Spelling) -> None:
        """Starts with nothing spelled and the first letter under the dial."""
        super().__init__(context)
        self.question = question
        (self.letters,) = context.word_list("spelling.letters")
        self.name = ""
        self.place = 0
        self.cursor = index_of(self.choices(), "letter")
        self.changing = True

    @property
    def title(self) -> Message:
        """What is being spelled."""
        return self.question.title

    @property
    def subtitle(self) -> Message:
        """How to spell."""
        return self.text("spelling.subtitle")

    @property
    def longest(self) -> int:
        """How many letters there may be: a seat's name has to fit on its panel."""
        return LONGEST_SEAT_NAME if self.question.proper else LONGEST_TEXT

    @property
    def letter(self) -> str:
        """The letter under the dial: a capital where a word of a proper name begins."""
        letter = self.letters[self.place]
        if not self.question.proper:
            return letter
        capital = letter.upper() if len(letter.upper()) == 1 else letter
        return capital if not self.name or self.name[-1] in " -" else letter

    def choices(self) -> tuple[Choice, ...]:
        """The name so far, and the letter under the dial."""
        shown = self.text("spelling.blank") if self.letter == " " else literal(self.letter)
        return (
            Choice("name", self.text("seating.name") if self.question.proper else self.title, literal(self.name)),
            Choice("letter", self.text("spelling.letter"), shown, turn=self._turn, type=self._type),
        )

    @property
    def typing(self) -> bool:
        """Whoever has a keyboard may type all the same."""
        return True

    def offers(self) -> Mapping[str, Offer]:
        """Take the letter, done, delete the last one."""
        undo = Offer(self.text("control.take_back" if self.name else "control.back"))
        named = bool(self.name.strip())
        return {
            DIAL: Offer(self.text("spelling.take"), len(self.name) < self.longest, self.text("spelling.full")),
            CLAIM: Offer(self.text("spelling.done"), named, self.text("spelling.empty")),
            CHALLENGE: undo,
        }

    def press(self, control: str) -> None:
        """Takes the letter, deletes one, or is done."""
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
    """A list with names among its rows, which are turned through, typed, or spelled after REVEAL."""

    leads_to: ClassVar[tuple[type[Destination], ...]] = (Spelling,)

    fresh = False
    """Whether a name is about to be changed: the first letter typed replaces it."""

    def spelling(self) -> Spelling:
        """Returns what is opened to spell the name under the cursor."""
        raise NotImplementedError

    def offers(self) -> Mapping[str, Offer]:
        """As every list; REVEAL spells the name that is being changed."""
        letters = {REVEAL: Offer(self.text("control.by_letters"))} if self.typing else {}
        return {**super().offers(), **letters}

    def press(self, control: str) -> None:
        """As every list; a name whose change begins is replaced by the first letter typed."""
        if control == REVEAL:
            self.changing = False
            self.open(self.spelling())
            return
        super().press(control)
        self.fresh = self.changing

    def typed_into(self, name: str, typed: str) -> str:
        """Returns a seat's name after a typed character; says why where the screen cannot draw it."""
        trouble = None if typed == "\b" else name_problem(typed, self.context.drawable)
        if trouble is not None:
            self.context.warn(trouble)
            return name
        fresh, self.fresh = self.fresh, False
        return typed_name(name, typed, fresh)
