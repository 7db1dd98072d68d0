"""The hall in which every screen hangs: the wall, and beside each head a torch, a banner, or nothing."""

import pygame

from display.draw import knotwork, ornament, wood
from display.draw.banner import banner
from display.draw.composition import Box, Canvas
from display.draw.drawing_context import Kit
from display.draw.fire import Torch
from display.draw.theme import Wall


def enter(kit: Kit, wings: tuple[Box, Box]) -> Canvas:
    """Begins a screen: the wall, with what hangs in the wings; torches flicker for a moment."""
    if kit.theme.wall is not Wall.FIRES:
        return _still(kit, wings)
    fires = [
        Torch(kit, box.centerx, box.top, min(box.height, round(box.width * 3.2)), offset=3 * number)
        for number, box in enumerate(wings)
    ]

    def make() -> pygame.Surface:
        wall = wood.hall(kit).copy()
        for fire in fires:
            fire.stand(wall)
        return wall

    places = tuple((box.left, box.top, box.width, box.height) for box in wings)
    canvas = Canvas(kit, kit.stored(("lit hall", places), make).copy())
    for number, (fire, box) in enumerate(zip(fires, wings, strict=True)):
        canvas.act(fire)
        canvas.part(f"torch {number}", box)
    return canvas


def _still(kit: Kit, wings: tuple[Box, Box]) -> Canvas:
    canvas = Canvas(kit, wood.hall(kit).copy())
    if kit.theme.wall is Wall.BANNERS:
        for number, (box, tones) in enumerate(zip(wings, (kit.theme.bad, kit.theme.good), strict=True)):
            cloth = banner(kit, (round(min(box.width * 0.8, box.height * 0.9)), box.height), tones)
            canvas.put(cloth, cloth.get_rect(midtop=box.midtop).topleft)
            canvas.part(f"banner {number}", box)
    return canvas


def board(canvas: Canvas, box: Box) -> Box:
    """Hangs a board in a frame of knotwork; gives the room upon it."""
    kit = canvas.kit
    blur = kit.px(0.02)
    frame = ornament.frame_width(kit)
    canvas.put(wood.shadow(kit, box.size, frame, blur), (box.left - blur, box.top - blur // 2))
    middle = box.inflate(-frame, -frame)
    canvas.put(wood.plate(kit, middle.size, kit.theme.board, seed=1), middle.topleft)
    canvas.put(knotwork.frame(kit, box.size, frame, kit.theme.knot), box.topleft)
    return box.inflate(-2 * frame - 2 * kit.gap, -2 * frame - kit.gap)
