"""The view through the peep flap of a simulated box, laid over the scene and framed as such."""

import pygame

from display.draw import wood
from display.draw.composition import Canvas
from display.draw.drawing_context import Kit
from display.draw.lettering import Face
from display.screens.layout import portrait
from display.widgets.photographs import decode


def lay(kit: Kit, surface: pygame.Surface, encoded: bytes, caption: str) -> None:
    """Darkens what is drawn and lays the picture over it, in a wooden frame with its caption on a plate below."""
    width, height = kit.size
    dark = pygame.Surface(kit.size)
    dark.set_alpha(165)
    surface.blit(dark, (0, 0))
    room = pygame.Rect(0, 0, round(width * (0.86 if portrait(kit.size) else 0.66)), round(height * 0.66))
    room.center = width // 2, round(height * 0.43)
    picture = decode(encoded)
    if picture is not None:
        zoom = min(room.width / picture.get_width(), room.height / picture.get_height())
        size = max(1, round(picture.get_width() * zoom)), max(1, round(picture.get_height() * zoom))
        picture = pygame.transform.smoothscale(picture, size)
        room = picture.get_rect(center=room.center)
    edge = kit.px(0.035)
    frame = room.inflate(2 * edge, 2 * edge)
    words = pygame.Rect(frame.left, frame.bottom + kit.gap, frame.width, kit.px(kit.scale.text * 2))
    blur = kit.px(0.03)
    for box in (frame, words) if caption else (frame,):
        surface.blit(wood.shadow(kit, box.size, edge, blur), (box.left - blur, box.top - blur // 2))
        surface.blit(wood.plate(kit, box.size, kit.theme.lit_board, seed=3, rim=kit.theme.iron), box)
    pygame.draw.rect(surface, kit.theme.night, room)
    if picture is not None:
        surface.blit(picture, room)
    canvas = Canvas(kit, surface)
    inner = words.inflate(-4 * kit.gap, -kit.gap)
    canvas.write(
        caption, inner, Face.TEXT, kit.px(kit.scale.text * 1.1), kit.theme.ink, lines=2, relief=kit.theme.relief
    )
