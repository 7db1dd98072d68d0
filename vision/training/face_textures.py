"""Textures of drawn die faces: pips of all styles, wear, grain, rounded corners."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.backgrounds import Image, NoiseBank, Rng, random_colour

Offsets = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class DieStyle:
    """The look of one die; lengths are fractions of its short edge."""

    colour: Image
    pip: str
    """Style of the pips: filled, bare (drilled, without paint) or ring."""
    pip_colour: Image
    radius: float
    pitch: tuple[float, float]
    """Distance of the pips from the centre, along the long and the short side."""
    axis_aligned: bool
    """Whether twos, threes and sixes are laid out along the sides instead of the diagonals."""
    jitter: float
    """Standard deviation of the pips' positions."""
    rounding: float
    grain: float
    fibre: float
    stains: float
    disc: Image | None
    """Colour of a disc on which the pips are painted, if any."""
    paint_strength: float
    """Opacity of the paint in the pips: 1 if fresh, low if worn."""
    wear: float
    """Variation of the paint's opacity from pip to pip."""
    ring_width: float
    """Line width of a ring, in pip radii."""
    rings: int
    depth: float
    """Depth of the drilled pips, 0 to 1: how strongly they are shaded."""
    gloss: float
    """Strength of a specular highlight on a face, 0 for none."""
    glare: float
    """Share of a top face's contrast that is lost to the reflection of a broad light, 0 for none."""
    metallic: float
    """Strength of the reflections of the surroundings, in bands, 0 for none."""
    translucency: float
    """Translucency of the body, which shows the ground and the pips of the face below, 0 for none."""
    marble: Image | None


DARK_DIE_PROBABILITY = 0.3
"""Probability of a dark die, if more of them are asked for."""


def random_style(rng: Rng, background: Image, more_dark_dice: bool = False) -> DieStyle:
    """Returns a random die style: bone, plastic, wood; filled, bare, ring-and-dot or double-ring pips.

    Some dice have nearly the colour of the `background`. With `more_dark_dice`, more are as dark as horn or black
    plastic.
    """
    kind = rng.random()
    if kind < 0.5:
        colour = np.clip(np.array([0.62, 0.76, 0.86]) * rng.uniform(0.45, 1.15) + rng.normal(0, 0.05, 3), 0.05, 1)
    elif kind < 0.75:
        colour = np.clip(rng.uniform(0.75, 1.0) + rng.normal(0, 0.02, 3), 0, 1)
    else:
        colour = np.asarray(random_colour(rng, 0.03, 0.85), np.float64)
    material = str(rng.choice(["plain", "metal", "clear"], p=[0.88, 0.05, 0.07]))
    if material == "metal":
        tint = [np.ones(3), np.array([0.35, 0.7, 0.95]), np.array([0.4, 0.55, 0.85])][int(rng.integers(3))]
        colour = tint * rng.uniform(0.2, 0.75)
    elif material == "clear":
        colour = np.asarray(random_colour(rng, 0.3, 0.95), np.float64)
    elif more_dark_dice and rng.random() < DARK_DIE_PROBABILITY:
        colour = np.asarray(random_colour(rng, 0.02, 0.2), np.float64)
    elif rng.random() < 0.13:
        colour = np.clip(background * rng.uniform(0.75, 1.35) + rng.normal(0, 0.02, 3), 0.02, 1)
    brightness = float(colour.mean())
    pip = str(rng.choice(["filled", "bare", "ring"], p=[0.46, 0.3, 0.24]))
    dark = brightness > 0.4 if rng.random() < 0.9 else brightness <= 0.4
    pip_colour = random_colour(rng, 0.0, 0.25) if dark else random_colour(rng, 0.6, 1.0)
    if rng.random() < 0.12:
        pip_colour = np.asarray(rng.permutation([0.05, 0.1, 0.8]), np.float32)
    disc = None
    if pip == "filled" and rng.random() < 0.07:
        disc = random_colour(rng, 0.1, 0.8)
        pip_colour = random_colour(rng, 0.7, 1.0) if disc.mean() < 0.6 else random_colour(rng, 0.0, 0.2)
        if rng.random() < 0.5:
            # Pips punched through a disc have the colour of the die.
            disc, pip_colour = np.asarray(colour * rng.uniform(0.45, 0.85), np.float32), np.asarray(colour, np.float32)
    elif pip != "bare" and rng.random() < 0.12:
        # Pips in a darker or lighter shade of the die's colour.
        pip_colour = np.asarray(np.clip(colour * rng.choice([0.45, 0.6, 0.75, 1.35]), 0, 1), np.float32)
    fibre_draw = rng.random()
    is_worn = rng.random() < 0.3
    return DieStyle(
        colour=np.asarray(colour, np.float32),
        pip=pip,
        pip_colour=pip_colour,
        radius=float(rng.uniform(0.055, 0.125)) * (1.2 if pip == "ring" else 1.0),
        pitch=(float(rng.uniform(0.2, 0.31)), float(rng.uniform(0.2, 0.31))),
        axis_aligned=rng.random() < 0.35,
        jitter=float(rng.choice([0.0, 0.01, 0.025])),
        rounding=float(
            rng.choice([rng.uniform(0.02, 0.12), rng.uniform(0.12, 0.3), rng.uniform(0.3, 0.48)], p=[0.5, 0.35, 0.15])
        ),
        grain=float(rng.uniform(0, 0.05)),
        fibre=float(rng.uniform(0.02, 0.14)) if fibre_draw < 0.35 else 0.0,
        stains=float(rng.choice([0, 1], p=[0.65, 0.35])),
        disc=disc,
        paint_strength=float(rng.uniform(0.2, 0.75) if is_worn else rng.uniform(0.8, 1.0)),
        wear=float(rng.uniform(0.1, 0.5)) if is_worn else 0.1,
        ring_width=float(rng.uniform(0.08, 0.24)),
        rings=2 if rng.random() < 0.35 else 1,
        depth=float(rng.uniform(0.12, 0.8)),
        gloss=float(rng.uniform(0.1, 0.9)) if rng.random() < 0.25 else 0.0,
        glare=float(rng.uniform(0.4, 0.93)) if rng.random() < 0.08 else 0.0,
        metallic=float(rng.uniform(0.3, 1.0)) if material == "metal" else 0.0,
        translucency=float(rng.uniform(0.25, 0.75)) if material == "clear" else 0.0,
        marble=random_colour(rng, 0.05, 0.9) if rng.random() < 0.07 else None,
    )


