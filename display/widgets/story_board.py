"""What an evening will be remembered for: a heraldic beast or thing for each memory, its name, and who did what."""

import pygame

from display.draw import boxes
from display.draw.canvas import Canvas
from display.draw.heraldry import shield_painter
from display.draw.lettering import Typeface
from display.scene_elements import StoryKind, StoryLine

CHARGES = {StoryKind.LIE: "serpent", StoryKind.NOSE: "wolfs-head", StoryKind.STREAK: "axe", StoryKind.DICE: "die"}
TINCTURES = {StoryKind.LIE: "vert", StoryKind.NOSE: "azure", StoryKind.STREAK: "gules", StoryKind.DICE: "argent"}
_LABEL = 0.34
"""The part of a line's height that its label takes."""


def draw(canvas: Canvas, box: pygame.Rect, lines: tuple[StoryLine, ...], largest: int, across: int = 1) -> None:
    """Draws the lines in this many columns, with letters of at most `largest` pixels."""
    context = canvas.context
    down = -(-len(lines) // across)
    cells = [
        cell for row in boxes.rows(box, down, context.gap // 2) for cell in boxes.columns(row, across, context.gap)
    ]
    for cell, line in zip(cells, lines, strict=False):
        _line(canvas, cell, line, largest)
        canvas.name_part(f"story {line.memory.value}", cell)


def _line(canvas: Canvas, box: pygame.Rect, line: StoryLine, largest: int) -> None:
    context = canvas.context
    theme = context.theme
    side = min(box.height, round(box.width * 0.16), 4 * largest)
    charge = shield_painter.charge(context, CHARGES[line.memory], TINCTURES[line.memory], side)
    canvas.put(charge, charge.get_rect(midleft=box.midleft).topleft)
    words = pygame.Rect(box.left + side + context.gap, box.top, box.width - side - context.gap, box.height)
    wide = context.letters.width(line.label, Typeface.NAME, round(largest * 0.9))
    label_h = min(round(words.height * _LABEL), round(largest * 1.1))
    if wide > 1.2 * words.width:
        label_h = min(round(words.height * 2 * _LABEL * 0.8), round(largest * 2))
    text_h = min(words.height - label_h, round(largest * 3.7))
    top = words.top + (words.height - label_h - text_h) // 2
    label = pygame.Rect(words.left, top, words.width, label_h)
    text = pygame.Rect(words.left, label.bottom, words.width, text_h)
    canvas.write(
        line.label, label, Typeface.NAME, round(largest * 0.9), theme.accent, lines=2, align="left", relief=theme.relief
    )
    canvas.write(
        line.text, text, Typeface.TEXT, largest, theme.ink, lines=3, align="left", valign="top", relief=theme.relief
    )
