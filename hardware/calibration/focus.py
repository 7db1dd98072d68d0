"""Measures how sharp a picture is, and finds the focus at which it is sharpest."""

from collections.abc import Callable

import cv2
import numpy as np

from hardware.calibration.region import Region
from hardware.ports import Image

NEAR, FAR = 10.0, 3.0
"""Dioptres (1 / metres) at which the floor of a box can lie: 10 to 33 cm."""
_COARSE, _FINE = 8, 4
_MIN_CONTRAST = 1.3
"""How many times sharper the best focus must be than the worst, else there is nothing to focus on."""


def sharpness(image: Image, part: Region) -> float:
    """Measures the fine detail in a part of a picture, without unit: compare it within one scene only.

    It is the energy of the Laplacian, smoothed first to suppress noise (Subbarao, Choi and Nikzad 1993).
    """
    grey = cv2.cvtColor(np.ascontiguousarray(part.cut(image)), cv2.COLOR_BGR2GRAY)
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.2)
    return float(np.square(cv2.Laplacian(smooth, cv2.CV_32F)).mean())


def nearer(lens: float, by_mm: float) -> float:
    """Returns the focus (dioptres) for something this much nearer to the lens than where `lens` is sharp.

    >>> round(nearer(1000 / 155, 22), 2)  # from the felt of the book's box to the tops of its dice
    7.52
    """
    return 1000 / (1000 / lens - by_mm)


def sharpest(measure: Callable[[float], float], far: float, near: float) -> float | None:
    """Finds the focus (dioptres, between `far` and `near`) at which `measure` is largest; None if it hardly varies.

    >>> round(sharpest(lambda lens: 1 / (1 + (lens - 6.6) ** 2), 0.0, 10.0), 1)
    6.6
    >>> sharpest(lambda lens: 1.0, 0.0, 10.0) is None
    True
    """
    low, high = max(far, FAR), min(near, NEAR)
    if high <= low:
        return None
    step = (high - low) / _COARSE
    seen = {low + number * step: measure(low + number * step) for number in range(_COARSE + 1)}
    if max(seen.values()) < _MIN_CONTRAST * min(seen.values()):
        return None
    for _ in range(_FINE):
        best = max(seen, key=lambda lens: seen[lens])
        step /= 2
        for lens in (best - step, best + step):
            if low <= lens <= high and lens not in seen:
                seen[lens] = measure(lens)
    return max(seen, key=lambda lens: seen[lens])
