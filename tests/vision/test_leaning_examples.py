"""Training examples of the network for leaning dice."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.leaning_network import PLANES, SIDE
from vision.segmentation import FaceMap
from vision.training.backgrounds import NoiseBank
from vision.training.config import NetworkTraining, SceneSet
from vision.training.dice_placement import throw_dice
from vision.training.example_cache import cache_examples
from vision.training.leaning_examples import LeaningExample, leaning_examples, scene_camera
from vision.training.scene_geometry import FaceFault, Floats, PlacedDie, box_camera
from vision.training.scenes import TrainingScene, draw_scene
from vision.training.shards import SceneLibrary, drawn_scenes, make_shard

FLAT = np.array([(100.0, 100), (150, 100), (150, 150), (100, 150)])


def alone(away: float, image: NDArray[np.uint8] | None = None) -> TrainingScene:
    """Returns a scene with one flat die, `away` pixels right of the optical axis."""
    seen = np.zeros((256, 256, 3), np.uint8) if image is None else image
    return TrainingScene(
        seen, np.zeros((64, 64), np.uint8), ((FLAT, 3),), np.array((125.0 - away, 125.0, 300.0, 7.0, 0.0))
    )


def test_cocked_dice_lean_away_from_the_camera_with_the_given_probability() -> None:
    rng = np.random.default_rng(5)
    # Some are moved next to another die afterwards, which changes their direction to the camera.
    for outward_probability, least, most in ((1.0, 0.85, 1.0), (0.0, 0.3, 0.7)):
        away = []
        for _ in range(40):
            camera = box_camera(rng, 256)
            for die in throw_dice(
                rng,
                camera,
                256,
                np.zeros(3, np.float32),
                leaning_probability=1.0,
                outward_probability=outward_probability,
            ):
                # Dice on top of others do not count: they lean in a random direction.
                if die.fault is FaceFault.COCKED and die.corners[:, 2].min() < 1e-6:
                    away.append(float(die.axes[:2, 2] @ die.corners[:, :2].mean(0)) > 0)
        assert len(away) > 40
        assert least <= np.mean(away) <= most


def test_most_dice_of_a_crowded_throw_touch_another_one_many_face_to_face() -> None:
    def shares(crowded: bool) -> tuple[float, float]:
        rng = np.random.default_rng(6)
        touching, parallel = [], []
        for _ in range(60):
            dice = throw_dice(
                rng, box_camera(rng, 256), 256, np.zeros(3, np.float32), leaning_probability=0.0, crowded=crowded
            )
            flat = [die for die in dice if die.fault is None and die.corners[:, 2].min() < 1e-6]
            for k, die in enumerate(flat[1:], 1):
                near = [one for one in flat[:k] if distance_apart(die.footprint, one.footprint) < 0.35]
                touching.append(bool(near))
                turned = [abs(float(np.sin(2 * np.arccos(np.clip(die.axes[0] @ one.axes[0], -1, 1))))) for one in near]
                parallel.append(any(sine < 0.3 for sine in turned))
        return float(np.mean(touching)), float(np.mean(parallel))

    apart, crowded = shares(False), shares(True)
    assert crowded[0] > 0.6 > apart[0]
    assert crowded[1] > 0.3 > apart[1]


def test_a_cocked_die_that_rests_on_a_flat_one_touches_it_and_leans_towards_it() -> None:
    def alignments(resting_probability: float) -> list[float]:
        rng = np.random.default_rng(8)
        cosines = []
        for _ in range(60):
            dice = throw_dice(
                *(rng, box_camera(rng, 256), 256, np.zeros(3, np.float32)),
                leaning_probability=0.5,
                crowded=True,
                resting_probability=resting_probability,
            )
            flat = [die for die in dice if die.fault is None and die.corners[:, 2].min() < 1e-6]
            for die in dice:
                at = die.corners[:, :2].mean(0)
                beside = [one for one in flat if distance_apart(die.footprint, one.footprint) < 0.05]
                if die.fault is FaceFault.COCKED and die.corners[:, 2].min() < 1e-6 and len(beside) == 1:
                    way, lean = beside[0].corners[:, :2].mean(0) - at, up(die)[:2]
                    # Beyond 45 degrees, the uppermost face leans the other way.
                    cosines.append(abs(float(way @ lean / np.linalg.norm(way) / np.linalg.norm(lean))))
        assert len(cosines) > 15
        return cosines

    # Flat dice moved next to a cocked one count as well.
    assert np.mean([one > 0.95 for one in alignments(1.0)]) > 0.6
    assert np.mean([one > 0.95 for one in alignments(0.0)]) < 0.4


def up(die: PlacedDie) -> Floats:
    """The axis of a die that points up, or nearly so."""
    steepest = int(np.argmax(np.abs(die.axes[2])))
    return np.asarray(die.axes[:, steepest] * np.sign(die.axes[2, steepest]))


def distance_apart(footprint: Floats, other: Floats) -> float:
    """The smallest distance of a corner of one of two footprints from the other one."""
    pairs = ((footprint, other), (other, footprint))
    return min(
        -cv2.pointPolygonTest(hull.astype(np.float32), (float(x), float(y)), True)
        for hull, corners in pairs
        for x, y in corners
    )


def test_the_outward_probability_of_a_set_applies_to_its_shards(tmp_path: Path) -> None:
    def tops(outward_probability: float, path: str) -> list[list[float]]:
        scene_set = SceneSet(
            "a",
            "drawn",
            4,
            2,
            hand_probability=0,
            leaning_probability=1,
            outward_probability=outward_probability,
            overhead=True,
        )
        library = SceneLibrary([make_shard(tmp_path / path, 4, 0, 4, drawn_scenes(scene_set, None))])
        return [quad.ravel().tolist() for k in range(4) for quad, of in library[k].faces if of == FaceFault.COCKED]

    away = tops(1, "away")
    assert away == tops(1, "again") != tops(0, "anywhere")


def test_half_of_the_dice_of_a_batch_lean(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    pytest.importorskip("onnx", reason="training needs ONNX: the extra `train`")
    from vision.training.leaning_training import batches  # noqa: PLC0415

    leans = np.arange(20) % 10 == 0
    made = {
        "images": np.zeros((20, SIDE, SIDE, 3), np.uint8),
        "outlines": np.full((20, 5, SIDE, SIDE), 255, np.uint8) * leans[:, None, None, None],
        "numbers": np.zeros((20, 2), np.float32),
        "leans": leans,
    }
    path = cache_examples(tmp_path / "drawn-0000", lambda: made)
    seen, targets = batches(NetworkTraining(1, 10, 1e-3, {"drawn": 1.0}, batch_size=8), {"drawn": [path]})(3)
    assert targets.ravel().tolist() == [1.0] * 4 + [0.0] * 4
    for plane in (3, 4, 7, 8, 9):
        assert (seen[:, plane, 0, 0] == targets.ravel()).all()
    assert seen.shape == (8, PLANES, SIDE, SIDE)


def test_any_outline_on_a_leaning_die_but_only_the_top_face_of_a_flat_die_is_an_example() -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    pytest.importorskip("onnx", reason="training needs ONNX: the extra `train`")
    from vision.training.leaning_examples import detected_outlines  # noqa: PLC0415

    def face(x: float, y: float) -> Floats:
        return np.asarray(np.array([(0, 0), (40, 0), (40, 40), (0, 40)]) + np.array((x, y)))

    flat, leaning, covered = face(30, 30), face(120, 120), face(20, 180)
    beside, beyond = face(185, 150), face(230, 60)
    faces = (
        *((flat, 3), (face(30, 70), 0), (leaning, FaceFault.COCKED), (face(160, 120), 0)),
        *((covered, FaceFault.COVERED), (beside, 4), (beyond, FaceFault.COCKED)),
    )
    scene = TrainingScene(
        np.zeros((256, 256, 3), np.uint8), np.zeros((64, 64), np.uint8), faces, np.array((128.0, 128, 300, 7, 0))
    )
    rng = np.random.default_rng(3)
    for outline, targets in (
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
        outputs = [leans for _, leans in detected_outlines(rng, scene, [outline])]
        assert outputs == ([] if targets is None else [targets])


def test_the_camera_of_a_scene_projects_like_the_one_it_was_drawn_with() -> None:
    bank = NoiseBank(np.random.default_rng(0))
    for seed in range(5):
        drawn = box_camera(np.random.default_rng(seed), 256)
        scene = draw_scene(np.random.default_rng(seed), bank, hand_probability=0, overhead=True)
        points = np.array([(0.5, 1.0, 0.0), (-2.0, 0.3, 1.0), (1.0, -1.5, 1.4)])
        # The camera is the first thing drawn, so that the same seed gives the same camera.
        assert np.allclose(scene_camera(scene).to_pixels(points), drawn.project(points), atol=1e-6)


def test_the_camera_height_of_a_photograph_is_estimated_from_its_dice() -> None:
    photograph = replace(alone(0), axis=np.array((125.0, 125.0, 300.0, np.nan, 0.0)))
    assert scene_camera(photograph).center[2] == pytest.approx(300 / 50 + 1)
    with pytest.raises(ValueError, match="set overhead = true"):
        scene_camera(replace(photograph, axis=None))


def examples_of(scene: TrainingScene, *beside: Floats) -> list[LeaningExample]:
    """Returns the examples of a scene's flat die from sixty passes; other flat dice may lie `beside` it."""
    camera, cells = scene_camera(scene), np.zeros((64, 64), np.float32)
    view = FaceMap(cells + 1, cells, cells, 4.0, 4.0)
    rng = np.random.default_rng(1)
    outlines = [(quad, False) for quad in (FLAT, *beside)]
    return [
        one
        for _ in range(60)
        for number, one in enumerate(leaning_examples(rng, camera, scene.image, view, outlines))
        if number == 0
    ]


