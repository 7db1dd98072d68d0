"""Tallies as they are scratched into a board: four strokes and a fifth across, a figure where they are many."""

import pygame

from display.kit import Kit
from display.lettering import Face
from display.picture import Box, Canvas

BUNDLE = 5


def draw(canvas: Canvas, row: Box, count: int, lost: int) -> None:
    """Scratches `count` tallies into a row, the last `lost` of them fresh; a figure stands before them."""
    kit = canvas.kit
    figure = kit.letters.width("00", Face.NAME, row.height)
    room = pygame.Rect(row.left, row.top, figure, row.height)
    canvas.write(str(count), room, Face.NAME, row.height, kit.theme.ink, align="left", relief=kit.theme.relief)
    marks = pygame.Rect(room.right + kit.gap, row.top, row.right - room.right - kit.gap, row.height)
    bundle = round(row.height * 1.15)
    bundles = -(-count // BUNDLE)
    if not count or bundles * bundle > marks.width:
        return
    for number in range(count):
        fresh = number >= count - lost
        _stroke(kit, canvas.surface, marks.move(number // BUNDLE * bundle, 0), number % BUNDLE, fresh)


def _stroke(kit: Kit, surface: pygame.Surface, room: Box, place: int, fresh: bool) -> None:
    thick = max(2, room.height // 9)
    colour = kit.theme.loss if fresh else kit.theme.stave[1]
    step = room.height * 0.21
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
