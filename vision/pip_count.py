"""Counts pips on rectified faces without the network: independent evidence, and the rings that people see."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.blobs import BLOBS, FILTERS, MAX_MARKS, SIDE, Levels, Marks, Point, find_marks
from vision.layouts import misfit
from vision.rectify import Frame, Greys, ImagePatch, rectify

Floats = NDArray[np.float64]

LONGEST, GRAIN = 2.2, 4
"""The maximum aspect ratio of a rectified face, and the multiple of pixels that it measures."""

TOGETHER = 288
"""Faces are processed in batches of at most this many columns, as wide as the widest, to fit the processor's cache."""

FAINT = 0.25
"""Weaker responses than this share of the strongest are ignored."""

FITS = 0.085
"""The largest misfit, as a fraction of the edge, at which points still form a face."""

LOOSELY = 1.3
"""The factor by which pips may fit their layout worse if the value is known."""

CREDIT = (0.7, 0.8, 0.9, 1.0, 1.15, 1.3)
"""Bonus by value, 1 to 6: more marks in the layout are less likely by chance, and a few may be what is left of many."""

EVEN = 0.35
"""The weakest pip has at least this share of the strongest one's response."""

MIN_MARGIN = 1.05
"""The minimum ratio between the responses of the weakest pip and of the strongest other mark."""

RIVAL = 0.7
"""A second value with a score above this fraction of the best one's makes the count unclear."""

CLEAR = 1.3
"""The minimum ratio for a clear count."""

MAX_STRONGER_MARK = 1.25
"""A mark of another size, away from the pips, must not respond more strongly than this many times their mean. Of 1,023
correct counts on training and development pictures eight break the rule. On two faces of a leaning die, detected as
one, wide and faint marks between the actual pips may look like a face."""


@dataclass(frozen=True, slots=True, eq=False)
class PipCount:
    """The result of counting: the value, the pips (x, y, radius in pixels of the frame), and how clear it is.

    `margin` is the ratio between the responses of the weakest pip and of the strongest other mark (1 is no difference);
    `contrast` is the pips' response in grey levels; `rivalled`: another value is nearly as good.
    """

    value: int
    pips: Floats
    margin: float
    rivalled: bool
    contrast: float

    @property
    def clear(self) -> bool:
        """Whether the count is reliable by itself."""
        return self.margin >= CLEAR and not self.rivalled


class Guess(NamedTuple):
    """The `value` strongest marks of a filter (an index of FILTERS) on a face, taken for its pips.

    A higher `score` is less likely by chance; `margin` and `contrast` are as in `PipCount`.
    """

    which: int
    value: int
    score: float
    margin: float
    contrast: float


class Face(NamedTuple):
    """A rectified face: grey levels (rows×columns), no higher than wide, and the way back to the frame."""

    grey: Levels
    back: Floats


def _face(frame: Frame | Greys | ImagePatch, quad: Floats) -> Face:
    """Returns the face in `quad`, its shorter side of SIDE pixels, the longer in proportion."""
    a, b, c, d = quad.tolist()
    across, down = (math.dist(a, b) + math.dist(c, d)) / 2, (math.dist(b, c) + math.dist(d, a)) / 2
    if across < down:
        quad, across, down = quad[[3, 0, 1, 2]], down, across
    longer = min(max(1.0, across) / max(1.0, down), LONGEST) * SIDE
    return Face(*rectify(frame, quad, GRAIN * round(longer / GRAIN), SIDE))


def count_pips(
    seen: Sequence[tuple[Frame | Greys | ImagePatch, Floats]],
) -> list[PipCount | None]:
    """Counts the pips of faces: dark or pale, filled or bare, rings as one; None if none stand out.

    Each face is given as a frame (H×W×3), or a crop of similar resolution, and its outline there (4×2 pixels).
    """
    faces = [_face(frame, quad) for frame, quad in seen]
    counts: list[PipCount | None] = []
    for few in _by_few(faces):
        marks = find_marks([face.grey for face in few], FAINT)
        counts += [_count(face, found) for face, found in zip(few, marks, strict=True)]
    return counts


def _by_few(faces: Sequence[Face]) -> Iterator[list[Face]]:
    """Yields the faces in batches."""
    few: list[Face] = []
    for face in faces:
        if few and (len(few) + 1) * max(one.grey.shape[1] for one in (*few, face)) > TOGETHER:
            yield few
            few = []
        few.append(face)
    if few:
        yield few


