"""A past game, built from the journal's public rows."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from firmware.journal.contents import UNREADABLE, read_valid_rows
from firmware.journal.dice_in_use import NO_DICE, DiceInUse
from firmware.journal.errors import unreadable_game
from firmware.journal.journal_reader import JournalReader
from firmware.journal.rows import Damage, GameSummary, ValidRows
from firmware.rules.events import Event
from firmware.rules.history import History
from firmware.rules.state import GameState, Phase


class GameEnding(StrEnum):
    """How a game ended, or that it has not."""

    WON = "won"
    """Played to its end."""
    STOPPED = "stopped"
    """Ended early by the table."""
    LEFT = "left"
    """Left unfinished when another game began."""
    OPEN = "open"
    """Unfinished: `play` offers to resume it, or is playing it."""


@dataclass(frozen=True, slots=True)
class PastAction:
    """An action, its time (seconds since 1970), the state before it, and its events."""

    at: float
    before: GameState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game without the actions that were taken back.

    `start` are the events that set it up, `undone` counts the actions taken back. `dice` are those in use; `counted`
    says how often each of 1 to 6 came in all rolls, () without consent. If its rows are damaged, it is the game before
    the damage.
    """

    summary: GameSummary
    start: tuple[Event, ...]
    actions: tuple[PastAction, ...]
    state: GameState
    undone: int
    damage: Damage | None = None
    dice: DiceInUse = NO_DICE
    counted: tuple[int, ...] = ()

    @property
    def ending(self) -> GameEnding:
        """How it ended; a game whose last action ended it was won, even if power failed before that was recorded."""
        if self.state.phase is Phase.OVER:
            return GameEnding.WON
        return GameEnding(self.summary.outcome) if self.summary.outcome else GameEnding.OPEN

    def events(self) -> Iterator[Event]:
        """Yields all valid events in order."""
        yield from self.start
        for action in self.actions:
            yield from action.events


def read_game(reader: JournalReader, number: int) -> PastGame:
    """Builds a game from its rows.

    Raises:
        JournalError: where there is no such game, or its rows are none.
    """
    return game_of(reader.game(number), reader.valid_rows(number), reader.path)


def game_of(summary: GameSummary, found: ValidRows, path: Path) -> PastGame:
    """Builds a game from its valid rows; raises JournalError for the file `path` if they form no game."""
    try:
        read = read_valid_rows(found)
        ending = None if summary.outcome is None else GameEnding(summary.outcome).value
    except UNREADABLE as error:
        raise unreadable_game(summary.number, path, error) from error
    times = {stored.seq: stored.at for stored, _ in found.rows}
    points: list[History] = [read.history]
    while (before := points[0].previous) is not None:
        points.insert(0, before)
    start, *later = zip(read.contents.actions, points, strict=True)
    actions = tuple(
        PastAction(times[action.first], point.previous.state, tuple(action.events))
        for action, point in later
        if point.previous is not None
    )
    events = tuple(start[0].events)
    return PastGame(
        replace(summary, outcome=ending),
        events,
        actions,
        read.history.state,
        read.contents.undone,
        read.damage,
        read.contents.dice,
        read.contents.counted,
    )
