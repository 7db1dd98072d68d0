"""Drawn scenes of dice with ground truth per pixel, on which the networks are trained."""

from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.segmentation import BODY, HAND, STRIDE, UNREADABLE
from vision.training import clutter, dirt
from vision.training.backgrounds import Image, NoiseBank, Rng, ground, surface
from vision.training.face_textures import DieStyle, draw_glare, draw_translucency, face_texture, rounded_mask
from vision.training.pip_visibility import pips_visible
from vision.training.scene_geometry import (
    FACES,
    LEANING_PROBABILITY,
    NORMALS,
    FaceFault,
    Floats,
    PlacedDie,
    SceneCamera,
    box_camera,
    close_camera,
    flat_face,
    random_camera,
    throw_dice,
)
from vision.training.sensor import photograph

LABEL_SHRINK = 0.7
"""Factor by which the outline of a top face is scaled for its label, so that touching dice stay separate."""

HAND_PROBABILITY = 0.1
"""Probability that a hand reaches into a scene."""

LITTER_PROBABILITY, DIRTY_LENS_PROBABILITY = 0.12, 0.14
"""Probabilities of crumbs, rings or pencils on the ground, and of a dirty lens."""

WALL_PROBABILITY = 0.2
"""Probability that walls of a box are drawn."""

BOX_LITTER_PROBABILITY = 0.3
"""Probability of litter on a box-like background."""

AMBIENT, CONTRAST_AMBIENT = (0.15, 0.75), (0.01, 0.15)
"""Ranges of the share of ambient light in drawn scenes: usually, and in those of high contrast."""

AXIS_LENGTH = 5
"""Length of the vector that describes an optical axis."""

MIN_VISIBLE, MIN_UNCOVERED = 0.8, 0.8
"""Minimum shares of a readable top face inside the image, and of its centre that is not occluded."""


@dataclass(frozen=True, slots=True, eq=False)
class TrainingScene:
    """An image (side×side×3 uint8, BGR), its labels (side/4 × side/4, the detector's classes), and its faces.

    `faces` lists the outline (4×2 pixels) of every drawn face and its label: for a top face its value or `FaceFault`,
    followed by 0 for each visible side face of that die. A top face ends where its edges become round, as in the truth
    of renders; side faces end at the corners of the die.

    `axis` describes the camera if it looks straight down: principal point (x, y in pixels, possibly outside the image),
    focal length in pixels, height in short edges of dice (NaN if unknown), and tilt about the x axis of the image.
    """

    image: NDArray[np.uint8]
    labels: NDArray[np.uint8]
    faces: tuple[tuple[Floats, int], ...]
    axis: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Light:
    """The direction towards the light (a unit vector) and the share of ambient light (0 to 1)."""

    direction: Floats
    ambient: float

    def intensity(self, normal: Floats) -> float:
        return float(self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.direction)))


def _shadow(
    canvas: Image, camera: SceneCamera, die: PlacedDie, light: Floats, darkness: float, softness: float
) -> None:
    bottom = die.corners[:, 2].min()
    shadow_corners = die.corners - light * ((die.corners[:, 2] - min(0.0, bottom)) / light[2])[:, None]
    shadow_corners[:, 2] = 0
    base = die.corners.copy()
    base[:, 2] = 0
    hull = cv2.convexHull(camera.project(np.vstack([shadow_corners, base])).astype(np.float32))
    x, y, w, h = cv2.boundingRect(hull)
    pad = int(softness * 2) + 2
    x0, y0 = max(0, x - pad), max(0, y - pad)
    x1, y1 = min(canvas.shape[1], x + w + pad), min(canvas.shape[0], y + h + pad)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    cv2.fillConvexPoly(mask, np.round(hull - [x0, y0]).astype(np.int32), (1.0,), cv2.LINE_AA)
    if softness > 0.5:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), softness), np.float32)
    canvas[y0:y1, x0:x1] *= (1 - darkness * mask)[..., None]


