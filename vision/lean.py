"""Dice that lean: a camera that looks straight down sees little of the sides of a flat die, of a leaning one more.

A side that is turned to the middle of the frame is seen so much the wider the farther the die is; one that is turned
away is not seen at all. What shows more of a side than that does not lie flat.
"""

import math
from collections.abc import Sequence
from statistics import median

import numpy as np

from vision.opinion import Opinion
from vision.outlines import NO_AREA, Floats, half_edges
from vision.segment import FaceMap

SEEN_GROUND = 0.5
"""A cell is a die's where the finder sees ground with less probability than this."""

FOCAL = 0.7
"""Focal length of a wide lens, in frame widths (71 degrees): a longer one shows less of the sides."""

TALLEST = 1.4
"""Height of a die, standing on its end, in short edges."""

FARTHEST = 1.2
"""Sides are sought within this many half edges beyond an edge of the top face."""

ACROSS = 0.85
"""A side is as wide as what is seen of it within so many half edges of its middle: at its ends there are corners."""

BESIDE = 1.3
"""What lies within another die's top face, grown by this factor, may be of that one and tells nothing."""

FEW_LOOKS = 0.3
"""What is seen beyond a top face in no more than this part of the looks, weighed, may be a shadow."""

SHADOW = 0.4
"""What is darker than this part of the top face is the die's shadow, or a side that is in it and tells nothing."""


def excess_sides(view: FaceMap, opinions: Sequence[Opinion]) -> list[float]:
    """Returns for each die how much wider a side is seen than a flat die could show it, in edges.

    About 0 for dice that lie flat.
    """
    if not opinions:
        return []
    rows, columns = np.nonzero(view.ground < SEEN_GROUND)
    centers = np.array([opinion.center for opinion in opinions])
    # Cells as seen from the middle of each die: dice × (x, y) × cells.
    away = view.to_frame(np.stack([columns, rows], 1)).T - centers[..., None]
    edges = np.array([opinion.edge for opinion in opinions])
    axes = np.array([half_edges(opinion.quad) for opinion in opinions])
    lengths = np.maximum(np.hypot(axes[..., 0], axes[..., 1]), NO_AREA)
    along, cell = _in_axes(axes) @ away, view.scale_x * view.scale_y
    far = np.abs(along)
    # A cell that an edge runs through is the top face's.
    half_cells = math.sqrt(cell) / 2 / lengths
    # What lies between two dice belongs to the nearer, measured in its edges.
    nearest = np.argmin((away * away).sum(1) / (edges * edges)[:, None], axis=0)
    beside = (far < (BESIDE + half_cells)[..., None]).all(1)
    levels = np.array([_level(view, opinion) for opinion in opinions])
    own = (nearest == np.arange(len(opinions))[:, None]) & (view.bright[rows, columns] > SHADOW * levels[:, None])
    own &= beside.sum(0) == beside
    # Along one axis a cell may lie beyond the top face, across it must not.
    beyond = (far > (1 + half_cells)[..., None]) & (far < 1 + FARTHEST) & (far[:, ::-1] < ACROSS) & own[:, None]
    outwards, in_all = (beyond & (along > 0)).sum(2), beyond.sum(2)
    shown = np.stack([outwards, in_all - outwards]) * (cell / (2 * ACROSS * lengths[:, ::-1] * edges[:, None]))
    # The way to the middle of the frame, in focal lengths, is seen along an axis: so much a flat die may show.
    height, width = view.size[0] * view.scale_y, view.size[1] * view.scale_x
    inwards = (np.array([width, height]) / 2 - centers) / (FOCAL * width)
    turned = (axes * inwards[:, None]).sum(2) / lengths
    found: list[float] = (shown - TALLEST * np.maximum(0.0, np.stack([turned, -turned]))).max((0, 2)).tolist()
    return found


def _in_axes(axes: Floats) -> Floats:
    """Returns for each die the matrix (2×2) that tells pixels off its middle in its half edges (2×2).

    All is very far where these span no area.
    """
    # Four numbers are few: plain ones are faster than arrays.
    return np.array([_inverse(ax, ay, bx, by) for (ax, ay), (bx, by) in axes.tolist()])


def _inverse(ax: float, ay: float, bx: float, by: float) -> tuple[tuple[float, float], tuple[float, float]]:
    area = ax * by - ay * bx
    if abs(area) < NO_AREA:
        return (1 / NO_AREA, 0.0), (0.0, 1 / NO_AREA)
    return (by / area, -bx / area), (-ay / area, ax / area)


def agreed(excess: Floats, fits: Floats) -> Floats:
    """Returns the excess for each die (N) on which the looks agree, of that which each of them saw (looks × N).

    `fits` (looks × N) is what each look counts. A side is seen in all looks; a shadow is taken for one in some.

    >>> agreed(np.array([[0.0], [0.4], [0.5]]), np.ones((3, 1))).tolist()
    [0.0]
    >>> agreed(np.array([[0.0], [0.4], [0.5], [0.5]]), np.ones((4, 1))).tolist()
    [0.4]
    """
    if len(excess) == 1:
        return np.asarray(excess[0])
    order = np.argsort(excess, axis=0)
    counted = np.cumsum(np.take_along_axis(fits, order, 0), axis=0) / fits.sum(0)
    least = np.argmax(counted > FEW_LOOKS, axis=0)[None]
    return np.asarray(np.take_along_axis(np.take_along_axis(excess, order, 0), least, 0)[0])


def _level(view: FaceMap, opinion: Opinion) -> float:
    """Returns how bright the middle of a top face is."""
    rows, columns = view.size
    x, y = opinion.center.tolist()
    x, y = (x + 0.5) / view.scale_x - 0.5, (y + 0.5) / view.scale_y - 0.5
    x, y = min(max(round(x), 0), columns - 1), min(max(round(y), 0), rows - 1)
    reach = max(1, round(0.3 * opinion.edge / ((view.scale_x + view.scale_y) / 2)))
    top = view.bright[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    return float(median(top.ravel().tolist()))
