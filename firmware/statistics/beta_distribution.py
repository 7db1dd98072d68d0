"""Quantiles of the beta distribution, the posterior of a share."""

import math
from functools import lru_cache

STEPS = 60
_TINY = 1e-300


def beta_cdf(x: float, a: float, b: float) -> float:
    """Returns the regularised incomplete beta function, by its continued fraction (Numerical Recipes, 6.4).

    >>> round(beta_cdf(0.5, 2, 2), 6), round(beta_cdf(0.2, 3, 7), 6)
    (0.5, 0.261802)
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """Evaluates the continued fraction by Lentz's method."""
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 2000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away(1 + term * d)
            c = _away(1 + term / c)
            value *= c * d
        if abs(c * d - 1) < 1e-13:
            break
    return value


def _away(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


@lru_cache(maxsize=512)
def beta_quantile(share: float, a: float, b: float) -> float:
    """Returns the quantile of a beta distribution at `share`.

    >>> round(beta_quantile(0.025, 3, 7), 4), round(beta_quantile(0.975, 3, 7), 4)
    (0.0749, 0.6001)
    """
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if beta_cdf(middle, a, b) < share else (low, middle)
    return (low + high) / 2
