"""The hall in which every screen hangs: the wall, two torches and their light."""

import pygame

from display import wood
from display.fire import Torch
from display.kit import Kit
from display.picture import Box, Canvas


def enter(kit: Kit, torches: tuple[Box, Box]) -> Canvas:
    """Begins a screen: the wall with two torches that stand in the given boxes and flicker for a moment."""
    fires = [
        Torch(kit, box.centerx, box.top, min(box.height, round(box.width * 3.2)), offset=3 * number)
        for number, box in enumerate(torches)
    ]

    def make() -> pygame.Surface:
        wall = wood.hall(kit).copy()
        for fire in fires:
            fire.stand(wall)
        return wall

    places = tuple((box.left, box.top, box.width, box.height) for box in torches)
    canvas = Canvas(kit, kit.stored(("lit hall", places), make).copy())
    for number, (fire, box) in enumerate(zip(fires, torches, strict=True)):
        canvas.act(fire)
        canvas.part(f"torch {number}", box)
    return canvas
