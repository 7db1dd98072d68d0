"""Whether the dice still move: frames in; shaking, settling, still or disturbed out."""

import math
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

MIN_CHANGE = 3.5
"""Grey levels below which no change counts, however quiet the sensor."""

MOVED_SHARE = 0.0012
"""Share of pixels (about ten of them) that must have moved for a frame to count as moving."""

SHAKEN_SHARE = 0.03
"""Share of moved pixels from which a frame counts as shaken: dice in flight, or a hand."""


STRANGE = 13.0
"""Grey levels by which a hand differs from most of what it covers; a camera that sets its exposure anew, by less."""

REACHES_IN = 0.06
"""Share of the picture from which a change that hangs together and comes in over the border is a hand: the dice
that lie there are smaller."""

COMES_IN = 0.08
"""So much of the picture's width a hand or an arm takes up where it crosses the border."""

MAX_KNOCK_PIXELS = 6.0
"""A knock moves the picture by fewer pixels (of COLUMNS)."""

OTHER_VIEW = 0.6
"""Where more of the picture than this has changed, it is another view or light, and nothing that reaches in."""

BURNT_OUT = 245.0
"""What is as bright as this in both of two pictures has not changed: more light makes it no brighter."""

CREPT_SHARE = 0.004
"""Share of pixels that must have changed since the beginning of the rest, little by little, for it to begin anew."""

HELD_SECONDS = 6.0
"""What lies in the picture without the least tremor for so long is no living hand."""


class Motion(StrEnum):
    """What the picture does; disturbed: nothing moves, but something reaches in over the border, such as a hand."""

    SHAKING = "shaking"
    SETTLING = "settling"
    STILL = "still"
    DISTURBED = "disturbed"


class MotionWatch:
    """Tells from one frame after another whether the dice have come to rest.

    A frame is compared with the one before it and with the one at the beginning of the rest, each after taking out
    slow changes of the light; so a slow creep is seen as well as a quick jerk. What rests is compared with the last
    picture that was still: so a hand that is held still is seen as well, if it came in since.
    """

    def __init__(self) -> None:
        """Starts without a frame: settling."""
        self._last: NDArray[np.float32] | None = None
        self._anchor: NDArray[np.float32] | None = None
        self._clear: NDArray[np.float32] | None = None
        self._rest_since = 0.0
        self._noise: deque[float] = deque(maxlen=15)

    def feed(self, frame: NDArray[np.uint8], at: float) -> Motion:
        """Takes a frame (H×W×3 or H×W) and its time in seconds, which must not run backwards."""
        grey = _small(frame)
        if self._last is None or self._anchor is None or self._last.shape != grey.shape:
            self._last = self._anchor = grey
            self._clear = None
            self._rest_since = at
            return Motion.SETTLING
        step, crept = _change(grey, self._last), _change(grey, self._anchor)
        shown = step[grey < BURNT_OUT]
        self._noise.append(float(np.median(shown)) if shown.size else 0.0)
        # The median of an absolute difference is 0.67 of a normal deviation.
        limit = max(MIN_CHANGE, STARTLE * min(self._noise) / 0.67)
        moved = float((step > limit).mean())
        crept_share = float((crept > limit).mean())
        self._last = grey
        if moved >= MOVED_SHARE or crept_share >= CREPT_SHARE:
            self._anchor = grey
            self._rest_since = at
            return Motion.SHAKING if max(moved, crept_share) >= SHAKEN_SHARE else Motion.SETTLING
        rested = at - self._rest_since
        if rested < REST_SECONDS:
            return Motion.SETTLING
        if self._clear is not None and rested < HELD_SECONDS and _reaches_in(grey, self._clear, limit):
            return Motion.DISTURBED
        self._clear = grey
        return Motion.STILL


def _reaches_in(now: NDArray[np.float32], before: NDArray[np.float32], limit: float) -> bool:
    """Whether something large that hangs together and crosses the border is seen now and was not before."""
    change = _change(now, before)
    if float((change > limit).mean()) > OTHER_VIEW:
        return False
    # OpenCV multiplies the window into what it is given, hence the copies.
    # Whoever knocks the table moves the whole picture a little; what reaches in is strange wherever that lies.
    (x, y), _ = cv2.phaseCorrelate(before.copy(), now.copy(), cv2.createHanningWindow(before.shape[::-1], cv2.CV_32F))
    if math.hypot(x, y) < MAX_KNOCK_PIXELS:
        size = (before.shape[1], before.shape[0])
        shifted = cv2.warpAffine(before, np.array([(1, 0, x), (0, 1, y)]), size, borderMode=cv2.BORDER_REPLICATE)
        change = np.minimum(change, _change(now, np.asarray(shifted, np.float32)))
    changed = change > max(limit, STRANGE)
    closed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=4)
    for k in range(1, count):
        if stats[k, cv2.CC_STAT_AREA] < REACHES_IN * changed.size:
            continue
        part = labels == k
        crossing = max(int(side.sum()) for side in (part[0], part[-1], part[:, 0], part[:, -1]))
        if crossing >= COMES_IN * changed.shape[1]:
            return True
    return False


def _small(frame: NDArray[np.uint8]) -> NDArray[np.float32]:
    grey = frame if frame.ndim == 2 else cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    rows = max(8, round(COLUMNS * grey.shape[0] / grey.shape[1]))
    return np.asarray(cv2.resize(grey, (COLUMNS, rows), interpolation=cv2.INTER_AREA), np.float32)


def _change(now: NDArray[np.float32], before: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns the absolute difference after the light of `before` is brought to that of `now`."""
    # The ratio that most pixels share: neither a hand nor the steps of grey levels shift it.
    gain = float(np.median((now + 1.0) / (before + 1.0)))
    change = np.abs(now - (before + 1.0) * np.clip(gain, 0.7, 1.4) + 1.0)
    change[np.minimum(now, before) > BURNT_OUT] = 0.0
    return np.asarray(change, np.float32)
