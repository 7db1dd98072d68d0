"""Drawn scenes of dice under a camera, with the truth for every pixel: what the eye's network learns from.

The world's unit is the short edge of a die; the floor is z = 0 and the camera looks down from z = height.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.faces import Style, face_texture, random_style, rounded_mask
from vision.training.floors import Image, NoiseBank, Rng, ground

Floats = NDArray[np.float64]

STRIDE = 4
GROUND, BODY, UNREADABLE = 0, 7, 8
CLASSES = 9
SHRINK = 0.7
"""A top face is labelled within its outline shrunk by this factor, so that touching dice stay apart."""

CORNERS = np.array([(x, y, z) for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)])
FACES = ((4, 5, 7, 6), (0, 2, 3, 1), (1, 3, 7, 5), (0, 4, 6, 2), (2, 6, 7, 3), (0, 1, 5, 4))
"""Corners of the six faces in order round each; opposite faces follow one another: ±z, ±x, ±y."""
NORMALS = np.array([(0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], float)


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera above the floor, tilted by `turn` about the picture's x axis."""

    height: float
    focal: float
    centre: Floats
    turn: Floats
    squeeze: Floats
    """Width and height of a pixel's share of the picture: not every camera has square pixels."""

    def project(self, points: Floats) -> Floats:
        """Returns the picture's (x, y) of world points (N×3)."""
        seen = (points - np.array([0.0, 0.0, self.height])) @ self.turn.T
        return np.asarray(self.centre + self.focal * self.squeeze * seen[:, :2] * (1, -1) / -seen[:, 2:])

    def floor_at(self, pixel: Floats) -> Floats:
        """Returns the floor's (x, y) that is seen at a pixel."""
        across = (pixel - self.centre) / (self.focal * self.squeeze)
        ray = np.array([across[0], -across[1], -1.0]) @ self.turn
        return np.asarray(ray[:2] * (self.height / -ray[2]))


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """One die in the world: its corners (8×3), its faces' values and its look."""

    corners: Floats
    axes: Floats
    values: tuple[int, ...]
    style: Style
    readable: bool
    smear: float = 0.0
    """Length of its motion during the exposure; a smeared die is not readable."""

    @property
    def footprint(self) -> Floats:
        """The hull of the die on the floor."""
        return np.asarray(cv2.convexHull(self.corners[:, :2].astype(np.float32))[:, 0], float)


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture (side×side×3 uint8, BGR), its labels (side/4 × side/4: ground, 1 to 6, body, unreadable) and faces.

    `faces` holds the outline (4×2 pixels) and the value of each face drawn: a top face's own, 0 for side faces and for
    what nobody should read.
    """

    image: NDArray[np.uint8]
    labels: NDArray[np.uint8]
    faces: tuple[tuple[Floats, int], ...]


def _rotation(axis: Floats, angle: float) -> Floats:
    matrix, _ = cv2.Rodrigues(np.asarray(axis / np.linalg.norm(axis) * angle, float))
    return np.asarray(matrix)


def _random_camera(rng: Rng, side: int) -> Camera:
    edge = float(np.exp(rng.uniform(np.log(20), np.log(150))))
    if rng.random() < 0.06:
        edge = float(rng.uniform(120, 230))
    height = float(rng.uniform(4.5, 9) if rng.random() < 0.6 else rng.uniform(9, 30))
    tilt = float(rng.normal(0, 0.05) if rng.random() < 0.75 else rng.uniform(0.1, 0.85))
    focal = edge * height
    turn = _rotation(np.array([1.0, 0, 0]), tilt)
    # The picture is a piece of a wider one: its middle lies off the optical axis.
    away = focal * rng.uniform(0, 0.6) * (1 if abs(tilt) < 0.15 else 0.3)
    angle = rng.uniform(0, 2 * np.pi)
    squeeze = np.array([1.0, 1.0])
    if rng.random() < 0.3:
        squeeze[int(rng.integers(2))] = rng.uniform(0.66, 1.0)
    return Camera(height, focal, side / 2 + away * np.array([np.cos(angle), np.sin(angle)]), turn, squeeze)


def _die_size(rng: Rng, oblong: bool) -> tuple[Floats, int]:
    """Returns the die's size (x, y, z) as it lies and its top value: a square end of a long die bears 1 or 2."""
    uneven = 1 + rng.normal(0, 0.02, 3)
    if not oblong:
        return uneven, int(rng.integers(1, 7))
    length = rng.uniform(1.15, 1.5)
    on_end = rng.random() < 0.25
    if on_end:
        value = int(rng.integers(1, 3)) if rng.random() < 0.9 else int(rng.integers(3, 7))
        return np.array([1.0, 1.0, length]) * uneven, value
    value = int(rng.integers(3, 7)) if rng.random() < 0.85 else int(rng.integers(1, 3))
    return np.array([length, 1.0, 1.0]) * uneven, value


