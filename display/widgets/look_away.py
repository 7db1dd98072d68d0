"""The request before a player looks at the dice of a simulated box on a screen that everybody can see."""

import pygame

from display.draw import icons, wood
from display.draw.canvas import Canvas
from display.draw.control_marks import control_mark
from display.draw.drawing_context import DrawingContext
from display.draw.emblem import emblem
from display.draw.lettering import LEADING, Typeface
from display.draw.theme import portrait
from display.scene import LookAway, SeatPanel

_MARK = 0.36
"""The side of the mark of a key or a button, in sides of the eye that it covers a corner of."""


def draw(context: DrawingContext, surface: pygame.Surface, asked: LookAway, panel: SeatPanel | None) -> None:
    """Covers the screen: for whom the dice are, that all others look away, and below the eye how to see them."""
    theme = context.theme
    canvas = Canvas(context, surface)
    canvas.put(wood.back_wall(context), (0, 0))
    room = surface.get_rect().inflate(-4 * context.gap, -2 * context.gap)
    line = round(context.px(context.scale.great) * LEADING) + 1
    lines = 2 if portrait(context.size) else 1
    great = context.px(context.scale.great)
    upper = pygame.Rect(room.left, room.top, room.width, line)
    piece = None if panel is None else emblem(context, panel, great)
    aside = 0 if piece is None else piece.get_width() + context.gap
    fitted = context.letters.fit(asked.who, Typeface.NAME, (upper.width - aside, line), great)
    left = upper.left + (upper.width - aside - fitted.width) // 2
    if piece is not None:
        canvas.put(piece, piece.get_rect(midleft=(left, upper.centery)).topleft)
    name = pygame.Rect(left + aside, upper.top, fitted.width + 2, line)
    canvas.write(asked.who, name, Typeface.NAME, great, theme.title[1], relief=theme.relief, inlay=theme.title)
    below = pygame.Rect(room.left, upper.bottom, room.width, lines * line)
    canvas.write(
        asked.what, below, Typeface.NAME, great, theme.ink, lines=lines, relief=theme.relief, inlay=theme.ivory
    )
    high = context.px(0.3 if portrait(context.size) else 0.17)
    foot = pygame.Rect(room.left, room.bottom - high, room.width, high)
    space = pygame.Rect(room.left, below.bottom, room.width, foot.top - below.bottom)
    side = min(round(space.height * 0.8), context.px(0.36))
    canvas.put_centred(wood.halo(context, (2 * side, 2 * side), theme.ember, 120), space.center)
    canvas.put_centred(icons.control(context, "reveal", side), space.center)
    if (mark := context.marks.get("reveal")) is not None:
        eye = pygame.Rect(0, 0, side, side)
        eye.center = space.center
        badge = control_mark(context, mark, round(side * _MARK))
        canvas.put(badge, badge.get_rect(bottomright=eye.bottomright).topleft)
    size = context.px(context.scale.text * 1.8)
    canvas.write(asked.prompt, foot, Typeface.TEXT, size, theme.ink, lines=4, relief=theme.relief)