def _count(face: Face, marks: Marks) -> PipCount | None:
    """Returns the count of the best guess that forms a face."""
    guesses = iter(sorted(_guesses(marks), key=lambda guess: -guess.score))
    best = next(
        (guess for guess in guesses if _forms_face(marks, guess) and not _has_stronger_mark(marks, guess)), None
    )
    if best is None:
        return None
    nearly_as_good = takewhile(lambda guess: guess.score >= RIVAL * best.score, guesses)
    rivalled = any(guess.value != best.value and _forms_face(marks, guess) for guess in nearly_as_good)
    pips = _to_frame(marks.places(best.which, best.value), FILTERS[best.which], face)
    return PipCount(best.value, pips, best.margin, rivalled, best.contrast)


def _forms_face(marks: Marks, guess: Guess) -> bool:
    """Whether the marks of a guess are laid out like the pips of a face."""
    return misfit(marks.places(guess.which, guess.value), guess.value, FITS) < FITS


def _has_stronger_mark(marks: Marks, guess: Guess) -> bool:
    """Whether a blob of another size, away from all pips of a guess, is much stronger than they are."""
    shape = marks.columns / marks.rows
    pips = marks.places(guess.which, guess.value)
    for which, found in enumerate(marks.by_filter[:BLOBS]):
        strong = [mark for mark in found if mark.strength > MAX_STRONGER_MARK * guess.contrast]
        for x, y in marks.places(which, len(strong)) if which != guess.which else ():
            if all(math.hypot((x - a) * shape, y - b) > FILTERS[guess.which] for a, b in pips):
                return True
    return False


def _guesses(marks: Marks) -> Iterator[Guess]:
    """Yields all values that each filter's strongest marks may form."""
    for which, found in enumerate(marks.by_filter):
        together = 0.0
        for value, mark in enumerate(found[: MAX_MARKS - 1], 1):
            strongest, weakest = found[0].strength, mark.strength
            if weakest < EVEN * strongest:
                break
            together += weakest
            after = found[value].strength if value < len(found) else 0.0
            margin, contrast = weakest / max(after, FAINT * strongest, 1.0), together / value
            if margin >= MIN_MARGIN:
                score = CREDIT[value - 1] * math.log(margin) * math.sqrt(contrast)
                yield Guess(which, value, score, margin, contrast)


def find_pips(frame: Frame | Greys, quad: Floats, value: int) -> Floats | None:
    """Returns the pips (N×3: x, y, radius in pixels of the frame) of a face that is known to show `value`.

    Since the value is known, one stronger mark may be ignored, and the pips need not stand out from the rest. None if
    no marks fit the layout.
    """
    face = _face(frame, quad)
    (marks,) = find_marks([face.grey])
    fits = LOOSELY * FITS
    best: tuple[float, float, list[Point]] | None = None
    for which, radius in enumerate(FILTERS):
        strongest = zip(marks.by_filter[which], marks.places(which, value + 1), strict=False)
        # The weakest mark is left out first.
        for taken in combinations(strongest, value):
            weakest, places = taken[-1][0].strength, [place for _, place in taken]
            if weakest <= (0.0 if best is None else best[0]) or misfit(places, value, fits) >= fits:
                continue
            if not any(_overlap(face, *pair, radius) for pair in combinations(places, 2)):
                best = (weakest, radius, places)
    return None if best is None else _to_frame(best[2], best[1], face)


def _overlap(face: Face, one: Point, other: Point, radius: float) -> bool:
    """Whether two marks of this radius (in shorter edges) overlap."""
    rows, columns = face.grey.shape
    return math.hypot((one[0] - other[0]) * columns, (one[1] - other[1]) * rows) < 2 * radius * rows


def _to_frame(places: Sequence[Point], radius: float, face: Face) -> Floats:
    """Converts pips from units of the face's edges to x, y, radius in the frame."""
    rows, columns = face.grey.shape
    found = np.empty((len(places), 3))
    found[:, :2] = cv2.perspectiveTransform((np.array([places]) + 0.5) * (columns, rows) - 0.5, face.back)[0]
    (a, b, _), (c, d, _), _ = face.back.tolist()
    found[:, 2] = radius * rows * math.sqrt(abs(a * d - b * c))
    return found
