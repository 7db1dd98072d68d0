"""The geometry of a face's outline: four corners in pixels, clockwise."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NO_AREA = 1e-6
"""The canonical outline: a square of half an edge by half another."""

SAME_PLACE, MAX_OVERLAP = 0.5, 0.25
"""Outlines with centres closer than this, in edges, or overlapping more than this share of the smaller one, are of one
die."""


def middle(quad: Floats) -> Floats:
    """Returns the mean of the corners."""
    # Three times as fast as `mean`, and called very often.
    return np.asarray(np.add.reduce(quad) / len(quad))


def grown(quad: Floats, factor: float) -> Floats:
    """Returns the outline scaled about its centre."""
    about = middle(quad)
    return np.asarray(about + (quad - about) * factor)


def clockwise(quad: Floats) -> Floats:
    """Returns the corners in the order in which they run clockwise as seen in the picture (y down)."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    turn = (cx - ax) * (dy - by) - (dx - bx) * (cy - ay)
    return quad if turn > 0 else np.asarray(quad[::-1])


def half_edges(quad: Floats) -> Floats:
    """Returns half the edges as vectors (2×2): that along the first edge, then that along the second.

    >>> half_edges(np.array([(0, 0), (20, 0), (20, 5), (0, 5)])).tolist()
    [[10.0, 0.0], [0.0, 2.5]]
    """
    # For four corners, plain numbers are faster than arrays.
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return np.array([(bx + cx - ax - dx, by + cy - ay - dy), (cx + dx - ax - bx, cy + dy - ay - by)]) / 4


def in_half_edges(quad: Floats, points: Floats) -> Floats:
    """Returns points (N×2 pixels) relative to the centre of an outline, in its half edges (2×N).

    All are 0 where the outline has no area.

    >>> in_half_edges(np.array([(0, 0), (20, 0), (20, 5), (0, 5)]), np.array([(20.0, 2.5), (10.0, 5.0)])).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    (ax, ay), (bx, by) = half_edges(quad).tolist()
    area = ax * by - ay * bx
    if abs(area) < NO_AREA:
        return np.zeros((2, len(points)))
    x, y = (points - middle(quad)).T
    return np.array([(x * by - y * bx) / area, (y * ax - x * ay) / area])


def off_centre(quad: Floats, pips: Floats) -> float:
    """Returns the distance between the centres of the pips (N×2 pixels) and of the outline, in half edges.

    Every layout from one to six is centred on its face; an outline that includes a side is not.

    >>> off_centre(np.array([(0, 0), (20, 0), (20, 5), (0, 5)]), np.array([(8.0, 3.0), (14.0, 2.0)]))
    0.1
    """
    (ax, ay), (bx, by) = half_edges(quad).tolist()
    area = abs(ax * by - ay * bx)
    x, y = (middle(pips) - middle(quad)).tolist()
    return float(max(abs(x * by - y * bx), abs(y * ax - x * ay)) / area) if area >= NO_AREA else 0.0


def edge(quad: Floats) -> float:
    """Returns the mean edge in pixels.

    >>> edge(np.array([(0, 0), (20, 0), (20, 5), (0, 5)]))
    10.0
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return math.sqrt(max(abs((cx - ax) * (dy - by) - (dx - bx) * (cy - ay)) / 2, 1e-6))


def aspect(quad: Floats) -> float:
    """Returns the aspect ratio of the outline, at least 1.

    >>> aspect(np.array([(0, 0), (20, 0), (20, 5), (0, 5)]))
    4.0
    """
    a, b, c, d = quad.tolist()
    one, other = math.dist(a, b) + math.dist(c, d), math.dist(b, c) + math.dist(d, a)
    return max(one, other) / max(min(one, other), 1e-6)


def apart(quad: Floats, other: Floats) -> bool:
    """Whether two outlines belong to different dice."""
    # Most outlines are far apart, which comparing plain numbers detects fastest.
    (xs, ys), (other_xs, other_ys) = quad.T.tolist(), other.T.tolist()
    if max(xs) < min(other_xs) or max(other_xs) < min(xs) or max(ys) < min(other_ys) or max(other_ys) < min(ys):
        return True
    smaller = min(edge(quad), edge(other))
    if math.dist(middle(quad).tolist(), middle(other).tolist()) < SAME_PLACE * smaller:
        return False
    shared, _ = cv2.intersectConvexConvex(quad.astype(np.float32), other.astype(np.float32))
    return bool(shared < MAX_OVERLAP * smaller**2)


def overlap(quad: Floats, other: Floats) -> float:
    """Returns the intersection over union of two outlines.

    >>> one, other = (np.array([(0, 0), (20, 0), (20, 20), (0, 20)]) + shift for shift in (0, (10, 0)))
    >>> overlap(one, one), round(overlap(one, other), 3)
    (1.0, 0.333)
    """
    shared, _ = cv2.intersectConvexConvex(quad.astype(np.float32), other.astype(np.float32))
    return float(shared / max(edge(quad) ** 2 + edge(other) ** 2 - shared, 1e-6))


def to_border(quad: Floats, height: int, width: int) -> float:
    """Returns the distance in edges from the border of a frame of height×width pixels, negative beyond it.

    >>> to_border(np.array([(5, 20), (25, 20), (25, 40), (5, 40)]), 100, 100)
    0.25
    """
    xs, ys = quad.T.tolist()
    return float(min(*xs, *ys, width - 1 - max(xs), height - 1 - max(ys)) / edge(quad))
