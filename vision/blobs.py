"""Finds marks on rectified faces, pips or not, with filters of several sizes, many faces at once."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, takewhile
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Levels = NDArray[np.float32]
Point = tuple[float, float]

RADII = (0.055, 0.075, 0.1, 0.135)
"""Radii of the pips searched for, as fractions of the shorter edge."""

BLOBS = 2 * len(RADII)
"""The number of blob filters; they come first."""

FILTERS = (*(radius for radius in RADII for _ in ("dark", "pale")), *RADII[1:])
"""Radii by filter: dark and pale blobs alternately, then textured marks such as rings and bare pips."""

SIGMAS = (
    *(radius / math.sqrt(2) for radius in RADII),
    *(radius / math.sqrt(2) * 1.6 for radius in RADII),
    *(radius * 0.75 for radius in (*RADII[1:], RADII[2] * 1.8, RADII[3] * 1.8)),
)
"""Smoothing of the filters, as fractions of the shorter edge: finer and coarser for blobs, then for textured marks; the
first three of those are the finer ones and the last three the coarser ones, since 1.8 times the second radius is the
fourth."""

APART = 1.1
"""The minimum distance, in radii, of two marks of one filter, across or down."""

FAINTEST = 0.5
"""Responses up to this many grey levels are ignored."""

WITHIN = 0.43
"""Pips lie within this fraction of the face on either side of its centre."""

MAX_MARKS = 7
"""The number of marks kept per filter: the pips of a face, and the strongest other mark."""


SIDE = 48
"""The shorter side of a face in which marks are searched for, in pixels."""


class Mark(NamedTuple):
    """A filter's response in grey levels, and the pixel of it."""

    strength: float
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Marks:
    """The strongest responses of each filter on a face of rows×columns pixels, strongest first."""

    rows: int
    columns: int
    by_filter: tuple[list[Mark], ...]

    def places(self, which: int, count: int) -> list[Point]:
        """Returns the positions of the strongest marks of one filter, or of all if they are fewer.

        They are in units of the edges, the middle being (0, 0).
        """
        found = self.by_filter[which][:count]
        return [((one.x + 0.5) / self.columns - 0.5, (one.y + 0.5) / self.rows - 0.5) for one in found]


@lru_cache(maxsize=4)
def _reaches(side: int) -> tuple[int, ...]:
    """Returns for each of FILTERS the minimum distance of two marks in pixels, given the faces' shorter side."""
    return tuple(max(1, round(radius * side * APART)) for radius in FILTERS)


@lru_cache(maxsize=32)
def _blurs(length: int, side: int) -> tuple[Levels, Levels]:
    """Returns the matrices (13×length×length) that smooth a line of pixels, one per SIGMA, and all in one.

    The second (13·length × length) smooths downwards. `side` is the face's shorter side in pixels.
    """
    lines = np.eye(length, dtype=np.float32)
    across = np.stack([cv2.GaussianBlur(lines, (0, 1), s * side, borderType=cv2.BORDER_REPLICATE) for s in SIGMAS])
    return np.asarray(across, np.float32), np.concatenate([blur.T for blur in across]).astype(np.float32)


def _smoothed(grey: Levels, first: int, last: int) -> Levels:
    """Returns a picture (rows×columns) smoothed by each of a range of SIGMAS (first axis).

    Computed as matrix products, since faces are hardly wider than the blurs.
    """
    rows, columns = grey.shape
    (across, _), (_, down) = _blurs(columns, rows), _blurs(rows, rows)
    halfway = (down[first * rows : last * rows] @ grey).reshape(-1, rows, columns)
    return np.asarray(halfway @ across[first:last])


def _gradient_magnitude(grey: Levels) -> Levels:
    """Returns the gradient magnitude of a face (rows×columns), in half grey levels per pixel."""
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3, scale=0.25)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3, scale=0.25)
    # cv2.magnitude rounds differently with the alignment of its arrays in memory.
    return np.asarray(np.sqrt(across * across + down * down), np.float32)


