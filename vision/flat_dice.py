"""Dice lying flat, under a calibrated camera: where they appear, and how well an outline fits one.

All geometry of flat dice is here. A die is a cube, or oblong with square ends; its size is (long, across) in
millimetres. Lying on a long side it shows long × across at the height `across`, on an end across × across at `long`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

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


def fit_rectangle(points: Floats, along: float, across: float) -> tuple[Floats, float]:
    """Returns the rectangle closest to four points (4×2), and its root mean square distance from them.

    `along` is its side from the first point to the second.

    >>> fit_rectangle(np.array([(1, 1), (4, 1), (4, 3), (1, 3)]), 3, 2)[1]
    0.0
    """
    center = middle(points)
    away = points - center
    corners = np.array([(-along, -across), (along, -across), (along, across), (-along, across)]) / 2
    # Seen from above or below, the corners run in opposite directions.
    if np.sum(away[:, 0] * np.roll(away[:, 1], -1) - away[:, 1] * np.roll(away[:, 0], -1)) < 0:
        corners = corners * (1, -1)
    turn = complex(np.sum(corners * away), np.sum(corners[:, 0] * away[:, 1] - corners[:, 1] * away[:, 0]))
    turn /= abs(turn) or 1.0
    fitted = corners @ np.array([(turn.real, turn.imag), (-turn.imag, turn.real)])
    return fitted + center, float(np.sqrt(np.mean(np.sum((fitted - away) ** 2, axis=1))))


def _ways(size: Size) -> list[tuple[float, float, float]]:
    """Returns the possible tops of a die of this size: their sides, and their height."""
    long, across = size
    if long == across:
        return [(across, across, across)]
    return [(long, across, across), (across, long, across), (across, across, long)]


def lie_flat(camera: CameraModel, quad: Floats, size: Size) -> FlatPose | None:
    """Returns the flat die of this size that fits an outline (4×2 pixels) best; None off the floor."""
    best: FlatPose | None = None
    for along, across, height in _ways(size):
        points = camera.to_plane(quad, height)
        if not np.isfinite(points).all():
            continue
        top, off = fit_rectangle(points, along, across)
        residual = off / math.sqrt(along * across)
        if best is None or residual < best.residual:
            best = FlatPose(top, height, residual)
    return best


def common_size(camera: CameraModel, quads: Sequence[Floats], known: Size | None = None) -> Size | None:
    """Returns the size that fits most outlines of a throw of equal dice; `known` is that of a blessed set.

    None where the camera does not see the floor there.
    """
    best: tuple[float, Size] | None = None
    for size in _sizes(camera, quads, known):
        poses = [lie_flat(camera, quad, size) for quad in quads]
        off = sum(min(pose.residual, WORST) if pose else WORST for pose in poses)
        if best is None or off < best[0]:
            best = off, size
    return best and best[1]


def _sizes(camera: CameraModel, quads: Sequence[Floats], known: Size | None) -> list[Size]:
    """Returns the sizes of dice suggested by the outlines of a throw."""
    up = float(camera.center[2])
    cubes, oblongs = [], []
    for quad in quads:
        short, long = _sides(camera, quad)
        if not math.isfinite(long):
            continue
        cubes.append(_cube(camera, quad))
        across = short * up / (up + short)
        length = long * (1 - across / up)
        if length > OBLONG_FROM * across:
            oblongs.append((length, across))
    if known is None:
        return [*((side, side) for side in cubes), *oblongs, *([(median(cubes),) * 2] if cubes else [])]
    spread = np.linspace(1 - SIZE_TOLERANCE, 1 + SIZE_TOLERANCE, 7).tolist()
    return [(scale * known[0], scale * known[1]) for scale in spread]


def _sides(camera: CameraModel, quad: Floats) -> tuple[float, float]:
    """Returns the shorter and the longer side that an outline would have on the floor, in millimetres."""
    a, b, c, d = camera.to_plane(quad)
    one, other = sorted((math.dist(a, b) + math.dist(c, d), math.dist(b, c) + math.dist(d, a)))
    return one / 2, other / 2


def _cube(camera: CameraModel, quad: Floats) -> float:
    """Returns the side of the cube whose top has an outline's area."""
    up = float(camera.center[2])
    # On the floor a side at the height h measures up / (up - h) times as much.
    side = math.sqrt(math.prod(_sides(camera, quad)))
    return side * up / (up + side)


def flat_poses(camera: CameraModel, quads: Sequence[Floats], known: Size | None = None) -> list[FlatPose] | None:
    """Returns the flat dice of one common size that fit the outlines of a throw (each 4×2 pixels).

    None where the camera does not see the floor there, or dice of another size than `known`.
    """
    size = common_size(camera, quads, known)
    poses = [_lying(camera, quad, size, len(quads) if known is None else 0) for quad in quads] if size else []
    lying = [pose for pose in poses if pose is not None]
    if not lying or len(lying) < len(quads):
        return None
    if known:
        tops = [top_in_frame(camera, pose) for pose in lying]
        if median(_distance(top, quad) for top, quad in zip(tops, quads, strict=True)) > OTHER_SIZE:
            return None
    return lying


def _lying(camera: CameraModel, quad: Floats, size: Size, dice: int) -> FlatPose | None:
    """Returns the flat die of the common size that fits an outline, or a cube of its own size.

    The latter needs enough other dice to determine the common size.
    """
    usual = lie_flat(camera, quad, size)
    if usual is None or usual.residual < UNLIKE or dice < MAJORITY:
        return usual
    side = _cube(camera, quad)
    own = lie_flat(camera, quad, (side, side))
    return own if own is not None and own.residual < SQUARE else usual


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
