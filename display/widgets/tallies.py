"""Tallies as they are scratched into a board: four strokes and a fifth across, a figure where they are many."""

import pygame

from display.draw.composition import Box, Canvas
from display.draw.drawing_context import Kit
from display.draw.lettering import Face

BUNDLE = 5
CLOSEST = 0.5
"""A bundle is drawn as narrow as this, in parts of the height of its row, before the figure stands alone."""


def draw(canvas: Canvas, row: Box, count: int, lost: int) -> None:
    """Scratches `count` tallies into a row, the last `lost` of them fresh; a figure stands before them."""
    kit = canvas.kit
    figure = kit.letters.width("00", Face.NAME, row.height)
    room = pygame.Rect(row.left, row.top, figure, row.height)
    canvas.write(str(count), room, Face.NAME, row.height, kit.theme.ink, align="left", relief=kit.theme.relief)
    marks = pygame.Rect(room.right + kit.gap, row.top, row.right - room.right - kit.gap, row.height)
    bundles = -(-count // BUNDLE)
    bundle = min(round(row.height * 1.15), marks.width // max(1, bundles))
    if not count or bundle < row.height * CLOSEST:
        return
    for number in range(count):
        fresh = number >= count - lost
        room = pygame.Rect(marks.left + number // BUNDLE * bundle, marks.top, bundle, marks.height)
        _stroke(kit, canvas.surface, room, number % BUNDLE, fresh)


def _stroke(kit: Kit, surface: pygame.Surface, room: Box, place: int, fresh: bool) -> None:
    thick = max(2, min(room.height // 9, room.width // 10))
    colour = kit.theme.loss if fresh else kit.theme.stave[1]
    step = room.width * 0.183
    top, bottom = room.top + room.height * 0.12, room.bottom - room.height * 0.12
    if place < BUNDLE - 1:
        x = room.left + thick + place * step
        start, end = (x + 1, top), (x - 1, bottom)
    else:
        start, end = (room.left - thick, bottom - thick), (room.left + 2 * thick + 3 * step, top + thick)
    if kit.theme.relief:
        below = (start[0] + 1, start[1] + 1), (end[0] + 1, end[1] + 1)
        pygame.draw.line(surface, kit.theme.relief, *below, thick)
    pygame.draw.line(surface, colour, start, end, thick)
