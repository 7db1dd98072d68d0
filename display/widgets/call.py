"""Who is to do what: the name with its emblem, and below it the call, both read from across a room."""

import pygame

from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.emblem import emblem
from display.draw.lettering import LEADING, Typeface
from display.draw.theme import portrait
from display.scene import SeatPanel, TableScene

_EMBLEM = 1.0
"""The height of the emblem beside a name, in letter sizes."""
_FEW = 6
"""With more seats than this a narrow screen has no room for a second line."""
_STILL_GREAT = 0.8
"""On a narrow screen a text stays on one line at this fraction of the size or more."""
OVERLAP = 0.13
"""By how many letter sizes the box of a line may cover the one before: where neither has ink."""


def caller(scene: TableScene) -> SeatPanel | None:
    """Returns the seat that is called by its name, if it is one."""
    return next((panel for panel in scene.seats if panel.name == scene.who), None)


def lines(context: DrawingContext, scene: TableScene, width: int) -> tuple[int, int]:
    """Returns on how many lines name and call are written in `width` pixels: on one each unless it is narrow."""
    if not scene.who:
        return 0, 2
    if not portrait(context.size) or len(scene.seats) > _FEW:
        return 1, 1
    great = context.px(context.scale.great)
    wide = context.size[0] - 2 * context.gap
    return _needed(context, scene.who, width, great), _needed(context, scene.what, wide, great) if scene.what else 0


def _needed(context: DrawingContext, text: str, width: int, great: int) -> int:
    """Returns two lines for a text that would be much smaller on one."""
    line = line_height(context)
    alone = context.letters.fit(text, Typeface.NAME, (width, line), great).px
    return (
        1
        if alone >= _STILL_GREAT * great
        else len(context.letters.fit(text, Typeface.NAME, (width, 2 * line), great, 2).lines)
    )


def width_of_name(context: DrawingContext, scene: TableScene) -> int:
    """Returns the width of the name with its emblem on one line, in pixels."""
    great = context.px(context.scale.great)
    panel = caller(scene)
    piece = None if panel is None else emblem(context, panel, round(great * _EMBLEM))
    aside = 0 if piece is None else piece.get_width() + context.gap
    return aside + context.letters.width(scene.who, Typeface.NAME, great)


def line_height(context: DrawingContext) -> int:
    """Returns the height of the box of a line, in pixels."""
    return round(context.px(context.scale.great) * LEADING) + 1


def draw(canvas: Canvas, who: pygame.Rect, what: pygame.Rect, scene: TableScene) -> None:
    """Draws the name in gold with the emblem before it, and the call below."""
    context = canvas.context
    theme = context.theme
    great = context.px(context.scale.great)
    if scene.who:
        _name(canvas, who, scene, great)
    many = max(1, round(what.height / line_height(context)))
    canvas.write(
        scene.what,
        what,
        Typeface.NAME,
        great,
        theme.ink,
        lines=many,
        relief=theme.relief,
        inlay=theme.ivory,
        parted_below=0.0,
    )
    canvas.name_part("who, what", who.union(what) if scene.who else what)


def _name(canvas: Canvas, box: pygame.Rect, scene: TableScene, great: int) -> None:
    context = canvas.context
    theme = context.theme
    many = max(1, round(box.height / line_height(context)))
    panel = caller(scene)
    piece = None if panel is None else emblem(context, panel, round(great * _EMBLEM))
    aside = 0 if piece is None else piece.get_width() + context.gap
    fitted = context.letters.fit(scene.who, Typeface.NAME, (box.width - aside, box.height), great, many)
    left = box.left + (box.width - aside - fitted.width) // 2
    if piece is not None:
        place = piece.get_rect(midleft=(left, box.centery))
        canvas.put(piece, place.topleft)
        canvas.name_part("emblem", place)
    room = pygame.Rect(left + aside, box.top, box.right - left - aside, box.height)
    canvas.write(
        scene.who,
        room,
        Typeface.NAME,
        great,
        theme.title[1],
        lines=many,
        align="left",
        relief=theme.relief,
        inlay=theme.title,
        parted_below=0.0,
    )
