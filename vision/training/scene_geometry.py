"""Geometry of drawn scenes: dice on the floor, the camera above them, and what makes a die unreadable.

The world unit is the short edge of a die. The floor is z = 0, and the camera looks down from z = height.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classifier import FAULTS, NO_TOP
from vision.training.backgrounds import Image, Rng
from vision.training.face_textures import DieStyle
from vision.training.floor_objects import FloorObject

Floats = NDArray[np.float64]

UNIT_CORNERS = np.array([(x, y, z) for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)])
"""Corners (8×3) of the unit cube about the origin."""
FACES = ((4, 5, 7, 6), (0, 2, 3, 1), (1, 3, 7, 5), (0, 4, 6, 2), (2, 6, 7, 3), (0, 1, 5, 4))
"""Corner indices of the six faces, in order around each; opposite faces are neighbours: ±z, ±x, ±y."""
NORMALS = np.array([(0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], float)
"""Outward normals of the faces."""


WIDE_LENS_PROBABILITY = 0.2
"""Probability that a camera looking straight down has a wide lens: 98° to 112° diagonally."""

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
    support: FloorObject | None = None
    """The object on which it leans."""

    @property
    def footprint(self) -> Floats:
        """The convex hull (N×2) of the die on the floor."""
        return np.asarray(cv2.convexHull(self.corners[:, :2].astype(np.float32))[:, 0], float)

    @property
    def footprints(self) -> list[Floats]:
        """The footprints of the die and of the object on which it leans."""
        return [self.footprint, self.support.footprint] if self.support else [self.footprint]


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """What a renderer shows: a camera's view of dice and objects.

    `background` is the albedo (side×side×3) of the view without them.
    """

    camera: SceneCamera
    background: Image
    dice: Sequence[PlacedDie]
    objects: Sequence[FloorObject] = ()


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


def top_face(die: PlacedDie) -> int:
    """Returns the index of the face that points up most."""
    return int(np.argmax((NORMALS @ die.axes.T)[:, 2]))


def face_values(die: PlacedDie) -> dict[int, int]:
    """Returns the value of each face by its index."""
    top = top_face(die)
    return dict(zip([top, *[i for i in range(6) if i != top]], die.values, strict=True))


def visible_faces(camera: SceneCamera, die: PlacedDie) -> list[int]:
    """Returns the indices of the faces that the camera sees."""
    normals = NORMALS @ die.axes.T
    viewpoint = np.array([0.0, 0.0, camera.height])
    return [i for i in range(6) if normals[i] @ (viewpoint - die.corners[list(FACES[i])].mean(0)) > 0]


def far_to_near(camera: SceneCamera, dice: Sequence[PlacedDie]) -> list[PlacedDie]:
    """Returns the dice in the order in which they are drawn: the lower ones first, then the farther ones."""
    viewpoint = np.array([0.0, 0.0, camera.height])
    return sorted(dice, key=lambda d: (d.corners[:, 2].min(), -float(np.linalg.norm(d.corners.mean(0) - viewpoint))))
