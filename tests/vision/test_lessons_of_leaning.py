"""What the judge of leaning dice learns from."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.leaning_network import PLANES, SIDE
from vision.segmentation import FaceMap
from vision.training.config import NetworkTraining, SceneSet
from vision.training.floors import NoiseBank
from vision.training.leaning_examples import LeaningExample, camera_of, examples
from vision.training.prepared import prepare
from vision.training.scenes import DrawnScene, draw_scene
from vision.training.shards import Library, drawing, make_shard
from vision.training.solids import FaceFault, Floats, box_camera, throw

FLAT = np.array([(100.0, 100), (150, 100), (150, 150), (100, 150)])


def alone(away: float, image: NDArray[np.uint8] | None = None) -> DrawnScene:
    """Returns a scene with one flat die, so far on the right of the axis."""
    seen = np.zeros((256, 256, 3), np.uint8) if image is None else image
    return DrawnScene(
        seen, np.zeros((64, 64), np.uint8), ((FLAT, 3),), np.array((125.0 - away, 125.0, 300.0, 7.0, 0.0))
    )


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


def test_a_set_says_how_often_dice_of_its_shards_lean_away_from_the_camera(tmp_path: Path) -> None:
    def tops(outwards: float, place: str) -> list[list[float]]:
        wanted = SceneSet("a", "drawn", 4, 2, hands=0, aslant=1, outwards=outwards, straight=True)
        library = Library([make_shard(tmp_path / place, 4, 0, 4, drawing(wanted, None))])
        return [quad.ravel().tolist() for k in range(4) for quad, of in library[k].faces if of == FaceFault.COCKED]

    away = tops(1, "away")
    assert away == tops(1, "again") != tops(0, "anywhere")


def test_half_of_the_dice_of_a_batch_lean(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    pytest.importorskip("onnx", reason="training needs ONNX: the extra `train`")
    from vision.training.leaning_training import batches  # noqa: PLC0415

    leans = np.arange(20) % 10 == 0
    made = {
        "colours": np.zeros((20, SIDE, SIDE, 3), np.uint8),
        "outlines": np.full((20, 4, SIDE, SIDE), 255, np.uint8) * leans[:, None, None, None],
        "numbers": np.zeros((20, 2), np.float32),
        "leans": leans,
    }
    place = prepare(tmp_path / "drawn-0000", lambda: made)
    seen, due = batches(NetworkTraining(1, 10, 1e-3, {"drawn": 1.0}, batch=8), {"drawn": [place]})(3)
    assert due.ravel().tolist() == [1.0] * 4 + [0.0] * 4
    assert (seen[:, 3, 0, 0] == due.ravel()).all()
    assert seen.shape == (8, PLANES, SIDE, SIDE)


def test_of_a_leaning_die_the_judge_learns_from_any_face_of_a_flat_one_from_its_top() -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    pytest.importorskip("onnx", reason="training needs ONNX: the extra `train`")
    from vision.training.leaning_examples import found  # noqa: PLC0415

    def face(x: float, y: float) -> Floats:
        return np.asarray(np.array([(0, 0), (40, 0), (40, 40), (0, 40)]) + np.array((x, y)))

    flat, leaning, covered = face(30, 30), face(120, 120), face(20, 180)
    beside, beyond = face(185, 150), face(230, 60)
    faces = (
        *((flat, 3), (face(30, 70), 0), (leaning, FaceFault.COCKED), (face(160, 120), 0)),
        *((covered, FaceFault.COVERED), (beside, 4), (beyond, FaceFault.COCKED)),
    )
    scene = DrawnScene(
        np.zeros((256, 256, 3), np.uint8), np.zeros((64, 64), np.uint8), faces, np.array((128.0, 128, 300, 7, 0))
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


def test_the_camera_of_a_scene_sees_what_the_scene_was_drawn_with() -> None:
    for seed in range(5):
        drawn = box_camera(np.random.default_rng(seed), 256)
        scene = draw_scene(np.random.default_rng(seed), NoiseBank(np.random.default_rng(0)), hands=0, straight=True)
        points = np.array([(0.5, 1.0, 0.0), (-2.0, 0.3, 1.0), (1.0, -1.5, 1.4)])
        # A scene begins with its camera, so that the same numbers make the same one.
        assert np.allclose(camera_of(scene).to_pixels(points), drawn.project(points), atol=1e-6)


def test_a_photograph_is_as_far_away_as_its_dice_say() -> None:
    photograph = replace(alone(0), axis=np.array((125.0, 125.0, 300.0, np.nan, 0.0)))
    assert camera_of(photograph).center[2] == pytest.approx(300 / 50 + 1)
    with pytest.raises(ValueError, match="make the set `straight`"):
        camera_of(replace(photograph, axis=None))


def learned(scene: DrawnScene) -> list[LeaningExample]:
    """What is learned from the flat die of a scene in sixty goes."""
    camera, cells = camera_of(scene), np.zeros((64, 64), np.float32)
    view = FaceMap(cells + 1, cells, cells, 4.0, 4.0)
    rng = np.random.default_rng(1)
    return [one for _ in range(60) for one in examples(rng, camera, scene.image, view, [(FLAT, False)])]


def test_nothing_is_learned_from_a_die_that_lies_beyond_the_frame() -> None:
    assert len(learned(alone(100))) > 40
    assert not [one for one in learned(alone(700)) if not one.leans]


def test_a_flat_die_is_learned_from_as_if_it_leaned_and_is_told_by_what_it_would_cover() -> None:
    image = np.full((256, 256, 3), 90, np.uint8)
    # All that is seen of a flat die a hundred pixels off the axis: its top and the side towards that.
    cv2.fillConvexPoly(image, np.array([(86, 86), (150, 100), (150, 150), (86, 136)]), (220, 220, 220))
    made = learned(alone(100, image))
    leaning = [one for one in made if one.leans]
    assert 0.25 < len(leaning) / len(made) < 0.65
    top = np.median([one.outlines[0].mean() for one in made])
    assert all(one.outlines[0].mean() == pytest.approx(top, rel=0.25) for one in made), "the outline is as it was"
    covered = [np.abs(one.outlines[1].astype(float) - made[0].outlines[1]).mean() for one in made if not one.leans]
    others = [np.abs(one.outlines[1].astype(float) - made[0].outlines[1]).mean() for one in leaning]
    assert np.median(others) > 2 * np.median(covered)
