"""A rule sheet as a picture: A4 upright at 150 dots an inch, for paper, in black and white too."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

import pygame
from pygame import Rect as Box

from display.draw import dice, knotwork
from display.draw.composition import Canvas, Label
from display.draw.drawing_context import DrawingContext as Kit
from display.draw.lettering import LEADING
from display.draw.lettering import Typeface as Face
from display.draw.theme import TORCHLIGHT, Colour
from firmware.rulesheet.sheet import HouseRule, Raise, Rung, Sheet

SIZE = 1240, 1754
"""A4 upright at 150 dots an inch."""
MARGIN = 38
"""What a printer may leave white at the edge."""
FRAME = 38
FIELD = pygame.Rect(116, 104, SIZE[0] - 232, SIZE[1] - 208)
"""Where everything but the frame stands."""
LARGEST, SMALLEST = 33, 20
"""Letters of the running text in pixels: between 16 and 10 points."""
LEFT, RIGHT = (
    pygame.Rect(left, FIELD.top, FIELD.width // 2 - 22, FIELD.height) for left in (FIELD.left, FIELD.centerx + 22)
)
LAST_LINE = 0.2
"""The least length of a paragraph's last line, in parts of the width, where that costs no further line."""
RUNGS_A_ROW = 7

PAPER: Colour = (255, 255, 255)
INK: Colour = (22, 15, 10)
LINE: Colour = (120, 104, 88)
THEME = replace(TORCHLIGHT, bone=((196, 184, 160), (240, 232, 214), (255, 252, 244)), night=INK, pip=(10, 6, 4))
STRANDS = ((120, 108, 96), (206, 196, 182), (250, 246, 238))


class PageError(ValueError):
    """A sheet holds more than a page."""


@dataclass(frozen=True, slots=True)
class Page:
    """A drawn page, what was written on it and where, and the boxes of everything else in the field."""

    surface: pygame.Surface
    labels: Sequence[Label]
    pieces: tuple[Box, ...]

    def png(self) -> bytes:
        """Gives the page as a PNG file."""
        file = BytesIO()
        pygame.image.save(self.surface, file, "page.png")
        return file.getvalue()


@dataclass(frozen=True, slots=True)
class _Block:
    """A part of the page: its height, the room above it that may grow, and how it is drawn at a height `top`."""

    height: int
    above: int
    draw: Callable[["_Press", int], None]


def paper_kit() -> Kit:
    """Makes what pages are drawn with; one serves any number of them."""
    return Kit(SIZE, THEME)


def draw_page(sheet: Sheet, kit: Kit) -> Page:
    """Draws a sheet with the largest letters at which it fits; raises PageError where not even the smallest do."""
    for px in range(LARGEST, SMALLEST - 1, -1):
        blocks = _blocks(kit, sheet, px)
        used = sum(block.height + block.above for block in blocks)
        if used <= FIELD.height:
            return _printed(kit, blocks, FIELD.height - used)
    raise PageError(f"The rule sheet of {sheet.title} with these house rules is longer than a page: use --format text.")


def _printed(kit: Kit, blocks: Sequence[_Block], spare: int) -> Page:
    surface = pygame.Surface(SIZE)
    surface.fill(PAPER)
    edge = SIZE[0] - 2 * MARGIN, SIZE[1] - 2 * MARGIN
    surface.blit(knotwork.frame(kit, edge, FRAME, STRANDS), (MARGIN, MARGIN))
    press = _Press(kit, surface)
    gaps = sum(block.above for block in blocks)
    stretch = min(1.0, spare / gaps)
    top = FIELD.top + round((spare - gaps * stretch) / 2)
    for block in blocks:
        top += block.above + int(block.above * stretch)
        block.draw(press, top)
        top += block.height
    return Page(surface, tuple(press.canvas.labels), tuple(press.pieces))


