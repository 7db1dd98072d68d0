"""A calibrated camera: what it sees where, and calibrations as files hold them."""

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera_model import CameraModel, CameraModelError, load_calibrations

WIDE = {
    "image_size": [1280, 960],
    "camera_matrix": [[520.0, 0, 640.0], [0, 522.0, 478.0], [0, 0, 1]],
    "distortion": [-0.22, 0.04, 0.001, -0.001, -0.003],
    "rvec": [3.1, 0.05, 0.02],
    "tvec": [4.0, -3.0, 110.0],
}
"""A lens of 102 degrees that looks down a little aslant."""

PLACES = np.array([(x, y, z) for x in (-60.0, 0.0, 55.0) for y in (-40.0, 30.0) for z in (0.0, 19.0)])


def test_a_point_on_a_plane_is_found_again_where_it_is_seen() -> None:
    camera = CameraModel.from_json(WIDE)
    for height in (0.0, 19.0):
        points = PLACES[PLACES[:, 2] == height]
        assert np.allclose(camera.to_plane(camera.to_pixels(points), height), points[:, :2], atol=1e-3)


def test_a_ray_leads_from_the_camera_to_what_is_seen() -> None:
    camera = CameraModel.from_json(WIDE)
    rays = camera.rays(camera.to_pixels(PLACES))
    due = PLACES - camera.center
    cosines = (rays * due).sum(1) / np.linalg.norm(rays, axis=1) / np.linalg.norm(due, axis=1)
    assert np.allclose(cosines, 1, atol=1e-8)


def test_what_does_not_look_down_meets_no_plane() -> None:
    level = CameraModel.from_json({**WIDE, "rvec": [1.9, 0, 0], "tvec": [0, 60, 80]})
    above, below = np.array([(640.0, 10.0)]), np.array([(640.0, 900.0)])
    assert np.isinf(level.to_plane(above)).all()
    assert np.isfinite(level.to_plane(below)).all()


def test_straight_down_x_runs_right_and_y_up_in_the_picture() -> None:
    camera = CameraModel.straight_down((1280, 960), 1000, 200)
    right, up = camera.to_pixels(np.array([(10.0, 0, 0), (0, 10.0, 0)]))
    assert right == pytest.approx([639.5 + 50, 479.5])
    assert up == pytest.approx([639.5, 479.5 - 50])


@pytest.mark.parametrize("size", [(640, 480), (2560, 1920)])
def test_another_resolution_shows_the_same_in_its_own_pixels(size: tuple[int, int]) -> None:
    camera = CameraModel.from_json(WIDE)
    scaled = camera.fitted_to(size[1], size[0])
    factor = size[0] / 1280
    assert np.allclose(scaled.to_pixels(PLACES) + 0.5, (camera.to_pixels(PLACES) + 0.5) * factor)


def test_another_crop_is_refused() -> None:
    with pytest.raises(CameraModelError, match="for pictures of 1280×960 pixels"):
        CameraModel.from_json(WIDE).fitted_to(720, 1280)


def test_a_camera_that_looks_straight_down_sees_the_floor_without_distortion() -> None:
    camera = CameraModel.from_json(WIDE)
    points = np.column_stack([np.linspace(-70, 70, 200), np.full(200, 40.0), np.zeros(200)])
    above = camera.from_above(camera.to_pixels(points))
    # Equal steps on the floor are equal steps there, and x and y run as they do in the world.
    steps = np.diff(above, axis=0)
    assert np.allclose(steps, [520.0 * 140 / 199 / camera.center[2], 0], atol=0.02)
    assert np.allclose(camera.above_pixels(points), above, atol=0.05)
    below = np.array([(*camera.center[:2], 0.0)])
    assert np.allclose(camera.above_pixels(below), [640, 478])


@pytest.mark.parametrize("smaller", [1, 4])
def test_the_picture_of_a_camera_that_looks_straight_down_is_made_of_the_frame(smaller: int) -> None:
    camera = CameraModel.from_json(WIDE)
    places = np.array([(-50.0, 40.0, 0.0), (30.0, -20.0, 0.0), (0.0, 30.0, 0.0)])
    frame = np.zeros((960, 1280), np.uint8)
    for x, y in camera.to_pixels(places).round().astype(int).tolist():
        cv2.circle(frame, (x, y), 10, (255,), -1)
    small = cv2.resize(frame, None, fx=1 / smaller, fy=1 / smaller, interpolation=cv2.INTER_AREA).astype(np.uint8)
    way = np.array([(0.5, 0, 100), (0, 0.5, 50), (0, 0, 1)])
    part = camera.seen_from_above(small, way, (700, 500))
    for x, y in (camera.above_pixels(places) * 0.5 + (100, 50)).round().astype(int).tolist():
        assert part[y, x] > 200


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tvec": "far"}, "it is no camera calibration"),
        ({"rvec": [1, 2]}, "rvec must be 3 finite numbers"),
        ({"tvec": [0, 0, -110]}, "z must point up"),
        ({"image_size": [0, 960]}, "must be positive"),
        ({"camera_matrix": [[1, 2], [3, 4]]}, "camera_matrix must be 3×3 finite numbers"),
        ({"distortion": [0] * 8}, "distortion must be 5 finite numbers"),
    ],
)
def test_what_is_no_calibration_is_reported(change: dict[str, object], words: str) -> None:
    with pytest.raises(CameraModelError, match=words):
        CameraModel.from_json({**WIDE, **change})
    with pytest.raises(CameraModelError, match="camera_matrix is missing"):
        CameraModel.from_json({"image_size": [4, 3]})


def test_a_file_holds_one_camera_or_one_for_each_picture(tmp_path: Path) -> None:
    file = tmp_path / "camera.json"
    camera = CameraModel.from_json(WIDE)
    file.write_text(json.dumps(camera.to_json(), indent=2), encoding="utf-8")
    found = load_calibrations(file).of(Path("any.jpg"))
    assert found is not None
    assert found.to_json() == camera.to_json()
    file.write_text("\n".join(json.dumps({"file": name, "calibration": WIDE}) for name in ("a.jpg", "b.jpg")) + "\n")
    several = load_calibrations(file)
    assert several.of(tmp_path / "elsewhere" / "b.jpg") is not None
    assert several.of(Path("c.jpg")) is None


def test_something_that_is_not_a_file_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "camera.json"
    for text, words in (
        ("", "holds no calibration"),
        ("[1, 2]", "line 1 is no object"),
        ('{"file": "a.jpg", "calibration": {}}\n', "line 1: image_size is missing"),
        ("[" * 100_000, "longer than 64 kB"),
        ("\n" + "[" * 999, "line 2: it is nested too deeply"),
        ('{"file": "a.jpg", "calibration": ' + "9" * 5000 + "}", "more than 40 digits"),
        (" " * ((16 << 20) + 1), "longer than 16 MB"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(CameraModelError, match=words):
            load_calibrations(file)
    with pytest.raises(FileNotFoundError):
        load_calibrations(tmp_path / "none.json")
    file.unlink()
    for endless in ("/dev/zero", "pipe"):
        file.symlink_to(endless)
        if endless == "pipe":
            os.mkfifo(tmp_path / endless)
        with pytest.raises(CameraModelError, match="not a regular file"):
            load_calibrations(file)
        file.unlink()
