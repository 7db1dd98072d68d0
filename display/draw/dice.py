"""Drawn dice: oblong Meier dice (1 and 2 on the square ends) and cubes. Sizes are in pixels."""

import numpy as np
import pygame

from display.draw.drawing_context import DrawingContext
from display.draw.theme import Colour
from display.draw.wood import grain, masked, plain, ramp, surface

_FINE = 4
_SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
_FRONT = 0.3
"""The visible part of the front side, as a fraction of its true height."""


def die_size(face: int, long: int, oblong: bool) -> tuple[int, int]:
    """Returns the width and height of a drawn die whose long edge is `long`."""
    if not oblong:
        edge = round(long * 0.86)
        return edge, round(edge * (1 + _FRONT * 0.8))
    short = round(long * 0.75)
    if face in (1, 2):
        return short, round(short + long * _FRONT)
    return long, round(short + short * _FRONT)


def top_face(face: int, long: int, oblong: bool = True) -> tuple[float, float]:
    """Returns the width and height of a die's top face, without the front side below it."""
    width, _ = die_size(face, long, oblong)
    return float(width), long * 0.75 if oblong else float(width)


def pips(face: int, long: int, oblong: bool = True) -> tuple[tuple[float, float, float], ...]:
    """Returns the pips of a top face: x, y and radius, from the die's top left corner.

    >>> [tuple(round(v) for v in pip) for pip in pips(2, 100)]
    [(17, 17, 9), (58, 58, 9)]
    """
    width, height = top_face(face, long, oblong)
    radius = min(width, height) * (0.115 if face < 6 else 0.105) * (1.25 if face == 1 else 1)
    reach_x, reach_y = width * (0.30 if width > height else 0.27), height * 0.27
    return tuple((width / 2 + x * reach_x, height / 2 + y * reach_y, radius) for x, y in _SPOTS.get(face, ()))


def _bone(context: DrawingContext) -> pygame.Surface:
    def make() -> pygame.Surface:
        if context.theme.flat:
            return plain((256, 192), context.theme.bone[1])
        random = np.random.default_rng(7)
        value = 0.56 + 0.42 * grain(256, 192, 7) + 0.03 * random.standard_normal((192, 256)).astype(np.float32)
        return surface(ramp(value, context.theme.bone), (256, 192))

    return context.cached(("bone",), make)


