"""A game as the journal's public rows hold it."""

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
    """How a game stands in the journal."""

    WON = "won"
    """Played to its end."""
    STOPPED = "stopped"
    """Ended by the table before its end."""
    LEFT = "left"
    """Another one was begun before it came to its end."""
    OPEN = "open"
    """`play` offers to go on with it, or plays it now."""


@dataclass(frozen=True, slots=True)
class PastAction:
    """What somebody did, when (seconds since 1970), how the game stood before, and what came of it."""

    at: float
    before: GameState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as it stands after everything that was taken back.

    `start` are the events that laid it out, `undone` counts the actions that were taken back. `dice` are those that it
    was played with; `counted` says how often each of 1 to 6 came in all rolls, () where nobody consented. Where its
    rows are damaged it is the game before the damage.
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
        """How it stands; a game whose last action ended it was won, even if power failed before that was noted."""
        if self.state.phase is Phase.OVER:
            return GameEnding.WON
        return GameEnding(self.summary.outcome) if self.summary.outcome else GameEnding.OPEN

    def events(self) -> Iterator[Event]:
        """Yields all events that stand, in order."""
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
    """Builds a game from the rows of it that stand; raises JournalError for the file `path` where they are no game."""
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
