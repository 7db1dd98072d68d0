"""Segments a frame: a network classifies every fourth pixel of a scaled-down picture."""

import math
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import DETECTOR, FOLDER, load_network
from vision.rectify import Greys, ImagePyramid

MODEL = FOLDER / DETECTOR

STRIDE = 4
MULTIPLE = 32
"""The sides of the network's input are multiples of this many pixels."""

GROUND, BODY, UNREADABLE, HAND = 0, 7, 8, 9
"""Labels of a cell besides 1 to 6: ground, a die without a top face, an unreadable top face, a hand."""

SEEN = (GROUND, 1, BODY, UNREADABLE, HAND)
"""The network's classes in order; it recognises readable top faces, but not their values."""

SKIPPED = 6
"""For frames this many times larger than the network's input, whole pixels are skipped."""

FINE = 2
"""The network returns its scores for squares of this many cells, one after another."""

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FaceMap:
    """Class probabilities (rows × columns) per cell, and the mapping from cells to pixels of the frame.

    `ground` is no die, `face` a readable top face, `unreadable` an unreadable one; the rest is other parts of dice.
    `hand` is the probability of a hand, a part of `ground`; `bright` is the brightness (0 to 255) of the cells, each
    pixel in its brightest channel. Both are empty if unknown.
    """

    ground: Floats
    face: Floats
    unreadable: Floats
    scale_x: float
    scale_y: float
    hand: Floats = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    bright: Frame = field(default_factory=lambda: np.zeros((0, 0), np.uint8))

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of cells."""
        rows, columns = self.ground.shape
        return rows, columns

    def to_frame(self, cells: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns the frame's pixels (N×2) for cell coordinates (N×2; cell centres are integers)."""
        return np.asarray((np.asarray(cells, float) + 0.5) * (self.scale_x, self.scale_y) - 0.5)


def network_size(height: int, width: int, long_side: int) -> tuple[int, int]:
    """Returns height and width of the network's input, the longer side being `long_side`.

    >>> network_size(960, 1280, 512)
    (384, 512)
    >>> network_size(720, 480, 512)
    (512, 352)
    """
    scale = long_side / max(height, width)
    sides = (max(MULTIPLE, MULTIPLE * round(side * scale / MULTIPLE)) for side in (height, width))
    rows, columns = sides
    return rows, columns


class Segmenter:
    """Runs a segmentation network over frames."""

    def __init__(self, model: Path = MODEL) -> None:
        """Loads the network; raises FileNotFoundError if the file is missing."""
        self._network = load_network(model)

    def segment(self, frame: Frame | Greys, long_side: int, in_brightest: bool = False) -> FaceMap:
        """Returns the segmentation of a frame (H×W×3, BGR), scaled to `long_side` pixels.

        With `in_brightest`, each pixel is grey and as bright as its brightest channel. Pass `Greys` to segment a frame
        repeatedly: it caches smaller versions.
        """
        colours = frame.colours if isinstance(frame, Greys) else ImagePyramid(frame)
        height, width = colours.size
        rows, columns = network_size(height, width, long_side)
        small = shrink(colours, rows, columns)
        planes = np.empty((3, rows, columns), np.uint8)
        for colour, plane in enumerate(planes):
            cv2.extractChannel(small, colour, plane)
        bright = np.asarray(cv2.max(cv2.max(planes[0], planes[1]), planes[2]), np.uint8)
        if in_brightest:
            planes[:] = bright
        # OpenCV scales the bytes on input, and keeps a copy, so no other copy is made.
        self._network.setInput(planes[np.newaxis], "", 1 / 255)
        del small, planes
        nothing, face, _, unreadable, hand = _by_cell(np.asarray(self._network.forward()[0], np.float32))
        scale_x, scale_y = width * STRIDE / columns, height * STRIDE / rows
        in_cells = shrink(bright, rows // STRIDE, columns // STRIDE)
        return FaceMap(nothing + hand, face, unreadable, scale_x, scale_y, hand, in_cells)


def _by_cell(scores: Floats) -> Floats:
    """Returns probabilities (5 × rows × columns) from the network's scores (20 × rows/2 × columns/2)."""
    _, rows, columns = scores.shape
    parted = scores.reshape(len(SEEN), FINE, FINE, rows, columns)
    odds = parted - parted.max(0)
    np.exp(odds, out=odds)
    total = odds.sum(0)
    probabilities = np.empty((len(SEEN), rows * FINE, columns * FINE), np.float32)
    for y, x in product(range(FINE), repeat=2):
        np.divide(odds[:, y, x], total[y, x], out=probabilities[:, y::FINE, x::FINE])
    return probabilities


def shrink(picture: Frame | ImagePyramid, rows: int, columns: int) -> Frame:
    """Returns a picture (H×W×3, or H×W) resized to rows×columns with anti-aliasing.

    It is halved until it is less than twice as large, then sampled.
    """
    sizes = picture if isinstance(picture, ImagePyramid) else ImagePyramid(picture)
    height, width = sizes.size
    if height > SKIPPED * rows and width > SKIPPED * columns:
        # Pixel skipping to at least twice the size keeps an 8-megapixel frame cheap.
        step = min(height // (2 * rows), width // (2 * columns))
        few = cv2.resize(sizes.halved(0)[::step], None, fx=1 / step, fy=1, interpolation=cv2.INTER_NEAREST)
        sizes = ImagePyramid(np.asarray(few, np.uint8))
        height, width = sizes.size
    # OpenCV is by far fastest at halving.
    larger = min(height / rows, width / columns)
    times = math.floor(math.log2(larger)) if larger > 1 else 0
    return np.asarray(cv2.resize(sizes.halved(times), (columns, rows), interpolation=cv2.INTER_LINEAR), np.uint8)
