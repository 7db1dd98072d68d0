"""Modes: what the table is doing. The mode on top of the stack handles input."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from firmware.heraldry.arms import Arms
from firmware.journal.observation import Observation, RollDelay
from firmware.rules.commands import Command
from firmware.rules.message import Message, Value
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, DIAL
from firmware.table.destinations import GAME, Destination
from firmware.table.progress import destination_of
from firmware.texts.source import text

_OVERDUE: Mapping[RollDelay, str] = {
    RollDelay.UNSEEN: "table.no_shake_seen",
    RollDelay.MOVING: "table.never_rests",
    RollDelay.SLOW: "table.slow_reading",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """What a control would do now, or why it does nothing; `also` is a second line below the label.

    `turns`: turning the dial does what the label says, although a push does nothing, so that it is not dimmed.
    """

    label: Message | None = None
    enabled: bool = True
    why: Message | None = None
    also: Message | None = None
    turns: bool = False


class NextStep(Enum):
    """What the players are expected to do next; the value is the code of its explanation."""

    BEGIN = "begin"
    CHOOSE = "choose"
    SHAKE = "shake"
    CLAIM = "speak"
    CLAIM_BLIND = "speak_blind"
    ANSWER_CLAIM = "facing"
    MEIER = "meier"
    PASS = "pass"
    PASS_ONLY = "pass_only"
    LAST = "last"
    REVEAL = "reveal"
    THROW = "throw"
    DEAL = "deal"
    BID = "bid"
    ANSWER_BID = "answer"
    SHOW = "show"
    TELL_SHOWN = "tell_shown"
    ENTER_SHOWN = "enter_shown"
    LAY_DICE = "lay"
    VERDICT = "verdict"
    RULE = "rule"
    OVER = "over"


class UndeclaredTransitionError(RuntimeError):
    """A mode navigated to a destination missing from its `leads_to`."""


class Mode:
    """Handles input and readings; by default it ignores them, and a press shows why."""

    leads_to: ClassVar[tuple[type[Destination], ...]] = ()
    """Where this mode may navigate to; going back is always possible."""

    def __init__(self, context: Context) -> None:
        """Keeps the context that all modes share."""
        self.context = context
        self.overlay = False
        """Whether it lies on top of another mode, to which it can return."""

    # What it is waiting for

    @property
    def step(self) -> NextStep | None:
        """What it expects people to do; None while it waits for the camera, or only shows something."""
        return None

    @property
    def actor(self) -> int | None:
        """The seat it is waiting for, or None."""
        return None

    @property
    def decider(self) -> int | None:
        """The seat that has to decide now; None if something else is awaited."""
        return None

    def carry_out(self, command: Command) -> None:
        """Makes a move decided by a computer's seat."""

    @property
    def typing(self) -> bool:
        """Whether text is being typed, so that letter keys are text."""
        return False

    at_table: bool = False
    """Whether it belongs to the game itself, where holding CHALLENGE undoes the last action."""
    paged: bool = False
    """Whether the dial turns pages."""

    @property
    def unresolved(self) -> Message | None:
        """What must be resolved before the game continues, such as a leaning die; stays on the screen."""
        return None

    @property
    def can_undo_entry(self) -> bool:
        """Whether it has an entry of its own to undo before the last action of the game."""
        return False

    def offers(self) -> Mapping[str, Offer]:
        """Returns what each control does now; controls left out do nothing."""
        return {}

    @property
    def idle_control(self) -> Message:
        """Explains why a control without an offer does nothing, and what to use instead."""
        return self.text("why.list_back" if self.overlay else "why.list")

    def peek_refusal(self) -> Message | None:
        """Returns why nobody may look under the flap now; None if somebody may."""
        return self.text("why.peek_roller")

    # Input

    def before_peek(self) -> None:
        """Prepares a look under the flap that somebody asks for."""

    def press(self, control: str) -> None:
        """Handles a press of an offered control."""

    def turn(self, steps: int) -> None:
        """Handles a turn of the dial."""

    def on_dial_rested(self, half_cycles: int) -> None:
        """Handles a dial at rest, after this many half cycles of its contacts."""

    def type(self, typed: str) -> None:
        """Handles a typed character; a backspace is "\\b"."""

    def on_shake(self) -> None:
        """Handles a shake of the box; refuses it by default."""
        self.context.warn(self.idle_control)

    def on_lid(self, is_open: bool) -> None:
        """Handles a movement of the lid."""

    def challenge_from_seat(self, seat: int) -> None:
        """Handles a press of a seat's own challenge button."""
        del seat
        self.context.warn(self.idle_control)

    def undo_entry(self) -> bool:
        """Undoes the last entry made in this mode, if any; returns whether there was one."""
        return False

    def on_observation(self, serial: int, observation: Observation) -> None:
        """Handles the answer to the request with this serial number."""

    def on_camera_back(self) -> None:
        """Called on the mode on top when the camera works, for the first time or again."""

    def on_roll_overdue(self, serial: int, delay: RollDelay) -> None:
        """Handles a roll that is overdue."""

    def warn_overdue(self, delay: RollDelay) -> None:
        """Warns that a shake is still not read, and that the dial has the dice read as they lie."""
        self.context.warn(self.text(_OVERDUE[delay]))

    def end_waiting(self) -> None:
        """Removes a notice about a reading that has come: that it is overdue, or that a control has to wait for it."""
        codes = ("why.eye_reading", *_OVERDUE.values())
        if self.context.notice in [self.text(code) for code in codes]:
            self.context.notify(None)

    def tick(self, now: float) -> float | None:
        """Runs timers; returns the seconds until the next one is due, or None."""
        del now
        return None

    def on_resume(self) -> None:
        """Called when this mode is on top again, or a task has returned the camera."""

    # What modes do

    def text(self, code: str, /, **fields: Value) -> Message:
        """Returns a text of the screen."""
        return text(code, **fields)

    def go(self, destination: Destination) -> None:
        """Replaces all open modes."""
        self._check(destination)
        self.context.navigator.go(destination)

    def open(self, destination: Destination) -> None:
        """Opens a mode on top of this one."""
        self._check(destination)
        self.context.navigator.open(destination)

    def go_back(self) -> None:
        """Returns to the mode below, if there is one."""
        self.context.navigator.close()

    def continue_game(self) -> None:
        """Goes to the destination that the game's state leads to."""
        self.go(destination_of(self.context.state))

    def _check(self, destination: Destination) -> None:
        if type(destination) not in self.leads_to:
            raise UndeclaredTransitionError(f"{type(self).__name__} does not say that it leads to {destination!r}.")


