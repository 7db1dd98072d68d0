"""The dice of the simulated box: their shape, material and pips, and which value stands on which side."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
"""Float32, millimetres unless said otherwise."""

INCH = 25.4


class BodyShape(StrEnum):
    """Oblong: 1 × ¾ × ¾ inch, 1 and 2 on the square ends. Cube: 16 mm, opposite sides adding to seven."""

    OBLONG = "oblong"
    CUBE = "cube"


class Tint(StrEnum):
    """What the dice are made of; pips are dark on the pale ones and pale on the dark ones."""

    BONE = "bone"
    IVORY = "ivory"
    WOOD = "wood"
    HORN = "horn"


class PipCut(StrEnum):
    """Drilled and filled, or a ring cut round a dot."""

    DRILLED = "drilled"
    RINGS = "rings"


class Floor(StrEnum):
    """What the dice lie on."""

    FELT = "felt"
    MADDER = "madder"
    PLANK = "plank"


@dataclass(frozen=True, slots=True)
class DiceSet:
    """The dice in the box and the floor under them."""

    shape: BodyShape = BodyShape.OBLONG
    tint: Tint = Tint.BONE
    pips: PipCut = PipCut.DRILLED
    floor: Floor = Floor.FELT

    @property
    def odds(self) -> tuple[float, ...]:
        """The chance of each face from 1 to 6; of an oblong die as declared in RULES.md V14."""
        return (0.1, 0.1, 0.2, 0.2, 0.2, 0.2) if self.shape is BodyShape.OBLONG else (1 / 6,) * 6


@dataclass(frozen=True, slots=True)
class SimulatedBody:
    """One die: half its edges along its own x, y, z, the radius of its edges, and the values of its six sides.

    The sides stand in the order +x, -x, +y, -y, +z, -z.
    """

    half: tuple[float, float, float]
    radius: float
    values: tuple[int, ...]

    def corners(self) -> Vector:
        """The eight corners (8 × 3) of the box around the die."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
        return np.asarray(signs * np.array(self.half), np.float32)

    def upright(self, value: int) -> Vector:
        """The rotation (3 × 3) that brings the side with `value` on top."""
        side = self.values.index(value)
        axis, sign = divmod(side, 2)
        up = np.zeros(3, np.float32)
        up[axis] = 1 - 2 * sign
        along = np.roll(np.abs(up), 1)
        return np.asarray(np.stack([along, np.cross(up, along), up]), np.float32)


def make_body(shape: BodyShape, rng: np.random.Generator) -> SimulatedBody:
    """Makes one die by hand: edges are slightly off size, and the sides are numbered at random.

    >>> make_body(BodyShape.OBLONG, np.random.default_rng(1)).values[:2]
    (1, 2)
    """
    slip = rng.normal(0, 0.012, 3)
    if shape is BodyShape.CUBE:
        half = 8.0 * (1 + slip / 3)
        first, second, third = rng.permutation([1, 2, 3])
        values: tuple[int, ...] = (first, 7 - first, second, 7 - second, third, 7 - third)
    else:
        half = np.array([INCH / 2, INCH * 3 / 8, INCH * 3 / 8]) * (1 + slip)
        values = (1, 2, *rng.permutation([3, 4, 5, 6]))
    x, y, z = (float(edge) for edge in half)
    return SimulatedBody((x, y, z), float(rng.uniform(0.07, 0.11)) * 2 * z, tuple(int(value) for value in values))


_LAYOUTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}


def pip_places(value: int, half_u: float, half_v: float) -> list[tuple[float, float]]:
    """The centres of the pips on a side of half-edges `half_u` and `half_v`; the rows of a six run along the longer.

    >>> pip_places(2, 10, 10)
    [(-5.2, -5.2), (5.2, 5.2)]
    """
    spread = 0.52
    places = _LAYOUTS[value]
    if half_v > half_u:
        places = tuple((v, u) for u, v in places)
    return [(u * half_u * spread, v * half_v * spread) for u, v in places]
