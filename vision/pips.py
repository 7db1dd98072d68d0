"""Pips counted on a rectified face, without the network: the second opinion, and the rings people see."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layouts import misfit
from vision.rectify import Frame, Greys, rectify

Floats = NDArray[np.float64]
Levels = NDArray[np.float32]
Ints = NDArray[np.int64]
Point = tuple[float, float]

SIDE, LONGEST = 48, 2.2
"""The rectified face's shorter side in pixels, and how many times as long the other is at most."""

RADII = (0.055, 0.075, 0.1, 0.135)
"""Radii of pips that are looked for, as fractions of the shorter edge."""

FILTERS = (*RADII, *RADII, *RADII[1:])
"""Radii by filter: of dark blobs, of pale ones, and of lively ones, such as rings and bare pips."""

SIGMAS = (
    *(radius * SIDE / math.sqrt(2) for radius in RADII),
    *(radius * SIDE / math.sqrt(2) * 1.6 for radius in RADII),
    *(radius * SIDE * 0.75 for radius in (*RADII[1:], RADII[2] * 1.8, RADII[3] * 1.8)),
)
"""How much the filters smooth, in pixels: blobs less and more, then what is lively, of which the first three smooth
less and the last three more, for 1.8 times the second radius is the fourth."""

REACHES = np.array([max(1, round(radius * SIDE * 1.1)) for radius in FILTERS])
"""Two marks, both of one filter, are so many pixels apart at least, across or down."""

_NEAR = tuple(np.ones((2 * reach + 1, 2 * reach + 1), np.uint8) for reach in REACHES.tolist())

FAINTEST = 0.5
"""Answers of no more than this, in grey levels, are nothing."""

FAINT = 0.25
"""What answers less than this share of the strongest mark is nothing beside it."""

WITHIN = 0.43
"""Pips lie within this part of the face on either side of its middle."""

FITS = 0.085
"""The largest misfit, as a fraction of the edge, at which points still form a face."""

LOOSELY = 1.3
"""Where the value is known, its pips may fit their layout so many times worse."""

CREDIT = np.array([0.7, 0.8, 0.9, 1.0, 1.15, 1.3])
"""The more marks, from 1 to 6, lie as pips do, the less it is chance; few may also be what is left of many that run
together."""

MOST_MARKS = 7
"""So many marks are kept of each filter: the pips of a face, and the strongest that is none."""

EVEN = 0.35
"""The weakest pip answers at least this share of what the strongest does."""

LEAST_MARGIN = 1.05
"""The weakest pip must answer so many times more strongly than the strongest thing that is no pip, to be one at all."""

RIVAL = 0.7
"""Another value whose score is this part of the best one's, or more, makes the count unclear."""

CLEAR = 1.3
"""The weakest pip must answer the filter so many times more strongly, for the count to be clear."""


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """What was counted on a face: its value, the pips (x, y, radius in pixels of the frame), and how clearly.

    `margin` is the answer of the weakest pip over that of the strongest mark that is none (1 means no difference);
    `contrast` the answer of the pips in grey levels; where it is `rivalled`, another value is nearly as good.
    """

    value: int
    pips: Floats
    margin: float
    rivalled: bool
    contrast: float

    @property
    def clear(self) -> bool:
        """Whether the count may be trusted by itself."""
        return self.margin >= CLEAR and not self.rivalled


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """What answers each of FILTERS most strongly, strongest first.

    `places` (11×7×2) are in units of the edges, `strengths` (11×7) in grey levels, 0 where there are no more marks.
    """

    places: Floats
    strengths: Floats

    def of(self, owner: int, number: int) -> list[Point]:
        """Returns the places of so many of the strongest of one filter."""
        return [(x, y) for x, y in self.places[owner, :number].tolist()]


@dataclass(frozen=True, slots=True, eq=False)
class Guesses:
    """The strongest marks of each filter taken for the pips of a face, the best guess first.

    `owners` are their filters, `values` how many marks each takes; the larger one of the `scores`, the less it is
    chance. `margins` and `contrasts` are as in `Count`.
    """

    owners: list[int]
    values: list[int]
    scores: list[float]
    margins: list[float]
    contrasts: list[float]


