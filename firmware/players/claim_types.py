"""Classifies the other seats of a bullshit game by their public claims and challenges.

There are three kinds of seats: always truthful; truthful if the roll is high enough, otherwise lying; and playing the
solution. Only public events are used: claims, what they had to beat, and challenges.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from firmware.equilibria.self_play import RESULTS, TOP, RoundPlay, Values
from firmware.rules.events import Adjudicated, Challenged, Declared, Event, RollVoided, RoundOpened
from firmware.rules.ladders import Ladder

PRIOR_CALLS = 1.5
"""Prior weight: this many challenges at the solution's rate ..."""
MEDDLING = 0.2
"""... and this many times that where another seat has to answer."""
LIES = 0.02
"""The smallest likelihood of a claim."""


class SeatKind(IntEnum):
    """How a seat claims."""

    HONEST = 0
    RAISING = 1
    SOLVED = 2


@dataclass(frozen=True, slots=True)
class SeatModel:
    """The chance of each kind, and the rate of a seat's challenges relative to the solution's."""

    kinds: tuple[float, ...]
    calling: float
    """When it has to answer."""
    meddling: float
    """When another seat has to answer and it may challenge too."""

    def truth(self, play: RoundPlay, chances: Sequence[float], standing: int, claim: int) -> float:
        """Returns the chance that a claim is true (standing: 0 for none, otherwise the rank plus 1)."""
        said = [told(play, chances, standing, kind)[:, claim] for kind in SeatKind]
        total = sum(weight * made.sum() for weight, made in zip(self.kinds, said, strict=True))
        true = sum(weight * made[claim:].sum() for weight, made in zip(self.kinds, said, strict=True))
        return float(true / total) if total > 0 else 0.5


def told(play: RoundPlay, chances: Sequence[float], standing: int, kind: SeatKind) -> Values:
    """Returns the joint chance of each roll and claim for one kind of seat; the highest result is always shown."""
    rolls = np.asarray(chances, dtype=float).copy()
    rolls[TOP] = 0.0
    if kind is SeatKind.SOLVED:
        made: Values = rolls[:, None] * play.claims[standing]
        return made
    honest: Values = np.diag(rolls)
    if kind is SeatKind.HONEST or standing == 0:
        return honest
    higher = np.zeros(RESULTS)
    higher[standing:TOP] = 1.0
    if not higher.any():
        return honest
    lies = np.where(np.arange(RESULTS) < standing, rolls, 0.0)
    honest[:standing] = 0.0
    honest += lies[:, None] * higher / higher.sum()
    return honest


def seat_model(
    events: Iterable[Event], seat: int, ladder: Ladder, plays: Sequence[RoundPlay], chances: Sequence[float]
) -> SeatModel:
    """Updates the model of a seat from all its claims and challenges in the game."""
    logs = np.zeros(len(SeatKind))
    expected = called = others_expected = meddled = 0.0
    answers = -1
    standing, worth = 0, 1
    for event in events:
        match event:
            case Declared(seat=maker, claim=claim, turn=turn):
                rank = ladder.rank(claim)
                play = plays[min(worth, len(plays)) - 1]
                if maker == seat:
                    made = [told(play, chances, standing, kind)[:, rank].sum() for kind in SeatKind]
                    logs += np.log(np.maximum(made, LIES))
                chance = float(play.challenges[standing, rank])
                expected += chance * (turn == seat)
                others_expected += chance * (seat not in (turn, maker))
                answers = turn
                standing, worth = rank + 1, event.worth or 1
            case Challenged(seat=challenger):
                called += challenger == seat == answers
                meddled += challenger == seat != answers
            case Adjudicated() | RoundOpened() | RollVoided():
                if not isinstance(event, RollVoided):
                    standing, worth = 0, 1
            case _:
                pass
    weights = np.exp(logs - logs.max())
    return SeatModel(
        tuple(float(weight) for weight in weights / weights.sum()),
        (called + PRIOR_CALLS) / (expected + PRIOR_CALLS),
        (meddled + MEDDLING * PRIOR_CALLS) / (others_expected + PRIOR_CALLS),
    )
