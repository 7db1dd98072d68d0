"""Finds the outlines of top faces in the segmentation."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outlines import NO_AREA, clockwise, edge, grown, half_edges, middle
from vision.segmentation import FaceMap

Floats = NDArray[np.float64]

SHRINK, GROWTH = 0.75, 0.2
"""A face's side is its region's side minus GROWTH, over SHRINK: the network was trained to mark faces shrunk. Fitted to
dice in photographs and renders at 256, 384 and 640 pixels."""

ZOOM = 4
"""Outlines are traced on the probabilities enlarged by this factor, between the cells."""

LONGEST_FACE = 1.55
"""A region with a larger aspect ratio may be two dice side by side."""

MIN_CELLS = 2.5
"""A smaller region is noise."""


def halves(quad: Floats) -> tuple[Floats, ...]:
    """Returns the halves of an outline (4×2) too long for one face, none of another."""
    a, b, c, d = quad
    along, across = math.dist(a, b) + math.dist(c, d), math.dist(b, c) + math.dist(d, a)
    if max(along, across) < LONGEST_FACE * min(along, across):
        return ()
    if along < across:
        a, b, c, d = b, c, d, a
    top, bottom = (a + b) / 2, (c + d) / 2
    return np.array([a, top, bottom, d]), np.array([top, b, c, bottom])


def _quad(contour: cv2.typing.MatLike) -> Floats:
    """Returns the rectangle (four corners, clockwise) around a convex region, reduced towards the region's area."""
    hull = cv2.convexHull(contour)
    rectangle = np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), float)
    box = edge(rectangle)
    return clockwise(grown(rectangle, math.sqrt(0.5 * cv2.contourArea(hull) + 0.5 * box**2) / box))


def _outline(quad: Floats) -> Floats:
    """Returns the face's outline from its region's, both in cells."""
    (ax, ay), (bx, by) = half_edges(quad).tolist()
    area = ax * by - ay * bx
    if abs(area) < NO_AREA:
        return quad
    sides = 2 * math.hypot(ax, ay), 2 * math.hypot(bx, by)
    along, across = (max(side - GROWTH, 0.5 * side) / (side * SHRINK) / area for side in sides)
    # Scales both half edges without rotation.
    grows = np.array(
        [
            (along * ax * by - across * bx * ay, (along - across) * ay * by),
            ((across - along) * ax * bx, across * ax * by - along * bx * ay),
        ]
    )
    about = middle(quad)
    return np.asarray(about + (quad - about) @ grows)


def find_candidates(view: FaceMap) -> list[Floats]:
    """Returns the outlines (4×2 pixels, clockwise) of regions that may be top faces, readable or not."""
    large = cv2.resize(view.face + view.unreadable, None, fx=ZOOM, fy=ZOOM, interpolation=cv2.INTER_LINEAR)
    mask = np.asarray(large > 0.5).view(np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [
        view.to_frame(_outline((_quad(contour) + 0.5) / ZOOM - 0.5))
        for contour in contours
        if cv2.contourArea(contour) >= MIN_CELLS * ZOOM**2
    ]


@dataclass(frozen=True, slots=True)
class DiceBlob:
    """A connected region of dice: its cells, the top faces in it, whether it touches the border.

    `top_cells` is the area of its top faces in cells, `certainty` the mean probability of its cells not being ground.
    """

    cells: int
    tops: int
    top_cells: float
    border: bool
    certainty: float


def find_bodies(view: FaceMap, quads: Sequence[Floats]) -> list[DiceBlob]:
    """Returns the connected regions of dice, including their sides; `quads` (4×2 pixels) are the top faces found."""
    ground = view.ground
    rows, columns = view.size
    _, labels, stats, _ = cv2.connectedComponentsWithStats((ground < 0.5).astype(np.uint8), connectivity=4)
    tops, top_cells = np.zeros(len(stats), int), np.zeros(len(stats))
    for quad in quads:
        x, y = np.round((middle(quad) + 0.5) / (view.scale_x, view.scale_y) - 0.5).astype(int)
        at = labels[np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)]
        tops[at] += 1
        top_cells[at] += edge(quad) ** 2 / (view.scale_x * view.scale_y)
    sure = np.bincount(labels.ravel(), 1 - ground.ravel(), len(stats)) / np.maximum(stats[:, cv2.CC_STAT_AREA], 1)
    found = []
    for k in range(1, len(stats)):
        x, y, w, h, cells = stats[k]
        border = bool(x == 0 or y == 0 or x + w == columns or y + h == rows)
        found.append(DiceBlob(int(cells), int(tops[k]), float(top_cells[k]), border, float(sure[k])))
    return found