def _overlap(a: Floats, b: Floats) -> bool:
    area, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return bool(area > 1e-4)


def _place(rng: Rng, size: Floats, at: Floats, raised: float, lean: float) -> tuple[Floats, Floats]:
    """Returns the corners and the axes (3×3) of a die that stands at `at`, leaning by `lean`."""
    axes = _rotation(np.array([0.0, 0.0, 1.0]), float(rng.uniform(0, 2 * np.pi)))
    if lean:
        axes = _rotation(np.append(rng.normal(0, 1, 2), 0), lean) @ axes
    corners = (CORNERS * size) @ axes.T
    return corners - [0, 0, corners[:, 2].min()] + [at[0], at[1], raised], axes


def _throw(rng: Rng, camera: Camera, side: int, floor: Image) -> list[Solid]:
    edge = camera.focal / camera.height
    most = int(np.clip((side / edge) ** 2 * 0.5, 1, 9))
    count = int(rng.integers(1, most + 1)) if rng.random() < 0.9 else 0
    oblong = rng.random() < 0.45
    shared = random_style(rng, floor) if rng.random() < 0.7 else None
    mixed_sizes = rng.random() < 0.15
    dice: list[Solid] = []
    for _ in range(count * 2):
        if len(dice) >= count:
            break
        size, top = _die_size(rng, oblong)
        size = size * (rng.uniform(0.6, 1.1) if mixed_sizes else 1)
        lean = float(rng.uniform(0.2, 0.75)) if rng.random() < 0.06 else 0.0
        near, raised, readable = None, 0.0, lean == 0.0
        if dice and rng.random() < 0.35:
            near = dice[int(rng.integers(len(dice)))]
        if near is not None and near.readable and rng.random() < 0.06:
            # On top of another die, which thereby cannot be read.
            raised = float(near.corners[:, 2].max())
            at = near.corners[:, :2].mean(0) + rng.normal(0, 0.2, 2)
            dice[dice.index(near)] = Solid(near.corners, near.axes, near.values, near.style, False)
            corners, axes = _place(rng, size, at, raised, 0.0)
        else:
            at = camera.floor_at(rng.uniform(-0.05 * side, 1.05 * side, 2))
            corners, axes = _place(rng, size, at, 0.0, lean)
            if near is not None:
                corners = _slide_to(rng, corners, near)
            hull = cv2.convexHull(corners[:, :2].astype(np.float32))[:, 0].astype(float)
            if any(_overlap(hull, other.footprint) for other in dice):
                continue
        values = [int(v) for v in rng.permutation([v for v in range(1, 7) if v != top])]
        style = shared or random_style(rng, floor)
        smear = float(rng.uniform(0.3, 1.2)) if rng.random() < 0.03 else 0.0
        dice.append(Solid(corners, axes, (top, *values), style, readable and not smear, smear))
    return dice


def _slide_to(rng: Rng, corners: Floats, near: Solid) -> Floats:
    """Moves a die next to another until they touch, or nearly so."""
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle), 0.0])
    home = corners - np.append(corners[:, :2].mean(0), 0) + np.append(near.corners[:, :2].mean(0), 0)
    low, high = 0.0, 4.0
    for _ in range(9):
        middle = (low + high) / 2
        hull = cv2.convexHull((home + way * middle)[:, :2].astype(np.float32))[:, 0].astype(float)
        low, high = (middle, high) if _overlap(hull, near.footprint) else (low, middle)
    return np.asarray(home + way * (high + (0.01 if rng.random() < 0.6 else rng.uniform(0.01, 0.3))))


