"""The inside of the box without dice: floor, walls, and the light that the lamps throw on them."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.dice import Body, Floor, Vector
from hardware.simulated.textures import FLOOR_DOTS_PER_MM, floor_texture, wall_texture
from hardware.simulated.throws import ROOM_X, ROOM_Y, Pose
from hardware.simulated.view import HEIGHT, WIDTH, View

LID = 150.0
"""Height of the lid, with the camera and the lamps in it, above the floor (mm)."""
PER_CHANNEL = 6
"""Points of light that stand for one half of the ring of lamps."""
_RING = 30.0
_COARSE = 2
"""The light is worked out on every second pixel: it is smooth."""


def lamps() -> tuple[Vector, Vector]:
    """Points of light (12 × 3, mm) and, for each, its channel (12 × 2: left, right)."""
    angles = np.pi / 2 + (np.arange(2 * PER_CHANNEL) + 0.5) * np.pi / PER_CHANNEL
    places = np.stack([_RING * np.cos(angles), _RING * np.sin(angles), np.full(angles.shape, LID - 4)], axis=1)
    left = (angles < np.pi * 1.5).astype(np.float32)
    return places.astype(np.float32), np.stack([left, 1 - left], axis=1)


def falloff(points: Vector, normals: Vector, lamp: Vector) -> Vector:
    """Light (… ) that a flat lamp facing down gives at points (… × 3) with unit normals; 1 straight below it."""
    way = lamp - points
    squared = np.einsum("...i,...i->...", way, way)
    facing = np.maximum(np.einsum("...i,...i->...", way, normals), 0)
    return np.asarray(facing * np.maximum(way[..., 2], 0) / (squared * squared) * np.float32(LID * LID), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """The empty box as one view sees it: reflectance, how far away each pixel is, and the light of each lamp."""

    view: View
    colour: NDArray[np.float32]
    depth: NDArray[np.float32]
    light: list[NDArray[np.float32]]
    on_floor: NDArray[np.float32]

    def lit(self, power: Vector, ambient: Vector, bodies: tuple[Body, ...], poses: tuple[Pose, ...]) -> Vector:
        """Radiance (H × W × 3) of the box with the shadows of dice in it; `power` is that of each lamp (12)."""
        places, _ = lamps()
        total = np.zeros_like(self.on_floor)
        for lamp, brightness, light in zip(places, power, self.light, strict=True):
            if brightness > 0:
                shade = self._shadows(lamp, bodies, poses)
                total += light * brightness if shade is None else light * (brightness * (1 - shade * self.on_floor))
        near = self._contact(bodies, poses)
        closeness = 1 - 0.55 * near * self.on_floor
        full = cv2.resize(total * closeness, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
        faint = cv2.resize(closeness, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
        return np.asarray(self.colour * (full[..., None] + faint[..., None] * ambient), np.float32)

    def _shadows(self, lamp: Vector, bodies: tuple[Body, ...], poses: tuple[Pose, ...]) -> Vector | None:
        """How much of one lamp the dice take away, 0 to 1."""
        if not poses:
            return None
        mask = np.zeros(self.on_floor.shape, np.uint8)
        for body, pose in zip(bodies, poses, strict=True):
            corners = pose.corners(body)
            ways = corners - lamp
            landing = lamp + ways * (lamp[2] / np.maximum(-ways[:, 2:], 1))
            self._fill(mask, landing)
        return cv2.GaussianBlur(mask, (0, 0), 2.2).astype(np.float32) / 255

    def _contact(self, bodies: tuple[Body, ...], poses: tuple[Pose, ...]) -> Vector:
        """The dimness close around each die, 0 to 1: less of the box's stray light comes there."""
        mask = np.zeros(self.on_floor.shape, np.uint8)
        for body, pose in zip(bodies, poses, strict=True):
            corners = pose.corners(body)
            if corners[:, 2].min() < 2:
                self._fill(mask, corners * np.array([1, 1, 0], np.float32))
        return cv2.GaussianBlur(mask, (0, 0), 7).astype(np.float32) / 255 if poses else mask.astype(np.float32)

    def _fill(self, mask: NDArray[np.uint8], points: Vector) -> None:
        """Fills the outline of world points as seen by the view."""
        seen = self.view.project(points) / _COARSE
        hull = cv2.convexHull(seen.astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), (255,), cv2.LINE_AA, 4)


def furnish(view: View, floor: Floor, seed: int) -> Backdrop:
    """Builds the empty box; a third of a second of work, done once a view."""
    rng = np.random.default_rng([seed, 11])
    depth, side = _nearest_wall(view)
    points = view.place + view.rays * depth[..., None]
    colour = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    normals = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    surfaces = [
        (floor_texture(rng, floor, 2 * ROOM_X, 2 * ROOM_Y), (0, ROOM_X), (1, ROOM_Y), (0, 0, 1)),
        (wall_texture(rng, 2 * ROOM_Y, LID), (1, ROOM_Y), (2, 0), (-1, 0, 0)),
        (wall_texture(rng, 2 * ROOM_Y, LID), (1, ROOM_Y), (2, 0), (1, 0, 0)),
        (wall_texture(rng, 2 * ROOM_X, LID), (0, ROOM_X), (2, 0), (0, -1, 0)),
        (wall_texture(rng, 2 * ROOM_X, LID), (0, ROOM_X), (2, 0), (0, 1, 0)),
    ]
    for number, (texture, (u, shift_u), (v, shift_v), normal) in enumerate(surfaces):
        there = side == number
        across = ((points[..., u] + shift_u) * FLOOR_DOTS_PER_MM).astype(np.float32)
        along = ((points[..., v] + shift_v) * FLOOR_DOTS_PER_MM).astype(np.float32)
        painted = cv2.remap(texture, across, along, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        colour[there] = painted[there]
        normals[there] = normal
    step = slice(None, None, _COARSE)
    coarse_points, coarse_normals = points[step, step], normals[step, step]
    places, _ = lamps()
    light = [falloff(coarse_points, coarse_normals, lamp) for lamp in places]
    corner = _corners_darken(coarse_points)
    on_floor = (side[step, step] == 0).astype(np.float32)
    return Backdrop(view, colour, depth.astype(np.float32), [each * corner for each in light], on_floor)


def _nearest_wall(view: View) -> tuple[Vector, NDArray[np.int8]]:
    """How far along its ray each pixel meets the box, and what: 0 floor, 1 right, 2 left, 3 back, 4 front wall."""
    rays = view.rays
    best = np.full(rays.shape[:2], np.inf, np.float32)
    side = np.zeros(rays.shape[:2], np.int8)
    planes = [(2, 0.0), (0, ROOM_X), (0, -ROOM_X), (1, ROOM_Y), (1, -ROOM_Y)]
    for number, (axis, place) in enumerate(planes):
        run = rays[..., axis]
        way = np.float32(place) - view.place[axis]
        distance = np.divide(way, run, out=np.full_like(run, np.inf), where=np.abs(run) > 1e-6)
        nearer = (distance > 1e-3) & (distance < best)
        best[nearer] = distance[nearer]
        side[nearer] = number
    return np.minimum(best, 1e4), side


def _corners_darken(points: Vector) -> Vector:
    """Stray light that is missing where floor and walls meet."""
    gaps = [ROOM_X - np.abs(points[..., 0]), ROOM_Y - np.abs(points[..., 1]), points[..., 2]]
    second = np.sort(np.stack(gaps, axis=-1), axis=-1)[..., 1]
    return np.asarray(1 - 0.4 * np.exp(-np.maximum(second, 0) / 7), np.float32)
