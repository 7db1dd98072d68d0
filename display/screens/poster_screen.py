"""The poster for the audience while no game is played: a title over the dice box."""

import pygame

from display.draw import backdrop, dice, knotwork, ornament, wood
from display.draw.canvas import ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import PosterScene


def compose(context: DrawingContext, scene: PosterScene) -> ScreenPicture:
    """Composes the screen; it has no controls."""
    theme = context.theme
    width, height = context.size
    tall = portrait(context.size)
    wing = context.px(0.22 if tall else 0.34)
    margin = context.px(0.04)
    fires = (
        pygame.Rect(margin, height // 2 - wing, wing, 2 * wing),
        pygame.Rect(width - margin - wing, height // 2 - wing, wing, 2 * wing),
    )
    canvas = backdrop.begin(context, fires)
    title = pygame.Rect(margin, margin, width - 2 * margin, context.px(0.24))
    ink = canvas.write(
        scene.title, title, Typeface.TITLE, context.px(0.24), theme.title[1], relief=theme.relief, inlay=theme.title
    )
    canvas.name_part("title", title)
    strip = max(10, context.px(0.05))
    room = ink.left - title.left - context.gap
    if room > 4 * strip:
        band = knotwork.band(context, (room - context.gap, strip), theme.knot)
        for left in (title.left, ink.right + 2 * context.gap):
            canvas.put(band, (left, title.centery - strip // 2))
    subtitle = pygame.Rect(margin, height - margin - context.px(0.18), width - 2 * margin, context.px(0.12))
    canvas.write(scene.subtitle, subtitle, Typeface.NAME, context.px(0.085), theme.ink, lines=2, relief=theme.relief)
    runes = ornament.rune_band(context, (width - 2 * margin, context.px(0.045)), theme.gold[1])
    canvas.put(runes, (margin, subtitle.bottom + context.gap // 2))
    middle = pygame.Rect(fires[0].right, title.bottom, fires[1].left - fires[0].right, subtitle.top - title.bottom)
    closed = ornament.chest(context, round(min(middle.width * 0.92, middle.height * 1.25)))
    glow = wood.halo(context, (round(closed.get_width() * 1.6), round(closed.get_height() * 1.6)), theme.ember, 90)
    canvas.put_centred(glow, middle.center)
    dark = dice.cast_shadow(context, (closed.get_width(), closed.get_height() // 2))
    canvas.put_centred(dark, (middle.centerx, middle.centery + round(closed.get_height() * 0.42)))
    canvas.put_centred(closed, middle.center)
    canvas.name_part("box", closed.get_rect(center=middle.center))
    return canvas.finish()