def _filter_responses(faces: Sequence[Levels]) -> Levels:
    """Returns the responses of the faces to all filters; pips respond positively.

    The shape is filters×N×(rows + gap)×columns, for the widest face: below every face there is a gap without response,
    so that no face affects the next, nor does the padding of narrower ones.
    """
    rows, columns = len(faces[0]), max(face.shape[1] for face in faces)
    sizes, gap = len(RADII), max(_reaches(rows))
    answers = np.empty((len(FILTERS), len(faces), rows + gap, columns), np.float32)
    for k, grey in enumerate(faces):
        here = answers[:, k, :rows, : grey.shape[1]]
        blurred = _smoothed(grey, 0, 2 * sizes)
        dark, pale = here[0:BLOBS:2], here[1:BLOBS:2]
        np.subtract(blurred[sizes:], blurred[:sizes], out=dark)
        np.negative(dark, out=pale)
        lively = _smoothed(_gradient_magnitude(grey), 2 * sizes, len(SIGMAS))
        np.subtract(lively[:-2], lively[2:], out=here[BLOBS:])
        here[BLOBS:] *= 2
        answers[:, k, :rows, grey.shape[1] :] = -np.inf
    answers[:, :, rows:] = -np.inf
    return answers


def _strongest_near(answers: Levels, reaches: Sequence[int]) -> Levels:
    """Returns for each pixel of `_answers` the strongest response within its filter's reach."""
    columns, first = answers.shape[-1], 0
    strongest = np.empty_like(answers)
    # Filters of equal reach follow one another.
    for reach, alike in groupby(reaches):
        last = first + len(list(alike))
        near = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
        cv2.dilate(answers[first:last].reshape(-1, columns), near, dst=strongest[first:last].reshape(-1, columns))
        first = last
    return strongest


def _margin(side: int) -> int:
    """Returns the number of pixels at both ends of a side of this length in which no mark is searched for."""
    return math.floor((0.5 - WITHIN) * side - 0.5) + 1


def find_marks(faces: Sequence[Levels], share: float = 0.0) -> list[Marks]:
    """Returns for each rectified face the strongest responses of all filters.

    Faces have rows×columns, all as many rows, and at least as many columns as rows. Responses below `share` of the
    strongest are left out.
    """
    many, rows = len(faces), len(faces[0])
    answers, reaches = _filter_responses(faces), _reaches(rows)
    tops, upper = _strongest_near(answers, reaches), _margin(rows)
    inside = np.ascontiguousarray(answers[:, :, upper : rows - upper])
    widths = [face.shape[1] for face in faces]
    for k, width in enumerate(widths):
        left = _margin(width)
        inside[:, k, :, :left] = inside[:, k, :, width - left :] = -np.inf
    peaks = np.flatnonzero((inside >= tops[:, :, upper : rows - upper]) & (inside > FAINTEST))
    strengths = inside.ravel()[peaks]
    # One owner of marks for each filter on each face.
    columns, area = inside.shape[3], inside[0, 0].size
    owners, pixels = np.divmod(peaks, area)
    strongest = np.zeros(len(FILTERS) * many, np.float32)
    np.maximum.at(strongest, owners, strengths)
    kept = np.flatnonzero(strengths >= share * strongest[owners])
    order = kept[np.argsort(-strengths[kept], kind="stable")]
    owned: list[list[Mark]] = [[] for _ in strongest]
    last: list[list[Mark]] = [[] for _ in strongest]
    ranked = strengths[order].tolist(), owners[order].tolist(), pixels[order].tolist()
    # Few marks remain, for which plain numbers are faster than arrays.
    for strength, owner, pixel in zip(*ranked, strict=True):
        found, alike = owned[owner], last[owner]
        if len(found) < MAX_MARKS:
            y, x = divmod(pixel, columns)
            mark = Mark(strength, x, y + upper)
            if alike and alike[-1].strength > strength:
                alike.clear()
            if not (alike and _continues(alike, mark, reaches[owner // many])):
                found.append(mark)
            alike.append(mark)
    return [Marks(rows, widths[face], tuple(owned[face::many])) for face in range(many)]


def _continues(alike: Sequence[Mark], mark: Mark, reach: int) -> bool:
    """Whether a mark is close to an earlier one of equal strength, so that both belong to one pip.

    Marks are ordered by row, so that those too far above are skipped.
    """
    near = takewhile(lambda one: mark.y - one.y <= reach, reversed(alike))
    return any(abs(one.x - mark.x) <= reach for one in near)
