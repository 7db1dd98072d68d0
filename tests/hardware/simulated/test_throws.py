"""How the simulated dice come to lie."""

import math
from collections import Counter

import cv2
import numpy as np
import pytest

from hardware.simulated.simulated_dice import BodyShape, DiceSet, SimulatedBody, Vector, make_body
from hardware.simulated.simulated_throws import (
    BEVELLED,
    ROOM_X,
    ROOM_Y,
    UPRIGHT,
    Bevel,
    Habits,
    Pose,
    SimulatedThrow,
    Trouble,
    throw,
    tumbling,
)

TIDY = Habits(touching=0, at_wall=0, trouble=0)


def bodies(shape: BodyShape, count: int, seed: int = 0) -> tuple[SimulatedBody, ...]:
    rng = np.random.default_rng(seed)
    return tuple(make_body(shape, rng) for _ in range(count))


def throws(shape: BodyShape, count: int, times: int, habits: Habits, bevel: Bevel = UPRIGHT) -> list[SimulatedThrow]:
    rng = np.random.default_rng(42)
    dice = bodies(shape, count)
    return [throw(dice, DiceSet(shape), habits, rng, bevel) for _ in range(times)]


def footprint(body: SimulatedBody, pose: Pose) -> Vector:
    return np.asarray(cv2.convexHull(np.ascontiguousarray(pose.corners(body)[:, :2]))[:, 0], np.float32)


def overlap(thrown: SimulatedThrow, first: int, second: int) -> float:
    """The area (mm²) that two dice share, seen from above."""
    one, other = (footprint(thrown.bodies[n], thrown.poses[n]) for n in (first, second))
    return float(cv2.intersectConvexConvex(one, other)[0])


def top_value(body: SimulatedBody, pose: Pose) -> int:
    upwards = pose.turn[2]
    axis = int(np.abs(upwards).argmax())
    return body.values[2 * axis + int(upwards[axis] < 0)]


def leans(thrown: SimulatedThrow) -> bool:
    """Whether the last die touches a wall or comes within a hair of the die before it."""
    corners = thrown.poses[-1].corners(thrown.bodies[-1])
    if min(ROOM_X - np.abs(corners[:, 0]).max(), ROOM_Y - np.abs(corners[:, 1]).max()) < 0.01:
        return True
    body, pose = thrown.bodies[-2], thrown.poses[-2]
    # Points all over the last die, seen from the die before it: how far outside of it is the nearest?
    mesh = np.stack(np.meshgrid(*[np.linspace(-1, 1, 60)] * 3), axis=-1).reshape(-1, 3)
    points = mesh * np.array(thrown.bodies[-1].half) @ thrown.poses[-1].turn.T + thrown.poses[-1].middle
    outside = np.maximum(np.abs((points - pose.middle) @ pose.turn) - np.array(body.half), 0)
    return bool(np.linalg.norm(outside, axis=1).min() < 0.5)


def tilt_degrees(pose: Pose) -> float:
    return math.degrees(math.acos(min(1.0, float(np.abs(pose.turn[2]).max()))))


@pytest.mark.parametrize("shape", list(BodyShape))
def test_every_face_comes_as_often_as_the_odds_declare(shape: BodyShape) -> None:
    thrown = throws(shape, 2, 750, TIDY)
    seen = Counter(face for each in thrown for face in each.faces or ())
    expected = [odds * 1500 for odds in DiceSet(shape).odds]
    chi_squared = sum((seen[face] - wanted) ** 2 / wanted for face, wanted in enumerate(expected, start=1))
    assert chi_squared < 20.5  # five degrees of freedom: one honest run in a thousand is above


def test_an_oblong_die_has_its_one_and_two_on_the_square_ends() -> None:
    for body in bodies(BodyShape.OBLONG, 20):
        assert body.half[0] > 1.2 * max(body.half[1:])
        assert body.values[:2] == (1, 2)
        assert sorted(body.values) == [1, 2, 3, 4, 5, 6]


def test_opposite_sides_of_a_cube_add_to_seven() -> None:
    for body in bodies(BodyShape.CUBE, 20):
        assert [body.values[side] + body.values[side + 1] for side in (0, 2, 4)] == [7, 7, 7]


@pytest.mark.parametrize(("shape", "count"), [(BodyShape.OBLONG, 2), (BodyShape.OBLONG, 8), (BodyShape.CUBE, 12)])
def test_dice_lie_flat_apart_and_inside_the_box(shape: BodyShape, count: int) -> None:
    for thrown in throws(shape, count, 30, TIDY):
        assert thrown.faces == tuple(
            sorted(top_value(body, pose) for body, pose in zip(thrown.bodies, thrown.poses, strict=True))
        )
        for n, (body, pose) in enumerate(zip(thrown.bodies, thrown.poses, strict=True)):
            corners = pose.corners(body)
            assert tilt_degrees(pose) < 0.1
            assert abs(float(corners[:, 2].min())) < 0.01
            assert np.abs(corners[:, 0]).max() < ROOM_X + 0.01
            assert np.abs(corners[:, 1]).max() < ROOM_Y + 0.01
            assert all(overlap(thrown, n, other) == 0 for other in range(n))


