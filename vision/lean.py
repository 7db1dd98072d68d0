"""Dice that lean: a camera that looks straight down sees little of the sides of a flat die, of a leaning one more.

A side that is turned to the middle of the frame is seen so much the wider the farther the die is; one that is turned
away is not seen at all. What shows more of a side than that does not lie flat.
"""

import math
from collections.abc import Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.opinion import Opinion
from vision.outlines import NO_AREA, Floats, half_edges
from vision.segment import FaceMap, Frame, brightest, shrink

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
    scale = np.array([view.scale_x, view.scale_y])
    size = view.size
    width, height = size[1] * view.scale_x, size[0] * view.scale_y
    rows, columns = np.nonzero(view.ground < SEEN_GROUND)
    cells = view.to_frame(np.stack([columns, rows], 1))
    x, y = cells.T[:, None] - np.array([opinion.center for opinion in opinions]).T[..., None]
    axes = np.array([half_edges(opinion.quad) for opinion in opinions])
    along, cell = _in_axes(x, y, axes), float(scale.prod())
    # A cell that an edge runs through is the top face's.
    half_cells = math.sqrt(cell) / 2 / np.maximum(np.hypot(axes[..., 0], axes[..., 1]), NO_AREA)
    # What lies between two dice belongs to the nearer, measured in its edges.
    nearest = np.argmin((x * x + y * y) / np.array([[opinion.edge**2] for opinion in opinions]), axis=0)
    beside = (np.abs(along) < BESIDE + half_cells[..., None]).all(1)
    of_others = beside.sum(0) - beside
    bright = brightest(shrink(view.small, *size))
    seen = bright[rows, columns]
    levels = np.array([_level(bright, opinion, scale) for opinion in opinions])
    own = (nearest == np.arange(len(opinions))[:, None]) & (seen > SHADOW * levels[:, None]) & (of_others == 0)
    inwards = (np.array([width, height]) / 2 - [opinion.center for opinion in opinions]) / (FOCAL * width)
    edges = np.array([opinion.edge for opinion in opinions])
    found: list[float] = _excess(axes, along, own, half_cells, edges, cell, inwards).tolist()
    return found


def _in_axes(x: Floats, y: Floats, axes: Floats) -> Floats:
    """Returns for each die (first axis) points off its middle (N) in its half edges (2×2), as 2×N.

    All are infinitely far where these span no area.
    """
    (ax, ay), (bx, by) = axes.transpose(1, 2, 0)[..., None]
    area = ax * by - ay * bx
    spans = np.abs(area) >= NO_AREA
    along = np.stack([x * by - y * bx, y * ax - x * ay], axis=1) / np.where(spans, area, 1.0)[:, None]
    return np.where(spans[:, None], along, np.inf)


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


def _level(bright: Frame, opinion: Opinion, scale: Floats) -> float:
    """Returns how bright the middle of a top face is."""
    rows, columns = bright.shape
    x, y = ((opinion.center + 0.5) / scale - 0.5).tolist()
    x, y = min(max(round(x), 0), columns - 1), min(max(round(y), 0), rows - 1)
    reach = max(1, round(0.3 * opinion.edge / (sum(scale.tolist()) / 2)))
    top = bright[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    return float(median(top.ravel().tolist()))


def _excess(
    axes: Floats,
    along: Floats,
    own: NDArray[np.bool_],
    half_cells: Floats,
    edges: Floats,
    cell: float,
    inwards: Floats,
) -> Floats:
    """Returns the greatest excess over the four sides of each of N dice.

    `axes` (N×2×2) are its half edges, `along` (N×2×C) the cells in half edges from its middle, `own` (N×C) tells which
    are its own; each has `cell` square pixels, or `half_cells` (N×2) to either side of its own middle. `inwards` (N×2)
    is the way to the middle of the frame in focal lengths.
    """
    lengths, far = np.maximum(np.hypot(axes[..., 0], axes[..., 1]), NO_AREA), np.abs(along)
    # Along one axis a cell may lie beyond the top face, across it must not.
    beyond = (far > 1 + half_cells[..., None]) & (far < 1 + FARTHEST) & (far[:, ::-1] < ACROSS) & own[:, None]
    outwards = np.count_nonzero(beyond & (along > 0), axis=2)
    counts = np.stack([outwards, np.count_nonzero(beyond, axis=2) - outwards])
    width_of_cell = cell / (2 * ACROSS * lengths[:, ::-1]) / edges[:, None]
    shown = (axes * inwards[:, None]).sum(2) / lengths
    excess = counts * width_of_cell - TALLEST * np.maximum(0.0, np.stack([shown, -shown]))
    return np.asarray(excess.max((0, 2)))
