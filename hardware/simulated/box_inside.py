"""The inside of the box without dice: floor, walls, and the light that the lamps throw on them."""

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.simulated_dice import Floor, Vector
from hardware.simulated.simulated_throws import ROOM_X, ROOM_Y, UPRIGHT, Bevel
from hardware.simulated.textures import FLOOR_DOTS_PER_MM, floor_texture, wall_texture
from hardware.simulated.viewpoint import HEIGHT, WIDTH, Viewpoint, ViewTarget

LID = 150.0
"""Height of the lid, with the camera and the lamps in it, above the floor (mm)."""
_PER_CHANNEL = 4
_RING = 30.0
_COARSE = 2
"""The light is computed for every second pixel only: it is smooth."""
_REACH = 26
"""Coarse pixels around a shadow within which it fades out."""


def _ring() -> tuple[Vector, Vector]:
    angles = np.pi / 2 + (np.arange(2 * _PER_CHANNEL) + 0.5) * np.pi / _PER_CHANNEL
    places = np.stack([_RING * np.cos(angles), _RING * np.sin(angles), np.full(angles.shape, LID - 4)], axis=1)
    left = angles < np.pi * 1.5
    channels = np.stack([left, ~left], axis=1) / (2 * _PER_CHANNEL)
    return places.astype(np.float32), channels.astype(np.float32)


LAMPS, _CHANNELS = _ring()
"""Points of light (8 × 3, mm) that stand for the ring in the lid, half of them on each channel."""


@dataclass(frozen=True, slots=True, eq=False)
class LampLight:
    """How bright each of `LAMPS` is (8), and what light comes from elsewhere (BGR)."""

    power: Vector
    ambient: Vector


def shine(left: float, right: float, ambient: Vector) -> LampLight:
    """The light of both channels at these powers."""
    return LampLight(np.asarray(_CHANNELS @ np.array([left, right], np.float32), np.float32), ambient)


def dot(first: Vector, second: Vector) -> Vector:
    """The inner products (N) of vectors (3 × N); several times as fast as NumPy's einsum."""
    total = first[0] * second[0]
    total += first[1] * second[1]
    total += first[2] * second[2]
    return np.asarray(total, np.float32)


def falloff(ways: Vector, normals: Vector, squared: Vector) -> Vector:
    """Light (N) of a flat lamp facing down on a surface, from which `ways` (3 × N) lead to the lamp; 1 right below.

    `squared`: the squares of their lengths (N).
    """
    light = np.maximum(dot(ways, normals), 0)
    light *= np.maximum(ways[2], 0)
    light /= squared * squared
    light *= np.float32(LID * LID)
    return light


