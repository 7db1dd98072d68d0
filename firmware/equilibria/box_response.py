"""The best response to a strategy for a box round: how much a seat gains by knowing the other's strategy.

It shares only the strategies with the solver. It plays them move by move: for every claim it infers the dice from the
strategy and takes the better answer; for every roll it makes the best claim. Where claims may be repeated, it iterates
to the values of endless play.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
RESULTS = 21


@dataclass(frozen=True, slots=True)
class RoundStrategy:
    """A seat's strategy for a round played for lives, without passing; None stands for the opening.

    `claims[standing][roll, claim]` are probabilities; `challenges[standing][claim]` is the probability of challenging
    the other seat's claim, made after `standing`.
    """

    claims: Mapping[int | None, Values]
    challenges: Mapping[int | None, Values]


@dataclass(frozen=True, slots=True)
class RoundStakes:
    """The chance of each result by rank, and the lives at stake; accepting the highest claim costs `accept`."""

    chances: Sequence[float]
    equal: bool
    penalty: int
    accept: int


def best_response(strategy: RoundStrategy, stakes: RoundStakes) -> tuple[float, float]:
    """Returns what the best response to `strategy` wins in a round, in lives: as the opener, and as the other seat."""
    chances = np.asarray(stakes.chances, dtype=float)
    stake = np.ones(RESULTS)
    stake[-1] = stakes.penalty
    true = np.arange(RESULTS)[:, None] >= np.arange(RESULTS)[None, :]
    keys: list[int | None] = [None, *range(RESULTS)]
    rolling = dict.fromkeys(keys, 0.0)
    """The value to the responder of having to roll."""
    facing = dict.fromkeys(keys, 0.0)
    """The value to the responder if the strategy has to roll."""
    while True:
        moved = 0.0
        for standing in reversed(keys):
            first = 0 if standing is None else standing + (not stakes.equal)
            if first >= RESULTS:
                continue
            new = _value_of_rolling(strategy, standing, first, chances, stake, true, facing, stakes)
            moved = max(moved, abs(new - rolling[standing]))
            rolling[standing] = new
            new = _value_of_answering(strategy, standing, first, chances, stake, true, rolling, stakes)
            moved = max(moved, abs(new - facing[standing]))
            facing[standing] = new
        if moved < 1e-13:
            return rolling[None], facing[None]


def _value_of_rolling(
    strategy: RoundStrategy,
    standing: int | None,
    first: int,
    chances: Values,
    stake: Values,
    true: NDArray[np.bool_],
    facing: Mapping[int | None, float],
    stakes: RoundStakes,
) -> float:
    challenged = strategy.challenges[standing]
    believed = np.array([facing[claim] for claim in range(RESULTS)])
    believed[-1] = stakes.accept
    pays = (1 - challenged) * believed + challenged * np.where(true, stake, -stake)
    return float(chances @ pays[:, first:].max(axis=1))


def _value_of_answering(
    strategy: RoundStrategy,
    standing: int | None,
    first: int,
    chances: Values,
    stake: Values,
    true: NDArray[np.bool_],
    rolling: Mapping[int | None, float],
    stakes: RoundStakes,
) -> float:
    told = chances[:, None] * strategy.claims[standing]
    total = 0.0
    for claim in range(first, RESULTS):
        challenge = stake[claim] * float(np.where(true[:, claim], -told[:, claim], told[:, claim]).sum())
        if claim < RESULTS - 1:
            total += max(challenge, rolling[claim] * told[:, claim].sum())
        else:
            total += max(challenge, -stakes.accept * told[:, claim].sum())
    return total
