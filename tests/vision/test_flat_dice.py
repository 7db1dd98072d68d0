"""The geometry of flat dice: those that lie flat agree with it, those that lean do not."""

import cv2
import numpy as np
import pytest

from vision.camera_model import CameraModel
from vision.flat_dice import Size, body, common_size, excess, flat_poses, lie_flat
from vision.outlines import Floats
from vision.segmentation import FaceMap

CAMERA = CameraModel.from_json(
    {
        "image_size": [1280, 960],
        "camera_matrix": [[1000.0, 0, 640.0], [0, 1000.0, 480.0], [0, 0, 1]],
        "distortion": [-0.1, 0.01],
        "rvec": [3.12, 0.03, 0.01],
        "tvec": [1.0, -2.0, 150.0],
    }
)


def top_of(
    at: tuple[float, float], sides: tuple[float, float], height: float, turn: float = 20.0, tilt: float = 0.0
) -> Floats:
    """The corners (4×3 mm) of a top face, tilted about its own first edge by so many degrees."""
    corners = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]) * (*sides, 0) / 2
    lean, spin = np.radians((tilt, turn))
    raised = cv2.Rodrigues(np.array([lean, 0, 0]))[0]
    turned = cv2.Rodrigues(np.array([0, 0, spin]))[0]
    return np.asarray(corners @ raised.T @ turned.T + (*at, height))


def seen(*tops: Floats, noise: float = 0.0) -> list[Floats]:
    rng = np.random.default_rng(1)
    return [CAMERA.to_pixels(top) + rng.normal(0, noise, (4, 2)) if noise else CAMERA.to_pixels(top) for top in tops]


@pytest.mark.parametrize("size", [(16.0, 16.0), (25.5, 19.0)])
def test_the_size_of_a_throw_is_found_from_its_outlines(size: Size) -> None:
    long, across = size
    quads = seen(top_of((-30, 20), (long, across), across), top_of((25, -20), (across, across), long, 50), noise=0.5)
    assert common_size(CAMERA, quads) == pytest.approx(size, rel=0.02)


def test_flat_dice_agree_whatever_corner_comes_first_and_leaning_ones_do_not() -> None:
    flat, leaning = seen(top_of((30, -20), (25, 19), 19), top_of((30, -20), (25, 19), 21, tilt=20))
    for roll in range(4):
        pose = lie_flat(CAMERA, np.roll(flat, roll, axis=0), (25.0, 19.0))
        assert pose is not None
        assert pose.residual < 1e-3
        assert pose.height == 19
    pose = lie_flat(CAMERA, leaning, (25.0, 19.0))
    assert pose is not None
    assert pose.residual > 0.02


def test_beside_a_flat_die_of_the_same_set_a_leaning_one_stands_out() -> None:
    quads = seen(top_of((-30, 20), (16, 16), 16), top_of((30, -20), (16, 16), 19, tilt=25))
    size = common_size(CAMERA, quads)
    assert size is not None
    poses = [lie_flat(CAMERA, quad, size) for quad in quads]
    assert max(pose.residual for pose in poses if pose) > 0.03
    known = common_size(CAMERA, quads, (16.0, 16.0))
    assert known == pytest.approx((16.0, 16.0), rel=0.06)


def test_the_dice_of_a_throw_share_a_size_and_a_leaning_one_does_not_fit() -> None:
    tops = [top_of((-30, 20), (25, 19), 19), top_of((25, -20), (19, 19), 25, 50)]
    poses = flat_poses(CAMERA, seen(*tops, noise=0.7))
    assert poses is not None
    assert [pose.height for pose in poses] == pytest.approx([19, 25], rel=0.03)
    assert max(pose.residual for pose in poses) < 0.012
    poses = flat_poses(CAMERA, seen(tops[0], top_of((25, -20), (19, 19), 28, 50, tilt=25)))
    assert poses is not None
    assert max(pose.residual for pose in poses) > 0.02


