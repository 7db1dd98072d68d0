"""How thrown dice come to lie: apart, touching, at the wall, and now and then cocked or stacked."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from hardware.simulated.simulated_dice import DiceSet, SimulatedBody, Vector

ROOM_X, ROOM_Y = 78.0, 56.0
"""Half the inside of the box, in millimetres."""


@dataclass(frozen=True, slots=True)
class Bevel:
    """A strip along the foot of the walls: its width on the floor and its height on the wall (mm); 0 for none."""

    width: float = 0.0
    height: float = 1.0

    def inset(self, height: Vector) -> Vector:
        """How far from the walls (mm) it reaches at these heights above the floor."""
        return np.asarray(self.width * np.clip(1 - height.astype(np.float64) / self.height, 0, 1))


UPRIGHT = Bevel()
"""Walls that go straight down to the floor."""
BEVELLED = Bevel(13.0, 22.0)
"""The bevel of the box in the build book."""


class Trouble(StrEnum):
    """Why it cannot be told what was thrown."""

    COCKED = "cocked"
    STACKED = "stacked"


@dataclass(frozen=True, slots=True)
class Habits:
    """How often (0 to 1) two dice of a throw end up touching, one at a wall, or the throw in trouble."""

    touching: float = 0.05
    at_wall: float = 0.1
    trouble: float = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a die is: the rotation (3 × 3) from its own axes to the world's, and its centre in millimetres."""

    turn: Vector
    middle: Vector

    def corners(self, body: SimulatedBody) -> Vector:
        """The eight corners in the world (8 × 3)."""
        return np.asarray(body.corners() @ self.turn.T + self.middle, np.float32)


@dataclass(frozen=True, slots=True)
class SimulatedThrow:
    """Dice at rest; `faces` ascending, None in trouble, empty where nothing lies."""

    bodies: tuple[SimulatedBody, ...] = ()
    poses: tuple[Pose, ...] = ()
    faces: tuple[int, ...] | None = ()
    trouble: Trouble | None = None


def spin(axis: tuple[float, float, float], angle: float) -> Vector:
    """The rotation by `angle` (radians) about `axis`, by Rodrigues' formula."""
    x, y, z = np.asarray(axis, np.float64) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross, np.float32)


def throw(
    bodies: tuple[SimulatedBody, ...],
    dice_set: DiceSet,
    habits: Habits,
    rng: np.random.Generator,
    bevel: Bevel = UPRIGHT,
) -> SimulatedThrow:
    """Throws the bodies: faces by the declared odds, places at random within the box."""
    values = [int(value) for value in rng.choice(6, size=len(bodies), p=dice_set.odds) + 1]
    turns = [
        spin((0, 0, 1), rng.uniform(0, 2 * np.pi)) @ body.upright(value)
        for body, value in zip(bodies, values, strict=True)
    ]
    luck = rng.uniform(size=3)
    poses = _scatter(bodies, turns, rng, bevel)
    if luck[0] < habits.trouble and bodies:
        return _spoil(bodies, poses, rng, bevel)
    if luck[1] < habits.at_wall and bodies:
        poses[0] = _pushed_to_wall(bodies[0], poses[0], rng, bevel)
    if luck[2] < habits.touching and len(bodies) > 1:
        poses[1] = _pushed_together(bodies[1], poses[1], bodies[0], poses[0])
    if not _apart(bodies, poses):
        poses = _scatter(bodies, turns, rng, bevel)
    return SimulatedThrow(bodies, tuple(poses), tuple(sorted(values)))


def tumbling(
    rest: SimulatedThrow, progress: float, rng: np.random.Generator, bevel: Bevel = UPRIGHT
) -> tuple[Pose, ...]:
    """The dice in flight at `progress` (0 to 1) of a shake that ends in `rest`; the same `rng`, the same flight."""
    poses = []
    left = (1 - progress) ** 2
    for body, pose in zip(rest.bodies, rest.poses, strict=True):
        course, phase = rng.uniform(-1, 1, 2), rng.uniform(0, np.pi)
        (x, y, z), speed = rng.normal(size=3), rng.uniform(9, 16)
        turn = spin((x, y, z), left * speed) @ pose.turn
        swing = left * np.array([course[0] * 110, course[1] * 80, 0])
        lift = abs(np.sin(phase + progress * 9)) * 34 * left
        loose = Pose(turn, np.asarray(pose.middle + swing, np.float32))
        reach = np.abs(loose.corners(body) - loose.middle).max(axis=0)
        room = np.array([ROOM_X, ROOM_Y]) - bevel.width - reach[:2]
        # A die that comes to rest on another is never lower than that.
        height = max(reach[2], pose.middle[2]) + lift
        middle = np.append(_reflected(loose.middle[:2], room), height)
        poses.append(Pose(turn, middle.astype(np.float32)))
    return tuple(poses)


