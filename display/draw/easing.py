"""How things move: weight, not speed."""

import math


def clamp(value: float) -> float:
    """Keeps a part within 0 and 1."""
    return min(1.0, max(0.0, value))


def ease(part: float) -> float:
    """Starts fast and comes to rest softly; 0 to 1 gives 0 to 1.

    >>> ease(0), ease(0.5), ease(1)
    (0.0, 0.875, 1.0)
    """
    return 1.0 - (1.0 - clamp(part)) ** 3


def drop(part: float) -> float:
    """Falls like a heavy plate: down with growing speed, two short bounces, at rest at 1."""
    p = clamp(part)
    if p < 0.55:
        return (p / 0.55) ** 2
    if p < 0.82:
        q = (p - 0.55) / 0.27
        return 1 - 0.10 * math.sin(math.pi * q)
    q = (p - 0.82) / 0.18
    return 1 - 0.03 * math.sin(math.pi * q)