def test_a_flat_die_outside_the_frame_gives_no_example() -> None:
    assert len(examples_of(alone(100))) > 40
    assert not [one for one in examples_of(alone(700)) if not one.leans]


def test_a_tilted_flat_die_differs_from_a_flat_one_by_its_expected_mask() -> None:
    image = np.full((256, 256, 3), 90, np.uint8)
    # All that is seen of a flat die a hundred pixels off the axis: its top and the side towards that.
    cv2.fillConvexPoly(image, np.array([(86, 86), (150, 100), (150, 150), (86, 136)]), (220, 220, 220))
    made = examples_of(alone(100, image))
    leaning = [one for one in made if one.leans]
    assert 0.25 < len(leaning) / len(made) < 0.65
    top = np.median([one.outlines[0].mean() for one in made])
    assert all(one.outlines[0].mean() == pytest.approx(top, rel=0.25) for one in made), "the outline is unchanged"
    covered = [np.abs(one.outlines[1].astype(float) - made[0].outlines[1]).mean() for one in made if not one.leans]
    others = [np.abs(one.outlines[1].astype(float) - made[0].outlines[1]).mean() for one in leaning]
    assert np.median(others) > 2 * np.median(covered)


def test_the_other_dice_are_masked_in_an_example_but_no_other_outline_of_the_same_die() -> None:
    assert not any(one.outlines[4].any() for one in examples_of(alone(100)))
    assert not any(one.outlines[4].any() for one in examples_of(alone(100), FLAT + np.array((6, 4))))
    made = examples_of(alone(100), FLAT + np.array((0, 60)))
    for leans in (False, True):
        masked = [one.outlines[4].astype(float) / 255 for one in made if one.leans is leans]
        assert len(masked) > 10
        assert all(0.03 < one.mean() < 0.4 for one in masked)
        center = SIDE // 2
        assert max(one[center - 10 : center + 10, center - 10 : center + 10].max() for one in masked) < 0.1
