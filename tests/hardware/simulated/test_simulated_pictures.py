"""What the simulated camera shows: the dice where they lie, every pip of every side that is in view."""

import numpy as np
import pytest

from hardware.simulated.box_inside import Backdrop, build, empty_box, falloff, see, shine
from hardware.simulated.render import RenderedDie, draw
from hardware.simulated.sensor import Sensor
from hardware.simulated.simulated_dice import (
    BodyShape,
    DiceSet,
    Floor,
    PipCut,
    SimulatedBody,
    Tint,
    Vector,
    make_body,
    pip_places,
)
from hardware.simulated.simulated_throws import BEVELLED, ROOM_X, ROOM_Y, Habits, Pose, throw
from hardware.simulated.textures import paint
from hardware.simulated.viewpoint import HEIGHT, WIDTH, Viewpoint, ViewTarget, looking

DARK = np.zeros(3, np.float32)


@pytest.fixture(scope="module")
def backdrop() -> Backdrop:
    return see(build(Floor.FELT, 1), looking((0.0, 0.0, 150.0), (0.0, 0.0, 0.0), 65.0))


@pytest.fixture(scope="module")
def sensor() -> Sensor:
    return Sensor(1)


def side_in_view(body: SimulatedBody, pose: Pose, side: int, view: Viewpoint) -> tuple[Vector, bool]:
    """The pips (N × 3, world) of one side, and whether it faces the camera by more than a glance."""
    axis, sign = side // 2, 1 - 2 * (side % 2)
    u, v = (other for other in range(3) if other != axis)
    local = np.zeros((body.values[side], 3), np.float32)
    local[:, axis] = sign * body.half[axis]
    for n, (across, along) in enumerate(pip_places(body.values[side], body.half[u], body.half[v])):
        local[n, u], local[n, v] = across, along
    points = np.asarray(local @ pose.turn.T + pose.middle, np.float32)
    to_eye = view.place - points.mean(axis=0)
    facing = float((pose.turn[:, axis] * sign) @ to_eye / np.linalg.norm(to_eye))
    return points, facing > 0.2


@pytest.mark.parametrize("shape", list(BodyShape))
@pytest.mark.parametrize(("tint", "pips"), [(Tint.BONE, PipCut.DRILLED), (Tint.HORN, PipCut.DRILLED)])
def test_the_pips_of_every_side_in_view_are_where_the_geometry_puts_them(
    backdrop: Backdrop, sensor: Sensor, shape: BodyShape, tint: Tint, pips: PipCut
) -> None:
    rng = np.random.default_rng(5)
    bodies = tuple(make_body(shape, rng) for _ in range(4))
    skins = [paint(body, tint, pips, rng) for body in bodies]
    thrown = throw(bodies, DiceSet(shape), Habits(touching=0, at_wall=0, trouble=0), rng)
    pieces = [RenderedDie(*each) for each in zip(bodies, skins, thrown.poses, strict=True)]
    picture = sensor.develop(draw(backdrop, pieces, shine(1, 1, DARK))).mean(axis=2)
    sides_seen = 0
    for body, pose in zip(bodies, thrown.poses, strict=True):
        for side in range(6):
            points, in_view = side_in_view(body, pose, side, backdrop.view)
            if not in_view:
                continue
            sides_seen += 1
            corners = backdrop.view.project(pose.corners(body))
            middle = backdrop.view.project(points.mean(axis=0, keepdims=True))
            pip_pixels = np.round(backdrop.view.project(points)).astype(int)
            # Half-way from a pip to the die's nearest corners there is bare bone or horn.
            bare = np.round(0.75 * middle + 0.25 * corners).astype(int)
            at_pips = picture[pip_pixels[:, 1], pip_pixels[:, 0]].mean()
            beside = np.median(picture[bare[:, 1], bare[:, 0]])
            assert (at_pips < beside - 15) if tint is Tint.BONE else (at_pips > beside + 15)
    assert sides_seen >= 6  # four tops, and sides beside them: the wide lens sees those too


def test_a_die_casts_a_shadow_away_from_the_only_lamp(backdrop: Backdrop) -> None:
    body = make_body(BodyShape.CUBE, np.random.default_rng(2))
    pose = Pose(np.eye(3, dtype=np.float32), np.array([0, 0, body.half[2]], np.float32))
    empty = backdrop.lit(shine(1, 0, DARK), []).mean(axis=2)
    shaded = backdrop.lit(shine(1, 0, DARK), [pose.corners(body)]).mean(axis=2)
    share = shaded / empty
    beside = backdrop.view.project(np.array([[-10.5, 0, 0], [10.5, 0, 0], [60, 0, 0]], np.float32)).astype(int)
    to_lamp, from_lamp, far = (share[y, x] for x, y in beside)
    assert from_lamp < to_lamp - 0.15
    assert far == pytest.approx(1)


