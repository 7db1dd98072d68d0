"""The best response in liar's dice for two: it walks through all bid sequences and asks the strategy at each.

It shares no code with the solver. The public history is a tuple of bids; at each, it tracks the probabilities of the
opponent's hands and takes the better action. With one die each there are 4,096 histories.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Policy = Callable[[tuple[int, ...]], Numbers]
"""Returns, for a history, the probability of each action (the higher bids, ascending, then the challenge) by hand."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The probabilities of both players' hands, and whether each bid is true, by first and second hand."""

    chances: tuple[Numbers, Numbers]
    true: Sequence[NDArray[np.bool_]]


def response_value(contest: Contest, policy: Policy, responder: int) -> float:
    """Returns what the best response wins as this player (0 or 1) against `policy`."""
    return float(_walk(contest, policy, responder, (), contest.chances[1 - responder]) @ contest.chances[responder])


def _walk(contest: Contest, policy: Policy, responder: int, line: tuple[int, ...], reach: Numbers) -> Numbers:
    """Returns the value of the history for each of the responder's hands, times the opponent's reach probability."""
    bids = range(line[-1] + 1 if line else 0, len(contest.true))
    if not reach.any():
        return np.zeros(len(contest.chances[responder]))
    bidder = (len(line) + 1) % 2
    shown: Numbers = np.zeros((0, 0))
    if line:
        true = contest.true[line[-1]] if responder == 0 else contest.true[line[-1]].T
        shown = np.where(true, 1.0, -1.0) * (1.0 if bidder == responder else -1.0)
    if len(line) % 2 == responder:
        worths = [_walk(contest, policy, responder, (*line, bid), reach) for bid in bids]
        if line:
            worths.append(shown @ reach)
        best: Numbers = np.max(worths, axis=0)
        return best
    actions = policy(line)
    total = shown @ (reach * actions[-1]) if line else np.zeros(len(contest.chances[responder]))
    for place, bid in enumerate(bids):
        total = total + _walk(contest, policy, responder, (*line, bid), reach * actions[place])
    return total
