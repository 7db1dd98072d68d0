"""Lays a document out on one page."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import pygame

from display.draw import knotwork
from display.draw.canvas import Label
from display.draw.drawing_context import DrawingContext
from display.printing import dice_blocks, table_blocks, text_blocks
from display.printing.description import (
    CaseTable,
    Columns,
    DiceComparison,
    DiceLadder,
    Document,
    Footer,
    Heading,
    InlineList,
    Lead,
    NumberedItem,
    OptionTable,
    Paragraphs,
    Part,
)
from display.printing.paper import FIELD, FRAME, LEFT, MARGIN, PAPER, RIGHT, SIZE, STRANDS, Block, PageWriter

LARGEST, SMALLEST = 33, 20
"""Letters of the running text in pixels: between 16 and 10 points."""


class PageOverflowError(ValueError):
    """A document is longer than a page."""


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A typeset page, what was written on it and where, and the boxes of everything else in the field."""

    surface: pygame.Surface
    labels: Sequence[Label]
    pieces: tuple[pygame.Rect, ...]

    def png(self) -> bytes:
        """Returns the page as a PNG file."""
        file = BytesIO()
        pygame.image.save(self.surface, file, "page.png")
        return file.getvalue()


def typeset(document: Document, context: DrawingContext) -> PrintedPage:
    """Typesets a document in the largest letters at which it fits.

    Raises:
        PageOverflowError: where it does not fit even in the smallest.
    """
    for px in range(LARGEST, SMALLEST - 1, -1):
        blocks = [text_blocks.title(context, document.title, document.subtitle, px)]
        blocks += [_block(context, part, px, FIELD) for part in document.parts]
        used = sum(block.height + block.above for block in blocks)
        if used <= FIELD.height:
            return _printed(context, blocks, FIELD.height - used)
    raise PageOverflowError(f"{document.title} is longer than a page")


def _printed(context: DrawingContext, blocks: Sequence[Block], spare: int) -> PrintedPage:
    """Draws blocks below each other; the spare height goes between them, what is left of it above and below."""
    surface = pygame.Surface(SIZE)
    surface.fill(PAPER)
    edge = SIZE[0] - 2 * MARGIN, SIZE[1] - 2 * MARGIN
    surface.blit(knotwork.frame(context, edge, FRAME, STRANDS), (MARGIN, MARGIN))
    writer = PageWriter(context, surface)
    gaps = sum(block.above for block in blocks)
    stretch = min(1.0, spare / gaps)
    top = FIELD.top + round((spare - gaps * stretch) / 2)
    for block in blocks:
        top += block.above + int(block.above * stretch)
        block.draw(writer, top)
        top += block.height
    return PrintedPage(surface, tuple(writer.canvas.labels), tuple(writer.pieces))


def _block(context: DrawingContext, part: Part, px: int, column: pygame.Rect) -> Block:
    """Typesets a part; only some of them stand in a column."""
    match part:
        case Heading(text):
            return text_blocks.heading(context, text, px, column)
        case Lead(text):
            return text_blocks.lead(context, text, px)
        case InlineList(items):
            return text_blocks.inline_list(context, items, px)
        case NumberedItem(number, text):
            return text_blocks.numbered_item(context, number, text, px)
        case Paragraphs(texts, set_off):
            return text_blocks.paragraphs(context, texts, px, column, set_off)
        case DiceLadder():
            return dice_blocks.ladder(part, px)
        case DiceComparison():
            return dice_blocks.comparison(part, px)
        case CaseTable():
            return table_blocks.case_table(context, part, px, column)
        case OptionTable():
            return table_blocks.option_table(context, part, px, column)
        case Columns():
            return _columns(context, part, px)
        case Footer(text):
            return text_blocks.footer(context, text, px)


def _columns(context: DrawingContext, columns: Columns, px: int) -> Block:
    """Typesets two columns, and what stands below the shorter one."""
    left = [_block(context, part, px, LEFT) for part in columns.left]
    right = [_block(context, part, px, RIGHT) for part in columns.right]
    shorter, column = (left, LEFT) if _height(left) <= _height(right) else (right, RIGHT)
    shorter += [_block(context, part, px, column) for part in columns.below]

    def draw(writer: PageWriter, top: int) -> None:
        for stack in (left, right):
            y = top - stack[0].above
            for block in stack:
                block.draw(writer, y + block.above)
                y += block.above + block.height

    return Block(max(_height(left), _height(right)), left[0].above, draw)


def _height(blocks: Sequence[Block]) -> int:
    """Returns the height of blocks below each other; the space above the first is not part of it."""
    return sum(block.height + block.above for block in blocks) - blocks[0].above
