"""What stands out on rectified faces, pip or not: seen through filters of several sizes, many faces at once."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Levels = NDArray[np.float32]
Ints = NDArray[np.int64]
Point = tuple[float, float]

SIDE, GLANCE_SIDE = 48, 40
"""The rectified faces' shorter side in pixels, usually and in the first look."""

RADII = (0.055, 0.075, 0.1, 0.135)
"""Radii of pips that are looked for, as fractions of the shorter edge."""

FILTERS = (*RADII, *RADII, *RADII[1:])
"""Radii by filter: of dark blobs, of pale ones, and of lively ones, such as rings and bare pips."""

SIGMAS = (
    *(radius / math.sqrt(2) for radius in RADII),
    *(radius / math.sqrt(2) * 1.6 for radius in RADII),
    *(radius * 0.75 for radius in (*RADII[1:], RADII[2] * 1.8, RADII[3] * 1.8)),
)
"""How much the filters smooth, as fractions of the shorter edge: blobs less and more, then what is lively, of which the
first three smooth less and the last three more, for 1.8 times the second radius is the fourth."""

APART = 1.1
"""Two marks, both of one filter, are so many of its radii apart at least, across or down."""

FAINTEST = 0.5
"""Answers of no more than this, in grey levels, are nothing."""

WITHIN = 0.43
"""Pips lie within this part of the face on either side of its middle."""

MOST_MARKS = 7
"""So many marks are kept of each filter: the pips of a face, and the strongest that is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """What answers each of FILTERS most strongly on each of N faces, strongest first.

    `places` (11×N×7×2) are in units of the edges, `strengths` (11×N×7) in grey levels, 0 where there are no more marks.
    """

    places: Floats
    strengths: Floats

    def of(self, owner: int, face: int, number: int) -> list[Point]:
        """Returns the places of so many of the strongest of one filter on one face."""
        return [(x, y) for x, y in self.places[owner, face, :number].tolist()]


@lru_cache(maxsize=4)
def _reaches(side: int) -> tuple[int, ...]:
    """Returns for each of FILTERS how many pixels apart two marks are at least on faces whose shorter side is given."""
    return tuple(max(1, round(radius * side * APART)) for radius in FILTERS)


@lru_cache(maxsize=32)
def _blurs(length: int, side: int) -> tuple[Levels, Levels]:
    """Returns the matrices (13×length×length) that smooth a line of pixels, one for each of SIGMAS, and all as one.

    The second (13·length × length) smooths downwards. `side` is the face's shorter side in pixels.
    """
    lines = np.eye(length, dtype=np.float32)
    across = np.stack([cv2.GaussianBlur(lines, (0, 1), s * side, borderType=cv2.BORDER_REPLICATE) for s in SIGMAS])
    return np.asarray(across, np.float32), np.concatenate([blur.T for blur in across]).astype(np.float32)


def _smoothed(grey: Levels, first: int, last: int) -> Levels:
    """Returns a picture (rows×columns) smoothed by each of some SIGMAS (first axis), from the first to before the last.

    As products of matrices, for faces are hardly wider than blurs.
    """
    rows, columns = grey.shape
    (across, _), (_, down) = _blurs(columns, rows), _blurs(rows, rows)
    halfway = (down[first * rows : last * rows] @ grey).reshape(-1, rows, columns)
    return np.asarray(halfway @ across[first:last])


def _lively(grey: Levels) -> Levels:
    """Returns how steeply a face's grey levels (rows×columns) rise or fall at each pixel, by a SIDE-th of its edge."""
    steep = 0.25 * len(grey) / SIDE
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3, scale=steep)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3, scale=steep)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def _answers(faces: Sequence[Levels]) -> Levels:
    """Returns the faces seen through each of FILTERS: what is like a pip answers with plus.

    That is 11×N×(rows + gap)×columns, as many as the widest face has: below each face there is a gap in which nothing
    answers, so that none reaches into the next, nor does anything beside a narrower one.
    """
    rows, columns = len(faces[0]), max(face.shape[1] for face in faces)
    blobs, gap = len(RADII), max(_reaches(rows))
    answers = np.empty((len(FILTERS), len(faces), rows + gap, columns), np.float32)
    for k, grey in enumerate(faces):
        here = answers[:, k, :rows, : grey.shape[1]]
        blurred = _smoothed(grey, 0, 2 * blobs)
        np.subtract(blurred[blobs:], blurred[:blobs], out=here[:blobs])
        np.negative(here[:blobs], out=here[blobs : 2 * blobs])
        lively = _smoothed(_lively(grey), 2 * blobs, len(SIGMAS))
        np.subtract(lively[:-2], lively[2:], out=here[2 * blobs :])
        here[2 * blobs :] *= 2
        answers[:, k, :rows, grey.shape[1] :] = -np.inf
    answers[:, :, rows:] = -np.inf
    return answers


