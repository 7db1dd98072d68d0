"""Drawn scenes of dice under a camera, with the truth for every pixel: what the eye's networks learn from."""

from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.segmentation import BODY, HAND, STRIDE, UNREADABLE
from vision.training import clutter, dirt
from vision.training.faces import Style, face_texture, rounded_mask, seen_through, veiled
from vision.training.floors import Image, NoiseBank, Rng, ground, surface
from vision.training.legibility import legible
from vision.training.sensor import photographed
from vision.training.solids import (
    ASLANT,
    FACES,
    NORMALS,
    FaceFault,
    Floats,
    SceneCamera,
    Solid,
    box_camera,
    close_camera,
    flat_part,
    random_camera,
    throw,
)

SHRINK = 0.7
"""A top face is labelled within its outline shrunk by this factor, so that touching dice stay apart."""

HANDS = 0.1
"""How often a hand reaches into a scene."""

LITTER, DIRTY = 0.12, 0.14
"""How often crumbs, rings or pencils lie about, and how often the lens is dirty."""

WALLS = 0.2
"""How often walls of a box are drawn."""

CALM_LITTER = 0.3
"""How often something lies about on a calm ground."""

AXIS = 5
"""So many numbers say where a camera looks."""

SEEN_WHOLE, SEEN_FREE = 0.8, 0.8
"""A top face is readable with so much of it in the picture, and so much of its middle under nothing else."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnScene:
    """A picture (side×side×3 uint8, BGR), its labels (side/4 × side/4, the finder's classes) and faces.

    `faces` holds the outline (4×2 pixels) and what each face drawn is: a top face's own value or the `FaceFault` for
    which nobody should read it, then 0 for each side face of the same die. Top faces end where the rounding of the
    die's edges begins, as in the truth of renders; sides end at the die's corners. `axis`, where the camera looks
    straight down, is what it looks at (x, y in pixels, which may lie beyond the picture), its focal length in pixels,
    its height in short edges of dice (NaN where nobody knows it) and its tilt about the picture's x axis.
    """

    image: NDArray[np.uint8]
    labels: NDArray[np.uint8]
    faces: tuple[tuple[Floats, int], ...]
    axis: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Light:
    """Where the light comes from (a unit vector) and how much light there is everywhere (0 to 1)."""

    way: Floats
    ambient: float

    def on(self, normal: Floats) -> float:
        return float(self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.way)))


def _shadow(canvas: Image, camera: SceneCamera, die: Solid, light: Floats, dark: float, soft: float) -> None:
    bottom = die.corners[:, 2].min()
    cast = die.corners - light * ((die.corners[:, 2] - min(0.0, bottom)) / light[2])[:, None]
    cast[:, 2] = 0
    foot = die.corners.copy()
    foot[:, 2] = 0
    hull = cv2.convexHull(camera.project(np.vstack([cast, foot])).astype(np.float32))
    x, y, w, h = cv2.boundingRect(hull)
    pad = int(soft * 2) + 2
    x0, y0 = max(0, x - pad), max(0, y - pad)
    x1, y1 = min(canvas.shape[1], x + w + pad), min(canvas.shape[0], y + h + pad)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    cv2.fillConvexPoly(mask, np.round(hull - [x0, y0]).astype(np.int32), (1.0,), cv2.LINE_AA)
    if soft > 0.5:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.float32)
    canvas[y0:y1, x0:x1] *= (1 - dark * mask)[..., None]


def _draw_face(
    rng: Rng,
    bank: NoiseBank,
    canvas: Image,
    quad: Floats,
    style: Style,
    value: int,
    tone: float,
    light: Floats,
    below: int,
) -> None:
    """Draws one face into its quad (4×2 pixels) with the brightness `tone`.

    `below` is the value of the face under a top face, 0 for the sides: no light is mirrored all over these.
    """
    first, second = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    if second > first:
        quad, first, second = np.roll(quad, -1, axis=0), second, first
    if second < 1.5:
        return
    width = int(np.clip(first, 16, 260))
    height = int(np.clip(max(second, first * 0.6), 16, width))
    texture = face_texture(rng, bank, value, style, width, height, light)
    if style.clear and below:
        seen_through(rng, texture, style, below)
    texture = texture * tone
    if style.veil and below:
        veiled(rng, texture, style.veil)
    mask = rounded_mask(height, width, max(style.rounding * height, 0.5))
    feather = style.rounding * height * 0.25
    if feather > 0.7:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), feather, borderType=cv2.BORDER_CONSTANT), np.float32)
    x, y, w, h = cv2.boundingRect(quad.astype(np.float32))
    x0, y0 = max(0, x - 1), max(0, y - 1)
    x1, y1 = min(canvas.shape[1], x + w + 2), min(canvas.shape[0], y + h + 2)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (quad - [x0, y0]).astype(np.float32))
    flags = cv2.INTER_AREA if first < width else cv2.INTER_LINEAR
    size = (x1 - x0, y1 - y0)
    warped = cv2.warpPerspective(texture, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(mask, matrix, size, flags=cv2.INTER_LINEAR)[..., None]
    part = canvas[y0:y1, x0:x1]
    part += cover * (1 - 0.5 * style.clear) * (warped - part)


def _top(die: Solid) -> int:
    return int(np.argmax((NORMALS @ die.axes.T)[:, 2]))


def values_of(die: Solid) -> dict[int, int]:
    """Returns the value of each face by its index."""
    top = _top(die)
    return dict(zip([top, *[i for i in range(6) if i != top]], die.values, strict=True))


def faces_in_sight(camera: SceneCamera, die: Solid) -> list[int]:
    """Returns the indices of the faces that the camera sees."""
    normals = NORMALS @ die.axes.T
    eye = np.array([0.0, 0.0, camera.height])
    return [i for i in range(6) if normals[i] @ (eye - die.corners[list(FACES[i])].mean(0)) > 0]


def _draw_die(rng: Rng, bank: NoiseBank, canvas: Image, camera: SceneCamera, die: Solid, light: _Light) -> None:
    middle = die.corners.mean(0)
    rounding = die.style.rounding * 0.35
    full = camera.project(die.corners)
    edge = float(np.linalg.norm(full[4] - full[5]))
    hull = cv2.convexHull(camera.project(middle + (die.corners - middle) * (1 - rounding)).astype(np.float32))
    thick = max(1, round(rounding * edge))
    shade = die.style.colour * light.on(np.array([0, 0, 1.0])) * rng.uniform(0.6, 1.0)
    outline = np.round(hull).astype(np.int32)
    cv2.fillConvexPoly(canvas, outline, shade.tolist(), cv2.LINE_AA)
    cv2.polylines(canvas, [outline], True, shade.tolist(), thick, cv2.LINE_AA)
    normals = NORMALS @ die.axes.T
    values = values_of(die)
    for i in sorted(faces_in_sight(camera, die), key=lambda i: float(normals[i, 2])):
        quad = full[list(FACES[i])]
        across = quad[1] - quad[0]
        turn = np.array([across[0], -across[1]]) / max(1e-6, float(np.hypot(*across)))
        flat = np.array([turn @ light.way[:2], turn[0] * light.way[1] - turn[1] * light.way[0]])
        below = values[i ^ 1] if i == _top(die) else 0
        _draw_face(rng, bank, canvas, quad, die.style, values[i], light.on(normals[i]), flat, below)
    if die.smear:
        smear(rng, canvas, full, die.smear * edge)


def smear(rng: Rng, canvas: Image, corners: Floats, length: float) -> None:
    """Smears what lies round the corners along a random line."""
    size = max(3, min(round(length), 99)) | 1
    kernel = np.zeros((size, size), np.float32)
    way = rng.normal(0, 1, 2)
    half = way / np.hypot(*way) * (size // 2)
    ends = [(round(size // 2 + s * half[0]), round(size // 2 + s * half[1])) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], (1.0,), 1)
    x, y, w, h = cv2.boundingRect(corners.astype(np.float32))
    x0, y0, x1, y1 = max(0, x - size), max(0, y - size), x + w + size, y + h + size
    part = canvas[y0 : max(y1, 0), x0 : max(x1, 0)]
    if part.size:
        part[:] = cv2.filter2D(part, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)


def share_in_sight(quad: Floats, side: int) -> float:
    """Returns how much of a quad (4×2 pixels) lies within a picture of side×side pixels, 0 to 1."""
    frame = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * side
    seen, _ = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    return float(seen) / max(1e-6, float(cv2.contourArea(quad.astype(np.float32))))


class _Truth:
    """What each pixel shows, kept while the scene is drawn from the back to the front."""

    def __init__(self, side: int) -> None:
        self._side = side
        self._body = np.zeros((side, side), np.uint8)
        self._owner = np.zeros((side, side), np.uint8)
        self._tops: list[tuple[Floats, int]] = []

    def add(self, camera: SceneCamera, die: Solid, top: Floats) -> None:
        """Marks a die and its top face (4×2 pixels) above what was added before."""
        hull = cv2.convexHull(camera.project(die.corners).astype(np.float32))
        for plane, value in ((self._body, BODY), (self._owner, 0)):
            cv2.fillConvexPoly(plane, np.round(hull + 0.5).astype(np.int32), (value,))
        value = int(die.fault) if die.fault else die.values[0]
        if die.fault is None and share_in_sight(top, self._side) < SEEN_WHOLE:
            value = int(FaceFault.CUT_OFF)
        self._tops.append((top, value))
        cv2.fillConvexPoly(self._owner, self._inside(top), (len(self._tops),))

    def _inside(self, top: Floats) -> NDArray[np.int32]:
        middle = top.mean(0)
        return np.asarray(np.round(middle + (top - middle) * SHRINK + 0.5), np.int32)

    def done(self, hand: NDArray[np.uint8] | None, image: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], list[int]]:
        """Returns the labels by cell, and what each top face is, in the order in which they were added.

        What nobody can tell in the picture, burnt out or lost in the dark, is not to be read.
        """
        if hand is not None:
            self._body[hand > 0], self._owner[hand > 0] = HAND, 0
        labels = self._body.copy()
        values: list[int] = []
        for k, (top, value) in enumerate(self._tops):
            own = self._owner == k + 1
            alone = np.zeros_like(self._owner)
            cv2.fillConvexPoly(alone, self._inside(top), (1,))
            covered = value < FaceFault.COCKED and (own.sum() < SEEN_FREE * alone.sum() or not legible(image, top))
            values.append(int(FaceFault.COVERED) if covered else value)
            labels[own] = values[-1] if values[-1] < FaceFault.COCKED else UNREADABLE
        # The middle of a cell lies half a pixel before its third pixel; outlines were drawn half a pixel onwards.
        return np.ascontiguousarray(labels[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]), values


def _floor(rng: Rng, bank: NoiseBank, side: int, walls: float, calm: bool) -> Image:
    if calm:
        base = surface(rng, bank, side)
        if rng.random() < CALM_LITTER:
            dirt.litter(rng, base)
        return base
    base = ground(rng, bank, side)
    if rng.random() < 0.05:
        clutter.keys(rng, base)
    if rng.random() < 0.12:
        clutter.rounds(rng, base)
    if rng.random() < LITTER:
        dirt.litter(rng, base)
    if rng.random() < walls:
        clutter.walls(rng, bank, base)
    return np.asarray(np.clip(base, 0, 1), np.float32)


def _far_to_near(camera: SceneCamera, dice: list[Solid]) -> list[Solid]:
    eye = np.array([0.0, 0.0, camera.height])
    return sorted(dice, key=lambda d: (d.corners[:, 2].min(), -float(np.linalg.norm(d.corners.mean(0) - eye))))


class ScenePainter(Protocol):
    """Turns a floor with dice on it into what a camera sees."""

    def paint(
        self, rng: Rng, bank: NoiseBank, floor: Image, camera: SceneCamera, dice: list[Solid]
    ) -> tuple[Image, float]:
        """Returns the scene (side×side×3, light from 0 to 1 or a little more) and the light there is for a hand.

        `floor` is the albedo of what the camera would see without dice.
        """


class Brush:
    """Draws shadows and faces as flat pieces: a hundred scenes in some seconds."""

    def paint(
        self, rng: Rng, bank: NoiseBank, floor: Image, camera: SceneCamera, dice: list[Solid]
    ) -> tuple[Image, float]:
        """Returns the scene (side×side×3, light from 0 to 1) and the light there is for a hand."""
        slant = float(rng.uniform(0, 0.35) if rng.random() < 0.5 else rng.uniform(0.35, 1.25))
        angle = rng.uniform(0, 2 * np.pi)
        way = np.array([np.sin(slant) * np.cos(angle), np.sin(slant) * np.sin(angle), np.cos(slant)])
        light = _Light(way, float(rng.uniform(0.15, 0.75)))
        edge = camera.focal / camera.height
        canvas = np.asarray(floor * light.on(np.array([0, 0, 1.0])), np.float32)
        soft = float(rng.uniform(0.02, 0.25)) * edge * (0.2 if rng.random() < 0.3 else 1)
        dark = float(rng.uniform(0.1, 0.9))
        for die in dice:
            _shadow(canvas, camera, die, light.way, dark, min(soft, 12))
            if rng.random() < 0.6:
                _shadow(canvas, camera, die, np.array([0.02, 0.02, 1.0]), 0.4, min(0.08 * edge, 8))
        for die in _far_to_near(camera, dice):
            _draw_die(rng, bank, canvas, camera, die, light)
        return canvas, light.ambient + 0.5


def draw_scene(
    rng: Rng,
    bank: NoiseBank,
    side: int = 256,
    hands: float = HANDS,
    aslant: float = ASLANT,
    outwards: float = 0.0,
    straight: bool = False,
    close: float = 0.0,
    calm: bool = False,
    painter: ScenePainter | None = None,
) -> DrawnScene:
    """Draws one random scene of none to nine dice, with these probabilities of a hand over them and of cocked ones.

    `close` is the probability that one die fills the picture, `outwards` that of a cocked one to lean away from the
    camera, as on a wall of the box. `straight`: the camera looks straight down from near, as in the box. `calm`: as in
    the box, too, the ground is a plain surface and the picture well exposed, and more dice are dark. `painter` is a
    `Brush` by default.
    """
    near = bool(close) and rng.random() < close
    camera = close_camera(rng, side) if near else box_camera(rng, side) if straight else random_camera(rng, side)
    if painter is not None:
        # What traces light knows square pixels and no distortion.
        camera = replace(camera, squeeze=np.ones(2), bend=0.0)
    floor = _floor(rng, bank, side, WALLS if painter is None else 0.0, calm)
    dice = throw(rng, camera, side, floor.mean((0, 1)), aslant, outwards, near, calm)
    while painter is not None and not dice:
        # An empty floor is not worth a painter's time.
        dice = throw(rng, camera, side, floor.mean((0, 1)), aslant, outwards, near, calm)
    canvas, light = (painter or Brush()).paint(rng, bank, floor, camera, dice)
    truth, faces = _Truth(side), []
    for die in _far_to_near(camera, dice):
        full, top = camera.project(die.corners), _top(die)
        sides = [full[list(FACES[i])] for i in faces_in_sight(camera, die) if i != top]
        outlines = [camera.project(flat_part(die, top)), *sides]
        truth.add(camera, die, outlines[0])
        faces.append(outlines)
    hand = clutter.hand_over(rng, bank, canvas, light) if rng.random() < hands else None
    if rng.random() < DIRTY:
        canvas = dirt.on_lens(rng, canvas)
    image = photographed(rng, canvas, calm)
    labels, values = truth.done(hand, image)
    told: list[tuple[Floats, int]] = []
    for (outline, *beside), value in zip(faces, values, strict=True):
        told += [(outline, value), *[(quad, 0) for quad in beside]]
    tilt = float(np.arctan2(camera.turn[2, 1], camera.turn[1, 1]))
    axis = np.array([*camera.centre, camera.focal, camera.height, tilt]) if straight else None
    return DrawnScene(image, labels, tuple(told), axis)
