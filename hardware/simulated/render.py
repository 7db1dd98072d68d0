"""Draws dice into the box: every pixel's ray is followed to a box with rounded edges, its colour and its light."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.dice import Body, Vector
from hardware.simulated.room import LID, Backdrop, falloff, lamps
from hardware.simulated.textures import DOTS_PER_MM, Skin
from hardware.simulated.throws import Pose
from hardware.simulated.view import HEIGHT, WIDTH

_GLOSS = 0.05
_SHARPNESS = 24


@dataclass(frozen=True, slots=True)
class Piece:
    """One die to be drawn; `streak` is how far (pixels, x and y) it moves while the shutter is open."""

    body: Body
    skin: Skin
    pose: Pose
    streak: tuple[float, float] = (0.0, 0.0)


def draw(backdrop: Backdrop, pieces: list[Piece], power: Vector, ambient: Vector) -> Vector:
    """Radiance (H × W × 3, float32) of the box with the dice in it; `power` of each lamp, `ambient` light (BGR)."""
    bodies = tuple(piece.body for piece in pieces)
    poses = tuple(piece.pose for piece in pieces)
    picture = backdrop.lit(power, ambient, bodies, poses)
    nearest = np.full((HEIGHT, WIDTH), np.inf, np.float32)
    eye = backdrop.view.place
    for piece in sorted(pieces, key=lambda each: -float(np.linalg.norm(each.pose.middle - eye))):
        others = [other for other in pieces if other is not piece and _close(piece, other)]
        _draw_one(backdrop, piece, others, power, ambient, picture, nearest)
    return picture


def _close(piece: Piece, other: Piece) -> bool:
    """Whether one die can stand in the other's light."""
    reach = 3 * (max(piece.body.half) + max(other.body.half))
    return float(np.linalg.norm(piece.pose.middle - other.pose.middle)) < reach


def _draw_one(
    backdrop: Backdrop,
    piece: Piece,
    others: list[Piece],
    power: Vector,
    ambient: Vector,
    picture: Vector,
    nearest: NDArray[np.float32],
) -> None:
    """Draws one die over what is farther away."""
    view, body, pose = backdrop.view, piece.body, piece.pose
    seen = view.project(pose.corners(body))
    margin = 3 + np.abs(piece.streak).max()
    x0, y0 = np.clip(np.floor(seen.min(axis=0) - margin), 0, [WIDTH, HEIGHT]).astype(int)
    x1, y1 = np.clip(np.ceil(seen.max(axis=0) + margin), 0, [WIDTH, HEIGHT]).astype(int)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    window = (slice(y0, y1), slice(x0, x1))
    rays = view.rays[window]
    reach, cover, spots = _meet(body, (view.place - pose.middle) @ pose.turn, rays @ pose.turn)
    cover = cover * (reach < nearest[window])
    hit = cover > 0
    rows, columns = np.nonzero(hit)
    if rows.size == 0:
        return
    normals, colour = _surface(body, piece.skin, spots[hit])
    points = view.place + rays[hit] * reach[hit][:, None]
    light = _light(points, normals @ pose.turn.T, view.place, others, power, ambient, colour, backdrop)
    layer = np.zeros((*hit.shape, 4), np.float32)
    layer[rows, columns, :3] = light * cover[hit][:, None]
    layer[rows, columns, 3] = cover[hit]
    if max(map(abs, piece.streak)) > 1:
        layer = np.asarray(cv2.filter2D(layer, -1, _streak(piece.streak), borderType=cv2.BORDER_CONSTANT), np.float32)
    picture[window] = picture[window] * (1 - layer[..., 3:]) + layer[..., :3]
    nearest[window] = np.where(cover > 0.5, reach, nearest[window])


def _meet(body: Body, eye: Vector, rays: Vector) -> tuple[Vector, Vector, Vector]:
    """Where rays (H × W × 3, in the die's own axes) meet it: distance, cover (0 to 1) and place.

    The plain box is met exactly; only near its edges the ray is then marched on to the rounded surface.
    """
    half, radius = np.array(body.half, np.float32), np.float32(body.radius)
    safe = np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
    first, second = (-half - eye) / safe, (half - eye) / safe
    enter = np.minimum(first, second).max(axis=-1)
    leave = np.maximum(first, second).min(axis=-1)
    hit = (enter < leave) & (enter > 0)
    spots = eye + rays * enter[..., None]
    cover = hit.astype(np.float32)
    rows, columns = np.nonzero(hit & (np.sort(half - np.abs(spots), axis=-1)[..., 1] < radius))
    if rows.size:
        ray = rays[rows, columns]
        length = np.linalg.norm(ray, axis=1)
        spot, way = spots[rows, columns], enter[rows, columns]
        closest = np.full(way.shape, np.inf, np.float32)
        for _ in range(9):
            gap = np.linalg.norm(np.maximum(np.abs(spot) - (half - radius), 0), axis=1) - radius
            closest = np.minimum(closest, gap)
            step = np.maximum(gap, 0) / length
            way = way + step
            spot = spot + ray * step[:, None]
        enter[rows, columns] = way
        spots[rows, columns] = spot
        cover[rows, columns] = np.clip(1 - closest / np.float32(0.15), 0, 1)
    return enter, cover, spots


