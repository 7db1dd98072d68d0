"""Knotwork: plaits whose strands cross alternately over and under, drawn along a path. Sizes are in pixels."""

import math
from collections.abc import Callable

import numpy as np
import pygame
from numpy.typing import NDArray

from display.draw.drawing_context import DrawingContext
from display.draw.theme import Colour, Ramp

Floats = NDArray[np.float64]
Path = Callable[[Floats], tuple[Floats, Floats, Floats, Floats]]
"""Maps positions along the path, 0 to 1, to x, y and the unit normal (nx, ny)."""


def _mixed(tones: Ramp, part: float) -> Colour:
    low, high = (tones[0], tones[1]) if part < 0.5 else (tones[1], tones[2])
    mix = part * 2 if part < 0.5 else part * 2 - 1
    red, green, blue = (round(a + (b - a) * mix) for a, b in zip(low, high, strict=True))
    return red, green, blue


def height(phase: Floats, strands: int) -> Floats:
    """Returns a strand's height where its offset is sin(phase): it crosses the others alternately over and under."""
    wave = np.sin if strands % 2 else np.cos
    return np.asarray(wave((strands - 1) * phase))


def plait(
    surface: pygame.Surface,
    path: Path,
    length: float,
    width: float,
    waves: int,
    tones: Ramp,
    dark: Colour,
    strands: int = 3,
) -> None:
    """Draws a plait of 2 to 4 strands along a path of `length` pixels, `width` pixels wide, with `waves` periods.

    Each strand is offset from the path by A·sin φ; its pieces are drawn in order of height.
    """
    pieces = max(10 * waves, round(length / 4))
    part = np.linspace(0, 1, pieces + 1)
    x, y, nx, ny = path(part)
    thick = width / (strands + 0.9)
    swing = (width - thick) / 2
    shades = [_mixed(tones, step / 31) for step in range(32)]
    drawn: list[tuple[float, int, list[list[list[float]]]]] = []
    for strand in range(strands):
        phase = 2 * math.pi * (part * waves + strand / strands)
        offset = swing * np.sin(phase)
        level = height(phase, strands)
        cx, cy = x + nx * offset, y + ny * offset
        tx, ty = np.gradient(cx), np.gradient(cy)
        norm = np.maximum(np.hypot(tx, ty), 1e-6)
        sx, sy = -ty / norm, tx / norm
        edges = [
            np.stack([cx + sx * thick * side, cy + sy * thick * side], axis=1).tolist()
            for side in (-0.62, 0.62, -0.42, 0.42, -0.2)
        ]
        drawn += [(level[i] + level[i + 1], i, edges) for i in range(pieces)]
    drawn.sort(key=lambda piece: piece[0])
    line = max(1, round(thick * 0.22))
    for high, i, (far, near, left, right, shine) in drawn:
        back, on = max(0, i - 1), i + 1
        tone = 0.42 + 0.15 * high
        pygame.draw.polygon(surface, dark, (far[i], far[on], near[on], near[i]))
        pygame.draw.polygon(surface, shades[round(31 * tone)], (left[back], left[on], right[on], right[back]))
        pygame.draw.line(surface, shades[round(31 * min(1.0, tone + 0.28))], shine[back], shine[on], line)


