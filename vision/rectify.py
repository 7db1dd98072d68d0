"""Rectifies faces: resamples them from a frame to a frontal view."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outlines import edge

Floats = NDArray[np.float64]
Frame = NDArray[np.uint8]

SMOOTH = 0.4
"""Before reducing a picture, it is smoothed by this fraction of the ratio."""

MIN_RATIO = 1.3
"""Below this ratio it is not smoothed."""

MIN_DEVIATION = 0.3
"""Smaller blurs, in pixels of the halved frame, are omitted: they keep 98 % or more of each pixel."""

HALVED = 2.5
"""From this ratio on, the frame is halved first, repeatedly. That is much faster, and changes grey levels by half a
level on average, one and a half at worst."""

FAINT = 2.0
"""Noise of this many grey levels is not amplified."""

MIN_PERSPECTIVE = 1e-6
"""If the scale changes by less than this fraction per pixel, one scale is used for all."""

CACHE_SIZE = 4_000_000
"""Larger reduced pictures, in bytes, are not cached."""


class ImagePyramid:
    """An image pyramid of a colour picture: full size, half, a quarter and so on, computed on demand."""

    depth = (3,)
    """The shape besides height and width."""

    def __init__(self, picture: Frame) -> None:
        """Takes a picture (H×W×3)."""
        self._picture = picture
        self._made: dict[int, Frame] = {}
        height, width = picture.shape[:2]
        self.size: tuple[int, int] = (height, width)
        """Height and width of the picture."""

    def often(self, times: int) -> int:
        """Returns how many times the picture can be halved, up to a limit."""
        return min(times, max(0, min(self.size).bit_length() - 1))

    def halved(self, times: int) -> Frame:
        """Returns the picture halved this many times, or as often as possible; odd rows and columns are dropped."""
        times = self.often(times)
        if not times:
            return self._picture
        made = self._made.get(times)
        if made is None:
            made = _half(self.halved(times - 1))
            if made.nbytes <= CACHE_SIZE:
                self._made[times] = made
        return made

    def part(self, times: int, columns: slice, rows: slice) -> Frame:
        """Returns a part, in its own pixels, of the picture halved this many times (see `often`).

        If that level is not cached, only what the part needs is computed.
        """
        made = self.made(times) if times else self._picture
        if made is None:
            return _half(self.part(times - 1, _twice(columns), _twice(rows)))
        return made[rows, columns]

    def made(self, times: int) -> Frame | None:
        """Returns a cached level, if there is one."""
        return self._made.get(times)


class Greys:
    """The grey levels of a frame at all sizes, computed from cached colours at half the size or less.

    If the colours of a size are not cached, only the required part is computed. Halving grey levels instead of colours
    changes them by one level at most. `colours` is the frame itself.
    """

    depth = ()
    """Grey levels have height and width only."""

    def __init__(self, frame: Frame) -> None:
        """Takes a frame (H×W×3, BGR)."""
        self.colours = ImagePyramid(frame)
        self._made: dict[int, Frame] = {}
        self.size = self.colours.size
        """Height and width of the frame."""

    def often(self, times: int) -> int:
        """Returns how many times the frame can be halved, up to a limit."""
        return self.colours.often(times)

    def part(self, times: int, columns: slice, rows: slice) -> Frame:
        """Returns the grey levels of a part, like `ImagePyramid.part`."""
        whole = self._whole(times)
        return _grey(self.colours.part(times, columns, rows)) if whole is None else whole[rows, columns]

    def _whole(self, times: int) -> Frame | None:
        """Returns the grey levels of the whole frame halved this many times, None if its colours are not cached."""
        if not times:
            return None
        grey = self._made.get(times)
        if grey is None:
            if (colours := self.colours.made(times)) is not None:
                grey = _grey(colours)
            elif (finer := self._whole(times - 1)) is not None:
                grey = _half(finer)
            else:
                return None
            self._made[times] = grey
        return grey


def _grey(colours: Frame) -> Frame:
    return np.asarray(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY), np.uint8)


def _twice(part: slice) -> slice:
    return slice(2 * part.start, 2 * part.stop)


def _half(picture: Frame) -> Frame:
    rows, columns = picture.shape[0] // 2, picture.shape[1] // 2
    half = cv2.resize(picture[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class ImagePatch:
    """The surroundings of an outline in a frame: grey levels (H×W) or colours (H×W×3), smoothed.

    Each of its pixels stands for `step` × `step` pixels of the frame; `corner` (x, y) is the position of the first one,
    in such pixels.
    """

    levels: NDArray[np.uint8]
    corner: tuple[int, int]
    step: int = 1

    def from_frame(self) -> Floats:
        """Returns the homography (3×3) from the frame's pixels to the patch's."""
        (x, y), step = self.corner, self.step
        return np.array([[1, 0, (1 - step) / 2 - step * x], [0, 1, (1 - step) / 2 - step * y], [0, 0, step]]) / step


def cut(frame: Frame | ImagePyramid | Greys, quad: Floats, width: int, height: int) -> ImagePatch:
    """Returns the surroundings of `quad` (4×2 pixels) in a frame, smoothed for a size of width×height pixels.

    A plain frame gives grey levels; pass an `ImagePyramid` for colours.
    """
    sizes = Greys(frame) if isinstance(frame, np.ndarray) else frame
    ratio = edge(quad) / math.sqrt(width * height)
    times = sizes.often(max(0, math.floor(math.log2(max(ratio, 1) / HALVED)) + 1))
    step = 2**times
    rows, columns = (side // step for side in sizes.size)
    xs, ys = ((quad + 0.5) / step - 0.5).T.tolist()
    left, upper = max(0, math.floor(min(xs)) - 3), max(0, math.floor(min(ys)) - 3)
    right, lower = min(columns, math.ceil(max(xs)) + 4), min(rows, math.ceil(max(ys)) + 4)
    if right < left + 2 or lower < upper + 2:
        return ImagePatch(np.zeros((0, 0, *sizes.depth), np.uint8), (0, 0))
    levels = sizes.part(times, slice(left, right), slice(upper, lower))
    if ratio > MIN_RATIO:
        # Halving, and interpolating between larger pixels, already smooth by (step² - 1) / 4 in all.
        deviation = math.sqrt(max(0.0, ((SMOOTH * ratio) ** 2 + 1 / 4) / step**2 - 1 / 4))
        levels = _smoothed(levels, deviation) if deviation > MIN_DEVIATION else levels
    return ImagePatch(levels, (left, upper), step)


def _smoothed(grey: Frame, deviation: float) -> Frame:
    """Returns a Gaussian blur of the picture in two thirds of the time of OpenCV's `GaussianBlur`.

    That one is right to the last bit; here one pixel in a hundred is a grey level off.
    """
    line = cv2.getGaussianKernel(round(6 * deviation + 1) | 1, deviation)
    return np.asarray(cv2.sepFilter2D(grey, -1, line, line), np.uint8)


@lru_cache(maxsize=64)
def _border(width: int, height: int) -> NDArray[np.float32]:
    """Returns the corners of a picture of this size, clockwise."""
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - np.float32(0.5)


def straighten(piece: ImagePatch, quad: Floats, width: int, height: int) -> tuple[NDArray[np.float32], Floats]:
    """Returns the content of `quad` (4×2 pixels, clockwise), height×width, in grey or colours.

    Returns with it the homography (3×3) from the returned picture to the frame.
    """
    back = cv2.getPerspectiveTransform(_border(width, height), quad.astype(np.float32))
    if not piece.levels.size:
        return np.zeros((height, width, *piece.levels.shape[2:]), np.float32), np.asarray(back, float)
    local = piece.from_frame() @ back
    flags, edges = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE
    across, down, whole = local[2].tolist()
    if max(abs(across), abs(down)) < MIN_PERSPECTIVE * whole:
        # A parallelogram: half the work.
        seen = cv2.warpAffine(piece.levels, local[:2] / whole, (width, height), flags=flags, borderMode=edges)
    else:
        seen = cv2.warpPerspective(piece.levels, local, (width, height), flags=flags, borderMode=edges)
    return seen.astype(np.float32), np.asarray(back, float)


def evened(levels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Normalises levels to mean 0 and deviation 1, or less if there is little contrast."""
    mean, deviation = (float(level[0, 0]) for level in cv2.meanStdDev(levels.reshape(len(levels), -1)))
    return (levels - np.float32(mean)) / np.float32(deviation + FAINT)


def rectify(
    frame: Frame | ImagePyramid | Greys | ImagePatch, quad: Floats, width: int, height: int
) -> tuple[NDArray[np.float32], Floats]:
    """Rectifies as `straighten` does, cutting a patch first if given a frame."""
    piece = frame if isinstance(frame, ImagePatch) else cut(frame, quad, width, height)
    return straighten(piece, quad, width, height)
