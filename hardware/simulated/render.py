"""Draws dice into the box by ray casting: each pixel's ray meets a box with rounded edges, its colour and its light."""

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.box_inside import LAMPS, LID, Backdrop, LampLight, dot, falloff
from hardware.simulated.simulated_dice import SimulatedBody, Vector
from hardware.simulated.simulated_throws import Pose
from hardware.simulated.textures import DOTS_PER_MM, Skin
from hardware.simulated.viewpoint import HEIGHT, WIDTH

_GLOSS = 0.05


@dataclass(frozen=True, slots=True)
class RenderedDie:
    """One die to be drawn; `streak` is how far (pixels, x and y) it moves while the shutter is open."""

    body: SimulatedBody
    skin: Skin
    pose: Pose
    streak: tuple[float, float] = (0.0, 0.0)


def draw(backdrop: Backdrop, pieces: list[RenderedDie], light: LampLight) -> Vector:
    """Radiance (H × W × 3, float32) of the box with the dice in it."""
    picture = backdrop.lit(light, [piece.pose.corners(piece.body) for piece in pieces])
    nearest = np.full((HEIGHT, WIDTH), np.inf, np.float32)
    eye = backdrop.view.place
    for piece in sorted(pieces, key=lambda each: -float(np.linalg.norm(each.pose.middle - eye))):
        others = [other for other in pieces if other is not piece and _close(piece, other)]
        _draw_one(backdrop, piece, others, light, picture, nearest)
    return picture


def touched(backdrop: Backdrop, pieces: list[RenderedDie], light: LampLight) -> list[tuple[slice, slice]]:
    """The parts of the picture (rows, columns) outside of which the box looks as it does without dice."""
    parts = backdrop.darkened(light, [piece.pose.corners(piece.body) for piece in pieces])
    return parts + [part for piece in pieces if (part := _window(backdrop, piece)) is not None]


def _window(backdrop: Backdrop, piece: RenderedDie) -> tuple[slice, slice] | None:
    """The part of the picture (rows, columns) in which a die is drawn; None if it is not in view."""
    seen = backdrop.view.project(piece.pose.corners(piece.body))
    margin = 3 + np.abs(piece.streak).max()
    x0, y0 = np.clip(np.floor(seen.min(axis=0) - margin), 0, [WIDTH, HEIGHT]).astype(int)
    x1, y1 = np.clip(np.ceil(seen.max(axis=0) + margin), 0, [WIDTH, HEIGHT]).astype(int)
    return None if x1 - x0 < 2 or y1 - y0 < 2 else (slice(y0, y1), slice(x0, x1))


def _close(piece: RenderedDie, other: RenderedDie) -> bool:
    """Whether one die can cast a shadow on the other."""
    reach = 3 * (max(piece.body.half) + max(other.body.half))
    return float(np.linalg.norm(piece.pose.middle - other.pose.middle)) < reach


def _can_block(lamp: Vector, piece: RenderedDie, other: RenderedDie) -> bool:
    """Whether the other die can stand between a lamp and this one; both are taken for spheres about them."""
    way, off = lamp - piece.pose.middle, other.pose.middle - piece.pose.middle
    nearest = off - way * np.clip(off @ way / (way @ way), 0, 1)
    return float(np.linalg.norm(nearest)) < float(np.linalg.norm(piece.body.half) + np.linalg.norm(other.body.half))


