"""Pips counted on a rectified face, without the network: the second opinion, and the rings people see."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layouts import misfit
from vision.rectify import rectify

Floats = NDArray[np.float64]

SIDE = 48
"""The rectified face's shorter side in pixels."""

RADII = (0.055, 0.075, 0.1, 0.135)
"""Radii of pips that are looked for, as fractions of the shorter edge."""

WITHIN = 0.43
"""Pips lie within this part of the face on either side of its middle."""

FITS = 0.085
"""The largest misfit, as a fraction of the edge, at which points still form a face."""

LOOSELY = 1.3
"""Where the value is known, its pips may fit their layout so many times worse."""

CREDIT = {1: 0.7, 2: 0.8, 3: 0.9, 4: 1.0, 5: 1.15, 6: 1.3}
"""The more marks lie as pips do, the less it is chance; few may also be what is left of many that run together."""

MOST_MARKS = 9

EVEN = 0.35
"""The weakest pip answers at least this share of what the strongest does."""

CLEAR = 1.3
"""The weakest pip must answer the filter so many times more strongly than the strongest thing that is no pip."""


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """What was counted on a face: its value, the pips (x, y, radius in pixels of the frame), and how clearly.

    `margin` is the answer of the weakest pip over that of the strongest mark that is none (1 means no difference);
    `contrast` the answer of the pips in grey levels, `rival` the margin of the best other value.
    """

    value: int
    pips: Floats
    margin: float
    rival: float
    contrast: float

    @property
    def clear(self) -> bool:
        """Whether the count may be trusted by itself."""
        return self.margin >= CLEAR and self.rival < 0.7


def _size(quad: Floats) -> Floats:
    """Returns the width and height of the rectified face: the shorter is SIDE, the longer in proportion."""
    across = (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
    down = (np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    edges = np.maximum([across, down], 1.0)
    return np.asarray(np.clip(edges / edges.min() * SIDE, SIDE, 2.2 * SIDE).round())


def _answers(grey: NDArray[np.float32]) -> list[tuple[float, NDArray[np.float32]]]:
    """Returns for each radius the face filtered by a blob of that radius: dark blobs answer with plus."""
    blurred = {}
    for radius in RADII:
        sigma = radius * SIDE / np.sqrt(2)
        for s in (sigma, sigma * 1.6):
            blurred[s] = cv2.GaussianBlur(grey, (0, 0), s, borderType=cv2.BORDER_REPLICATE)
    answers = []
    for radius in RADII:
        s = radius * SIDE / np.sqrt(2)
        answer = blurred[s * 1.6] - blurred[s]
        answers += [(radius, answer), (radius, -answer)]
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3, scale=0.25)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3, scale=0.25)
    lively = cv2.magnitude(across, down)
    for radius in RADII[1:]:
        s = radius * SIDE * 0.75
        inner = cv2.GaussianBlur(lively, (0, 0), s, borderType=cv2.BORDER_REPLICATE)
        outer = cv2.GaussianBlur(lively, (0, 0), s * 1.8, borderType=cv2.BORDER_REPLICATE)
        answers.append((radius, 2 * (inner - outer)))
    return answers


def _peaks(answer: NDArray[np.float32], radius: float, size: Floats) -> tuple[Floats, list[float]]:
    """Returns the strongest maxima: their places in units of the edges (N×2) and answers, strongest first."""
    reach = max(1, round(radius * SIDE * 1.1))
    top = cv2.dilate(answer, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    ys, xs = np.nonzero((answer >= top) & (answer > 0.5))
    values = answer[ys, xs]
    places: list[tuple[float, float]] = []
    kept: list[float] = []
    taken: list[tuple[int, int]] = []
    for k in np.argsort(-values)[:24].tolist():
        x, y = int(xs[k]), int(ys[k])
        place = ((x + 0.5) / size[0] - 0.5, (y + 0.5) / size[1] - 0.5)
        # Of two pixels that answer alike on one pip, one counts.
        if max(abs(place[0]), abs(place[1])) < WITHIN and all(
            abs(x - a) > reach or abs(y - b) > reach for a, b in taken
        ):
            taken.append((x, y))
            places.append(place)
            kept.append(float(values[k]))
            if len(kept) == MOST_MARKS:
                break
    return np.array(places).reshape(-1, 2), kept


def count_pips(frame: NDArray[np.uint8], quad: Floats) -> Count | None:
    """Counts the pips of the face in `quad`: dark or pale, filled or bare, rings as one; None where none stand out."""
    size = _size(quad)
    grey, back = rectify(frame, quad, int(size[0]), int(size[1]))
    best: dict[int, tuple[float, float, Floats, float, float]] = {}
    for radius, answer in _answers(grey):
        places, values = _peaks(answer, radius, size)
        total = 0.0
        for value in range(1, min(6, len(values)) + 1):
            weakest = values[value - 1]
            total += weakest
            if weakest < EVEN * values[0]:
                break
            after = values[value] if len(values) > value else 0.0
            margin = weakest / max(after, 0.25 * values[0], 1.0)
            if margin < 1.05:
                continue
            score = CREDIT[value] * math.log(margin) * math.sqrt(total / value)
            if score > best.get(value, (0.0,))[0] and misfit(places[:value], value) < FITS:
                best[value] = (score, radius, places[:value], total / value, margin)
    if not best:
        return None
    ranked = sorted(best, key=lambda v: -best[v][0])
    value = ranked[0]
    score, radius, places, contrast, margin = best[value]
    rival = best[ranked[1]][0] / score if len(ranked) > 1 else 0.0
    return Count(value, _to_frame(places, radius, back, size), margin, rival, contrast)


def find_pips(frame: NDArray[np.uint8], quad: Floats, value: int) -> Floats | None:
    """Returns where (N×3: x, y, radius in pixels of the frame) the pips of a face lie that is known to show `value`.

    That value being known, one stronger mark may be none of them, and they need not stand out from the rest. None where
    nothing lies as they would.
    """
    size = _size(quad)
    grey, back = rectify(frame, quad, int(size[0]), int(size[1]))
    best: tuple[float, float, Floats] | None = None
    for radius, answer in _answers(grey):
        places, values = _peaks(answer, radius, size)
        for left_out in range(value, -1, -1):
            chosen = [k for k in range(min(value + 1, len(values))) if k != left_out]
            if len(chosen) != value:
                continue
            strength = min(values[k] for k in chosen)
            if (best is None or strength > best[0]) and misfit(places[chosen], value) < LOOSELY * FITS:
                best = (strength, radius, places[chosen])
    return None if best is None else _to_frame(best[2], best[1], back, size)


def _to_frame(places: Floats, radius: float, back: Floats, size: Floats) -> Floats:
    """Returns x, y, radius in the frame of pips given in units of the face's edges."""
    flat = (places + 0.5) * size - 0.5
    seen = cv2.perspectiveTransform(flat[None].astype(np.float64), back)[0]
    scale = np.sqrt(abs(np.linalg.det(back[:2, :2])))
    return np.column_stack([seen, np.full(len(seen), radius * SIDE * scale)])
