"""Measures how bright the floor is, how evenly it is lit, and what each channel of the lamp contributes."""

from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np

from hardware.calibration.region import Region
from hardware.ports import Image

_TILES = 3
_BURNT_LEVEL = 250
_WIDTH = 320


@dataclass(frozen=True, slots=True)
class LightLevels:
    """The light on a floor: grey levels 0 to 255; `burnt` is the share of overexposed pixels, 0 to 1."""

    level: float
    darkest: float
    brightest: float
    burnt: float

    @property
    def unevenness(self) -> float:
        """How many times brighter the brightest ninth of the floor is than the darkest, in the picture."""
        return self.brightest / max(1.0, self.darkest)


def measure_light(image: Image, floor: Region) -> LightLevels:
    """Measures the light on the part of a picture (H × W × 3, BGR) that is the floor."""
    part = floor.cut(image)
    scale = min(1.0, _WIDTH / part.shape[1])
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    tiles = [
        float(np.median(tile)) for row in np.array_split(grey, _TILES) for tile in np.array_split(row, _TILES, axis=1)
    ]
    burnt = float((part[::4, ::4].min(axis=2) >= _BURNT_LEVEL).mean())
    return LightLevels(median(tiles), min(tiles), max(tiles), burnt)


@dataclass(frozen=True, slots=True)
class LampTest:
    """The grey level of the floor with the lamp off, with each channel alone, and with both."""

    out: float
    left: float
    right: float
    both: float

    NOTHING = 4.0
    """Grey levels; a smaller difference may be noise."""
    FAR_APART = 1.5
    STRAY = 0.3
    """Fraction of the level with both channels; this much light from outside is enough to make out dice by."""

    @property
    def dead(self) -> tuple[str, ...]:
        """The channels that give no light."""
        lit = {"left": self.left, "right": self.right}
        return tuple(name for name, level in lit.items() if level < self.out + self.NOTHING)

    @property
    def lopsided(self) -> bool:
        """Whether one channel gives far more light than the other."""
        weak, strong = sorted((self.left - self.out, self.right - self.out))
        return not self.dead and strong > self.FAR_APART * weak

    @property
    def stray(self) -> bool:
        """Whether there is light from outside."""
        return self.out > max(self.NOTHING * 2, self.STRAY * self.both)


def rises_softly(levels: list[float]) -> bool:
    """Whether the level of the floor rises gradually, frame by frame from the moment the lamp is turned on.

    >>> rises_softly([5, 20, 60, 90, 100]), rises_softly([5, 100, 100])
    (True, False)
    """
    if len(levels) < 3:
        return False
    low, high = min(levels), max(levels)
    between = [level for level in levels if low + 0.1 * (high - low) < level < low + 0.9 * (high - low)]
    return high > low and bool(between)