def _draw_one(
    backdrop: Backdrop,
    piece: RenderedDie,
    others: list[RenderedDie],
    light: LampLight,
    picture: Vector,
    nearest: Vector,
) -> None:
    """Draws one die in front of everything farther away."""
    view, body, pose = backdrop.view, piece.body, piece.pose
    window = _window(backdrop, piece)
    if window is None:
        return
    y0, x0, (height, width) = window[0].start, window[1].start, nearest[window].shape
    rays = np.ascontiguousarray(view.rays(window[0])[:, window[1]].reshape(-1, 3).T)
    reach, cover, spots = _meet(body, pose.turn.T @ (view.place - pose.middle), pose.turn.T @ rays)
    cover = cover * (reach < nearest[window].ravel())
    hit = np.flatnonzero(cover)
    if hit.size == 0:
        return
    normals, colour = _surface(body, piece.skin, spots[:, hit])
    points = view.place[:, None] + rays[:, hit] * reach[hit]
    blocking = [[other for other in others if _can_block(lamp, piece, other)] for lamp in LAMPS]
    radiance = _radiance(points, pose.turn @ normals, colour, view.place, blocking, light, backdrop.glow)
    if max(map(abs, piece.streak)) > 1:
        layer: Vector = np.zeros((cover.size, 4), np.float32)
        layer[hit, :3] = (radiance * cover[hit]).T
        layer[hit, 3] = cover[hit]
        layer = layer.reshape(height, width, 4)
        layer = np.asarray(cv2.filter2D(layer, -1, _streak(piece.streak), borderType=cv2.BORDER_CONSTANT), np.float32)
        picture[window] = picture[window] * (1 - layer[..., 3:]) + layer[..., :3]
    else:
        rows, columns = y0 + hit // width, x0 + hit % width
        share = cover[hit][:, None]
        picture[rows, columns] = picture[rows, columns] * (1 - share) + radiance.T * share
    nearest[window] = np.where(cover > 0.5, reach, nearest[window].ravel()).reshape(height, width)


def _meet(body: SimulatedBody, eye: Vector, rays: Vector) -> tuple[Vector, Vector, Vector]:
    """Where rays (3 × N, in the die's own axes) meet it: distance (N), cover (N, 0 to 1) and place (3 × N).

    The plain box is met exactly; only near its edges the ray is then marched on to the rounded surface.
    """
    half, radius = np.array(body.half, np.float32)[:, None], np.float32(body.radius)
    enter, leave = _through(half, eye[:, None], rays)
    hit = (enter < leave) & (enter > 0)
    spots = eye[:, None] + rays * enter
    cover = hit.astype(np.float32)
    x, y, z = half - np.abs(spots)
    depth = np.maximum(np.minimum(x, y), np.minimum(np.maximum(x, y), z))  # the median of the three
    rim = np.flatnonzero(hit & (depth < radius))
    if rim.size:
        ray, spot, way = rays[:, rim], spots[:, rim], enter[rim]
        length = _length(ray)
        closest = np.full(way.shape, np.inf, np.float32)
        for _ in range(9):
            gap = _length(np.maximum(np.abs(spot) - (half - radius), 0)) - radius
            closest = np.minimum(closest, gap)
            step = np.maximum(gap, 0) / length
            way = way + step
            spot = spot + ray * step
        enter[rim] = way
        spots[:, rim] = spot
        cover[rim] = np.clip(1 - closest / np.float32(0.15), 0, 1)
    return enter, cover, spots


def _through(half: Vector, start: Vector, ways: Vector) -> tuple[Vector, Vector]:
    """Where rays (3 × N) enter and leave a box about the origin, as multiples of the ray; enter > leave: they miss."""
    safe = np.where(np.abs(ways) < 1e-6, np.float32(1e-6), ways)
    first, second = (-half - start) / safe, (half - start) / safe
    return np.minimum(first, second).max(axis=0), np.maximum(first, second).min(axis=0)


def _surface(body: SimulatedBody, skin: Skin, spots: Vector) -> tuple[Vector, Vector]:
    """Unit normals (3 × N, in the die's axes) and reflectance (3 × N) at places on the die."""
    half, radius = np.array(body.half, np.float32)[:, None], np.float32(body.radius)
    normals = np.maximum(np.abs(spots) - (half - radius), np.float32(1e-4)) * np.sign(spots)
    normals /= _length(normals)
    axis = np.abs(normals).argmax(axis=0)
    every = np.arange(axis.size)
    u_axis, v_axis = np.where(axis == 0, 1, 0), np.where(axis == 2, 1, 2)
    shift = (2 * axis + (normals[axis, every] < 0)) * skin.cell + (skin.cell - 1) / 2
    map_u = (spots[u_axis, every] * DOTS_PER_MM + shift).astype(np.float32)
    map_v = (spots[v_axis, every] * DOTS_PER_MM + (skin.cell - 1) / 2).astype(np.float32)
    slope = _sample(skin.slope, map_u, map_v)
    normals[u_axis, every] += slope[:, 0]
    normals[v_axis, every] += slope[:, 1]
    return normals / _length(normals), _sample(skin.colour, map_u, map_v).T


