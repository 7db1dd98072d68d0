"""The view through the peep flap of a simulated box, as a framed overlay."""

import pygame

from display.draw import wood
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.widgets.photo_crop import decode


def draw(context: DrawingContext, surface: pygame.Surface, encoded: bytes, caption: str) -> pygame.Rect:
    """Darkens the screen and draws the encoded picture over it, in a wooden frame with its caption below.

    Returns the box of both.
    """
    width, height = context.size
    dark = pygame.Surface(context.size)
    dark.set_alpha(165)
    surface.blit(dark, (0, 0))
    room = pygame.Rect(0, 0, round(width * (0.86 if portrait(context.size) else 0.66)), round(height * 0.66))
    room.center = width // 2, round(height * 0.43)
    picture = decode(encoded)
    if picture is not None:
        zoom = min(room.width / picture.get_width(), room.height / picture.get_height())
        size = max(1, round(picture.get_width() * zoom)), max(1, round(picture.get_height() * zoom))
        picture = pygame.transform.smoothscale(picture, size)
        room = picture.get_rect(center=room.center)
    edge = context.px(0.035)
    frame = room.inflate(2 * edge, 2 * edge)
    words = pygame.Rect(frame.left, frame.bottom + context.gap, frame.width, context.px(context.scale.text * 2))
    blur = context.px(0.03)
    for box in (frame, words) if caption else (frame,):
        surface.blit(wood.shadow(context, box.size, edge, blur), (box.left - blur, box.top - blur // 2))
        surface.blit(wood.panel(context, box.size, context.theme.lit_board, seed=3, rim=context.theme.iron), box)
    pygame.draw.rect(surface, context.theme.night, room)
    if picture is not None:
        surface.blit(picture, room)
    canvas = Canvas(context, surface)
    inner = words.inflate(-4 * context.gap, -context.gap)
    canvas.write(
        caption,
        inner,
        Typeface.TEXT,
        context.px(context.scale.text * 1.1),
        context.theme.ink,
        lines=2,
        relief=context.theme.relief,
    )
    return frame.union(words) if caption else frame
