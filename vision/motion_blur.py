"""Whether a die was moving during the exposure."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import rectify

Floats = NDArray[np.float64]

SIDE = 48
SMEARED = 2.0
"""Minimum ratio of gradients across and along the blur: motion preserves only the edges along its own direction."""


def smear(frame: NDArray[np.uint8], center: Floats, edge: float) -> float:
    """Returns the anisotropy of the gradients around a die: about 1 at rest, large with motion blur."""
    reach = 0.8 * edge
    square = center + reach * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
    grey, _ = rectify(frame, square, SIDE, SIDE)
    grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    xx, yy, xy = float((across * across).mean()), float((down * down).mean()), float((across * down).mean())
    strong, weak = np.linalg.eigvalsh(np.array([[xx, xy], [xy, yy]]))[::-1]
    return float(strong / max(weak, 1e-3))