def _sample(texture: Vector, map_u: Vector, map_v: Vector) -> Vector:
    """Samples a texture at N places; they go to OpenCV in rows, since its pictures are at most 32767 wide."""
    width = 1024
    count = len(map_u)
    grid_u, grid_v = (np.pad(each, (0, -count % width)).reshape(-1, width) for each in (map_u, map_v))
    found = cv2.remap(texture, grid_u, grid_v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found.reshape(-1, texture.shape[2])[:count], np.float32)


def _radiance(
    points: Vector,
    normals: Vector,
    colour: Vector,
    eye: Vector,
    blocking: list[list[RenderedDie]],
    light: LampLight,
    glow: Vector,
) -> Vector:
    """Radiance (3 × N) of places on a die towards the camera: lamps, gloss, stray light, the floor's `glow`.

    `blocking`: for each lamp the dice that may stand in its light.
    """
    matte, gloss = np.zeros((2, points.shape[1]), np.float32)
    towards = eye[:, None] - points
    towards /= _length(towards)
    for lamp, power, others in zip(LAMPS, light.power, blocking, strict=True):
        if power <= 0:
            continue
        way = lamp[:, None] - points
        squared = dot(way, way)
        arriving = power * falloff(way, normals, squared)
        for other in others:
            arriving *= _unblocked(points, way, other)
        middle = np.divide(way, np.sqrt(squared), out=way)
        middle += towards
        shine = dot(middle, normals)
        shine /= _length(middle)
        np.maximum(shine, 0, out=shine)
        for _ in range(3):
            np.square(shine, out=shine)
        matte += arriving
        # To the power of 24.
        arriving *= shine
        arriving *= shine
        arriving *= shine
        gloss += arriving
    openness = np.clip(0.35 + points[2] / 24, 0, 1)
    upward = 0.5 + 0.5 * normals[2]
    whole = np.float32(light.power.sum())
    bounce = np.float32(0.55) * whole * (1 - upward) * np.clip(1.2 - points[2] * 2 / LID, 0, 1)
    stray = np.float32(0.045) * whole + light.ambient[:, None] * (0.4 + 0.6 * upward)
    incoming = matte + openness * (stray + bounce * glow[:, None])
    return np.asarray(colour * incoming + np.float32(_GLOSS) * gloss, np.float32)


def _unblocked(points: Vector, ways: Vector, other: RenderedDie) -> Vector:
    """1 where the path (3 × N) from a point to a lamp is not blocked by another die, else 0."""
    half = np.array(other.body.half, np.float32)[:, None] * np.float32(0.97)
    own = other.pose.turn.T
    enter, leave = _through(half, own @ (points - other.pose.middle[:, None]), own @ ways)
    return np.asarray((enter >= leave) | (leave <= 1e-3), np.float32)


def _length(vectors: Vector) -> Vector:
    """The lengths (N) of vectors (3 × N)."""
    return np.asarray(np.sqrt(dot(vectors, vectors)), np.float32)


def _streak(way: tuple[float, float]) -> Vector:
    """A kernel that smears a picture along `way` (pixels)."""
    length = max(3, int(2 * np.ceil(max(map(abs, way)) / 2) + 1))
    kernel = np.zeros((length, length), np.float32)
    middle = np.array([length // 2, length // 2])
    run = np.array(way) / 2
    start, end = np.round(middle - run).astype(int), np.round(middle + run).astype(int)
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), (1.0,), 1, cv2.LINE_AA)
    return np.asarray(kernel / kernel.sum(), np.float32)
