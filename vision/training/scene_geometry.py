"""Geometry of drawn scenes: how dice lie on the floor, the camera above them, and what makes a die unreadable.

The world unit is the short edge of a die. The floor is z = 0, and the camera looks down from z = height.
"""

from dataclasses import dataclass, replace
from enum import IntEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classifier import FAULTS, NO_TOP
from vision.training.backgrounds import Image, Rng
from vision.training.face_textures import DieStyle, random_style

Floats = NDArray[np.float64]

UNIT_CORNERS = np.array([(x, y, z) for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)])
"""Corners (8×3) of the unit cube about the origin."""
FACES = ((4, 5, 7, 6), (0, 2, 3, 1), (1, 3, 7, 5), (0, 4, 6, 2), (2, 6, 7, 3), (0, 1, 5, 4))
"""Corner indices of the six faces, in order around each; opposite faces are neighbours: ±z, ±x, ±y."""
NORMALS = np.array([(0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], float)
"""Outward normals of the faces."""


LEAN_RANGE = (0.19, 1.05)
"""Lean angle of a cocked die, in radians (11° to 60°); at 0.79 (45°) it shows two faces alike.

The value of a die that leans less still counts.
"""

WIDE_LENS_PROBABILITY = 0.2
"""Probability that a camera looking straight down has a wide lens: 98° to 112° diagonally."""

CROWDED_PROBABILITY, FACE_TO_FACE_PROBABILITY = 0.8, 0.5
"""Probabilities that a die of a crowded throw touches another one, or nearly so, and that it is then parallel to it."""

TOUCHING_PROBABILITY = 0.6
"""Probability that a die beside another one touches it."""

LEANING_PROBABILITY = 0.07
"""Probability that a die is cocked."""

CLOSE_UP_EDGES = (90.0, 200.0)
"""Range of the edge of a die that fills the picture, in pixels of a scene of 256."""

EDGE_RADIUS_SCALE = 0.4
"""Radius of the rounded edges, in short edges, at a style's rounding of 1."""


class FaceFault(IntEnum):
    """Why a top face cannot be read, numbered like the classes of the classifier."""

    COCKED = NO_TOP + 1 + FAULTS.index("cocked")
    COVERED = NO_TOP + 1 + FAULTS.index("covered")
    MOVING = NO_TOP + 1 + FAULTS.index("moving")
    CUT_OFF = NO_TOP + 1 + FAULTS.index("cut-off")


@dataclass(frozen=True, slots=True)
class SceneCamera:
    """A camera above the floor, tilted about the x axis of the image by the matrix `rotation`.

    Lengths of the world are in short edges, those of the image in pixels.
    """

    height: float
    focal: float
    centre: Floats
    rotation: Floats
    pixel_aspect: Floats
    """Scale of the image in x and y, for non-square pixels."""
    fisheye: float = 0.0
    """Distortion of the lens, from rectilinear (0) to equidistant (1)."""

    def project(self, points: Floats) -> Floats:
        """Returns the image points (N×2) of world points (N×3)."""
        rays = (points - np.array([0.0, 0.0, self.height])) @ self.rotation.T
        return np.asarray(
            self.centre + self.focal * self.pixel_aspect * self._distorted(rays[:, :2] * (1, -1) / -rays[:, 2:])
        )

    def floor_at(self, pixel: Floats) -> Floats:
        """Returns the floor point (x, y) that is seen at a pixel."""
        image_point = self._undistorted((pixel - self.centre) / (self.focal * self.pixel_aspect))
        ray = np.array([image_point[0], -image_point[1], -1.0]) @ self.rotation
        return np.asarray(ray[:2] * (self.height / -ray[2]))

    def _distorted(self, image_point: Floats) -> Floats:
        """Returns the distorted positions of undistorted points (N×2), in focal lengths from the principal point."""
        if not self.fisheye:
            return image_point
        radius = np.maximum(np.linalg.norm(image_point, axis=-1, keepdims=True), 1e-9)
        return np.asarray(image_point * (1 - self.fisheye + self.fisheye * np.arctan(radius) / radius))

    def _undistorted(self, image_point: Floats) -> Floats:
        """Returns the undistorted position of a distorted point (x, y), in focal lengths from the principal point."""
        distorted = float(np.linalg.norm(image_point))
        if not self.fisheye or distorted < 1e-9:
            return image_point
        radius = distorted
        for _ in range(8):
            # Newton's method, limited to points less than about 79° off the axis.
            estimate = (1 - self.fisheye) * radius + self.fisheye * np.arctan(radius)
            radius = min(
                radius - (estimate - distorted) / (1 - self.fisheye + self.fisheye / (1 + radius * radius)), 5.0
            )
        return np.asarray(image_point * (radius / distorted))


@dataclass(frozen=True, slots=True, eq=False)
class PlacedDie:
    """A die in the world: corners (8×3), axes (columns), the values of its faces, top face first, its style."""

    corners: Floats
    axes: Floats
    values: tuple[int, ...]
    style: DieStyle
    fault: FaceFault | None
    blur_length: float = 0.0
    """Length of the motion blur, in edges."""

    @property
    def footprint(self) -> Floats:
        """The convex hull (N×2) of the die on the floor."""
        return np.asarray(cv2.convexHull(self.corners[:, :2].astype(np.float32))[:, 0], float)


def edge_radius(half_sizes: Floats, style: DieStyle) -> float:
    """Returns the radius of the rounded edges of a die with these half sizes (3)."""
    shortest = float(half_sizes.min())
    return min(shortest * 0.95, max(0.01, 2 * EDGE_RADIUS_SCALE * style.rounding * shortest))


def flat_face(die: PlacedDie, index: int) -> Floats:
    """Returns the corners (4×3) of the flat part of a face, inside the rounded edges: the outline that is labelled."""
    quad, middle = die.corners[list(FACES[index])], die.corners.mean(0)
    half_sizes = np.abs((die.corners - middle) @ die.axes).max(0)
    along, across = ((quad[k + 1] - quad[k]) / np.linalg.norm(quad[k + 1] - quad[k]) for k in (0, 1))
    radius = edge_radius(half_sizes, die.style)
    return np.asarray(quad + radius * np.array([along + across, across - along, -along - across, along - across]))


def rotation(axis: Floats, angle: float) -> Floats:
    """Returns the matrix of a rotation about an axis, by an angle in radians."""
    matrix, _ = cv2.Rodrigues(np.asarray(axis / np.linalg.norm(axis) * angle, float))
    return np.asarray(matrix)


def close_camera(rng: Rng, side: int) -> SceneCamera:
    """Returns a camera for a picture that one die fills."""
    edge = float(rng.uniform(*CLOSE_UP_EDGES)) * side / 256
    height = float(rng.uniform(4, 12))
    rotation_matrix = rotation(
        np.array([1.0, 0, 0]), float(rng.normal(0, 0.05) if rng.random() < 0.6 else rng.uniform(0.1, 0.6))
    )
    # The die's top is nearer to the camera than the floor.
    return SceneCamera(
        height, edge * (height - 1), side / 2 + rng.normal(0, 0.1 * side, 2), rotation_matrix, np.array([1.0, 1.0])
    )


def random_camera(rng: Rng, side: int) -> SceneCamera:
    """Returns a camera for a square image: near or far, wide or narrow, mostly looking straight down."""
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
    rotation_matrix = rotation(np.array([1.0, 0, 0]), tilt)
    # The image is a crop of a wider one, so its centre is off the optical axis.
    radius = focal * rng.uniform(0, 0.65) * (1 if abs(tilt) < 0.15 else 0.3)
    angle = rng.uniform(0, 2 * np.pi)
    pixel_aspect = np.array([1.0, 1.0])
    if rng.random() < 0.25:
        pixel_aspect[int(rng.integers(2))] = rng.uniform(0.66, 1.0)
    fisheye = 0.0
    if abs(tilt) < 0.15 and rng.random() < WIDE_LENS_PROBABILITY:
        # A wide lens near the dice; distortion compresses the image far from the axis.
        height = float(rng.uniform(4, 8))
        focal, fisheye, offset = edge * height, float(rng.uniform(0, 1)), rng.uniform(0.3, 1.3)
        radius = focal * ((1 - fisheye) * offset + fisheye * np.arctan(offset))
    centre = side / 2 + radius * np.array([np.cos(angle), np.sin(angle)])
    return SceneCamera(height, focal, centre, rotation_matrix, pixel_aspect, fisheye)


def box_camera(rng: Rng, side: int, wide: bool = False) -> SceneCamera:
    """Returns an overhead camera at 4 to 13 short edges; the image is a crop of a wider one.

    With `wide` it is a crop from the border of the view of a wide lens.
    """
    edge = float(np.exp(rng.uniform(np.log(24), np.log(80))))
    height = float(rng.uniform(4, 13))
    focal = edge * height
    radius = focal * (rng.uniform(0.6, 1.25) if wide else rng.uniform(0, 0.7))
    angle = rng.uniform(0, 2 * np.pi)
    rotation_matrix = rotation(np.array([1.0, 0, 0]), float(rng.normal(0, 0.015)))
    centre = side / 2 + radius * np.array([np.cos(angle), np.sin(angle)])
    return SceneCamera(height, focal, centre, rotation_matrix, np.array([1.0, 1.0]))


def _die_size(rng: Rng, oblong: bool) -> tuple[Floats, int]:
    """Returns the size of a die (x, y, z) as it lies, and its top value.

    The square ends of oblong dice usually bear 1 and 2.
    """
    tolerance = 1 + rng.normal(0, 0.02, 3)
    if not oblong:
        return tolerance, int(rng.integers(1, 7))
    length = rng.uniform(1.15, 1.5)
    on_end = rng.random() < 0.25
    if on_end:
        value = int(rng.integers(1, 3)) if rng.random() < 0.9 else int(rng.integers(3, 7))
        return np.array([1.0, 1.0, length]) * tolerance, value
    value = int(rng.integers(3, 7)) if rng.random() < 0.85 else int(rng.integers(1, 3))
    return np.array([length, 1.0, 1.0]) * tolerance, value


def _overlap(a: Floats, b: Floats) -> bool:
    area, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return bool(area > 1e-4)


def _place(
    rng: Rng,
    size: Floats,
    at: Floats,
    floor_height: float,
    lean_angle: float,
    lean_towards: float | None = None,
    parallel_to: PlacedDie | None = None,
) -> tuple[Floats, Floats]:
    """Returns the corners and the axes (3×3) of a die standing at `at`, leaning by `lean_angle`.

    A die that does not lean may be nearly `parallel_to` a flat one. `lean_towards` is the direction (radians) in which
    its top is moved by leaning, over an edge; without it, a die leans anywhere. From 45° on, its uppermost face then
    leans the other way.
    """
    axes = rotation(np.array([0.0, 0.0, 1.0]), float(rng.uniform(0, 2 * np.pi)))
    if parallel_to is not None and not lean_angle:
        quarter_turns = np.pi / 2 * int(rng.integers(4))
        axes = rotation(np.array([0.0, 0.0, 1.0]), quarter_turns + float(rng.normal(0, 0.05))) @ parallel_to.axes
    if lean_angle and lean_towards is not None:
        # The resting edge is roughly parallel to what the die leans on.
        lean_axis = np.array([-np.sin(lean_towards), np.cos(lean_towards), 0.0])
        quarter_turn = np.pi / 2 * int(rng.integers(4))
        axes = rotation(lean_axis, lean_angle) @ rotation(
            np.array([0.0, 0.0, 1.0]), lean_towards + quarter_turn + rng.normal(0, 0.1)
        )
    elif lean_angle:
        # More dice rest on an edge than on a corner.
        lean_axis = axes[:, int(rng.integers(2))] if rng.random() < 0.65 else np.append(rng.normal(0, 1, 2), 0)
        axes = rotation(lean_axis, lean_angle * float(rng.choice([-1, 1]))) @ axes
    corners = (UNIT_CORNERS * size) @ axes.T
    return corners - [0, 0, corners[:, 2].min()] + [at[0], at[1], floor_height], axes


def throw_dice(
    rng: Rng,
    camera: SceneCamera,
    side: int,
    floor: Image,
    leaning_probability: float = LEANING_PROBABILITY,
    outward_probability: float = 0.0,
    alone: bool = False,
    box_like: bool = False,
    crowded: bool = False,
    resting_probability: float = 0.0,
) -> list[PlacedDie]:
    """Returns up to nine visible dice: alike or mixed, apart or touching, some cocked, stacked or moving.

    `leaning_probability` is the probability that a die is cocked, `outward_probability` that a cocked die leans away
    from the camera, unless it lies at or on another. `resting_probability` is the probability that a cocked die beside
    a flat one leans on it. With `alone`, there is one die near the image centre. With `box_like`, more dice are dark.
    Most `crowded` dice touch another one, many face to face.
    """
    edge = camera.focal / camera.height
    max_count = int(np.clip((side / edge) ** 2 * 0.5, 1, 9))
    count = 1 if alone else int(rng.integers(1, max_count + 1)) if rng.random() < 0.92 else 0
    oblong = rng.random() < 0.45
    shared = random_style(rng, floor, box_like) if rng.random() < 0.7 else None
    mixed_sizes = rng.random() < 0.15
    dice: list[PlacedDie] = []
    for _ in range(count * 2):
        if len(dice) >= count:
            break
        size, top = _die_size(rng, oblong)
        size = size * (rng.uniform(0.6, 1.1) if mixed_sizes else 1)
        lean_angle = float(rng.uniform(*LEAN_RANGE)) if rng.random() < leaning_probability else 0.0
        fault = FaceFault.COCKED if lean_angle else None
        neighbour_probability = CROWDED_PROBABILITY if crowded else 0.35
        neighbour = dice[int(rng.integers(len(dice)))] if dice and rng.random() < neighbour_probability else None
        if neighbour is not None and neighbour.fault is None and rng.random() < 0.08:
            # It lies on top of another die, which it covers.
            at = neighbour.corners[:, :2].mean(0) + rng.normal(0, 0.3, 2)
            dice[dice.index(neighbour)] = replace(neighbour, fault=FaceFault.COVERED)
            tilt = float(rng.uniform(0.1, 0.5)) if rng.random() < 0.4 else 0.0
            fault = FaceFault.COCKED if tilt > LEAN_RANGE[0] else None
            corners, axes = _place(rng, size, at, float(neighbour.corners[:, 2].max()), tilt)
        else:
            window = (0.4, 0.6) if alone else (-0.05, 1.05)
            at = camera.floor_at(rng.uniform(window[0] * side, window[1] * side, 2))
            beside_flat = neighbour is not None and neighbour.fault is None
            resting = lean_angle > 0 and beside_flat and rng.random() < resting_probability
            side_of_neighbour = float(rng.uniform(0, 2 * np.pi))
            lean_towards = None
            if resting:
                lean_towards = side_of_neighbour + np.pi
            elif lean_angle > 0 and rng.random() < outward_probability:
                # The wall is roughly perpendicular to the line of sight.
                lean_towards = float(np.arctan2(at[1], at[0]) + rng.normal(0, 0.4))
            face_to_face = crowded and beside_flat and rng.random() < FACE_TO_FACE_PROBABILITY
            parallel_to = neighbour if face_to_face else None
            corners, axes = _place(rng, size, at, 0.0, lean_angle, lean_towards, parallel_to)
            if neighbour is not None:
                gap = 0.01 if resting or rng.random() < TOUCHING_PROBABILITY else float(rng.uniform(0.01, 0.3))
                corners = _slide_to(corners, neighbour, side_of_neighbour, gap)
            hull = cv2.convexHull(corners[:, :2].astype(np.float32))[:, 0].astype(float)
            if any(_overlap(hull, other.footprint) for other in dice):
                continue
        values = [int(v) for v in rng.permutation([v for v in range(1, 7) if v != top])]
        style = shared or random_style(rng, floor, box_like)
        blur_length = float(rng.uniform(0.3, 1.2)) if rng.random() < 0.045 else 0.0
        dice.append(
            PlacedDie(corners, axes, (top, *values), style, FaceFault.MOVING if blur_length else fault, blur_length)
        )
    return dice


def _slide_to(corners: Floats, near: PlacedDie, direction: float, gap: float) -> Floats:
    """Moves a die to this side (a direction in radians) of another one and leaves this gap, in short edges."""
    way = np.array([np.cos(direction), np.sin(direction), 0.0])
    centred = corners - np.append(corners[:, :2].mean(0), 0) + np.append(near.corners[:, :2].mean(0), 0)
    low, high = 0.0, 4.0
    for _ in range(9):
        middle = (low + high) / 2
        hull = cv2.convexHull((centred + way * middle)[:, :2].astype(np.float32))[:, 0].astype(float)
        low, high = (middle, high) if _overlap(hull, near.footprint) else (low, middle)
    return np.asarray(centred + way * (high + gap))
