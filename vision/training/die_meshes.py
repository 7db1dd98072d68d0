"""Carved dice as meshes for the path tracer: rounded bodies, pips as hollows and grooves, per-vertex albedo."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.training.backgrounds import Image, NoiseBank, Rng
from vision.training.face_textures import DieStyle, body_texture, pip_positions
from vision.training.scene_geometry import FACES, Floats, PlacedDie, edge_radius


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Vertices (N×3, world units), quads (M×4 vertex indices), and the albedo of each vertex (N×3, B, G, R)."""

    points: Floats
    quads: NDArray[np.int32]
    colours: Image


def face_mesh(rng: Rng, bank: NoiseBank, die: PlacedDie, index: int, value: int, resolution: int) -> Mesh:
    """Returns the mesh of one face of a die with rounded edges and carved pips.

    `resolution` is the number of vertices along the short edge.
    """
    quad = die.corners[list(FACES[index])]
    long_edge, short_edge = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])
    if short_edge > long_edge:
        quad, long_edge, short_edge = np.roll(quad, -1, axis=0), short_edge, long_edge
    height, width = resolution, round(resolution * long_edge / short_edge)
    colours = body_texture(rng, bank, die.style, width, height)
    depth = _carve(rng, value, die.style, colours) * short_edge / height
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    plane = quad[0] + x[..., None] * (quad[1] - quad[0]) + y[..., None] * (quad[3] - quad[0])
    middle = die.corners.mean(0)
    local = (plane.reshape(-1, 3) - middle) @ die.axes
    half = np.abs((die.corners - middle) @ die.axes).max(0)
    radius = edge_radius(half, die.style)
    core = np.clip(local, radius - half, half - radius)
    normals = (local - core) / np.linalg.norm(local - core, axis=1, keepdims=True)
    points = core + normals * (radius - depth.reshape(-1, 1))
    indices = np.arange(height * width, dtype=np.int32).reshape(height, width)
    quads = np.stack([indices[:-1, :-1], indices[:-1, 1:], indices[1:, 1:], indices[1:, :-1]], axis=-1).reshape(-1, 4)
    return Mesh(points @ die.axes.T + middle, quads, colours.reshape(-1, 3))


def _carve(rng: Rng, value: int, style: DieStyle, colours: Image) -> Image:
    """Paints the pips of a face into `colours` (height×width×3) and returns their depth, in vertex spacings."""
    height, width = colours.shape[:2]
    depth = np.zeros((height, width), np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    steepness = float(np.exp(rng.uniform(0, 1.6)))
    bare = style.pip == "bare" or (style.pip == "ring" and rng.random() < 0.15)
    dirt = float(rng.uniform(0, 0.5)) if bare and rng.random() < 0.5 else 0.0
    for centre, radius in pip_positions(rng, value, style, width, height):
        distance = np.hypot(x - centre[0], y - centre[1])
        if style.pip == "ring":
            cover, hollow = _rings(distance, radius, style)
        else:
            cover = np.clip(radius - distance + 0.5, 0, 1)
            hollow = radius * (0.35 + 0.9 * style.depth) * np.clip((1 - distance / max(radius, 0.5)) * steepness, 0, 1)
        strength = float(np.clip(style.paint_strength * (1 + style.wear * rng.uniform(-1, 0.5)), 0.1, 1))
        if bare:
            colours *= (1 - dirt * strength * cover)[..., None]
        else:
            colours += (cover * strength)[..., None] * (style.pip_colour - colours)
        depth = np.maximum(depth, hollow * (1.0 if bare else rng.uniform(0.3, 1.0)))
    np.clip(colours, 0.005, 1, out=colours)
    return np.asarray(depth, np.float32)


def _rings(distance: Image, radius: float, style: DieStyle) -> tuple[Image, Image]:
    """Returns the coverage (0 to 1) and the depth of a dot with rings at these distances from its centre."""
    line = max(0.7, radius * style.ring_width)
    cover = np.clip(radius * (0.2 if style.rings == 2 else 0.27) - distance + 0.5, 0, 1)
    hollow = cover * radius * 0.25
    for ring in (0.88, 0.52) if style.rings == 2 else (0.85,):
        offset = np.abs(distance - radius * ring)
        cover = np.maximum(cover, np.clip(line - offset + 0.5, 0, 1))
        hollow = np.maximum(hollow, line * np.clip(1.3 - offset / line, 0, 1))
    return cover, style.depth * hollow
