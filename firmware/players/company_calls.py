"""Whom a seat of bullshit can lie to: how likely each of the others calls a claim, as learned from public events."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import Final

from firmware.rules.events import Challenged, Declared, Event, Rolled
from firmware.rules.ladders import Ladder

LIMITS: Final = (0.0, 0.07, 0.15, 0.25, 0.35, 0.45, 0.55)
"""A seat with such a limit calls a claim that fewer throws make true; 0 never calls."""
IN_TURN: Final = (0.15, 0.1, 0.15, 0.25, 0.15, 0.1, 0.1)
OUT_OF_TURN: Final = (0.35, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05)
"""How likely each limit is before anything is known: of the seat that must answer, and of the others."""
SLOPE: Final = 0.015
"""How gradually: a claim that is so much likelier is called with odds smaller by e."""
SLIP: Final = 0.02
"""How often a seat answers otherwise than its limit says."""


class CallModel:
    """How likely each limit is for one seat, where it must answer and where another seat must."""

    def __init__(self) -> None:
        """Knows nothing yet."""
        self._weights = {True: list(IN_TURN), False: list(OUT_OF_TURN)}

    def note(self, chance: float, *, called: bool, in_turn: bool) -> None:
        """Takes into account what the seat did about a claim that is true with this chance."""
        weights = self._weights[in_turn]
        for place, calls in enumerate(_calling(chance)):
            weights[place] *= calls if called else 1.0 - calls
        total = sum(weights)
        weights[:] = [weight / total for weight in weights]

    def chance(self, chance: float, *, in_turn: bool) -> float:
        """Returns how likely the seat calls a claim that is true with this chance."""
        weighed = zip(self._weights[in_turn], _calling(chance), strict=True)
        return sum(weight * calls for weight, calls in weighed) - SLIP


@lru_cache(maxsize=1024)
def _calling(chance: float) -> tuple[float, ...]:
    """Returns for every limit how likely such a claim is called; a slip is always possible."""
    steep = (1.0 / (1.0 + exp(max(-40.0, min(40.0, (chance - limit) / SLOPE)))) if limit else 0.0 for limit in LIMITS)
    return tuple(SLIP + (1.0 - 2 * SLIP) * calls for calls in steep)


def call_models(
    events: Iterable[Event], seats: Sequence[int], ladder: Ladder, reached: Sequence[float]
) -> Mapping[int, CallModel]:
    """Learns who called each claim of a game and who did not; `reached` is the chance of every rank or a higher one."""
    models = {seat: CallModel() for seat in seats}
    standing: Declared | None = None
    for event in events:
        match event:
            case Declared():
                standing = event
            case Challenged(seat=caller) if standing is not None:
                # The others may only have been slower.
                if caller in models:
                    chance = reached[ladder.rank(standing.claim)]
                    models[caller].note(chance, called=True, in_turn=caller == standing.turn)
                standing = None
            case Rolled() if standing is not None:
                chance = reached[ladder.rank(standing.claim)]
                for seat, model in models.items():
                    if seat != standing.seat:
                        model.note(chance, called=False, in_turn=seat == standing.turn)
                standing = None
            case _:
                pass
    return models