def test_touching_dice_touch_and_do_not_overlap() -> None:
    for thrown in throws(BodyShape.OBLONG, 2, 40, Habits(touching=1, at_wall=0, trouble=0)):
        assert overlap(thrown, 0, 1) < 0.5
        first, second = (footprint(thrown.bodies[n], thrown.poses[n]) for n in (0, 1))
        gaps = [abs(cv2.pointPolygonTest(first, (float(x), float(y)), True)) for x, y in second]
        gaps += [abs(cv2.pointPolygonTest(second, (float(x), float(y)), True)) for x, y in first]
        assert min(gaps) < 0.3


def test_a_die_at_the_wall_touches_it() -> None:
    for thrown in throws(BodyShape.CUBE, 1, 40, Habits(touching=0, at_wall=1, trouble=0)):
        corners = thrown.poses[0].corners(thrown.bodies[0])
        to_wall = min(ROOM_X - np.abs(corners[:, 0]).max(), ROOM_Y - np.abs(corners[:, 1]).max())
        assert abs(to_wall) < 0.01


def test_no_die_reaches_into_a_bevel_and_one_at_the_wall_touches_its_foot() -> None:
    for habits in (Habits(touching=0, at_wall=1, trouble=0), Habits(trouble=1)):
        for thrown in throws(BodyShape.OBLONG, 2, 40, habits, BEVELLED):
            gaps = []
            for body, pose in zip(thrown.bodies, thrown.poses, strict=True):
                corners = pose.corners(body)
                to_walls = np.array([ROOM_X, ROOM_Y]) - np.abs(corners[:, :2])
                gaps.append(float((to_walls - BEVELLED.inset(corners[:, 2])[:, None]).min()))
            assert min(gaps) > -0.01
            assert habits.trouble or gaps[0] < 0.01


@pytest.mark.parametrize(("shape", "count"), [(BodyShape.OBLONG, 1), (BodyShape.OBLONG, 2), (BodyShape.CUBE, 8)])
def test_an_unreadable_throw_is_cocked_or_stacked_and_has_no_ground_truth(shape: BodyShape, count: int) -> None:
    thrown = throws(shape, count, 60, Habits(trouble=1))
    assert all(each.faces is None for each in thrown)
    for each in thrown:
        last = each.poses[-1]
        if each.trouble is Trouble.COCKED:
            assert tilt_degrees(last) > 15
            assert leans(each)
        else:
            corners = last.corners(each.bodies[-1])
            assert float(corners[:, 2].min()) > 10
            assert np.abs(corners[:, 0]).max() < ROOM_X + 0.01
    if count > 1:
        assert {each.trouble for each in thrown} == {Trouble.COCKED, Trouble.STACKED}


def test_a_die_that_leans_on_a_wall_does_not_fall_back() -> None:
    """Its middle lies between the edge on which it stands and the wall."""
    inwards = 0
    for shape, wanted in ((BodyShape.OBLONG, 200), (BodyShape.CUBE, 50)):
        for thrown in throws(shape, 1, wanted, Habits(touching=0, at_wall=0, trouble=1)):
            pose, corners = thrown.poses[0], thrown.poses[0].corners(thrown.bodies[0])
            gaps = np.array([ROOM_X, ROOM_Y]) - np.abs(corners[:, :2]).max(0)
            axis = int(np.argmin(gaps))
            side = np.sign(pose.middle[axis])
            stands = corners[np.argsort(corners[:, 2])[:2], axis].mean()
            assert side * stands < side * pose.middle[axis] + 1.5, "but for its yaw"
            up = pose.turn[:, int(np.argmax(np.abs(pose.turn[2])))]
            inwards += bool(side * np.sign(up[2]) * up[axis] < 0)
    assert 50 < inwards < 250, "long dice that stand on end lean over outwards as well"


def test_trouble_is_as_frequent_as_was_wished() -> None:
    thrown = throws(BodyShape.OBLONG, 2, 500, Habits(trouble=0.1))
    assert 30 <= sum(each.trouble is not None for each in thrown) <= 70


def test_a_tumble_ends_where_the_dice_rest_and_stays_inside_the_box() -> None:
    (rest,) = throws(BodyShape.OBLONG, 2, 1, TIDY)
    for progress in np.linspace(0, 1, 21):
        flight = tumbling(rest, float(progress), np.random.default_rng(1))
        for body, pose in zip(rest.bodies, flight, strict=True):
            corners = pose.corners(body)
            assert np.abs(corners[:, 0]).max() < ROOM_X + 0.01
            assert corners[:, 2].min() > -0.01
    for pose, end in zip(rest.poses, tumbling(rest, 1.0, np.random.default_rng(1)), strict=True):
        assert np.allclose(pose.turn, end.turn, atol=1e-5)
        assert np.allclose(pose.middle, end.middle, atol=1e-3)


def test_no_dice_are_a_throw_too() -> None:
    assert throws(BodyShape.CUBE, 0, 1, Habits(touching=1, at_wall=1, trouble=1))[0].faces == ()
