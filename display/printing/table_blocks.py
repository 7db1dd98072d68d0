"""Typesets tables."""

import pygame

from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.printing.description import CaseTable, OptionTable
from display.printing.line_breaks import wrapped
from display.printing.paper import LINE, Block, PageWriter, line_height


def case_table(context: DrawingContext, table: CaseTable, px: int, column: pygame.Rect) -> Block:
    """The cases at the left, the text of each beside it."""
    indent = max(context.letters.width(case, Typeface.NAME, px) for case, _ in table.rows) + px // 2
    wraps = [wrapped(context, text, Typeface.TEXT, px, column.width - indent) for _, text in table.rows]
    between = px // 6

    def draw(writer: PageWriter, top: int) -> None:
        for (case, _), lines in zip(table.rows, wraps, strict=True):
            writer.line(case, (column.left, top), Typeface.NAME, px)
            writer.lines(lines, (column.left + indent, top), Typeface.TEXT, px)
            top += len(lines) * line_height(px) + between

    return Block(sum(len(lines) * line_height(px) + between for lines in wraps), 0, draw)


def option_table(context: DrawingContext, table: OptionTable, px: int, column: pygame.Rect) -> Block:
    """The labels at the left, dots, the values at the right; a value that does not fit stands below its label."""
    between = px // 6
    note = wrapped(context, table.note, Typeface.TEXT, px, column.width)
    labels = [context.letters.width(label, Typeface.TEXT, px) for label, _ in table.rows]
    widths = [context.letters.width(value, Typeface.NAME, px) for _, value in table.rows]
    below = [label + width + 2 * px > column.width for label, width in zip(labels, widths, strict=True)]

    def draw(writer: PageWriter, top: int) -> None:
        for (label, value), taken, width, under in zip(table.rows, labels, widths, below, strict=True):
            writer.line(label, (column.left, top), Typeface.TEXT, px)
            start = column.left + (px if under else taken + px // 3)
            top += line_height(px) if under else 0
            writer.line(value, (column.right, top), Typeface.NAME, px, "right")
            for x in range(column.right - width - px // 3, start, -(px // 3)):
                writer.canvas.surface.fill(LINE, (x, top + round(px * 0.86), 2, 2))
            top += line_height(px) + between
        writer.lines(note, (column.left, top), Typeface.TEXT, px)

    height = (len(table.rows) + sum(below) + len(note)) * line_height(px) + len(table.rows) * between
    return Block(height, 0, draw)
