"""Dice lying flat, under a calibrated camera: where they appear, and how well an outline fits one.

All geometry of flat dice is here. A die is a cube, or oblong with square ends; its size is (long, across) in
millimetres. Lying on a long side it shows long × across at the height `across`, on an end across × across at `long`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import CameraModel
from vision.outlines import edge, middle
from vision.segmentation import FaceMap

Floats = NDArray[np.float64]
Size = tuple[float, float]
"""The longer edge of a die and the one across it, in millimetres."""

OBLONG_FROM = 1.12
"""A top face with a larger aspect ratio may be the long side of an oblong die; cubes measured up to 1.08."""

SIZE_TOLERANCE = 0.06
"""The tolerance of a blessed set's size: the camera measured it, and worn dice differ."""

WORST = 0.15
"""The cap on residuals when choosing the size that fits most dice of a throw."""

OTHER_SIZE = 0.2
"""If the tops of most dice of the known size are farther than this from the outlines seen, in edges, these are other
dice. Of the flat development renders one throw in twenty has any die that is so far off."""

UNLIKE, SQUARE, MAJORITY = 0.075, 0.04, 3
"""An outline farther than the first value, in edges, from the common size may be a cube of another size, if such a cube
is closer than the second and there are at least so many dice to determine the common size. Cubes of 14 mm among some of
16 mm are 0.1 off; leaning dice are off by 0.02 to 0.1, and squares by chance only."""


@dataclass(frozen=True, slots=True, eq=False)
class FlatPose:
    """A die lying flat: the corners of its top (4×2 mm), how high that is, and how far the outline seen is off.

    `residual` is the root mean square distance of the corners seen from those of the die, in edges.
    """

    top: Floats
    height: float
    residual: float


class OutlineRays(NamedTuple):
    """The rays through the corners of an outline, where they pass a plane one millimetre below the camera.

    Lengths are complex, x + iy. `below` (mm) is the point of the floor below the camera, which is `up` mm above it. The
    corners are `center` and, around it, `corners` (4); `along` and `across` are the means of their products with -½, ½,
    ½, -½ and with -½, -½, ½, ½, `spread` is the mean of their squared lengths. At a depth of so many millimetres below
    the camera, all but `spread` are that many times as long.
    """

    below: complex
    up: float
    center: complex
    corners: tuple[complex, ...]
    along: complex
    across: complex
    spread: float

    @classmethod
    def through(cls, camera: CameraModel, quad: Floats) -> "OutlineRays | None":
        """Returns the rays through an outline (4×2 pixels); None if one of them does not point down."""
        x, y, up = camera.center.tolist()
        passed = camera.to_plane(quad, up - 1.0) - (x, y)
        if not np.isfinite(passed).all():
            return None
        a, b, c, d = (complex(*point) for point in passed.tolist())
        center = (a + b + c + d) / 4
        corners = a - center, b - center, c - center, d - center
        spread = sum(abs(one) ** 2 for one in corners) / 4
        return cls(complex(x, y), up, center, corners, (b + c - a - d) / 8, (c + d - a - b) / 8, spread)

    @property
    def sides(self) -> tuple[float, float]:
        """The shorter and the longer side that the outline would have on the floor, in millimetres."""
        a, b, c, d = self.corners
        short, long = sorted((abs(b - a) + abs(d - c), abs(c - b) + abs(a - d)))
        return short * self.up / 2, long * self.up / 2

    @property
    def cube(self) -> float:
        """The side of the cube whose top has the outline's area, in millimetres."""
        # On the floor a side at the height h measures up / (up - h) times as much.
        side = math.sqrt(math.prod(self.sides))
        return side * self.up / (self.up + side)

    def residual(self, along: float, across: float, height: float) -> float:
        """Returns the root mean square distance of the corners from the closest rectangle, in its edges.

        The rectangle lies at this height; its sides from the first corner to the second, and from there to the third,
        are `along` and `across`.
        """
        depth = self.up - height
        turned = abs(self._correlation(along, across))
        squared = (along**2 + across**2) / 4 + depth**2 * self.spread - 2 * depth * turned
        return math.sqrt(max(0.0, squared) / (along * across))

    def rectangle(self, along: float, across: float, height: float) -> Floats:
        """Returns the corners (4×2 mm) of this rectangle."""
        turn = self._correlation(along, across)
        turn /= abs(turn) or 1.0
        side, other = turn * along / 2, 1j * self._orientation * turn * across / 2
        center = self.below + (self.up - height) * self.center
        corners = (center - side - other, center + side - other, center + side + other, center - side + other)
        return np.array([(corner.real, corner.imag) for corner in corners])

    @property
    def _orientation(self) -> float:
        """1 if the corners run counterclockwise as seen from above, else -1."""
        return math.copysign(1.0, (self.along.conjugate() * self.across).imag)

    def _correlation(self, along: float, across: float) -> complex:
        """Returns the correlation of the corners with those of an unrotated rectangle: the mean product, conjugated.

        Its argument is the rotation with which the rectangle is closest (Umeyama, 1991).
        """
        return along * self.along - 1j * self._orientation * across * self.across


