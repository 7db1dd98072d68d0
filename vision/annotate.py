"""Draws the evidence: the photograph with every pip ringed, every top face outlined, and the result."""

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plates import INK, SMALLEST, Colour, Image, Outline, Plate, Point, hidden, plate
from vision.reading import Die, Reading

GOLD: Colour = (74, 190, 250)
EMBER: Colour = (60, 92, 232)
PARCHMENT: Colour = (205, 228, 240)

SHIFT = 4
"""Fractional bits of drawing coordinates: sixteenths of a pixel."""

RIM = 1.35
"""The radius of a ring, in radii of its pip."""

SMALLEST_RING = 2.0
"""The smallest radius of a ring, in pixels."""

MAX_OUTLINE_WIDTH = 0.05
"""The largest width of a die's outline, in edges."""

THIN = 1.5
"""The width, in pixels, up to which a ring is drawn without a border."""

LARGE = 0.6
"""The minimum font scale of the reading or of the reason for abstaining."""

HOLDS = ((0.5, 0.0), (0.5, 1.0), (0.0, 0.5), (1.0, 0.5), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
"""Anchors of labels, as fractions of their width and height, the best first: below a die, above it, on its right, on
its left, beyond its corners."""

FARTHER = (0.0, 0.75, 1.5)
"""Distances at which a label is tried, in heights of the die, if it would hide something nearby."""

NOTICEABLE = 1.0
"""The area, in pixels, from which a label hides something."""

MAX_LABEL_SHARE = 0.5
"""If the text would fill more than this share of the picture's height, only the reason is drawn."""


def annotate(frame: NDArray[np.uint8], reading: Reading, advice: str = "") -> Image:
    """Returns a copy of the frame (H×W×3, BGR) that shows the dice and the result of `reading`.

    `advice` is written below the reason of an abstention.
    """
    picture = np.array(frame, np.uint8, copy=True)
    unit = max(picture.shape[:2]) / 1280
    for die in reading.dice:
        _draw_outline(picture, die, unit)
    for die in reading.dice:
        for pip in die.pips:
            _ring(picture, (pip.x, pip.y), max(pip.r * RIM, SMALLEST_RING), unit)
    # Labels must not hide the dice or other labels.
    shown = [np.array(die.polygon, np.float32) for die in reading.dice]
    plates = _verdict(picture, reading, advice, unit, shown)
    for die in reading.dice:
        label, covered = _label(picture, die, unit, [*shown, *(one.outline for one in plates)])
        # The label of a single die only repeats the reading: it must not cover the die.
        if len(reading.dice) > 1 or reading.faces is None or covered < NOTICEABLE:
            plates.append(label)
    for one in plates:
        one.draw_way(picture, _thick(1.5 * unit))
    for one in plates:
        one.draw(picture)
    return picture


def _thick(width: float) -> int:
    return max(1, round(width))


def _draw_outline(picture: Image, die: Die, unit: float) -> None:
    outline = np.array(die.polygon)
    corners = [np.round(outline * 2**SHIFT).astype(np.int32)]
    colour = GOLD if die.face is not None else EMBER
    width = min(2 * unit, MAX_OUTLINE_WIDTH * math.sqrt(cv2.contourArea(outline.astype(np.float32))))
    cv2.polylines(picture, corners, True, INK, _thick(2.5 * width), cv2.LINE_AA, SHIFT)
    cv2.polylines(picture, corners, True, colour, _thick(width), cv2.LINE_AA, SHIFT)


def _ring(picture: Image, center: tuple[float, float], radius: float, unit: float) -> None:
    at = (round(center[0] * 2**SHIFT), round(center[1] * 2**SHIFT))
    size = round(radius * 2**SHIFT)
    # The pip must stay visible within its ring: that of a small one has no dark border.
    width = min(2 * unit, radius / 3)
    if width > THIN:
        cv2.circle(picture, at, size, INK, _thick(2.25 * width), cv2.LINE_AA, SHIFT)
    cv2.circle(picture, at, size, GOLD, _thick(width), cv2.LINE_AA, SHIFT)


def _label(picture: Image, die: Die, unit: float, shown: Sequence[Outline]) -> tuple[Plate, float]:
    """Returns the plate with face and confidence, where it hides least and as close to the die as possible.

    The second value is how much it hides of what is shown, in pixels.

    For an unread face no confidence is shown: it would be mistaken for the probability of a die.
    """
    least: tuple[float, Plate] | None = None
    for one in _labels(picture, die, unit):
        covers = hidden([one], shown)
        if least is None or covers < least[0]:
            least = covers, one
        if covers < NOTICEABLE:
            break
    assert least is not None
    return least[1], least[0]


def _labels(picture: Image, die: Die, unit: float) -> Iterator[Plate]:
    """Yields the label of a die at all places, the best first."""
    scale = max(SMALLEST, 0.75 * unit)
    text, colour = ("?", EMBER) if die.face is None else (f"{die.face}  {_percent(die.confidence)}", GOLD)
    corners = np.array(die.polygon)
    (left, upper), (right, lower) = corners.min(0).tolist(), corners.max(0).tolist()
    x, y = corners.mean(0).tolist()
    for farther in FARTHER:
        gap = 8 * unit + farther * (lower - upper)
        across, down = {0.0: right + gap, 0.5: x, 1.0: left - gap}, {0.0: lower + gap, 0.5: y, 1.0: upper - gap}
        for hold in HOLDS:
            at = across[hold[0]], down[hold[1]]
            beside = not farther and 0.5 in hold
            yield plate(picture, text, scale, colour, at, hold, None if beside else _nearest(die, at))


def _nearest(die: Die, point: Point) -> Point:
    """Returns the corner or edge centre of a die's outline that is nearest to a point."""
    corners = np.array(die.polygon)
    points = np.vstack([corners, (corners + np.roll(corners, 1, axis=0)) / 2])
    x, y = points[np.argmin(((points - point) ** 2).sum(1))].tolist()
    return x, y


def _percent(share: float) -> str:
    """Returns a probability in percent that never claims certainty.

    >>> _percent(0.9999), _percent(0.934)
    ('99.9 %', '93.4 %')
    """
    return f"{min(99.9, np.floor(share * 1000) / 10):.1f} %"


def _verdict(picture: Image, reading: Reading, advice: str, unit: float, shown: Sequence[Outline]) -> list[Plate]:
    """Returns the plates with the reading or the reason for abstaining, in the corner where they hide least."""
    places = [(right, lower) for lower in (0.0, 1.0) for right in (0.0, 1.0)]
    corners = [_verdict_in(picture, reading, advice, unit, place) for place in places]
    return min(corners, key=lambda plates: hidden(plates, shown))


def _verdict_in(picture: Image, reading: Reading, advice: str, unit: float, corner: Point) -> list[Plate]:
    """Returns these plates for a corner of the picture: (0, 0) is the upper left one, (1, 1) the lower right one."""
    height, width = picture.shape[:2]
    large, small, gap = max(LARGE, 1.5 * unit), max(SMALLEST, 0.7 * unit), 14 * unit
    lines = [(str(reading.reason), large, EMBER), (advice, small, PARCHMENT)]
    if reading.faces is not None:
        lines = [("  ".join(map(str, reading.faces)), large, GOLD)]
    right, lower = corner
    x, y = (width - gap if right else gap), (height - gap if lower else gap)
    plates: list[Plate] = []
    for text, scale, colour in reversed(lines) if lower else lines:
        if not text:
            continue
        one = plate(picture, text, scale, colour, (x, y), corner)
        y = one.box[1] - gap / 2 if lower else one.box[3] + gap / 2
        plates.append(one)
    if sum(bottom - top for _, top, _, bottom in (one.box for one in plates)) > MAX_LABEL_SHARE * height:
        return [plate(picture, *lines[0], (x, height - gap if lower else gap), corner)]
    return plates
