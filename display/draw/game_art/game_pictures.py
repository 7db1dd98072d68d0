"""The pictures of the games by name, each in a frame of its own size."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pygame

from display.draw import dice, wood
from display.draw.drawing_context import DrawingContext
from display.draw.game_art import indoors, outdoors
from display.draw.game_art.easel import XY, Easel


@dataclass(frozen=True, slots=True)
class GamePicture:
    """A painted picture, and the dice in front of it: their faces, centre and long edge."""

    paint: Callable[[Easel], None]
    faces: tuple[int, ...] = ()
    middle: XY = (0.0, 0.0)
    long: float = 0.0


PICTURES: Mapping[str, GamePicture] = {
    "viking": GamePicture(outdoors.longship),
    "bullshit": GamePicture(indoors.bull),
    "sympkyn-box": GamePicture(outdoors.moor),
    "sympkyn-cups": GamePicture(indoors.cups, (5, 5), (0.50, 0.86), 0.155),
    "mia": GamePicture(indoors.crown, (2, 1), (0.0, 0.84), 0.24),
    "stars": GamePicture(outdoors.stars, (1, 4, 1, 6, 3, 1, 2, 5), (0.0, 0.85), 0.19),
    "short": GamePicture(indoors.hourglass),
}
"""A picture for each game by its name, and one for the game of five minutes."""
_LARGE = 500
"""A picture wider than this, in pixels, needs less smoothing."""


def picture(context: DrawingContext, name: str, size: tuple[int, int]) -> pygame.Surface:
    """Returns the picture of a game, with rounded corners on a transparent ground; do not draw on it.

    Raises:
        KeyError: where no picture has this name.
    """
    wanted = PICTURES[name]

    def make() -> pygame.Surface:
        fine = 2 if size[0] > _LARGE else 3
        big = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
        wanted.paint(Easel(context, big))
        piece = pygame.transform.smoothscale(big, size)
        if wanted.faces:
            easel = Easel(context, piece)
            row = dice.dice_row(context, wanted.faces, easel.px(wanted.long), oblong=False)
            centre = easel.at(*wanted.middle)
            piece.blit(row, row.get_rect(center=(round(centre[0]), round(centre[1]))))
        radius = max(3, context.px(0.018))
        framed = wood.masked(piece, wood.rounded(size, radius, (255, 255, 255, 255)))
        pygame.draw.rect(
            framed, context.theme.night, framed.get_rect(), max(1, context.px(0.004)), border_radius=radius
        )
        return framed

    return context.cached(("game art", name, size), make)