def pip_layout(value: int, style: DieStyle, rng: Rng) -> Offsets:
    """Returns the pips of a face as offsets from its centre in units of the pitch; x runs along the long side."""
    mirror = 1.0 if rng.random() < 0.5 else -1.0
    corners = ((-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0))
    one = ((0.0, 0.0),)
    two = ((-1.0, 0.0), (1.0, 0.0)) if style.axis_aligned else ((-1.0, -mirror), (1.0, mirror))
    sides = ((-1.0, 0.0), (1.0, 0.0)) if mirror > 0 else ((0.0, -1.0), (0.0, 1.0))
    return {
        1: one,
        2: two,
        3: two + one,
        4: corners,
        5: corners + one,
        6: corners + (((0.0, -1.0), (0.0, 1.0)) if style.axis_aligned or mirror > 0 else sides),
    }[value]


def rounded_mask(height: int, width: int, radius: float) -> Image:
    """Returns the antialiased mask (height×width, 0 to 1) of a rectangle with rounded corners."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5
    dx = np.maximum(np.abs(x - width / 2) - (width / 2 - radius), 0)
    dy = np.maximum(np.abs(y - height / 2) - (height / 2 - radius), 0)
    return np.asarray(np.clip(radius - np.hypot(dx, dy) + 0.5, 0, 1), np.float32)


def _draw_pip(
    face: Image, centre: tuple[float, float], radius: float, style: DieStyle, light: NDArray[np.float64], rng: Rng
) -> None:
    """Draws one pip; `light` is the direction towards the light in the plane of the face."""
    extent = int(np.ceil(radius + 2))
    x0, y0 = round(centre[0]) - extent, round(centre[1]) - extent
    x1, y1 = min(x0 + 2 * extent + 1, face.shape[1]), min(y0 + 2 * extent + 1, face.shape[0])
    x0, y0 = max(x0, 0), max(y0, 0)
    if x1 <= x0 or y1 <= y0:
        return
    y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    dx, dy = x - centre[0], y - centre[1]
    distance = np.hypot(dx, dy)
    patch = face[y0:y1, x0:x1]
    paint_strength = float(np.clip(style.paint_strength * (1 + style.wear * rng.uniform(-1, 0.5)), 0.1, 1))
    if style.pip == "ring":
        _draw_rings(patch, (dx, dy), radius, style, light, paint_strength)
        return
    inside = np.clip(radius - distance + 0.5, 0, 1)
    slope = (dx * light[0] + dy * light[1]) / max(radius, 1.0)
    if style.pip == "bare":
        # A drilled hollow: the wall on the side of the light is shaded, the opposite one lit, the rim dark.
        depth = style.depth * float(rng.uniform(0.75, 1.1))
        rim = np.clip(1 - np.abs(distance - radius * 0.9) / (radius * 0.25), 0, 1)
        mask = 1 - depth * (0.35 + 0.75 * slope) - 0.35 * depth * rim
        shadowed = np.clip((slope - 0.15) * 4, 0, 1) * max(0.0, depth - 0.35)
        patch *= (1 + inside * (np.clip(mask - shadowed, 0.05, 1.5) - 1))[..., None]
        return
    colour = style.pip_colour * np.clip(1 - 0.5 * style.depth * slope, 0.3, 2)[..., None]
    patch += (inside * paint_strength)[..., None] * (colour - patch)
    if rng.random() < 0.25:
        highlight = np.clip(
            1 - np.hypot(dx + light[0] * radius * 0.3, dy + light[1] * radius * 0.3) / (radius * 0.35), 0, 1
        )
        patch += (highlight * rng.uniform(0.3, 1.0))[..., None] * (1 - patch)


def _draw_rings(
    patch: Image,
    offset: tuple[Image, Image],
    radius: float,
    style: DieStyle,
    light: NDArray[np.float64],
    paint_strength: float,
) -> None:
    """Draws a dot with one or two rings; `offset` is the x and y distance of each pixel from the pip's centre."""
    distance = np.hypot(*offset)
    ring_width = max(0.7, radius * style.ring_width)
    circles = (0.88, 0.52) if style.rings == 2 else (0.85,)
    alpha = np.clip(radius * (0.2 if style.rings == 2 else 0.27) - distance + 0.5, 0, 1)
    relief = np.zeros_like(distance)
    for share in circles:
        ring = np.clip(ring_width - np.abs(distance - radius * share) + 0.5, 0, 1)
        alpha = np.maximum(alpha, ring)
        relief += ring * np.clip((distance - radius * share) / ring_width, -1, 1)
    patch += (alpha * paint_strength)[..., None] * (style.pip_colour - patch)
    # The wall of the groove on the side of the light is shaded.
    slope = (offset[0] * light[0] + offset[1] * light[1]) / np.maximum(distance, 1.0)
    patch *= (1 - 0.4 * style.depth * np.clip(relief * slope, -1, 1))[..., None]


