"""The six layouts of pips on a face, fitted to points with a scale of its own in x and y."""

import math

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


def misfit(points: Floats, value: int) -> float:
    """Returns how far (as a fraction of the edge) points are from forming a face, or infinity.

    `points` (N×2) are in units of the face's edges, the face's middle being the origin.

    >>> misfit(np.array([[0.25, 0.24], [-0.25, -0.24]]), 2) < 0.01
    True
    >>> misfit(np.array([[0.25, 0.24], [0.2, -0.24]]), 2)
    inf
    """
    if len(points) != value:
        return float("inf")
    middle = points.sum(0) / value
    if math.hypot(middle[0], middle[1]) > CENTRED:
        return float("inf")
    if value == 1:
        return math.hypot(middle[0], middle[1]) / 2
    units = LAYOUTS[value]
    turned = (points - middle) @ _ROTATIONS
    spread = np.sqrt((turned * turned).sum(1) / value)
    pitch = spread[:, None] * _INVERSE_SPREADS[value]
    possible = ((pitch == 0) | ((pitch >= LEAST_PITCH) & (pitch <= MOST_PITCH))).all(2)
    if not possible.any():
        return float("inf")
    targets = units[None] * pitch[:, :, None]
    off = turned[:, None, :, None] - targets[:, :, None]
    distances = (off * off).sum(4)
    # Every place of the layout must be near to some point, and every point must have a near place.
    worst = np.maximum(distances.min(3).max(2), distances.min(2).max(2))
    return math.sqrt(float(np.where(possible, worst, np.inf).min()))