class GameMode(Mode):
    """A mode of a game: it may lead wherever the game's state leads."""

    leads_to = GAME
    at_table = True


@dataclass(frozen=True, slots=True)
class Choice:
    """A row of a list: its label, its value, and what choosing it does, or `why` it cannot be chosen.

    Rows are identified by their `key`. `turn` lets the dial change the value, `type` lets it be typed.
    """

    key: Hashable
    label: Message
    value: Message | None = None
    detail: Message | None = None
    why: Message | None = None
    act: Callable[[], None] | None = None
    turn: Callable[[int], None] | None = None
    type: Callable[[str], None] | None = None

    @property
    def enabled(self) -> bool:
        """Whether it can be chosen."""
        return self.why is None


def index_of(choices: tuple[Choice, ...], key: Hashable) -> int:
    """Returns the index of the row with this key; raises LookupError if there is none."""
    for place, choice in enumerate(choices):
        if choice.key == key:
            return place
    raise LookupError(f"No row is called {key!r}.")


class ListMode(Mode):
    """A list operated with dial and push; CHALLENGE goes back if possible."""

    festive: ClassVar[bool] = False
    """Whether it is drawn in the hall of the start screen."""

    def __init__(self, context: Context) -> None:
        """Starts at the first row."""
        super().__init__(context)
        self.cursor = 0
        self.changing = False

    @property
    def title(self) -> Message:
        """The heading."""
        raise NotImplementedError

    @property
    def subtitle(self) -> Message | None:
        """The line below the heading."""
        return None

    @property
    def arms(self) -> Arms | None:
        """The coat of arms beside the list."""
        return None

    def back_row(self) -> Choice:
        """Returns the row that leads to the page before."""
        return Choice("back", self.text("control.back"), detail=self.text("menu.back_detail"), act=self.go_back)

    def choices(self) -> tuple[Choice, ...]:
        """Returns the current rows."""
        raise NotImplementedError

    @property
    def step(self) -> NextStep | None:
        """A list on top of another mode waits for a choice."""
        return NextStep.CHOOSE if self.overlay else None

    @property
    def typing(self) -> bool:
        """Whether text is being typed, so that letter keys are text."""
        return self.changing and self.here.type is not None

    @property
    def here(self) -> Choice:
        """The row under the cursor."""
        choices = self.choices()
        self.cursor = min(self.cursor, len(choices) - 1)
        return choices[self.cursor]

    def offers(self) -> Mapping[str, Offer]:
        """The push chooses, or starts and ends a change; CHALLENGE goes back."""
        here = self.here
        if self.changing:
            return {DIAL: Offer(self.text("control.done")), CHALLENGE: Offer(self.text("control.back"))}
        label = self.text("control.change" if here.turn else "control.choose")
        offers = {DIAL: Offer(label, here.enabled, here.why)}
        if self.overlay:
            offers[CHALLENGE] = Offer(self.text("control.back"))
        return offers

    @property
    def idle_control(self) -> Message:
        """While a value is changed, explains how."""
        return self.text("why.changing") if self.changing else super().idle_control

    def press(self, control: str) -> None:
        """Chooses, starts or ends a change, or goes back."""
        if self.changing:
            self.changing = False
        elif control == CHALLENGE:
            self.go_back()
        elif (here := self.here).turn:
            self.changing = True
        elif here.act:
            here.act()

    def turn(self, steps: int) -> None:
        """Changes the value, or moves the cursor."""
        here = self.here
        if self.changing and here.turn:
            here.turn(steps)
        else:
            self.cursor = max(0, min(len(self.choices()) - 1, self.cursor + steps))

    def type(self, typed: str) -> None:
        """Adds a character to the typed value."""
        here = self.here
        if self.changing and here.type:
            here.type(typed)
