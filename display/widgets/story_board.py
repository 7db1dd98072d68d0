"""What an evening will be remembered for: a heraldic beast or thing for each memory, its name, and who did what."""

import pygame

from display.draw import boxes
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.heraldry import shield_painter
from display.draw.lettering import SMALLEST, FittedText, Typeface
from display.draw.theme import Wall
from display.scene_elements import StoryKind, StoryLine

CHARGES = {StoryKind.LIE: "serpent", StoryKind.NOSE: "wolfs-head", StoryKind.STREAK: "axe", StoryKind.DICE: "die"}
TINCTURES = {StoryKind.LIE: "vert", StoryKind.NOSE: "azure", StoryKind.STREAK: "gules", StoryKind.DICE: "argent"}
_LABEL = 0.9
"""The letter size of a label, in those of its text."""
_ANY_HEIGHT = 10_000


def draw(canvas: Canvas, box: pygame.Rect, lines: tuple[StoryLine, ...], largest: int, across: int = 1) -> None:
    """Draws the lines in this many columns, all with letters of one size, at most `largest` pixels."""
    context = canvas.context
    down = -(-len(lines) // across)
    cells = [
        cell for row in boxes.rows(box, down, context.gap // 2) for cell in boxes.columns(row, across, context.gap)
    ]
    placed = [(line, _beside_charge(canvas, cell, line, largest)) for cell, line in zip(cells, lines, strict=False)]
    px = min((_size(context, line, room, largest) for line, room in placed), default=largest)
    for (line, room), cell in zip(placed, cells, strict=False):
        _write(canvas, room, line, px)
        canvas.name_part(f"story {line.memory.value}", cell)


def _beside_charge(canvas: Canvas, box: pygame.Rect, line: StoryLine, largest: int) -> pygame.Rect:
    """Draws the charge of a line; returns the room for words beside it."""
    context = canvas.context
    side = min(box.height, round(box.width * 0.16), 4 * largest)
    # Green and blue are too dark on black.
    tincture = "argent" if context.theme.wall is Wall.BARE else TINCTURES[line.memory]
    charge = shield_painter.charge(context, CHARGES[line.memory], tincture, side)
    canvas.put(charge, charge.get_rect(midleft=box.midleft).topleft)
    return pygame.Rect(box.left + side + context.gap, box.top, box.width - side - context.gap, box.height)


def _fitted(context: DrawingContext, line: StoryLine, width: int, px: int) -> tuple[FittedText, FittedText]:
    """Breaks the label and the text of a line at a letter size; both are smaller if they are too wide at that size."""
    room = width, _ANY_HEIGHT
    return (
        context.letters.fit(line.label, Typeface.NAME, room, round(px * _LABEL), 2),
        context.letters.fit(line.text, Typeface.TEXT, room, px, 3),
    )


def _size(context: DrawingContext, line: StoryLine, room: pygame.Rect, largest: int) -> int:
    """Returns the largest letter size at which a line fits into a room."""
    px = largest
    while px > SMALLEST:
        label, text = _fitted(context, line, room.width, px)
        if label.px >= round(px * _LABEL) and text.px >= px and label.height + text.height <= room.height:
            break
        px -= 1
    return px


def _write(canvas: Canvas, room: pygame.Rect, line: StoryLine, px: int) -> None:
    label, text = _fitted(canvas.context, line, room.width, px)
    theme = canvas.context.theme
    high = min(label.height, room.height // 2)
    top = room.top + max(0, room.height - high - text.height) // 2
    upper = pygame.Rect(room.left, top, room.width, high)
    lower = pygame.Rect(room.left, upper.bottom, room.width, min(text.height, room.bottom - upper.bottom))
    canvas.write(line.label, upper, Typeface.NAME, label.px, theme.accent, lines=2, align="left", relief=theme.relief)
    canvas.write(line.text, lower, Typeface.TEXT, px, theme.ink, lines=3, align="left", relief=theme.relief)