def rectangle(box: tuple[float, float, float, float], radius: float) -> tuple[Path, float]:
    """Returns the path around a rectangle (x, y, width, height) with rounded corners, and its length."""
    x0, y0, w, h = box
    straight_x, straight_y, bend = w - 2 * radius, h - 2 * radius, radius * math.pi / 2
    lengths = [straight_x, bend, straight_y, bend, straight_x, bend, straight_y, bend]
    total = sum(lengths)
    starts = np.cumsum([0.0, *lengths])
    corners = ((w - radius, radius), (w - radius, h - radius), (radius, h - radius), (radius, radius))
    lines = ((radius, 0.0, 1.0, 0.0), (w, radius, 0.0, 1.0), (w - radius, h, -1.0, 0.0), (0.0, h - radius, 0.0, -1.0))

    def path(part: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        way = np.clip(part, 0, 1) * total
        x, y, nx, ny = (np.zeros_like(way) for _ in range(4))
        for side in range(4):
            start, end = starts[2 * side], starts[2 * side + 1]
            here = (way >= start) & (way <= end)
            lx, ly, dx, dy = lines[side]
            x[here], y[here] = lx + dx * (way[here] - start), ly + dy * (way[here] - start)
            nx[here], ny[here] = dy, -dx
            start, end = starts[2 * side + 1], starts[2 * side + 2]
            here = (way > start) & (way <= end)
            angle = -math.pi / 2 + side * math.pi / 2 + (way[here] - start) / radius
            nx[here], ny[here] = np.cos(angle), np.sin(angle)
            x[here], y[here] = corners[side][0] + radius * nx[here], corners[side][1] + radius * ny[here]
        return x + x0, y + y0, nx, ny

    return path, total


def circle(centre: tuple[float, float], radius: float) -> tuple[Path, float]:
    """Returns the path around a circle, and its length."""

    def path(part: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        angle = 2 * math.pi * part
        nx, ny = np.cos(angle), np.sin(angle)
        return centre[0] + radius * nx, centre[1] + radius * ny, nx, ny

    return path, 2 * math.pi * radius


def straight(start: tuple[float, float], length: float) -> tuple[Path, float]:
    """Returns the path of a horizontal line to the right, and its length."""

    def path(part: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        return start[0] + part * length, np.full_like(part, start[1]), np.zeros_like(part), np.full_like(part, -1.0)

    return path, length


def _line(size: tuple[int, int], thick: int, tones: Ramp) -> pygame.Surface:
    """Draws the frame of a theme without ornament: a single line."""
    piece = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(piece, tones[1], piece.get_rect(), max(2, thick // 5), border_radius=thick)
    return piece


def _bar(size: tuple[int, int], tones: Ramp) -> pygame.Surface:
    """Draws the band of a theme without ornament: a single line."""
    piece = pygame.Surface(size, pygame.SRCALPHA)
    high = max(2, size[1] // 6)
    pygame.draw.rect(piece, tones[1], (0, (size[1] - high) // 2, size[0], high))
    return piece


def frame(context: DrawingContext, size: tuple[int, int], thick: int, tones: Ramp, strands: int = 3) -> pygame.Surface:
    """Draws a frame of knotwork, `thick` pixels wide, transparent inside."""

    def make() -> pygame.Surface:
        if context.theme.flat:
            return _line(size, thick, tones)
        fine = 2
        big = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
        broad = thick * fine
        radius = max(broad * 1.1, 2.0)
        ground = pygame.Rect(0, 0, *big.get_size())
        pygame.draw.rect(big, context.theme.night, ground, broad, border_radius=round(radius + broad / 2))
        inset = broad / 2
        path, length = rectangle((inset, inset, ground.width - broad, ground.height - broad), radius)
        waves = max(4, round(length / (broad * (1.9 if strands == 3 else 2.4))))
        plait(big, path, length, broad * 0.98, waves, tones, context.theme.night, strands)
        return pygame.transform.smoothscale(big, size)

    return context.cached(("knot frame", size, thick, tones, strands), make)


def band(context: DrawingContext, size: tuple[int, int], tones: Ramp, strands: int = 3) -> pygame.Surface:
    """Draws a horizontal band of knotwork."""

    def make() -> pygame.Surface:
        if context.theme.flat:
            return _bar(size, tones)
        fine = 2
        width, height = size[0] * fine, size[1] * fine
        big = pygame.Surface((width, height), pygame.SRCALPHA)
        path, length = straight((0.0, height / 2), float(width))
        plait(
            big,
            path,
            length,
            height * 0.98,
            max(1, round(length / (height * 1.9))),
            tones,
            context.theme.night,
            strands,
        )
        return pygame.transform.smoothscale(big, size)

    return context.cached(("knot band", size, tones, strands), make)


def wreath(context: DrawingContext, side: int, tones: Ramp, thick: float = 0.16, strands: int = 3) -> pygame.Surface:
    """Draws a ring of knotwork, its width the fraction `thick` of its side."""

    def make() -> pygame.Surface:
        fine = 3
        big = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA)
        width = side * fine * thick
        path, length = circle((side * fine / 2, side * fine / 2), (side * fine - width) / 2)
        plait(
            big, path, length, width * 0.98, max(5, round(length / (width * 1.9))), tones, context.theme.night, strands
        )
        return pygame.transform.smoothscale(big, (side, side))

    return context.cached(("wreath", side, tones, thick, strands), make)