@dataclass(slots=True, eq=False)
class Backdrop:
    """The empty box as one view sees it: reflectance (H × W × 3), the light of each lamp, and where the floor is.

    `light` (one map a lamp) and `on_floor` are coarse. The box as lit last is remembered if it `remembers`: most
    pictures of the camera in the lid are taken in the same light.
    """

    view: Viewpoint
    colour: Vector
    light: Vector
    on_floor: Vector
    glow: Vector
    remembers: bool = True
    _bare: tuple[LampLight, Vector] | None = None

    def lit(self, light: LampLight, dice: list[Vector]) -> Vector:
        """Radiance (H × W × 3) of the box with the shadows of dice (their corners, 8 × 3) on its floor."""
        picture = self._without_dice(light)
        if self.remembers:
            picture = picture.copy()
        for x0, y0, x1, y1 in self._darkened(light, dice):
            where = (slice(y0, y1), slice(x0, x1))
            fine = (slice(y0 * _COARSE, y1 * _COARSE), slice(x0 * _COARSE, x1 * _COARSE))
            floor = self.on_floor[where]
            total = np.zeros_like(floor)
            for lamp, power, share in zip(LAMPS, light.power, self.light[:, where[0], where[1]], strict=True):
                if power > 0:
                    passing = self._mask([_cast(lamp, die) for die in dice], 2.2, where)
                    passing *= floor
                    np.subtract(1, passing, out=passing)
                    passing *= power
                    passing *= share
                    total += passing
            on_it = [die * np.array([1, 1, 0], np.float32) for die in dice if die[:, 2].min() < 2]
            closeness = 1 - np.float32(0.55) * self._mask(on_it, 7, where) * floor
            size = ((x1 - x0) * _COARSE, (y1 - y0) * _COARSE)
            both = cv2.resize(np.dstack([total * closeness, closeness]), size, interpolation=cv2.INTER_LINEAR)
            arriving = both[..., 1:] * light.ambient
            arriving += both[..., :1]
            np.multiply(self.colour[fine], arriving, out=picture[fine])
        return picture

    def _without_dice(self, light: LampLight) -> Vector:
        """Radiance of the empty box."""
        if (
            self._bare is None
            or not np.array_equal(self._bare[0].power, light.power)
            or not np.array_equal(self._bare[0].ambient, light.ambient)
        ):
            total = np.tensordot(light.power, self.light, 1)
            full = cv2.resize(total, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
            bare = np.asarray(self.colour * (full[..., None] + light.ambient), np.float32)
            if not self.remembers:
                return bare
            self._bare = (light, bare)
        return self._bare[1]

    def darkened(self, light: LampLight, dice: list[Vector]) -> list[tuple[slice, slice]]:
        """The parts of the picture (rows, columns) within which dice (their corners, 8 × 3) block light."""
        return [
            (slice(y0 * _COARSE, y1 * _COARSE), slice(x0 * _COARSE, x1 * _COARSE))
            for x0, y0, x1, y1 in self._darkened(light, dice)
        ]

    def _darkened(self, light: LampLight, dice: list[Vector]) -> list[tuple[int, int, int, int]]:
        """Rectangles (x0, y0, x1, y1, coarse), none in another, within which dice block light."""
        found: list[tuple[int, int, int, int]] = []
        lamps = LAMPS[light.power > 0]
        for die in dice:
            touched = np.concatenate([_cast(lamp, die) for lamp in lamps] + [die])
            seen = self.view.project(touched) / _COARSE
            limits = [WIDTH // _COARSE, HEIGHT // _COARSE]
            x0, y0 = np.clip(seen.min(axis=0) - _REACH, 0, limits).astype(int)
            x1, y1 = np.clip(seen.max(axis=0) + _REACH, 0, limits).astype(int)
            while other := next((o for o in found if x0 < o[2] and o[0] < x1 and y0 < o[3] and o[1] < y1), None):
                found.remove(other)
                x0, y0, x1, y1 = min(x0, other[0]), min(y0, other[1]), max(x1, other[2]), max(y1, other[3])
            if x1 > x0 and y1 > y0:
                found.append((int(x0), int(y0), int(x1), int(y1)))
        return found

    def _mask(self, outlines: list[Vector], blur: float, where: tuple[slice, slice]) -> Vector:
        """How much of a part of the picture lies within any of the outlines (world points), 0 to 1, softened."""
        rows, columns = where
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
        for points in outlines:
            seen = self.view.project(points) / _COARSE - np.array([columns.start, rows.start], np.float32)
            hull = cv2.convexHull(np.asarray(seen, np.float32))
            cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), (255,), cv2.LINE_AA, 4)
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.float32) / np.float32(255)


