"""A face seen straight on."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def rectify(
    frame: NDArray[np.uint8], quad: Floats, width: int, height: int, smooth: float = 0.4
) -> tuple[NDArray[np.float32], Floats]:
    """Returns what lies in `quad` (4×2 pixels, clockwise) as grey levels (height×width) and the way back to the frame.

    The way back is the homography (3×3) from the returned picture to the frame. Where the picture is smaller than the
    quad, the frame is smoothed first by `smooth` of the ratio.
    """
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], float) - 0.5
    back = cv2.getPerspectiveTransform(target.astype(np.float32), quad.astype(np.float32))
    low = np.floor(quad.min(0) - 3).astype(int).clip(0, None)
    high = np.minimum(np.ceil(quad.max(0) + 4).astype(int), (frame.shape[1], frame.shape[0]))
    if (high - low < 2).any():
        return np.zeros((height, width), np.float32), np.asarray(back, float)
    piece = cv2.cvtColor(np.ascontiguousarray(frame[low[1] : high[1], low[0] : high[0]]), cv2.COLOR_BGR2GRAY)
    ratio = np.sqrt(cv2.contourArea(quad.astype(np.float32)) / (width * height))
    if ratio > 1.3:
        piece = cv2.GaussianBlur(piece, (0, 0), smooth * ratio)
    local = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]], float) @ back
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    grey = cv2.warpPerspective(piece, local, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return grey.astype(np.float32), np.asarray(back, float)
