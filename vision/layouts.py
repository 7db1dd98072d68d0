"""The six layouts of pips on a face, fitted to points with a scale of its own in x and y."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

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
"""Pips of each face in units of the pitch, one entry for each way of laying it out."""

TURNS = np.radians([0, -12, 12, -24, 24, -36, 36, 45])
"""Turns against the outline that are tried: rounded dice do not tell their edges exactly."""

_ROTATIONS = np.array([[[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]] for t in TURNS])


def _inverse_spreads(units: Floats) -> Floats:
    """Returns one over a layout's deviation in x and y; 0 where it has no extent and therefore no pitch."""
    spread = units.std(1)
    return np.asarray(np.where(spread > 0, 1 / np.maximum(spread, 1e-9), 0.0))


_INVERSE_SPREADS = {value: _inverse_spreads(units) for value, units in LAYOUTS.items()}

LEAST_PITCH, MOST_PITCH = 0.13, 0.36
"""Distance of an outer pip from the middle along one edge, as a fraction of that edge."""

CENTRED = 0.13
"""How far the middle of a layout may lie from the middle of its face."""


_OUTER = {3: 2, 4: 4, 5: 4}
"""How many places of a layout lie on one circle, whatever the pitches and the turn; any other is its middle."""

FAR_OFF = 0.12
"""Points further than this from the circle and the middle form no face: nobody asks how far off they are."""


def _off_circle(points: Sequence[Sequence[float]] | Floats, middle: tuple[float, float], value: int) -> bool:
    """Whether some point lies FAR_OFF the circle of a layout of 3, 4 or 5 and off its middle, or one has no point."""
    away = [math.dist(point, middle) for point in points]
    circle = math.sqrt(sum(one * one for one in away) / _OUTER[value])
    places = (circle,) if value == _OUTER[value] else (0.0, circle)
    return any(min(abs(one - place) for place in places) > FAR_OFF for one in away) or any(
        min(abs(one - place) for one in away) > FAR_OFF for place in places
    )


def misfit(points: Sequence[Sequence[float]] | Floats, value: int) -> float:
    """Returns how far (as a fraction of the edge) points are from forming a face, or infinity if they are far from it.

    `points` (pairs of x and y) are in units of the face's edges, the face's middle being the origin.

    >>> misfit([(0.25, 0.24), (-0.25, -0.24)], 2) < 0.01
    True
    >>> misfit([(0.25, 0.24), (0.2, -0.24)], 2)
    inf
    """
    if len(points) != value:
        return math.inf
    # Most marks that are no pips already fail here, or on the circle below, before any array is made of them.
    x, y = sum(point[0] for point in points) / value, sum(point[1] for point in points) / value
    off_middle = math.hypot(x, y)
    if off_middle > CENTRED:
        return math.inf
    if value == 1:
        return off_middle / 2
    if value in _OUTER and _off_circle(points, (x, y), value):
        return math.inf
    turned = (np.asarray(points, float) - (x, y)) @ _ROTATIONS
    spread = np.sqrt((turned * turned).sum(1) / value)
    pitch = spread[:, None] * _INVERSE_SPREADS[value]
    possible = ((pitch == 0) | ((pitch >= LEAST_PITCH) & (pitch <= MOST_PITCH))).all(2)
    turns, ways = possible.nonzero()
    if not len(turns):
        return math.inf
    targets = LAYOUTS[value][ways] * pitch[turns, ways, None]
    off = turned[turns, :, None] - targets[:, None]
    distances = (off * off).sum(3)
    # Every place of the layout must be near to some point, and every point must have a near place.
    worst = np.maximum(distances.min(2).max(1), distances.min(1).max(1))
    return math.sqrt(float(worst.min()))
