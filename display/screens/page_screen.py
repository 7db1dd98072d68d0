"""A page to read: paragraphs on a board with claims, a plot, a table or a photograph; the invitation to passers-by."""

import math
from dataclasses import dataclass

import pygame

from display.draw import backdrop, boxes, dice, icons, ornament
from display.draw.canvas import Canvas, Hit, ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import LEADING, FittedText, Typeface
from display.draw.theme import portrait
from display.scene import ClaimGroup, ClaimPicture, PageScene
from display.screens import heading, layout
from display.widgets import control_hints, face_plot, number_table, photo_view
from display.widgets.claim_view import claim_row
from display.widgets.photo_view import PhotographAnimation

_WIDEST = 1.7
"""The greatest width of a board of paragraphs, in units; longer lines are hard to read."""
_READING, _INVITING = 1.45, 1.7
"""Letter sizes if there is room, relative to the usual one."""
_SHOWN = 0.62
"""The part of the board that a photograph or a plot takes."""
_FOOT = 1.5
"""The height for each text under a table, in small letter sizes."""
_APART = 0.3
"""Space between paragraphs, in letter sizes."""
_NAME = 0.7
"""Letter size of the names under claims if there is room, relative to the usual one."""
_NAME_PART = {1: 0.36, 2: 0.54}
"""The greatest fraction of a claim's height that its name takes, by number of lines."""
_ON_ONE_LINE = 0.9
"""Names stay on one line unless they are smaller than this fraction of their size on two."""
_ACROSS = 4
"""The most claims in one row of a portrait screen."""


def compose(context: DrawingContext, scene: PageScene) -> ScreenPicture:
    """Composes the screen."""
    parts = layout.frame(context.size, bool(scene.hints))
    canvas = backdrop.begin(context, parts.torches)
    board = heading.title(canvas, parts, scene.title, scene.subtitle, scene.notice)
    figures = bool(scene.bars) or scene.table is not None
    if not scene.groups and not figures and scene.photograph is None:
        board.width = min(board.width, context.px(_WIDEST))
        board.centerx = context.size[0] // 2
    inner = backdrop.board(canvas, board)
    if scene.pages > 1:
        inner = _numbered(canvas, inner, scene)
    if scene.festive:
        inner = _ornaments(canvas, inner)
    _fill(canvas, inner, scene)
    control_hints.draw(canvas, parts.hints, scene.hints)
    return canvas.finish()


def _fill(canvas: Canvas, room: pygame.Rect, scene: PageScene) -> None:
    """Divides the board among text, groups and photograph."""
    context = canvas.context
    words = room.copy()
    if scene.groups:
        words.height = context.px(context.scale.text * 1.7) * len(scene.lines)
        _groups(canvas, pygame.Rect(room.left, words.bottom, room.width, room.bottom - words.bottom), scene.groups)
    elif scene.bars:
        plot, words = _beside(room, portrait(context.size))
        face_plot.draw(canvas, plot, scene.bars)
    elif scene.table is not None:
        words.height = context.px(context.scale.small * _FOOT) * len(scene.lines)
        words.bottom = room.bottom
        rows = pygame.Rect(room.left, room.top, room.width, words.top - room.top - context.gap)
        number_table.draw(canvas, rows, scene.table)
    elif scene.photograph is not None:
        picture, words = _beside(room, portrait(context.size))
        edge = context.px(photo_view.FRAME)
        room = picture.inflate(-2 * edge - context.gap, -2 * edge)
        animation = PhotographAnimation(
            context, room, 2 * edge + context.gap // 2, scene.photograph, 0.0, 0.3, 0.4, 0.08
        )
        for target in animation.targets:
            photo_view.frame(canvas, target)
        canvas.name_part("photograph", animation.targets[0])
        canvas.animate(animation)
    # Keeps the text off the frame.
    words = words.inflate(-2 * context.gap, 0)
    size = context.px(context.scale.text * (_INVITING if scene.festive else _READING))
    canvas.write_all(
        scene.lines, words, Typeface.TEXT, size, context.theme.ink, relief=context.theme.relief, apart=_APART
    )


def _beside(room: pygame.Rect, tall: bool) -> tuple[pygame.Rect, pygame.Rect]:
    """Divides a board between what is shown and the words beside it, or below it where the screen is `tall`."""
    shown = room.copy()
    if tall:
        shown.height = round(room.height * _SHOWN)
        return shown, pygame.Rect(room.left, shown.bottom, room.width, room.bottom - shown.bottom)
    shown.width = round(room.width * _SHOWN)
    return shown, pygame.Rect(shown.right, room.top, room.right - shown.right, room.height)


@dataclass(frozen=True, slots=True)
class _ClaimSizes:
    """The sizes of the claims on a page, in pixels.

    `letters` is the letter size of their names and `names` their height in each group; `long` is the long edge of the
    dice and `high` the height reserved for them.
    """

    letters: int
    names: tuple[int, ...]
    long: int
    high: int


