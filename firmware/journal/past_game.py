"""A game as the journal's public rows hold it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from firmware.journal.database import JournalError
from firmware.journal.reader import GameHead, JournalReader
from firmware.rules.events import Event, from_json
from firmware.rules.games.registry import evolve, fold
from firmware.rules.state import GameState, Phase


class Ending(StrEnum):
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
class Deed:
    """What somebody did, when (seconds since 1970), how the game stood before, and what came of it."""

    at: float
    before: GameState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as it stands after everything that was taken back.

    `start` are the events that laid it out, `undone` counts the deeds that were taken back.
    """

    head: GameHead
    start: tuple[Event, ...]
    deeds: tuple[Deed, ...]
    state: GameState
    undone: int

    @property
    def ending(self) -> Ending:
        """How it stands; a game whose last deed ended it was won, even if power failed before that was noted."""
        if self.state.phase is Phase.OVER:
            return Ending.WON
        return Ending(self.head.outcome) if self.head.outcome else Ending.OPEN

    def events(self) -> Iterator[Event]:
        """Gives all events that stand, in order."""
        yield from self.start
        for deed in self.deeds:
            yield from deed.events


def read_game(reader: JournalReader, number: int) -> PastGame:
    """Builds a game from its rows.

    Raises:
        JournalError: where there is no such game, or its rows are none.
    """
    head = reader.game(number)
    actions: list[tuple[float, list[Event]]] = []
    undone = 0
    try:
        for public in reader.rows(number):
            body = public.row.body
            if public.row.kind == "event":
                if int(body["action"]) == len(actions):
                    actions.append((public.at, []))
                elif int(body["action"]) != len(actions) - 1:
                    raise ValueError(f"row {public.seq} belongs to another action")
                actions[-1][1].append(from_json(body["event"]))
            elif public.row.kind == "undo":
                actions.pop()
                undone += 1
        start = tuple(actions[0][1])
        state = fold(start)
        deeds: list[Deed] = []
        for at, events in actions[1:]:
            deeds.append(Deed(at, state, tuple(events)))
            for event in events:
                state = evolve(state, event)
        return PastGame(head, start, tuple(deeds), state, undone)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise JournalError(
            f"Game {number} in {reader.path} cannot be read ({error or type(error).__name__}): the other games can."
        ) from error
