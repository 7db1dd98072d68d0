"""The evidence: the photograph with every pip ringed, every top face outlined, and what was made of it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Die, Reading

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

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
    for die in reading.dice:
        _draw_label(picture, die, unit)
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


def _plate(picture: Image, text: str, corner: tuple[int, int], scale: float, colour: Colour) -> None:
    """Writes text on a dark plate whose upper left corner is `corner`, kept within the picture."""
    weight = max(1, round(scale * 1.4))
    (width, height), below = cv2.getTextSize(text, FONT, scale, weight)
    pad = round(height * 0.45)
    x = int(np.clip(corner[0], 0, max(0, picture.shape[1] - width - 2 * pad)))
    y = int(np.clip(corner[1], 0, max(0, picture.shape[0] - height - below - 2 * pad)))
    area = picture[y : y + height + below + 2 * pad, x : x + width + 2 * pad]
    area[:] = (0.25 * area + 0.75 * np.array(INK)).astype(np.uint8)
    cv2.putText(picture, text, (x + pad, y + pad + height), FONT, scale, colour, weight, cv2.LINE_AA)


def _draw_label(picture: Image, die: Die, unit: float) -> None:
    corners = np.array(die.polygon)
    scale = max(0.35, 0.75 * unit)
    if die.face is None:
        text, colour = f"? {round(100 * die.confidence)} %", EMBER
    else:
        text, colour = f"{die.face}  {_percent(die.confidence)}", GOLD
    (width, _), _ = cv2.getTextSize(text, FONT, scale, 1)
    middle = float(corners[:, 0].mean()) - width / 2
    _plate(picture, text, (round(middle), round(corners[:, 1].max() + 8 * unit)), scale, colour)


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