def body_texture(rng: Rng, bank: NoiseBank, style: DieStyle, width: int, height: int) -> Image:
    """Returns the albedo (height×width×3) of a face without pips."""
    short_edge = min(width, height)
    face = np.empty((height, width, 3), np.float32)
    face[:] = style.colour
    if style.marble is not None:
        marbling = np.clip(0.5 + bank.sample(rng, "blobs", height, width), 0, 1)[..., None]
        face += marbling * (style.marble - face)
    if style.grain > 0:
        face *= (1 + style.grain * bank.sample(rng, "grain", height, width))[..., None]
    if style.fibre > 0:
        face *= (1 + style.fibre * bank.sample(rng, "fibre", height, width))[..., None]
        if rng.random() < 0.5:
            pores = bank.sample(rng, "blobs", height, width) * 0.5 + bank.sample(rng, "grain", height, width)
            face *= (1 - rng.uniform(0.2, 0.6) * np.clip(pores - 2.0, 0, 1))[..., None]
    if style.disc is not None:
        cv2.circle(
            face, (width // 2, height // 2), round(short_edge * 0.42), [float(c) for c in style.disc], -1, cv2.LINE_AA
        )
    for _ in range(int(rng.integers(0, 5)) if style.stains else 0):
        colour = [float(c) for c in style.colour * rng.uniform(0.3, 0.9)]
        position, size = rng.uniform(0, 1, 2) * (width, height), max(1, round(short_edge * rng.uniform(0.01, 0.045)))
        cv2.ellipse(
            face,
            ((float(position[0]), float(position[1])), (size * 2.0, size * rng.uniform(0.8, 2)), 30.0),
            colour,
            -1,
            cv2.LINE_AA,
        )
    if style.stains and rng.random() < 0.6:
        # Bone and horn are stained in soft patches, some of them as large as pips.
        patches = np.clip(bank.sample(rng, "blobs", height, width) - rng.uniform(0.2, 1.2), 0, 1.5)
        face *= 1 - rng.uniform(0.1, 0.35) * rng.uniform(0.3, 1, 3) * patches[..., None]
    return face


def pip_positions(
    rng: Rng, value: int, style: DieStyle, width: int, height: int
) -> Iterator[tuple[tuple[float, float], float]]:
    """Yields the centre (x, y) and the radius of every pip of a face; `width` is the longer side."""
    short_edge = min(width, height)
    scale = 0.62 if style.disc is not None else 1.0
    radius = style.radius * short_edge * (0.8 if style.disc is not None else 1.0)
    if value == 1 and rng.random() < 0.2:
        radius *= rng.uniform(1.1, 1.6)
    # On an oblong face the pips spread with the long side, or keep nearly the pitch of the short one.
    pitch_x = style.pitch[0] * (width if rng.random() < 0.7 else (width + short_edge) / 2) * scale
    pitch_y = style.pitch[1] * height * scale
    for ox, oy in pip_layout(value, style, rng):
        offset = rng.normal(0, style.jitter, 2) * short_edge
        centre = (width / 2 + ox * pitch_x + offset[0] - 0.5, height / 2 + oy * pitch_y + offset[1] - 0.5)
        yield centre, float(radius * rng.uniform(0.93, 1.07))


def face_texture(
    rng: Rng, bank: NoiseBank, value: int, style: DieStyle, width: int, height: int, light: NDArray[np.float64]
) -> Image:
    """Returns a lit face with its pips (height×width×3); `width` is the longer side."""
    face = body_texture(rng, bank, style, width, height)
    for centre, radius in pip_positions(rng, value, style, width, height):
        _draw_pip(face, centre, radius, style, light, rng)
    if style.metallic:
        _draw_reflections(rng, bank, face, style.metallic)
    if style.gloss:
        _draw_highlight(rng, face, style.gloss)
    return np.clip(face, 0, 1)


def draw_translucency(rng: Rng, face: Image, style: DieStyle, value_below: int) -> None:
    """Adds to a translucent face (height×width×3) the blurred pips of the face below and a brighter side."""
    height, width = face.shape[:2]
    simplified = replace(style, pip="filled", disc=None)
    mask = np.zeros((height, width), np.float32)
    for (x, y), radius in pip_positions(rng, value_below, simplified, width, height):
        position = (round(width / 2 + (x - width / 2) * 0.75), round(height / 2 + (y - height / 2) * 0.75))
        cv2.circle(mask, position, max(1, round(radius * 0.8)), (1.0,), -1, cv2.LINE_AA)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, 0.03 * height)), np.float32)
    colour = style.pip_colour if style.pip != "bare" else style.colour * 0.5
    face += (0.6 * style.translucency * float(rng.uniform(0.3, 1)) * mask)[..., None] * (colour - face)
    gradient = rng.normal(0, 1, 2)
    ramp = (np.linspace(-1, 1, width)[None] * gradient[0] + np.linspace(-1, 1, height)[:, None] * gradient[1]) / 2
    face *= (1 + 0.5 * style.translucency * ramp)[..., None].astype(np.float32)


