"""Scenes cropped from labelled pictures: which pictures are used, and whether the labels fit."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.evaluation.labelled import find_labelled, is_held_out
from vision.segmentation import BODY, GROUND, STRIDE, UNREADABLE
from vision.training.backgrounds import Rng
from vision.training.config import SceneSet
from vision.training.scene_crops import (
    OUTLINES_FILE,
    PHOTOGRAPH_FOCAL_LENGTH,
    SCENE_SIDE,
    UNLABELLED,
    SceneCropper,
    SourcePicture,
    crop_scene,
    outline_only,
    read_pictures,
)
from vision.training.scene_geometry import FaceFault, Floats
from vision.training.scenes import TrainingScene
from vision.training.shards import SceneLibrary, make_set, split_shards

QUAD = np.array([(300, 200), (420, 230), (390, 350), (270, 320)], float)


def picture(kind: int = 3, quad: Floats = QUAD) -> SourcePicture:
    image = np.full((600, 800, 3), 40, np.uint8)
    cv2.fillConvexPoly(image, quad.round().astype(np.int32), (230, 230, 230))
    return SourcePicture(image, (outline_only(quad, kind, 1.35),))


def folder_of_renders(folder: Path, count: int = 12) -> Path:
    """Writes renders of one die each, with their truth."""
    home = folder / "renders"
    home.mkdir()
    lines = []
    for k in range(count):
        cv2.imwrite(str(home / f"{k}.png"), picture().image)
        die = {"value": 3, "flat": k % 3 > 0, "top_poly": QUAD.tolist(), "size_mm": [20, 20, 20]}
        truth = {"file": f"{k}.png", "profile": "easy", "expect": "read", "reason": "", "faces": [3], "dice": [die]}
        lines.append(
            json.dumps(
                truth
                | {"info": {}, "expected_dice": 1, "camera": {"height_mm": 150, "px_per_mm_floor": 5, "hfov_deg": 65}}
            )
        )
    (home / "truth.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return home


def light(scene: TrainingScene) -> Floats:
    """Returns the brightness of the centre of each cell."""
    return np.asarray(scene.image[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE].mean(2))


def test_cells_labelled_as_face_are_bright_and_background_cells_dark() -> None:
    rng: Rng = np.random.default_rng(1)
    faces = grounds = 0
    for _ in range(30):
        scene = crop_scene(rng, picture())
        faces += int((scene.labels == 3).sum())
        grounds += int((scene.labels == GROUND).sum())
        assert light(scene)[scene.labels == 3].min(initial=255) > 180
        assert light(scene)[scene.labels == GROUND].max(initial=0) < 100
    assert faces > 300
    assert grounds > 3000


def test_body_and_unlabelled_cells_separate_a_face_from_the_background() -> None:
    rng = np.random.default_rng(4)
    scene = next(crop for crop in (crop_scene(rng, picture()) for _ in range(30)) if (crop.labels == 3).any())
    assert {GROUND, 3, BODY, UNLABELLED} <= set(np.unique(scene.labels).tolist())
    near = cv2.dilate((scene.labels == 3).astype(np.uint8), np.ones((3, 3)))
    assert not ((near > 0) & (scene.labels == GROUND)).any()


def test_outlines_in_a_crop_lie_on_the_face() -> None:
    rng = np.random.default_rng(2)
    seen = 0
    for _ in range(30):
        scene = crop_scene(rng, picture())
        for quad, value in scene.faces:
            inside = quad.mean(0) + (quad - quad.mean(0)) * 0.9
            within = ((inside >= 0) & (inside < SCENE_SIDE)).all(1)
            corners = inside[within].astype(int)
            assert (scene.image[corners[:, 1], corners[:, 0]].mean(1) > 150).all()
            seen += value == 3
    assert seen > 10


def test_a_face_cut_off_by_the_crop_is_unreadable() -> None:
    rng = np.random.default_rng(3)
    cut = [value for _ in range(60) for _, value in crop_scene(rng, picture()).faces if value == FaceFault.CUT_OFF]
    assert cut


def test_a_cocked_die_is_labelled_as_unreadable() -> None:
    scene = crop_scene(np.random.default_rng(1), picture(int(FaceFault.COCKED)))
    assert (scene.labels == UNREADABLE).any()
    assert not np.isin(scene.labels, range(1, 7)).any()


def test_held_out_renders_are_not_trained_on(tmp_path: Path) -> None:
    home = folder_of_renders(tmp_path)
    held_out = [one for one in find_labelled(home) if is_held_out(one.path)]
    assert find_labelled(home, held_out=True) == held_out
    pictures = read_pictures((tmp_path,))
    assert 0 < len(pictures) == 12 - len(held_out) < 12
    kinds = {top.label for one in pictures for top in one.tops}
    assert kinds == {3, int(FaceFault.COCKED)}


def test_the_axis_of_the_camera_moves_with_the_picture() -> None:
    rng = np.random.default_rng(6)
    for _ in range(20):
        scene = crop_scene(rng, replace(picture(), axis=np.array([*QUAD.mean(0), 700.0, np.nan, 0.0])), overhead=True)
        assert scene.axis is not None
        for quad, _ in scene.faces:
            assert scene.axis[:2] == pytest.approx(quad.mean(0), abs=0.5)
            assert scene.axis[2] / 700 == pytest.approx(
                np.linalg.norm(quad[1] - quad[0]) / np.linalg.norm(QUAD[1] - QUAD[0]), rel=0.01
            )


def test_a_photograph_from_above_gets_a_vertical_axis_and_the_assumed_focal_length(tmp_path: Path) -> None:
    listed = [json.loads(line) for line in OUTLINES_FILE.read_text(encoding="utf-8").splitlines()]
    for view, size, focal in (("top", (600, 800), 800), ("top", (800, 600), 800), ("oblique", (600, 800), None)):
        home = tmp_path / f"{view}-{size[0]}"
        name = next(one["picture"] for one in listed if one["view"] == view)
        (home / name).parent.mkdir(parents=True)
        cv2.imwrite(str(home / name), np.zeros((*size, 3), np.uint8))
        (found,) = read_pictures([home])
        if focal is None:
            assert found.axis is None
        else:
            assert found.axis is not None
            assert found.axis[:3] == pytest.approx(
                [(size[1] - 1) / 2, (size[0] - 1) / 2, PHOTOGRAPH_FOCAL_LENGTH * focal]
            )
            assert np.isnan(found.axis[3]), "the height of the camera is unknown"


def test_overhead_crops_come_only_from_pictures_with_an_axis(tmp_path: Path) -> None:
    folder_of_renders(tmp_path)
    cropper = SceneCropper((tmp_path,), np.random.default_rng(0), overhead=True)
    assert all(cropper.next_scene().axis is not None for _ in range(5))


def test_no_held_out_photograph_has_outlines() -> None:
    listed = [json.loads(line)["picture"] for line in OUTLINES_FILE.read_text(encoding="utf-8").splitlines()]
    assert len(listed) > 100
    assert not [name for name in listed if is_held_out(Path(name))]


def test_a_folder_without_training_pictures_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no labelled training picture"):
        SceneCropper((tmp_path,), np.random.default_rng(0))


def test_a_scene_set_is_cropped_from_pictures(tmp_path: Path) -> None:
    folder_of_renders(tmp_path)
    scene_set = SceneSet("renders", "renders", seed=1, shards=2, scenes_per_shard=4)
    assert len(make_set(tmp_path / "out", scene_set, tmp_path, lambda _: None)) == 64
    training, validation = split_shards(tmp_path / "out", scene_set)
    library = SceneLibrary([*training, validation])
    assert len(library) == 8
    assert all((library[k].labels == UNLABELLED).any() for k in range(8))
