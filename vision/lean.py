"""Dice that lean: a camera that looks straight down sees little of the sides of a flat die, of a leaning one more.

A side that is turned to the middle of the frame is seen so much the wider the farther the die is; one that is turned
away is not seen at all. What shows more of a side than that does not lie flat.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.opinion import Opinion
from vision.outlines import Floats
from vision.segment import GROUND, FaceMap, Frame, shrink

SEEN_GROUND = 0.5
"""A cell is a die's where the finder sees ground with less probability than this."""

FOCAL = 0.7
"""Focal length of a wide lens, in frame widths (71 degrees): a longer one shows less of the sides."""

TALLEST = 1.4
"""Height of a die, standing on its end, in short edges."""

FARTHEST = 1.2
"""Sides are sought within this many half edges beyond an edge of the top face."""

BESIDE = 1.3
"""What lies within another die's top face, grown by this factor, may be of that one and tells nothing."""

SHADOW = 0.4
"""What is darker than this part of the top face is the die's shadow, or a side that is in it and tells nothing."""

LEANS = 0.17
"""A side this much wider, in edges, than a flat die could show: the die leans."""


def leans(view: FaceMap, opinions: Sequence[Opinion], frame: Frame) -> bool:
    """Tells whether any of these dice shows what no flat die shows to a camera that looks straight down."""
    return any(excess > LEANS for excess in excess_sides(view, opinions, frame))


def excess_sides(view: FaceMap, opinions: Sequence[Opinion], frame: Frame) -> list[float]:
    """Returns for each die how much wider a side is seen than a flat die could show it, in edges.

    Negative or about 0 for dice that lie flat. `frame` (H×W×3, BGR) is what `view` was made of.
    """
    height, width = frame.shape[:2]
    scale = np.array([view.scale_x, view.scale_y])
    size = view.probabilities.shape[1], view.probabilities.shape[2]
    tops = np.zeros(size, np.uint8)
    for opinion in opinions:
        cv2.fillPoly(tops, [np.round((opinion.quad + 0.5) / scale - 0.5).astype(np.int32)], (1,))
    rows, columns = np.nonzero((view.probabilities[GROUND] < SEEN_GROUND) & (tops == 0))
    cells = view.to_frame(np.stack([columns, rows], 1).astype(float))
    cell = float(scale.prod())
    # What lies between two dice belongs to the nearer, measured in its edges.
    away = [np.linalg.norm(cells - opinion.center, axis=1) / opinion.edge for opinion in opinions]
    nearest = np.argmin(away, axis=0) if opinions else np.zeros(0, int)
    inwards = [(np.array([width, height]) / 2 - opinion.center) / (FOCAL * width) for opinion in opinions]
    bright = _bright(frame, size[1], size[0])
    found = []
    for k, opinion in enumerate(opinions):
        x, y = np.round((opinion.center + 0.5) / scale - 0.5).astype(int).clip(0, (size[1] - 1, size[0] - 1))
        reach = max(1, round(0.3 * opinion.edge / float(scale.mean())))
        top = bright[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
        beside = np.zeros(size, np.uint8)
        for other in (*opinions[:k], *opinions[k + 1 :]):
            wide = other.center + (other.quad - other.center) * BESIDE
            cv2.fillPoly(beside, [np.round((wide + 0.5) / scale - 0.5).astype(np.int32)], (1,))
        lit = bright[rows, columns] > SHADOW * float(np.median(top))
        own = (nearest == k) & lit & (beside[rows, columns] == 0)
        found.append(_excess(opinion, cells[own], cell, inwards[k]))
    return found


def _bright(frame: Frame, columns: int, rows: int) -> Floats:
    """Returns how bright the frame is in each cell."""
    return np.asarray(shrink(frame, rows, columns).max(axis=2), float)


def _excess(opinion: Opinion, cells: Floats, cell: float, inwards: Floats) -> float:
    """Returns the greatest excess over the four sides; `inwards` is the way to the middle in focal lengths."""
    a, b, c, d = opinion.quad
    across, down = (b + c - a - d) / 4, (c + d - a - b) / 4
    places = (cells - opinion.center) @ np.linalg.inv(np.stack([across, down], 1)).T
    worst = -1.0
    for own, other, along, beside in ((0, 1, across, down), (1, 0, down, across)):
        for sign in (1.0, -1.0):
            beyond = sign * places[:, own] - 1
            seen = (beyond > 0) & (beyond < FARTHEST) & (np.abs(places[:, other]) < 0.85)
            side = float(seen.sum()) * cell / (2 * 0.85 * float(np.hypot(*beside)))
            outward = sign * along / float(np.hypot(*along))
            shown = TALLEST * max(0.0, float(outward @ inwards))
            worst = max(worst, side / opinion.edge - shown)
    return worst
