"""Dice in the world and the camera above them: where they lie, how they stand, what keeps them from being read.

The world's unit is the short edge of a die; the floor is z = 0 and the camera looks down from z = height.
"""

from dataclasses import dataclass, replace
from enum import IntEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classifier import FAULTS, NO_TOP
from vision.training.faces import Style, random_style
from vision.training.floors import Image, Rng

Floats = NDArray[np.float64]

CORNERS = np.array([(x, y, z) for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)])
FACES = ((4, 5, 7, 6), (0, 2, 3, 1), (1, 3, 7, 5), (0, 4, 6, 2), (2, 6, 7, 3), (0, 1, 5, 4))
"""Corners of the six faces in order round each; opposite faces follow one another: ±z, ±x, ±y."""
NORMALS = np.array([(0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], float)


LEAN = (0.19, 1.05)
"""How far a cocked die is out of the level, in radians (11 to 60 degrees): at 0.79 it shows two faces alike.

What is less aslant than that lies badly, and its face still counts.
"""

WIDE = 0.2
"""How often a camera that looks straight down has a wide lens: 98 to 112 degrees from corner to corner."""

ASLANT = 0.07
"""How often a die is cocked."""

CLOSE = (90.0, 200.0)
"""Edges, in pixels of a scene of 256, of a die that fills the picture."""

ROUND = 0.4
"""Radius of the rounded edges in short edges, for a style's rounding of 1."""


class FaceFault(IntEnum):
    """What keeps a top face from being read, as the classifier numbers it."""

    COCKED = NO_TOP + 1 + FAULTS.index("cocked")
    COVERED = NO_TOP + 1 + FAULTS.index("covered")
    MOVING = NO_TOP + 1 + FAULTS.index("moving")
    CUT_OFF = NO_TOP + 1 + FAULTS.index("cut-off")


@dataclass(frozen=True, slots=True)
class SceneCamera:
    """A pinhole camera above the floor, tilted by `turn` about the picture's x axis."""

    height: float
    focal: float
    centre: Floats
    turn: Floats
    squeeze: Floats
    """Width and height of a pixel's share of the picture: not every camera has square pixels."""
    bend: float = 0.0
    """How far its lens is from showing lines straight (0) towards showing angles as distances (1)."""

    def project(self, points: Floats) -> Floats:
        """Returns the picture's (x, y) of world points (N×3)."""
        seen = (points - np.array([0.0, 0.0, self.height])) @ self.turn.T
        return np.asarray(self.centre + self.focal * self.squeeze * self._bent(seen[:, :2] * (1, -1) / -seen[:, 2:]))

    def floor_at(self, pixel: Floats) -> Floats:
        """Returns the floor's (x, y) that is seen at a pixel."""
        across = self._straight((pixel - self.centre) / (self.focal * self.squeeze))
        ray = np.array([across[0], -across[1], -1.0]) @ self.turn
        return np.asarray(ray[:2] * (self.height / -ray[2]))

    def _bent(self, across: Floats) -> Floats:
        """Returns where the lens shows points (N×2) that one without distortion shows there, in focal lengths."""
        if not self.bend:
            return across
        away = np.maximum(np.linalg.norm(across, axis=-1, keepdims=True), 1e-9)
        return np.asarray(across * (1 - self.bend + self.bend * np.arctan(away) / away))

    def _straight(self, across: Floats) -> Floats:
        """Returns where a lens without distortion would show a point (x, y), in focal lengths."""
        due = float(np.linalg.norm(across))
        if not self.bend or due < 1e-9:
            return across
        away = due
        for _ in range(8):
            # Newton's method; what lies beyond half the sky is not looked for.
            told = (1 - self.bend) * away + self.bend * np.arctan(away)
            away = min(away - (told - due) / (1 - self.bend + self.bend / (1 + away * away)), 5.0)
        return np.asarray(across * (away / due))


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """One die in the world: its corners (8×3), its axes, its faces' values (the top's first) and its look."""

    corners: Floats
    axes: Floats
    values: tuple[int, ...]
    style: Style
    fault: FaceFault | None
    smear: float = 0.0
    """Length of its motion during the exposure, in edges."""

    @property
    def footprint(self) -> Floats:
        """The hull of the die on the floor."""
        return np.asarray(cv2.convexHull(self.corners[:, :2].astype(np.float32))[:, 0], float)


def rounding_of(half: Floats, style: Style) -> float:
    """Returns the radius of the rounded edges of a die of these half sizes (3)."""
    shortest = float(half.min())
    return min(shortest * 0.95, max(0.01, 2 * ROUND * style.rounding * shortest))


def flat_part(die: Solid, index: int) -> Floats:
    """Returns the corners (4×3) of a face where the rounding of its edges begins: what is labelled as the face."""
    quad, middle = die.corners[list(FACES[index])], die.corners.mean(0)
    half = np.abs((die.corners - middle) @ die.axes).max(0)
    along, across = ((quad[k + 1] - quad[k]) / np.linalg.norm(quad[k + 1] - quad[k]) for k in (0, 1))
    radius = rounding_of(half, die.style)
    return np.asarray(quad + radius * np.array([along + across, across - along, -along - across, along - across]))


def rotation(axis: Floats, angle: float) -> Floats:
    """Returns the matrix of a turn about an axis."""
    matrix, _ = cv2.Rodrigues(np.asarray(axis / np.linalg.norm(axis) * angle, float))
    return np.asarray(matrix)


def close_camera(rng: Rng, side: int) -> SceneCamera:
    """Returns a camera for a picture that one die fills."""
    edge = float(rng.uniform(*CLOSE)) * side / 256
    height = float(rng.uniform(4, 12))
    turn = rotation(np.array([1.0, 0, 0]), float(rng.normal(0, 0.05) if rng.random() < 0.6 else rng.uniform(0.1, 0.6)))
    # The die's top is nearer to the camera than the floor.
    return SceneCamera(height, edge * (height - 1), side / 2 + rng.normal(0, 0.1 * side, 2), turn, np.array([1.0, 1.0]))


def random_camera(rng: Rng, side: int) -> SceneCamera:
    """Returns a camera for a square picture: near or far, wide or narrow, mostly looking straight down."""
    kind = rng.random()
    if kind < 0.82:
        edge = float(np.exp(rng.uniform(np.log(14), np.log(110))))
    elif kind < 0.94:
        edge = float(rng.uniform(90, 225))
    else:
        edge = float(rng.uniform(11, 15))
    height = float(rng.uniform(4.5, 9) if rng.random() < 0.6 else rng.uniform(9, 30))
    tilt = float(rng.normal(0, 0.05) if rng.random() < 0.66 else rng.uniform(0.1, 0.95))
    focal = edge * height
    turn = rotation(np.array([1.0, 0, 0]), tilt)
    # The picture is a piece of a wider one: its middle lies off the optical axis.
    away = focal * rng.uniform(0, 0.65) * (1 if abs(tilt) < 0.15 else 0.3)
    angle = rng.uniform(0, 2 * np.pi)
    squeeze = np.array([1.0, 1.0])
    if rng.random() < 0.25:
        squeeze[int(rng.integers(2))] = rng.uniform(0.66, 1.0)
    bend = 0.0
    if abs(tilt) < 0.15 and rng.random() < WIDE:
        # A wide lens from near, with dice up to its corners; far off the axis the picture is drawn smaller.
        height = float(rng.uniform(4, 8))
        focal, bend, aside = edge * height, float(rng.uniform(0, 1)), rng.uniform(0.3, 1.3)
        away = focal * ((1 - bend) * aside + bend * np.arctan(aside))
    centre = side / 2 + away * np.array([np.cos(angle), np.sin(angle)])
    return SceneCamera(height, focal, centre, turn, squeeze, bend)


def box_camera(rng: Rng, side: int) -> SceneCamera:
    """Returns a camera that looks straight down from 4 to 13 short edges; the picture is a piece of its wider one."""
    edge = float(np.exp(rng.uniform(np.log(24), np.log(80))))
    height = float(rng.uniform(4, 13))
    focal = edge * height
    away = focal * rng.uniform(0, 0.7)
    angle = rng.uniform(0, 2 * np.pi)
    turn = rotation(np.array([1.0, 0, 0]), float(rng.normal(0, 0.015)))
    centre = side / 2 + away * np.array([np.cos(angle), np.sin(angle)])
    return SceneCamera(height, focal, centre, turn, np.array([1.0, 1.0]))


def _die_size(rng: Rng, oblong: bool) -> tuple[Floats, int]:
    """Returns the die's size (x, y, z) as it lies and its top value: a square end of a long die bears 1 or 2."""
    uneven = 1 + rng.normal(0, 0.02, 3)
    if not oblong:
        return uneven, int(rng.integers(1, 7))
    length = rng.uniform(1.15, 1.5)
    on_end = rng.random() < 0.25
    if on_end:
        value = int(rng.integers(1, 3)) if rng.random() < 0.9 else int(rng.integers(3, 7))
        return np.array([1.0, 1.0, length]) * uneven, value
    value = int(rng.integers(3, 7)) if rng.random() < 0.85 else int(rng.integers(1, 3))
    return np.array([length, 1.0, 1.0]) * uneven, value


def _overlap(a: Floats, b: Floats) -> bool:
    area, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return bool(area > 1e-4)


def _place(
    rng: Rng, size: Floats, at: Floats, raised: float, lean: float, outwards: bool = False
) -> tuple[Floats, Floats]:
    """Returns the corners and the axes (3×3) of a die that stands at `at`, leaning by `lean`.

    `outwards`: it leans over away from the foot of the camera, its edge along a wall behind it; from 45 degrees on,
    the face that is uppermost then leans the other way.
    """
    axes = rotation(np.array([0.0, 0.0, 1.0]), float(rng.uniform(0, 2 * np.pi)))
    if lean and outwards:
        # A wall runs nearly across the way to the die, and its edge nearly along the wall.
        wall = np.arctan2(at[1], at[0]) + rng.normal(0, 0.4)
        over = np.array([-np.sin(wall), np.cos(wall), 0.0])
        quarters = np.pi / 2 * int(rng.integers(4))
        axes = rotation(over, lean) @ rotation(np.array([0.0, 0.0, 1.0]), wall + quarters + rng.normal(0, 0.1))
    elif lean:
        # A die leans on one of its lower edges more often than on a corner.
        over = axes[:, int(rng.integers(2))] if rng.random() < 0.65 else np.append(rng.normal(0, 1, 2), 0)
        axes = rotation(over, lean * float(rng.choice([-1, 1]))) @ axes
    corners = (CORNERS * size) @ axes.T
    return corners - [0, 0, corners[:, 2].min()] + [at[0], at[1], raised], axes


def throw(
    rng: Rng,
    camera: SceneCamera,
    side: int,
    floor: Image,
    aslant: float = ASLANT,
    outwards: float = 0.0,
    alone: bool = False,
    calm: bool = False,
) -> list[Solid]:
    """Returns none to nine dice in sight: alike or mixed, apart or touching, some cocked, stacked or moving.

    `aslant` is the probability of each to be cocked, `outwards` that of a cocked one to lean away from the camera,
    unless it lies at or upon another. `alone`: there is one, near the middle of the picture. `calm`: more are dark.
    """
    edge = camera.focal / camera.height
    most = int(np.clip((side / edge) ** 2 * 0.5, 1, 9))
    count = 1 if alone else int(rng.integers(1, most + 1)) if rng.random() < 0.92 else 0
    oblong = rng.random() < 0.45
    shared = random_style(rng, floor, calm) if rng.random() < 0.7 else None
    mixed_sizes = rng.random() < 0.15
    dice: list[Solid] = []
    for _ in range(count * 2):
        if len(dice) >= count:
            break
        size, top = _die_size(rng, oblong)
        size = size * (rng.uniform(0.6, 1.1) if mixed_sizes else 1)
        lean = float(rng.uniform(*LEAN)) if rng.random() < aslant else 0.0
        fault = FaceFault.COCKED if lean else None
        near = dice[int(rng.integers(len(dice)))] if dice and rng.random() < 0.35 else None
        if near is not None and near.fault is None and rng.random() < 0.08:
            # On top of another die, which thereby cannot be read.
            at = near.corners[:, :2].mean(0) + rng.normal(0, 0.3, 2)
            dice[dice.index(near)] = replace(near, fault=FaceFault.COVERED)
            tip = float(rng.uniform(0.1, 0.5)) if rng.random() < 0.4 else 0.0
            fault = FaceFault.COCKED if tip > LEAN[0] else None
            corners, axes = _place(rng, size, at, float(near.corners[:, 2].max()), tip)
        else:
            reach = (0.4, 0.6) if alone else (-0.05, 1.05)
            at = camera.floor_at(rng.uniform(reach[0] * side, reach[1] * side, 2))
            corners, axes = _place(rng, size, at, 0.0, lean, lean > 0 and rng.random() < outwards)
            if near is not None:
                corners = _slide_to(rng, corners, near)
            hull = cv2.convexHull(corners[:, :2].astype(np.float32))[:, 0].astype(float)
            if any(_overlap(hull, other.footprint) for other in dice):
                continue
        values = [int(v) for v in rng.permutation([v for v in range(1, 7) if v != top])]
        style = shared or random_style(rng, floor, calm)
        smear = float(rng.uniform(0.3, 1.2)) if rng.random() < 0.045 else 0.0
        dice.append(Solid(corners, axes, (top, *values), style, FaceFault.MOVING if smear else fault, smear))
    return dice


def _slide_to(rng: Rng, corners: Floats, near: Solid) -> Floats:
    """Moves a die next to another until they touch, or nearly so."""
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle), 0.0])
    home = corners - np.append(corners[:, :2].mean(0), 0) + np.append(near.corners[:, :2].mean(0), 0)
    low, high = 0.0, 4.0
    for _ in range(9):
        middle = (low + high) / 2
        hull = cv2.convexHull((home + way * middle)[:, :2].astype(np.float32))[:, 0].astype(float)
        low, high = (middle, high) if _overlap(hull, near.footprint) else (low, middle)
    return np.asarray(home + way * (high + (0.01 if rng.random() < 0.6 else rng.uniform(0.01, 0.3))))
