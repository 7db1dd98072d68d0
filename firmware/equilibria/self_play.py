"""Box rounds without passing, for any number of seats, solved by regret matching in self-play.

All steps "a roll that must beat this claim" are improved at once, in arrays of standing claims by rolls by claims;
index 0 of the standing claims is the opening, index r + 1 the claim of rank r. A believed claim has the value of the
average policy so far, weighted towards later iterations (CFR+). For two seats this converges to an equilibrium; for
more there is no guarantee, and an arena has to measure the result.

Values are lists by distance from the roller, clockwise: a seat's net winnings, so that they sum to zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
RESULTS = 21
TOP = RESULTS - 1


@dataclass(frozen=True, slots=True)
class LadderRound:
    """The rules of a round: arrays by standing claim (0: none) and claim."""

    seats: int
    chances: Sequence[float]
    legal: NDArray[np.bool_]
    """Which claims may be made against which."""
    fines: Values
    """The immediate cost of a claim."""
    stakes: Values
    """The cost of a challenge of the claim, for each standing claim."""
    accept: float | None
    """The cost of accepting the highest claim; None if the highest result is shown, and never claimed."""
    shown: float
    """What the others pay for a shown highest result."""
    challenger_opens: bool
    """Whether the challenger opens the next round, instead of the loser."""
    exact: bool = False
    """Whether a claim is true only of exactly that result."""


@dataclass(frozen=True, slots=True)
class RoundPlay:
    """The policies of all seats: `claims[standing, roll, claim]` and `challenges[standing, claim]` are probabilities.

    `worth[standing, distance]` is the value to a seat of the roller having to beat the standing claim.
    """

    claims: Values
    challenges: Values
    worth: Values


def paid(seats: int, loser: int, amount: Values | float) -> Values:
    """Returns every seat's gain if one pays: an array with the seats as its first axis."""
    amounts = np.asarray(amount, dtype=float)
    gains = np.repeat(amounts[None, ...] / (seats - 1), seats, axis=0)
    gains[loser] = -amounts
    return gains


def matched(regrets: Values, legal: Values | NDArray[np.bool_] | float, axis: int) -> Values:
    """Returns a policy proportional to the positive regrets, or uniform over legal actions without any."""
    positive = np.maximum(regrets, 0.0) * legal
    total = positive.sum(axis=axis, keepdims=True)
    alike = np.broadcast_to(np.asarray(legal, dtype=float), positive.shape)
    count = np.maximum(alike.sum(axis=axis, keepdims=True), 1e-300)
    return np.where(total > 0, positive / np.where(total > 0, total, 1.0), alike / count)


def improve(
    rules: LadderRound, higher: Values | None, opening: Values, iterations: int, raises: NDArray[np.bool_] | None = None
) -> RoundPlay:
    """Runs this many iterations.

    `opening` is the value to each seat, by distance from the next opener, of opening the next round. If a claim
    `raises` the stakes of the round, play goes on in a round of `higher` stakes: its `worth`.
    """
    seats, chances = rules.seats, np.asarray(rules.chances, dtype=float)
    true = np.eye(RESULTS, dtype=bool) if rules.exact else np.tri(RESULTS, dtype=bool)
    legal = rules.legal
    worth = np.zeros((RESULTS + 1, seats))
    if higher is not None:
        worth += higher
    claim_regrets = np.zeros((RESULTS + 1, RESULTS, RESULTS))
    call_regrets = np.zeros((2, RESULTS + 1, RESULTS))
    claim_sums, call_sums = np.zeros_like(claim_regrets), np.zeros_like(call_regrets)
    next_from = [np.roll(opening, opener) for opener in range(seats)]
    lie = paid(seats, 0, rules.stakes) + next_from[1 if rules.challenger_opens else 0][:, None, None]
    truth = paid(seats, 1, rules.stakes) + next_from[1][:, None, None]
    fines = paid(seats, 0, rules.fines)
    show = paid(seats, 0, -rules.shown) + next_from[1]
    accepted = paid(seats, 1, rules.accept or 0.0) + next_from[1]
    for turn in range(1, iterations + 1):
        claims = matched(claim_regrets, legal[:, None, :], axis=2)
        calls = matched(call_regrets, 1.0, axis=0)
        on = _onward(worth, higher, raises, accepted if rules.accept is not None else None)
        # The roller.
        called = np.where(true[None, None], truth[:, :, None, :], lie[:, :, None, :])
        pays = calls[0][None, :, None, :] * called + calls[1][None, :, None, :] * on[:, :, None, :]
        pays += fines[:, :, None, :]
        if rules.accept is None:
            pays[:, :, TOP, :] = show[:, None, None]
        now = (claims[None] * pays).sum(axis=3)
        claim_regrets = np.maximum(claim_regrets + (pays[0] - now[0][:, :, None]), 0.0)
        claims = matched(claim_regrets, legal[:, None, :], axis=2)
        # The seat that answers.
        told = chances[None, :, None] * claims
        if rules.accept is None:
            told[:, TOP, :] = 0.0
        calling = (told * called[1]).sum(axis=1)
        believing = told.sum(axis=1) * on[1]
        mixed = calls[0] * calling + calls[1] * believing
        call_regrets = np.maximum(call_regrets + np.stack((calling - mixed, believing - mixed)), 0.0)
        claim_sums += turn * claims
        call_sums += turn * calls
        worth += 2.0 / (turn + 1) * ((chances[None, None] * now).sum(axis=2).T - worth)
    total = iterations * (iterations + 1) / 2
    return RoundPlay(claim_sums / total, call_sums[0] / total, worth)


def _onward(worth: Values, higher: Values | None, raises: NDArray[np.bool_] | None, accepted: Values | None) -> Values:
    """Returns every seat's value of believing: an array of seats by standing claims by claims."""
    same = np.roll(worth[1:], 1, axis=1).T
    on = np.repeat(same[:, None, :], RESULTS + 1, axis=1)
    if higher is not None and raises is not None:
        on = np.where(raises[None], np.roll(higher[1:], 1, axis=1).T[:, None, :], on)
    if accepted is not None:
        on = on.copy()
        on[:, :, TOP] = accepted[:, None]
    return on
