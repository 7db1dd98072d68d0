"""Tally marks in bundles of five after their number, or the number alone if they are many."""

import pygame

from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface

BUNDLE = 5
CLOSEST = 0.5
"""The least width of a bundle, as a fraction of the row's height; below that only the number is shown."""


def draw(canvas: Canvas, row: pygame.Rect, count: int, lost: int) -> None:
    """Draws `count` tally marks after their number, the last `lost` of them highlighted."""
    context = canvas.context
    figure = context.letters.width("00", Typeface.NAME, row.height)
    room = pygame.Rect(row.left, row.top, figure, row.height)
    canvas.write(
        str(count), room, Typeface.NAME, row.height, context.theme.ink, align="left", relief=context.theme.relief
    )
    marks = pygame.Rect(room.right + context.gap, row.top, row.right - room.right - context.gap, row.height)
    bundles = -(-count // BUNDLE)
    bundle = min(round(row.height * 1.15), marks.width // max(1, bundles))
    if not count or bundle < row.height * CLOSEST:
        return
    for number in range(count):
        fresh = number >= count - lost
        room = pygame.Rect(marks.left + number // BUNDLE * bundle, marks.top, bundle, marks.height)
        _stroke(context, canvas.surface, room, number % BUNDLE, fresh)


def _stroke(context: DrawingContext, surface: pygame.Surface, room: pygame.Rect, place: int, fresh: bool) -> None:
    thick = max(2, min(room.height // 9, room.width // 10))
    colour = context.theme.loss if fresh else context.theme.life[1]
    step = room.width * 0.183
    top, bottom = room.top + room.height * 0.12, room.bottom - room.height * 0.12
    if place < BUNDLE - 1:
        x = room.left + thick + place * step
        start, end = (x + 1, top), (x - 1, bottom)
    else:
        start, end = (room.left - thick, bottom - thick), (room.left + 2 * thick + 3 * step, top + thick)
    if context.theme.relief:
        below = (start[0] + 1, start[1] + 1), (end[0] + 1, end[1] + 1)
        pygame.draw.line(surface, context.theme.relief, *below, thick)
    pygame.draw.line(surface, colour, start, end, thick)
