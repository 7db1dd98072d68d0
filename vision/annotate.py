"""The evidence: the photograph with every pip ringed, every top face outlined, and what was made of it."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Die, Reading

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]
"""Left, upper, right and lower edge."""

GOLD: Colour = (74, 190, 250)
EMBER: Colour = (60, 92, 232)
INK: Colour = (18, 16, 14)
PARCHMENT: Colour = (205, 228, 240)
FONT = cv2.FONT_HERSHEY_DUPLEX

SHIFT = 4
"""Drawing is exact to a sixteenth of a pixel."""


def annotate(frame: NDArray[np.uint8], reading: Reading) -> Image:
    """Returns a copy of the frame (H×W×3, BGR) that shows what `reading` saw in it and how it ended."""
    picture = np.array(frame, np.uint8, copy=True)
    unit = max(picture.shape[:2]) / 1280
    for die in reading.dice:
        _draw_outline(picture, die, unit)
    for die in reading.dice:
        for pip in die.pips:
            _ring(picture, (pip.x, pip.y), max(pip.r * 1.35, 3 * unit), unit)
    taken: list[Box] = []
    for die in reading.dice:
        taken.append(_draw_label(picture, die, unit, taken))
    _draw_verdict(picture, reading, unit)
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


def _plate_at(picture: Image, text: str, corner: tuple[int, int], scale: float) -> Box:
    """Returns left, upper, right and lower edge of a plate whose upper left is `corner`, kept within the picture."""
    (width, height), below = cv2.getTextSize(text, FONT, scale, _weight(scale))
    wide, high = width + 2 * _pad(height), height + below + 2 * _pad(height)
    x = int(np.clip(corner[0], 0, max(0, picture.shape[1] - wide)))
    y = int(np.clip(corner[1], 0, max(0, picture.shape[0] - high)))
    return x, y, x + wide, y + high


def _plate(picture: Image, text: str, corner: tuple[int, int], scale: float, colour: Colour) -> None:
    """Writes text on a dark plate whose upper left corner is `corner`, kept within the picture."""
    (_, height), _ = cv2.getTextSize(text, FONT, scale, _weight(scale))
    left, upper, right, lower = _plate_at(picture, text, corner, scale)
    area = picture[upper:lower, left:right]
    area[:] = (0.25 * area + 0.75 * np.array(INK)).astype(np.uint8)
    base = (left + _pad(height), upper + _pad(height) + height)
    cv2.putText(picture, text, base, FONT, scale, colour, _weight(scale), cv2.LINE_AA)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _draw_label(picture: Image, die: Die, unit: float, taken: Sequence[Box]) -> Box:
    """Writes face and confidence below a die, above it where other dice's labels have `taken` that; returns where."""
    corners = np.array(die.polygon)
    scale = max(0.35, 0.75 * unit)
    if die.face is None:
        text, colour = f"? {round(100 * die.confidence)} %", EMBER
    else:
        text, colour = f"{die.face}  {_percent(die.confidence)}", GOLD
    (width, _), _ = cv2.getTextSize(text, FONT, scale, 1)
    x, gap = round(float(corners[:, 0].mean()) - width / 2), 8 * unit
    _, upper, _, lower = _plate_at(picture, text, (0, 0), scale)
    for y in (corners[:, 1].max() + gap, corners[:, 1].min() - gap - (lower - upper)):
        where = _plate_at(picture, text, (x, round(y)), scale)
        if not any(_overlap(where, other) for other in taken):
            break
    _plate(picture, text, where[:2], scale, colour)
    return where


def _percent(share: float) -> str:
    """Returns a probability in percent that never claims certainty.

    >>> _percent(0.9999), _percent(0.934)
    ('99.9 %', '93.4 %')
    """
    return f"{min(99.9, np.floor(share * 1000) / 10):.1f} %"


def _draw_verdict(picture: Image, reading: Reading, unit: float) -> None:
    at = (round(14 * unit), round(14 * unit))
    if reading.faces is not None:
        _plate(picture, "  ".join(map(str, reading.faces)), at, max(0.6, 1.5 * unit), GOLD)
        return
    _plate(picture, str(reading.reason), at, max(0.6, 1.5 * unit), EMBER)
    scale = max(0.35, 0.7 * unit)
    _plate(picture, reading.message, (at[0], at[1] + round(72 * max(unit, 0.4))), scale, PARCHMENT)
