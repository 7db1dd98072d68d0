"""A name or a few words letter by letter, for a box without a keyboard: the dial turns to a letter, a push takes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from firmware.menus.seat_names import LONGEST_TEXT, typed_name
from firmware.table.mode import CHALLENGE, CLAIM, DIAL, REVEAL, Choice, ListMode, Mode, Offer

if TYPE_CHECKING:
    from firmware.table.table import Table


class Spelling(ListMode):
    """Spells a name; CLAIM hands it to `keep` and goes back, CHALLENGE takes the last letter back.

    With no letter left, CHALLENGE goes back and leaves the name as it was. In a `proper` name every word begins with a
    capital, in other words none does.
    """

    LETTER = 1
    """The line of the letter under the dial."""

    def __init__(
        self, table: Table, behind: Mode, title: str, keep: Callable[[str], None], proper: bool = True
    ) -> None:
        """Starts with nothing spelt and the first letter under the dial."""
        super().__init__(table, behind)
        self.title = title
        self.subtitle = self.say("spelling.subtitle")
        self.letters = self.say("spelling.letters")
        self.keep = keep
        self.proper = proper
        self.name = ""
        self.place = 0
        self.cursor = self.LETTER
        self.changing = True

    @property
    def letter(self) -> str:
        """The letter under the dial: a capital where a word of a proper name begins."""
        letter = self.letters[self.place]
        if not self.proper:
            return letter
        capital = letter.upper() if len(letter.upper()) == 1 else letter
        return capital if not self.name or self.name[-1] in " -" else letter

    def choices(self) -> tuple[Choice, ...]:
        """The name so far, and the letter under the dial."""
        shown = self.say("spelling.blank") if self.letter == " " else self.letter
        return (
            Choice(self.say("seating.name") if self.proper else self.title, self.name),
            Choice(self.say("spelling.letter"), shown, turn=self._turn, type=self._type),
        )

    @property
    def typing(self) -> bool:
        """Whoever has a keyboard may type all the same."""
        return True

    def offers(self) -> Mapping[str, Offer]:
        """Take the letter, done, take the last one back."""
        undo = Offer(self.say("control.take_back" if self.name else "control.back"))
        named = bool(self.name.strip())
        return {
            DIAL: Offer(self.say("spelling.take"), len(self.name) < LONGEST_TEXT, self.say("spelling.full")),
            CLAIM: Offer(self.say("control.done"), named, self.say("spelling.empty")),
            CHALLENGE: undo,
        }

    def press(self, control: str) -> None:
        """Takes the letter, takes one back, or is done."""
        if control == DIAL:
            self.name += self.letter
        elif control == CLAIM:
            self.go_back()
            self.keep(" ".join(self.name.split()))
        elif self.name:
            self.name = self.name[:-1]
        else:
            self.go_back()

    def _turn(self, steps: int) -> None:
        self.place = (self.place + steps) % len(self.letters)

    def _type(self, text: str) -> None:
        self.name = typed_name(self.name, text, fresh=False)


class NamingList(ListMode):
    """A list with a name among its lines, which is turned through, typed, or spelled after REVEAL."""

    name: str
    proper: ClassVar[bool] = True
    """Whether it is a name, whose words begin with capitals."""

    def __init__(self, table: Table, behind: Mode, asks: str) -> None:
        """Opens over `behind`; `asks` is the key of the title under which the name is spelled."""
        super().__init__(table, behind)
        self._asks = asks
        self.fresh = False
        """Whether the name is about to be changed: the first letter typed replaces it."""

    def offers(self) -> Mapping[str, Offer]:
        """As every list; REVEAL spells the name that is being changed."""
        letters = {REVEAL: Offer(self.say("control.by_letters"))} if self.typing else {}
        return {**super().offers(), **letters}

    def press(self, control: str) -> None:
        """As every list; a name whose change begins is replaced by the first letter typed."""
        if control == REVEAL:
            self.changing = False
            self.table.mode = Spelling(self.table, self, self.say(self._asks), self.rename, proper=self.proper)
            return
        super().press(control)
        self.fresh = self.changing

    def rename(self, name: str) -> None:
        """Takes a name that was spelled."""
        self.name = name
