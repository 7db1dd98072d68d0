"""The backdrop of every screen: a wooden wall with torches, banners or nothing beside the heading."""

import pygame

from display.draw import knotwork, ornament, wood
from display.draw.banner import banner
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.fire import Torch
from display.draw.theme import Wall


def begin(context: DrawingContext, wings: tuple[pygame.Rect, pygame.Rect]) -> Canvas:
    """Begins a screen with the wall, and in the boxes `wings` (left, right) what the theme hangs there."""
    if context.theme.wall is not Wall.FIRES:
        return _still(context, wings)
    fires = [
        Torch(context, box.centerx, box.top, min(box.height, round(box.width * 3.2)), offset=3 * number)
        for number, box in enumerate(wings)
    ]

    def make() -> pygame.Surface:
        wall = wood.back_wall(context).copy()
        for fire in fires:
            fire.stand(wall)
        return wall

    places = tuple((box.left, box.top, box.width, box.height) for box in wings)
    canvas = Canvas(context, context.cached(("lit hall", places), make).copy())
    for number, (fire, box) in enumerate(zip(fires, wings, strict=True)):
        canvas.animate(fire)
        canvas.name_part(f"torch {number}", box)
    return canvas


def _still(context: DrawingContext, wings: tuple[pygame.Rect, pygame.Rect]) -> Canvas:
    canvas = Canvas(context, wood.back_wall(context).copy())
    if context.theme.wall is Wall.BANNERS:
        for number, (box, tones) in enumerate(zip(wings, (context.theme.bad, context.theme.good), strict=True)):
            cloth = banner(context, (round(min(box.width * 0.8, box.height * 0.9)), box.height), tones)
            canvas.put(cloth, cloth.get_rect(midtop=box.midtop).topleft)
            canvas.name_part(f"banner {number}", box)
    return canvas


def board(canvas: Canvas, box: pygame.Rect) -> pygame.Rect:
    """Draws a board in a frame of knotwork; returns the box within it."""
    context = canvas.context
    blur = context.px(0.02)
    frame = ornament.frame_width(context)
    canvas.put(wood.shadow(context, box.size, frame, blur), (box.left - blur, box.top - blur // 2))
    middle = box.inflate(-frame, -frame)
    canvas.put(wood.panel(context, middle.size, context.theme.board, seed=1), middle.topleft)
    canvas.put(knotwork.frame(context, box.size, frame, context.theme.knot), box.topleft)
    return box.inflate(-2 * frame - 2 * context.gap, -2 * frame - context.gap)
