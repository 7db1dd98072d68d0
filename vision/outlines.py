"""The geometry of a face's outline: four corners in pixels, clockwise."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SAME_PLACE, MOST_SHARED = 0.5, 0.25
"""Outlines with middles nearer than this, in edges, or that share more than this of the smaller, are of one die."""


def edge(quad: Floats) -> float:
    """Returns the mean edge in pixels.

    >>> edge(np.array([(0, 0), (20, 0), (20, 5), (0, 5)]))
    10.0
    """
    return float(np.sqrt(max(cv2.contourArea(quad.astype(np.float32)), 1e-6)))


def aspect(quad: Floats) -> float:
    """Returns how many times the outline is longer than it is wide, at least 1.

    >>> aspect(np.array([(0, 0), (20, 0), (20, 5), (0, 5)]))
    4.0
    """
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    one, other = sides[0] + sides[2], sides[1] + sides[3]
    return float(max(one, other) / max(min(one, other), 1e-6))


def apart(quad: Floats, other: Floats) -> bool:
    """Whether two outlines are those of two dice."""
    if (quad.max(0) < other.min(0)).any() or (other.max(0) < quad.min(0)).any():
        return True
    smaller = min(edge(quad), edge(other))
    if np.hypot(*(quad.mean(0) - other.mean(0))) < SAME_PLACE * smaller:
        return False
    shared, _ = cv2.intersectConvexConvex(quad.astype(np.float32), other.astype(np.float32))
    return bool(shared < MOST_SHARED * smaller**2)


def overlap(quad: Floats, other: Floats) -> float:
    """Returns how much two outlines have in common, as a share of what either covers: 1 for the same outline.

    >>> one, other = (np.array([(0, 0), (20, 0), (20, 20), (0, 20)]) + shift for shift in (0, (10, 0)))
    >>> overlap(one, one), round(overlap(one, other), 3)
    (1.0, 0.333)
    """
    shared, _ = cv2.intersectConvexConvex(quad.astype(np.float32), other.astype(np.float32))
    return float(shared / max(edge(quad) ** 2 + edge(other) ** 2 - shared, 1e-6))


def to_border(quad: Floats, height: int, width: int) -> float:
    """Returns the distance in edges from the border of a frame of height×width pixels, negative for what goes beyond.

    >>> to_border(np.array([(5, 20), (25, 20), (25, 40), (5, 40)]), 100, 100)
    0.25
    """
    low, high = quad.min(0), quad.max(0)
    nearest = min(*low, width - 1 - high[0], height - 1 - high[1])
    return float(nearest / edge(quad))
