"""The calibration screen: the camera picture with what was found in it, beside the measurements and findings."""

import pygame

from display.draw import backdrop, icons, wood
from display.draw.canvas import Canvas, Hit, ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import CalibrationScene
from display.screens import layout
from display.widgets import control_hints, notice
from display.widgets.photo_crop import decode

PHOTOGRAPH_PART = 0.6
"""The width of the camera picture as a fraction of the body, on a landscape screen."""


def compose(context: DrawingContext, scene: CalibrationScene) -> ScreenPicture:
    """Composes the screen. It is redrawn with every camera picture, so it has no animations."""
    theme = context.theme
    parts = layout.frame(context.size)
    canvas = Canvas(context, wood.back_wall(context).copy())
    left, width = parts.body.left, parts.body.width
    title = pygame.Rect(left, parts.headline.top, width, parts.headline.height)
    canvas.write(
        scene.title, title, Typeface.TITLE, context.px(0.09), theme.title[1], relief=theme.relief, inlay=theme.title
    )
    prompt = pygame.Rect(left, parts.prompt.top, width, parts.prompt.height)
    if scene.notice is not None:
        notice.draw(canvas, prompt, scene.notice)
    else:
        size = context.px(context.scale.text * 1.1)
        canvas.write(scene.prompt, prompt, Typeface.TEXT, size, theme.ink, lines=2, relief=theme.relief)
    seen, beside = _halves(context, parts.body)
    _photograph(canvas, seen, scene)
    _board(canvas, beside, scene)
    control_hints.draw(canvas, parts.hints, scene.hints)
    return canvas.finish()


