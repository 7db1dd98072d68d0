"""Objects beside the dice: hands above them, keyboards, buttons and coins, USB plugs, the walls of a box."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.backgrounds import Image, NoiseBank, Rng, random_colour, surface

Point = NDArray[np.float64]


class _LimbCanvas:
    """An image of rounded limbs, brighter towards the light, and their mask."""

    def __init__(self, canvas: Image, towards_light: Point) -> None:
        self.image, self.mask = canvas.copy(), np.zeros(canvas.shape[:2], np.uint8)
        self._shift = towards_light

    def draw(self, a: Point, b: Point, thickness: float, skin: NDArray[np.floating[Any]]) -> None:
        """Draws one limb between two points."""
        for part in (1.0, 0.82, 0.62, 0.4, 0.2):
            tone = [float(c) for c in skin * (0.5 + 0.5 * np.sqrt(1 - part * part))]
            p, q = (np.round(end + self._shift * thickness * 0.5 * (1 - part)).astype(int) for end in (a, b))
            cv2.line(
                self.image,
                (int(p[0]), int(p[1])),
                (int(q[0]), int(q[1])),
                tone,
                max(1, round(thickness * part)),
                cv2.LINE_AA,
            )
        ends = [(round(float(end[0])), round(float(end[1]))) for end in (a, b)]
        cv2.line(self.mask, ends[0], ends[1], (1,), max(1, round(thickness)))


def draw_hand(rng: Rng, bank: NoiseBank, canvas: Image, light: float) -> NDArray[np.uint8]:
    """Draws a hand or an arm that reaches into the picture (H×W×3); returns its mask (H×W, 0 or 1)."""
    side = canvas.shape[0]
    limbs = _LimbCanvas(canvas, rng.normal(0, 0.5, 2).clip(-0.8, 0.8))
    skin = np.array([0.38, 0.5, 0.75]) * rng.uniform(0.15, 1.15) * rng.uniform(0.85, 1.15, 3) * light
    skin = np.asarray(np.clip(skin, 0.01, 1), np.float32)
    entry = rng.uniform(0, side, 2)
    entry[int(rng.integers(2))] = float(rng.choice([-0.1, 1.1])) * side
    palm = entry + (rng.uniform(0.15, 0.85, 2) * side - entry) * rng.uniform(0.0, 1.0)
    palm_width = float(rng.uniform(0.1, 0.45)) * side
    sleeve = random_colour(rng, 0.03, 0.8) * light if rng.random() < 0.5 else skin
    start = entry + (entry - palm) * 0.5
    wrist = palm + (entry - palm) * float(rng.uniform(0.2, 0.7))
    limbs.draw(start, wrist, palm_width * 0.75, sleeve)
    limbs.draw(wrist, palm, palm_width * 0.7, skin)
    limbs.draw(palm, palm, palm_width, skin)
    forward = (palm - entry) / max(1.0, float(np.hypot(*(palm - entry))))
    sideways = np.array([-forward[1], forward[0]])
    curl = float(rng.uniform(0.3, 1.0))
    for k in range(int(rng.integers(1, 6))):
        spread = (k - 2) * 0.22
        root = palm + sideways * spread * palm_width * 1.4
        knuckle = root + (forward + sideways * spread * rng.uniform(0.3, 1.4)) * palm_width * rng.uniform(0.5, 0.8)
        tip = knuckle + (forward + sideways * rng.normal(0, 0.5)) * palm_width * 0.6 * curl
        thickness = palm_width * rng.uniform(0.2, 0.3)
        tone = np.asarray(skin * rng.uniform(0.85, 1.08), np.float32)
        limbs.draw(root, knuckle, thickness, tone)
        limbs.draw(knuckle, tip, thickness * 0.9, tone)
    soft = cv2.GaussianBlur(limbs.mask.astype(np.float32), (0, 0), float(rng.uniform(3, 14)))
    shift = np.array([[1, 0, rng.normal(0, 10)], [0, 1, rng.normal(0, 10)]])
    canvas *= (1 - rng.uniform(0.1, 0.7) * cv2.warpAffine(soft, shift, (side, side)))[..., None]
    image = np.asarray(cv2.GaussianBlur(limbs.image, (0, 0), max(0.5, palm_width * 0.02)), np.float32)
    image *= (1 + 0.04 * bank.sample(rng, "grain", side, side) + 0.05 * bank.sample(rng, "blobs", side, side))[
        ..., None
    ]
    canvas[limbs.mask > 0] = image[limbs.mask > 0]
    return limbs.mask


def draw_keyboard(rng: Rng, ground: Image) -> None:
    """Draws rows of lettered keys on the background."""
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
            letter, position = chr(int(rng.integers(48, 91))), middle - (right + down) * 0.15 * size
            cv2.putText(ground, letter, (int(position[0]), int(position[1])), 0, size / 70, ink, 1, cv2.LINE_AA)


_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _disc(ground: Image, position: Point, radius: float, aspect: float, tone: NDArray[np.floating[Any]]) -> None:
    box = ((float(position[0]), float(position[1])), (2 * radius, 2 * radius * aspect), 30.0)
    cv2.ellipse(ground, box, [float(c) for c in tone], -1, cv2.LINE_AA)


def draw_round_objects(rng: Rng, ground: Image) -> None:
    """Draws coins, buttons with holes and pebbles with their shadows on the background."""
    side = ground.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        radius, position = float(rng.uniform(6, 45)), rng.uniform(0, side, 2)
        colour = random_colour(rng, 0.05, 0.9)
        aspect = 1.0 if rng.random() < 0.7 else float(rng.uniform(0.5, 0.95))
        _disc(ground, position + rng.normal(0, 0.15, 2) * radius, 1.04 * radius, aspect, ground.mean((0, 1)) * 0.4)
        _disc(ground, position, radius, aspect, colour)
        if rng.random() < 0.6:
            _disc(ground, position, radius * float(rng.uniform(0.7, 0.9)), aspect, colour * rng.uniform(0.7, 1.2))
        if rng.random() < 0.4:
            count, first = int(rng.choice([2, 4])), float(rng.uniform(0, np.pi))
            for angle in first + 2 * np.pi * np.arange(count) / count:
                hole = position + np.array([np.cos(angle), np.sin(angle)]) * radius * 0.25
                _disc(ground, hole, 0.1 * radius, 1.0, colour * 0.2)


def draw_plugs(rng: Rng, ground: Image, edge: float) -> None:
    """Draws USB plugs on the background; their two holes look like the pips of a die with edges of `edge` pixels."""
    side = ground.shape[0]
    for _ in range(int(rng.integers(1, 3))):
        width, length, body_length = edge * float(rng.uniform(0.45, 1.0)), rng.uniform(0.8, 1.6), rng.uniform(2, 6)
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        squeezed = np.array([[1.0], [rng.uniform(0.7, 1.0)]])
        to_ground = np.hstack([width * squeezed * turn, rng.uniform(0, side, (2, 1))])
        metal, body = float(rng.uniform(0.35, 1.0)) * rng.uniform(0.85, 1.0, 3), random_colour(rng, 0.02, 0.9)
        _rectangle(ground, to_ground, (0.06, -0.04), (0.52, length + body_length), ground.mean((0, 1)) * 0.4)
        _rectangle(ground, to_ground, (0, length), (float(rng.uniform(0.55, 0.8)), body_length), body)
        first, last = rng.uniform(0.7, 1.15, 2)
        for k in range(8):
            tone = np.clip(metal * (first + (last - first) * k / 7), 0, 1)
            _rectangle(ground, to_ground, (0, k / 8 * length), (0.5, length / 8 + 0.05), tone)
        inside = body * 0.5 if rng.random() < 0.4 else metal * float(rng.uniform(0.02, 0.35))
        apart, back = float(rng.uniform(0.18, 0.28)), length * float(rng.uniform(0.3, 0.6))
        hole = float(rng.uniform(0.08, 0.14))
        for x in (-apart, apart):
            _rectangle(ground, to_ground, (x, back), (hole, hole * float(rng.uniform(1.2, 2.4))), inside)


def _rectangle(
    ground: Image,
    to_ground: Point,
    start: tuple[float, float],
    size: tuple[float, float],
    tone: NDArray[np.floating[Any]],
) -> None:
    """Fills a rectangle of this half width and depth behind `start`; `to_ground` (2×3) maps it to the background."""
    (x, y), (half_width, depth) = start, size
    corners = np.array([(x + i * half_width, y + j * depth, 1) for i, j in ((-1, 0), (1, 0), (1, 1), (-1, 1))])
    cv2.fillConvexPoly(ground, np.round(corners @ to_ground.T).astype(np.int32), tone.tolist(), cv2.LINE_AA)


def draw_walls(rng: Rng, bank: NoiseBank, ground: Image) -> None:
    """Draws one or two walls of a box around the background: shaded bands of another surface, with shadows in front."""
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
