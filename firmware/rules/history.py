"""Undo: a game kept action by action, so that the last one can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firmware.rules.commands import Refusal
from firmware.rules.events import Event
from firmware.rules.evolve import fold
from firmware.rules.message import message
from firmware.rules.state import GameState


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """A game so far: the state, the events of the last action, and the history before it (None at the beginning).

    >>> from firmware.rules.games.registry import new_game
    >>> str(History.begin(new_game("viking", ("Astrid", "Bjorn", "Sigrid"))).undo().reason)
    'There is nothing to take back.'
    """

    state: GameState
    action: tuple[Event, ...]
    previous: History | None = None

    @classmethod
    def begin(cls, events: tuple[Event, ...]) -> History:
        """A game without actions; `events` begin with `Started`."""
        return cls(fold(events), events)

    def act(self, events: tuple[Event, ...]) -> History:
        """The game after one more action, with all its events."""
        return History(fold(events, self.state), events, self)

    def undo(self) -> History | Refusal:
        """The game before the last action; refused if there is none."""
        if self.previous is None:
            return Refusal(message("There is nothing to take back."))
        return self.previous

    def actions(self) -> tuple[tuple[Event, ...], ...]:
        """The events of every action, oldest first; the first are those that began the game."""
        return tuple(reversed([point.action for point in self._back()]))

    def events(self) -> tuple[Event, ...]:
        """All events, oldest first."""
        return tuple(event for action in self.actions() for event in action)

    def _back(self) -> Iterator[History]:
        point: History | None = self
        while point is not None:
            yield point
            point = point.previous
