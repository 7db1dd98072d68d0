"""A page to read: paragraphs on a board, shelves of drawn dice, a photograph; the invitation at a fair."""

import math
from dataclasses import dataclass

import pygame

from display.draw import dice, emblems, hall, ornament
from display.draw.composition import Box, Canvas, Hit, Picture
from display.draw.drawing_context import Kit
from display.draw.lettering import LEADING, Face, Fitted
from display.scene import ClaimPicture, PageScene, Shelf
from display.screens import layout
from display.widgets import plates
from display.widgets.bids import claim_row
from display.widgets.exhibit import Exhibit

_WIDEST = 1.7
"""How wide a board of paragraphs is at most, in units: longer lines are not read with ease."""
_READING, _INVITING = 1.45, 1.7
"""Size of the letters where there is room, in parts of the usual one."""
_APART = 0.3
"""Between paragraphs, in parts of the letter size."""
_NAME = 0.7
"""Size of the names under claims, in parts of the usual one of text, where there is room."""
_NAME_PART = {1: 0.36, 2: 0.54}
"""How much of the height of a claim its name takes at most, by its lines."""
_ON_ONE_LINE = 0.9
"""Names stay on one line where they are no smaller so than this, in parts of their size on two."""
_ACROSS = 4
"""So many claims lie on one shelf of a high screen."""


def compose(kit: Kit, scene: PageScene) -> Picture:
    """Composes a page."""
    parts = layout.frame(kit.size, bool(scene.hints))
    canvas = hall.enter(kit, parts.torches)
    board = plates.title(canvas, parts, scene.title, scene.subtitle, scene.notice)
    if not scene.shelves and scene.photograph is None:
        board.width = min(board.width, kit.px(_WIDEST))
        board.centerx = kit.size[0] // 2
    inner = hall.board(canvas, board)
    if scene.pages > 1:
        inner = _numbered(canvas, inner, scene)
    if scene.hall:
        inner = _splendour(canvas, inner)
    _fill(canvas, inner, scene)
    plates.hints(canvas, parts.hints, scene.hints)
    return canvas.done()


