"""Drawn faces of dice: pips in every style, wear, grain, rounded corners."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.floors import Image, NoiseBank, Rng, random_colour

Offsets = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Style:
    """How the pips and the body of one die look; lengths are fractions of the die's short edge."""

    colour: Image
    pip: str
    pip_colour: Image
    radius: float
    pitch: tuple[float, float]
    straight: bool
    jitter: float
    rounding: float
    grain: float
    fibre: float
    stains: float
    disc: Image | None
    strength: float
    """How much of the pips' colour is left: 1 for fresh ones, little for worn ones."""
    wear: float
    """How uneven that is from pip to pip."""
    line: float
    """Width of a ring's line in radii of the pip."""
    rings: int
    depth: float
    """How deep pips are drilled, 0 to 1: what light and shade can tell of them."""
    gloss: float
    """Light mirrored in the face, 0 for none."""
    veil: float
    """How much of a face is lost in a light that is mirrored all over its top, 0 for none."""
    metal: float
    """How strongly its faces mirror the room, in bands, 0 for none."""
    clear: float
    """How much is seen through it, 0 for none: the ground, and the pips of the face below."""
    marble: Image | None


DARK = 0.3
"""How often a die is dark where more dice are to be so."""


def random_style(rng: Rng, like: Image, darker: bool = False) -> Style:
    """Returns a random die: bone, plastic, wood; filled, bare, ring-and-dot or double-ring pips.

    At times its colour is near `like`, the ground's. `darker`: more dice are as dark as horn and black plastic.
    """
    kind = rng.random()
    if kind < 0.5:
        colour = np.clip(np.array([0.62, 0.76, 0.86]) * rng.uniform(0.45, 1.15) + rng.normal(0, 0.05, 3), 0.05, 1)
    elif kind < 0.75:
        colour = np.clip(rng.uniform(0.75, 1.0) + rng.normal(0, 0.02, 3), 0, 1)
    else:
        colour = np.asarray(random_colour(rng, 0.03, 0.85), np.float64)
    surface = str(rng.choice(["plain", "metal", "clear"], p=[0.88, 0.05, 0.07]))
    if surface == "metal":
        tint = [np.ones(3), np.array([0.35, 0.7, 0.95]), np.array([0.4, 0.55, 0.85])][int(rng.integers(3))]
        colour = tint * rng.uniform(0.2, 0.75)
    elif surface == "clear":
        colour = np.asarray(random_colour(rng, 0.3, 0.95), np.float64)
    elif darker and rng.random() < DARK:
        colour = np.asarray(random_colour(rng, 0.02, 0.2), np.float64)
    elif rng.random() < 0.13:
        colour = np.clip(like * rng.uniform(0.75, 1.35) + rng.normal(0, 0.02, 3), 0.02, 1)
    bright = float(colour.mean())
    pip = str(rng.choice(["filled", "bare", "ring"], p=[0.46, 0.3, 0.24]))
    dark = bright > 0.4 if rng.random() < 0.9 else bright <= 0.4
    pip_colour = random_colour(rng, 0.0, 0.25) if dark else random_colour(rng, 0.6, 1.0)
    if rng.random() < 0.12:
        pip_colour = np.asarray(rng.permutation([0.05, 0.1, 0.8]), np.float32)
    disc = None
    if pip == "filled" and rng.random() < 0.07:
        disc = random_colour(rng, 0.1, 0.8)
        pip_colour = random_colour(rng, 0.7, 1.0) if disc.mean() < 0.6 else random_colour(rng, 0.0, 0.2)
        if rng.random() < 0.5:
            # Pips punched through a disc show the die itself.
            disc, pip_colour = np.asarray(colour * rng.uniform(0.45, 0.85), np.float32), np.asarray(colour, np.float32)
    elif pip != "bare" and rng.random() < 0.12:
        # Cut in the die's own colour: darker or paler, no more.
        pip_colour = np.asarray(np.clip(colour * rng.choice([0.45, 0.6, 0.75, 1.35]), 0, 1), np.float32)
    material = rng.random()
    worn = rng.random() < 0.3
    return Style(
        colour=np.asarray(colour, np.float32),
        pip=pip,
        pip_colour=pip_colour,
        radius=float(rng.uniform(0.055, 0.125)) * (1.2 if pip == "ring" else 1.0),
        pitch=(float(rng.uniform(0.2, 0.31)), float(rng.uniform(0.2, 0.31))),
        straight=rng.random() < 0.35,
        jitter=float(rng.choice([0.0, 0.01, 0.025])),
        rounding=float(
            rng.choice([rng.uniform(0.02, 0.12), rng.uniform(0.12, 0.3), rng.uniform(0.3, 0.48)], p=[0.5, 0.35, 0.15])
        ),
        grain=float(rng.uniform(0, 0.05)),
        fibre=float(rng.uniform(0.02, 0.14)) if material < 0.35 else 0.0,
        stains=float(rng.choice([0, 1], p=[0.65, 0.35])),
        disc=disc,
        strength=float(rng.uniform(0.2, 0.75) if worn else rng.uniform(0.8, 1.0)),
        wear=float(rng.uniform(0.1, 0.5)) if worn else 0.1,
        line=float(rng.uniform(0.08, 0.24)),
        rings=2 if rng.random() < 0.35 else 1,
        depth=float(rng.uniform(0.12, 0.8)),
        gloss=float(rng.uniform(0.1, 0.9)) if rng.random() < 0.25 else 0.0,
        veil=float(rng.uniform(0.4, 0.93)) if rng.random() < 0.08 else 0.0,
        metal=float(rng.uniform(0.3, 1.0)) if surface == "metal" else 0.0,
        clear=float(rng.uniform(0.25, 0.75)) if surface == "clear" else 0.0,
        marble=random_colour(rng, 0.05, 0.9) if rng.random() < 0.07 else None,
    )


