"""Motion detection: whether the dice are shaking, settling, still, or disturbed."""

import math
from collections import deque
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

WIDTH = 96
"""The width at which frames are compared: noise averages out, and a die is still several pixels wide."""

REST_SECONDS = 0.4
"""How long nothing may move before the dice are still: a die on its edge pauses before it falls."""

MOVED_SIGMAS = 6.0
"""A pixel has moved if it changes by this many standard deviations of the picture's noise."""

MIN_CHANGE = 3.5
"""Changes below this many grey levels never count, however quiet the sensor."""

MOVED_SHARE = 0.0012
"""The share of moved pixels (about ten of them) from which a frame counts as moving."""

SHAKEN_SHARE = 0.03
"""The share of moved pixels from which a frame counts as shaken: dice in flight, or a hand."""


HAND_CONTRAST = 13.0
"""The contrast, in grey levels, of a hand with most of what it covers; exposure adjustments change less."""

HAND_MIN_SHARE = 0.06
"""The share of the picture from which a connected change that crosses the border is a hand; dice are smaller."""

BORDER_CROSSING_SHARE = 0.08
"""The minimum share of the picture's width that a hand covers where it crosses the border."""

MAX_KNOCK_PIXELS = 6.0
"""A knock shifts the picture by fewer pixels (of WIDTH)."""

NEW_VIEW_SHARE = 0.6
"""A larger changed share means another view or light, not a hand."""

SATURATED = 245.0
"""Pixels at least this bright in both pictures have not changed: more light makes them no brighter."""

DRIFT_SHARE = 0.004
"""The share of pixels changed since the beginning of the rest that restarts it, however slow the drift."""

STATIC_SECONDS = 6.0
"""An object without any tremor for this long is not a hand."""


class Motion(StrEnum):
    """The motion in the picture; disturbed: nothing moves, but something such as a hand reaches in over the border."""

    SHAKING = "shaking"
    SETTLING = "settling"
    STILL = "still"
    DISTURBED = "disturbed"


class MotionWatch:
    """Detects, frame by frame, whether the dice have come to rest.

    A frame is compared with the previous one and with the first one of the rest, after compensating slow changes of the
    light, so that slow drift is detected as well as quick jerks. A still picture is also compared with the last still
    one, so that a hand that has come in since is detected even if it is held still.
    """

    def __init__(self) -> None:
        """Starts without a frame: settling."""
        self._last: NDArray[np.float32] | None = None
        self._anchor: NDArray[np.float32] | None = None
        self._last_still: NDArray[np.float32] | None = None
        self._rest_since = 0.0
        self._noise: deque[float] = deque(maxlen=15)

    def feed(self, frame: NDArray[np.uint8], at: float) -> Motion:
        """Takes a frame (H×W×3 or H×W) and its time in seconds, which must not decrease."""
        grey = _small(frame)
        if self._last is None or self._anchor is None or self._last.shape != grey.shape:
            self._last = self._anchor = grey
            self._last_still = None
            self._rest_since = at
            return Motion.SETTLING
        step, crept = _change(grey, self._last), _change(grey, self._anchor)
        shown = step[grey < SATURATED]
        self._noise.append(float(np.median(shown)) if shown.size else 0.0)
        # The median absolute difference is 0.67 standard deviations.
        limit = max(MIN_CHANGE, MOVED_SIGMAS * min(self._noise) / 0.67)
        moved = float((step > limit).mean())
        crept_share = float((crept > limit).mean())
        self._last = grey
        if moved >= MOVED_SHARE or crept_share >= DRIFT_SHARE:
            self._anchor = grey
            self._rest_since = at
            return Motion.SHAKING if max(moved, crept_share) >= SHAKEN_SHARE else Motion.SETTLING
        rested = at - self._rest_since
        if rested < REST_SECONDS:
            return Motion.SETTLING
        if self._last_still is not None and rested < STATIC_SECONDS and _hand_enters(grey, self._last_still, limit):
            return Motion.DISTURBED
        self._last_still = grey
        return Motion.STILL


def _hand_enters(now: NDArray[np.float32], before: NDArray[np.float32], limit: float) -> bool:
    """Whether a large connected object that crosses the border has appeared."""
    change = _change(now, before)
    if float((change > limit).mean()) > NEW_VIEW_SHARE:
        return False
    # OpenCV modifies its inputs, hence the copies.
    (x, y), _ = cv2.phaseCorrelate(before.copy(), now.copy(), cv2.createHanningWindow(before.shape[::-1], cv2.CV_32F))
    if math.hypot(x, y) < MAX_KNOCK_PIXELS:
        size = (before.shape[1], before.shape[0])
        shifted = cv2.warpAffine(before, np.array([(1, 0, x), (0, 1, y)]), size, borderMode=cv2.BORDER_REPLICATE)
        change = np.minimum(change, _change(now, np.asarray(shifted, np.float32)))
    changed = change > max(limit, HAND_CONTRAST)
    closed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=4)
    for k in range(1, count):
        if stats[k, cv2.CC_STAT_AREA] < HAND_MIN_SHARE * changed.size:
            continue
        part = labels == k
        crossing = max(int(side.sum()) for side in (part[0], part[-1], part[:, 0], part[:, -1]))
        if crossing >= BORDER_CROSSING_SHARE * changed.shape[1]:
            return True
    return False


def _small(frame: NDArray[np.uint8]) -> NDArray[np.float32]:
    grey = frame if frame.ndim == 2 else cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    rows = max(8, round(WIDTH * grey.shape[0] / grey.shape[1]))
    return np.asarray(cv2.resize(grey, (WIDTH, rows), interpolation=cv2.INTER_AREA), np.float32)


def _change(now: NDArray[np.float32], before: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns the absolute difference after matching the brightness of `before` to `now`."""
    # The median ratio, which is robust against a hand and against quantised grey levels.
    gain = float(np.median((now + 1.0) / (before + 1.0)))
    change = np.abs(now - (before + 1.0) * np.clip(gain, 0.7, 1.4) + 1.0)
    change[np.minimum(now, before) > SATURATED] = 0.0
    return np.asarray(change, np.float32)
