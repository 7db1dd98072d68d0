"""What a frame tells of camera, light and lens; a judgement of the picture, not of the dice in it."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from firmware.doctor.finding import Finding, info, issue, ok, warning

Frame = NDArray[np.uint8]
Grey = NDArray[np.float64]

BLACK, DARK, BRIGHT = 12.0, 35.0, 225.0
"""Median grey level of 255."""
BURNT = 0.05
"""Share of pixels that are wholly white."""
HAZY = 40.0
"""Grey levels between the darkest and the brightest of 200 pixels. With less there is nothing by which to judge: an
empty, even floor, or a veil of dust, breath or grease; one frame cannot tell which."""
BLURRED = 0.55
"""Of `blur`. Nine in ten sharp photographs of dice stay under 0.46; spread by 2 pixels of 640, half are above 0.56."""
SMUDGED, APART, BUSY = 0.46, 0.1, 100.0
"""Of `blur`: how blurred a ninth of the picture must be, and how much more than the sharpest, both with so many grey
levels between dark and bright. In the simulated box ninths with dice stay under 0.44; under a fingerprint they exceed
0.48."""
DIMMED = 0.6
"""Of the level of the calibration."""
UNEVEN = 3.0
"""How many times brighter one quarter may be than another."""
WIDTH = 640
_BOX = 9


def check_frame(frame: Frame, known: float | None = None) -> Iterator[Finding]:
    """Judges a frame (H×W×3 uint8); `known` is the grey level that the floor had when it was calibrated."""
    grey = shrunk(frame)
    level = float(np.median(grey))
    if level < BLACK and float(np.percentile(grey, 99)) < 4 * BLACK:
        yield issue("light", "the picture is black", "check the lamp and take the cap off the lens")
        return
    if level < DARK:
        yield warning("light", f"dark (level {level:.0f} of 255)", "give more light")
    elif level > BRIGHT or float((grey > 250).mean()) > BURNT:
        yield warning("light", f"too bright (level {level:.0f} of 255)", "give less light, or diffuse it with paper")
    else:
        yield ok("light", f"level {level:.0f} of 255")
    if known is not None and level < DIMMED * known:
        says = f"darker than when it was calibrated ({level:.0f}, was {known:.0f})"
        yield warning(
            "light", says, "see that both channels of the lamp burn, wipe its plate and the lens, or calibrate"
        )
    quarters = [float(np.median(part)) for half in np.array_split(grey, 2) for part in np.array_split(half, 2, axis=1)]
    if max(quarters) > UNEVEN * max(min(quarters), 1.0):
        says = f"one corner is {max(quarters) / max(min(quarters), 1.0):.1f} times as bright as another"
        yield warning("light", says, "set the lamp over the middle, or use both channels")
    if float(np.percentile(grey, 99.5) - np.percentile(grey, 0.5)) < HAZY:
        yield info(
            "lens", "too little contrast to judge it", "lay dice under it and ask again; if it stays so, wipe it"
        )
        return
    amount = blur(grey)
    if amount > BLURRED:
        yield warning(
            "focus", f"blurred ({amount:.2f}, sharp is under 0.46)", "turn the lens or clean it, then ask again"
        )
    else:
        yield ok("focus", f"sharp ({amount:.2f})")
    yield from _check_lens(grey)


def _check_lens(grey: Grey) -> Iterator[Finding]:
    """Looks for a fingerprint or a drop: one part of the picture that is less sharp than another."""
    ninths = [part for row in np.array_split(grey, 3) for part in np.array_split(row, 3, axis=1)]
    busy = [part for part in ninths if float(np.percentile(part, 99) - np.percentile(part, 1)) > BUSY]
    amounts = [blur(part) for part in busy]
    if len(busy) > 1 and max(amounts) > SMUDGED and max(amounts) - min(amounts) > APART:
        yield warning("lens", "one part of the picture is less sharp than another", "wipe the lens with a soft cloth")
    elif len(busy) > 1:
        yield ok("lens", "clean, as far as the dice in the picture tell")


def shrunk(frame: Frame) -> Grey:
    """Gives the frame in grey, by whole steps not much wider than 640."""
    step = max(1, frame.shape[1] // WIDTH)
    height, width = (size - size % step for size in frame.shape[:2])
    grey = frame[:height, :width].mean(2)
    return np.asarray(grey.reshape(height // step, step, width // step, step).mean((1, 3)))


def blur(grey: Grey) -> float:
    """Measures blur from 0 (sharp) to 1 without a reference: how little a picture changes when it is blurred.

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
