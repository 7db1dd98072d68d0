"""A game as the journal's public rows hold it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from firmware.journal.contents import fold_rows
from firmware.journal.errors import unreadable_game
from firmware.journal.reader import GameHead, JournalReader
from firmware.rules.events import Event
from firmware.rules.games.registry import evolve, fold
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

    `start` are the events that laid it out, `undone` counts the actions that were taken back.
    """

    head: GameHead
    start: tuple[Event, ...]
    actions: tuple[PastAction, ...]
    state: GameState
    undone: int

    @property
    def ending(self) -> GameEnding:
        """How it stands; a game whose last action ended it was won, even if power failed before that was noted."""
        if self.state.phase is Phase.OVER:
            return GameEnding.WON
        return GameEnding(self.head.outcome) if self.head.outcome else GameEnding.OPEN

    def events(self) -> Iterator[Event]:
        """Gives all events that stand, in order."""
        yield from self.start
        for action in self.actions:
            yield from action.events


def read_game(reader: JournalReader, number: int) -> PastGame:
    """Builds a game from its rows.

    Raises:
        JournalError: where there is no such game, or its rows are none.
    """
    head = reader.game(number)
    try:
        rows = tuple(reader.rows(number))
        times = {public.seq: public.at for public in rows}
        contents = fold_rows((public.seq, public.row) for public in rows)
        start, *later = contents.actions
        state = fold(start.events)
        actions: list[PastAction] = []
        for action in later:
            actions.append(PastAction(times[action.first], state, tuple(action.events)))
            for event in action.events:
                state = evolve(state, event)
        return PastGame(head, tuple(start.events), tuple(actions), state, contents.undone)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise unreadable_game(number, reader.path, error) from error