def _fill(canvas: Canvas, room: Box, scene: PageScene) -> None:
    """Divides the board among words, shelves and photograph."""
    kit = canvas.kit
    words = room.copy()
    if scene.shelves:
        words.height = kit.px(kit.scale.text * 1.7) * len(scene.lines)
        _shelves(canvas, pygame.Rect(room.left, words.bottom, room.width, room.bottom - words.bottom), scene.shelves)
    elif scene.photograph is not None:
        picture = room.copy()
        if layout.portrait(kit.size):
            picture.height = round(room.height * 0.62)
            words = pygame.Rect(room.left, picture.bottom, room.width, room.bottom - picture.bottom)
        else:
            picture.width = round(room.width * 0.62)
            words = pygame.Rect(picture.right, room.top, room.right - picture.right, room.height)
        edge = kit.px(plates.FRAME)
        room = picture.inflate(-2 * edge - kit.gap, -2 * edge)
        exhibit = Exhibit(kit, room, 2 * edge + kit.gap // 2, scene.photograph, 0.0, 0.3, 0.4, 0.08)
        for target in exhibit.targets:
            plates.frame(canvas, target)
        canvas.part("photograph", exhibit.targets[0])
        canvas.act(exhibit)
    # Lines do not run up to the knots of the frame.
    words = words.inflate(-2 * kit.gap, 0)
    size = kit.px(kit.scale.text * (_INVITING if scene.hall else _READING))
    canvas.write_all(scene.lines, words, Face.TEXT, size, kit.theme.ink, relief=kit.theme.relief, apart=_APART)


@dataclass(frozen=True, slots=True)
class _Setting:
    """How claims stand on the shelves of a page, in pixels.

    `letters` is the size of their names and `names` the height that these take on each shelf; `long` is the long edge
    of the dice and `high` the room for them.
    """

    letters: int
    names: tuple[int, ...]
    long: int
    high: int


def _shelves(canvas: Canvas, room: Box, shelves: tuple[Shelf, ...]) -> None:
    """Draws dice in rows, each with its name below, and what a shelf holds above it."""
    kit = canvas.kit
    theme = kit.theme
    if layout.portrait(kit.size):
        shelves = tuple(part for shelf in shelves for part in _halved(shelf))
    heads = tuple(kit.px(kit.scale.text) if shelf.label else 0 for shelf in shelves)
    each = (room.height - sum(heads) - kit.gap * (len(shelves) - 1)) // len(shelves)
    across = max(len(shelf.claims) for shelf in shelves)
    setting = _setting(kit, layout.columns(pygame.Rect(room.topleft, (room.width, each)), across, kit.gap)[0], shelves)
    used = sum(heads) + sum(setting.names) + setting.high * len(shelves)
    gap = (room.height - used) // len(shelves)
    top = room.top + gap // 2
    for head, shelf, names in zip(heads, shelves, setting.names, strict=True):
        if shelf.label:
            line = pygame.Rect(room.left, top, room.width, head)
            canvas.write(shelf.label, line, Face.TEXT, kit.px(kit.scale.text), theme.ink, relief=theme.relief)
        row = pygame.Rect(room.left, top + head, room.width, setting.high + names)
        cells = layout.columns(row, across, kit.gap)
        slack = (row.width - (cells[len(shelf.claims) - 1].right - row.left)) // 2
        for cell, claim in zip(cells, shelf.claims, strict=False):
            _claim(canvas, cell.move(slack, 0), claim, setting)
        top = row.bottom + gap


def _halved(shelf: Shelf) -> tuple[Shelf, ...]:
    """Cuts a shelf that is too long for a high screen into two."""
    if len(shelf.claims) <= _ACROSS:
        return (shelf,)
    half = -(-len(shelf.claims) // 2)
    return Shelf(shelf.label, shelf.claims[:half]), Shelf("", shelf.claims[half:])


def _setting(kit: Kit, cell: Box, shelves: tuple[Shelf, ...]) -> _Setting:
    """Sets all claims of a page alike: as large as the longest name allows, on two lines where that is far larger.

    `cell` is what each claim would get if all shelves were as high.
    """
    claims = tuple(claim for shelf in shelves for claim in shelf.claims)
    wished = kit.px(kit.scale.text * _NAME)

    def fitted(claim: ClaimPicture, lines: int, largest: int) -> Fitted:
        high = min(round(cell.height * _NAME_PART[lines]), math.ceil(lines * largest * LEADING))
        return kit.letters.fit(claim.name, Face.NAME, (cell.width + kit.gap // 2, high), largest, lines, 1.0)

    one, two = (min(fitted(claim, lines, wished).px for claim in claims) for lines in (1, 2))
    lines, letters = (1, one) if one >= _ON_ONE_LINE * two else (2, two)
    names = tuple(max(fitted(claim, lines, letters).height for claim in shelf.claims) for shelf in shelves)
    spare = sum(math.ceil(lines * letters * LEADING) - each for each in names) // len(shelves)
    high = cell.height - math.ceil(lines * letters * LEADING) + spare
    high = min(high, round(cell.width * 0.6))
    room = round(cell.width * 0.92), round(high * 0.92)
    longest = (dice.longest_edge(each.dice, room, round(kit.unit * 0.16), each.oblong) for each in claims if each.dice)
    return _Setting(letters, names, min(longest, default=room[1]), high)


def _claim(canvas: Canvas, cell: Box, claim: ClaimPicture, setting: _Setting) -> None:
    """Draws a claim and close below it its name."""
    kit = canvas.kit
    piece, _ = claim_row(kit, claim, (round(cell.width * 0.92), round(setting.high * 0.92)), setting.long)
    canvas.put_centred(piece, (cell.centerx, cell.top + setting.high // 2))
    canvas.write(
        claim.name,
        pygame.Rect(
            cell.left - kit.gap // 4, cell.top + setting.high, cell.width + kit.gap // 2, cell.height - setting.high
        ),
        Face.NAME,
        setting.letters,
        kit.theme.ink,
        lines=2,
        valign="top",
        relief=kit.theme.relief,
        parted_below=1.0,
    )
    canvas.part(f"shelf {claim.name}", cell)


def _numbered(canvas: Canvas, room: Box, scene: PageScene) -> Box:
    """Writes which page it is, with arrows to the others; gives the room that is left."""
    kit = canvas.kit
    foot = pygame.Rect(room.left, room.bottom - kit.px(0.06), room.width, kit.px(0.06))
    figure = f"{scene.page + 1} / {scene.pages}"
    ink = canvas.write(figure, foot, Face.NAME, kit.px(0.045), kit.theme.ink_dim)
    side = round(foot.height * 0.8)
    for there, turn, x in ((scene.page > 0, 180, ink.left - side), (scene.page + 1 < scene.pages, 0, ink.right + side)):
        if there:
            canvas.put_centred(emblems.arrow(kit, side, kit.theme.gold[2], turn), (x, foot.centery))
    half = room.width // 2
    canvas.touch(pygame.Rect(room.left, room.top, half, room.height), Hit(turn=-1))
    canvas.touch(pygame.Rect(room.left + half, room.top, half, room.height), Hit(turn=1))
    return pygame.Rect(room.left, room.top, room.width, room.height - foot.height)


def _splendour(canvas: Canvas, room: Box) -> Box:
    """Hangs a shield, a chest and a shield over the words; gives the room below them."""
    kit = canvas.kit
    high = min(kit.px(0.26), round(room.height * 0.42))
    top = pygame.Rect(room.left, room.top, room.width, high)
    chest = ornament.chest(kit, round(high * 1.15))
    canvas.put_centred(chest, top.center)
    side = round(high * 0.8)
    away = round(high * 1.3)
    for direction, tones in ((-1, kit.theme.bad), (1, kit.theme.good)):
        canvas.put_centred(ornament.shield(kit, side, tones), (top.centerx + direction * away, top.centery))
    return pygame.Rect(room.left, top.bottom, room.width, room.bottom - top.bottom)
