"""The six layouts of pips, fitted to points with independent scales in x and y."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Point = tuple[float, float]

_CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_LINES = (((-1, -1), (1, 1)), ((-1, 1), (1, -1)), ((-1, 0), (1, 0)), ((0, -1), (0, 1)))

LAYOUTS: dict[int, Floats] = {
    1: np.zeros((1, 1, 2)),
    2: np.array(_LINES, float),
    3: np.array([(*line, (0, 0)) for line in _LINES], float),
    4: np.array([_CORNERS], float),
    5: np.array([(*_CORNERS, (0, 0))], float),
    6: np.array([(*_CORNERS, (0, -1), (0, 1)), (*_CORNERS, (-1, 0), (1, 0))], float),
}
"""Pips of each face in units of the pitch, one entry per variant of the layout."""

TURNS = np.radians([0, -12, 12, -24, 24, -36, 36, 45])
"""Rotations against the outline that are tried: rounded dice do not show their edges exactly."""

_ROTATIONS = [(math.cos(turn), math.sin(turn)) for turn in TURNS]


def _with_deviations(units: Floats) -> list[tuple[list[list[float]], float, float]]:
    """Returns each variant of a layout with its deviations in x and y: 0 where it has no extent."""
    return [(way.tolist(), *way.std(0).tolist()) for way in units]


_WAYS = {value: _with_deviations(units) for value, units in LAYOUTS.items()}

MIN_PITCH, MAX_PITCH = 0.13, 0.36
"""Distance of an outer pip from the centre along one edge, as a fraction of that edge."""

CENTRED = 0.1
"""The maximum distance between the centres of layout and face. In 334 of 337 correct counts on training and
development renders it is smaller; the pips of two faces of a leaning die, detected as one, are seldom centred."""


_OUTER = {3: 2, 4: 4, 5: 4}
"""The number of pips on a circle, for any pitch and rotation; the other one is the centre."""

FAR_OFF = 0.12
"""Points farther from the circle and the centre form no face; their misfit is not computed."""


def _off_circle(points: Sequence[Sequence[float]] | Floats, middle: tuple[float, float], value: int) -> bool:
    """Whether some point is FAR_OFF the circle of a layout of 3, 4 or 5 and off its centre, or one has no point."""
    away = [math.dist(point, middle) for point in points]
    circle = math.sqrt(sum(one * one for one in away) / _OUTER[value])
    places = (circle,) if value == _OUTER[value] else (0.0, circle)
    return any(min(abs(one - place) for place in places) > FAR_OFF for one in away) or any(
        min(abs(one - place) for one in away) > FAR_OFF for place in places
    )


def misfit(points: Sequence[Sequence[float]] | Floats, value: int, enough: float = 0.0) -> float:
    """Returns how far (as a fraction of the edge) points are from forming a face, or infinity.

    `points` (pairs of x and y) are in units of the face's edges, relative to its centre. Below `enough`, any smaller
    value may be returned.

    >>> misfit([(0.25, 0.24), (-0.25, -0.24)], 2) < 0.01
    True
    >>> misfit([(0.25, 0.24), (0.2, -0.24)], 2)
    inf
    """
    if len(points) != value:
        return math.inf
    x, y = sum(point[0] for point in points) / value, sum(point[1] for point in points) / value
    off_middle = math.hypot(x, y)
    if off_middle > CENTRED:
        return math.inf
    if value == 1:
        return off_middle / 2
    if value in _OUTER and _off_circle(points, (x, y), value):
        return math.inf
    # Points are few, and mostly fit at the first rotation: plain numbers are faster than arrays.
    about = [(a - x, b - y) for a, b in points]
    least = math.inf
    for cosine, sine in _ROTATIONS:
        turned = [(a * cosine - b * sine, a * sine + b * cosine) for a, b in about]
        least = min(least, _misfit_as_turned(turned, value, least))
        if least < enough:
            break
    return least


def _misfit_as_turned(points: Sequence[Point], value: int, most: float) -> float:
    """Returns how far points about the origin are from the nearest variant of a value, `most` at most."""
    wide = math.sqrt(sum(x * x for x, _ in points) / value)
    high = math.sqrt(sum(y * y for _, y in points) / value)
    for places, deviation_x, deviation_y in _WAYS[value]:
        pitch_x, pitch_y = wide / deviation_x if deviation_x else 0.0, high / deviation_y if deviation_y else 0.0
        if all(pitch == 0 or MIN_PITCH <= pitch <= MAX_PITCH for pitch in (pitch_x, pitch_y)):
            targets = [(x * pitch_x, y * pitch_y) for x, y in places]
            # Every point must be near a place of the layout, and every place near a point.
            off = _farthest(points, targets, most)
            most = min(most, max(off, _farthest(targets, points, most)) if off < most else most)
    return most


def _farthest(points: Sequence[Point], others: Sequence[Point], most: float) -> float:
    """Returns the largest distance from one of the points to the nearest of the others, or `most` if larger."""
    farthest = 0.0
    for point in points:
        farthest = max(farthest, min(math.dist(point, other) for other in others))
        if farthest >= most:
            return most
    return farthest