def layout(value: int, style: Style, rng: Rng) -> Offsets:
    """Returns the pips of a face as offsets from its middle in units of the pitch; x runs along the long side."""
    flip = 1.0 if rng.random() < 0.5 else -1.0
    corners = ((-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0))
    one = ((0.0, 0.0),)
    two = ((-1.0, 0.0), (1.0, 0.0)) if style.straight else ((-1.0, -flip), (1.0, flip))
    sides = ((-1.0, 0.0), (1.0, 0.0)) if flip > 0 else ((0.0, -1.0), (0.0, 1.0))
    return {
        1: one,
        2: two,
        3: two + one,
        4: corners,
        5: corners + one,
        6: corners + (((0.0, -1.0), (0.0, 1.0)) if style.straight or flip > 0 else sides),
    }[value]


def rounded_mask(height: int, width: int, radius: float) -> Image:
    """Returns the soft mask (0 to 1) of a rectangle with rounded corners that fills height×width."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5
    dx = np.maximum(np.abs(x - width / 2) - (width / 2 - radius), 0)
    dy = np.maximum(np.abs(y - height / 2) - (height / 2 - radius), 0)
    return np.asarray(np.clip(radius - np.hypot(dx, dy) + 0.5, 0, 1), np.float32)


def _paint(
    face: Image, centre: tuple[float, float], radius: float, style: Style, light: NDArray[np.float64], rng: Rng
) -> None:
    """Paints one pip; `light` points towards the light in the face's plane."""
    reach = int(np.ceil(radius + 2))
    x0, y0 = round(centre[0]) - reach, round(centre[1]) - reach
    x1, y1 = min(x0 + 2 * reach + 1, face.shape[1]), min(y0 + 2 * reach + 1, face.shape[0])
    x0, y0 = max(x0, 0), max(y0, 0)
    if x1 <= x0 or y1 <= y0:
        return
    y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    dx, dy = x - centre[0], y - centre[1]
    distance = np.hypot(dx, dy)
    patch = face[y0:y1, x0:x1]
    strength = float(np.clip(style.strength * (1 + style.wear * rng.uniform(-1, 0.5)), 0.1, 1))
    if style.pip == "ring":
        _paint_rings(patch, (dx, dy), radius, style, light, strength)
        return
    inside = np.clip(radius - distance + 0.5, 0, 1)
    slope = (dx * light[0] + dy * light[1]) / max(radius, 1.0)
    if style.pip == "bare":
        # A drilled hollow: its wall towards the light lies in the shade, the one away from it is lit; its rim is dark.
        depth = style.depth * float(rng.uniform(0.75, 1.1))
        rim = np.clip(1 - np.abs(distance - radius * 0.9) / (radius * 0.25), 0, 1)
        shade = 1 - depth * (0.35 + 0.75 * slope) - 0.35 * depth * rim
        hidden = np.clip((slope - 0.15) * 4, 0, 1) * max(0.0, depth - 0.35)
        patch *= (1 + inside * (np.clip(shade - hidden, 0.05, 1.5) - 1))[..., None]
        return
    tone = style.pip_colour * np.clip(1 - 0.5 * style.depth * slope, 0.3, 2)[..., None]
    patch += (inside * strength)[..., None] * (tone - patch)
    if rng.random() < 0.25:
        spot = np.clip(1 - np.hypot(dx + light[0] * radius * 0.3, dy + light[1] * radius * 0.3) / (radius * 0.35), 0, 1)
        patch += (spot * rng.uniform(0.3, 1.0))[..., None] * (1 - patch)