def test_the_dice_stand_in_each_others_light(backdrop: Backdrop) -> None:
    rng = np.random.default_rng(3)
    body = make_body(BodyShape.CUBE, rng)
    skin = paint(body, Tint.IVORY, PipCut.DRILLED, rng)
    level = np.eye(3, dtype=np.float32)
    low = RenderedDie(body, skin, Pose(level, np.array([0, 0, body.half[2]], np.float32)))
    above = RenderedDie(body, skin, Pose(level, np.array([-14, 0, 3 * body.half[2]], np.float32)))
    light = shine(1, 0, DARK)
    alone, together = (draw(backdrop, pieces, light).mean(axis=2) for pieces in ([low], [low, above]))
    ((x, y),) = backdrop.view.project(np.array([[-5, 3, 2 * body.half[2]]], np.float32)).astype(int)
    assert together[y, x] < 0.9 * alone[y, x]


def test_light_falls_off_with_distance_and_slant() -> None:
    upwards = np.array([[0, 0, 1]] * 3, np.float32).T
    ways = np.array([[0, 0, 146], [80, 0, 146], [0, 0, 200]], np.float32).T
    below, aside, lower = falloff(ways, upwards, (ways * ways).sum(axis=0))
    assert below > aside
    assert below > lower


def test_projection_is_the_inverse_of_the_rays() -> None:
    view = looking((3.0, -2.0, 150.0), (0.0, 1.0, 0.0), 65.0)
    pixels = np.array([[5, 7], [640, 480], [1270, 950], [200, 900]])
    rays = view.rays()[pixels[:, 1], pixels[:, 0]]
    assert np.abs(view.project(view.place + rays * 120) - pixels).max() < 0.5


def test_every_frame_has_noise_of_its_own_about_the_same_picture(sensor: Sensor) -> None:
    clean = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    rng = np.random.default_rng(0)
    first, second = (sensor.expose(clean, rng).astype(float) for _ in range(2))
    assert first.mean() == pytest.approx(120, abs=1)
    assert 1 < first.std() < 5
    assert abs(np.corrcoef(first.ravel(), second.ravel())[0, 1]) < 0.05


def test_a_bevel_hides_the_edge_of_the_floor_and_nothing_else() -> None:
    aim = ViewTarget((0.0, 0.0, 150.0), (0.0, 0.0, 0.0), 65.0)
    upright, bevelled = empty_box(Floor.FELT, 1, aim), empty_box(Floor.FELT, 1, aim, BEVELLED)
    half = BEVELLED.width / 2
    slopes = [(ROOM_X - half, 0), (half - ROOM_X, 0), (0, ROOM_Y - half), (0, half - ROOM_Y)]
    for x, y in np.round(bevelled.view.project(np.array([(*at, BEVELLED.height / 2) for at in slopes]))).astype(int):
        blue, green, red = upright.colour[y, x]
        assert green > red, "felt"
        blue, green, red = bevelled.colour[y, x]
        assert red > green > blue, "wood"
    corner = bevelled.view.project(np.array([[ROOM_X - 13.5, ROOM_Y - 13.5, 0]]))[0].astype(int)
    inside = (slice(HEIGHT - corner[1], corner[1]), slice(WIDTH - corner[0], corner[0]))
    assert np.array_equal(upright.colour[inside], bevelled.colour[inside])


def test_no_two_dice_are_painted_alike() -> None:
    rng = np.random.default_rng(4)
    body = make_body(BodyShape.CUBE, rng)
    first, second = (paint(body, Tint.BONE, PipCut.RINGS, rng).colour for _ in range(2))
    assert np.abs(first - second).mean() > 0.01


def test_an_empty_box_is_kept_for_its_floor_its_seed_and_its_view_alone() -> None:
    aim, aside = (
        ViewTarget((0.0, 0.0, 150.0), (0.0, 0.0, 0.0), 65.0),
        ViewTarget((9.0, 0.0, 150.0), (0.0, 0.0, 0.0), 65.0),
    )
    one = empty_box(Floor.FELT, 1, aim).colour
    assert empty_box(Floor.FELT, 1, aim).colour is one
    for other in (empty_box(Floor.PLANK, 1, aim), empty_box(Floor.FELT, 2, aim), empty_box(Floor.FELT, 1, aside)):
        assert not np.array_equal(other.colour, one)
