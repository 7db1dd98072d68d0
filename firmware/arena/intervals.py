"""Confidence intervals for shares of wins."""

from math import sqrt
from typing import NamedTuple

NORMAL_95 = 1.959963984540054
"""Standard deviations to either side that contain 95 % of a normal distribution."""


class Interval(NamedTuple):
    """A share and its interval."""

    share: float
    low: float
    high: float


def wilson(won: float, games: int) -> Interval:
    """Returns Wilson's 95 % interval of a share; conservative if wins are shared.

    >>> [round(bound, 3) for bound in wilson(60, 100)]
    [0.6, 0.502, 0.691]
    """
    share = won / games
    squared = NORMAL_95**2
    middle = (share + squared / (2 * games)) / (1 + squared / games)
    half = NORMAL_95 * sqrt(share * (1 - share) / games + squared / (4 * games**2)) / (1 + squared / games)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))
