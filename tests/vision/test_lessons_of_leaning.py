"""What the judge of leaning dice learns from."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.classifier import MODEL as CLASSIFIER_MODEL
from vision.segmentation import MODEL
from vision.training.config import NetworkTraining, SceneSet
from vision.training.prepared import prepare
from vision.training.scenes import DrawnScene
from vision.training.shards import Library, drawing, make_shard
from vision.training.solids import FaceFault, Floats, box_camera, throw

FLAT = np.array([(100.0, 100), (150, 100), (150, 150), (100, 150)])


def alone(away: float, image: NDArray[np.uint8] | None = None) -> DrawnScene:
    """Returns a scene with one flat die, so far on the right of the axis."""
    seen = np.zeros((256, 256, 3), np.uint8) if image is None else image
    return DrawnScene(seen, np.zeros((64, 64), np.uint8), ((FLAT, 3),), np.array((125.0 - away, 125.0, 300.0)))


def test_cocked_dice_lean_away_from_the_camera_as_often_as_is_asked_for() -> None:
    rng = np.random.default_rng(5)
    # Some are pushed to another die at last, and lean elsewhere from there.
    for outwards, least, most in ((1.0, 0.85, 1.0), (0.0, 0.3, 0.7)):
        away = []
        for _ in range(40):
            camera = box_camera(rng, 256)
            for die in throw(rng, camera, 256, np.zeros(3, np.float32), aslant=1.0, outwards=outwards):
                # Those upon others have no wall behind them.
                if die.fault is FaceFault.COCKED and die.corners[:, 2].min() < 1e-6:
                    away.append(float(die.axes[:2, 2] @ die.corners[:, :2].mean(0)) > 0)
        assert len(away) > 40
        assert least <= np.mean(away) <= most


def test_shards_hold_dice_that_lean_away_from_the_camera_where_their_set_asks_for_it(tmp_path: Path) -> None:
    def top(outwards: float) -> float:
        """Returns how large the top faces of the leaning dice are seen on average, in pixels."""
        wanted = SceneSet("a", "drawn", 4, 2, hands=0, aslant=1, outwards=outwards, straight=True)
        library = Library([make_shard(tmp_path / str(outwards), 4, 0, 12, drawing(wanted, None))])
        faces = [face for k in range(12) for face in library[k].faces]
        return float(
            np.mean([cv2.contourArea(quad.astype(np.float32)) for quad, of in faces if of == FaceFault.COCKED])
        )

    assert top(1) < 0.75 * top(0), "what leans away shows its top the less"


def test_half_of_the_dice_of_a_batch_lean(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    pytest.importorskip("onnx", reason="training needs ONNX: the extra `train`")
    from vision.training.leaning_training import batches  # noqa: PLC0415

    leans = np.arange(20) % 10 == 0
    made = {"patches": leans[:, None, None, None] * np.ones((20, 5, 8, 8), np.float16), "leans": leans}
    place = prepare(tmp_path / "drawn-0000", lambda: made)
    seen, due = batches(NetworkTraining(1, 10, 1e-3, {"drawn": 1.0}, batch=8), {"drawn": [place]})(3)
    assert due.ravel().tolist() == [1.0] * 4 + [0.0] * 4
    assert (seen[:, 1, 0, 0] == due.ravel()).all()


def test_of_a_leaning_die_the_judge_learns_from_any_face_of_a_flat_one_from_its_top() -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    pytest.importorskip("onnx", reason="training needs ONNX: the extra `train`")
    from vision.training.leaning_training import found  # noqa: PLC0415

    def face(x: float, y: float) -> Floats:
        return np.asarray(np.array([(0, 0), (40, 0), (40, 40), (0, 40)]) + np.array((x, y)))

    flat, leaning, covered = face(30, 30), face(120, 120), face(20, 180)
    beside, beyond = face(185, 150), face(230, 60)
    faces = (
        *((flat, 3), (face(30, 70), 0), (leaning, FaceFault.COCKED), (face(160, 120), 0)),
        *((covered, FaceFault.COVERED), (beside, 4), (beyond, FaceFault.COCKED)),
    )
    scene = DrawnScene(
        np.zeros((256, 256, 3), np.uint8), np.zeros((64, 64), np.uint8), faces, np.array((128.0, 128, 300))
    )
    rng = np.random.default_rng(3)
    for outline, due in (
        (flat, False),
        (face(30, 75), None),
        (leaning, True),
        (face(160, 120), True),
        (face(140, 122), True),
        (covered, None),
        (face(200, 20), None),
        (face(170, 135), None),
        (beyond, None),
    ):
        told = [leans for _, leans in found(rng, scene, [outline])]
        assert told == ([] if due is None else [due])


def test_the_judge_of_leaning_learns_from_no_die_that_lies_beyond_the_frame() -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    pytest.importorskip("onnx", reason="training needs ONNX: the extra `train`")
    from vision.training.leaning_training import Eye, dice  # noqa: PLC0415

    eye, learned = Eye(MODEL, CLASSIFIER_MODEL), []
    for away in (0.0, 250.0, 600.0):
        learned.append(sum(len(list(dice(np.random.default_rng(seed), alone(away), eye))) for seed in range(60)))
    # Through a long lens the frame is narrow.
    assert learned[0] > 1.3 * learned[1] > learned[2] == 0


def test_the_judge_of_leaning_learns_from_flat_dice_as_if_the_camera_were_behind_them_where_a_side_is_seen() -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    pytest.importorskip("onnx", reason="training needs ONNX: the extra `train`")
    from vision.training.leaning_training import BEHIND, Eye, dice  # noqa: PLC0415

    # Only the ground beyond the die's far side is bright: that is on the right of a patch, as the axis is on its left.
    image = np.zeros((256, 256, 3), np.uint8)
    image[:, 152:] = 200
    eye = Eye(MODEL, CLASSIFIER_MODEL)
    for away, behind in ((30.0, 0.0), (120.0, BEHIND)):
        scene = alone(away, image)
        seen = [one for seed in range(300) for one in dice(np.random.default_rng(seed), scene, eye)]
        assert np.mean([one.leans for one in seen]) == pytest.approx(behind, abs=0.1)
        for one in seen:
            left, right = one.patch[0, 20:60, 2:10].mean(), one.patch[0, 20:60, 70:78].mean()
            assert (left > right) == one.leans
