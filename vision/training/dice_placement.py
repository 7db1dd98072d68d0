"""Random throws: how dice and objects lie on the floor of a scene."""

from dataclasses import replace

import cv2
import numpy as np

from vision.training.backgrounds import Image, Rng
from vision.training.face_textures import random_style
from vision.training.floor_objects import FloorObject, make_object, random_height
from vision.training.scene_geometry import UNIT_CORNERS, FaceFault, Floats, PlacedDie, SceneCamera, rotation

LEAN_RANGE = (0.19, 1.05)
"""Lean angle of a cocked die, in radians (11° to 60°); at 0.79 (45°) it shows two faces alike.

The value of a die that leans less still counts.
"""

CROWDED_PROBABILITY, FACE_TO_FACE_PROBABILITY = 0.8, 0.5
"""Probabilities that a die of a crowded throw touches another one, or nearly so, and that it is then parallel to it."""

SUPPORT_DISTANCE = (0.2, 0.95)
"""Distance at which an object supports a cocked die, in short edges from the edge on which that stands."""

LOOSE_OBJECT_PROBABILITY = 0.5
"""Probability of another object beside the dice, in scenes with objects."""

TOUCHING_PROBABILITY = 0.6
"""Probability that a die beside another one touches it."""

LEANING_PROBABILITY = 0.07
"""Probability that a die is cocked."""


def _die_size(rng: Rng, oblong: bool) -> tuple[Floats, int]:
    """Returns the size of a die (x, y, z) as it lies, and its top value.

    The square ends of oblong dice usually bear 1 and 2.
    """
    tolerance = 1 + rng.normal(0, 0.02, 3)
    if not oblong:
        return tolerance, int(rng.integers(1, 7))
    length = rng.uniform(1.15, 1.5)
    on_end = rng.random() < 0.25
    if on_end:
        value = int(rng.integers(1, 3)) if rng.random() < 0.9 else int(rng.integers(3, 7))
        return np.array([1.0, 1.0, length]) * tolerance, value
    value = int(rng.integers(3, 7)) if rng.random() < 0.85 else int(rng.integers(1, 3))
    return np.array([length, 1.0, 1.0]) * tolerance, value


def _overlap(a: Floats, b: Floats) -> bool:
    area, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return bool(area > 1e-4)


def _place(
    rng: Rng,
    size: Floats,
    at: Floats,
    floor_height: float,
    lean_angle: float,
    lean_towards: float | None = None,
    parallel_to: PlacedDie | None = None,
) -> tuple[Floats, Floats]:
    """Returns the corners and the axes (3×3) of a die standing at `at`, leaning by `lean_angle`.

    A die that does not lean may be nearly `parallel_to` a flat one. `lean_towards` is the direction (radians) in which
    its top is moved by leaning, over an edge; without it, a die leans anywhere. From 45° on, its uppermost face then
    leans the other way.
    """
    axes = rotation(np.array([0.0, 0.0, 1.0]), float(rng.uniform(0, 2 * np.pi)))
    if parallel_to is not None and not lean_angle:
        quarter_turns = np.pi / 2 * int(rng.integers(4))
        axes = rotation(np.array([0.0, 0.0, 1.0]), quarter_turns + float(rng.normal(0, 0.05))) @ parallel_to.axes
    if lean_angle and lean_towards is not None:
        # The resting edge is roughly parallel to what the die leans on.
        lean_axis = np.array([-np.sin(lean_towards), np.cos(lean_towards), 0.0])
        quarter_turn = np.pi / 2 * int(rng.integers(4))
        axes = rotation(lean_axis, lean_angle) @ rotation(
            np.array([0.0, 0.0, 1.0]), lean_towards + quarter_turn + rng.normal(0, 0.1)
        )
    elif lean_angle:
        # More dice rest on an edge than on a corner.
        lean_axis = axes[:, int(rng.integers(2))] if rng.random() < 0.65 else np.append(rng.normal(0, 1, 2), 0)
        axes = rotation(lean_axis, lean_angle * float(rng.choice([-1, 1]))) @ axes
    corners = (UNIT_CORNERS * size) @ axes.T
    return corners - [0, 0, corners[:, 2].min()] + [at[0], at[1], floor_height], axes


