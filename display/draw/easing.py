"""Easing curves for animations."""

import math


def clamp(value: float) -> float:
    """Clamps a value to 0..1."""
    return min(1.0, max(0.0, value))


def ease(part: float) -> float:
    """Eases out: starts fast and comes to rest softly. Maps 0..1 to 0..1.

    >>> ease(0), ease(0.5), ease(1)
    (0.0, 0.875, 1.0)
    """
    return 1.0 - (1.0 - clamp(part)) ** 3


def drop(part: float) -> float:
    """Falls like a heavy panel: accelerates, bounces twice, rests at 1."""
    p = clamp(part)
    if p < 0.55:
        return (p / 0.55) ** 2
    if p < 0.82:
        q = (p - 0.55) / 0.27
        return 1 - 0.10 * math.sin(math.pi * q)
    q = (p - 0.82) / 0.18
    return 1 - 0.03 * math.sin(math.pi * q)