def _margin(sides: Ints | int) -> Ints:
    """Returns how many pixels at either end of so long a side no mark is looked for in."""
    return np.asarray(np.floor((0.5 - WITHIN) * np.asarray(sides) - 0.5) + 1, int)


def find_marks(faces: Sequence[Levels], share: float = 0.0) -> Marks:
    """Returns what answers each of FILTERS most strongly on rectified faces (rows×columns, all of as many rows).

    They have at least as many columns as rows.

    What answers less than `share` of the strongest is left out.
    """
    number, rows = len(faces), len(faces[0])
    answers, reaches = _answers(faces), _reaches(rows)
    tops = np.empty_like(answers)
    for answer, top, reach in zip(answers, tops, reaches, strict=True):
        near = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
        cv2.dilate(answer.reshape(-1, answer.shape[2]), near, dst=top.reshape(-1, answer.shape[2]))
    widths = np.array([face.shape[1] for face in faces])
    lefts, upper = _margin(widths), int(_margin(rows))
    inside = np.ascontiguousarray(answers[:, :, upper : rows - upper])
    peaks = np.flatnonzero((inside >= tops[:, :, upper : rows - upper]) & (inside > FAINTEST))
    # One owner of marks for each filter on each face.
    owners, pixels = np.divmod(peaks, inside[0, 0].size)
    ys, xs = np.divmod(pixels, inside.shape[3])
    left = lefts[owners % number]
    within = np.flatnonzero((left <= xs) & (xs < widths[owners % number] - left))
    strengths = inside.ravel()[peaks]
    order = within[np.lexsort((-strengths[within], owners[within]))]
    owners, ys, xs, strengths = owners[order], ys[order], xs[order], strengths[order]
    first = np.searchsorted(owners, owners)
    kept = strengths >= share * strengths[first]
    # Of pixels that answer alike on one pip, one counts.
    alike = (strengths[1:] == strengths[:-1]) & (owners[1:] == owners[:-1])
    for owner in np.unique(owners[1:][alike]).tolist():
        own = slice(*np.searchsorted(owners, (owner, owner + 1)))
        kept[own] &= ~_repeated(strengths[own], xs[own], ys[own], reaches[owner // number])
    before: Ints = np.cumsum(kept) - kept
    ranks = before - before[first]
    kept &= ranks < MOST_MARKS
    found = Marks(np.zeros((len(FILTERS), number, MOST_MARKS, 2)), np.zeros((len(FILTERS), number, MOST_MARKS)))
    at = *np.divmod(owners[kept], number), ranks[kept]
    found.places[(*at, 0)] = (xs[kept] + 0.5) / widths[at[1]] - 0.5
    found.places[(*at, 1)] = (ys[kept] + upper + 0.5) / rows - 0.5
    found.strengths[at] = strengths[kept]
    return found


def _repeated(strengths: Levels, xs: Ints, ys: Ints, reach: int) -> NDArray[np.bool_]:
    """Returns which marks of one owner lie on the pip of an earlier one that answers alike."""
    apart = np.maximum(np.abs(xs[:, None] - xs), np.abs(ys[:, None] - ys))
    alike = (strengths[:, None] == strengths) & (apart <= reach)
    return np.asarray(np.tril(alike, -1).any(1))
