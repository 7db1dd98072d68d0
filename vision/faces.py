"""Top faces as regions of the network's view: their outline and what the network takes them for."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outlines import NO_AREA, clockwise, edge, grown, half_edges, in_half_edges, middle
from vision.segment import BODY, GROUND, UNREADABLE, FaceMap

Floats = NDArray[np.float64]

SHRINK, GROWTH = 0.75, 0.2
"""A region's side is the face's side times SHRINK plus GROWTH cells: the network learned to mark faces shrunk, and it
marks every cell that is touched. Both measured over the drawn and rendered dice."""

ZOOM = 4
"""Outlines are traced on the probabilities enlarged by this factor, between the cells."""

LONGEST_FACE = 1.55
"""A region longer than this, for its width, may be two dice side by side."""

WHOLE = 0.89
"""A region that fills less of its hull than this may be dice that touch by a corner or an edge."""

NECKS = (0.45, 0.55, 0.65, 0.75, 0.85)
"""Where such a region is tried to be parted: at necks so many times narrower than its broadest place."""

LEAST_PART = 0.3
"""Parts are at least so large compared with the largest of them."""

LEAST_CELLS = 2.5
"""A smaller region is noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A region that may be a top face: its quad (4×2 pixels, clockwise), class probabilities (9), size in cells.

    `parts` are the dice that it may be instead, where it has a neck.
    """

    quad: Floats
    classes: Floats
    cells: float
    parts: tuple["Candidate", ...] = ()

    @property
    def strength(self) -> float:
        """The mean probability over the region of being a top face, readable or not."""
        return float(1 - self.classes[GROUND] - self.classes[BODY])

    def halves(self) -> tuple["Candidate", ...] | None:
        """Returns the parts of a region with a neck, the halves of one too long for one face, None for any other."""
        if self.parts:
            return self.parts
        a, b, c, d = self.quad
        along, across = math.dist(a, b) + math.dist(c, d), math.dist(b, c) + math.dist(d, a)
        if max(along, across) < LONGEST_FACE * min(along, across):
            return None
        if along < across:
            a, b, c, d = b, c, d, a
        top, bottom = (a + b) / 2, (c + d) / 2
        first, second = np.array([a, top, bottom, d]), np.array([top, b, c, bottom])
        return Candidate(first, self.classes, self.cells / 2), Candidate(second, self.classes, self.cells / 2)


def _quad(contour: cv2.typing.MatLike) -> Floats:
    """Returns the four corners (clockwise) of the quadrilateral that a convex region resembles."""
    hull = cv2.convexHull(contour)
    rectangle = np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), float)
    area = cv2.contourArea(hull)
    for part in (0.06, 0.09, 0.12):
        corners = cv2.approxPolyDP(hull, part * cv2.arcLength(hull, True), True)[:, 0].astype(float)
        if len(corners) == 4 and 0.85 * area < edge(corners) ** 2:
            # Corners of the hull are cut by the tracing: keep the shape, give back the area.
            return clockwise(grown(corners, max(1.0, math.sqrt(area) / edge(corners))))
    box = edge(rectangle)
    return clockwise(grown(rectangle, math.sqrt(0.5 * area + 0.5 * box**2) / box))


def _outline(quad: Floats) -> Floats:
    """Returns the face's outline from its region's, both in cells."""
    first, second = half_edges(quad).tolist()
    sides = 2 * math.hypot(*first), 2 * math.hypot(*second)
    if min(sides) < NO_AREA:
        return quad
    along, across = (max(side - GROWTH, 0.5 * side) / (side * SHRINK) for side in sides)
    grows = np.array([[along * x for x in first], [across * x for x in second]])
    return np.asarray(middle(quad) + in_half_edges(quad, quad).T @ grows)


def find_candidates(view: FaceMap) -> list[Candidate]:
    """Returns the regions that may be top faces, readable or not."""
    probabilities = view.probabilities
    some_face = np.asarray(probabilities[1:7].sum(0) + probabilities[UNREADABLE], np.float32)
    large = cv2.resize(some_face, None, fx=ZOOM, fy=ZOOM, interpolation=cv2.INTER_LINEAR)
    mask = np.asarray(large > 0.5).view(np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for contour in contours:
        whole = _candidate(view, some_face, contour)
        if whole is not None:
            seen = (_candidate(view, some_face, part) for part in _parts(contour))
            found.append(replace(whole, parts=tuple(one for one in seen if one is not None)))
    return found


def _candidate(view: FaceMap, some_face: NDArray[np.float32], contour: cv2.typing.MatLike) -> Candidate | None:
    """Returns the candidate within a contour of the enlarged probabilities, or None where it is too small."""
    x, y, w, h = cv2.boundingRect(contour)
    cells = cv2.contourArea(contour) / ZOOM**2
    if cells < LEAST_CELLS:
        return None
    x0, y0 = x // ZOOM, y // ZOOM
    x1, y1 = (x + w - 1) // ZOOM + 1, (y + h - 1) // ZOOM + 1
    inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
    small = (contour[:, 0].astype(float) + 0.5) / ZOOM - 0.5 - (x0, y0)
    cv2.fillPoly(inside, [np.round(small).astype(np.int32)], (1,))
    weight = inside * some_face[y0:y1, x0:x1]
    total = float(weight.sum())
    if total <= 0:
        return None
    classes = np.asarray((view.probabilities[:, y0:y1, x0:x1] * weight).sum((1, 2)) / total, float)
    quad = (_quad(contour) + 0.5) / ZOOM - 0.5
    return Candidate(view.to_frame(_outline(quad)), classes, cells)


def _parts(contour: cv2.typing.MatLike) -> list[cv2.typing.MatLike]:
    """Returns the contours of the parts of a region with a neck; none for any other."""
    if cv2.contourArea(contour) > WHOLE * cv2.contourArea(cv2.convexHull(contour)):
        return []
    x, y, w, h = cv2.boundingRect(contour)
    inside = np.zeros((h + 2, w + 2), np.uint8)
    corner = (x - 1, y - 1)
    cv2.fillPoly(inside, [np.asarray(contour - corner, np.int32)], (1,))
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3)
    for neck in NECKS:
        cores = (depth <= neck * depth.max()).astype(np.uint8)
        # Every place belongs to the core next to it.
        _, owners = cv2.distanceTransformWithLabels(cores, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_CCOMP)
        found = []
        for owner in range(1, int(owners.max()) + 1):
            own = ((owners == owner) & (inside > 0)).astype(np.uint8)
            contours, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            found.append(max(contours, key=cv2.contourArea) + corner)
        sizes = [cv2.contourArea(one) for one in found]
        if len(found) > 1 and min(sizes) >= LEAST_PART * max(sizes):
            return found
    return []


@dataclass(frozen=True, slots=True)
class Body:
    """A connected part of the picture that is dice: its cells, the top faces in it, whether it meets the border.

    `top_cells` is the area of its top faces in cells, `certainty` the mean probability of its cells of being no ground.
    """

    cells: int
    tops: int
    top_cells: float
    border: bool
    certainty: float


def find_bodies(view: FaceMap, quads: Sequence[Floats]) -> list[Body]:
    """Returns the connected regions of dice, top faces, sides and all; `quads` (4×2 pixels) are the top faces found."""
    ground = view.probabilities[GROUND]
    rows, columns = ground.shape
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
        found.append(Body(int(cells), int(tops[k]), float(top_cells[k]), border, float(sure[k])))
    return found
