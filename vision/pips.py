"""Pips counted on a rectified face, without the network: the second opinion, and the rings people see."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layouts import misfit
from vision.rectify import Frame, Greys, rectify

Floats = NDArray[np.float64]
Levels = NDArray[np.float32]
Point = tuple[float, float]

SIDE = 48
"""The rectified face's shorter side in pixels."""

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

REACHES = tuple(max(1, round(radius * SIDE * 1.1)) for radius in FILTERS)
"""Two marks, both of one filter, are so many pixels apart at least, across or down."""

_NEAR = tuple(np.ones((2 * reach + 1, 2 * reach + 1), np.uint8) for reach in REACHES)

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

CREDIT = {1: 0.7, 2: 0.8, 3: 0.9, 4: 1.0, 5: 1.15, 6: 1.3}
"""The more marks lie as pips do, the less it is chance; few may also be what is left of many that run together."""

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


@dataclass(frozen=True, slots=True)
class Marks:
    """What answers one filter most strongly, strongest first: places in units of the edges, and how strongly."""

    places: list[Point]
    strengths: list[float]


@dataclass(frozen=True, slots=True)
class Guess:
    """The strongest marks of one filter taken for the pips of a face; the larger `score`, the less it is chance."""

    value: int
    score: float
    radius: float
    places: list[Point]
    margin: float
    contrast: float


def _size(quad: Floats) -> Floats:
    """Returns the width and height of the rectified face: the shorter is SIDE, the longer in proportion."""
    across = (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
    down = (np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    edges = np.maximum([across, down], 1.0)
    return np.asarray(np.clip(edges / edges.min() * SIDE, SIDE, 2.2 * SIDE).round())


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


def _marks(grey: Levels, size: Floats, share: float = 0.0) -> list[Marks]:
    """Returns what answers each of FILTERS most strongly in a rectified face of this size.

    What answers less than `share` of the strongest is left out.
    """
    answers = _answers(grey)
    tops = np.empty_like(answers)
    for answer, top, near in zip(answers, tops, _NEAR, strict=True):
        cv2.dilate(answer, near, dst=top)
    left, upper = np.floor((0.5 - WITHIN) * size - 0.5).astype(int).tolist()
    within = (slice(None), slice(upper + 1, -upper - 1), slice(left + 1, -left - 1))
    inside = np.ascontiguousarray(answers[within])
    peaks = np.flatnonzero((inside >= tops[within]) & (inside > FAINTEST))
    strengths = inside.ravel()[peaks]
    owners, pixels = np.divmod(peaks, inside[0].size)
    order = np.lexsort((-strengths, owners))
    owners, pixels, strengths = owners[order], pixels[order], strengths[order]
    strongest = strengths[np.searchsorted(owners, owners)]
    order = np.flatnonzero(strengths >= share * strongest)
    ys, xs = np.divmod(pixels[order], inside.shape[2])
    found: list[Marks] = [Marks([], []) for _ in FILTERS]
    taken: list[list[tuple[int, int]]] = [[] for _ in FILTERS]
    columns, rows = size.tolist()
    for owner, x, y, strength in zip(
        owners[order].tolist(),
        (xs + left + 1).tolist(),
        (ys + upper + 1).tolist(),
        strengths[order].tolist(),
        strict=True,
    ):
        marks, reach = found[owner], REACHES[owner]
        # Of two pixels that answer alike on one pip, one counts.
        if len(marks.strengths) < MOST_MARKS and all(abs(x - a) > reach or abs(y - b) > reach for a, b in taken[owner]):
            taken[owner].append((x, y))
            marks.places.append(((x + 0.5) / columns - 0.5, (y + 0.5) / rows - 0.5))
            marks.strengths.append(strength)
    return found


def count_pips(frame: Frame | Greys, quad: Floats) -> Count | None:
    """Counts the pips of the face in `quad`: dark or pale, filled or bare, rings as one; None where none stand out."""
    size = _size(quad)
    grey, back = rectify(frame, quad, int(size[0]), int(size[1]))
    guesses = [
        guess
        for radius, marks in zip(FILTERS, _marks(grey, size, FAINT), strict=True)
        for guess in _guesses(marks, radius)
    ]
    guesses.sort(key=lambda one: -one.score)
    best = next((guess for guess in guesses if misfit(guess.places, guess.value) < FITS), None)
    if best is None:
        return None
    rivals = (one for one in guesses if one.value != best.value and one.score >= RIVAL * best.score)
    rivalled = any(misfit(one.places, one.value) < FITS for one in rivals)
    return Count(best.value, _to_frame(best.places, best.radius, back, size), best.margin, rivalled, best.contrast)


def _guesses(marks: Marks, radius: float) -> Iterator[Guess]:
    """Yields the values that so many of the strongest marks would make if they lie as pips do."""
    strengths = marks.strengths
    total = 0.0
    for value, weakest in enumerate(strengths[:6], 1):
        total += weakest
        if weakest < EVEN * strengths[0]:
            break
        after = strengths[value] if len(strengths) > value else 0.0
        margin = weakest / max(after, FAINT * strengths[0], 1.0)
        if margin >= LEAST_MARGIN:
            score = CREDIT[value] * math.log(margin) * math.sqrt(total / value)
            yield Guess(value, score, radius, marks.places[:value], margin, total / value)


def find_pips(frame: Frame | Greys, quad: Floats, value: int) -> Floats | None:
    """Returns where (N×3: x, y, radius in pixels of the frame) the pips of a face lie that is known to show `value`.

    That value being known, one stronger mark may be none of them, and they need not stand out from the rest. None where
    nothing lies as they would.
    """
    size = _size(quad)
    grey, back = rectify(frame, quad, int(size[0]), int(size[1]))
    best: tuple[float, float, list[Point]] | None = None
    for radius, marks in zip(FILTERS, _marks(grey, size), strict=True):
        for left_out in range(value, -1, -1):
            chosen = [k for k in range(min(value + 1, len(marks.strengths))) if k != left_out]
            if len(chosen) != value:
                continue
            strength = min(marks.strengths[k] for k in chosen)
            places = [marks.places[k] for k in chosen]
            if (best is None or strength > best[0]) and misfit(places, value) < LOOSELY * FITS:
                best = (strength, radius, places)
    return None if best is None else _to_frame(best[2], best[1], back, size)


def _to_frame(places: Sequence[Point], radius: float, back: Floats, size: Floats) -> Floats:
    """Returns x, y, radius in the frame of pips given in units of the face's edges."""
    flat = (np.array(places) + 0.5) * size - 0.5
    seen = cv2.perspectiveTransform(flat[None].astype(np.float64), back)[0]
    (a, b, _), (c, d, _), _ = back.tolist()
    scale = math.sqrt(abs(a * d - b * c))
    return np.column_stack([seen, np.full(len(seen), radius * SIDE * scale)])