def test_dice_of_another_size_than_the_known_one_are_not_those_dice() -> None:
    quads = seen(top_of((-30, 20), (16, 16), 16), top_of((30, -20), (16, 16), 16))
    assert flat_poses(CAMERA, quads, (16.4, 16.4)) is not None
    assert flat_poses(CAMERA, quads, (25.0, 25.0)) is None


def test_among_several_alike_a_cube_may_have_a_size_of_its_own_and_one_of_two_may_not() -> None:
    tops = [top_of((-40, 20), (16, 16), 16), top_of((0, 25), (16, 16), 16, 50), top_of((30, -20), (12, 12), 12, 5)]
    for shown, due in ((tops, [16.0, 16.0, 12.0]), (tops[1:], None)):
        poses = flat_poses(CAMERA, seen(*shown))
        assert poses is not None
        sizes = [float(np.linalg.norm(pose.top[1] - pose.top[0])) for pose in poses]
        if due is None:
            assert sizes[0] == pytest.approx(sizes[1], rel=0.01)
        else:
            assert sizes == pytest.approx(due, rel=0.05)
            assert max(pose.residual for pose in poses) < 0.03


def test_off_the_floor_there_is_no_flat_die() -> None:
    level = CameraModel.from_json({**CAMERA.to_json(), "rvec": [1.9, 0, 0], "tvec": [0, 60, 80]})
    quad = np.array([(600, 5), (640, 5), (640, 45), (600, 45)], float)
    assert lie_flat(level, quad, (16.0, 16.0)) is None
    assert common_size(level, [quad]) is None
    assert flat_poses(level, [quad]) is None


def view(outlines: list[Floats], dark: list[Floats] | None = None) -> FaceMap:
    """Returns the detector's map, in cells of eight pixels, of dice that cover these outlines."""
    ground, bright = np.ones((120, 160), np.float32), np.full((120, 160), 60, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(ground, np.round(outline / 8).astype(np.int32), (0.0,))
        cv2.fillConvexPoly(bright, np.round(outline / 8).astype(np.int32), (200,))
    for outline in dark or []:
        cv2.fillConvexPoly(ground, np.round(outline / 8).astype(np.int32), (0.0,))
    return FaceMap(ground, np.zeros_like(ground), np.zeros_like(ground), 8.0, 8.0, bright=bright)


def test_what_is_seen_beyond_a_flat_die_is_excess_but_for_its_shadow_and_its_neighbour() -> None:
    tops = [top_of((-30, 15), (19, 19), 19), top_of((30, -15), (19, 19), 19)]
    quads = seen(*tops)
    poses = [pose for quad in quads if (pose := lie_flat(CAMERA, quad, (19.0, 19.0)))]
    bodies = [body(CAMERA, pose) for pose in poses]
    assert excess(CAMERA, view(bodies), quads, poses) == pytest.approx([0, 0], abs=0.01)
    wider = bodies[0] + (-70, 0)
    lean, flat = excess(CAMERA, view([*bodies, wider]), quads, poses)
    assert lean > 0.15
    assert flat < 0.01
    assert excess(CAMERA, view(bodies, dark=[wider]), quads, poses)[0] < 0.01, "a shadow is dark"
    far = bodies[0] + (0, 330)
    assert excess(CAMERA, view([*bodies, far]), quads, poses)[0] < 0.01, "another thing is not connected"


def test_of_a_flat_die_the_side_towards_the_middle_is_seen() -> None:
    (quad,) = seen(top_of((50, 0), (19, 19), 19, 0))
    pose = lie_flat(CAMERA, quad, (19.0, 19.0))
    assert pose is not None
    top = CAMERA.to_pixels(np.column_stack([pose.top, np.full(4, pose.height)]))
    whole = body(CAMERA, pose)
    assert whole[:, 0].min() < top[:, 0].min() - 20, "on its left"
    assert whole[:, 0].max() == pytest.approx(top[:, 0].max(), abs=0.5)