def _cast(lamp: Vector, corners: Vector) -> Vector:
    """Where the shadow of corners (8 × 3) in the light of a lamp falls on the floor."""
    ways = corners - lamp
    return np.asarray(lamp + ways * (lamp[2] / np.maximum(-ways[:, 2:], 1)), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """One inner side of the box: its paint, the world axes (and shifts) that run along it, and its normal."""

    paint: Vector
    u: tuple[int, float]
    v: tuple[int, float]
    normal: tuple[float, float, float]


def build(floor: Floor, seed: int, bevel: Bevel = UPRIGHT) -> list[Surface]:
    """The floor and the right, left, back and front walls, then the bevels of these walls if there are any."""
    rng = np.random.default_rng([seed, 11])
    along_y, along_x, up = (1, ROOM_Y), (0, ROOM_X), (2, 0.0)
    sides = [
        Surface(floor_texture(rng, floor, 2 * ROOM_X, 2 * ROOM_Y), along_x, along_y, (0, 0, 1)),
        Surface(wall_texture(rng, 2 * ROOM_Y, LID), along_y, up, (-1, 0, 0)),
        Surface(wall_texture(rng, 2 * ROOM_Y, LID), along_y, up, (1, 0, 0)),
        Surface(wall_texture(rng, 2 * ROOM_X, LID), along_x, up, (0, -1, 0)),
        Surface(wall_texture(rng, 2 * ROOM_X, LID), along_x, up, (0, 1, 0)),
    ]
    if bevel.width:
        long_x, long_y = (wall_texture(rng, 2 * room, bevel.height) for room in (ROOM_X, ROOM_Y))
        across, down = np.array([bevel.height, bevel.width]) / np.hypot(bevel.height, bevel.width)
        for sign in (-1, 1):
            sides.append(Surface(long_y, along_y, up, (sign * across, 0, down)))
        for sign in (-1, 1):
            sides.append(Surface(long_x, along_x, up, (0, sign * across, down)))
    return sides


def empty_box(floor: Floor, seed: int, aim: ViewTarget, bevel: Bevel = UPRIGHT) -> Backdrop:
    """The empty box of a seed as a camera sees it; the last few are kept, and their arrays are shared."""
    return replace(_seen(floor, seed, aim, bevel))


@lru_cache(maxsize=4)
def _seen(floor: Floor, seed: int, aim: ViewTarget, bevel: Bevel) -> Backdrop:
    backdrop = see(build(floor, seed, bevel), aim.view(), bevel)
    for shared in (backdrop.colour, backdrop.light, backdrop.on_floor, backdrop.glow):
        shared.flags.writeable = False
    return backdrop


def see(surfaces: list[Surface], view: Viewpoint, bevel: Bevel = UPRIGHT) -> Backdrop:
    """The empty box in this view; a fifth of a second of work, done once a view."""
    rays = view.rays()
    depth, side = _nearest_wall(view, rays)
    if bevel.width:
        _meet_bevels(view, rays, bevel, depth, side)
    points = view.place + rays * depth[..., None]
    colour = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    for number, surface in enumerate(surfaces):
        rows, columns = np.flatnonzero((side == number).any(axis=1)), np.flatnonzero((side == number).any(axis=0))
        if rows.size == 0:
            continue
        where = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
        (u, shift_u), (v, shift_v) = surface.u, surface.v
        part = points[where]
        # The centre of a texture's first texel is half a texel from its edge.
        across, along = (
            np.asarray((part[..., axis] + np.float32(shift)) * np.float32(FLOOR_DOTS_PER_MM) - np.float32(0.5))
            for axis, shift in ((u, shift_u), (v, shift_v))
        )
        painted = cv2.remap(surface.paint, across, along, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        np.copyto(colour[where], painted, where=(side[where] == number)[..., None])
    step = slice(None, None, _COARSE)
    coarse, coarse_side = points[step, step], side[step, step]
    normals = np.array([surface.normal for surface in surfaces], np.float32)[coarse_side.ravel()].T
    flat, corner = coarse.reshape(-1, 3).T, _corners_darken(coarse)
    light = []
    for lamp in LAMPS:
        ways = lamp[:, None] - flat
        light.append(falloff(ways, normals, dot(ways, ways)).reshape(corner.shape) * corner)
    glow = np.asarray(surfaces[0].paint.mean(axis=(0, 1)), np.float32)
    return Backdrop(view, colour, np.stack(light), (coarse_side == 0).astype(np.float32), glow)


def _nearest_wall(view: Viewpoint, rays: Vector) -> tuple[Vector, NDArray[np.int8]]:
    """How far along its ray each pixel meets the box, and what: 0 floor, 1 right, 2 left, 3 back, 4 front wall."""
    best = np.full(rays.shape[:2], np.inf, np.float32)
    side = np.zeros(rays.shape[:2], np.int8)
    planes = [(2, 0.0), (0, ROOM_X), (0, -ROOM_X), (1, ROOM_Y), (1, -ROOM_Y)]
    for number, (axis, place) in enumerate(planes):
        run = rays[..., axis]
        way = np.float32(place) - view.place[axis]
        distance = np.divide(way, run, out=np.full_like(run, np.inf), where=np.abs(run) > 1e-6)
        nearer = (distance > 1e-3) & (distance < best)
        np.copyto(best, distance, where=nearer)
        np.copyto(side, np.int8(number), where=nearer)
    return np.minimum(best, 1e4), side


def _meet_bevels(view: Viewpoint, rays: Vector, bevel: Bevel, depth: Vector, side: NDArray[np.int8]) -> None:
    """Puts the bevels before what `_nearest_wall` found: 5 right, 6 left, 7 back, 8 front.

    A bevel is the plane through the foot of its slope on the floor and the upper end of it on the wall.
    """
    for number, (axis, sign, room) in enumerate(((0, 1, ROOM_X), (0, -1, ROOM_X), (1, 1, ROOM_Y), (1, -1, ROOM_Y)), 5):
        lean = bevel.width / bevel.height
        run = np.float32(sign) * rays[..., axis] - np.float32(lean) * rays[..., 2]
        way = np.float32(room - bevel.width - sign * view.place[axis] + lean * view.place[2])
        distance = np.divide(way, run, out=np.full_like(run, np.inf), where=run > 1e-6)
        nearer = distance < depth
        np.copyto(depth, distance, where=nearer)
        np.copyto(side, np.int8(number), where=nearer)


def _corners_darken(points: Vector) -> Vector:
    """Ambient occlusion where floor and walls meet."""
    x, y, z = ROOM_X - np.abs(points[..., 0]), ROOM_Y - np.abs(points[..., 1]), points[..., 2]
    second = np.maximum(np.minimum(x, y), np.minimum(np.maximum(x, y), z))  # the median of the three
    return np.asarray(1 - 0.4 * np.exp(-np.maximum(second, 0) / 7), np.float32)
