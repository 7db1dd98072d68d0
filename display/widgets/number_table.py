"""A table of numbers: a name in front of every row, figures under their headings, a few words at its end."""

from collections.abc import Sequence

import pygame

from display.draw.canvas import Canvas
from display.draw.lettering import Typeface
from display.draw.theme import Colour, portrait
from display.scene_elements import NumberTable

_NAME, _WORDS = 1.5, 1.6
"""The widths of the columns of names and of words, in those of the figures."""
_TALLEST = 0.115
"""The greatest height of a line, in units."""


def draw(canvas: Canvas, room: pygame.Rect, table: NumberTable) -> None:
    """Draws the table; on a portrait screen names and words stand over the figures."""
    context, theme = canvas.context, canvas.context.theme
    lines = 2 if portrait(context.size) else 1
    height = min(context.px(_TALLEST) * lines, room.height // (len(table.rows) + 1))
    top = room.top + (room.height - height * (len(table.rows) + 1)) // 2
    rows = [pygame.Rect(room.left, top + place * height, room.width, height) for place in range(len(table.rows) + 1)]
    boxes = [_cells(row, len(table.head), lines, context.gap) for row in rows]
    heading = _size(canvas, [table.head], boxes, context.px(context.scale.small), 2)
    _write(canvas, table.head, boxes[0], heading, Typeface.TEXT, theme.ink_dim)
    figures = _size(canvas, table.rows, boxes[1:], context.px(context.scale.text * 1.15), 1)
    for row, cells, box in zip(table.rows, boxes[1:], rows[1:], strict=True):
        pygame.draw.line(canvas.surface, theme.gold[0], box.topleft, box.topright, max(1, context.px(0.003)))
        canvas.name_part(f"row {row[0]}", box)
        _write(canvas, row, cells, figures, Typeface.NAME, theme.ink)


def _cells(row: pygame.Rect, number: int, lines: int, gap: int) -> list[pygame.Rect]:
    """Returns the boxes of the name, the figures and the words of a row."""
    if lines == 1:
        return _columns(row, [_NAME, *[1.0] * (number - 2), _WORDS], gap)
    upper = pygame.Rect(row.left, row.top, row.width, row.height // 2)
    name, words = _columns(upper, [1.0, 1.0], gap)
    return [name, *_columns(upper.move(0, upper.height), [1.0] * (number - 2), gap), words]


def _write(
    canvas: Canvas, texts: Sequence[str], boxes: list[pygame.Rect], size: int, face: Typeface, colour: Colour
) -> None:
    relief = canvas.context.theme.relief
    for place, (text, box) in enumerate(zip(texts, boxes, strict=True)):
        align = {0: "left", len(texts) - 1: "right"}.get(place, "center")
        canvas.write(text, box, face, size, colour, lines=2, align=align, relief=relief)


def _size(
    canvas: Canvas, rows: Sequence[Sequence[str]], boxes: list[list[pygame.Rect]], largest: int, lines: int
) -> int:
    """Returns the size at which all the texts fit their boxes."""
    fit = canvas.context.letters.fit
    return min(
        (
            fit(text, Typeface.NAME, box.size, largest, lines).px
            for row, cells in zip(rows, boxes, strict=False)
            for text, box in zip(row, cells, strict=True)
            if text
        ),
        default=largest,
    )


def _columns(line: pygame.Rect, shares: list[float], gap: int) -> list[pygame.Rect]:
    """Divides a line in the proportion of the shares."""
    width = (line.width - gap * (len(shares) + 1)) / sum(shares)
    left, found = float(line.left + gap), []
    for share in shares:
        found.append(pygame.Rect(round(left), line.top, round(width * share), line.height))
        left += width * share + gap
    return found