def _paint_rings(
    patch: Image,
    away: tuple[Image, Image],
    radius: float,
    style: Style,
    light: NDArray[np.float64],
    strength: float,
) -> None:
    """Paints a dot with one or two rings; `away` is the way from its middle in x and y, by pixel."""
    distance = np.hypot(*away)
    line = max(0.7, radius * style.line)
    circles = (0.88, 0.52) if style.rings == 2 else (0.85,)
    cover = np.clip(radius * (0.2 if style.rings == 2 else 0.27) - distance + 0.5, 0, 1)
    relief = np.zeros_like(distance)
    for part in circles:
        ring = np.clip(line - np.abs(distance - radius * part) + 0.5, 0, 1)
        cover = np.maximum(cover, ring)
        relief += ring * np.clip((distance - radius * part) / line, -1, 1)
    patch += (cover * strength)[..., None] * (style.pip_colour - patch)
    # The groove's wall towards the light lies in the shade.
    slope = (away[0] * light[0] + away[1] * light[1]) / np.maximum(distance, 1.0)
    patch *= (1 - 0.4 * style.depth * np.clip(relief * slope, -1, 1))[..., None]


def body_texture(rng: Rng, bank: NoiseBank, style: Style, width: int, height: int) -> Image:
    """Returns the albedo of a face without pips (height×width×3)."""
    short = min(width, height)
    face = np.empty((height, width, 3), np.float32)
    face[:] = style.colour
    if style.marble is not None:
        mixed = np.clip(0.5 + bank.cut(rng, "blobs", height, width), 0, 1)[..., None]
        face += mixed * (style.marble - face)
    if style.grain > 0:
        face *= (1 + style.grain * bank.cut(rng, "grain", height, width))[..., None]
    if style.fibre > 0:
        face *= (1 + style.fibre * bank.cut(rng, "fibre", height, width))[..., None]
        if rng.random() < 0.5:
            pores = bank.cut(rng, "blobs", height, width) * 0.5 + bank.cut(rng, "grain", height, width)
            face *= (1 - rng.uniform(0.2, 0.6) * np.clip(pores - 2.0, 0, 1))[..., None]
    if style.disc is not None:
        cv2.circle(
            face, (width // 2, height // 2), round(short * 0.42), [float(c) for c in style.disc], -1, cv2.LINE_AA
        )
    for _ in range(int(rng.integers(0, 5)) if style.stains else 0):
        tone = [float(c) for c in style.colour * rng.uniform(0.3, 0.9)]
        at, size = rng.uniform(0, 1, 2) * (width, height), max(1, round(short * rng.uniform(0.01, 0.045)))
        cv2.ellipse(
            face, ((float(at[0]), float(at[1])), (size * 2.0, size * rng.uniform(0.8, 2)), 30.0), tone, -1, cv2.LINE_AA
        )
    return face


def pips_on(rng: Rng, value: int, style: Style, width: int, height: int) -> Iterator[tuple[tuple[float, float], float]]:
    """Yields the middle (x, y) and the radius of every pip of a face of height×width, the width being the longer."""
    short = min(width, height)
    shrink = 0.62 if style.disc is not None else 1.0
    radius = style.radius * short * (0.8 if style.disc is not None else 1.0)
    if value == 1 and rng.random() < 0.2:
        radius *= rng.uniform(1.1, 1.6)
    # On a long face the pips spread with it, at times keeping the pitch of the short side.
    pitch_x = style.pitch[0] * (width if rng.random() < 0.7 else (width + short) / 2) * shrink
    pitch_y = style.pitch[1] * height * shrink
    for ox, oy in layout(value, style, rng):
        wobble = rng.normal(0, style.jitter, 2) * short
        centre = (width / 2 + ox * pitch_x + wobble[0] - 0.5, height / 2 + oy * pitch_y + wobble[1] - 0.5)
        yield centre, float(radius * rng.uniform(0.93, 1.07))


def face_texture(
    rng: Rng, bank: NoiseBank, value: int, style: Style, width: int, height: int, light: NDArray[np.float64]
) -> Image:
    """Returns one face (height×width×3, the width being the longer) as light makes it look, its pips with it."""
    face = body_texture(rng, bank, style, width, height)
    for centre, radius in pips_on(rng, value, style, width, height):
        _paint(face, centre, radius, style, light, rng)
    if style.metal:
        _mirror_room(rng, bank, face, style.metal)
    if style.gloss:
        _mirror(rng, face, style.gloss)
    return np.clip(face, 0, 1)


def seen_through(rng: Rng, face: Image, style: Style, below: int) -> None:
    """Shows in a clear face (height×width×3) the pips of that below, small and blurred, and a brighter side."""
    height, width = face.shape[:2]
    small = replace(style, pip="filled", disc=None)
    shade = np.zeros((height, width), np.float32)
    for (x, y), radius in pips_on(rng, below, small, width, height):
        at = (round(width / 2 + (x - width / 2) * 0.75), round(height / 2 + (y - height / 2) * 0.75))
        cv2.circle(shade, at, max(1, round(radius * 0.8)), (1.0,), -1, cv2.LINE_AA)
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), max(0.5, 0.03 * height)), np.float32)
    tone = style.pip_colour if style.pip != "bare" else style.colour * 0.5
    face += (0.6 * style.clear * float(rng.uniform(0.3, 1)) * shade)[..., None] * (tone - face)
    way = rng.normal(0, 1, 2)
    across = (np.linspace(-1, 1, width)[None] * way[0] + np.linspace(-1, 1, height)[:, None] * way[1]) / 2
    face *= (1 + 0.5 * style.clear * across)[..., None].astype(np.float32)