def draw_glare(rng: Rng, face: Image, glare: float) -> None:
    """Blends the reflection of a broad light over a whole face, which leaves its pips faint."""
    height, width = face.shape[:2]
    gradient = rng.normal(0, 0.5, 2)
    ramp = np.linspace(-1, 1, width)[None] * gradient[0] + np.linspace(-1, 1, height)[:, None] * gradient[1]
    alpha = np.clip(glare * (1 - 0.25 * np.abs(ramp + rng.normal(0, 0.3))), 0, 0.95)
    face += alpha[..., None].astype(np.float32) * (float(rng.uniform(0.9, 1.25)) - face)


def _draw_reflections(rng: Rng, bank: NoiseBank, face: Image, metallic: float) -> None:
    """Draws the reflections of the surroundings in polished or brushed metal: bright and dark bands with soft edges."""
    height, width = face.shape[:2]
    gradient, start = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    x, y = np.linspace(-1, 1, width)[None] * np.cos(gradient), np.linspace(-1, 1, height)[:, None] * np.sin(gradient)
    bands = np.sin((x + y) * rng.uniform(0.8, 5) + start) + 0.4 * bank.sample(rng, "cloud", height, width)
    if rng.random() < 0.4:
        bands = bands + 0.3 * bank.sample(rng, "fibre", height, width)
    face *= (1 + metallic * 0.8 * np.tanh(bands * rng.uniform(0.6, 2.5)))[..., None].astype(np.float32)
    brightness = np.clip(bands - rng.uniform(0.6, 1.6), 0, 1) * metallic
    face += brightness[..., None].astype(np.float32) * (1 - face)


def _draw_highlight(rng: Rng, face: Image, gloss: float) -> None:
    """Draws a specular highlight: a soft spot or a band across the face."""
    y, x = np.mgrid[0 : face.shape[0], 0 : face.shape[1]].astype(np.float32)
    x, y = x / face.shape[1], y / face.shape[0]
    position, angle, width = rng.uniform(-0.3, 1.3, 2), rng.uniform(0, np.pi), float(rng.uniform(0.15, 0.6))
    along = (x - position[0]) * np.cos(angle) + (y - position[1]) * np.sin(angle)
    ramp = ((y - position[1]) * np.cos(angle) - (x - position[0]) * np.sin(angle)) * (1 if rng.random() < 0.5 else 0.15)
    light = gloss * np.exp(-(along**2 + ramp**2) / (2 * width**2))
    face += light[..., None].astype(np.float32) * (1 - face)
