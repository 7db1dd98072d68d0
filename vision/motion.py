"""Whether the dice still move: frames in, shaking, settling or still out."""

from collections import deque
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

COLUMNS = 96
"""Frames are compared at this width: noise averages out, a die is still several pixels wide."""

REST_SECONDS = 0.4
"""How long nothing must have moved before the dice are still: a die on its edge pauses before it falls."""

STARTLE = 6.0
"""A pixel has moved when it changes by so many times the picture's own noise."""

LEAST_CHANGE = 3.5
"""Grey levels below which no change counts, however quiet the sensor."""

MOVED_SHARE = 0.0012
"""Share of pixels (about ten of them) that must have moved for a frame to count as moving."""

SHAKEN_SHARE = 0.03
"""Share of moved pixels from which a frame counts as shaken: dice in flight, or a hand."""


class Motion(StrEnum):
    """What the picture does."""

    SHAKING = "shaking"
    SETTLING = "settling"
    STILL = "still"


class MotionWatch:
    """Tells from one frame after another whether the dice have come to rest.

    A frame is compared with the one before it and with the one at the beginning of the rest, each after taking out
    slow changes of the light; so a slow creep is seen as well as a quick jerk. A hand that lies perfectly still is not
    told from the ground; a living hand trembles and is.
    """

    def __init__(self) -> None:
        """Starts without a frame: settling."""
        self._last: NDArray[np.float32] | None = None
        self._anchor: NDArray[np.float32] | None = None
        self._rest_since = 0.0
        self._noise: deque[float] = deque(maxlen=15)

    def feed(self, frame: NDArray[np.uint8], at: float) -> Motion:
        """Takes a frame (H×W×3 or H×W) and its time in seconds, which must not run backwards."""
        grey = _small(frame)
        if self._last is None or self._anchor is None or self._last.shape != grey.shape:
            self._last = self._anchor = grey
            self._rest_since = at
            return Motion.SETTLING
        step, crept = _change(grey, self._last), _change(grey, self._anchor)
        self._noise.append(float(np.median(step)))
        # The median of an absolute difference is 0.67 of a normal deviation.
        limit = max(LEAST_CHANGE, STARTLE * min(self._noise) / 0.67)
        moved = float((step > limit).mean())
        crept_share = float((crept > limit).mean())
        self._last = grey
        if moved >= MOVED_SHARE or crept_share >= MOVED_SHARE:
            self._anchor = grey
            self._rest_since = at
            return Motion.SHAKING if max(moved, crept_share) >= SHAKEN_SHARE else Motion.SETTLING
        return Motion.STILL if at - self._rest_since >= REST_SECONDS else Motion.SETTLING


def _small(frame: NDArray[np.uint8]) -> NDArray[np.float32]:
    grey = frame if frame.ndim == 2 else cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    rows = max(8, round(COLUMNS * grey.shape[0] / grey.shape[1]))
    return np.asarray(cv2.resize(grey, (COLUMNS, rows), interpolation=cv2.INTER_AREA), np.float32)


def _change(now: NDArray[np.float32], before: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns the absolute difference after the light of `before` is brought to that of `now`."""
    gain = float(np.median(now) + 1.0) / float(np.median(before) + 1.0)
    return np.asarray(np.abs(now - (before + 1.0) * np.clip(gain, 0.7, 1.4) + 1.0), np.float32)