class _Press:
    """Puts letters, pieces and lines on the paper and remembers where."""

    def __init__(self, kit: Kit, surface: pygame.Surface) -> None:
        self.kit = kit
        self.canvas = Canvas(kit, surface)
        self.pieces: list[Box] = []

    def line(self, text: str, at: tuple[int, int], face: Face, px: int, align: str = "left", ink: Colour = INK) -> None:
        """Writes one line; `at` is its top at the left, in the middle or at the right, as `align` says."""
        width = self.kit.letters.width(text, face, px) + 2
        left = {"left": at[0], "center": at[0] - width // 2, "right": at[0] - width}[align]
        room = pygame.Rect(left, at[1], width, math.ceil(px * LEADING) + 1)
        self.canvas.write(text, room, face, px, ink, align="left")

    def lines(self, texts: Sequence[str], at: tuple[int, int], face: Face, px: int, align: str = "left") -> None:
        """Writes lines below each other."""
        for number, text in enumerate(texts):
            self.line(text, (at[0], at[1] + number * _leading(px)), face, px, align)

    def put(self, piece: pygame.Surface, at: tuple[int, int]) -> None:
        """Lays a piece with its top left corner at a point."""
        self.pieces.append(self.canvas.put(piece, at))

    def rule(self, left: int, right: int, y: int, thick: int = 2) -> None:
        """Draws a level line."""
        self.pieces.append(pygame.draw.line(self.canvas.surface, LINE, (left, y), (right, y), thick))


def _leading(px: int) -> int:
    return round(px * LEADING)


def wrapped(kit: Kit, text: str, face: Face, px: int, width: int) -> tuple[str, ...]:
    """Breaks a text into as few lines as possible, drawn in where the last would hold a word or two only.

    A single word may be longer than a line.
    """
    lines = _filled(kit, text, face, px, width)
    for narrower in range(width - px, width // 2, -px):
        if len(lines) < 2 or kit.letters.width(lines[-1], face, px) >= width * LAST_LINE:
            break
        closer = _filled(kit, text, face, px, narrower)
        if len(closer) > len(lines):
            break
        lines = closer
    return lines


def _filled(kit: Kit, text: str, face: Face, px: int, width: int) -> tuple[str, ...]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and kit.letters.width(longer, face, px) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def _evenly(kit: Kit, text: str, face: Face, px: int, width: int) -> tuple[str, ...]:
    """Breaks a text into as few lines as possible, then as evenly as possible."""
    lines = _filled(kit, text, face, px, width)
    while width > px and len(closer := _filled(kit, text, face, px, width - px)) == len(lines):
        width, lines = width - px, closer
    return lines


def _blocks(kit: Kit, sheet: Sheet, px: int) -> list[_Block]:
    head = sheet.headings
    costs = [_heading(kit, head["costs"], px, LEFT), _rows(kit, sheet.costs, px, LEFT)]
    house = [_heading(kit, head["house"], px, RIGHT), _house(kit, sheet.house, head["changed"], px, RIGHT)]
    # The end stands below the shorter of the two.
    stack, column = (costs, LEFT) if _tall(costs) <= _tall(house) else (house, RIGHT)
    stack += [_heading(kit, head["ending"], px, column), _paragraphs(kit, sheet.ending, px, column)]
    climb = (
        [_heading(kit, head["ladder"], px, FIELD), _ladder(sheet.ladder, sheet.oblong, px)]
        if sheet.ladder
        else [_heading(kit, head["raises"], px, FIELD), *(_raise(each, head, px) for each in sheet.raises)]
    )
    return [
        _title(kit, sheet, px),
        _aim(kit, sheet.aim, px),
        _needs(kit, head["needs"], sheet.needs, px),
        _heading(kit, head["round"], px, FIELD),
        *(_step(kit, number, step, px) for number, step in enumerate(sheet.steps, start=1)),
        *climb,
        _paragraphs(kit, sheet.beats, px, FIELD, above=px // 3),
        _beside(costs, house),
        _footer(kit, sheet.footer, px),
    ]


def _tall(blocks: Sequence[_Block]) -> int:
    """The height of blocks below each other; what is above the first is not theirs."""
    return sum(block.height + block.above for block in blocks) - blocks[0].above


def _title(kit: Kit, sheet: Sheet, px: int) -> _Block:
    fitted = kit.letters.fit(sheet.title, Face.TITLE, (FIELD.width - 20, 130), 96)
    size, below = fitted.px, round(px * 1.1)
    # The ascenders of the uncial stand out above the line, its descenders a little below it.
    rise, fall = round(size * 0.12), round(size * 0.06)
    second = rise + _leading(size) + fall

    def draw(press: _Press, top: int) -> None:
        press.line(sheet.title, (FIELD.centerx, top + rise), Face.TITLE, size, "center")
        if sheet.subtitle:
            press.line(sheet.subtitle, (FIELD.centerx, top + second), Face.NAME, below, "center")

    return _Block(second + _leading(below) if sheet.subtitle else rise + _leading(size), 0, draw)


def _aim(kit: Kit, text: str, px: int) -> _Block:
    size = round(px * 1.12)
    lines = _evenly(kit, text, Face.NAME, size, FIELD.width - 40)

    def draw(press: _Press, top: int) -> None:
        press.lines(lines, (FIELD.centerx, top), Face.NAME, size, "center")

    return _Block(len(lines) * _leading(size), px // 2, draw)


def _needs(kit: Kit, head: str, needs: Sequence[str], px: int) -> _Block:
    """What is needed, in as few lines as possible and as evenly as possible, never broken within one thing."""
    things = [f"{head}: {needs[0]}", *needs[1:]]
    width = FIELD.width - 40
    lines = _joined(kit, things, px, width)
    while len(closer := _joined(kit, things, px, width - px)) == len(lines) and width > px:
        width, lines = width - px, closer

    def draw(press: _Press, top: int) -> None:
        press.lines(lines, (FIELD.centerx, top), Face.TEXT, px, "center")

    return _Block(len(lines) * _leading(px), px // 3, draw)


def _joined(kit: Kit, things: Sequence[str], px: int, width: int) -> list[str]:
    lines = [things[0]]
    for thing in things[1:]:
        longer = f"{lines[-1]} · {thing}"
        if kit.letters.width(longer, Face.TEXT, px) <= width:
            lines[-1] = longer
        else:
            lines.append(thing)
    return lines


def _heading(kit: Kit, text: str, px: int, column: Box) -> _Block:
    size = round(px * 1.2)
    width = kit.letters.width(text, Face.NAME, size)

    def draw(press: _Press, top: int) -> None:
        press.line(text, (column.left, top), Face.NAME, size)
        if (start := column.left + width + size // 2) < column.right:
            press.rule(start, column.right - 1, top + round(size * 0.68))

    return _Block(_leading(size) + px // 6, round(px * 0.55), draw)


def _step(kit: Kit, number: int, text: str, px: int) -> _Block:
    disc = round(px * 1.16)
    indent = round(disc * 1.45)
    lines = wrapped(kit, text, Face.TEXT, px, FIELD.width - indent)

    def draw(press: _Press, top: int) -> None:
        press.put(_numeral(kit, number, disc), (FIELD.left, top + (_leading(px) - disc) // 2))
        press.lines(lines, (FIELD.left + indent, top), Face.TEXT, px)

    return _Block(len(lines) * _leading(px), px // 6, draw)


def _numeral(kit: Kit, number: int, side: int) -> pygame.Surface:
    """A white numeral on a black disc."""
    fine = 4
    disc = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA)
    pygame.draw.circle(disc, INK, (side * fine // 2, side * fine // 2), side * fine // 2)
    word = kit.letters.word(str(number), Face.NAME, round(side * fine * 0.72), PAPER)
    ink = word.get_bounding_rect()
    disc.blit(word, (side * fine // 2 - ink.centerx, side * fine // 2 - ink.centery))
    return pygame.transform.smoothscale(disc, (side, side))


def _ladder(ladder: tuple[Rung, ...], oblong: bool, px: int) -> _Block:
    """Draws all results, highest first, in rows from left to right, each with its number below."""
    rows = math.ceil(len(ladder) / RUNGS_A_ROW)
    cell = FIELD.width / RUNGS_A_ROW
    long = dice.longest_edge((3, 4), (round(cell * 0.80), FIELD.height), round(px * 2.1), oblong)
    tallest = max(dice.die_size(face, long, oblong)[1] for face in range(1, 7))
    name = round(px * 1.05)
    height = tallest + 4 + _leading(name)
    gap = px // 3

    def draw(press: _Press, top: int) -> None:
        for index, rung in enumerate(ladder):
            row, column = divmod(index, RUNGS_A_ROW)
            middle = FIELD.left + round((column + 0.5) * cell)
            y = top + row * (height + gap)
            _dice(press, rung.dice, long, oblong, middle, y)
            press.line(rung.name, (middle, y + tallest + 4), Face.NAME, name, "center")
            if index < len(ladder) - 1:
                edge = FIELD.left + round((column + 1) * cell)
                _beats(press, (edge if column < RUNGS_A_ROW - 1 else edge - 6, y + round(long * 0.38)), px)

    return _Block(rows * height + (rows - 1) * gap, px // 3, draw)


def _dice(press: _Press, faces: Sequence[int], long: int, oblong: bool, middle: int, top: int) -> None:
    """Lays dice side by side around a middle, their upper edges in one line."""
    gap = round(long * 0.14)
    pieces = [dice.die(press.kit, face, long, oblong) for face in faces]
    left = middle - (sum(piece.get_width() for piece in pieces) + gap * (len(pieces) - 1)) // 2
    for piece in pieces:
        press.put(piece, (left, top))
        left += piece.get_width() + gap


def _beats(press: _Press, centre: tuple[int, int], px: int) -> None:
    """Draws the sign between a result and the one that it beats: an arrowhead that points on."""
    reach = max(4, px // 5)
    x, y = centre
    points = ((x - reach // 2, y - reach), (x + reach // 2, y), (x - reach // 2, y + reach))
    press.pieces.append(pygame.draw.lines(press.canvas.surface, INK, False, points, 3))


def _raise(step: Raise, head: Mapping[str, str], px: int) -> _Block:
    """Draws what may follow a bid: the bid, and the least number that beats it of every face of which one does."""
    long = round(px * 1.8)
    edge, tall = dice.die_size(1, long, False)
    size, gap = round(px * 1.2), round(px * 0.3)

    def put(press: _Press, text: str, face: int, left: int, top: int) -> int:
        width = press.kit.letters.width(text, Face.NAME, size)
        press.line(text, (left, top + (tall - _leading(size)) // 2), Face.NAME, size)
        press.put(dice.die(press.kit, face, long, False), (left + width + gap, top))
        return left + width + gap + edge

    def draw(press: _Press, top: int) -> None:
        end = put(press, f"{head['after']} {step.after.quantity} ×", step.after.face, FIELD.left, top)
        _beats(press, (end + px, top + tall // 2), px)
        start = end + px
        for face, least in enumerate(step.least, start=1):
            if least is None:
                continue
            text = f"{least} ×"
            own = press.kit.letters.width(text, Face.NAME, size) + gap + edge
            right = start + (FIELD.right - start) * face // len(step.least)
            put(press, text, face, right - own, top)

    return _Block(tall, px // 3, draw)


def _paragraphs(kit: Kit, texts: Sequence[str], px: int, column: Box, above: int = 0) -> _Block:
    lines = [line for text in texts for line in wrapped(kit, text, Face.TEXT, px, column.width)]

    def draw(press: _Press, top: int) -> None:
        press.lines(lines, (column.left, top), Face.TEXT, px)

    return _Block(len(lines) * _leading(px), above, draw)


def _rows(kit: Kit, rows: Sequence[tuple[str, str]], px: int, column: Box) -> _Block:
    """A table: the case at the left, what it costs beside it."""
    indent = max(kit.letters.width(case, Face.NAME, px) for case, _ in rows) + px // 2
    wraps = [wrapped(kit, text, Face.TEXT, px, column.width - indent) for _, text in rows]
    between = px // 6

    def draw(press: _Press, top: int) -> None:
        for (case, _), lines in zip(rows, wraps, strict=True):
            press.line(case, (column.left, top), Face.NAME, px)
            press.lines(lines, (column.left + indent, top), Face.TEXT, px)
            top += len(lines) * _leading(px) + between

    return _Block(sum(len(lines) * _leading(px) + between for lines in wraps), 0, draw)


def _house(kit: Kit, house: Sequence[HouseRule], changed: str, px: int, column: Box) -> _Block:
    """The options in force, those changed marked with a star."""
    between = px // 6
    starred = any(rule.changed for rule in house)
    note = wrapped(kit, f"* {changed}", Face.TEXT, px, column.width) if starred else ()
    values = [f"{rule.value} *" if rule.changed else rule.value for rule in house]
    labels = [kit.letters.width(rule.label, Face.TEXT, px) for rule in house]
    widths = [kit.letters.width(value, Face.NAME, px) for value in values]
    # A value that does not fit beside its label stands below it.
    below = [label + width + 2 * px > column.width for label, width in zip(labels, widths, strict=True)]

    def draw(press: _Press, top: int) -> None:
        for rule, value, label, width, under in zip(house, values, labels, widths, below, strict=True):
            press.line(rule.label, (column.left, top), Face.TEXT, px)
            start = column.left + (px if under else label + px // 3)
            top += _leading(px) if under else 0
            press.line(value, (column.right, top), Face.NAME, px, "right")
            for x in range(column.right - width - px // 3, start, -(px // 3)):
                press.canvas.surface.fill(LINE, (x, top + round(px * 0.86), 2, 2))
            top += _leading(px) + between
        press.lines(note, (column.left, top), Face.TEXT, px)

    rows = len(house) + sum(below)
    return _Block(rows * _leading(px) + len(house) * between + len(note) * _leading(px), 0, draw)


def _beside(left: Sequence[_Block], right: Sequence[_Block]) -> _Block:
    """Two stacks of blocks beside each other."""

    def draw(press: _Press, top: int) -> None:
        for stack in (left, right):
            y = top - stack[0].above
            for block in stack:
                block.draw(press, y + block.above)
                y += block.above + block.height

    return _Block(max(_tall(left), _tall(right)), left[0].above, draw)


def _footer(kit: Kit, text: str, px: int) -> _Block:
    size = round(px * 0.86)
    lines = _evenly(kit, text, Face.TEXT, size, FIELD.width - 40)

    def draw(press: _Press, top: int) -> None:
        press.rule(FIELD.left, FIELD.right - 1, top)
        press.lines(lines, (FIELD.centerx, top + size // 2), Face.TEXT, size, "center")

    return _Block(len(lines) * _leading(size) + size // 2, px // 2, draw)
