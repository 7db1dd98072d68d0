"""Backgrounds of drawn scenes: felt, cloth, carpet, planks, paper, trays, and the clutter on them."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]
Rng = np.random.Generator

BANK_SIDE = 640
"""Side length of a noise field, in pixels."""
FIELDS_PER_KIND = 10
"""Number of noise fields of each kind."""


def noise(rng: Rng, height: int, width: int, scale_x: float, scale_y: float) -> Image:
    """Returns smooth noise of about unit deviation, with a grain size of `scale_x` by `scale_y` pixels."""
    h, w = max(2, round(height / scale_y) + 1), max(2, round(width / scale_x) + 1)
    coarse = rng.standard_normal((min(h, height), min(w, width))).astype(np.float32)
    field = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(field / max(float(field.std()), 1e-3), np.float32)


class NoiseBank:
    """Precomputed noise fields of several kinds; random crops of them make a scene cheap to draw."""

    def __init__(self, rng: Rng) -> None:
        """Generates the fields."""
        side = BANK_SIDE
        self._grain = [noise(rng, side, side, s, s) for s in rng.uniform(1.0, 3.0, FIELDS_PER_KIND)]
        self._cloud = [
            noise(rng, side, side, 90, 90) + 0.6 * noise(rng, side, side, 30, 30) for _ in range(FIELDS_PER_KIND)
        ]
        self._blobs = [noise(rng, side, side, s, s) for s in rng.uniform(5, 16, FIELDS_PER_KIND)]
        self._fibre = [
            noise(rng, side, side, rng.uniform(60, 200), rng.uniform(1.5, 7))
            + 0.5 * noise(rng, side, side, 40, rng.uniform(1, 3))
            for _ in range(FIELDS_PER_KIND)
        ]

    def sample(self, rng: Rng, kind: str, height: int, width: int) -> Image:
        """Returns a random crop (height×width) of noise of the `kind` grain, cloud, blobs or fibre (along x or y)."""
        field = getattr(self, f"_{kind}")[rng.integers(FIELDS_PER_KIND)]
        if max(height, width) > BANK_SIDE:
            field = cv2.resize(field, (max(height, width),) * 2)
        y = int(rng.integers(field.shape[0] - height + 1))
        x = int(rng.integers(field.shape[1] - width + 1))
        crop = field[y : y + height, x : x + width]
        return crop if rng.random() < 0.5 else np.ascontiguousarray(crop[:, ::-1])


def random_colour(rng: Rng, low: float = 0.02, high: float = 0.9) -> Image:
    """Returns a B, G, R albedo with a value from `low` to `high`: often greyish or brownish, or saturated."""
    value = float(rng.uniform(low, high))
    kind = rng.random()
    if kind < 0.35:
        tint = rng.uniform(0.9, 1.1, 3)
    elif kind < 0.7:
        tint = np.array([rng.uniform(0.3, 0.8), rng.uniform(0.6, 0.9), 1.0])
    else:
        tint = rng.uniform(0.1, 1.0, 3)
        tint = tint / tint.max()
    return np.asarray(np.clip(value * tint, 0, 1), np.float32)


def _rotated(rng: Rng, field: Image) -> Image:
    h, w = field.shape[:2]
    angle = float(rng.uniform(0, 360))
    matrix = cv2.getRotationMatrix2D((w / 2, h / 2), angle, float(rng.uniform(0.8, 1.6)))
    return np.asarray(cv2.warpAffine(field, matrix, (w, h), borderMode=cv2.BORDER_REFLECT), np.float32)


def _weave(rng: Rng, side: int) -> Image:
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    step = rng.uniform(2.5, 9)
    return np.asarray(np.sin(x * 2 * np.pi / step) + np.sin(y * 2 * np.pi / step * rng.uniform(0.8, 1.2)), np.float32)


def surface(rng: Rng, bank: NoiseBank, side: int) -> Image:
    """Returns one plain surface (side×side×3, albedo 0 to 1): felt, carpet, planks, weave or smooth."""
    background = random_colour(rng)
    amount = float(rng.uniform(0.01, 0.16))
    kind = rng.choice(["felt", "carpet", "planks", "weave", "smooth"], p=[0.25, 0.2, 0.25, 0.1, 0.2])
    if kind == "felt":
        field = bank.sample(rng, "grain", side, side) + 0.5 * bank.sample(rng, "cloud", side, side)
    elif kind == "carpet":
        field = np.maximum(bank.sample(rng, "blobs", side, side), -0.8) + 0.4 * bank.sample(rng, "grain", side, side)
        amount *= 1.5
    elif kind == "planks":
        field = _rotated(rng, bank.sample(rng, "fibre", side, side)) + 0.3 * bank.sample(rng, "cloud", side, side)
    elif kind == "weave":
        field = _rotated(rng, _weave(rng, side)) + 0.4 * bank.sample(rng, "grain", side, side)
    else:
        field, amount = bank.sample(rng, "cloud", side, side), amount * 0.3
    return np.asarray(np.clip(background * (1 + amount * field[..., None]), 0, 1), np.float32)


def _random_shape(rng: Rng, side: int, size: float) -> NDArray[np.int32]:
    """Returns a random rectangle, disc or irregular polygon of about `size` pixels."""
    centre = rng.uniform(-0.1 * side, 1.1 * side, 2)
    kind = rng.random()
    if kind < 0.45:
        aspect = np.array([1.0, rng.uniform(0.15, 1.0)])
        corners = cv2.boxPoints(((centre[0], centre[1]), tuple(size * aspect), float(rng.uniform(0, 180))))
        return np.asarray(np.round(corners), np.int32)
    count = 24 if kind < 0.7 else int(rng.integers(3, 9))
    angles = np.sort(rng.uniform(0, 2 * np.pi, count)) if count < 24 else np.arange(24) * np.pi / 12
    radius = size / 2 * (rng.uniform(0.6, 1.0, count) if count < 24 else np.ones(count))
    return np.asarray(np.round(centre + np.stack([np.cos(angles), np.sin(angles)], 1) * radius[:, None]), np.int32)


def _draw_specks(rng: Rng, ground: Image) -> None:
    """Draws dots, rings and characters on the background, some in rows like pips or print."""
    side = ground.shape[0]
    for _ in range(int(rng.integers(0, 5))):
        colour = [float(c) for c in random_colour(rng, 0.0, 1.0)]
        start, radius = rng.uniform(0, side, 2), float(rng.uniform(1, 7))
        step = rng.normal(0, 1, 2) * radius * rng.uniform(2, 5)
        if rng.random() < 0.5:
            for k in range(int(rng.integers(1, 6))):
                position = np.round(start + k * step).astype(int)
                filled = -1 if rng.random() < 0.7 else 1
                cv2.circle(
                    ground, (int(position[0]), int(position[1])), max(1, round(radius)), colour, filled, cv2.LINE_AA
                )
        else:
            for k in range(int(rng.integers(1, 12))):
                position = start + k * np.array([step[0], 0.2 * step[1]])
                text = "".join(chr(c) for c in rng.integers(48, 122, int(rng.integers(1, 6))))
                origin = (int(position[0]), int(position[1]))
                cv2.putText(ground, text, origin, int(rng.integers(0, 4)), radius / 9 + 0.2, colour, 1, cv2.LINE_AA)


def _draw_lines(rng: Rng, ground: Image) -> None:
    side = ground.shape[0]
    colour: Any = [float(c) for c in random_colour(rng, 0.0, 1.0)]
    if rng.random() < 0.5:
        angle, step = rng.uniform(0, np.pi), rng.uniform(12, 90)
        for turn in (angle, angle + np.pi / 2):
            across, along = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
            for k in np.arange(-side, side, step):
                middle = np.array([side / 2, side / 2]) + across * k
                a, b = middle - along * side, middle + along * side
                ends = [(int(p[0]), int(p[1])) for p in (a, b)]
                cv2.line(ground, ends[0], ends[1], colour, 1, cv2.LINE_AA)
    else:
        for _ in range(int(rng.integers(1, 6))):
            ends = [(int(p[0]), int(p[1])) for p in rng.uniform(0, side, (2, 2))]
            cv2.line(ground, ends[0], ends[1], colour, int(rng.integers(1, 5)), cv2.LINE_AA)


def _draw_creases(rng: Rng, ground: Image) -> None:
    """Draws soft folds and dents: shaded relief of lines and outlines, without a colour of their own."""
    side = ground.shape[0]
    relief = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        outline = _random_shape(rng, side, float(rng.uniform(0.1, 0.6)) * side)
        thickness = int(rng.integers(1, 6))
        if rng.random() < 0.5:
            cv2.polylines(relief, [outline], rng.random() < 0.6, (float(rng.uniform(0.3, 1)),), thickness, cv2.LINE_AA)
        else:
            cv2.fillPoly(relief, [outline], (float(rng.uniform(0.2, 0.8)),), cv2.LINE_AA)
    relief = np.asarray(cv2.GaussianBlur(relief, (0, 0), float(rng.uniform(0.8, 5))), np.float32)
    light = rng.normal(0, 1, 2)
    slope = cv2.Sobel(relief, cv2.CV_32F, 1, 0) * light[0] + cv2.Sobel(relief, cv2.CV_32F, 0, 1) * light[1]
    slope = slope / max(float(np.abs(slope).max()), 1e-3)
    ground *= (1 + rng.uniform(0.05, 0.35) * slope)[..., None]


def ground(rng: Rng, bank: NoiseBank, side: int) -> Image:
    """Returns a background (side×side×3, albedo): a surface, optionally with a wall, a tray's rim or clutter."""
    background = surface(rng, bank, side)
    if rng.random() < 0.4:
        other = surface(rng, bank, side)
        mask = np.zeros((side, side), np.float32)
        if rng.random() < 0.35:
            radius = int(side * rng.uniform(0.3, 0.8))
            centre = rng.uniform(0.2 * side, 0.8 * side, 2).astype(int)
            cv2.circle(mask, (int(centre[0]), int(centre[1])), radius, (1.0,), -1, cv2.LINE_AA)
            mask = 1 - mask
            if rng.random() < 0.4:
                other = other * 0.1
        else:
            corners = cv2.boxPoints(
                (
                    tuple(rng.uniform(-0.3 * side, 1.3 * side, 2)),
                    (2 * side, side * rng.uniform(0.3, 1.2)),
                    float(rng.uniform(0, 180)),
                )
            )
            cv2.fillPoly(mask, [np.asarray(corners, np.int32)], (1.0,), cv2.LINE_AA)
        background = background + mask[..., None] * (other - background)
    if rng.random() < 0.45:
        for _ in range(int(rng.integers(1, 6))):
            colour = [float(c) for c in random_colour(rng)]
            cv2.fillPoly(
                background, [_random_shape(rng, side, float(rng.uniform(0.03, 0.5)) * side)], colour, cv2.LINE_AA
            )
    if rng.random() < 0.3:
        _draw_creases(rng, background)
    if rng.random() < 0.3:
        _draw_lines(rng, background)
    if rng.random() < 0.5:
        _draw_specks(rng, background)
    return background