def _pip(
    surface_: pygame.Surface,
    centre: tuple[float, float],
    radius: float,
    colours: tuple[Colour, Colour],
    ringed: bool,
) -> None:
    """Draws a drilled or a ring-and-dot pip with a highlight at its lower rim."""
    colour, gleam = colours
    x, y = round(centre[0]), round(centre[1])
    if ringed:
        pygame.draw.circle(surface_, gleam, (x + _FINE // 2, y + _FINE // 2), round(radius * 1.02))
        pygame.draw.circle(surface_, colour, (x, y), round(radius), max(2, round(radius * 0.36)))
        pygame.draw.circle(surface_, colour, (x, y), round(radius * 0.36))
    else:
        pygame.draw.circle(surface_, gleam, (x + _FINE, y + _FINE), round(radius))
        pygame.draw.circle(surface_, colour, (x, y), round(radius))


def die(context: DrawingContext, face: int, long: int, oblong: bool = True) -> pygame.Surface:
    """Draws a bone die seen from above and slightly from the front; `long` is its long edge.

    An oblong die that shows 1 or 2 stands on end: a square top over a tall front. Large dice have ring-and-dot pips,
    small ones drilled pips.
    """

    def make() -> pygame.Surface:
        width, height = die_size(face, long, oblong)
        w, h, th = width * _FINE, height * _FINE, round(top_face(face, long, oblong)[1] * _FINE)
        radius = round(min(w, th) * 0.15)
        shape = pygame.Surface((w, h), pygame.SRCALPHA)
        pygame.draw.rect(shape, (255, 255, 255), (0, 0, w, h), border_radius=radius)
        bone = pygame.transform.smoothscale(_bone(context), (w, h))
        front = pygame.Surface((w, h), pygame.SRCALPHA)
        for row in range(th - radius, h):
            depth = (row - th + radius) / max(1, h - th + radius)
            pygame.draw.line(front, (*context.theme.die_side, round(95 + 115 * depth)), (0, row), (w, row))
        bone.blit(front, (0, 0))
        top = pygame.Surface((w, h), pygame.SRCALPHA)
        pygame.draw.rect(top, (255, 255, 255), (0, 0, w, th), border_radius=radius)
        lid = masked(pygame.transform.smoothscale(_bone(context), (w, h)), top)
        bone.blit(lid, (0, 0))
        edge = max(1, _FINE)
        pygame.draw.rect(
            bone, context.theme.gleam, (edge, edge, w - 2 * edge, th - 2 * edge), edge, border_radius=radius
        )
        for x, y, radius_ in pips(face, long, oblong):
            _pip(
                bone,
                (x * _FINE, y * _FINE),
                radius_ * _FINE,
                (context.theme.pip, context.theme.gleam),
                ringed=long >= 44,
            )
        whole = masked(bone, shape)
        pygame.draw.rect(whole, context.theme.die_edge, (0, 0, w, h), max(1, _FINE // 2), border_radius=radius)
        return pygame.transform.smoothscale(whole, (width, height))

    return context.cached(("die", face, long, oblong), make)


def cast_shadow(context: DrawingContext, size: tuple[int, int]) -> pygame.Surface:
    """Draws the soft shadow of a die of `size`; 1.3 times as large as the die."""

    def make() -> pygame.Surface:
        width, height = round(size[0] * 1.3), round(size[1] * 1.3)
        small = pygame.Surface((width, height), pygame.SRCALPHA)
        inner = pygame.Rect(0, 0, size[0], round(size[1] * 0.8))
        inner.center = width // 2, round(height * 0.58)
        if context.theme.flat:
            return small
        pygame.draw.rect(small, (0, 0, 0, 190), inner, border_radius=min(size) // 5)
        blur = max(2, min(size) // 9)
        tiny = pygame.transform.smoothscale(small, (max(1, width // blur), max(1, height // blur)))
        return pygame.transform.smoothscale(tiny, (width, height))

    return context.cached(("die shadow", size), make)


def dice_width(dice: tuple[int, ...], long: int, oblong: bool) -> int:
    """Measures the width of a row of dice with its gaps."""
    gap = round(long * 0.16)
    return sum(die_size(face, long, oblong)[0] for face in dice) + gap * max(0, len(dice) - 1)


def dice_row(context: DrawingContext, dice: tuple[int, ...], long: int, oblong: bool = True) -> pygame.Surface:
    """Draws dice side by side, aligned at the top, with a margin of a fifth of `long` for their shadows."""

    def make() -> pygame.Surface:
        margin = round(long * 0.2)
        gap = round(long * 0.16)
        sizes = [die_size(face, long, oblong) for face in dice]
        height = max((h for _, h in sizes), default=1)
        piece = pygame.Surface((dice_width(dice, long, oblong) + 2 * margin, height + 2 * margin), pygame.SRCALPHA)
        x = margin
        for size in sizes:
            dark = cast_shadow(context, size)
            piece.blit(dark, dark.get_rect(center=(x + size[0] // 2, margin + size[1] // 2)))
            x += size[0] + gap
        x = margin
        for face, size in zip(dice, sizes, strict=True):
            piece.blit(die(context, face, long, oblong), (x, margin))
            x += size[0] + gap
        return piece

    return context.cached(("dice", dice, long, oblong), make)


def longest_edge(dice: tuple[int, ...], room: tuple[int, int], largest: int, oblong: bool = True) -> int:
    """Finds the largest long edge, up to `largest`, at which a row of dice fits into `room` (width, height)."""
    long = max(6, largest)
    while long > 6:
        height = max((die_size(face, long, oblong)[1] for face in dice), default=1)
        if dice_width(dice, long, oblong) <= room[0] and height <= room[1]:
            break
        long -= max(1, long // 20)
    return long