def _size(quad: Floats) -> tuple[int, int]:
    """Returns the width and height of the rectified face: the shorter is SIDE, the longer in proportion."""
    a, b, c, d = quad.tolist()
    across, down = max(1.0, (math.dist(a, b) + math.dist(c, d)) / 2), max(1.0, (math.dist(b, c) + math.dist(d, a)) / 2)
    shorter = min(across, down)
    width, height = (round(min(edge / shorter * SIDE, LONGEST * SIDE)) for edge in (across, down))
    return width, height


@lru_cache(maxsize=16)
def _blurs(length: int) -> Levels:
    """Returns the matrices (13×length×length) that smooth a line of pixels, one for each of SIGMAS."""
    lines = np.eye(length, dtype=np.float32)
    return np.stack([cv2.GaussianBlur(lines, (0, 1), s, borderType=cv2.BORDER_REPLICATE) for s in SIGMAS])


def _smoothed(grey: Levels, which: slice) -> Levels:
    """Returns a picture smoothed by some of SIGMAS; as products of matrices, for faces are hardly wider than blurs."""
    down, across = _blurs(grey.shape[0])[which], _blurs(grey.shape[1])[which]
    return np.asarray(down.transpose(0, 2, 1) @ grey @ across)


def _answers(grey: Levels) -> Levels:
    """Returns the face seen through each of FILTERS (11×rows×columns): what is like a pip answers with plus."""
    blobs = len(RADII)
    answers = np.empty((len(FILTERS), *grey.shape), np.float32)
    blurred = _smoothed(grey, slice(0, 2 * blobs))
    np.subtract(blurred[blobs:], blurred[:blobs], out=answers[:blobs])
    np.negative(answers[:blobs], out=answers[blobs : 2 * blobs])
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3, scale=0.25)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3, scale=0.25)
    lively = _smoothed(np.asarray(cv2.magnitude(across, down), np.float32), slice(2 * blobs, None))
    np.subtract(lively[:-2], lively[2:], out=answers[2 * blobs :])
    answers[2 * blobs :] *= 2
    return answers


def _marks(grey: Levels, share: float = 0.0) -> Marks:
    """Returns what answers each of FILTERS most strongly in a rectified face.

    What answers less than `share` of the strongest is left out.
    """
    answers = _answers(grey)
    tops = np.empty_like(answers)
    for answer, top, near in zip(answers, tops, _NEAR, strict=True):
        cv2.dilate(answer, near, dst=top)
    rows, columns = grey.shape
    left, upper = (math.floor((0.5 - WITHIN) * side - 0.5) + 1 for side in (columns, rows))
    within = (slice(None), slice(upper, -upper), slice(left, -left))
    inside = np.ascontiguousarray(answers[within])
    peaks = np.flatnonzero((inside >= tops[within]) & (inside > FAINTEST))
    strengths = inside.ravel()[peaks]
    owners, pixels = np.divmod(peaks, inside[0].size)
    order = np.lexsort((-strengths, owners))
    owners, pixels, strengths = owners[order], pixels[order], strengths[order]
    ys, xs = np.divmod(pixels, inside.shape[2])
    first = np.searchsorted(owners, owners)
    kept = strengths >= share * strengths[first]
    # Of pixels that answer alike on one pip, one counts.
    if ((strengths[1:] == strengths[:-1]) & (owners[1:] == owners[:-1])).any():
        kept &= ~_repeated(owners, strengths, xs, ys)
    before: Ints = np.cumsum(kept) - kept
    ranks = before - before[first]
    kept &= ranks < MOST_MARKS
    found = Marks(np.zeros((len(FILTERS), MOST_MARKS, 2)), np.zeros((len(FILTERS), MOST_MARKS)))
    at = owners[kept], ranks[kept]
    found.places[(*at, 0)] = (xs[kept] + left + 0.5) / columns - 0.5
    found.places[(*at, 1)] = (ys[kept] + upper + 0.5) / rows - 0.5
    found.strengths[at] = strengths[kept]
    return found


