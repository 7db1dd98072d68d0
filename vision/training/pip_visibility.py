"""Whether the pips of a drawn face can be seen at all, in spite of saturation, darkness, noise and blur."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MIN_CONTRAST, MIN_SIGNAL_TO_NOISE = 2.5, 5.0
"""Minimum contrast of a blob, in grey levels, and its minimum ratio to the noise."""

FINE_SCALE, COARSE_RATIO = 0.045, 3.0
"""Difference of Gaussians: the finer sigma, in edges, which preserves pips, and the ratio of the coarser to it."""


def pips_visible(image: NDArray[np.uint8], quad: Floats) -> bool:
    """Whether a face (4×2 pixels) shows a blob of the size of a pip above the noise."""
    edge = float(np.sqrt(max(1.0, cv2.contourArea(quad.astype(np.float32)))))
    fine_sigma = max(0.6, FINE_SCALE * edge)
    padding = int(np.ceil(2 * COARSE_RATIO * fine_sigma)) + 2
    left, upper = np.clip(quad.min(0) - padding, 0, None).astype(int).tolist()
    right, lower = np.ceil(quad.max(0) + padding).clip(1, None).astype(int).tolist()
    crop = image[upper:lower, left:right].astype(np.float32)
    if min(crop.shape[:2]) < 5:
        return False
    middle = quad.mean(0)
    inside, face = (
        cv2.fillConvexPoly(
            np.zeros(crop.shape[:2], np.uint8),
            np.round(middle + (quad - middle) * size - (left, upper)).astype(np.int32),
            (1,),
        )
        for size in (0.75, 0.92)
    )
    if not inside.any():
        return False
    # Normalised convolution: pixels outside the face do not contribute.
    masked, weight = crop * face[..., None], face.astype(np.float32)
    fine, coarse = (
        cv2.GaussianBlur(masked, (0, 0), sigma) / np.maximum(cv2.GaussianBlur(weight, (0, 0), sigma), 1e-3)[..., None]
        for sigma in (fine_sigma, COARSE_RATIO * fine_sigma)
    )
    blobs = fine - coarse
    # The median difference of neighbours estimates the noise, since few pixels lie on the edges of pips.
    differences = np.abs(np.diff(crop, axis=1))[inside[:, 1:] > 0]
    noise = (
        np.median(differences, axis=0) * 1.05 / (2 * np.sqrt(np.pi) * fine_sigma) if len(differences) else np.zeros(3)
    )
    contrast = np.abs(blobs)[inside > 0].max(0)
    return bool((contrast > np.maximum(MIN_CONTRAST, MIN_SIGNAL_TO_NOISE * noise)).any())
