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

HALVED = 4.0
"""Where it is so many times smaller, the frame is halved first, and again until it is not. That is far quicker, and the
grey levels come out as they would otherwise, but for rounding: a third of a level on average."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """What lies round an outline in a frame: grey levels (H×W), smoothed; `corner` is its first pixel (x, y).

    Each of its pixels stands for `step` by `step` of the frame's.
    """

    grey: NDArray[np.uint8]
    corner: tuple[int, int]
    step: int = 1

    def from_frame(self) -> Floats:
        """Returns the homography (3×3) from the frame's pixels to its own."""
        (x, y), step = self.corner, self.step
        return np.array([[1, 0, (step - 1) / -2 - x], [0, 1, (step - 1) / -2 - y], [0, 0, step]]) / step


def cut(frame: NDArray[np.uint8], quad: Floats, width: int, height: int) -> Piece:
    """Returns what lies round `quad` (4×2 pixels), smoothed so that it can be seen in width×height pixels."""
    left, upper = np.floor(quad.min(0) - 3).astype(int).clip(0, None).tolist()
    right, lower = np.minimum(np.ceil(quad.max(0) + 4).astype(int), (frame.shape[1], frame.shape[0])).tolist()
    if right < left + 2 or lower < upper + 2:
        return Piece(np.zeros((0, 0), np.uint8), (0, 0))
    grey = cv2.cvtColor(frame[upper:lower, left:right], cv2.COLOR_BGR2GRAY)
    ratio = math.sqrt(cv2.contourArea(quad.astype(np.float32)) / (width * height))
    step = 1
    while ratio / step >= HALVED and min(grey.shape) >= 2:
        grey, step = _halved(grey), 2 * step
    if ratio > LEAST_RATIO:
        # Halving, and sampling between larger pixels, smooth a little themselves: by (step² - 1) / 4 in all.
        deviation = math.sqrt(((SMOOTH * ratio) ** 2 + 1 / 4) / step**2 - 1 / 4)
        grey = _smoothed(grey, deviation)
    return Piece(np.asarray(grey, np.uint8), (left, upper), step)


def _halved(grey: cv2.typing.MatLike) -> cv2.typing.MatLike:
    """Returns the picture at half its size; a last row or column that is left over is left out."""
    rows, columns = grey.shape[0] // 2, grey.shape[1] // 2
    return cv2.resize(grey[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA)


def _smoothed(grey: cv2.typing.MatLike, deviation: float) -> cv2.typing.MatLike:
    """Returns the picture under a Gaussian blur: that of OpenCV's `GaussianBlur` in two thirds of its time.

    That one is right to the last bit; here one pixel in a hundred is a grey level off.
    """
    line = cv2.getGaussianKernel(round(6 * deviation + 1) | 1, deviation)
    return cv2.sepFilter2D(grey, -1, line, line)


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


def rectify(frame: NDArray[np.uint8], quad: Floats, width: int, height: int) -> tuple[NDArray[np.float32], Floats]:
    """Returns what `straighten` does of a piece that is cut for it."""
    return straighten(cut(frame, quad, width, height), quad, width, height)
