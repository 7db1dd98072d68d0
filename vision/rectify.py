"""A face seen straight on."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SMOOTH = 0.4
"""Where a picture is smaller than what it shows, the frame is smoothed first by this part of the ratio."""

LEAST_RATIO = 1.3
"""Where it is hardly smaller, the frame is not smoothed."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """What lies round an outline in a frame: grey levels (H×W), smoothed; `corner` is its first pixel (x, y)."""

    grey: NDArray[np.uint8]
    corner: tuple[int, int]


def cut(frame: NDArray[np.uint8], quad: Floats, width: int, height: int) -> Piece:
    """Returns what lies round `quad` (4×2 pixels), smoothed so that it can be seen in width×height pixels."""
    left, upper = np.floor(quad.min(0) - 3).astype(int).clip(0, None).tolist()
    right, lower = np.minimum(np.ceil(quad.max(0) + 4).astype(int), (frame.shape[1], frame.shape[0])).tolist()
    if right < left + 2 or lower < upper + 2:
        return Piece(np.zeros((0, 0), np.uint8), (0, 0))
    grey = cv2.cvtColor(frame[upper:lower, left:right], cv2.COLOR_BGR2GRAY)
    ratio = math.sqrt(cv2.contourArea(quad.astype(np.float32)) / (width * height))
    if ratio > LEAST_RATIO:
        grey = cv2.GaussianBlur(grey, (0, 0), SMOOTH * ratio)
    return Piece(np.asarray(grey, np.uint8), (left, upper))


def straighten(piece: Piece, quad: Floats, width: int, height: int) -> tuple[NDArray[np.float32], Floats]:
    """Returns what lies in `quad` (4×2 pixels, clockwise) as grey levels (height×width) and the way back to the frame.

    The way back is the homography (3×3) from the returned picture to the frame.
    """
    corners = quad.astype(np.float32)
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - np.float32(0.5)
    back = cv2.getPerspectiveTransform(target, corners)
    if not piece.grey.size:
        return np.zeros((height, width), np.float32), np.asarray(back, float)
    local = np.array([[1, 0, -piece.corner[0]], [0, 1, -piece.corner[1]], [0, 0, 1]], float) @ back
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    grey = cv2.warpPerspective(piece.grey, local, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return grey.astype(np.float32), np.asarray(back, float)


def rectify(frame: NDArray[np.uint8], quad: Floats, width: int, height: int) -> tuple[NDArray[np.float32], Floats]:
    """Returns what `straighten` does of a piece that is cut for it."""
    return straighten(cut(frame, quad, width, height), quad, width, height)
