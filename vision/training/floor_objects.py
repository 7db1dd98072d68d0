"""Objects on the floor of a box: pencils, coins and pebbles, beside the dice or below a cocked one."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.backgrounds import Image, Rng, random_colour

Floats = NDArray[np.float64]

SIDES = 6, 24, 20
"""Number of sides of a pencil, a coin and a pebble."""

WOOD = np.array([0.45, 0.62, 0.8])
"""Albedo (B, G, R) of a sharpened pencil's wood."""


class ObjectKind(Enum):
    """A kind of object, and the range of its height in short edges of a die."""

    PENCIL = (0.25, 0.45)
    COIN = (0.07, 0.2)
    PEBBLE = (0.15, 0.6)


@dataclass(frozen=True, slots=True, eq=False)
class FloorObject:
    """A mesh on the floor: vertices (N×3, in short edges), quads (M×4 vertex indices), albedo of each quad (M×3)."""

    points: Floats
    quads: NDArray[np.int32]
    colours: Image

    @property
    def footprint(self) -> Floats:
        """The convex hull (N×2) of the object on the floor."""
        return np.asarray(cv2.convexHull(self.points[:, :2].astype(np.float32))[:, 0], float)


def random_height(rng: Rng) -> tuple[ObjectKind, float]:
    """Returns a random kind of object and its height, in short edges."""
    kind = list(ObjectKind)[int(rng.integers(len(ObjectKind)))]
    return kind, float(rng.uniform(*kind.value))


def make_object(rng: Rng, kind: ObjectKind, height: float, rim: Floats, inwards: Floats) -> FloorObject:
    """Returns an object of this height that touches what leans on it at `rim`.

    `rim` is a place on the floor (2), and `inwards` the unit vector (2) from there to the middle of the object.
    """
    if kind is ObjectKind.PENCIL:
        return _pencil(rng, height, rim, inwards)
    if kind is ObjectKind.COIN:
        radius = float(rng.uniform(0.35, 0.75))
        rings = [(0.0, radius), (height, radius), (height, 0.9 * radius), (0.9 * height, 0.85 * radius)]
        points, quads = _solid_of_revolution([*rings, (0.9 * height, 0.0)], SIDES[1])
        colour = random_colour(rng, 0.1, 0.9)
        return FloorObject(points + np.append(rim + inwards * radius, 0.0), quads, np.tile(colour, (len(quads), 1)))
    angles = np.linspace(-np.pi / 2, np.pi / 2, 9)
    stretch, turn = float(rng.uniform(0.8, 1.6)), float(rng.uniform(0, np.pi))
    rings = [(height / 2 * (1 + float(np.sin(a))), height / 2 * float(np.cos(a))) for a in angles]
    points, quads = _solid_of_revolution(rings, SIDES[2])
    points[:, :2] = points[:, :2] * (stretch, stretch * rng.uniform(0.7, 1.0)) @ _rotation(turn).T
    tones = random_colour(rng, 0.05, 0.7) * rng.normal(1, 0.06, (len(quads), 1))
    return FloorObject(points + np.append(rim, 0.0), quads, np.asarray(np.clip(tones, 0.01, 1), np.float32))


def _pencil(rng: Rng, height: float, rim: Floats, inwards: Floats) -> FloorObject:
    """Returns a sharpened pencil, roughly across the direction `inwards`."""
    length, radius = float(rng.uniform(2.5, 7)), height / np.sqrt(3)
    tip = 4 * radius
    rings = [(0.0, 0.0), (0.0, radius), (length - tip, radius), (length - 0.2 * tip, 0.2 * radius), (length, 0.0)]
    points, quads = _solid_of_revolution(rings, SIDES[0])
    colours = np.tile(random_colour(rng, 0.05, 0.9), (len(quads), 1))
    part = np.arange(len(quads)) // SIDES[0]
    colours[part == 2], colours[part == len(rings) - 2] = WOOD, 0.1
    # It lies on one of its sides: its axis, so far vertical, becomes horizontal.
    along = _rotation(float(np.arctan2(inwards[1], inwards[0]) + np.pi / 2 + rng.normal(0, 0.35))) @ [1.0, 0.0]
    across = np.array([-along[1], along[0]])
    start = rim + inwards * 0.2 * radius - along * float(rng.uniform(0.25, 0.75)) * length
    flat = start + points[:, 2:] * along + points[:, :1] * across
    return FloorObject(np.column_stack([flat, points[:, 1] + height / 2]), quads, np.asarray(colours, np.float32))


def _solid_of_revolution(rings: list[tuple[float, float]], sides: int) -> tuple[Floats, NDArray[np.int32]]:
    """Returns the vertices and quads of a solid of revolution about z; `rings` are pairs of height and radius."""
    angles = 2 * np.pi * np.arange(sides) / sides
    around = np.column_stack([np.cos(angles), np.sin(angles)])
    points = np.vstack([np.column_stack([radius * around, np.full(sides, z)]) for z, radius in rings])
    first = np.arange(sides, dtype=np.int32)
    second = np.roll(first, -1)
    strip = np.column_stack([first, second, second + sides, first + sides])
    quads = np.vstack([strip + k * sides for k in range(len(rings) - 1)])
    return points, np.asarray(quads, np.int32)


def _rotation(angle: float) -> NDArray[Any]:
    """Returns the matrix (2×2) of a rotation in the plane."""
    return np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
