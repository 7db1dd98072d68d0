"""The end of a game: who won, what follows from it, and the final standings."""

import pygame

from display.draw import backdrop, boxes, fire, ornament, wood
from display.draw.canvas import ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.draw.theme import Wall, portrait
from display.scene import WinnerScene
from display.screens import layout
from display.widgets import control_hints, notice, seat_panel


def compose(context: DrawingContext, scene: WinnerScene) -> ScreenPicture:
    """Composes the screen."""
    theme = context.theme
    parts = layout.frame(context.size, bool(scene.hints))
    canvas = backdrop.begin(context, parts.torches)
    tall = portrait(context.size)
    top = pygame.Rect(parts.headline.left, parts.headline.top, parts.headline.width, context.px(0.36))
    side = context.px(0.25)
    crown = ornament.crown(context, context.px(0.24))
    glow = wood.halo(context, (context.px(0.7), context.px(0.42)), theme.ember, 120)
    canvas.put_centred(glow, (top.centerx, top.top + crown.get_height() // 2))
    canvas.put(crown, crown.get_rect(midtop=top.midtop).topleft)
    words = pygame.Rect(top.left, top.top + crown.get_height(), top.width, top.height - crown.get_height())
    if not tall:
        for mirrored in (False, True):
            horn = ornament.horn(context, side, mirrored)
            x = words.right - side // 2 if mirrored else words.left + side // 2
            canvas.put_centred(horn, (x, words.centery - context.px(0.02)))
        words = words.inflate(-2 * side, 0)
    canvas.write(
        scene.headline,
        words,
        Typeface.TITLE,
        context.px(0.14),
        theme.title[1],
        lines=2,
        relief=theme.relief,
        inlay=theme.title,
    )
    canvas.name_part("headline", words)
    # On a narrow screen a verse takes two lines.
    high = context.px(context.scale.text * (2.2 if tall else 1.24))
    lines = pygame.Rect(parts.body.left, top.bottom + context.gap // 2, parts.body.width, high * len(scene.lines))
    for room, line in zip(boxes.rows(lines, len(scene.lines), 0), scene.lines, strict=True):
        size = context.px(context.scale.text * 1.15)
        canvas.write(line, room, Typeface.TEXT, size, theme.ink, lines=2 if tall else 1, relief=theme.relief)
    rest = pygame.Rect(
        lines.left, lines.bottom + context.gap, lines.width, parts.body.bottom - lines.bottom - context.gap
    )
    if scene.notice is not None:
        band = pygame.Rect(rest.left, rest.bottom - context.px(0.08), rest.width, context.px(0.08))
        notice.draw(canvas, band, scene.notice)
        rest.height -= band.height + context.gap
    cells = boxes.grid(rest, len(scene.seats), context.gap, context.px(context.scale.name * 3))
    order = sorted(range(len(scene.seats)), key=lambda index: index in scene.winners)
    for index in order:
        canvas.name_part(f"winner {index}" if index in scene.winners else f"place {index}", cells[index])
        seat_panel.seat(canvas, cells[index], scene.seats[index], index, breaks_at=None, lit=index in scene.winners)
    if theme.wall is Wall.FIRES:
        canvas.animate(fire.Embers(context, pygame.Rect(0, 0, context.size[0], parts.body.bottom)))
    control_hints.draw(canvas, parts.hints, scene.hints)
    return canvas.finish()