def _shadow(canvas: Image, camera: Camera, die: Solid, light: Floats, dark: float, soft: float) -> None:
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
    rng: Rng, bank: NoiseBank, canvas: Image, quad: Floats, style: Style, value: int, tone: float, light: Floats
) -> None:
    """Draws one face into its quad (4×2 pixels) with the brightness `tone`."""
    first, second = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    if second > first:
        quad, first, second = np.roll(quad, -1, axis=0), second, first
    if second < 1.5:
        return
    width = int(np.clip(first, 16, 260))
    height = int(np.clip(max(second, first * 0.6), 16, width))
    texture = face_texture(rng, bank, value, style, width, height, light) * tone
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
    part += cover * (warped - part)


def _draw_die(
    rng: Rng,
    bank: NoiseBank,
    canvas: Image,
    labels: NDArray[np.uint8],
    camera: Camera,
    die: Solid,
    light: Floats,
    ambient: float,
) -> list[tuple[Floats, int]]:
    """Draws one die and its labels; returns the outlines of its visible faces with their values, sides as 0."""
    middle = die.corners.mean(0)
    eye = np.array([0.0, 0.0, camera.height])
    rounding = die.style.rounding * 0.35
    inner = camera.project(middle + (die.corners - middle) * (1 - rounding))
    full = camera.project(die.corners)
    edge = float(np.linalg.norm(full[4] - full[5]))

    def tone(normal: Floats) -> float:
        return float(ambient + (1 - ambient) * max(0.0, float(normal @ light)))

    hull = cv2.convexHull(inner.astype(np.float32))
    thick = max(1, round(rounding * edge))
    shade = die.style.colour * tone(np.array([0, 0, 1.0])) * rng.uniform(0.6, 1.0)
    outline = np.round(hull).astype(np.int32)
    cv2.fillConvexPoly(canvas, outline, shade.tolist(), cv2.LINE_AA)
    cv2.polylines(canvas, [outline], True, shade.tolist(), thick, cv2.LINE_AA)
    cv2.fillConvexPoly(labels, np.round(hull / STRIDE).astype(np.int32), (BODY,))
    normals = NORMALS @ die.axes.T
    order = [i for i in range(6) if normals[i] @ (eye - die.corners[list(FACES[i])].mean(0)) > 0]
    top = int(np.argmax(normals[:, 2]))
    values = dict(zip([top, *[i for i in range(6) if i != top]], die.values, strict=True))
    for i in sorted(order, key=lambda i: float(normals[i, 2])):
        quad = full[list(FACES[i])]
        across = quad[1] - quad[0]
        turn = np.array([across[0], -across[1]]) / max(1e-6, float(np.hypot(*across)))
        flat = np.array([turn @ light[:2], turn[0] * light[1] - turn[1] * light[0]])
        _draw_face(rng, bank, canvas, quad, die.style, values[i], tone(normals[i]), flat)
    if die.smear:
        _smear(rng, canvas, full, die.smear * edge)
    face = full[list(FACES[top])]
    shrunk = (face.mean(0) + (face - face.mean(0)) * SHRINK) / STRIDE - 0.5 + 0.5 / STRIDE
    frame = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * canvas.shape[0]
    seen, _ = cv2.intersectConvexConvex(face.astype(np.float32), frame.astype(np.float32))
    whole = seen > 0.8 * cv2.contourArea(face.astype(np.float32))
    told = values[top] if die.readable and whole else 0
    cv2.fillConvexPoly(labels, np.round(shrunk).astype(np.int32), (told or UNREADABLE,))
    return [(full[list(FACES[i])], told if i == top else 0) for i in order]


def _smear(rng: Rng, canvas: Image, corners: Floats, length: float) -> None:
    """Smears what lies round the corners along a random line."""
    size = max(3, round(length)) | 1
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


