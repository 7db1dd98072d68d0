"""Dark plates with text on a picture, placed where they fit and hide least."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]
Point = tuple[float, float]
Outline = NDArray[np.float32]
"""A convex outline (N×2 pixels)."""

INK: Colour = (18, 16, 14)
FONT = cv2.FONT_HERSHEY_DUPLEX

SMALLEST, LEAST = 0.35, 0.1
"""Minimum scale of text, as a fraction of its font, and minimum scale of a word that is too long for the picture."""

SMALLER = 0.9
"""Factor by which a word that is too long is scaled down repeatedly."""


@dataclass(frozen=True, slots=True)
class Plate:
    """Lines of text on a dark plate; `box` is its left, upper, right and lower edge.

    `about` is the point that it describes, if that is not adjacent: a line leads there.
    """

    lines: tuple[str, ...]
    box: tuple[int, int, int, int]
    scale: float
    colour: Colour
    about: Point | None = None

    @property
    def outline(self) -> Outline:
        """The corners of the plate."""
        left, upper, right, lower = self.box
        return np.array([(left, upper), (right, upper), (right, lower), (left, lower)], np.float32)

    def draw(self, picture: Image) -> None:
        """Draws the plate into a picture (H×W×3, BGR)."""
        left, upper, right, lower = self.box
        area = picture[max(0, upper) : lower, max(0, left) : right]
        area[:] = (0.25 * area + 0.75 * np.array(INK)).astype(np.uint8)
        high, pad = _line_height(self.scale), _pad(self.scale)
        for k, line in enumerate(self.lines):
            base = (left + pad, upper + pad + k * (high + pad) + cv2.getTextSize(line, FONT, self.scale, 1)[0][1])
            cv2.putText(picture, line, base, FONT, self.scale, self.colour, _weight(self.scale), cv2.LINE_AA)

    def draw_way(self, picture: Image, width: int) -> None:
        """Draws the line to the point that the plate describes, if there is one."""
        if self.about is None:
            return
        left, upper, right, lower = self.box
        x, y = round(self.about[0]), round(self.about[1])
        begin = (min(max(x, left), right), min(max(y, upper), lower))
        for colour, thick in ((INK, 3 * width), (self.colour, width)):
            cv2.line(picture, begin, (x, y), colour, thick, cv2.LINE_AA)


def plate(
    picture: Image,
    text: str,
    scale: float,
    colour: Colour,
    at: Point,
    hold: Point,
    about: Point | None = None,
) -> Plate:
    """Returns a plate anchored `at` a point (x, y), kept inside the picture, with its text wrapped.

    `hold` is its anchor, as fractions of its width and height: (0, 0) is its upper left corner. Only a word that is too
    long for the picture is scaled down.
    """
    height, width = picture.shape[:2]
    while max(_size((word,), scale)[0] for word in text.split()) > width and scale * SMALLER > LEAST:
        scale *= SMALLER
    lines = tuple(_broken(text, scale, width))
    wide, high = _size(lines, scale)
    left = min(max(round(at[0] - hold[0] * wide), 0), max(0, width - wide))
    upper = min(max(round(at[1] - hold[1] * high), 0), max(0, height - high))
    return Plate(lines, (left, upper, left + wide, upper + high), scale, colour, about)


def hidden(plates: Iterable[Plate], shown: Sequence[Outline]) -> float:
    """Returns how many pixels of these outlines the plates would hide."""
    return sum(cv2.intersectConvexConvex(one.outline, other)[0] for one in plates for other in shown)


def _broken(text: str, scale: float, width: int) -> list[str]:
    """Returns the text wrapped to a plate of that width."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _size((longer,), scale)[0] <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _size(lines: Sequence[str], scale: float) -> tuple[int, int]:
    """Returns width and height of a plate with these lines."""
    width = max(cv2.getTextSize(line, FONT, scale, _weight(scale))[0][0] for line in lines)
    pad = _pad(scale)
    return width + 2 * pad, len(lines) * (_line_height(scale) + pad) + pad


def _line_height(scale: float) -> int:
    """Returns the height of a line including descenders."""
    (_, height), below = cv2.getTextSize("Ag", FONT, scale, _weight(scale))
    return height + below


def _pad(scale: float) -> int:
    return round(_line_height(scale) * 0.3)


def _weight(scale: float) -> int:
    return max(1, round(scale * 1.4))
