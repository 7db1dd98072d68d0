"""What the table is busy with: one `Mode` at a time takes what people do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.journal.observation import Sight

if TYPE_CHECKING:
    from firmware.table.table import Table

CLAIM, REVEAL, CHALLENGE, DIAL = "claim", "reveal", "challenge", "dial"
CONTROLS = (CLAIM, REVEAL, CHALLENGE, DIAL)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a control would do now, or why it does nothing."""

    label: str
    enabled: bool = True
    why: str = ""


class Mode:
    """Takes presses, turns and readings; what a mode does not say more of does nothing, and presses say why."""

    def __init__(self, table: Table, behind: Mode | None = None) -> None:
        """Belongs to a table; `behind` is what it was opened over and goes back to."""
        self.table = table
        self.behind = behind

    @property
    def typing(self) -> bool:
        """Whether a name is being typed, so that letters are letters."""
        return False

    def offers(self) -> Mapping[str, Offer]:
        """Tells what each control does now; controls left out do nothing."""
        return {}

    def press(self, control: str) -> None:
        """Takes a press of a control that is on offer."""

    @property
    def idle_control(self) -> str:
        """Says why a control that is not on offer does nothing now, and what does something instead."""
        return self.say("why.list_back" if self.behind else "why.list")

    def turn(self, steps: int) -> None:
        """Takes a turn of the dial."""

    def type(self, text: str) -> None:
        """Takes a typed character; a backspace is "\\b"."""

    def shaken(self) -> None:
        """Takes a shake of the box; says why it counts for nothing where it does."""
        self.table.refuse(self.idle_control)

    def lid(self, is_open: bool) -> None:
        """Takes a movement of the lid."""

    def call(self, seat: int) -> None:
        """Takes a press of a seat's own challenge button."""
        del seat
        self.table.refuse(self.idle_control)

    def peek_refusal(self) -> str:
        """Tells why nobody may peek at the dice now; "" where somebody may."""
        return self.say("why.peek_roller")

    def rested(self, serial: int, sight: Sight) -> None:
        """Takes what the eye read when the dice of roll `serial` came to rest."""

    def looked(self, serial: int, sight: Sight) -> None:
        """Takes what the eye read when it was asked to look."""

    def go_back(self) -> None:
        """Goes back to what is behind, if anything is."""
        if self.behind:
            self.table.mode = self.behind

    def say(self, key: str, /, **values: object) -> str:
        """Gives a text in the table's language."""
        return self.table.texts.say(key, **values)


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of a list: what it is called, its value, what choosing it does, or `why` it cannot be chosen now.

    With `turn` it is a value that the dial changes, with `type` one that can be typed as well.
    """

    label: str
    value: str = ""
    detail: str = ""
    why: str = ""
    act: Callable[[], None] | None = None
    turn: Callable[[int], None] | None = None
    type: Callable[[str], None] | None = None

    @property
    def enabled(self) -> bool:
        """Whether it can be chosen now."""
        return not self.why


class ListMode(Mode):
    """A list to choose from with dial and push; CHALLENGE goes back where there is a way back."""

    title = ""
    subtitle = ""
    hall = False

    def __init__(self, table: Table, behind: Mode | None = None) -> None:
        """Starts at the first line."""
        super().__init__(table, behind)
        self.cursor = 0
        self.changing = False
        self.entitle()

    def entitle(self) -> None:
        """Writes title and subtitle, in the table's language; done anew when the language is changed."""

    def choices(self) -> tuple[Choice, ...]:
        """Gives the lines as they are now."""
        raise NotImplementedError

    @property
    def typing(self) -> bool:
        """Whether a name is being typed, so that letters are letters."""
        return self.changing and self._here().type is not None

    def _here(self) -> Choice:
        choices = self.choices()
        self.cursor = min(self.cursor, len(choices) - 1)
        return choices[self.cursor]

    def offers(self) -> Mapping[str, Offer]:
        """Push chooses, changes or ends a change; CHALLENGE goes back."""
        here = self._here()
        if self.changing:
            done = Offer(self.say("control.done"))
            return {DIAL: done, CLAIM: done, CHALLENGE: done}
        label = self.say("control.change" if here.turn else "control.choose")
        choose = Offer(label, here.enabled, here.why)
        offers = {DIAL: choose, CLAIM: choose}
        if self.behind:
            offers[CHALLENGE] = Offer(self.say("control.back"))
        return offers

    @property
    def idle_control(self) -> str:
        """Says how the value is changed while one is."""
        return self.say("why.changing") if self.changing else super().idle_control

    def press(self, control: str) -> None:
        """Chooses, changes, ends a change, or goes back."""
        if self.changing:
            self.changing = False
        elif control == CHALLENGE:
            self.go_back()
        elif (here := self._here()).turn:
            self.changing = True
        elif here.act:
            here.act()

    def turn(self, steps: int) -> None:
        """Changes the value under change, or moves through the list."""
        here = self._here()
        if self.changing and here.turn:
            here.turn(steps)
        else:
            self.cursor = max(0, min(len(self.choices()) - 1, self.cursor + steps))

    def type(self, text: str) -> None:
        """Hands a character to the value that is being typed."""
        here = self._here()
        if self.changing and here.type:
            here.type(text)
