"""The throws for the opening, large and side by side, in the tray in the middle of the table."""

import pygame

from display.draw import dice, wood
from display.draw.boxes import grid
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.scene import ThrowPanel

_NAME_SHARE = 0.26
"""The part of a cell's height that the name takes."""
_SMALLEST_NAME = 0.6
"""A name is cut off with an ellipsis before all get smaller than this fraction of the usual size."""
_ACROSS_PER_DOWN = 0.62
"""The ideal width to height of a cell: a die above its name."""


def draw(canvas: Canvas, room: pygame.Rect, throws: tuple[ThrowPanel, ...]) -> pygame.Rect | None:
    """Draws a cell for every seat; returns the place for the die of the one that is lit, or None."""
    context = canvas.context
    gap = context.gap
    lit: pygame.Rect | None = None
    cells = grid(room, len(throws), gap, room.height, _ACROSS_PER_DOWN)
    size = _size_of_names(context, cells[0], throws) if throws else 0
    for index, (cell, throw) in enumerate(zip(cells, throws, strict=True)):
        place = _throw(canvas, cell, throw, size)
        canvas.name_part(f"throw {index}", cell)
        lit = place if throw.lit else lit
    return lit


def _name_height(context: DrawingContext, cell: pygame.Rect) -> int:
    return min(round(cell.height * _NAME_SHARE), context.px(context.scale.name * 2.4))


def _size_of_names(context: DrawingContext, cell: pygame.Rect, throws: tuple[ThrowPanel, ...]) -> int:
    """Finds the letter size at which every name fits into a cell, so that nobody seems to matter more."""
    room = cell.width, _name_height(context, cell)
    largest, smallest = context.px(context.scale.name * 1.2), context.px(context.scale.name * _SMALLEST_NAME)
    sizes = (context.letters.fit(throw.name, Typeface.NAME, room, largest, 2, smallest=smallest).px for throw in throws)
    return min(sizes, default=largest)


def _throw(canvas: Canvas, cell: pygame.Rect, throw: ThrowPanel, size: int) -> pygame.Rect:
    """Draws one throw, its name in letters of `size` pixels; returns the place of its die."""
    context = canvas.context
    theme = context.theme
    if throw.lit:
        glow = wood.halo(context, (round(cell.width * 1.25), round(cell.height * 1.2)), theme.ember, 150)
        canvas.put_centred(glow, cell.center)
    high = _name_height(context, cell)
    used = min(cell.height, round(cell.width * 0.95) + high)
    cell = pygame.Rect(cell.left, cell.centery - used // 2, cell.width, used)
    place = pygame.Rect(cell.left, cell.top, cell.width, cell.height - high)
    long = round(min(place.height * 0.84, place.width * 0.78))
    if throw.face is not None:
        piece = dice.die(context, throw.face, long, oblong=False)
        if throw.faded or throw.again:
            piece = piece.copy()
            piece.set_alpha(130 if throw.again else 70)
        else:
            canvas.put_centred(dice.cast_shadow(context, piece.get_size()), place.center)
        canvas.put_centred(piece, place.center)
        if throw.again:
            _empty(canvas, place, round(long * 1.22), lit=True)
    else:
        _empty(canvas, place, long, lit=throw.lit)
    name = pygame.Rect(cell.left, place.bottom, cell.width, high)
    ink = theme.accent if throw.lit else theme.ink_dim if throw.faded else theme.ink
    canvas.write(throw.name, name, Typeface.NAME, size, ink, lines=2, relief=theme.relief, smallest=size)
    return place


def _empty(canvas: Canvas, place: pygame.Rect, long: int, *, lit: bool) -> None:
    """Draws where a die will lie."""
    context = canvas.context
    side = round(long * 0.86)
    box = pygame.Rect(0, 0, side, side)
    box.center = place.center
    ink = context.theme.accent if lit else context.theme.ink_dim
    piece = pygame.Surface(box.size, pygame.SRCALPHA)
    width = max(2, context.px(0.006))
    pygame.draw.rect(piece, (*ink, 220 if lit else 110), piece.get_rect(), width, border_radius=side // 6)
    canvas.put(piece, box.topleft)