def _halves(context: DrawingContext, body: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    gap = 2 * context.gap
    if portrait(context.size):
        height = min(round(body.width * 0.75), round(body.height * 0.42))
        first = pygame.Rect(body.left, body.top, body.width, height)
        return first, pygame.Rect(body.left, first.bottom + gap, body.width, body.bottom - first.bottom - gap)
    width = min(round(body.width * PHOTOGRAPH_PART), round(body.height * 4 / 3) + 2 * context.gap)
    first = pygame.Rect(body.left, body.top, width, body.height)
    return first, pygame.Rect(first.right + gap, body.top, body.right - first.right - gap, body.height)


def _photograph(canvas: Canvas, box: pygame.Rect, scene: CalibrationScene) -> None:
    """Draws the camera picture, and on it the dice that were found and the part that is used."""
    context, theme = canvas.context, canvas.context.theme
    rim = max(2, context.px(0.008))
    pygame.draw.rect(canvas.surface, theme.night, box, border_radius=rim * 2)
    canvas.name_part("photograph", box)
    picture = decode(scene.encoded) if scene.encoded else None
    if picture is None:
        canvas.write(
            scene.blank,
            box.inflate(-4 * context.gap, 0),
            Typeface.TEXT,
            context.px(context.scale.text),
            (200, 190, 170),
            lines=3,
        )
    else:
        room = box.inflate(-2 * rim, -2 * rim)
        zoom = min(room.width / picture.get_width(), room.height / picture.get_height())
        size = round(picture.get_width() * zoom), round(picture.get_height() * zoom)
        place = pygame.Rect((0, 0), size)
        place.center = room.center
        canvas.put(pygame.transform.smoothscale(picture, size), place.topleft)
        _mark_picture(canvas, place, zoom, scene)
    pygame.draw.rect(canvas.surface, theme.gold[1], box, max(1, rim // 2), border_radius=rim * 2)


def _mark_picture(canvas: Canvas, place: pygame.Rect, zoom: float, scene: CalibrationScene) -> None:
    context, theme = canvas.context, canvas.context.theme
    line = max(2, context.px(0.005))
    surface = canvas.surface
    clip = surface.get_clip()
    surface.set_clip(place)

    def at(x: float, y: float) -> tuple[float, float]:
        return place.left + x * zoom, place.top + y * zoom

    for die in scene.dice:
        outline = [at(x, y) for x, y in die.polygon]
        if len(outline) > 2:
            pygame.draw.polygon(surface, theme.night, outline, line + 2)
            pygame.draw.polygon(surface, theme.ring, outline, line)
        for x, y, radius in die.pips:
            pygame.draw.circle(surface, theme.night, at(x, y), radius * zoom * 1.4 + 2, line + 1)
            pygame.draw.circle(surface, theme.ring, at(x, y), radius * zoom * 1.4 + 1, max(1, line - 1))
    if scene.frame is not None:
        left, top, width, height = scene.frame
        inner = pygame.Rect(
            round(place.left + left * place.width),
            round(place.top + top * place.height),
            round(width * place.width),
            round(height * place.height),
        )
        shade = pygame.Surface(place.size, pygame.SRCALPHA)
        shade.fill((*theme.night, 130))
        shade.fill((0, 0, 0, 0), inner.move(-place.left, -place.top))
        surface.blit(shade, place)
        pygame.draw.rect(surface, theme.ring, inner, line)
    surface.set_clip(clip)


def _board(canvas: Canvas, box: pygame.Rect, scene: CalibrationScene) -> None:
    """Draws the measurements, and below them the findings: a mark for each, and the text of one."""
    context, theme = canvas.context, canvas.context.theme
    room = backdrop.board(canvas, box)
    high = context.px(context.scale.text * (0.95 if scene.findings else 1.2))
    for number, row in enumerate(scene.figures):
        line = pygame.Rect(room.left, room.top + number * high, room.width, high)
        size = context.px(context.scale.text * (0.85 if scene.findings else 0.95))
        name = pygame.Rect(line.left, line.top, round(line.width * 0.52), line.height)
        canvas.write(row.label, name, Typeface.TEXT, size, theme.ink_dim, align="left", relief=theme.relief)
        value = pygame.Rect(name.right, line.top, line.right - name.right, line.height)
        canvas.write(row.value, value, Typeface.NAME, size, theme.accent, align="right", relief=theme.relief)
    used = len(scene.figures) * high + (context.gap // 2 if scene.figures else 0)
    if scene.findings:
        _findings(canvas, pygame.Rect(room.left, room.top + used, room.width, room.height - used), scene)


def _findings(canvas: Canvas, room: pygame.Rect, scene: CalibrationScene) -> None:
    """Draws a mark for each finding, and the part and the text of the selected one."""
    context, theme = canvas.context, canvas.context.theme
    found = scene.findings[scene.index]
    strip = pygame.Rect(room.left, room.top, room.width, context.px(context.scale.text * 1.2))
    _marks(canvas, strip, scene)
    part = pygame.Rect(room.left, strip.bottom, room.width, context.px(context.scale.text * 1.15))
    canvas.write(
        found.part, part, Typeface.NAME, context.px(context.scale.text * 1.1), theme.accent, relief=theme.relief
    )
    canvas.name_part("finding", part)
    words = pygame.Rect(room.left, part.bottom, room.width, room.bottom - part.bottom)
    canvas.write_all(
        found.lines, words, Typeface.TEXT, context.px(context.scale.text * 1.2), theme.ink, relief=theme.relief
    )


def _marks(canvas: Canvas, strip: pygame.Rect, scene: CalibrationScene) -> None:
    """Draws a row of marks, one per finding in its tone, the selected one on a panel.

    Arrows show where the dial can turn.
    """
    context, theme = canvas.context, canvas.context.theme
    number = len(scene.findings)
    turning = scene.turning and number > 1
    if number == 1:
        mark = icons.mark(context, scene.findings[0].tone.value, round(strip.height * 0.8))
        canvas.put_centred(mark, strip.center)
        return
    cell = min(round(strip.height * 1.25), (strip.width - 2 * strip.height) // number)
    left = strip.centerx - cell * number // 2
    for place, found in enumerate(scene.findings):
        box = pygame.Rect(left + place * cell, strip.top, cell, strip.height)
        side = min(round(strip.height * 0.72), cell - 2)
        if place == scene.index:
            panel = pygame.Rect(0, 0, cell, strip.height)
            panel.center = box.center
            canvas.put(wood.panel(context, panel.size, theme.lit_board, seed=3, rim=theme.gold), panel.topleft)
        canvas.put_centred(icons.mark(context, found.tone.value, side), box.center)
        if turning:
            canvas.add_target(box, Hit(turn=place - scene.index))
    if not turning:
        return
    side = round(strip.height * 0.7)
    for there, angle, x, turn in (
        (scene.index > 0, 180, left - side, -1),
        (scene.index + 1 < number, 0, left + cell * number + side, 1),
    ):
        if there:
            arrow = canvas.put_centred(icons.arrow(context, side, theme.gold[2], angle), (x, strip.centery))
            canvas.add_target(arrow.inflate(context.gap * 2, context.gap * 2), Hit(turn=turn))
