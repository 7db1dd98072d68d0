"""A round with the box for two: a chain of claim steps, from the highest claim down.

Once a claim is believed and the box shaken again, the old dice are gone, so "must beat this claim" is a game of its
own. Where an equal claim is allowed, a step leads back to itself with the seats exchanged: its value is the fixed point
of a function that never rises, found by the Illinois method.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

from firmware.equilibria.box_rules import TOP, BoxRules
from firmware.equilibria.claim_step import AnswerHull, AnswerValue, ClaimStep, hull_of, solve_claim

SETTLED = 1e-13
"""The tolerance of a value, in lives."""


class Reply(IntEnum):
    """The answers to a claim, numbered as in a `ClaimStep`; believing the highest claim means accepting it."""

    CHALLENGE = 0
    BELIEVE = 1


@dataclass(frozen=True, slots=True)
class ClaimChain:
    """The solution of a round: a step for every rank that must be beaten (None: the opening).

    Values are in lives, to the seat that rolls.
    """

    rules: BoxRules
    steps: dict[int | None, ClaimStep]

    @property
    def value(self) -> float:
        """The value of opening the round."""
        return self.steps[None].value


def solve_round(rules: BoxRules) -> ClaimChain:
    """Solves a round for lives, from the highest claim down."""
    steps: dict[int | None, ClaimStep] = {}
    hulls: dict[int, AnswerHull] = {TOP: _answers(rules, TOP, -rules.accept)}

    def step_against(standing: int | None) -> ClaimStep:
        step = solve_claim(rules.chances, [hulls[rank] for rank in rules.claims(standing)], len(Reply))
        steps[standing] = step
        return step

    def repeated(rank: int, others: float) -> float:
        """The value of rolling against a claim if rolling against its repetition is worth `others`."""
        hulls[rank] = _answers(rules, rank, others)
        return step_against(rank).value

    if rules.equal:
        step_against(TOP)
    for rank in range(TOP - 1, -1, -1):
        if rules.equal:
            bound = float(max(rules.penalty, rules.accept, 1)) + 1.0
            value = fixed_point(partial(repeated, rank), -bound, bound)
            repeated(rank, value)
        else:
            hulls[rank] = _answers(rules, rank, step_against(rank).value)
    step_against(None)
    return ClaimChain(rules, steps)


def _answers(rules: BoxRules, rank: int, believing: float) -> AnswerHull:
    """The answers to a claim; `believing` is the answerer's value of rolling against it or accepting it."""
    stake = float(rules.stake(rank))
    return hull_of(rank, [AnswerValue(-stake, stake), AnswerValue(-believing, -believing)])


def fixed_point(function: Callable[[float], float], low: float, high: float) -> float:
    """Finds the fixed point of a non-increasing function between `low` and `high`."""
    below, above = function(low) - low, function(high) - high
    side = 0
    while high - low > SETTLED:
        middle = high - above * (high - low) / (above - below) if above != below else 0.5 * (low + high)
        gap = function(middle) - middle
        if abs(gap) < SETTLED:
            return middle
        # An end that stays the same twice in a row counts half, so that it moves too (Illinois method).
        if gap > 0:
            low, below, above, side = middle, gap, above * (0.5 if side > 0 else 1.0), 1
        else:
            high, above, below, side = middle, gap, below * (0.5 if side < 0 else 1.0), -1
    return 0.5 * (low + high)
