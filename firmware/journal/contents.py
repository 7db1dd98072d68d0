"""Folds the rows of a game into its actions and the state since the last one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from firmware.journal.dice_in_use import COUNTED, DICE, DiceInUse, dice_in_use
from firmware.journal.rows import Damage, Row, ValidRows
from firmware.rules.events import Event, Started, from_json
from firmware.rules.games.registry import ruleset
from firmware.rules.history import History
from firmware.rules.message import literal

UNREADABLE = (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, RecursionError)
"""What rows raise that do not form a game."""
COMPUTERS = "computers"
"""The kind of the row that lists the computer's seats."""


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The game that this one continues, after `name` left the table ("leave") or joined it ("join")."""

    game: int
    what: str
    name: str


@dataclass(slots=True)
class Action:
    """The events of one action, which are undone together; `first` is the journal's number of its first row."""

    first: int
    events: list[Event]


@dataclass(slots=True)
class Contents:
    """A game according to its rows.

    `actions` are those in force; the first one sets up the game. `undone` counts those taken back. Since the last
    action: `throws` for the opening by seat; `laid`, the dice revealed by a challenge so far by seat, in the rows
    `laid_rows`; `showing`, the dice that a seat has shown before its bid. `dice` are those in use; `counted` says how
    often each of 1 to 6 came in all rolls, () without consent. `computers` are the characters of the computer's seats
    by name.
    """

    actions: list[Action] = field(default_factory=list)
    undone: int = 0
    throws: dict[int, int] = field(default_factory=dict)
    laid: dict[int, tuple[int, ...]] = field(default_factory=dict)
    laid_rows: list[int] = field(default_factory=list)
    showing: tuple[int, ...] = ()
    seat_change: SeatChange | None = None
    dice: DiceInUse = field(default_factory=DiceInUse)
    computers: dict[str, str] = field(default_factory=dict)
    counted: tuple[int, ...] = ()

    def add(self, number: int, row: Row) -> None:
        """Adds a row with its number; ignores unknown kinds, such as those of older journals.

        Raises:
            KeyError, TypeError, ValueError, IndexError: where the row does not belong to such a game.
        """
        body = row.body
        match row.kind:
            case "event":
                self._add_event(number, body)
                self._forget()
            case "undo":
                self.actions.pop()
                self.undone += 1
                self._forget()
            case "throw":
                self.throws[int(body["seat"])] = int(body["face"])
            case "throw retracted":
                self.throws.pop(int(body["seat"]))
            case "laid":
                seat = int(body["seat"])
                self.laid[seat] = (*self.laid.get(seat, ()), *_faces(body))
                self.laid_rows.append(number)
            case "showing":
                self.showing = _faces(body)
            case kind if kind == DICE:
                self.dice = dice_in_use(body)
            case kind if kind == COUNTED:
                self.counted = _faces(body)
            case kind if kind == COMPUTERS:
                self.computers = {str(name): str(kind) for name, kind in body["characters"].items()}
            case "follows":
                self.seat_change = SeatChange(int(body["game"]), str(body["what"]), str(body["name"]))

    def _add_event(self, number: int, body: Mapping[str, Any]) -> None:
        action, event = int(body["action"]), from_json(body["event"])
        if action == len(self.actions):
            self.actions.append(Action(number, []))
        elif action != len(self.actions) - 1:
            raise ValueError(f"row {number} belongs to action {action}, but {len(self.actions)} is next")
        self.actions[-1].events.append(event)

    def _forget(self) -> None:
        """Clears everything since the last action."""
        self.throws.clear()
        self.laid.clear()
        self.laid_rows.clear()
        self.showing = ()


def fold_rows(rows: Iterable[tuple[int, Row]]) -> Contents:
    """Folds the rows of a game, given with their numbers in order.

    Raises:
        KeyError, TypeError, ValueError, IndexError: where they are no game.
    """
    contents = Contents()
    for number, row in rows:
        contents.add(number, row)
    if not contents.actions:
        raise ValueError("it has no events")
    return contents


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game as far as its rows are readable: contents, history, and damage, if any."""

    contents: Contents
    history: History
    damage: Damage | None


def read_valid_rows(found: ValidRows) -> ReadGame:
    """Builds a game from its rows: all valid ones, or those before the first nonsensical one.

    Raises:
        KeyError, TypeError, ValueError, IndexError and the like (`UNREADABLE`): where not even its beginning does.
    """
    rows, damage = [(stored.seq, row) for stored, row in found.rows], found.damage
    while True:
        wrong, error, read = _read(rows)
        if wrong is None and read is not None:
            return ReadGame(*read, damage)
        damage = Damage(rows[-1][0] if wrong is None else wrong, literal(f"{error or type(error).__name__}"))
        rows = [(number, row) for number, row in rows if number < damage.seq]
        if not rows:
            raise ValueError(str(damage.reason)) from error


def _read(rows: Sequence[tuple[int, Row]]) -> tuple[int | None, Exception | None, tuple[Contents, History] | None]:
    """Reads rows; returns their contents, or the number of the first nonsensical row with the reason."""
    contents, number = Contents(), 1
    try:
        for number, row in rows:
            contents.add(number, row)
        number = 1
        if not contents.actions:
            raise ValueError("it has no events")
        history: History | None = None
        for action in contents.actions:
            number, events = action.first, tuple(action.events)
            history = history.act(events) if history else _begun(events)
        assert history is not None
    except UNREADABLE as error:
        return number, error, None
    return None, None, (contents, history)


def _begun(events: tuple[Event, ...]) -> History:
    """Begins a history; raises ValueError for an unknown game."""
    history = History.begin(events)
    known = {option.name for option in ruleset(history.state.ruleset).options}
    if known != set(history.state.options):
        raise ValueError("its options are not those of its rules")
    if not isinstance(events[0], Started) or not history.state.seats:
        raise ValueError("it has no seats")
    return history


def _faces(body: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(int(face) for face in body["faces"])
