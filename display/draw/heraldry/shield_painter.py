"""Paints a coat of arms: the one way in, for any screen that shows a shield."""

from functools import cache

import pygame

from display.draw.drawing_context import DrawingContext
from display.draw.heraldry import charges, fields, tinctures
from display.draw.heraldry.outline import Area, Charge, Ink
from display.scene_elements import Shield

_DETAILED = 26
"""A charge drawn in fewer pixels than this is drawn without its details."""


def shield(context: DrawingContext, arms: Shield, height: int) -> pygame.Surface:
    """Returns a shield of a height in pixels, with smooth edges on a transparent ground."""
    size = shield_size(height)
    fine = 6 if height <= 64 else 4 if height <= 180 else 3
    flat = context.theme.flat
    return context.drawn(("arms", arms, flat), size, fine, lambda big: _paint(big, arms, size[1], flat))


def shield_size(height: int) -> tuple[int, int]:
    """Returns width and height of a shield of a height, in pixels."""
    return max(1, round(height * 100 / fields.HEIGHT)), height


def charge(context: DrawingContext, name: str, tincture: str, side: int) -> pygame.Surface:
    """Returns a charge alone, `side` pixels square, on a transparent ground."""

    def draw(big: pygame.Surface) -> None:
        _charge(big, charges.charge(name), tincture, (), (50, 50, 100), big.get_width() / 100, side >= _DETAILED)

    return context.drawn(("charge", name, tincture), (side, side), 4 if side < 200 else 3, draw)


def _paint(big: pygame.Surface, arms: Shield, height: int, flat: bool) -> None:
    scale = big.get_width() / 100
    scale = min(scale, big.get_height() / fields.HEIGHT)
    mask = pygame.Surface(big.get_size(), pygame.SRCALPHA)
    edge = fields.shield_outline(0.8)
    pygame.draw.polygon(mask, (255, 255, 255), _scaled(edge, scale))
    layer = pygame.Surface(big.get_size(), pygame.SRCALPHA)
    tinctures.fill(layer, arms.field[0])
    if areas := fields.DIVISIONS[arms.division]:
        _areas(layer, areas, arms.field[1], scale)
        _borders(layer, areas, scale)
    if arms.ordinary:
        areas = fields.ORDINARIES[arms.ordinary]
        _borders(layer, areas, scale)
        _areas(layer, areas, arms.ordinary_tincture, scale)
    if arms.charge:
        for room in fields.places(arms.ordinary, arms.number):
            place = _fitted(arms.charge, room, 18 if arms.ordinary == "bordure" else 8)
            fine = height * place[2] / 118 >= _DETAILED
            _charge(layer, charges.charge(arms.charge), arms.charge_tincture, arms.field, place, scale, fine)
    if not flat:
        _sheen(layer)
    layer.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    big.blit(layer, (0, 0))
    width = max(2, round(big.get_height() / max(30, min(height, 70))))
    # On the black wall of the flat theme a dark field needs a light rim.
    for colour, share in ((16, 12, 12), 1.0), ((225, 225, 225) if flat else (196, 160, 92), 0.34):
        _rim(big, fields.shield_outline(0.8 + width / scale * 0.35), colour, scale, width * share)


@cache
def _fitted(name: str, place: fields.FieldPlace, margin: float) -> fields.FieldPlace:
    return fields.inside(charges.charge(name), place, margin)


def _rim(surface: pygame.Surface, outline: Area, colour: tuple[int, int, int], scale: float, width: float) -> None:
    points = _scaled(outline, scale)
    pygame.draw.lines(surface, colour, True, points, max(1, round(width)))
    for point in points:
        pygame.draw.circle(surface, colour, point, width / 2)


def _areas(layer: pygame.Surface, areas: tuple[Area, ...], tincture: str, scale: float) -> None:
    """Paints areas in a tincture, which may be a fur."""
    paint = pygame.Surface(layer.get_size(), pygame.SRCALPHA)
    tinctures.fill(paint, tincture)
    stencil = pygame.Surface(layer.get_size(), pygame.SRCALPHA)
    for area in areas:
        pygame.draw.polygon(stencil, (255, 255, 255), _scaled(area, scale))
    paint.blit(stencil, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    layer.blit(paint, (0, 0))


def _borders(layer: pygame.Surface, areas: tuple[Area, ...], scale: float) -> None:
    """Draws a thin dark line around areas."""
    width = max(2, round(0.9 * scale))
    for area in areas:
        pygame.draw.lines(layer, (24, 18, 18), True, _scaled(area, scale), width)


def _charge(
    surface: pygame.Surface,
    charge: Charge,
    tincture: str,
    field: tuple[str, ...],
    place: fields.FieldPlace,
    scale: float,
    detailed: bool,
) -> None:
    """Draws a charge in its square: each part with an outline around it, then filled."""
    x, y, side = place
    size = side / 100 * scale
    left, top = x * scale - 50 * size, y * scale - 50 * size
    lines = tinctures.line_colour(tincture)
    fills = {
        Ink.BODY: tinctures.COLOURS[tincture],
        Ink.ACCENT: tinctures.COLOURS[tinctures.accent_of(tincture, field)],
        Ink.SEED: tinctures.COLOURS["gules" if tincture == "or" else "or"],
        Ink.LINE: lines,
        Ink.DETAIL: lines,
    }
    edge = 1.5 * size if detailed else 1.1 * size
    for part in charge:
        if part.ink is Ink.DETAIL and not detailed:
            continue
        areas = [[(left + px * size, top + py * size) for px, py in area] for area in part.areas]
        if part.ink in (Ink.BODY, Ink.ACCENT, Ink.SEED):
            for points in areas:
                pygame.draw.polygon(surface, lines, points)
                pygame.draw.lines(surface, lines, True, points, max(1, round(edge * 2)))
                for point in points:
                    pygame.draw.circle(surface, lines, point, edge)
        for points in areas:
            pygame.draw.polygon(surface, fills[part.ink], points)


def _sheen(layer: pygame.Surface) -> None:
    """Lightens the shield towards the upper left and darkens it towards its right edge, as if it were curved."""
    small = pygame.Surface((32, 1), pygame.SRCALPHA)
    for x in range(32):
        part = x / 31
        if part < 0.45:
            small.set_at((x, 0), (255, 255, 255, round(34 * (1 - part / 0.45))))
        else:
            small.set_at((x, 0), (0, 0, 0, round(52 * ((part - 0.45) / 0.55) ** 1.6)))
    layer.blit(pygame.transform.smoothscale(small, layer.get_size()), (0, 0))


def _scaled(area: Area, scale: float) -> list[tuple[float, float]]:
    return [(x * scale, y * scale) for x, y in area]
