"""The colours of heraldry, the furs, and the lines that are drawn on them."""

import pygame

from display.draw.heraldry.outline import Area, lens, moved, polygon
from display.draw.theme import Colour

COLOURS: dict[str, Colour] = {
    "or": (246, 194, 50),
    "argent": (243, 242, 236),
    "gules": (196, 30, 38),
    "azure": (26, 80, 172),
    "sable": (30, 28, 32),
    "vert": (22, 118, 66),
    "purpure": (116, 44, 128),
    "ermine": (243, 242, 236),
    "vair": (243, 242, 236),
}
"""The paint of every tincture; a fur's is what its pattern lies on."""

_LINES: dict[str, Colour] = {
    "or": (70, 42, 8),
    "argent": (46, 46, 54),
    "gules": (82, 6, 12),
    "azure": (8, 26, 74),
    "sable": (132, 130, 138),
    "vert": (4, 48, 24),
    "purpure": (46, 10, 54),
    "ermine": (46, 46, 54),
    "vair": (46, 46, 54),
}


def line_colour(tincture: str) -> Colour:
    """Returns the colour of outlines and inner lines on a tincture: dark, but on sable light."""
    return _LINES[tincture]


def accent_of(tincture: str, field: tuple[str, ...]) -> str:
    """Returns the tincture of tongue and claws: gules, or azure where gules is the charge's or the field's."""
    return "azure" if tincture == "gules" or ("gules" in field and tincture != "azure") else "gules"


def fill(surface: pygame.Surface, tincture: str) -> None:
    """Paints a whole surface in a tincture."""
    surface.fill(COLOURS[tincture])
    scale = surface.get_width() / 100
    if tincture == "ermine":
        _repeat(surface, COLOURS["sable"], _ERMINE_SPOT, scale, (17.0, 19.0))
    elif tincture == "vair":
        _repeat(surface, COLOURS["azure"], (_VAIR_BELL,), scale, (20.0, 18.0), shift=0.5)


_ERMINE_SPOT: tuple[Area, ...] = (
    lens(3.2, (0, -3), (0, 2), (0, 7)),
    lens(2.4, (0, 0), (-2, 4), (-4.2, 6)),
    lens(2.4, (0, 0), (2, 4), (4.2, 6)),
    polygon((0, -7.4), (1.2, -6.2), (0, -5), (-1.2, -6.2)),
    polygon((-2.4, -5), (-1.2, -3.8), (-2.4, -2.6), (-3.6, -3.8)),
    polygon((2.4, -5), (3.6, -3.8), (2.4, -2.6), (1.2, -3.8)),
)
_VAIR_BELL: Area = polygon(
    (-10, 9), (-7.5, 5), (-5, 2.5), (-5, -3.5), (-3, -6.5), (0, -9), (3, -6.5), (5, -3.5), (5, 2.5), (7.5, 5), (10, 9)
)


def _repeat(
    surface: pygame.Surface,
    colour: Colour,
    areas: tuple[Area, ...],
    scale: float,
    pitch: tuple[float, float],
    shift: float = 0.5,
) -> None:
    """Strews a pattern over a surface, every other row shifted."""
    across, down = pitch
    rows = round(surface.get_height() / scale / down) + 2
    for row in range(-1, rows):
        for column in range(-1, round(100 / across) + 2):
            x = (column + (shift if row % 2 else 0.0)) * across + across / 2
            for area in areas:
                points = moved(area, x, (row + 0.55) * down)
                pygame.draw.polygon(surface, colour, [(px * scale, py * scale) for px, py in points])
