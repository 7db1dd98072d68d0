"""What lies about beside dice: hands over them, keys, buttons and coins, the walls of a box."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.floors import Image, NoiseBank, Rng, random_colour, surface

Point = NDArray[np.float64]


class _Limbs:
    """Round limbs drawn over a picture, paler towards the light, and the mask of where they are."""

    def __init__(self, canvas: Image, towards_light: Point) -> None:
        self.over, self.mask = canvas.copy(), np.zeros(canvas.shape[:2], np.uint8)
        self._shift = towards_light

    def draw(self, a: Point, b: Point, thick: float, skin: NDArray[np.floating[Any]]) -> None:
        """Draws one limb between two points."""
        for part in (1.0, 0.82, 0.62, 0.4, 0.2):
            tone = [float(c) for c in skin * (0.5 + 0.5 * np.sqrt(1 - part * part))]
            p, q = (np.round(end + self._shift * thick * 0.5 * (1 - part)).astype(int) for end in (a, b))
            cv2.line(
                self.over,
                (int(p[0]), int(p[1])),
                (int(q[0]), int(q[1])),
                tone,
                max(1, round(thick * part)),
                cv2.LINE_AA,
            )
        ends = [(round(float(end[0])), round(float(end[1]))) for end in (a, b)]
        cv2.line(self.mask, ends[0], ends[1], (1,), max(1, round(thick)))


def hand_over(rng: Rng, bank: NoiseBank, canvas: Image, light: float) -> NDArray[np.uint8]:
    """Draws a hand or an arm that reaches into the picture (H×W×3) and returns where it is (H×W, 0 or 1)."""
    side = canvas.shape[0]
    limbs = _Limbs(canvas, rng.normal(0, 0.5, 2).clip(-0.8, 0.8))
    skin = np.array([0.38, 0.5, 0.75]) * rng.uniform(0.15, 1.15) * rng.uniform(0.85, 1.15, 3) * light
    skin = np.asarray(np.clip(skin, 0.01, 1), np.float32)
    border = rng.uniform(0, side, 2)
    border[int(rng.integers(2))] = float(rng.choice([-0.1, 1.1])) * side
    palm = border + (rng.uniform(0.15, 0.85, 2) * side - border) * rng.uniform(0.0, 1.0)
    broad = float(rng.uniform(0.1, 0.45)) * side
    sleeve = random_colour(rng, 0.03, 0.8) * light if rng.random() < 0.5 else skin
    start = border + (border - palm) * 0.5
    wrist = palm + (border - palm) * float(rng.uniform(0.2, 0.7))
    limbs.draw(start, wrist, broad * 0.75, sleeve)
    limbs.draw(wrist, palm, broad * 0.7, skin)
    limbs.draw(palm, palm, broad, skin)
    ahead = (palm - border) / max(1.0, float(np.hypot(*(palm - border))))
    beside = np.array([-ahead[1], ahead[0]])
    curl = float(rng.uniform(0.3, 1.0))
    for k in range(int(rng.integers(1, 6))):
        spread = (k - 2) * 0.22
        root = palm + beside * spread * broad * 1.4
        knuckle = root + (ahead + beside * spread * rng.uniform(0.3, 1.4)) * broad * rng.uniform(0.5, 0.8)
        tip = knuckle + (ahead + beside * rng.normal(0, 0.5)) * broad * 0.6 * curl
        thick = broad * rng.uniform(0.2, 0.3)
        tone = np.asarray(skin * rng.uniform(0.85, 1.08), np.float32)
        limbs.draw(root, knuckle, thick, tone)
        limbs.draw(knuckle, tip, thick * 0.9, tone)
    soft = cv2.GaussianBlur(limbs.mask.astype(np.float32), (0, 0), float(rng.uniform(3, 14)))
    shift = np.array([[1, 0, rng.normal(0, 10)], [0, 1, rng.normal(0, 10)]])
    canvas *= (1 - rng.uniform(0.1, 0.7) * cv2.warpAffine(soft, shift, (side, side)))[..., None]
    over = np.asarray(cv2.GaussianBlur(limbs.over, (0, 0), max(0.5, broad * 0.02)), np.float32)
    over *= (1 + 0.04 * bank.cut(rng, "grain", side, side) + 0.05 * bank.cut(rng, "blobs", side, side))[..., None]
    canvas[limbs.mask > 0] = over[limbs.mask > 0]
    return limbs.mask


def keys(rng: Rng, ground: Image) -> None:
    """Lays rows of keys with letters on the ground, as of a keyboard."""
    side = ground.shape[0]
    size = float(rng.uniform(14, 60))
    colour = random_colour(rng, 0.02, 0.9)
    ink = [float(c) for c in random_colour(rng, 0.6, 1.0)]
    if colour.mean() > 0.4:
        ink = [float(c) for c in random_colour(rng, 0.0, 0.2)]
    angle = rng.uniform(0, 2 * np.pi)
    right, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    start = rng.uniform(0, side, 2)
    for row in range(int(rng.integers(1, 6))):
        for column in range(int(rng.integers(2, 9))):
            middle = start + (right * (column + 0.4 * row) + down * row) * size
            if (middle < -size).any() or (middle > side + size).any():
                continue
            for grow, tone in ((0.45, 0.6), (0.36, 1.0)):
                quad = np.array([middle + (x * right + y * down) * size * grow for x, y in _SQUARE])
                cv2.fillConvexPoly(ground, np.round(quad).astype(np.int32), (colour * tone).tolist(), cv2.LINE_AA)
            letter, at = chr(int(rng.integers(48, 91))), middle - (right + down) * 0.15 * size
            cv2.putText(ground, letter, (int(at[0]), int(at[1])), 0, size / 70, ink, 1, cv2.LINE_AA)


_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _disc(ground: Image, at: Point, radius: float, flat: float, tone: NDArray[np.floating[Any]]) -> None:
    box = ((float(at[0]), float(at[1])), (2 * radius, 2 * radius * flat), 30.0)
    cv2.ellipse(ground, box, [float(c) for c in tone], -1, cv2.LINE_AA)


def rounds(rng: Rng, ground: Image) -> None:
    """Lays coins, buttons with holes and pebbles on the ground, each with its shadow."""
    side = ground.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        radius, at = float(rng.uniform(6, 45)), rng.uniform(0, side, 2)
        colour = random_colour(rng, 0.05, 0.9)
        flat = 1.0 if rng.random() < 0.7 else float(rng.uniform(0.5, 0.95))
        _disc(ground, at + rng.normal(0, 0.15, 2) * radius, 1.04 * radius, flat, ground.mean((0, 1)) * 0.4)
        _disc(ground, at, radius, flat, colour)
        if rng.random() < 0.6:
            _disc(ground, at, radius * float(rng.uniform(0.7, 0.9)), flat, colour * rng.uniform(0.7, 1.2))
        if rng.random() < 0.4:
            count, first = int(rng.choice([2, 4])), float(rng.uniform(0, np.pi))
            for angle in first + 2 * np.pi * np.arange(count) / count:
                hole = at + np.array([np.cos(angle), np.sin(angle)]) * radius * 0.25
                _disc(ground, hole, 0.1 * radius, 1.0, colour * 0.2)


def walls(rng: Rng, bank: NoiseBank, ground: Image) -> None:
    """Sets one or two walls of a box round the ground: bands of another surface, shaded, with a shadow at the foot."""
    side = ground.shape[0]
    wall = surface(rng, bank, side) * float(rng.uniform(0.2, 1.1))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    angle = rng.normal(0, 0.12) if rng.random() < 0.7 else rng.uniform(0, np.pi)
    for turn in rng.choice(4, size=int(rng.integers(1, 3)), replace=False) * np.pi / 2 + angle:
        foot = side * float(rng.uniform(0.15, 0.5))
        beyond = (x - side / 2) * np.cos(turn) + (y - side / 2) * np.sin(turn) - foot
        width = float(rng.uniform(10, 120))
        shade = np.clip(1 - 0.5 * rng.uniform(0, 1) * beyond / width, 0.3, 1)
        near = np.clip(1 + beyond / float(rng.uniform(4, 40)), 0, 1)
        ground *= (1 - float(rng.uniform(0, 0.6)) * near * (beyond < 0))[..., None]
        cover = np.clip(beyond + 0.5, 0, 1)[..., None]
        ground += cover * (wall * shade[..., None] - ground)