def _draw_face(
    rng: Rng,
    bank: NoiseBank,
    canvas: Image,
    quad: Floats,
    style: DieStyle,
    value: int,
    intensity: float,
    light: Floats,
    value_below: int,
) -> None:
    """Draws one face into its quad (4×2 pixels), lit with this intensity.

    `value_below` is the value of the face opposite a top face, or 0 for side faces, which get no glare.
    """
    long_edge, short_edge = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    if short_edge > long_edge:
        quad, long_edge, short_edge = np.roll(quad, -1, axis=0), short_edge, long_edge
    if short_edge < 1.5:
        return
    width = int(np.clip(long_edge, 16, 260))
    height = int(np.clip(max(short_edge, long_edge * 0.6), 16, width))
    texture = face_texture(rng, bank, value, style, width, height, light)
    if style.translucency and value_below:
        draw_translucency(rng, texture, style, value_below)
    texture = texture * intensity
    if style.glare and value_below:
        draw_glare(rng, texture, style.glare)
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
    flags = cv2.INTER_AREA if long_edge < width else cv2.INTER_LINEAR
    crop_size = (x1 - x0, y1 - y0)
    warped = cv2.warpPerspective(texture, matrix, crop_size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(mask, matrix, crop_size, flags=cv2.INTER_LINEAR)[..., None]
    crop = canvas[y0:y1, x0:x1]
    crop += alpha * (1 - 0.5 * style.translucency) * (warped - crop)


def _top(die: PlacedDie) -> int:
    return int(np.argmax((NORMALS @ die.axes.T)[:, 2]))


def face_values(die: PlacedDie) -> dict[int, int]:
    """Returns the value of each face by its index."""
    top = _top(die)
    return dict(zip([top, *[i for i in range(6) if i != top]], die.values, strict=True))


def visible_faces(camera: SceneCamera, die: PlacedDie) -> list[int]:
    """Returns the indices of the faces that the camera sees."""
    normals = NORMALS @ die.axes.T
    viewpoint = np.array([0.0, 0.0, camera.height])
    return [i for i in range(6) if normals[i] @ (viewpoint - die.corners[list(FACES[i])].mean(0)) > 0]


def _draw_die(rng: Rng, bank: NoiseBank, canvas: Image, camera: SceneCamera, die: PlacedDie, light: _Light) -> None:
    middle = die.corners.mean(0)
    rounding = die.style.rounding * 0.35
    projected = camera.project(die.corners)
    edge = float(np.linalg.norm(projected[4] - projected[5]))
    hull = cv2.convexHull(camera.project(middle + (die.corners - middle) * (1 - rounding)).astype(np.float32))
    thickness = max(1, round(rounding * edge))
    shade = die.style.colour * light.intensity(np.array([0, 0, 1.0])) * rng.uniform(0.6, 1.0)
    outline = np.round(hull).astype(np.int32)
    cv2.fillConvexPoly(canvas, outline, shade.tolist(), cv2.LINE_AA)
    cv2.polylines(canvas, [outline], True, shade.tolist(), thickness, cv2.LINE_AA)
    normals = NORMALS @ die.axes.T
    values = face_values(die)
    for i in sorted(visible_faces(camera, die), key=lambda i: float(normals[i, 2])):
        quad = projected[list(FACES[i])]
        along = quad[1] - quad[0]
        axis = np.array([along[0], -along[1]]) / max(1e-6, float(np.hypot(*along)))
        planar_light = np.array(
            [axis @ light.direction[:2], axis[0] * light.direction[1] - axis[1] * light.direction[0]]
        )
        value_below = values[i ^ 1] if i == _top(die) else 0
        _draw_face(
            rng, bank, canvas, quad, die.style, values[i], light.intensity(normals[i]), planar_light, value_below
        )
    if die.blur_length:
        motion_blur(rng, canvas, projected, die.blur_length * edge)


def motion_blur(rng: Rng, canvas: Image, corners: Floats, length: float) -> None:
    """Blurs the image around the corners of a die along a random direction; `length` is in pixels."""
    size = max(3, min(round(length), 99)) | 1
    kernel = np.zeros((size, size), np.float32)
    direction = rng.normal(0, 1, 2)
    half = direction / np.hypot(*direction) * (size // 2)
    ends = [(round(size // 2 + s * half[0]), round(size // 2 + s * half[1])) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], (1.0,), 1)
    x, y, w, h = cv2.boundingRect(corners.astype(np.float32))
    x0, y0, x1, y1 = max(0, x - size), max(0, y - size), x + w + size, y + h + size
    crop = canvas[y0 : max(y1, 0), x0 : max(x1, 0)]
    if crop.size:
        crop[:] = cv2.filter2D(crop, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)


def visible_share(quad: Floats, side: int) -> float:
    """Returns the share of a quad (4×2 pixels) inside an image of side×side pixels, 0 to 1."""
    frame = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * side
    seen, _ = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    return float(seen) / max(1e-6, float(cv2.contourArea(quad.astype(np.float32))))


class _LabelMap:
    """The labels of the pixels, updated while dice are drawn from back to front."""

    def __init__(self, side: int) -> None:
        self._side = side
        self._body = np.zeros((side, side), np.uint8)
        self._owner = np.zeros((side, side), np.uint8)
        self._tops: list[tuple[Floats, int]] = []

    def add(self, camera: SceneCamera, die: PlacedDie, top: Floats) -> None:
        """Adds a die and its top face (4×2 pixels) in front of the previous ones."""
        hull = cv2.convexHull(camera.project(die.corners).astype(np.float32))
        for plane, value in ((self._body, BODY), (self._owner, 0)):
            cv2.fillConvexPoly(plane, np.round(hull + 0.5).astype(np.int32), (value,))
        value = int(die.fault) if die.fault else die.values[0]
        if die.fault is None and visible_share(top, self._side) < MIN_VISIBLE:
            value = int(FaceFault.CUT_OFF)
        self._tops.append((top, value))
        cv2.fillConvexPoly(self._owner, self._inside(top), (len(self._tops),))

    def _inside(self, top: Floats) -> NDArray[np.int32]:
        middle = top.mean(0)
        return np.asarray(np.round(middle + (top - middle) * LABEL_SHRINK + 0.5), np.int32)

    def finish(self, hand: NDArray[np.uint8] | None, image: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], list[int]]:
        """Returns the labels per cell and the label of each top face, in the order of their addition.

        Faces whose pips are not visible in the image, because of saturation or darkness, are labelled as covered.
        """
        if hand is not None:
            self._body[hand > 0], self._owner[hand > 0] = HAND, 0
        labels = self._body.copy()
        values: list[int] = []
        for k, (top, value) in enumerate(self._tops):
            visible = self._owner == k + 1
            whole = np.zeros_like(self._owner)
            cv2.fillConvexPoly(whole, self._inside(top), (1,))
            covered = value < FaceFault.COCKED and (
                visible.sum() < MIN_UNCOVERED * whole.sum() or not pips_visible(image, top)
            )
            values.append(int(FaceFault.COVERED) if covered else value)
            labels[visible] = values[-1] if values[-1] < FaceFault.COCKED else UNREADABLE
        # The centre of a cell is half a pixel before its third pixel; outlines were drawn shifted by half a pixel.
        return np.ascontiguousarray(labels[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]), values


def _background(rng: Rng, bank: NoiseBank, side: int, wall_probability: float, box_like: bool) -> Image:
    if box_like:
        background = surface(rng, bank, side)
        if rng.random() < BOX_LITTER_PROBABILITY:
            dirt.draw_litter(rng, background)
        return background
    background = ground(rng, bank, side)
    if rng.random() < 0.05:
        clutter.draw_keyboard(rng, background)
    if rng.random() < 0.12:
        clutter.draw_round_objects(rng, background)
    if rng.random() < LITTER_PROBABILITY:
        dirt.draw_litter(rng, background)
    if rng.random() < wall_probability:
        clutter.draw_walls(rng, bank, background)
    return np.asarray(np.clip(background, 0, 1), np.float32)


def _far_to_near(camera: SceneCamera, dice: list[PlacedDie]) -> list[PlacedDie]:
    viewpoint = np.array([0.0, 0.0, camera.height])
    return sorted(dice, key=lambda d: (d.corners[:, 2].min(), -float(np.linalg.norm(d.corners.mean(0) - viewpoint))))


class SceneRenderer(Protocol):
    """Renders the view of a camera of dice on a floor."""

    def render(
        self, rng: Rng, bank: NoiseBank, background: Image, camera: SceneCamera, dice: list[PlacedDie]
    ) -> tuple[Image, float]:
        """Returns the scene (side×side×3, about 0 to 1) and the intensity of the light on a hand.

        `background` is the albedo of the view without dice.
        """


class FlatRenderer:
    """A fast renderer without ray tracing: shadows and faces are drawn as polygons, a hundred scenes in seconds."""

    def __init__(self, contrast_probability: float = 0.0) -> None:
        """`contrast_probability` is the probability of hardly any ambient light, so that sides in shade are black."""
        self._contrast_probability = contrast_probability

    def render(
        self, rng: Rng, bank: NoiseBank, background: Image, camera: SceneCamera, dice: list[PlacedDie]
    ) -> tuple[Image, float]:
        """Returns the scene (side×side×3, 0 to 1) and the intensity of the light on a hand."""
        zenith = float(rng.uniform(0, 0.35) if rng.random() < 0.5 else rng.uniform(0.35, 1.25))
        angle = rng.uniform(0, 2 * np.pi)
        direction = np.array([np.sin(zenith) * np.cos(angle), np.sin(zenith) * np.sin(angle), np.cos(zenith)])
        contrast = bool(self._contrast_probability) and rng.random() < self._contrast_probability
        light = _Light(direction, float(rng.uniform(*(CONTRAST_AMBIENT if contrast else AMBIENT))))
        edge = camera.focal / camera.height
        canvas = np.asarray(background * light.intensity(np.array([0, 0, 1.0])), np.float32)
        softness = float(rng.uniform(0.02, 0.25)) * edge * (0.2 if rng.random() < 0.3 else 1)
        darkness = float(rng.uniform(0.1, 0.9))
        for die in dice:
            _shadow(canvas, camera, die, light.direction, darkness, min(softness, 12))
            if rng.random() < 0.6:
                _shadow(canvas, camera, die, np.array([0.02, 0.02, 1.0]), 0.4, min(0.08 * edge, 8))
        for die in _far_to_near(camera, dice):
            _draw_die(rng, bank, canvas, camera, die, light)
        return canvas, light.ambient + 0.5


def draw_scene(
    rng: Rng,
    bank: NoiseBank,
    side: int = 256,
    hand_probability: float = HAND_PROBABILITY,
    leaning_probability: float = LEANING_PROBABILITY,
    outward_probability: float = 0.0,
    overhead: bool = False,
    close_up_probability: float = 0.0,
    box_like: bool = False,
    crowded_probability: float = 0.0,
    wide_probability: float = 0.0,
    resting_probability: float = 0.0,
    contrast_probability: float = 0.0,
    renderer: SceneRenderer | None = None,
) -> TrainingScene:
    """Draws a random scene of up to nine dice.

    `hand_probability` is the probability of a hand above the dice, `leaning_probability` that a die is cocked,
    `outward_probability` that a cocked die leans away from the camera, as on a wall of the box, and
    `close_up_probability` that a single die fills the image. With `overhead`, the camera looks straight down from
    nearby, as in the box. With `box_like`, the background is a plain surface, the image is well exposed, and more dice
    are dark. `crowded_probability` is the probability of touching dice, `wide_probability` that an `overhead` camera
    has a wide lens and the dice lie at the border of its view, and `resting_probability` that a cocked die beside a
    flat one leans on it. `contrast_probability` is the probability that the default `renderer`, a `FlatRenderer`, draws
    hardly any ambient light.
    """
    close_up = bool(close_up_probability) and rng.random() < close_up_probability
    wide = bool(wide_probability) and rng.random() < wide_probability
    crowded = bool(crowded_probability) and rng.random() < crowded_probability
    overhead_camera = box_camera(rng, side, wide) if overhead and not close_up else None
    camera = overhead_camera or (close_camera(rng, side) if close_up else random_camera(rng, side))
    if renderer is not None:
        # Path tracers assume square pixels and no distortion.
        camera = replace(camera, pixel_aspect=np.ones(2), fisheye=0.0)
    background = _background(rng, bank, side, WALL_PROBABILITY if renderer is None else 0.0, box_like)
    floor = background.mean((0, 1))
    options = (leaning_probability, outward_probability, close_up, box_like, crowded, resting_probability)
    dice = throw_dice(rng, camera, side, floor, *options)
    while renderer is not None and not dice:
        # Path tracing is too slow for empty floors.
        dice = throw_dice(rng, camera, side, floor, *options)
    canvas, light = (renderer or FlatRenderer(contrast_probability)).render(rng, bank, background, camera, dice)
    label_map, faces = _LabelMap(side), []
    for die in _far_to_near(camera, dice):
        projected, top = camera.project(die.corners), _top(die)
        sides = [projected[list(FACES[i])] for i in visible_faces(camera, die) if i != top]
        outlines = [camera.project(flat_face(die, top)), *sides]
        label_map.add(camera, die, outlines[0])
        faces.append(outlines)
    hand = clutter.draw_hand(rng, bank, canvas, light) if rng.random() < hand_probability else None
    if rng.random() < DIRTY_LENS_PROBABILITY:
        canvas = dirt.dirty_lens(rng, canvas)
    image = photograph(rng, canvas, box_like)
    labels, values = label_map.finish(hand, image)
    labelled_faces: list[tuple[Floats, int]] = []
    for (outline, *sides), value in zip(faces, values, strict=True):
        labelled_faces += [(outline, value), *[(quad, 0) for quad in sides]]
    tilt = float(np.arctan2(camera.rotation[2, 1], camera.rotation[1, 1]))
    axis = np.array([*camera.centre, camera.focal, camera.height, tilt]) if overhead else None
    return TrainingScene(image, labels, tuple(labelled_faces), axis)