def _ways(size: Size) -> list[tuple[float, float, float]]:
    """Returns the possible tops of a die of this size: their sides, and their height."""
    long, across = size
    if long == across:
        return [(across, across, across)]
    return [(long, across, across), (across, long, across), (across, across, long)]


def lie_flat(camera: CameraModel, quad: Floats, size: Size) -> FlatPose | None:
    """Returns the flat die of this size that fits an outline (4×2 pixels) best; None off the floor."""
    rays = OutlineRays.through(camera, quad)
    return None if rays is None else _pose(rays, size)


def _pose(rays: OutlineRays, size: Size) -> FlatPose:
    """Returns the flat die of this size that fits an outline best."""
    residual, way = min((rays.residual(*way), way) for way in _ways(size))
    return FlatPose(rays.rectangle(*way), way[2], residual)


def common_size(camera: CameraModel, quads: Sequence[Floats], known: Size | None = None) -> Size | None:
    """Returns the size that fits most outlines of a throw of equal dice; `known` is that of a blessed set.

    None where the camera does not see the floor there.
    """
    return _common_size([OutlineRays.through(camera, quad) for quad in quads], known)


def _common_size(outlines: Sequence[OutlineRays | None], known: Size | None) -> Size | None:
    seen = [rays for rays in outlines if rays is not None]

    def misfit(size: Size) -> float:
        return sum(min(WORST, *(rays.residual(*way) for way in _ways(size))) for rays in seen)

    return min(_sizes(seen, known), key=misfit) if seen else None


def _sizes(outlines: Sequence[OutlineRays], known: Size | None) -> list[Size]:
    """Returns the sizes of dice suggested by the outlines of a throw."""
    if known is not None:
        spread = np.linspace(1 - SIZE_TOLERANCE, 1 + SIZE_TOLERANCE, 7).tolist()
        return [(scale * known[0], scale * known[1]) for scale in spread]
    cubes = [rays.cube for rays in outlines]
    oblongs = [oblong for rays in outlines if (oblong := _oblong(rays)) is not None]
    return [*((side, side) for side in cubes), *oblongs, (median(cubes),) * 2]


def _oblong(rays: OutlineRays) -> Size | None:
    """Returns the size of the oblong die of which an outline is a long side; None if it may be a square."""
    short, long = rays.sides
    across = short * rays.up / (rays.up + short)
    length = long * (1 - across / rays.up)
    return (length, across) if length > OBLONG_FROM * across else None


def flat_poses(camera: CameraModel, quads: Sequence[Floats], known: Size | None = None) -> list[FlatPose] | None:
    """Returns the flat dice of one common size that fit the outlines of a throw (each 4×2 pixels).

    None where the camera does not see the floor there, or dice of another size than `known`.
    """
    outlines = [rays for quad in quads if (rays := OutlineRays.through(camera, quad)) is not None]
    size = _common_size(outlines, known)
    if size is None or len(outlines) < len(quads):
        return None
    lying = [_lying(rays, size, len(quads) if known is None else 0) for rays in outlines]
    if known:
        tops = [top_in_frame(camera, pose) for pose in lying]
        if median(_distance(top, quad) for top, quad in zip(tops, quads, strict=True)) > OTHER_SIZE:
            return None
    return lying


