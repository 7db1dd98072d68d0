"""Whether a drawn face shows anything: burnt out, lost in the dark, in noise or in blur, nobody can tell its value."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MIN_STRUCTURE, OVER_NOISE = 2.5, 5.0
"""Something is seen on a face where its blobs stand out by so many grey levels, and by so many deviations of noise."""

BLOB, WIDER = 0.045, 3.0
"""Deviation, in edges, of the smoothing that leaves pips, and how many times larger that is which does not."""


def legible(image: NDArray[np.uint8], quad: Floats) -> bool:
    """Whether anything the size of a pip is seen on a face, more than noise would show."""
    edge = float(np.sqrt(max(1.0, cv2.contourArea(quad.astype(np.float32)))))
    narrow = max(0.6, BLOB * edge)
    reach = int(np.ceil(2 * WIDER * narrow)) + 2
    left, upper = np.clip(quad.min(0) - reach, 0, None).astype(int).tolist()
    right, lower = np.ceil(quad.max(0) + reach).clip(1, None).astype(int).tolist()
    part = image[upper:lower, left:right].astype(np.float32)
    if min(part.shape[:2]) < 5:
        return False
    middle = quad.mean(0)
    inside, face = (
        cv2.fillConvexPoly(
            np.zeros(part.shape[:2], np.uint8),
            np.round(middle + (quad - middle) * size - (left, upper)).astype(np.int32),
            (1,),
        )
        for size in (0.75, 0.92)
    )
    if not inside.any():
        return False
    # What lies beyond the face has no part in either smoothing.
    alone, share = part * face[..., None], face.astype(np.float32)
    near, far = (
        cv2.GaussianBlur(alone, (0, 0), deviation)
        / np.maximum(cv2.GaussianBlur(share, (0, 0), deviation), 1e-3)[..., None]
        for deviation in (narrow, WIDER * narrow)
    )
    blobs = near - far
    # What two neighbours differ by, in the median, is noise: pips have few edges.
    steps = np.abs(np.diff(part, axis=1))[inside[:, 1:] > 0]
    noise = np.median(steps, axis=0) * 1.05 / (2 * np.sqrt(np.pi) * narrow) if len(steps) else np.zeros(3)
    seen = np.abs(blobs)[inside > 0].max(0)
    return bool((seen > np.maximum(MIN_STRUCTURE, OVER_NOISE * noise)).any())
