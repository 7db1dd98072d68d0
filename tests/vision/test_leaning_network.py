"""The network for leaning dice: its inputs, and whether it separates leaning dice from flat ones."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.camera_model import CameraModel
from vision.flat_dice import FlatPose, body, flat_poses, lie_flat, top_in_frame
from vision.leaning import LeaningJudge
from vision.leaning_network import (
    CLEARLY_FLAT,
    ENLARGED,
    MARKS,
    PLANES,
    REACH,
    SIDE,
    LeaningNetwork,
    die_map,
    die_patch,
    joined,
    marks,
    mask,
    nudged,
)
from vision.outlines import edge, middle
from vision.rectify import ImagePyramid
from vision.segmentation import FaceMap, Frame, Segmenter
from vision.training.backgrounds import NoiseBank
from vision.training.leaning_examples import scene_camera
from vision.training.scene_geometry import FaceFault, rotation
from vision.training.scenes import draw_scene

TILTED = CameraModel.from_json(
    {
        "image_size": [1280, 960],
        "camera_matrix": [[1000.0, 0, 640.0], [0, 1000.0, 480.0], [0, 0, 1]],
        "distortion": [-0.1, 0.01],
        "rvec": [3.05, 0.06, 0.02],
        "tvec": [1.0, -2.0, 150.0],
    }
)
"""A camera that looks down 5 degrees aslant."""

EDGE = 20.0


def pose_at(x: float, y: float) -> FlatPose:
    """A cube that lies flat there, in millimetres from what lies below the camera."""
    square = EDGE / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
    return FlatPose(TILTED.center[:2] + np.array((x, y)) + square, EDGE, 0.0)


def seen_of(pose: FlatPose, frame: Frame | None = None) -> tuple[Frame, NDArray[np.float32]]:
    """What the network sees of a die, and the planes drawn."""
    picture = np.full((960, 1280, 3), 60, np.uint8) if frame is None else frame
    quad = top_in_frame(TILTED, pose)
    seen, way = die_patch(TILTED, ImagePyramid(picture), quad)
    return seen, marks(TILTED, quad, pose, way)


@pytest.mark.parametrize("at", [(60.0, 0.0), (-60.0, 5.0), (0.0, 45.0), (50.0, -40.0)])
def test_what_lies_below_the_camera_is_on_the_left_of_what_the_network_sees(at: tuple[float, float]) -> None:
    frame = np.full((960, 1280, 3), 60, np.uint8)
    towards = np.array(at) * (1 - EDGE / np.hypot(*at)) + TILTED.center[:2]
    x, y = TILTED.to_pixels(np.array([(*towards, EDGE)]))[0].round().astype(int).tolist()
    cv2.circle(frame, (x, y), 12, (255, 255, 255), -1)
    seen, _ = seen_of(pose_at(*at), frame)
    rows, columns = np.nonzero(seen[..., 0] > 150)
    assert rows.mean() == pytest.approx(SIDE / 2, abs=2)
    assert columns.mean() == pytest.approx(SIDE / 2 - SIDE / REACH, abs=2)


def test_the_top_face_is_drawn_and_its_place_and_size_are_told() -> None:
    _, planes = seen_of(pose_at(60, 0))
    assert planes.shape == (MARKS, SIDE, SIDE)
    assert planes[0].mean() == pytest.approx(1 / REACH**2, rel=0.15)
    assert planes[0, SIDE // 2, SIDE // 2] == 1
    up = TILTED.center[2] - EDGE
    assert np.allclose(planes[2], 60 / up, rtol=1e-3)
    assert np.allclose(planes[3], ENLARGED * EDGE / up, rtol=1e-3)


def test_a_flat_die_would_cover_its_top_face_and_the_sides_that_the_camera_sees() -> None:
    _, planes = seen_of(pose_at(60, 0))
    assert (planes[1] >= planes[0]).all()
    columns = np.nonzero((planes[1] > 0) & (planes[0] == 0))[1]
    assert columns.mean() < SIDE / 2 - SIDE / REACH / 2, "of a die beside the camera the side towards it is seen"
    _, under = seen_of(pose_at(0, 0))
    assert np.abs(under[1] - under[0]).mean() < 0.01


def test_the_network_is_shown_what_the_detector_makes_of_the_same_place() -> None:
    pose = pose_at(60, 0)
    quad = top_in_frame(TILTED, pose)
    _, way = die_patch(TILTED, ImagePyramid(np.zeros((960, 1280, 3), np.uint8)), quad)
    ground, face = np.ones((120, 160), np.float32), np.zeros((120, 160), np.float32)
    for plane, value in ((ground, 0.0), (face, 1.0)):
        cv2.fillConvexPoly(plane, np.round(quad / 8 - 0.5).astype(np.int32), (value,))
    outputs = die_map(TILTED, FaceMap(ground, face, np.zeros_like(face), 8.0, 8.0), way)
    _, planes = seen_of(pose)
    assert np.abs(1 - outputs[0] - planes[0]).mean() < 0.05
    assert np.abs(outputs[1] - planes[0]).mean() < 0.05


def test_the_other_dice_are_masked_where_they_lie() -> None:
    pose, beside = pose_at(60, 0), pose_at(60 - EDGE, 0)
    _, way = die_patch(TILTED, ImagePyramid(np.zeros((960, 1280, 3), np.uint8)), top_in_frame(TILTED, pose))
    covered = mask(TILTED, [body(TILTED, beside)], way)
    rows, columns = np.nonzero(covered)
    assert rows.mean() == pytest.approx(SIDE / 2, abs=2)
    assert columns.max() <= SIDE / 2, "the one beside it, towards the camera, is on the left and covers no top"
    assert covered.mean() > 0.8 / REACH**2
    both = mask(TILTED, [body(TILTED, one) for one in (beside, pose_at(60 + EDGE, 0))], way)
    assert (both >= covered).all()
    assert both[:, SIDE // 2 :].mean() > 0.1
    assert not mask(TILTED, [], way).any()


def test_a_flat_die_leans_in_a_world_that_is_turned_about_it() -> None:
    pose = pose_at(40, 20)
    quad = top_in_frame(TILTED, pose)
    turn = rotation(np.array([0.0, 1.0, 0.0]), float(np.radians(20)))
    about = np.append(middle(pose.top), pose.height)
    turned = TILTED.tilted(about, turn)
    assert np.allclose(turned.to_pixels(about[None]), TILTED.to_pixels(about[None]), atol=1e-6)
    corners = np.column_stack([pose.top, np.full(4, pose.height)])
    assert np.allclose(turned.to_pixels(about + (corners - about) @ turn), quad, atol=1e-6)
    lying = lie_flat(turned, quad, (EDGE, EDGE))
    assert lying is not None
    assert lying.residual > 0.01 > pose.residual


def test_a_missing_network_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.onnx is missing: install the program again"):
        LeaningNetwork(tmp_path / "none.onnx")


def test_dice_that_lean_are_distinguished_from_dice_that_lie_flat() -> None:
    """On drawn scenes outside the training data, the leaning die of a pair scores higher in nine cases of ten."""
    rng = np.random.default_rng(2026)
    bank, judge, detector = NoiseBank(rng), LeaningNetwork(), Segmenter()
    flat: list[float] = []
    leaning: list[float] = []
    for _ in range(50):
        scene = draw_scene(rng, bank, hand_probability=0.0, leaning_probability=0.5, overhead=True, box_like=True)
        assert scene.axis is not None
        camera, view = scene_camera(scene), detector.segment(scene.image, 256)
        pyramid = ImagePyramid(scene.image)
        for quad, value in scene.faces:
            if (1 <= value <= 6 or value == FaceFault.COCKED) and (quad > 0).all() and (quad < 256).all():
                pose = lie_flat(camera, quad, (1.0, 1.0))
                assert pose is not None
                log_odds = judge.judge(camera, pyramid, view, quad, pose)
                (leaning if value == FaceFault.COCKED else flat).append(log_odds)
    assert min(len(flat), len(leaning)) > 20
    assert np.mean([one > other for one in leaning for other in flat]) > 0.9


def test_each_die_is_judged_with_the_others_of_its_throw() -> None:
    rng = np.random.default_rng(11)
    bank, judge, network, detector = NoiseBank(rng), LeaningJudge(), LeaningNetwork(), Segmenter()
    differences = []
    for _ in range(30):
        scene = draw_scene(
            rng, bank, hand_probability=0.0, leaning_probability=0.0, overhead=True, crowded_probability=1.0
        )
        quads = [quad for quad, value in scene.faces if 1 <= value <= 6 and (quad > 0).all() and (quad < 256).all()]
        if len(quads) < 2:
            continue
        camera, view, pyramid = scene_camera(scene), detector.segment(scene.image, 256), ImagePyramid(scene.image)
        signs = judge.signs(camera, pyramid, view, quads)
        poses = flat_poses(camera, quads)
        if signs is None or poses is None:
            continue
        for k, (quad, pose) in enumerate(zip(quads, poses, strict=True)):
            others = [body(camera, one) for number, one in enumerate(poses) if number != k]
            odds = network.judge(camera, pyramid, view, quad, pose, others)
            assert signs[k].network == pytest.approx(odds, abs=1e-6)
            differences.append(abs(odds - network.judge(camera, pyramid, view, quad, pose)))
    assert len(differences) > 10
    assert max(differences) > 0.1, "the masks of the others are an input of the network"


def test_nudged_outlines_differ_a_little_and_surround_the_outline() -> None:
    quad = top_in_frame(TILTED, pose_at(60, 0))
    outlines = np.array(nudged(quad))
    assert np.allclose(outlines.mean(0), quad)
    moved = np.abs(outlines - quad).max((1, 2)) / edge(quad)
    assert ((moved > 0.02) & (moved < 0.05)).all()
    assert np.linalg.matrix_rank([middle(one) - middle(quad) for one in outlines], tol=0.1) == 2


def test_all_that_the_network_sees_has_its_planes() -> None:
    seen, planes = seen_of(pose_at(30, 30))
    outputs, others = np.zeros((2, SIDE, SIDE), np.float32), np.zeros((1, SIDE, SIDE), np.float32)
    assert joined(seen, planes, outputs, others).shape == (PLANES, SIDE, SIDE)
    assert np.isfinite(joined(seen, planes, outputs, others)).all()


def test_a_die_and_its_mirror_image_lean_alike() -> None:
    judge = LeaningNetwork()
    for seed in range(3):
        patch = np.random.default_rng(seed).normal(0, 1, (PLANES, SIDE, SIDE)).astype(np.float32)
        if judge.log_odds(patch) > CLEARLY_FLAT:
            assert judge.log_odds(patch) == pytest.approx(judge.log_odds(patch[:, ::-1]), abs=1e-4)
