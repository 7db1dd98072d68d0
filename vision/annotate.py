"""The evidence: the photograph with every pip ringed, every top face outlined, and what was made of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Die, Reading

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]
Outline = NDArray[np.float32]
"""A convex outline (N×2 pixels)."""

GOLD: Colour = (74, 190, 250)
EMBER: Colour = (60, 92, 232)
INK: Colour = (18, 16, 14)
PARCHMENT: Colour = (205, 228, 240)
FONT = cv2.FONT_HERSHEY_DUPLEX

SHIFT = 4
"""Drawing is exact to a sixteenth of a pixel."""

SMALLEST = 0.35
"""No text is smaller than this part of its font, but where the picture is too narrow for it."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A dark plate with a line of text on it; `box` is its left, upper, right and lower edge."""

    text: str
    box: tuple[int, int, int, int]
    scale: float
    colour: Colour

    @property
    def outline(self) -> Outline:
        """Its corners."""
        left, upper, right, lower = self.box
        return np.array([(left, upper), (right, upper), (right, lower), (left, lower)], np.float32)


def annotate(frame: NDArray[np.uint8], reading: Reading) -> Image:
    """Returns a copy of the frame (H×W×3, BGR) that shows what `reading` saw in it and how it ended."""
    picture = np.array(frame, np.uint8, copy=True)
    unit = max(picture.shape[:2]) / 1280
    for die in reading.dice:
        _draw_outline(picture, die, unit)
    for die in reading.dice:
        for pip in die.pips:
            _ring(picture, (pip.x, pip.y), max(pip.r * 1.35, 3 * unit), unit)
    # What was written must not hide what it is about: the dice, and what was written of the others.
    shown = [np.array(die.polygon, np.float32) for die in reading.dice]
    plates = _verdict(picture, reading, unit, shown)
    for die in reading.dice:
        plates.append(_label(picture, die, unit, [*shown, *(plate.outline for plate in plates)]))
    for plate in plates:
        _draw_plate(picture, plate)
    return picture


def _thick(unit: float, width: float) -> int:
    return max(1, round(unit * width))


def _draw_outline(picture: Image, die: Die, unit: float) -> None:
    corners = [np.round(np.array(die.polygon) * 2**SHIFT).astype(np.int32)]
    colour = GOLD if die.face is not None else EMBER
    cv2.polylines(picture, corners, True, INK, _thick(unit, 5), cv2.LINE_AA, SHIFT)
    cv2.polylines(picture, corners, True, colour, _thick(unit, 2), cv2.LINE_AA, SHIFT)


def _ring(picture: Image, center: tuple[float, float], radius: float, unit: float) -> None:
    at = (round(center[0] * 2**SHIFT), round(center[1] * 2**SHIFT))
    size = round(radius * 2**SHIFT)
    cv2.circle(picture, at, size, INK, _thick(unit, 4.5), cv2.LINE_AA, SHIFT)
    cv2.circle(picture, at, size, GOLD, _thick(unit, 2), cv2.LINE_AA, SHIFT)


def _weight(scale: float) -> int:
    return max(1, round(scale * 1.4))


def _pad(height: int) -> int:
    return round(height * 0.45)


def _plate_size(text: str, scale: float) -> tuple[int, int]:
    (width, height), below = cv2.getTextSize(text, FONT, scale, _weight(scale))
    return width + 2 * _pad(height), height + below + 2 * _pad(height)


def _plate(
    picture: Image, text: str, scale: float, colour: Colour, at: tuple[float, float], hold: tuple[float, float]
) -> Plate:
    """Returns a plate that is held `at` a point (x, y), but is kept within the picture, its text smaller if it must be.

    `hold` is where it is held, as fractions of its width and height: (0, 0) is its upper left corner.
    """
    wide, high = _plate_size(text, scale)
    if wide > picture.shape[1]:
        scale *= picture.shape[1] / wide
        wide, high = _plate_size(text, scale)
    left = min(max(round(at[0] - hold[0] * wide), 0), max(0, picture.shape[1] - wide))
    upper = min(max(round(at[1] - hold[1] * high), 0), max(0, picture.shape[0] - high))
    return Plate(text, (left, upper, left + wide, upper + high), scale, colour)


def _draw_plate(picture: Image, plate: Plate) -> None:
    (_, height), _ = cv2.getTextSize(plate.text, FONT, plate.scale, _weight(plate.scale))
    left, upper, right, lower = plate.box
    area = picture[upper:lower, left:right]
    area[:] = (0.25 * area + 0.75 * np.array(INK)).astype(np.uint8)
    base = (left + _pad(height), upper + _pad(height) + height)
    cv2.putText(picture, plate.text, base, FONT, plate.scale, plate.colour, _weight(plate.scale), cv2.LINE_AA)


def _hidden(plates: Sequence[Plate], shown: Sequence[Outline]) -> float:
    """Returns how many pixels of these outlines the plates would hide."""
    return sum(cv2.intersectConvexConvex(plate.outline, one)[0] for plate in plates for one in shown)


def _label(picture: Image, die: Die, unit: float, shown: Sequence[Outline]) -> Plate:
    """Returns the plate with face and confidence: below a die, or on that side of it where it hides least."""
    scale = max(SMALLEST, 0.75 * unit)
    if die.face is None:
        text, colour = f"? {round(100 * die.confidence)} %", EMBER
    else:
        text, colour = f"{die.face}  {_percent(die.confidence)}", GOLD
    corners = np.array(die.polygon)
    (left, upper), (right, lower) = corners.min(0).tolist(), corners.max(0).tolist()
    (x, y), gap = corners.mean(0).tolist(), 8 * unit
    below, above = ((x, lower + gap), (0.5, 0.0)), ((x, upper - gap), (0.5, 1.0))
    beside = ((right + gap, y), (0.0, 0.5)), ((left - gap, y), (1.0, 0.5))
    plates = [_plate(picture, text, scale, colour, at, hold) for at, hold in (below, above, *beside)]
    return min(plates, key=lambda plate: _hidden([plate], shown))


def _percent(share: float) -> str:
    """Returns a probability in percent that never claims certainty.

    >>> _percent(0.9999), _percent(0.934)
    ('99.9 %', '93.4 %')
    """
    return f"{min(99.9, np.floor(share * 1000) / 10):.1f} %"


def _verdict(picture: Image, reading: Reading, unit: float, shown: Sequence[Outline]) -> list[Plate]:
    """Returns the plates with what was read, or why nothing was: in that corner where they hide least."""
    corners = [_verdict_in(picture, reading, unit, right, lower) for lower in (0, 1) for right in (0, 1)]
    return min(corners, key=lambda plates: _hidden(plates, shown))


def _verdict_in(picture: Image, reading: Reading, unit: float, right: int, lower: int) -> list[Plate]:
    """Returns these plates for a corner: the left or the right one (0 or 1), the upper or the lower one."""
    height, width = picture.shape[:2]
    large, small, gap = max(0.6, 1.5 * unit), max(SMALLEST, 0.7 * unit), 14 * unit
    lines = [(str(reading.reason), large, EMBER), (reading.message, small, PARCHMENT)]
    if reading.faces is not None:
        lines = [("  ".join(map(str, reading.faces)), large, GOLD)]
    x, y = (width - gap if right else gap), (height - gap if lower else gap)
    plates: list[Plate] = []
    for text, scale, colour in reversed(lines) if lower else lines:
        plate = _plate(picture, text, scale, colour, (x, y), (right, lower))
        y = plate.box[1] - gap / 2 if lower else plate.box[3] + gap / 2
        plates.append(plate)
    return plates
