"""Whose lies to call: how a seat of bullshit claims, as learned from its claims and from what came to light of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from math import exp, log
from typing import Final

from firmware.rules.events import Adjudicated, Declared, Event, RoundOpened, Verdict
from firmware.rules.ladders import Ladder

Odds = tuple[float, ...]
"""The chance of every rank of the ladder; the highest is always shown, and never claimed."""


class ClaimKind(IntEnum):
    """How a seat claims: what its roll is; that where it is higher, else a lie; or as it likes."""

    HONEST = 0
    RAISING = 1
    """Lies anywhere above the standing claim."""
    CAUTIOUS = 2
    """Lies just above it."""
    WILD = 3
    """Lies as well where it could tell the truth."""


PRIOR: Final = (0.6, 0.15, 0.15, 0.1)
WILD_LIES: Final = 0.35
"""How often a wild seat lies that could tell the truth."""
STEP: Final = 0.6
"""A cautious lie is less likely than the one below it by this factor."""
LEAST: Final = 0.01
"""A claim or a reveal is at least that likely for every kind: nobody is ruled out by one claim."""


@lru_cache(maxsize=8)
def _told(odds: Odds) -> tuple[tuple[tuple[tuple[float, float], ...], ...], ...]:
    """Returns by standing claim (0: none, else its rank and 1), claim and kind the chances of the claim: true or not,
    and true."""
    ranks = range(len(odds))
    return tuple(
        tuple(tuple(_chances(odds, standing, claim, kind) for kind in ClaimKind) for claim in ranks)
        for standing in range(len(odds) + 1)
    )


def _chances(odds: Odds, standing: int, claim: int, kind: ClaimKind) -> tuple[float, float]:
    top, exactly = len(odds) - 1, odds[claim]
    if kind is ClaimKind.HONEST or (standing == 0 and kind is not ClaimKind.WILD):
        return exactly, exactly
    higher = range(standing, top) or range(top)
    must_lie = sum(odds[:standing])
    if claim not in higher:
        return exactly * LEAST, exactly * LEAST
    if kind is ClaimKind.WILD:
        lie = (must_lie + WILD_LIES * (1.0 - must_lie)) / len(higher)
        true = exactly * (1.0 - WILD_LIES)
        return true + lie, true + lie * WILD_LIES * sum(odds[claim:])
    if kind is ClaimKind.RAISING:
        return exactly + must_lie / len(higher), exactly
    steps = [STEP**step for step in range(len(higher))]
    return exactly + must_lie * steps[higher.index(claim)] / sum(steps), exactly


@dataclass(frozen=True, slots=True)
class ClaimModel:
    """How likely each kind is for one seat."""

    odds: Odds
    weights: tuple[float, ...]

    @property
    def honest(self) -> float:
        """The chance that it tells the truth even where that costs a fine."""
        return self.weights[ClaimKind.HONEST]

    def truth(self, standing: int, claim: int) -> float:
        """Returns the chance that a claim is true (standing: 0 for none, else its rank and 1)."""
        made = _told(self.odds)[standing][claim]
        total = sum(weight * told for weight, (told, _) in zip(self.weights, made, strict=True))
        true = sum(weight * true for weight, (_, true) in zip(self.weights, made, strict=True))
        return min(1.0, true / total) if total > 0 else 0.5


def claim_model(events: Iterable[Event], seat: int, ladder: Ladder, odds: Sequence[float]) -> ClaimModel:
    """Weighs all claims of a seat in the game, and the verdicts on them."""
    told = _told(tuple(odds))
    logs = [log(weight) for weight in PRIOR]
    standing = 0
    last: tuple[tuple[float, float], ...] | None = None
    for event in events:
        match event:
            case Declared(seat=maker, claim=claim):
                rank = ladder.rank(claim)
                last = told[standing][rank] if maker == seat else None
                for kind, (made, _) in enumerate(last or ()):
                    logs[kind] += log(max(LEAST, made))
                standing = rank + 1
            case Adjudicated(verdict=verdict):
                for kind, (made, true) in enumerate(last or ()):
                    share = true / made if made else 0.5
                    if verdict is Verdict.UPHELD:
                        logs[kind] += log(max(LEAST, share))
                    elif verdict is Verdict.REFUTED:
                        logs[kind] += log(max(LEAST, 1.0 - share))
                standing, last = 0, None
            case RoundOpened():
                standing, last = 0, None
            case _:
                pass
    weights = [exp(each - max(logs)) for each in logs]
    return ClaimModel(tuple(odds), tuple(weight / sum(weights) for weight in weights))