def throw_dice(
    rng: Rng,
    camera: SceneCamera,
    side: int,
    floor: Image,
    leaning_probability: float = LEANING_PROBABILITY,
    outward_probability: float = 0.0,
    alone: bool = False,
    box_like: bool = False,
    crowded: bool = False,
    resting_probability: float = 0.0,
    object_probability: float = 0.0,
) -> list[PlacedDie]:
    """Returns up to nine visible dice: alike or mixed, apart or touching, some cocked, stacked or moving.

    `leaning_probability` is the probability that a die is cocked, `outward_probability` that a cocked die leans away
    from the camera, unless it lies at or on another. `resting_probability` is the probability that a cocked die beside
    a flat one leans on it, `object_probability` that one apart from the others leans on an object. With `alone`, there
    is one die near the image centre. With `box_like`, more dice are dark.
    Most `crowded` dice touch another one, many face to face.
    """
    edge = camera.focal / camera.height
    max_count = int(np.clip((side / edge) ** 2 * 0.5, 1, 9))
    count = 1 if alone else int(rng.integers(1, max_count + 1)) if rng.random() < 0.92 else 0
    oblong = rng.random() < 0.45
    shared = random_style(rng, floor, box_like) if rng.random() < 0.7 else None
    mixed_sizes = rng.random() < 0.15
    dice: list[PlacedDie] = []
    for _ in range(count * 2):
        if len(dice) >= count:
            break
        size, top = _die_size(rng, oblong)
        size = size * (rng.uniform(0.6, 1.1) if mixed_sizes else 1)
        lean_angle = float(rng.uniform(*LEAN_RANGE)) if rng.random() < leaning_probability else 0.0
        fault, support = FaceFault.COCKED if lean_angle else None, None
        neighbour_probability = CROWDED_PROBABILITY if crowded else 0.35
        neighbour = dice[int(rng.integers(len(dice)))] if dice and rng.random() < neighbour_probability else None
        if neighbour is not None and neighbour.fault is None and rng.random() < 0.08:
            # It lies on top of another die, which it covers.
            at = neighbour.corners[:, :2].mean(0) + rng.normal(0, 0.3, 2)
            dice[dice.index(neighbour)] = replace(neighbour, fault=FaceFault.COVERED)
            tilt = float(rng.uniform(0.1, 0.5)) if rng.random() < 0.4 else 0.0
            fault = FaceFault.COCKED if tilt > LEAN_RANGE[0] else None
            corners, axes = _place(rng, size, at, float(neighbour.corners[:, 2].max()), tilt)
        else:
            window = (0.4, 0.6) if alone else (-0.05, 1.05)
            at = camera.floor_at(rng.uniform(window[0] * side, window[1] * side, 2))
            beside_flat = neighbour is not None and neighbour.fault is None
            resting = lean_angle > 0 and beside_flat and rng.random() < resting_probability
            side_of_neighbour = float(rng.uniform(0, 2 * np.pi))
            lean_towards = None
            apart = object_probability > 0 and neighbour is None
            on_object = apart and rng.random() < object_probability and lean_angle > 0
            if on_object:
                kind, height = random_height(rng)
                distance = float(np.clip(height / np.tan(lean_angle), *SUPPORT_DISTANCE))
                lean_angle = max(LEAN_RANGE[0], float(np.arctan2(height, distance)))
                lean_towards = float(rng.uniform(0, 2 * np.pi))
            elif resting:
                lean_towards = side_of_neighbour + np.pi
            elif lean_angle > 0 and rng.random() < outward_probability:
                # The wall is roughly perpendicular to the line of sight.
                lean_towards = float(np.arctan2(at[1], at[0]) + rng.normal(0, 0.4))
            face_to_face = crowded and beside_flat and rng.random() < FACE_TO_FACE_PROBABILITY
            parallel_to = neighbour if face_to_face else None
            corners, axes = _place(rng, size, at, 0.0, lean_angle, lean_towards, parallel_to)
            if on_object and lean_towards is not None:
                inwards = -np.array([np.cos(lean_towards), np.sin(lean_towards)])
                standing = corners[np.argsort(corners[:, 2])[:2], :2].mean(0)
                support = make_object(rng, kind, height, standing + distance * inwards, inwards)
            if neighbour is not None:
                gap = 0.01 if resting or rng.random() < TOUCHING_PROBABILITY else float(rng.uniform(0.01, 0.3))
                corners = _slide_to(corners, neighbour, side_of_neighbour, gap)
            hull = cv2.convexHull(corners[:, :2].astype(np.float32))[:, 0].astype(float)
            occupied = [hull, support.footprint] if support else [hull]
            taken = [shape for other in dice for shape in other.footprints]
            if any(_overlap(one, other) for one in occupied for other in taken):
                continue
        values = [int(v) for v in rng.permutation([v for v in range(1, 7) if v != top])]
        style = shared or random_style(rng, floor, box_like)
        blur_length = float(rng.uniform(0.3, 1.2)) if rng.random() < 0.045 else 0.0
        dice.append(
            PlacedDie(
                corners, axes, (top, *values), style, FaceFault.MOVING if blur_length else fault, blur_length, support
            )
        )
    return dice


def loose_objects(rng: Rng, camera: SceneCamera, side: int, dice: list[PlacedDie]) -> list[FloorObject]:
    """Returns up to two objects that lie apart from the dice."""
    taken = [shape for die in dice for shape in die.footprints]
    found: list[FloorObject] = []
    while len(found) < 2 and rng.random() < LOOSE_OBJECT_PROBABILITY:
        kind, height = random_height(rng)
        angle = float(rng.uniform(0, 2 * np.pi))
        at = camera.floor_at(rng.uniform(0, side, 2))
        one = make_object(rng, kind, height, at, np.array([np.cos(angle), np.sin(angle)]))
        if not any(_overlap(one.footprint, shape) for shape in (*taken, *(other.footprint for other in found))):
            found.append(one)
    return found


def _slide_to(corners: Floats, near: PlacedDie, direction: float, gap: float) -> Floats:
    """Moves a die to this side (a direction in radians) of another one and leaves this gap, in short edges."""
    way = np.array([np.cos(direction), np.sin(direction), 0.0])
    centred = corners - np.append(corners[:, :2].mean(0), 0) + np.append(near.corners[:, :2].mean(0), 0)
    low, high = 0.0, 4.0
    for _ in range(9):
        middle = (low + high) / 2
        hull = cv2.convexHull((centred + way * middle)[:, :2].astype(np.float32))[:, 0].astype(float)
        low, high = (middle, high) if _overlap(hull, near.footprint) else (low, middle)
    return np.asarray(centred + way * (high + gap))
