"""A fast renderer of training scenes: dice, objects and their shadows drawn as polygons."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.backgrounds import Image, NoiseBank, Rng
from vision.training.face_textures import DieStyle, draw_glare, draw_translucency, face_texture, rounded_mask
from vision.training.floor_objects import FloorObject
from vision.training.scene_geometry import (
    FACES,
    NORMALS,
    Arrangement,
    Floats,
    PlacedDie,
    SceneCamera,
    face_values,
    far_to_near,
    top_face,
    visible_faces,
)

AMBIENT, CONTRAST_AMBIENT = (0.15, 0.75), (0.01, 0.15)
"""Ranges of the share of ambient light in drawn scenes: usually, and in those of high contrast."""


@dataclass(frozen=True, slots=True, eq=False)
class _Light:
    """The direction towards the light (a unit vector) and the share of ambient light (0 to 1)."""

    direction: Floats
    ambient: float

    def intensity(self, normal: Floats) -> float:
        return float(self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.direction)))


def _shadow(
    canvas: Image, camera: SceneCamera, corners: Floats, light: Floats, darkness: float, softness: float
) -> None:
    """Darkens the floor where the hull of some corners (N×3) casts its shadow."""
    bottom = corners[:, 2].min()
    shadow_corners = corners - light * ((corners[:, 2] - min(0.0, bottom)) / light[2])[:, None]
    shadow_corners[:, 2] = 0
    base = corners.copy()
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
        value_below = values[i ^ 1] if i == top_face(die) else 0
        _draw_face(
            rng, bank, canvas, quad, die.style, values[i], light.intensity(normals[i]), planar_light, value_below
        )
    if die.blur_length:
        motion_blur(rng, canvas, projected, die.blur_length * edge)


def _draw_object(canvas: Image, camera: SceneCamera, one: FloorObject, light: _Light) -> None:
    """Draws the visible quads of a convex object, the lower ones first."""
    corners = one.points[one.quads]
    normals = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    length = np.linalg.norm(normals, axis=1)
    middles = corners.mean(1)
    # The normals point outwards: away from the middle of the object.
    normals = normals / np.maximum(length, 1e-9)[:, None]
    normals *= np.sign(np.sum(normals * (middles - one.points.mean(0)), axis=1))[:, None]
    towards = np.array([0.0, 0.0, camera.height]) - middles
    projected = camera.project(one.points)[one.quads]
    for k in np.argsort(middles[:, 2]):
        if length[k] > 1e-9 and normals[k] @ towards[k] > 0:
            tone = one.colours[k] * light.intensity(normals[k])
            cv2.fillConvexPoly(canvas, np.round(projected[k]).astype(np.int32), tone.tolist(), cv2.LINE_AA)


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


class FlatRenderer:
    """A fast renderer without ray tracing: shadows and faces are drawn as polygons, a hundred scenes in seconds."""

    def __init__(self, contrast_probability: float = 0.0) -> None:
        """`contrast_probability` is the probability of hardly any ambient light, so that sides in shade are black."""
        self._contrast_probability = contrast_probability

    def render(self, rng: Rng, bank: NoiseBank, scene: Arrangement) -> tuple[Image, float]:
        """Returns the image (side×side×3, 0 to 1) and the intensity of the light on a hand."""
        zenith = float(rng.uniform(0, 0.35) if rng.random() < 0.5 else rng.uniform(0.35, 1.25))
        angle = rng.uniform(0, 2 * np.pi)
        direction = np.array([np.sin(zenith) * np.cos(angle), np.sin(zenith) * np.sin(angle), np.cos(zenith)])
        contrast = bool(self._contrast_probability) and rng.random() < self._contrast_probability
        light = _Light(direction, float(rng.uniform(*(CONTRAST_AMBIENT if contrast else AMBIENT))))
        camera = scene.camera
        edge = camera.focal / camera.height
        canvas = np.asarray(scene.background * light.intensity(np.array([0, 0, 1.0])), np.float32)
        softness = float(rng.uniform(0.02, 0.25)) * edge * (0.2 if rng.random() < 0.3 else 1)
        darkness = float(rng.uniform(0.1, 0.9))
        for die in scene.dice:
            _shadow(canvas, camera, die.corners, light.direction, darkness, min(softness, 12))
            if rng.random() < 0.6:
                _shadow(canvas, camera, die.corners, np.array([0.02, 0.02, 1.0]), 0.4, min(0.08 * edge, 8))
        for one in scene.objects:
            _shadow(canvas, camera, one.points, light.direction, darkness, min(softness, 12))
            _draw_object(canvas, camera, one, light)
        for die in far_to_near(camera, scene.dice):
            _draw_die(rng, bank, canvas, camera, die, light)
        return canvas, light.ambient + 0.5
