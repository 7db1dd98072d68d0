"""Typesets the title, headings, paragraphs, lists and the footer."""

from collections.abc import Sequence

import pygame

from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.printing.line_breaks import balanced, balanced_items, wrapped
from display.printing.paper import FIELD, INK, PAPER, Block, PageWriter, line_height

INSET = 40
"""How much narrower than the field centred text is."""
TITLE_ROOM, TITLE_LARGEST = (FIELD.width - 20, 130), 96


def title(context: DrawingContext, text: str, subtitle: str, px: int) -> Block:
    """The title, and the line below it if there is one."""
    fitted = context.letters.fit(text, Typeface.TITLE, TITLE_ROOM, TITLE_LARGEST)
    size, below = fitted.px, round(px * 1.1)
    # The ascenders of the uncial stand out above the line, its descenders a little below it.
    rise, fall = round(size * 0.12), round(size * 0.06)
    second = rise + line_height(size) + fall

    def draw(writer: PageWriter, top: int) -> None:
        writer.line(text, (FIELD.centerx, top + rise), Typeface.TITLE, size, "center")
        if subtitle:
            writer.line(subtitle, (FIELD.centerx, top + second), Typeface.NAME, below, "center")

    return Block(second + line_height(below) if subtitle else rise + line_height(size), 0, draw)


def lead(context: DrawingContext, text: str, px: int) -> Block:
    """The paragraph below the title."""
    size = round(px * 1.12)
    lines = balanced(context, text, Typeface.NAME, size, FIELD.width - INSET)

    def draw(writer: PageWriter, top: int) -> None:
        writer.lines(lines, (FIELD.centerx, top), Typeface.NAME, size, "center")

    return Block(len(lines) * line_height(size), px // 2, draw)


def inline_list(context: DrawingContext, items: Sequence[str], px: int) -> Block:
    """Items in a row."""
    lines = balanced_items(context, items, Typeface.TEXT, px, FIELD.width - INSET)

    def draw(writer: PageWriter, top: int) -> None:
        writer.lines(lines, (FIELD.centerx, top), Typeface.TEXT, px, "center")

    return Block(len(lines) * line_height(px), px // 3, draw)


def heading(context: DrawingContext, text: str, px: int, column: pygame.Rect) -> Block:
    """A heading with a rule to the end of its column."""
    size = round(px * 1.2)
    width = context.letters.width(text, Typeface.NAME, size)

    def draw(writer: PageWriter, top: int) -> None:
        writer.line(text, (column.left, top), Typeface.NAME, size)
        if (start := column.left + width + size // 2) < column.right:
            writer.rule(start, column.right - 1, top + round(size * 0.68))

    return Block(line_height(size) + px // 6, round(px * 0.55), draw)


def numbered_item(context: DrawingContext, number: int, text: str, px: int) -> Block:
    """A paragraph with its number on a disc."""
    disc = round(px * 1.16)
    indent = round(disc * 1.45)
    lines = wrapped(context, text, Typeface.TEXT, px, FIELD.width - indent)

    def draw(writer: PageWriter, top: int) -> None:
        writer.put(_numeral(context, number, disc), (FIELD.left, top + (line_height(px) - disc) // 2))
        writer.lines(lines, (FIELD.left + indent, top), Typeface.TEXT, px)

    return Block(len(lines) * line_height(px), px // 6, draw)


def paragraphs(context: DrawingContext, texts: Sequence[str], px: int, column: pygame.Rect, set_off: bool) -> Block:
    """Running text."""
    lines = [line for text in texts for line in wrapped(context, text, Typeface.TEXT, px, column.width)]

    def draw(writer: PageWriter, top: int) -> None:
        writer.lines(lines, (column.left, top), Typeface.TEXT, px)

    return Block(len(lines) * line_height(px), px // 3 if set_off else 0, draw)


def footer(context: DrawingContext, text: str, px: int) -> Block:
    """Small print below a rule."""
    size = round(px * 0.86)
    lines = balanced(context, text, Typeface.TEXT, size, FIELD.width - INSET)

    def draw(writer: PageWriter, top: int) -> None:
        writer.rule(FIELD.left, FIELD.right - 1, top)
        writer.lines(lines, (FIELD.centerx, top + size // 2), Typeface.TEXT, size, "center")

    return Block(len(lines) * line_height(size) + size // 2, px // 2, draw)


def _numeral(context: DrawingContext, number: int, side: int) -> pygame.Surface:
    """A white numeral on a black disc."""
    fine = 4
    disc = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA)
    pygame.draw.circle(disc, INK, (side * fine // 2, side * fine // 2), side * fine // 2)
    word = context.letters.word(str(number), Typeface.NAME, round(side * fine * 0.72), PAPER)
    ink = word.get_bounding_rect()
    disc.blit(word, (side * fine // 2 - ink.centerx, side * fine // 2 - ink.centery))
    return pygame.transform.smoothscale(disc, (side, side))