def _reflected(place: Vector, room: Vector) -> Vector:
    """A position reflected by the walls at ± `room`."""
    folded = np.mod(place + room, 4 * room)
    return np.asarray(np.where(folded > 2 * room, 4 * room - folded, folded) - room, np.float32)


def _settled(body: SimulatedBody, turn: Vector, x: float, y: float, *, bevel: Bevel) -> Pose:
    """A die with this rotation, lowered until it touches the floor and kept inside walls and bevels."""
    corners = np.asarray(body.corners() @ turn.T, np.float64)
    high = np.abs(corners[:, 2]).max()
    reach = np.abs(corners[:, :2]) + bevel.inset(corners[:, 2] + high)[:, None]
    room_x, room_y = np.array([ROOM_X, ROOM_Y]) - reach.max(axis=0)
    middle = [np.clip(x, -room_x, room_x), np.clip(y, -room_y, room_y), high]
    return Pose(turn, np.array(middle, np.float32))


def _scatter(
    bodies: tuple[SimulatedBody, ...], turns: list[Vector], rng: np.random.Generator, bevel: Bevel
) -> list[Pose]:
    """Places the dice at random, none on another; closer and closer if the box is full."""
    gap = 4.0
    while True:
        poses: list[Pose] = []
        for body, turn in zip(bodies, turns, strict=True):
            for _ in range(60):
                pose = _settled(body, turn, rng.uniform(-ROOM_X, ROOM_X), rng.uniform(-ROOM_Y, ROOM_Y), bevel=bevel)
                if all(_clearance(body, pose, other, lying) > gap for other, lying in zip(bodies, poses, strict=False)):
                    poses.append(pose)
                    break
        if len(poses) == len(bodies):
            return poses
        gap = max(0.0, gap - 0.5)


def _apart(bodies: tuple[SimulatedBody, ...], poses: list[Pose]) -> bool:
    """Whether no two dice overlap."""
    return all(
        _clearance(bodies[i], poses[i], bodies[j], poses[j]) > -0.05 for i in range(len(poses)) for j in range(i)
    )


def _clearance(body: SimulatedBody, pose: Pose, other: SimulatedBody, lying: Pose) -> float:
    """The widest gap (mm) between two dice along any axis that can separate two boxes; negative where they overlap."""
    crossed = np.cross(pose.turn.T[:, None], lying.turn.T[None]).reshape(9, 3)
    crossed = crossed[np.linalg.norm(crossed, axis=1) > 1e-3]
    axes = np.concatenate([pose.turn.T, lying.turn.T, crossed / np.linalg.norm(crossed, axis=1, keepdims=True)])
    first, second = pose.corners(body) @ axes.T, lying.corners(other) @ axes.T
    gaps = np.maximum(first.min(axis=0) - second.max(axis=0), second.min(axis=0) - first.max(axis=0))
    return float(gaps.max())


def _pushed_to_wall(body: SimulatedBody, pose: Pose, rng: np.random.Generator, bevel: Bevel) -> Pose:
    """The same die slid to the nearest of two walls, or to the foot of its bevel."""
    x, y, _ = pose.middle
    if rng.uniform() < 0.5:
        return _settled(body, pose.turn, float(np.copysign(2 * ROOM_X, x)), float(y), bevel=bevel)
    return _settled(body, pose.turn, float(x), float(np.copysign(2 * ROOM_Y, y)), bevel=bevel)


def _pushed_together(body: SimulatedBody, pose: Pose, other: SimulatedBody, lying: Pose) -> Pose:
    """The same die slid straight to another until they touch."""
    start, goal = pose.middle, lying.middle
    near, far = 0.0, 1.0
    for _ in range(24):
        half = (near + far) / 2
        slid = Pose(pose.turn, np.append(start[:2] + half * (goal[:2] - start[:2]), start[2]).astype(np.float32))
        if _clearance(body, slid, other, lying) > 0.02:
            near = half
        else:
            far = half
    return Pose(pose.turn, np.append(start[:2] + near * (goal[:2] - start[:2]), start[2]).astype(np.float32))


