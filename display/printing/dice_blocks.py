"""Typesets rows of dice."""

import math
from collections.abc import Sequence

from display.draw import dice
from display.draw.lettering import Typeface
from display.printing.description import CountedDie, DiceComparison, DiceLadder
from display.printing.paper import FIELD, Block, PageWriter, line_height

RUNGS_A_ROW = 7
CAPTION_GAP = 4
FACES = range(1, 7)


def ladder(described: DiceLadder, px: int) -> Block:
    """All rungs in rows from left to right, each with its caption below and an arrowhead to the next."""
    rungs, oblong = described.rungs, described.oblong
    rows = math.ceil(len(rungs) / RUNGS_A_ROW)
    cell = FIELD.width / RUNGS_A_ROW
    long = dice.longest_edge((3, 4), (round(cell * 0.80), FIELD.height), round(px * 2.1), oblong)
    tallest = max(dice.die_size(face, long, oblong)[1] for face in FACES)
    caption = round(px * 1.05)
    height = tallest + CAPTION_GAP + line_height(caption)
    gap = px // 3

    def draw(writer: PageWriter, top: int) -> None:
        for index, rung in enumerate(rungs):
            row, column = divmod(index, RUNGS_A_ROW)
            middle = FIELD.left + round((column + 0.5) * cell)
            y = top + row * (height + gap)
            _side_by_side(writer, rung.faces, long, oblong, middle, y)
            writer.line(rung.caption, (middle, y + tallest + CAPTION_GAP), Typeface.NAME, caption, "center")
            if index < len(rungs) - 1:
                edge = FIELD.left + round((column + 1) * cell)
                writer.arrowhead((edge if column < RUNGS_A_ROW - 1 else edge - 6, y + round(long * 0.38)), px)

    return Block(rows * height + (rows - 1) * gap, px // 3, draw)


def comparison(described: DiceComparison, px: int) -> Block:
    """The beaten die at the left, behind an arrowhead those that beat it, right-aligned in equal columns."""
    long = round(px * 1.8)
    edge, tall = dice.die_size(1, long, False)
    size, gap = round(px * 1.2), round(px * 0.3)

    def put(writer: PageWriter, die: CountedDie, left: int, top: int) -> int:
        width = writer.context.letters.width(die.text, Typeface.NAME, size)
        writer.line(die.text, (left, top + (tall - line_height(size)) // 2), Typeface.NAME, size)
        writer.put(dice.die(writer.context, die.face, long, False), (left + width + gap, top))
        return left + width + gap + edge

    def draw(writer: PageWriter, top: int) -> None:
        start = put(writer, described.beaten, FIELD.left, top) + px
        writer.arrowhead((start, top + tall // 2), px)
        for column, die in enumerate(described.beaten_by, start=1):
            if die is not None:
                own = writer.context.letters.width(die.text, Typeface.NAME, size) + gap + edge
                right = start + (FIELD.right - start) * column // len(described.beaten_by)
                put(writer, die, right - own, top)

    return Block(tall, px // 3, draw)


def _side_by_side(writer: PageWriter, faces: Sequence[int], long: int, oblong: bool, middle: int, top: int) -> None:
    """Puts dice side by side around a middle, their upper edges in one line."""
    gap = round(long * 0.14)
    pieces = [dice.die(writer.context, face, long, oblong) for face in faces]
    left = middle - (sum(piece.get_width() for piece in pieces) + gap * (len(pieces) - 1)) // 2
    for piece in pieces:
        writer.put(piece, (left, top))
        left += piece.get_width() + gap