def _finish(rng: Rng, canvas: Image) -> NDArray[np.uint8]:
    """Adds what light, lens and sensor do: uneven light, cast, exposure, blur, noise, JPEG."""
    side = canvas.shape[0]
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side
    way = rng.normal(0, 1, 2)
    slope = 1 + rng.uniform(0, 0.5) * ((x - 0.5) * way[0] + (y - 0.5) * way[1])
    if rng.random() < 0.2:
        at = rng.uniform(0, 1, 2)
        canvas += (
            (rng.uniform(0.1, 0.6) * np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / rng.uniform(0.01, 0.08)))[
                ..., None
            ]
            * (1 - canvas)
            * 0.7
        )
    if rng.random() < 0.15:
        edge = (x - rng.uniform(0.2, 0.8)) * np.cos(way[0] * 3) + (y - rng.uniform(0.2, 0.8)) * np.sin(way[0] * 3)
        slope = slope * np.where(edge > 0, 1.0, rng.uniform(0.25, 0.8)).astype(np.float32)
    image = canvas * np.clip(slope, 0.2, 2)[..., None]
    image = image * rng.uniform(0.85, 1.15, 3).astype(np.float32) * float(np.exp(rng.normal(0.1, 0.45)))
    if rng.random() < 0.12:
        image = np.repeat(image.mean(2, keepdims=True), 3, axis=2)
    image = np.clip(image, 0, 1) ** float(np.exp(rng.normal(-0.35, 0.3)))
    image = np.clip((image - 0.5) * rng.uniform(0.6, 1.2) + 0.5 + rng.normal(0, 0.06), 0, 1)
    blur = float(rng.choice([rng.uniform(0, 0.6), rng.uniform(0.6, 1.6), rng.uniform(1.5, 2.6)], p=[0.6, 0.3, 0.1]))
    if blur > 0.3:
        image = cv2.GaussianBlur(image, (0, 0), blur)
    noisy = float(rng.choice([rng.uniform(0, 0.012), rng.uniform(0.01, 0.06)], p=[0.75, 0.25]))
    grain = rng.standard_normal(image.shape).astype(np.float32) * noisy
    if rng.random() < 0.3:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 2
    done = np.asarray(np.clip((image + grain) * 255, 0, 255), np.uint8)
    if rng.random() < 0.5:
        _, coded = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        done = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return done


def draw_scene(rng: Rng, bank: NoiseBank, side: int = 256) -> Scene:
    """Draws one random scene of none to nine dice."""
    camera = _random_camera(rng, side)
    canvas = ground(rng, bank, side)
    dice = _throw(rng, camera, side, canvas.mean((0, 1)))
    labels = np.zeros((side // STRIDE, side // STRIDE), np.uint8)
    slant = float(rng.uniform(0, 0.35) if rng.random() < 0.5 else rng.uniform(0.35, 1.1))
    angle = rng.uniform(0, 2 * np.pi)
    light = np.array([np.sin(slant) * np.cos(angle), np.sin(slant) * np.sin(angle), np.cos(slant)])
    ambient = float(rng.uniform(0.15, 0.75))
    edge = camera.focal / camera.height
    canvas *= ambient + (1 - ambient) * float(light[2])
    soft = float(rng.uniform(0.02, 0.25)) * edge * (0.2 if rng.random() < 0.3 else 1)
    dark = float(rng.uniform(0.1, 0.9))
    for die in dice:
        _shadow(canvas, camera, die, light, dark, min(soft, 12))
        if rng.random() < 0.6:
            _shadow(canvas, camera, die, np.array([0.02, 0.02, 1.0]), 0.4, min(0.08 * edge, 8))
    eye = np.array([0.0, 0.0, camera.height])
    faces: list[tuple[Floats, int]] = []
    for die in sorted(dice, key=lambda d: (d.corners[:, 2].min(), -float(np.linalg.norm(d.corners.mean(0) - eye)))):
        faces += _draw_die(rng, bank, canvas, labels, camera, die, light, ambient)
    return Scene(_finish(rng, canvas), labels, tuple(faces))
