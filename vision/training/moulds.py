"""Dice as they would be carved: rounded bodies with hollows and grooves for pips, as meshes with coloured points."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.training.faces import Style, body_texture, pips_on
from vision.training.floors import Image, NoiseBank, Rng
from vision.training.solids import FACES, Floats, Solid, rounding_of


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Points (N×3, the world's units), squares between them (M×4 indices) and the points' albedo (N×3, B, G, R)."""

    points: Floats
    squares: NDArray[np.int32]
    colours: Image


def face_mesh(rng: Rng, bank: NoiseBank, die: Solid, index: int, value: int, cells: int) -> Mesh:
    """Returns one face of a die with `cells` points along its short side, bent round the edges, its pips carved in."""
    quad = die.corners[list(FACES[index])]
    long, short = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])
    if short > long:
        quad, long, short = np.roll(quad, -1, axis=0), short, long
    height, width = cells, round(cells * long / short)
    colours = body_texture(rng, bank, die.style, width, height)
    depth = _carved(rng, value, die.style, colours) * short / height
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    flat = quad[0] + x[..., None] * (quad[1] - quad[0]) + y[..., None] * (quad[3] - quad[0])
    middle = die.corners.mean(0)
    own = (flat.reshape(-1, 3) - middle) @ die.axes
    half = np.abs((die.corners - middle) @ die.axes).max(0)
    radius = rounding_of(half, die.style)
    core = np.clip(own, radius - half, half - radius)
    outwards = (own - core) / np.linalg.norm(own - core, axis=1, keepdims=True)
    points = core + outwards * (radius - depth.reshape(-1, 1))
    at = np.arange(height * width, dtype=np.int32).reshape(height, width)
    squares = np.stack([at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1]], axis=-1).reshape(-1, 4)
    return Mesh(points @ die.axes.T + middle, squares, colours.reshape(-1, 3))


def _carved(rng: Rng, value: int, style: Style, colours: Image) -> Image:
    """Colours the pips of a face in `colours` (height×width×3); returns the depth, in points."""
    height, width = colours.shape[:2]
    depth = np.zeros((height, width), np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    steep = float(np.exp(rng.uniform(0, 1.6)))
    unfilled = style.pip == "bare" or (style.pip == "ring" and rng.random() < 0.15)
    dirt = float(rng.uniform(0, 0.5)) if unfilled and rng.random() < 0.5 else 0.0
    for centre, radius in pips_on(rng, value, style, width, height):
        away = np.hypot(x - centre[0], y - centre[1])
        if style.pip == "ring":
            cover, hollow = _rings(away, radius, style)
        else:
            cover = np.clip(radius - away + 0.5, 0, 1)
            hollow = radius * (0.35 + 0.9 * style.depth) * np.clip((1 - away / max(radius, 0.5)) * steep, 0, 1)
        strength = float(np.clip(style.strength * (1 + style.wear * rng.uniform(-1, 0.5)), 0.1, 1))
        if unfilled:
            colours *= (1 - dirt * strength * cover)[..., None]
        else:
            colours += (cover * strength)[..., None] * (style.pip_colour - colours)
        depth = np.maximum(depth, hollow * (1.0 if unfilled else rng.uniform(0.3, 1.0)))
    np.clip(colours, 0.005, 1, out=colours)
    return np.asarray(depth, np.float32)


def _rings(away: Image, radius: float, style: Style) -> tuple[Image, Image]:
    """Returns what a dot with rings covers (0 to 1), and how deep it is, at the distances `away` from its middle."""
    line = max(0.7, radius * style.line)
    cover = np.clip(radius * (0.2 if style.rings == 2 else 0.27) - away + 0.5, 0, 1)
    hollow = cover * radius * 0.25
    for part in (0.88, 0.52) if style.rings == 2 else (0.85,):
        beside = np.abs(away - radius * part)
        cover = np.maximum(cover, np.clip(line - beside + 0.5, 0, 1))
        hollow = np.maximum(hollow, line * np.clip(1.3 - beside / line, 0, 1))
    return cover, style.depth * hollow
