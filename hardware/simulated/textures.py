"""Painted surfaces: bone, wood, horn, felt and planks, as linear reflectance (0 to 1, BGR, float32)."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.simulated_dice import Floor, PipCut, SimulatedBody, Tint, pip_places

Texture = NDArray[np.float32]

DOTS_PER_MM = 9
"""The resolution of a painted side of a die."""
FLOOR_DOTS_PER_MM = 5

_TINTS = {
    Tint.BONE: (232, 214, 178),
    Tint.IVORY: (240, 231, 208),
    Tint.WOOD: (92, 58, 36),
    Tint.HORN: (84, 72, 60),
}
_FLOORS = {Floor.FELT: (34, 78, 52), Floor.MADDER: (122, 30, 30), Floor.PLANK: (164, 124, 82)}
WALL = (104, 68, 42)
_DARK_FILL = (34, 26, 22)
_PALE_FILL = (236, 228, 208)


def linear(red: float, green: float, blue: float) -> Texture:
    """Linear BGR of an sRGB colour (0 to 255), by the sRGB transfer curve simplified to a power of 2.2."""
    return np.asarray((np.array([blue, green, red], np.float32) / 255) ** np.float32(2.2), np.float32)


def noise(rng: np.random.Generator, height: int, width: int, cell_y: float, cell_x: float) -> Texture:
    """Smooth noise of about unit spread whose features are about `cell_y` × `cell_x` pixels."""
    small = rng.standard_normal((max(2, round(height / cell_y)), max(2, round(width / cell_x)))).astype(np.float32)
    # A cubic interpolation has less variance between its knots than at them.
    return np.asarray(cv2.resize(small * np.float32(1.3), (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def wood(rng: np.random.Generator, height: int, width: int, colour: Texture, dots_per_mm: float) -> Texture:
    """Wood with its grain along x: growth rings that bend slowly, fibres and pores."""
    d = dots_per_mm
    rows = np.arange(height, dtype=np.float32)[:, None] / d
    bend = noise(rng, height, width, 14 * d, 60 * d) * 2.2
    rings = np.sin((rows + bend) * 2.1) + 0.5 * np.sin((rows + bend) * 5.3 + 1)
    fibres = noise(rng, height, width, 0.35 * d, 9 * d)
    pores = np.minimum(noise(rng, height, width, 0.3 * d, 4 * d) + 1.9, 0)
    tone = 1 + 0.10 * rings + 0.07 * fibres + 0.22 * pores + 0.06 * noise(rng, height, width, 30 * d, 60 * d)
    return np.asarray(np.clip(tone, 0.25, 2)[..., None] * colour, np.float32)


def floor_texture(rng: np.random.Generator, floor: Floor, width_mm: float, depth_mm: float) -> Texture:
    """The floor of the box, at `FLOOR_DOTS_PER_MM`."""
    d = FLOOR_DOTS_PER_MM
    height, width = round(depth_mm * d), round(width_mm * d)
    colour = linear(*_FLOORS[floor])
    if floor is Floor.PLANK:
        out = wood(rng, height, width, colour, d)
        for seam in range(round(height / 3), height - 10, round(height / 3)):
            out[seam:] *= np.float32(rng.uniform(0.88, 1.12))
            out[seam - 1 : seam + 2] *= np.array([0.6, 0.25, 0.6], np.float32)[:, None, None]
        return out
    pile = 0.10 * noise(rng, height, width, 2, 2) + 0.06 * noise(rng, height, width, 4, 5)
    wear = 0.07 * noise(rng, height, width, 9 * d, 9 * d) + 0.05 * noise(rng, height, width, 2 * d, 2 * d)
    out = np.clip(1 + pile + wear, 0.3, 2)[..., None] * colour
    lint = np.zeros((height, width), np.uint8)
    for _ in range(7):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        size, turn = rng.uniform(0.6, 2.2, 2) * d, rng.uniform(0, 360)
        arc = rng.uniform(40, 160)
        middle, axes = (int(x), int(y)), (int(size[0]), int(size[1]))
        cv2.ellipse(lint, middle, axes, turn, 0, arc, (200,), 1, cv2.LINE_AA)
    share = (lint.astype(np.float32) / 255 * 0.3)[..., None]
    return np.asarray(out * (1 - share) + share * linear(190, 184, 170), np.float32)


def wall_texture(rng: np.random.Generator, length_mm: float, height_mm: float) -> Texture:
    """One wall of the box, its grain along its length."""
    d = FLOOR_DOTS_PER_MM
    return wood(rng, round(height_mm * d), round(length_mm * d), linear(*WALL), d)


@dataclass(frozen=True, slots=True)
class Skin:
    """The six sides of a die painted side by side: reflectance (H × 6W × 3) and slope of the surface (H × 6W × 2)."""

    colour: Texture
    slope: Texture
    cell: int


def paint(body: SimulatedBody, tint: Tint, pips: PipCut, rng: np.random.Generator) -> Skin:
    """Paints one die; no two are alike."""
    d = DOTS_PER_MM
    cell = 2 * int(np.ceil(max(body.half) * d)) + 4
    colours, slopes = [], []
    for side, value in enumerate(body.values):
        u, v = (axis for axis in range(3) if axis != side // 2)
        places = pip_places(value, body.half[u], body.half[v])
        surface = _material(tint, cell, rng)
        edge = min(body.half)
        colour, slope = _cut(surface, places, edge, tint, pips, rng)
        colours.append(colour)
        slopes.append(slope)
    return Skin(np.hstack(colours), np.hstack(slopes), cell)


def _material(tint: Tint, cell: int, rng: np.random.Generator) -> Texture:
    """A square of the bare material."""
    d = DOTS_PER_MM
    base = linear(*_TINTS[tint])
    if tint is Tint.WOOD:
        return wood(rng, cell, cell, base, d)
    mottle = noise(rng, cell, cell, 5 * d, 7 * d)
    grain = noise(rng, cell, cell, 0.5 * d, 6 * d)
    if tint is Tint.HORN:
        tone = 1 + 0.28 * mottle + 0.16 * grain
        return np.clip(tone, 0.35, 2.2)[..., None] * base
    stain = np.clip(noise(rng, cell, cell, 4 * d, 5 * d) + 0.5 * mottle - 0.5, 0, 1.6)[..., None]
    pores = np.minimum(noise(rng, cell, cell, 0.22 * d, 1.8 * d) + 2.6, 0)
    if tint is Tint.IVORY:
        stain, pores, grain = stain * 0.3, pores * 0.15, grain * 0.4
    tone = np.clip(1 + 0.05 * mottle + 0.04 * grain + 0.35 * pores, 0.35, 1.12)[..., None]
    return np.asarray(tone * base * (1 - stain * np.array([0.24, 0.15, 0.08], np.float32)), np.float32)


def _cut(
    surface: Texture,
    places: list[tuple[float, float]],
    edge: float,
    tint: Tint,
    pips: PipCut,
    rng: np.random.Generator,
) -> tuple[Texture, Texture]:
    """Drills or scribes the pips into a square of material; the slope tilts the light inside them."""
    d, cell = DOTS_PER_MM, surface.shape[0]
    fill = linear(*(_DARK_FILL if tint in (Tint.BONE, Tint.IVORY) else _PALE_FILL))
    colour = surface.copy()
    slope = np.zeros((cell, cell, 2), np.float32)
    grid = (np.arange(cell, dtype=np.float32) - (cell - 1) / 2) / d
    for u, v in places:
        slip_u, slip_v = rng.normal(0, 0.018, 2) * edge
        across, down = u + slip_u, v + slip_v
        if pips is PipCut.DRILLED:
            reach = radius = edge * rng.uniform(0.155, 0.175)
        else:
            ring, half_width, spot = edge * rng.uniform(0.2, 0.22), edge * 0.032, edge * 0.075
            reach = ring + half_width
        columns, rows = (_reached(place, reach, cell) for place in (across, down))
        du, dv = grid[None, columns] - np.float32(across), grid[rows, None] - np.float32(down)
        distance = np.sqrt(du * du + dv * dv) + np.float32(1e-4)
        if pips is PipCut.DRILLED:
            inside = _within(distance, radius)
            tilt = inside * np.minimum(distance / radius, 1) * 0.9
        else:
            inside = np.maximum(_within(np.abs(distance - ring), half_width), _within(distance, spot))
            tilt = inside * np.sign(distance - ring) * 0.5
        share = (inside * np.float32(rng.uniform(0.86, 0.96)))[..., None]
        colour[rows, columns] = colour[rows, columns] * (1 - share) + share * fill
        slope[rows, columns, 0] -= tilt * du / distance
        slope[rows, columns, 1] -= tilt * dv / distance
    return np.asarray(colour, np.float32), slope


def _reached(place: float, reach: float, cell: int) -> slice:
    """The dots of a square of material that a mark covers along one axis; `place` from the middle, both in mm."""
    middle, dots = place * DOTS_PER_MM + (cell - 1) / 2, reach * DOTS_PER_MM + 2
    return slice(max(0, int(middle - dots)), max(0, min(cell, int(middle + dots) + 2)))


def _within(distance: Texture, radius: float) -> Texture:
    """1 inside `radius`, 0 outside, with a soft edge."""
    return np.asarray(np.clip((radius - distance) * DOTS_PER_MM + 0.5, 0, 1), np.float32)
