"""A face seen straight on."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Frame = NDArray[np.uint8]

SMOOTH = 0.4
"""Where a picture is smaller than what it shows, the frame is smoothed first by this part of the ratio."""

LEAST_RATIO = 1.3
"""Where it is hardly smaller, the frame is not smoothed."""

HALVED = 2.5
"""Where it is so many times smaller, the frame is halved first, and again until it is not. That is far quicker, and the
grey levels come out as they would otherwise, but for a third of a level on average, and a whole one at the worst."""

FAINT = 2.0
"""Noise of so many grey levels is not made more of."""


class Greys:
    """The grey levels of a frame: as they are, at half the size, at a quarter and so on, each made when wanted."""

    def __init__(self, frame: Frame) -> None:
        """Takes a frame (H×W×3, BGR), or its grey levels (H×W)."""
        grey = frame if frame.ndim == 2 else np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
        self._sizes = [grey]

    @property
    def size(self) -> tuple[int, int]:
        """Height and width of the frame."""
        height, width = self._sizes[0].shape
        return height, width

    def halved(self, times: int) -> tuple[Frame, int]:
        """Returns them halved so many times, or as often as it goes, and how many times smaller that makes them.

        Rows and columns that are left over are left out.
        """
        while len(self._sizes) <= times and min(self._sizes[-1].shape) > 1:
            last = self._sizes[-1]
            rows, columns = last.shape[0] // 2, last.shape[1] // 2
            half = cv2.resize(last[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA)
            self._sizes.append(np.asarray(half, np.uint8))
        made = min(times, len(self._sizes) - 1)
        return self._sizes[made], 2**made


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """What lies round an outline in a frame: grey levels (H×W), smoothed.

    Each of its pixels stands for `step` by `step` of the frame's; `corner` (x, y) is where, counted in such pixels, its
    first one lies.
    """

    grey: NDArray[np.uint8]
    corner: tuple[int, int]
    step: int = 1

    def from_frame(self) -> Floats:
        """Returns the homography (3×3) from the frame's pixels to its own."""
        (x, y), step = self.corner, self.step
        return np.array([[1, 0, (1 - step) / 2 - step * x], [0, 1, (1 - step) / 2 - step * y], [0, 0, step]]) / step


def cut(frame: Frame | Greys, quad: Floats, width: int, height: int) -> Piece:
    """Returns what lies round `quad` (4×2 pixels) in a frame, smoothed so that it can be seen in width×height pixels.

    Whoever cuts many pieces of one frame gives its `Greys`.
    """
    greys = frame if isinstance(frame, Greys) else Greys(frame)
    ratio = math.sqrt(cv2.contourArea(quad.astype(np.float32)) / (width * height))
    times = max(0, math.floor(math.log2(max(ratio, 1) / HALVED)) + 1)
    grey, step = greys.halved(times)
    near = (quad + 0.5) / step - 0.5
    left, upper = np.floor(near.min(0) - 3).astype(int).clip(0, None).tolist()
    right, lower = np.minimum(np.ceil(near.max(0) + 4).astype(int), (grey.shape[1], grey.shape[0])).tolist()
    if right < left + 2 or lower < upper + 2:
        return Piece(np.zeros((0, 0), np.uint8), (0, 0))
    grey = grey[upper:lower, left:right]
    if ratio > LEAST_RATIO:
        # Halving, and sampling between larger pixels, smooth a little themselves: by (step² - 1) / 4 in all.
        deviation = math.sqrt(max(0.0, ((SMOOTH * ratio) ** 2 + 1 / 4) / step**2 - 1 / 4))
        grey = _smoothed(grey, deviation)
    return Piece(grey, (left, upper), step)


def _smoothed(grey: Frame, deviation: float) -> Frame:
    """Returns the picture under a Gaussian blur: that of OpenCV's `GaussianBlur` in two thirds of its time.

    That one is right to the last bit; here one pixel in a hundred is a grey level off.
    """
    line = cv2.getGaussianKernel(round(6 * deviation + 1) | 1, deviation)
    return np.asarray(cv2.sepFilter2D(grey, -1, line, line), np.uint8)


def straighten(piece: Piece, quad: Floats, width: int, height: int) -> tuple[NDArray[np.float32], Floats]:
    """Returns what lies in `quad` (4×2 pixels, clockwise) as grey levels (height×width) and the way back to the frame.

    The way back is the homography (3×3) from the returned picture to the frame.
    """
    corners = quad.astype(np.float32)
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - np.float32(0.5)
    back = cv2.getPerspectiveTransform(target, corners)
    if not piece.grey.size:
        return np.zeros((height, width), np.float32), np.asarray(back, float)
    local = piece.from_frame() @ back
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    grey = cv2.warpPerspective(piece.grey, local, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return grey.astype(np.float32), np.asarray(back, float)


def evened(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns grey levels with the mean 0 and the deviation 1, or less where there is next to nothing to see."""
    mean, deviation = (float(level[0, 0]) for level in cv2.meanStdDev(grey))
    return (grey - np.float32(mean)) / np.float32(deviation + FAINT)


def rectify(frame: Frame | Greys, quad: Floats, width: int, height: int) -> tuple[NDArray[np.float32], Floats]:
    """Returns what `straighten` does of a piece that is cut for it."""
    return straighten(cut(frame, quad, width, height), quad, width, height)
