"""Tallies: their number, which is the score, and marks in bundles of five."""

import pygame

from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface

BUNDLE = 5
CLOSEST = 0.5
"""The least width of a bundle, as a fraction of the row's height; below that no marks are drawn."""


def number(canvas: Canvas, panel: pygame.Rect, count: int, lost: int) -> pygame.Rect:
    """Writes the number of tallies at the right of a seat's panel, as high as the panel; returns what it took.

    It is the score, and is read from across the table; the marks only show how it grew.
    """
    context = canvas.context
    px = min(round(panel.height * 0.86), context.px(context.scale.figure), max(panel.width // 5, panel.height // 2))
    width = context.letters.width(str(count), Typeface.NAME, px) + 2
    room = pygame.Rect(panel.right - width - context.gap, panel.top, width, panel.height)
    colour = context.theme.accent if lost else context.theme.ink
    canvas.write(str(count), room, Typeface.NAME, px, colour, align="right", relief=context.theme.relief)
    canvas.name_part(f"tallies {count}", room)
    return room.inflate(context.gap, 0)


def marks(canvas: Canvas, row: pygame.Rect, count: int, lost: int) -> None:
    """Draws `count` tally marks, the last `lost` of them highlighted; none where they are too many for the row."""
    context = canvas.context
    bundles = -(-count // BUNDLE)
    bundle = min(round(row.height * 1.15), row.width // max(1, bundles))
    if not count or bundle < row.height * CLOSEST:
        return
    for mark in range(count):
        fresh = mark >= count - lost
        room = pygame.Rect(row.left + mark // BUNDLE * bundle, row.top, bundle, row.height)
        _stroke(context, canvas.surface, room, mark % BUNDLE, fresh)


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
