"""Assesses camera, light and lens from a frame, ignoring any dice."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from firmware.doctor.finding import Finding, info, issue, ok, warning
from firmware.rules.message import message

Frame = NDArray[np.uint8]
Grey = NDArray[np.float64]

LIGHT, FOCUS, LENS = message("light"), message("focus"), message("lens")

BLACK, DARK, BRIGHT = 12.0, 35.0, 225.0
"""Median grey level of 255."""
BURNT = 0.05
"""Share of saturated pixels."""
HAZY = 40.0
"""Grey levels between the darkest and the brightest of 200 pixels. With less contrast nothing can be said: it may be an
empty, even floor, or a film of dust, breath or grease."""
BLURRED = 0.55
"""Of `blur`. Nine in ten sharp photographs of dice are below 0.46; blurred by 2 pixels of 640, half are above 0.56."""
SMUDGED, APART, BUSY = 0.46, 0.1, 100.0
"""Of `blur`: how blurred a ninth of the picture must be, and by how much more than the sharpest, both with this
contrast. In the simulated box, ninths with dice are below 0.44, and above 0.48 under a fingerprint."""
DIMMED = 0.6
"""Relative to the level at the calibration."""
UNEVEN = 3.0
"""The largest ratio between the brightness of two quarters."""
WIDTH = 640
_BOX = 9


def check_frame(frame: Frame, known: float | None = None) -> Iterator[Finding]:
    """Assesses a frame (H×W×3 uint8); `known` is the floor's grey level at the calibration."""
    grey = shrunk(frame)
    level = float(np.median(grey))
    if level < BLACK and float(np.percentile(grey, 99)) < 4 * BLACK:
        yield issue(LIGHT, message("the picture is black"), message("check the lamp and take the cap off the lens"))
        return
    yield _check_level(grey, level)
    yield from _check_lamp(grey, level, known)
    if float(np.percentile(grey, 99.5) - np.percentile(grey, 0.5)) < HAZY:
        says = message("too little contrast to tell")
        yield info(LENS, says, message("put dice under it and try again; if nothing changes, wipe it"))
        return
    yield _check_focus(grey)
    yield from _check_lens(grey)


def _check_level(grey: Grey, level: float) -> Finding:
    if level < DARK:
        return warning(LIGHT, message("dark (level {level:.0f} of 255)", level=level), message("give more light"))
    if level > BRIGHT or float((grey > 250).mean()) > BURNT:
        says = message("too bright (level {level:.0f} of 255)", level=level)
        return warning(LIGHT, says, message("give less light, or diffuse it with paper"))
    return ok(LIGHT, message("level {level:.0f} of 255", level=level))


def _check_lamp(grey: Grey, level: float, known: float | None) -> Iterator[Finding]:
    """Compares the light with the calibration, and the quarters of the picture with each other."""
    if known is not None and level < DIMMED * known:
        says = message("darker than when it was calibrated ({level:.0f}, was {known:.0f})", level=level, known=known)
        remedy = message("check that both channels of the lamp are on, wipe its plate and the lens, or calibrate")
        yield warning(LIGHT, says, remedy)
    quarters = [float(np.median(part)) for half in np.array_split(grey, 2) for part in np.array_split(half, 2, axis=1)]
    factor = max(quarters) / max(min(quarters), 1.0)
    if factor > UNEVEN:
        says = message("one corner is {factor:.1f} times as bright as another", factor=factor)
        yield warning(LIGHT, says, message("put the lamp over the middle, or use both channels"))


def _check_focus(grey: Grey) -> Finding:
    amount = blur(grey)
    if amount > BLURRED:
        says = message("blurred ({amount:.2f}, sharp is under 0.46)", amount=amount)
        return warning(FOCUS, says, message("turn the lens or clean it, then try again"))
    return ok(FOCUS, message("sharp ({amount:.2f})", amount=amount))


def _check_lens(grey: Grey) -> Iterator[Finding]:
    """Looks for a fingerprint or a drop: a part of the picture that is less sharp than another."""
    ninths = [part for row in np.array_split(grey, 3) for part in np.array_split(row, 3, axis=1)]
    busy = [part for part in ninths if float(np.percentile(part, 99) - np.percentile(part, 1)) > BUSY]
    amounts = [blur(part) for part in busy]
    if len(busy) > 1 and max(amounts) > SMUDGED and max(amounts) - min(amounts) > APART:
        says = message("one part of the picture is less sharp than another")
        yield warning(LENS, says, message("wipe the lens with a soft cloth"))
    elif len(busy) > 1:
        yield ok(LENS, message("clean, as far as the dice in the picture show"))


def shrunk(frame: Frame) -> Grey:
    """Returns the frame in grey, subsampled to not much more than 640 columns."""
    step = max(1, frame.shape[1] // WIDTH)
    height, width = (size - size % step for size in frame.shape[:2])
    grey = frame[:height, :width].mean(2)
    return np.asarray(grey.reshape(height // step, step, width // step, step).mean((1, 3)))


def blur(grey: Grey) -> float:
    """Measures blur from 0 (sharp) to 1 without a reference: how little the picture changes when blurred.

    Crété-Roffet, Dolmiere, Ladret and Nicolas, The Blur Effect: Perception and Estimation (2007).
    """
    return max(_blur_along(grey), _blur_along(grey.T))


def _blur_along(grey: Grey) -> float:
    sums = np.cumsum(grey, axis=0)
    smooth = (sums[_BOX:] - sums[:-_BOX]) / _BOX
    change = np.abs(np.diff(grey[_BOX // 2 + 1 :][: len(smooth)], axis=0))
    lost = np.maximum(0.0, change - np.abs(np.diff(smooth, axis=0)))
    total = float(change.sum())
    return 1.0 - float(lost.sum()) / total if total else 1.0
