"""Plain drawings of dice for tests: made apart from the scenes that the networks learned from."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1), (0, 1)),
}
"""The usual layouts in units of the pitch; the six has its rows of three along x."""

LENS = 0.9
"""Focal length in frame widths: 58 degrees."""


@dataclass(frozen=True)
class Drawn:
    """A die to be drawn: where, how large (pixels), how turned (degrees) and in what look."""

    value: int
    at: tuple[float, float]
    edge: float = 110.0
    turn: float = 0.0
    length: float = 1.0
    style: str = "filled"
    pale_pips: bool = False
    side: int | None = None
    """A side face with this value is seen below the top face."""


def ground(height: int = 960, width: int = 1280, seed: int = 0) -> Frame:
    """A dark cloth with a little noise and uneven light."""
    return _woven(height, width, seed).copy()


@cache
def _woven(height: int, width: int, seed: int) -> Frame:
    """That cloth, drawn once."""
    rng = np.random.default_rng(seed)
    base = np.full((height, width, 3), (60, 72, 50), float) * np.linspace(1.15, 0.85, width)[None, :, None]
    return np.asarray(np.clip(base + rng.normal(0, 4, base.shape), 0, 255), np.uint8)


def _face(value: int, edge: float, length: float, style: str, pale_pips: bool, light: float) -> Frame:
    """One face straight on, four times as large as it will be seen."""
    height, width = round(edge * 4), round(edge * length * 4)
    body, mark = ((196, 222, 236), (30, 32, 36)) if not pale_pips else ((40, 36, 44), (235, 238, 240))
    face = np.full((height, width, 3), body, np.uint8)
    radius = round(height * (0.1 if style == "filled" else 0.115))
    for px, py in PIPS[value]:
        center = (round(width * (0.5 + 0.27 * px)), round(height * (0.5 + 0.27 * py)))
        if style == "filled":
            cv2.circle(face, center, radius, mark, -1, cv2.LINE_AA)
        else:
            cv2.circle(face, center, radius, mark, round(height * 0.02), cv2.LINE_AA)
            cv2.circle(face, center, round(height * 0.03), mark, -1, cv2.LINE_AA)
    return np.asarray(face * light, np.uint8)


def _laid(frame: Frame, face: Frame, quad: NDArray[np.float64]) -> None:
    height, width = face.shape[:2]
    part, corner = _part(frame, quad, 2)
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (quad - corner).astype(np.float32))
    size = (part.shape[1], part.shape[0])
    seen = cv2.warpPerspective(cv2.GaussianBlur(face, (0, 0), 2), matrix, size)
    cover = cv2.warpPerspective(np.full((height, width), 255, np.uint8), matrix, size).astype(float)[..., None] / 255
    part[:] = np.asarray(part * (1 - cover) + seen * cover, np.uint8)


def _part(picture: NDArray[Any], points: NDArray[Any], margin: int) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """The part of a picture (a view of it) around points, and the pixel at which it begins."""
    limits = [picture.shape[1], picture.shape[0]]
    x0, y0 = np.clip(np.floor(points.min(0)) - margin, 0, limits).astype(int)
    x1, y1 = np.clip(np.ceil(points.max(0)) + margin + 1, 0, limits).astype(int)
    return picture[y0:y1, x0:x1], np.array([x0, y0], np.int32)


def quad_of(die: Drawn) -> NDArray[np.float64]:
    """The corners of the top face, clockwise."""
    angle = np.radians(die.turn)
    across = np.array([np.cos(angle), np.sin(angle)]) * die.edge * die.length / 2
    down = np.array([-np.sin(angle), np.cos(angle)]) * die.edge / 2
    middle = np.array(die.at)
    return np.array([middle - across - down, middle + across - down, middle + across + down, middle - across + down])


def _body(die: Drawn, width: int, height: int) -> NDArray[np.int32]:
    """The outline of all that a wide lens above the middle of the frame sees of a die: its foot is farther away."""
    quad, middle = quad_of(die), np.array([width - 1, height - 1]) / 2
    foot = middle + (quad - middle) * LENS * width / (LENS * width + die.edge)
    return np.asarray(cv2.convexHull(np.round(np.vstack([quad, foot])).astype(np.int32)))


def draw(dice: list[Drawn], frame: Frame | None = None) -> Frame:
    """The dice on a ground, each with its sides and a soft shadow."""
    picture = ground() if frame is None else frame.copy()
    if dice:
        shadows = [np.round(quad_of(die) + 8).astype(np.int32) for die in dice]
        part, corner = _part(picture, np.vstack(shadows), 30)
        shade = np.ones(part.shape[:2], np.float32)
        for shadow in shadows:
            cv2.fillConvexPoly(shade, shadow - corner, (0.45,))
        part[:] = np.asarray(part * cv2.GaussianBlur(shade, (0, 0), 7)[..., None], np.uint8)
    for die in dice:
        quad = quad_of(die)
        sides = (20, 18, 22) if die.pale_pips else (104, 118, 126)
        cv2.fillConvexPoly(picture, _body(die, picture.shape[1], picture.shape[0]), sides, cv2.LINE_AA)
        if die.side is not None:
            drop = (quad[3] - quad[0]) * 0.35
            inset = (quad[2] - quad[3]) * 0.04
            below = np.array([quad[3], quad[2], quad[2] + drop - inset, quad[3] + drop + inset])
            _laid(picture, _face(die.side, die.edge, die.length, die.style, die.pale_pips, 0.6), below)
        _laid(picture, _face(die.value, die.edge, die.length, die.style, die.pale_pips, 1.0), quad)
    return picture
