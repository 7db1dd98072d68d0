"""The paper: its measures and colours, and the writer that puts letters, pieces and lines on it."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import LEADING, Typeface
from display.draw.theme import TORCHLIGHT, Colour

SIZE = 1240, 1754
"""A4 upright at 150 dots an inch."""
MARGIN = 38
"""What a printer may leave white at the edge."""
FRAME = 38
FIELD = pygame.Rect(116, 104, SIZE[0] - 232, SIZE[1] - 208)
"""Where everything but the frame stands."""
LEFT, RIGHT = (
    pygame.Rect(left, FIELD.top, FIELD.width // 2 - 22, FIELD.height) for left in (FIELD.left, FIELD.centerx + 22)
)

PAPER: Colour = (255, 255, 255)
INK: Colour = (22, 15, 10)
LINE: Colour = (120, 104, 88)
THEME = replace(TORCHLIGHT, bone=((196, 184, 160), (240, 232, 214), (255, 252, 244)), night=INK, pip=(10, 6, 4))
STRANDS = ((120, 108, 96), (206, 196, 182), (250, 246, 238))


def paper_context() -> DrawingContext:
    """Makes what pages are drawn with; one serves any number of them."""
    return DrawingContext(SIZE, THEME)


def line_height(px: int) -> int:
    """Returns the height of a line of letters."""
    return round(px * LEADING)


class PageWriter:
    """Puts letters, pieces and lines on the paper and records where."""

    def __init__(self, context: DrawingContext, surface: pygame.Surface) -> None:
        """Starts on a surface."""
        self.context = context
        self.canvas = Canvas(context, surface)
        self.pieces: list[pygame.Rect] = []

    def line(self, text: str, at: tuple[int, int], face: Typeface, px: int, align: str = "left") -> None:
        """Writes one line; `at` is the left, middle or right of its top, according to `align`."""
        width = self.context.letters.width(text, face, px) + 2
        left = {"left": at[0], "center": at[0] - width // 2, "right": at[0] - width}[align]
        room = pygame.Rect(left, at[1], width, math.ceil(px * LEADING) + 1)
        self.canvas.write(text, room, face, px, INK, align="left")

    def lines(self, texts: Sequence[str], at: tuple[int, int], face: Typeface, px: int, align: str = "left") -> None:
        """Writes lines below each other."""
        for number, text in enumerate(texts):
            self.line(text, (at[0], at[1] + number * line_height(px)), face, px, align)

    def put(self, piece: pygame.Surface, at: tuple[int, int]) -> None:
        """Puts a piece with its top left corner at a point."""
        self.pieces.append(self.canvas.put(piece, at))

    def rule(self, left: int, right: int, y: int, thickness: int = 2) -> None:
        """Draws a horizontal line."""
        self.pieces.append(pygame.draw.line(self.canvas.surface, LINE, (left, y), (right, y), thickness))

    def arrowhead(self, centre: tuple[int, int], px: int) -> None:
        """Draws the sign between a result and the one that it beats, pointing right."""
        reach = max(4, px // 5)
        x, y = centre
        points = ((x - reach // 2, y - reach), (x + reach // 2, y), (x - reach // 2, y + reach))
        self.pieces.append(pygame.draw.lines(self.canvas.surface, INK, False, points, 3))


@dataclass(frozen=True, slots=True)
class Block:
    """A typeset part: its height, the space above it, which may grow, and how it is drawn at a height."""

    height: int
    above: int
    draw: Callable[[PageWriter, int], None]