def _repeated(owners: Ints, strengths: Levels, xs: Ints, ys: Ints) -> NDArray[np.bool_]:
    """Returns which marks lie on the pip of an earlier one: of pixels that answer alike on one pip, one counts."""
    apart = np.maximum(np.abs(xs[:, None] - xs), np.abs(ys[:, None] - ys))
    alike = (owners[:, None] == owners) & (strengths[:, None] == strengths) & (apart <= REACHES[owners])
    return np.asarray(np.tril(alike, -1).any(1))


def count_pips(frame: Frame | Greys, quad: Floats) -> Count | None:
    """Counts the pips of the face in `quad`: dark or pale, filled or bare, rings as one; None where none stand out."""
    width, height = _size(quad)
    grey, back = rectify(frame, quad, width, height)
    marks = _marks(grey, FAINT)
    guesses = _guesses(marks)
    best = next((k for k in range(len(guesses.owners)) if _forms_face(marks, guesses, k)), None)
    if best is None:
        return None
    owner, value = guesses.owners[best], guesses.values[best]
    rivalled = any(
        other != value and score >= RIVAL * guesses.scores[best] and _forms_face(marks, guesses, k)
        for k, (other, score) in enumerate(zip(guesses.values, guesses.scores, strict=True))
    )
    pips = _to_frame(marks.of(owner, value), FILTERS[owner], back, (width, height))
    return Count(value, pips, guesses.margins[best], rivalled, guesses.contrasts[best])


def _forms_face(marks: Marks, guesses: Guesses, k: int) -> bool:
    """Whether the marks that a guess takes lie as the pips of a face do."""
    value = guesses.values[k]
    return misfit(marks.of(guesses.owners[k], value), value, FITS) < FITS


def _guesses(marks: Marks) -> Guesses:
    """Returns all values that so many of the strongest marks of a filter would make if they lie as pips do."""
    strongest, weakest, after = marks.strengths[:, :1], marks.strengths[:, :-1], marks.strengths[:, 1:]
    means = np.cumsum(weakest, axis=1) / np.arange(1, MOST_MARKS)
    margins = weakest / np.maximum(np.maximum(after, FAINT * strongest), 1.0)
    owners, columns = np.nonzero((margins >= LEAST_MARGIN) & (weakest >= EVEN * strongest))
    margins, means = margins[owners, columns], means[owners, columns]
    scores = CREDIT[columns] * np.log(margins) * np.sqrt(means)
    order = np.argsort(-scores, kind="stable")
    return Guesses(
        owners=owners[order].tolist(),
        values=(columns[order] + 1).tolist(),
        scores=scores[order].tolist(),
        margins=margins[order].tolist(),
        contrasts=means[order].tolist(),
    )


def find_pips(frame: Frame | Greys, quad: Floats, value: int) -> Floats | None:
    """Returns where (N×3: x, y, radius in pixels of the frame) the pips of a face lie that is known to show `value`.

    That value being known, one stronger mark may be none of them, and they need not stand out from the rest. None where
    nothing lies as they would.
    """
    width, height = _size(quad)
    grey, back = rectify(frame, quad, width, height)
    marks = _marks(grey)
    fits = LOOSELY * FITS
    best: tuple[float, float, list[Point]] | None = None
    for owner, radius in enumerate(FILTERS):
        strengths, strongest = marks.strengths[owner].tolist(), marks.of(owner, value + 1)
        for left_out in range(value, -1, -1):
            weakest = strengths[value - 1 if left_out == value else value]
            places = strongest[:left_out] + strongest[left_out + 1 :]
            if weakest > (0.0 if best is None else best[0]) and misfit(places, value, fits) < fits:
                best = (weakest, radius, places)
    return None if best is None else _to_frame(best[2], best[1], back, (width, height))


def _to_frame(places: Sequence[Point], radius: float, back: Floats, size: tuple[int, int]) -> Floats:
    """Returns x, y, radius in the frame of pips given in units of the face's edges."""
    found = np.empty((len(places), 3))
    found[:, :2] = cv2.perspectiveTransform((np.array([places]) + 0.5) * size - 0.5, back)[0]
    (a, b, _), (c, d, _), _ = back.tolist()
    found[:, 2] = radius * SIDE * math.sqrt(abs(a * d - b * c))
    return found