def _surface(body: Body, skin: Skin, spots: Vector) -> tuple[Vector, Vector]:
    """Unit normals (N × 3, in the die's axes) and reflectance (N × 3) at places on the die."""
    half, radius = np.array(body.half, np.float32), np.float32(body.radius)
    normals = np.maximum(np.abs(spots) - (half - radius), 1e-4) * np.sign(spots)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    axis = np.abs(normals).argmax(axis=1)
    negative = np.take_along_axis(normals, axis[:, None], axis=1)[:, 0] < 0
    u_axis, v_axis = np.where(axis == 0, 1, 0), np.where(axis == 2, 1, 2)
    u = np.take_along_axis(spots, u_axis[:, None], axis=1)
    v = np.take_along_axis(spots, v_axis[:, None], axis=1)
    shift = ((2 * axis + negative) * skin.cell)[:, None]
    middle = (skin.cell - 1) / 2
    map_u = (u * DOTS_PER_MM + middle + shift).astype(np.float32)
    map_v = (v * DOTS_PER_MM + middle).astype(np.float32)
    colour = _sample(skin.colour, map_u, map_v)
    slope = _sample(skin.slope, map_u, map_v)
    rows = np.arange(len(axis))
    normals[rows, u_axis] += slope[:, 0]
    normals[rows, v_axis] += slope[:, 1]
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return normals, colour


def _sample(texture: Vector, map_u: Vector, map_v: Vector) -> Vector:
    """Samples a texture at N places, in rows that OpenCV can take (it is limited to 32767 a side)."""
    width = 1024
    count = len(map_u)
    padded = -count % width
    grid_u = np.pad(map_u[:, 0], (0, padded)).reshape(-1, width)
    grid_v = np.pad(map_v[:, 0], (0, padded)).reshape(-1, width)
    found = cv2.remap(texture, grid_u, grid_v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found.reshape(-1, texture.shape[2])[:count], np.float32)


def _light(
    points: Vector,
    normals: Vector,
    eye: Vector,
    others: list[Piece],
    power: Vector,
    ambient: Vector,
    colour: Vector,
    backdrop: Backdrop,
) -> Vector:
    """Radiance (N × 3) that the eye gets from places on a die: lamps, gloss, stray light, the floor's glow."""
    matte = np.zeros(len(points), np.float32)
    gloss = np.zeros(len(points), np.float32)
    towards = eye - points
    towards /= np.linalg.norm(towards, axis=1, keepdims=True)
    places, _ = lamps()
    for lamp, brightness in zip(places, power, strict=True):
        if brightness <= 0:
            continue
        open_way = np.ones(len(points), np.float32)
        for other in others:
            open_way *= _unblocked(points, lamp, other)
        arriving = falloff(points, normals, lamp) * open_way
        matte += brightness * arriving
        middle = lamp - points
        middle /= np.linalg.norm(middle, axis=1, keepdims=True)
        middle += towards
        middle /= np.linalg.norm(middle, axis=1, keepdims=True)
        gloss += brightness * arriving * np.maximum(np.einsum("ni,ni->n", middle, normals), 0) ** _SHARPNESS
    openness = np.clip(0.35 + points[:, 2] / 24, 0, 1)
    upward = 0.5 + 0.5 * normals[:, 2]
    bounce = power.sum() * np.float32(0.55) * (1 - upward) * np.clip(1.2 - points[:, 2] / LID * 2, 0, 1)
    floor = backdrop.colour[HEIGHT // 2 - 40 : HEIGHT // 2 + 40, WIDTH // 2 - 40 : WIDTH // 2 + 40].mean(axis=(0, 1))
    stray = power.sum() * np.float32(0.045) + ambient * (0.4 + 0.6 * upward[:, None])
    incoming = matte[:, None] + openness[:, None] * (stray + bounce[:, None] * floor)
    return np.asarray(colour * incoming + _GLOSS * gloss[:, None], np.float32)


def _unblocked(points: Vector, lamp: Vector, other: Piece) -> Vector:
    """1 where the way from a point to the lamp is free of another die, else 0."""
    half = np.array(other.body.half, np.float32) * np.float32(0.97)
    start = (points - other.pose.middle) @ other.pose.turn
    way = (lamp - points) @ other.pose.turn
    way = np.where(np.abs(way) < 1e-6, np.float32(1e-6), way)
    first, second = (-half - start) / way, (half - start) / way
    enter = np.minimum(first, second).max(axis=1)
    leave = np.maximum(first, second).min(axis=1)
    return np.asarray(~((enter < leave) & (leave > 1e-3)), np.float32)


def _streak(way: tuple[float, float]) -> Vector:
    """A kernel that smears a picture along `way` (pixels)."""
    length = max(3, int(2 * np.ceil(max(map(abs, way)) / 2) + 1))
    kernel = np.zeros((length, length), np.float32)
    middle = np.array([length // 2, length // 2])
    run = np.array(way) / 2
    start, end = np.round(middle - run).astype(int), np.round(middle + run).astype(int)
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), (1.0,), 1, cv2.LINE_AA)
    return np.asarray(kernel / kernel.sum(), np.float32)