def _groups(canvas: Canvas, room: pygame.Rect, groups: tuple[ClaimGroup, ...]) -> None:
    """Draws the groups: the label of each, and below it its claims in a row, each over its name."""
    context = canvas.context
    theme = context.theme
    if portrait(context.size):
        groups = tuple(part for group in groups for part in _halved(group))
    heads = tuple(context.px(context.scale.text) if group.label else 0 for group in groups)
    each = (room.height - sum(heads) - context.gap * (len(groups) - 1)) // len(groups)
    across = max(len(group.claims) for group in groups)
    sizes = _sizes(
        context, boxes.columns(pygame.Rect(room.topleft, (room.width, each)), across, context.gap)[0], groups
    )
    used = sum(heads) + sum(sizes.names) + sizes.high * len(groups)
    gap = (room.height - used) // len(groups)
    top = room.top + gap // 2
    for head, group, names in zip(heads, groups, sizes.names, strict=True):
        if group.label:
            line = pygame.Rect(room.left, top, room.width, head)
            canvas.write(
                group.label, line, Typeface.TEXT, context.px(context.scale.text), theme.ink, relief=theme.relief
            )
        row = pygame.Rect(room.left, top + head, room.width, sizes.high + names)
        cells = boxes.columns(row, across, context.gap)
        slack = (row.width - (cells[len(group.claims) - 1].right - row.left)) // 2
        for cell, claim in zip(cells, group.claims, strict=False):
            _claim(canvas, cell.move(slack, 0), claim, sizes)
        top = row.bottom + gap


def _halved(group: ClaimGroup) -> tuple[ClaimGroup, ...]:
    """Splits a group that is too long for a portrait screen into two."""
    if len(group.claims) <= _ACROSS:
        return (group,)
    half = -(-len(group.claims) // 2)
    return ClaimGroup(group.label, group.claims[:half]), ClaimGroup("", group.claims[half:])


def _sizes(context: DrawingContext, cell: pygame.Rect, groups: tuple[ClaimGroup, ...]) -> _ClaimSizes:
    """Chooses the same sizes for all claims of a page, with names on two lines if that makes them far larger.

    `cell` is the box that each claim would have if all groups had the same height.
    """
    claims = tuple(claim for group in groups for claim in group.claims)
    wished = context.px(context.scale.text * _NAME)

    def fitted(claim: ClaimPicture, lines: int, largest: int) -> FittedText:
        high = min(round(cell.height * _NAME_PART[lines]), math.ceil(lines * largest * LEADING))
        return context.letters.fit(
            claim.name, Typeface.NAME, (cell.width - context.gap // 2, high), largest, lines, 1.0
        )

    one, two = (min(fitted(claim, lines, wished).px for claim in claims) for lines in (1, 2))
    lines, letters = (1, one) if one >= _ON_ONE_LINE * two else (2, two)
    names = tuple(max(fitted(claim, lines, letters).height for claim in group.claims) for group in groups)
    spare = sum(math.ceil(lines * letters * LEADING) - each for each in names) // len(groups)
    high = cell.height - math.ceil(lines * letters * LEADING) + spare
    high = min(high, round(cell.width * 0.6))
    room = round(cell.width * 0.92), round(high * 0.92)
    longest = (
        dice.longest_edge(each.dice, room, round(context.unit * 0.16), each.oblong) for each in claims if each.dice
    )
    return _ClaimSizes(letters, names, min(longest, default=room[1]), high)


def _claim(canvas: Canvas, cell: pygame.Rect, claim: ClaimPicture, sizes: _ClaimSizes) -> None:
    """Draws a claim with its name below it."""
    context = canvas.context
    piece, _ = claim_row(context, claim, (round(cell.width * 0.92), round(sizes.high * 0.92)), sizes.long)
    canvas.put_centred(piece, (cell.centerx, cell.top + sizes.high // 2))
    canvas.write(
        claim.name,
        pygame.Rect(
            cell.left + context.gap // 4,
            cell.top + sizes.high,
            cell.width - context.gap // 2,
            cell.height - sizes.high,
        ),
        Typeface.NAME,
        sizes.letters,
        context.theme.ink,
        lines=2,
        valign="top",
        relief=context.theme.relief,
        parted_below=1.0,
    )
    canvas.name_part(f"group {claim.name}", cell)


def _numbered(canvas: Canvas, room: pygame.Rect, scene: PageScene) -> pygame.Rect:
    """Draws the page number with arrows to the other pages; returns the box that is left."""
    context = canvas.context
    foot = pygame.Rect(room.left, room.bottom - context.px(0.06), room.width, context.px(0.06))
    figure = f"{scene.page + 1} / {scene.pages}"
    ink = canvas.write(figure, foot, Typeface.NAME, context.px(0.045), context.theme.ink_dim)
    side = round(foot.height * 0.8)
    for there, turn, x in ((scene.page > 0, 180, ink.left - side), (scene.page + 1 < scene.pages, 0, ink.right + side)):
        if there:
            canvas.put_centred(icons.arrow(context, side, context.theme.gold[2], turn), (x, foot.centery))
    half = room.width // 2
    canvas.add_target(pygame.Rect(room.left, room.top, half, room.height), Hit(turn=-1))
    canvas.add_target(pygame.Rect(room.left + half, room.top, half, room.height), Hit(turn=1))
    return pygame.Rect(room.left, room.top, room.width, room.height - foot.height)


def _ornaments(canvas: Canvas, room: pygame.Rect) -> pygame.Rect:
    """Draws the dice box between two shields over the text; returns the box below them."""
    context = canvas.context
    high = min(context.px(0.26), round(room.height * 0.42))
    top = pygame.Rect(room.left, room.top, room.width, high)
    chest = ornament.chest(context, round(high * 1.15))
    canvas.put_centred(chest, top.center)
    side = round(high * 0.8)
    away = round(high * 1.3)
    for direction, tones in ((-1, context.theme.bad), (1, context.theme.good)):
        canvas.put_centred(ornament.shield(context, side, tones), (top.centerx + direction * away, top.centery))
    return pygame.Rect(room.left, top.bottom, room.width, room.bottom - top.bottom)