def veiled(rng: Rng, face: Image, veil: float) -> None:
    """Lays the mirror image of a broad light over a whole face: what is left of its pips is faint."""
    height, width = face.shape[:2]
    way = rng.normal(0, 0.5, 2)
    across = np.linspace(-1, 1, width)[None] * way[0] + np.linspace(-1, 1, height)[:, None] * way[1]
    cover = np.clip(veil * (1 - 0.25 * np.abs(across + rng.normal(0, 0.3))), 0, 0.95)
    face += cover[..., None].astype(np.float32) * (float(rng.uniform(0.9, 1.25)) - face)


def _mirror_room(rng: Rng, bank: NoiseBank, face: Image, metal: float) -> None:
    """Shows in a face what polished or brushed metal mirrors: bright and dark bands with soft edges."""
    height, width = face.shape[:2]
    way, start = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    x, y = np.linspace(-1, 1, width)[None] * np.cos(way), np.linspace(-1, 1, height)[:, None] * np.sin(way)
    waves = np.sin((x + y) * rng.uniform(0.8, 5) + start) + 0.4 * bank.cut(rng, "cloud", height, width)
    if rng.random() < 0.4:
        waves = waves + 0.3 * bank.cut(rng, "fibre", height, width)
    face *= (1 + metal * 0.8 * np.tanh(waves * rng.uniform(0.6, 2.5)))[..., None].astype(np.float32)
    bright = np.clip(waves - rng.uniform(0.6, 1.6), 0, 1) * metal
    face += bright[..., None].astype(np.float32) * (1 - face)


def _mirror(rng: Rng, face: Image, gloss: float) -> None:
    """Lays a mirrored light over a face: a soft spot or a band that runs across it."""
    y, x = np.mgrid[0 : face.shape[0], 0 : face.shape[1]].astype(np.float32)
    x, y = x / face.shape[1], y / face.shape[0]
    at, angle, width = rng.uniform(-0.3, 1.3, 2), rng.uniform(0, np.pi), float(rng.uniform(0.15, 0.6))
    along = (x - at[0]) * np.cos(angle) + (y - at[1]) * np.sin(angle)
    across = ((y - at[1]) * np.cos(angle) - (x - at[0]) * np.sin(angle)) * (1 if rng.random() < 0.5 else 0.15)
    light = gloss * np.exp(-(along**2 + across**2) / (2 * width**2))
    face += light[..., None].astype(np.float32) * (1 - face)
