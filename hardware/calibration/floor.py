"""Finds the floor of an empty box in its picture: the rectangle between the strongest changes of colour.

The camera looks straight down, so the floor's edges run along rows and columns. Each edge is searched for in its own
half of the picture, by the difference between the mean colours of a band inside and a band outside.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.calibration.region import LEAST, Region
from hardware.calibration.scale import CAMERA_MM
from hardware.ports import Image

TALLEST_MM = 25.4
"""The tallest die that must be fully visible even at the wall: a Meier die standing on end."""
MARGIN = 1.02
"""How much more is shown, since no box is built exactly."""
_WIDTH = 320
_SPAN = 0.5
"""Fraction of the picture's height (or width), about its centre, over which an edge is averaged."""
_NEAREST, _FARTHEST = 0.12, 0.495
"""Where an edge may lie, as a fraction of the picture from its centre: floors are larger, and bands need room."""
_BAND = 0.025
"""Width of a band as a fraction of the picture."""
CLEAR = 3.0
"""An edge is clear if its change of colour is this many times the median one."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FloorEdges:
    """The floor's edges as fractions of the picture, and whether each is clear (left, right, top, bottom)."""

    left: float
    right: float
    top: float
    bottom: float
    clear: tuple[bool, bool, bool, bool]

    @property
    def found(self) -> bool:
        """Whether all of its edges are clear."""
        return all(self.clear)

    def region(self, camera_mm: float = CAMERA_MM) -> Region:
        """Returns the region of interest in which dice on this floor are fully visible.

        The top of a die at the wall appears farther out than the foot of the wall, since it is nearer to the camera,
        which is above the centre of the picture.
        """
        reach = MARGIN / (1 - TALLEST_MM / camera_mm)
        sides = [0.5 + (side - 0.5) * reach for side in (self.left, self.right, self.top, self.bottom)]
        left, right, top, bottom = (min(1.0, max(0.0, side)) for side in sides)
        size = min(1.0, max(LEAST, right - left, bottom - top))
        return Region(0.0, 0.0, size).moved((left + right - size) / 2, (top + bottom - size) / 2)


def find_floor(image: Image) -> FloorEdges:
    """Finds the floor in the picture of an empty box (H × W × 3, BGR)."""
    height = max(1, round(image.shape[0] * _WIDTH / image.shape[1]))
    small = cv2.resize(image, (_WIDTH, height), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(np.asarray(small, np.float32) / np.float32(255), cv2.COLOR_BGR2Lab)
    left, right, left_clear, right_clear = _edges(np.asarray(lab, np.float32))
    top, bottom, top_clear, bottom_clear = _edges(np.asarray(lab.transpose(1, 0, 2), np.float32))
    return FloorEdges(left, right, top, bottom, (left_clear, right_clear, top_clear, bottom_clear))


def _edges(lab: Floats) -> tuple[float, float, bool, bool]:
    """Finds the left and right edges (rows × columns × 3): where they lie, 0 to 1, and whether they are clear."""
    rows, columns = lab.shape[:2]
    half = round(rows * _SPAN / 2)
    line = lab[rows // 2 - half : rows // 2 + half].mean(axis=0)
    band = max(2, round(columns * _BAND))
    sums = np.concatenate([np.zeros((1, 3), np.float32), np.cumsum(line, axis=0)])
    means = (sums[band:] - sums[:-band]) / band
    steps = np.linalg.norm(means[band:] - means[:-band], axis=1)
    places = (np.arange(len(steps)) + band) / columns
    usual = float(np.median(steps)) + 0.3
    found = []
    for low, high in ((0.5 - _FARTHEST, 0.5 - _NEAREST), (0.5 + _NEAREST, 0.5 + _FARTHEST)):
        inside = (places >= low) & (places <= high)
        best = int(np.argmax(np.where(inside, steps, -1)))
        found.append((float(places[best]), bool(steps[best] > CLEAR * usual)))
    (left, left_clear), (right, right_clear) = found
    return left, right, left_clear, right_clear
