"""The slip that seals a roll: a code to photograph, the words to remember it by, and the wax."""

import pygame

from display.draw import icons
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.draw.theme import unit
from display.scene import SealSlip

QUIET = 4
"""Modules of light paper around a code, as ISO/IEC 18004 asks for."""
_MODULE = 0.0042
"""Side of a module, as a fraction of the screen's unit of length."""


def height(size: tuple[int, int], slip: SealSlip) -> int:
    """Returns how high a slip is on a screen of this size: as its code, every module a whole number of pixels."""
    return (len(slip.code) + 2 * QUIET) * _module(size)


def draw(canvas: Canvas, box: pygame.Rect, slip: SealSlip) -> None:
    """Draws the slip over the whole of `box`, which is as high as `height` tells: the code alone where it is square."""
    context = canvas.context
    theme = context.theme
    canvas.put(_paper(context, box.size), box.topleft)
    side = min(box.height, box.width)
    canvas.put(_code(context, slip.code), box.topleft)
    canvas.name_part("seal code", pygame.Rect(box.topleft, (side, side)))
    wax = round(side * 0.46)
    left = box.left + side - QUIET * _module(context.size) // 2
    words = pygame.Rect(left, box.top, box.right - left - wax - context.gap // 2, box.height)
    if box.width > side + wax:
        canvas.put(icons.seal(context, wax), (box.right - wax - context.gap // 4, box.centery - wax // 2))
    if words.width > wax:
        head = pygame.Rect(words.left, words.top + round(side * 0.04), words.width, round(side * 0.28))
        size = context.px(context.scale.small)
        canvas.write(slip.label, head, Typeface.TEXT, size, theme.pip, align="left")
        half = (len(slip.words) + 1) // 2
        row = pygame.Rect(words.left, head.bottom, words.width, round(side * 0.32))
        for line in (slip.words[:half], slip.words[half:]):
            canvas.write(" ".join(line), row, Typeface.TEXT, size, theme.pip, align="left")
            row = row.move(0, row.height)
    canvas.name_part("seal", box)


def _module(size: tuple[int, int]) -> int:
    return max(1, round(unit(size) * _MODULE))


def _paper(context: DrawingContext, size: tuple[int, int]) -> pygame.Surface:
    """Draws the paper: as light as the theme's bone, so that the code on it stands out."""
    theme = context.theme

    def make() -> pygame.Surface:
        piece = pygame.Surface(size, pygame.SRCALPHA)
        round_ = max(2, size[1] // 14)
        pygame.draw.rect(piece, theme.bone[1], piece.get_rect(), border_radius=round_)
        if not theme.flat:
            pygame.draw.rect(piece, theme.bone[0], piece.get_rect(), max(1, size[1] // 48), border_radius=round_)
        return piece

    return context.cached(("seal paper", size), make)


def _code(context: DrawingContext, rows: tuple[str, ...]) -> pygame.Surface:
    """Draws the dark modules of a code with its margin."""
    module = _module(context.size)
    side = (len(rows) + 2 * QUIET) * module
    piece = pygame.Surface((side, side), pygame.SRCALPHA)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark == "1":
                piece.fill(context.theme.pip, ((x + QUIET) * module, (y + QUIET) * module, module, module))
    return piece
