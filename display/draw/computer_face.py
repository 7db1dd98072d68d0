"""The faces of the computer players: carved wooden masks, which never change while dice are hidden."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from display.draw.drawing_context import DrawingContext

Colour = tuple[int, int, int]
Points = Sequence[tuple[float, float]]
FINE = 4
"""Drawn this many times as large, then scaled down, so that edges are smooth."""
LINE: Final[Colour] = (44, 26, 16)
WHITE: Final[Colour] = (244, 232, 206)


@dataclass(frozen=True, slots=True)
class Features:
    """A mask: the wood, the hair, how the brows slant (1: angry, -1: worried), how wide the eyes are open (0 to 1).

    `mouth` bends up (1) or down (-1); `glance` is where the eyes look (-1: left, 1: right).
    """

    wood: Colour
    hair: Colour
    brows: float
    eyes: float
    mouth: float
    glance: float = 0.0
    teeth: bool = False
    beard: bool = False
    horns: bool = False
    crown: bool = False
    patch: bool = False


FACES: Final = {
    "truthful": Features((206, 158, 104), (214, 186, 122), brows=0.0, eyes=0.8, mouth=0.5),
    "timid": Features((214, 178, 136), (140, 104, 70), brows=-0.9, eyes=1.0, mouth=-0.5, glance=-0.6),
    "bold": Features((190, 112, 70), (150, 52, 26), brows=0.8, eyes=0.7, mouth=0.9, teeth=True, beard=True, horns=True),
    "tracker": Features((170, 128, 88), (62, 56, 54), brows=0.35, eyes=0.55, mouth=0.05, glance=0.8, patch=True),
    "jarl": Features((188, 138, 92), (196, 192, 184), brows=0.5, eyes=0.6, mouth=0.15, beard=True, crown=True),
}


def face(context: DrawingContext, name: str, high: int) -> pygame.Surface:
    """Draws the face of a character at this height in pixels."""
    features = FACES[name]
    return context.cached(("computer face", name, high), lambda: _drawn(features, high))


def _drawn(features: Features, high: int) -> pygame.Surface:
    size = (round(high * 0.86), high)
    big = pygame.Surface((size[0] * FINE, size[1] * FINE), pygame.SRCALPHA)
    pen = _Pen(big)
    if features.horns:
        for side in (-1, 1):
            pen.shape([(side * x, y) for x, y in ((0.24, 0.2), (0.31, 0.06), (0.4, 0.01), (0.39, 0.3))], WHITE)
    pen.shape(_arc(0.39, 0.0, 0.46, 0.36, 180, 360), features.hair)
    pen.shape(_head(), features.wood)
    if features.beard:
        _beard(pen, features)
    for side in (-1, 1):
        _eye(pen, features, side)
    shade = _darker(features.wood, 0.72)
    pen.shape([(-0.02, 0.46), (0.035, 0.46), (0.085, 0.645), (0.0, 0.675), (-0.075, 0.645)], shade)
    _mouth(pen, features)
    pen.shape([*_arc(0.39, 0.0, 0.46, 0.36, 180, 360), (0.33, 0.33), (0.0, 0.24), (-0.33, 0.33)], features.hair)
    if features.crown:
        gold, teeth = (232, 184, 72), []
        for step in range(5):
            x = -0.36 + 0.18 * step
            teeth += [(x, 0.02), *([(x + 0.09, 0.14)] if step < 4 else [])]
        pen.shape([*teeth, (0.36, 0.27), (0.0, 0.31), (-0.36, 0.27)], gold)
        for x, y in ((-0.2, 0.235), (0.0, 0.25), (0.2, 0.235)):
            pen.dot((x, y), 0.028, (168, 40, 34))
    return pygame.transform.smoothscale(big, size)


class _Pen:
    """Draws in units of the height: x from the middle, y from the top."""

    def __init__(self, surface: pygame.Surface) -> None:
        """Draws on a surface."""
        self.surface = surface
        self.high = surface.get_height()
        self.line = max(2, round(self.high * 0.022))

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        return (self.surface.get_width() / 2 + point[0] * self.high, point[1] * self.high)

    def shape(self, points: Points, colour: Colour) -> None:
        placed = [self.at(point) for point in points]
        pygame.draw.polygon(self.surface, colour, placed)
        self._outline([*placed, placed[0]], LINE, self.line)

    def stroke(self, points: Points, width: float, colour: Colour = LINE) -> None:
        self._outline([self.at(point) for point in points], colour, max(2, round(self.high * width)))

    def dot(self, point: tuple[float, float], radius: float, colour: Colour) -> None:
        pygame.draw.circle(self.surface, colour, self.at(point), self.high * radius)

    def _outline(self, placed: Points, colour: Colour, width: int) -> None:
        pygame.draw.lines(self.surface, colour, False, placed, width)
        for point in placed:
            pygame.draw.circle(self.surface, colour, point, width / 2)


def _arc(across: float, x: float, y: float, down: float, first: int, last: int) -> list[tuple[float, float]]:
    angles = [math.radians(angle) for angle in range(first, last + 1, 10)]
    return [(x + across * math.cos(angle), y + down * math.sin(angle)) for angle in angles]


def _head() -> list[tuple[float, float]]:
    jaw = [(0.36, 0.5), (0.33, 0.7), (0.2, 0.88), (0.0, 0.96), (-0.2, 0.88), (-0.33, 0.7), (-0.36, 0.5)]
    return [*_arc(0.36, 0.0, 0.46, 0.33, 180, 360), *jaw]


def _beard(pen: _Pen, features: Features) -> None:
    points = [(-0.36, 0.52), (-0.28, 0.66), (0.0, 0.64), (0.28, 0.66), (0.36, 0.52), (0.34, 0.78)]
    pen.shape([*points, (0.18, 0.94), (0.0, 0.985), (-0.18, 0.94), (-0.34, 0.78)], features.hair)


def _eye(pen: _Pen, features: Features, side: int) -> None:
    x, y = 0.165 * side, 0.455
    if features.patch and side < 0:
        pen.stroke([(-0.36, 0.36), (0.34, 0.36)], 0.024)
        pen.shape([(x - 0.11, 0.385), (x + 0.11, 0.385), (x + 0.07, 0.53), (x - 0.07, 0.53)], (34, 28, 26))
        return
    pen.shape(_arc(0.105, x, y, 0.03 + 0.055 * features.eyes, 0, 350), WHITE)
    pen.dot((x + 0.045 * features.glance, y + 0.005), 0.042, (36, 24, 20))
    pen.dot((x + 0.045 * features.glance + 0.014, y - 0.012), 0.013, WHITE)
    slant = 0.045 * features.brows
    pen.stroke([(x - 0.11 * side, 0.365 + slant), (x + 0.12 * side, 0.365 - slant)], 0.04, _darker(features.hair, 0.6))


def _mouth(pen: _Pen, features: Features) -> None:
    bend = 0.085 * features.mouth
    places = [step / 6 - 1 for step in range(13)]
    curve = [(0.16 * place, 0.755 + bend * (0.5 - place * place)) for place in places]
    if features.teeth:
        pen.shape([*curve, (0.08, 0.835), (-0.08, 0.835)], WHITE)
        pen.stroke([(0.0, 0.79), (0.0, 0.83)], 0.012)
    else:
        pen.stroke(curve, 0.036, (96, 36, 28))


def _darker(colour: Colour, share: float) -> Colour:
    red, green, blue = (round(part * share) for part in colour)
    return red, green, blue
