"""Which kind of player a seat of bullshit is, by what it claimed and called in public.

Three kinds of claims are told apart: the truth always; the truth where it is higher, else a lie; and those of the
solution. Nothing but public events is used: what was claimed, after what, and who called.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from firmware.equilibria.self_play import RESULTS, TOP, RoundPlay, Values
from firmware.rules.events import Adjudicated, Challenged, Declared, Event, RollVoided, RoundOpened
from firmware.rules.ladders import Ladder

PRIOR_CALLS = 1.5
"""So many calls are taken for granted that are as frequent as the solution has them ..."""
MEDDLING = 0.2
"""... and so many times as frequent where another seat must answer."""
LIES = 0.02
"""What a claim is worth as evidence at least."""


class Kind(IntEnum):
    """How a seat claims."""

    HONEST = 0
    RAISING = 1
    SOLVED = 2


@dataclass(frozen=True, slots=True)
class SeatModel:
    """The chance of each kind, and how often the seat calls, as a multiple of what the solution does."""

    kinds: tuple[float, ...]
    calling: float
    """Where it must answer."""
    meddling: float
    """Where another seat must answer, and it may call as well."""

    def truth(self, play: RoundPlay, chances: Sequence[float], standing: int, claim: int) -> float:
        """Returns the chance that a claim is true (standing: 0 for none, else the rank and 1)."""
        said = [told(play, chances, standing, kind)[:, claim] for kind in Kind]
        total = sum(weight * made.sum() for weight, made in zip(self.kinds, said, strict=True))
        true = sum(weight * made[claim:].sum() for weight, made in zip(self.kinds, said, strict=True))
        return float(true / total) if total > 0 else 0.5


def told(play: RoundPlay, chances: Sequence[float], standing: int, kind: Kind) -> Values:
    """Returns the joint chance of each roll and claim, for a kind of seat; the highest result is always shown."""
    rolls = np.asarray(chances, dtype=float).copy()
    rolls[TOP] = 0.0
    if kind is Kind.SOLVED:
        made: Values = rolls[:, None] * play.claims[standing]
        return made
    honest: Values = np.diag(rolls)
    if kind is Kind.HONEST or standing == 0:
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
    """Weighs all that a seat claimed and called in the game."""
    logs = np.zeros(len(Kind))
    expected = called = others_expected = meddled = 0.0
    answers = -1
    standing, worth = 0, 1
    for event in events:
        match event:
            case Declared(seat=maker, claim=claim, turn=turn):
                rank = ladder.rank(claim)
                play = plays[min(worth, len(plays)) - 1]
                if maker == seat:
                    made = [told(play, chances, standing, kind)[:, rank].sum() for kind in Kind]
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