def _spoil(
    bodies: tuple[SimulatedBody, ...], poses: list[Pose], rng: np.random.Generator, bevel: Bevel
) -> SimulatedThrow:
    """Makes the last die unreadable: leaning on a wall or on the die before it, or lying on top of it."""
    for _ in range(40):
        kind = int(rng.integers(3)) if len(bodies) > 1 else 0
        if kind == 0:
            spoilt = _leaning_on_wall(bodies[-1], poses[-1], rng, bevel)
            if _apart(bodies, [*poses[:-1], spoilt]):
                return SimulatedThrow(bodies, (*poses[:-1], spoilt), None, Trouble.COCKED)
        elif kind == 1:
            under = _settled(bodies[-2], poses[-2].turn, *(poses[-2].middle[:2] * 0.5), bevel=bevel)
            spoilt = _leaning_on_die(bodies[-1], poses[-1], bodies[-2], under, rng, bevel)
            if _apart(bodies, [*poses[:-2], under, spoilt]):
                return SimulatedThrow(bodies, (*poses[:-2], under, spoilt), None, Trouble.COCKED)
        else:
            spoilt = _upon(bodies[-1], poses[-1], bodies[-2], poses[-2], rng, bevel)
            return SimulatedThrow(bodies, (*poses[:-1], spoilt), None, Trouble.STACKED)
    leaning = _leaning_on_wall(bodies[-1], poses[-1], rng, bevel)
    return SimulatedThrow(bodies, (*poses[:-1], leaning), None, Trouble.COCKED)


def _leaning_on_wall(body: SimulatedBody, pose: Pose, rng: np.random.Generator, bevel: Bevel) -> Pose:
    """The die leaning on a wall or its bevel, with its upper edge if it is high enough to stay there, or its lower."""
    wall = rng.integers(4) * np.pi / 2
    across = (float(-np.sin(wall)), float(np.cos(wall)), 0.0)
    tilt, lying = _tilt(rng), _squared(pose.turn)
    deep, _, high = np.abs(spin((0, 0, 1), -wall) @ lying) @ np.array(body.half)
    # What leans with its upper edge falls back to the floor unless its middle is beyond the edge that it stands on.
    towards = tilt if high * np.tan(tilt) > deep else -tilt
    turn = spin(across, towards) @ spin((0, 0, 1), rng.normal(0, 0.1)) @ lying
    along = rng.uniform(-1, 1)
    x = 2 * ROOM_X * np.cos(wall) + along * ROOM_X * abs(np.sin(wall))
    y = 2 * ROOM_Y * np.sin(wall) + along * ROOM_Y * abs(np.cos(wall))
    return _settled(body, np.asarray(turn, np.float32), float(x), float(y), bevel=bevel)


def _leaning_on_die(
    body: SimulatedBody, pose: Pose, other: SimulatedBody, lying: Pose, rng: np.random.Generator, bevel: Bevel
) -> Pose:
    """The die tilted over its edge towards another, from the side where the box has room, until it leans on it."""
    aside = rng.normal(-lying.middle[:2], 5)
    aside /= np.linalg.norm(aside)
    facing = spin((0, 0, 1), float(np.arctan2(aside[1], aside[0])) + rng.normal(0, 0.1)) @ _squared(pose.turn)
    turn = spin((float(aside[1]), float(-aside[0]), 0.0), _tilt(rng)) @ facing
    return _pushed_together(body, _settled(body, turn, *(lying.middle[:2] + aside * 45), bevel=bevel), other, lying)


def _upon(
    body: SimulatedBody, pose: Pose, other: SimulatedBody, lying: Pose, rng: np.random.Generator, bevel: Bevel
) -> Pose:
    """The die lying flat on top of another."""
    x, y = lying.middle[:2] + rng.uniform(-0.3, 0.3, 2) * min(other.half)
    flat = _settled(body, pose.turn, float(x), float(y), bevel=bevel)
    return Pose(flat.turn, flat.middle + np.array([0, 0, 2 * lying.middle[2]], np.float32))


def _tilt(rng: np.random.Generator) -> float:
    """The tilt of a leaning die, in radians."""
    return float(np.radians(rng.uniform(22, 45)))


def _squared(turn: Vector) -> Vector:
    """The rotation with its yaw rounded to a quarter turn: what leans on a wall is parallel to it."""
    along = turn[:, int(np.argmax(np.abs(turn[0])))]
    yaw = float(np.arctan2(along[1], along[0]))
    return np.asarray(spin((0, 0, 1), np.round(yaw / (np.pi / 2)) * np.pi / 2 - yaw) @ turn, np.float32)