def _lying(rays: OutlineRays, size: Size, dice: int) -> FlatPose:
    """Returns the flat die of the common size that fits an outline, or a cube of its own size.

    The latter needs enough other dice to determine the common size.
    """
    usual = _pose(rays, size)
    if usual.residual < UNLIKE or dice < MAJORITY:
        return usual
    own = _pose(rays, (rays.cube, rays.cube))
    return own if own.residual < SQUARE else usual


def _distance(top: Floats, quad: Floats) -> float:
    """Returns the largest distance, in edges, between the corners of a flat die's top and of an outline."""
    return float(np.abs(top - quad).max() / edge(quad))


def top_in_frame(camera: CameraModel, pose: FlatPose) -> Floats:
    """Returns the corners of the top in the frame (4×2 pixels)."""
    return camera.to_pixels(np.column_stack([pose.top, np.full(4, pose.height)]))


def body(camera: CameraModel, pose: FlatPose, grow: float = 0.0) -> Floats:
    """Returns the visible outline (N×2 pixels) of a flat die, enlarged by this many edges."""
    about = middle(pose.top)
    sides = about + (pose.top - about) * (1 + grow)
    corners = [np.column_stack([sides, np.full(4, height)]) for height in (pose.height, 0.0)]
    hull = cv2.convexHull(camera.to_pixels(np.vstack(corners)).astype(np.float32))
    return np.asarray(hull[:, 0], float)


GROWN = 0.1
"""The margin, in edges, for round edges and coarse cells before something counts as beyond a flat die."""

NO_GROUND, SHADOW = 0.5, 0.35
"""A cell belongs to a die below this probability of ground, and above this fraction of the die's brightness: the rest
may be its shadow."""

REACH = 1.5
"""Cells farther from the centre of a die, in edges, are not its sides."""


def excess(camera: CameraModel, view: FaceMap, quads: Sequence[Floats], poses: Sequence[FlatPose]) -> list[float]:
    """Returns, for each die, how much is visible where a flat die could not be, in areas of its top face.

    `quads` are the outlines of the tops in pixels, `poses` the corresponding flat dice, `view` the detector's map.
    """
    rows, columns = view.size
    scale = np.array([view.scale_x, view.scale_y])
    covered = [_cells(view, body(camera, pose, GROWN)) for pose in poses]
    anywhere = np.any(covered, axis=0)
    across, down = np.meshgrid((np.arange(columns) + 0.5) * scale[0] - 0.5, (np.arange(rows) + 0.5) * scale[1] - 0.5)
    middles, edges = [middle(quad) for quad in quads], [edge(quad) for quad in quads]
    away = np.array([np.hypot(across - x, down - y) / size for (x, y), size in zip(middles, edges, strict=True)])
    nearest = away.argmin(0)
    found = []
    for k, here in enumerate(covered):
        bright = float(np.median(view.bright[here])) if here.any() else 0.0
        seen = (view.ground < NO_GROUND) & (view.bright > SHADOW * bright)
        _, parts = cv2.connectedComponents((seen | here).astype(np.uint8), connectivity=4)
        column, row = np.round((middles[k] + 0.5) / scale - 0.5).astype(int).tolist()
        own = parts == parts[min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)]
        beyond = seen & own & ~anywhere & (nearest == k) & (away[k] < REACH)
        found.append(float((1 - view.ground)[beyond].sum() * scale.prod() / edges[k] ** 2))
    return found


def _cells(view: FaceMap, outline: Floats) -> NDArray[np.bool_]:
    """Returns the cells of a view inside an outline (N×2 pixels)."""
    inside = np.zeros(view.size, np.uint8)
    corners = (outline + 0.5) / (view.scale_x, view.scale_y) - 0.5
    cv2.fillConvexPoly(inside, np.round(corners * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
    return inside > 0
