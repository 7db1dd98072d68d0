"""Drawn training scenes, the shards that hold them, labelled detections, and the export of networks."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.drawing import Drawn, draw, quad_of
from tests.vision.seen import WatchedSegmenter
from vision.classifier import FAULTS, NO_DIE, NO_TOP, SCORES
from vision.outlines import edge, overlap
from vision.segmentation import FINE, HAND, SEEN, STRIDE, UNREADABLE, Segmenter
from vision.training.augmentation import augment
from vision.training.backgrounds import Image, NoiseBank, Rng
from vision.training.clutter import draw_hand
from vision.training.config import SceneSet
from vision.training.flat_renderer import FlatRenderer
from vision.training.pip_visibility import pips_visible
from vision.training.scene_geometry import Arrangement, FaceFault
from vision.training.scenes import TrainingScene, draw_scene
from vision.training.shards import SceneLibrary, drawn_scenes, make_shard

SIDE = 128
DRAWN = SceneSet("drawn", "drawn", seed=1, shards=2)


def scenes(seed: int, count: int) -> list[TrainingScene]:
    rng = np.random.default_rng(seed)
    bank = NoiseBank(rng)
    return [draw_scene(rng, bank, SIDE) for _ in range(count)]


@pytest.fixture(scope="module")
def drawn() -> list[TrainingScene]:
    """As many scenes as it takes until every kind of fault is among them."""
    return scenes(7, 150)


def test_the_same_seed_draws_the_same_scene() -> None:
    one, other = scenes(3, 2), scenes(3, 2)
    assert all(
        np.array_equal(a.image, b.image) and np.array_equal(a.labels, b.labels) for a, b in zip(one, other, strict=True)
    )
    assert not np.array_equal(one[0].image, one[1].image)


def test_the_centre_of_a_readable_top_face_is_labelled_with_its_value(drawn: list[TrainingScene]) -> None:
    checked = 0
    for scene in drawn:
        for quad, value in scene.faces:
            x, y = np.round((quad.mean(0) + 0.5) / STRIDE - 0.5).astype(int)
            edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
            if 1 <= value <= 6 and edges.min() > 3 * STRIDE and min(x, y) >= 0 and max(x, y) < SIDE // STRIDE:
                assert scene.labels[y, x] in (value, HAND)
                checked += 1
    assert checked > 30


def test_every_kind_of_unreadable_top_face_is_drawn_and_none_is_labelled_with_a_value(
    drawn: list[TrainingScene],
) -> None:
    seen = {value for scene in drawn for _, value in scene.faces}
    assert {int(fault) for fault in FaceFault} <= seen
    only_faults = [s for s in drawn if s.faces and all(v == 0 or v > NO_TOP for _, v in s.faces)]
    assert only_faults
    for scene in only_faults:
        assert not np.isin(scene.labels, range(1, 7)).any()
    assert any((scene.labels == UNREADABLE).any() for scene in only_faults)


class NoiseRenderer:
    """A renderer that shows nothing but noise."""

    def render(
        self,
        rng: Rng,  # noqa: ARG002 - the noise has a fixed seed
        bank: NoiseBank,  # noqa: ARG002
        scene: Arrangement,
    ) -> tuple[Image, float]:
        assert scene.dice, "an empty floor is not rendered"
        return np.random.default_rng(0).random(scene.background.shape, np.float32), 0.0


class FloorRenderer:
    """A renderer that shows the floor alone, and keeps it."""

    def __init__(self) -> None:
        self.floor: Image | None = None

    def render(
        self,
        rng: Rng,  # noqa: ARG002 - the floor is drawn already
        bank: NoiseBank,  # noqa: ARG002
        scene: Arrangement,
    ) -> tuple[Image, float]:
        self.floor = scene.background
        return scene.background.copy(), 1.0


def test_plugs_lie_on_the_floor_and_are_labelled_as_nothing_else() -> None:
    bank, covered = NoiseBank(np.random.default_rng(0)), []
    for seed in range(12):
        without, with_plugs = FloorRenderer(), FloorRenderer()
        plain, plugs = (
            draw_scene(
                *(np.random.default_rng(seed), bank, SIDE),
                hand_probability=0.0,
                plug_probability=probability,
                renderer=renderer,
            )
            for probability, renderer in ((0.0, without), (1.0, with_plugs))
        )
        assert np.array_equal(plain.labels > 0, plugs.labels > 0)
        assert np.array_equal([quad for quad, _ in plain.faces], [quad for quad, _ in plugs.faces])
        assert without.floor is not None
        assert with_plugs.floor is not None
        covered.append(float((without.floor != with_plugs.floor).any(2).mean()))
    assert np.median(covered) > 0.005
    assert max(covered) < 0.9


def test_the_scenes_of_a_set_have_plugs_if_it_says_so() -> None:
    with_plugs, without = (
        drawn_scenes(replace(DRAWN, plug_probability=probability), None)(np.random.default_rng(1))
        for probability in (1.0, 0.0)
    )
    assert not np.array_equal(with_plugs().image, without().image)


def test_sides_in_the_shade_are_darker_without_ambient_light() -> None:
    bank = NoiseBank(np.random.default_rng(0))

    def darkest_sides(contrast_probability: float) -> list[float]:
        rng, darkest = np.random.default_rng(4), []
        for _ in range(40):
            scene = draw_scene(
                *(rng, bank, SIDE),
                hand_probability=0.0,
                overhead=True,
                box_like=True,
                contrast_probability=contrast_probability,
            )
            places = [quad.mean(0) for quad, value in scene.faces if value == 0]
            inside = [(int(x), int(y)) for x, y in places if 0 <= x < SIDE and 0 <= y < SIDE]
            darkest += [float(scene.image[y, x].max()) for x, y in inside]
        assert len(darkest) > 40
        return darkest

    assert np.quantile(darkest_sides(1.0), 0.25) < 0.7 * np.quantile(darkest_sides(0.0), 0.25)


def test_a_renderer_determines_the_pixels_of_a_scene_and_not_its_labels() -> None:
    bank = NoiseBank(np.random.default_rng(0))
    for seed in range(20):
        shown, noise = (
            draw_scene(rng, bank, SIDE, hand_probability=0.0, overhead=True, renderer=renderer)
            for renderer in (FlatRenderer(), NoiseRenderer())
            for rng in [np.random.default_rng(seed)]
        )
        assert np.array_equal(shown.labels > 0, noise.labels > 0)
        assert np.array_equal([quad for quad, _ in shown.faces], [quad for quad, _ in noise.faces])
        assert shown.axis is not None
        assert noise.axis is not None
        assert np.array_equal(shown.axis, noise.axis)
        assert not np.array_equal(shown.image, noise.image)


def test_path_traced_dice_lie_where_their_labels_are(tmp_path: Path) -> None:
    pytest.importorskip("bpy", reason="path tracing needs Blender: the extra `render`")
    from vision.training.raytraced import BlenderRenderer  # noqa: PLC0415 - imports Blender

    traced = SceneSet("traced", "traced", seed=5, shards=2, hand_probability=0.0)
    library = SceneLibrary([make_shard(tmp_path, 5, 0, 6, drawn_scenes(traced, BlenderRenderer()))])
    edges = [
        (abs(cv2.Laplacian(scene.image, cv2.CV_32F)).max(2)[::STRIDE, ::STRIDE], scene.labels)
        for scene in (library[k] for k in range(6))
    ]
    # Dice have more edges than random floors.
    assert np.mean([seen[labels > 0].mean() > seen[labels == 0].mean() for seen, labels in edges]) > 0.6


def test_faults_are_numbered_as_the_classifier_names_them() -> None:
    assert {fault.name.lower().replace("_", "-"): int(fault) - NO_TOP - 1 for fault in FaceFault} == {
        name: k for k, name in enumerate(FAULTS)
    }


def test_the_mask_of_a_hand_covers_its_pixels() -> None:
    rng = np.random.default_rng(2)
    canvas = np.full((SIDE, SIDE, 3), 0.1, np.float32)
    before = canvas.copy()
    where = draw_hand(rng, NoiseBank(rng), canvas, 1.0)
    assert 0 < where.mean() < 1
    changed = np.abs(canvas - before).max(2)
    assert changed[where > 0].mean() > changed[where == 0].mean()


def test_pips_are_visible_if_they_stand_out_from_the_noise() -> None:
    rng = np.random.default_rng(1)
    quad = quad_of(Drawn(5, (64, 64), edge=50, turn=20)).astype(float)
    plain = np.full((SIDE, SIDE, 3), 90, np.uint8)
    cv2.fillConvexPoly(plain, quad.round().astype(np.int32), (220, 220, 220))
    for noise in (0.0, 4.0, 25.0):
        grain = rng.normal(0, noise, plain.shape)
        for dark, targets in ((220, False), (90, True)):
            image = plain.copy()
            for x, y in quad.mean(0) + (quad - quad.mean(0)) * 0.45:
                cv2.circle(image, (round(x), round(y)), 5, (dark, dark, dark), -1)
            assert pips_visible(np.clip(image + grain, 0, 255).astype(np.uint8), quad) == targets


def test_a_library_holds_the_scenes_of_all_its_shards_with_their_faces(tmp_path: Path) -> None:
    library = SceneLibrary([make_shard(tmp_path, 1, number, 3, drawn_scenes(DRAWN, None)) for number in range(2)])
    for number in range(2):
        rng = np.random.default_rng([1, number])
        bank = NoiseBank(rng)
        for k in range(3):
            targets, kept = draw_scene(rng, bank), library[3 * number + k]
            assert np.array_equal(kept.image, targets.image)
            assert [value for _, value in kept.faces] == [value for _, value in targets.faces]
            for (quad, _), (same, _) in zip(kept.faces, targets.faces, strict=True):
                assert np.allclose(quad, same, atol=1e-2)
    assert len(library) == 6
    with pytest.raises(IndexError):
        library[6]


def test_a_library_needs_scenes() -> None:
    with pytest.raises(FileNotFoundError, match="run the stage `generate` first"):
        SceneLibrary([])


def test_augmentation_preserves_the_content_of_an_image() -> None:
    rng = np.random.default_rng(4)
    image = scenes(3, 1)[0].image
    other = augment(rng, image)
    assert (other.shape, other.dtype) == (image.shape, image.dtype)
    grey = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).ravel().astype(float) for picture in (image, other)]
    assert np.corrcoef(grey[0], grey[1])[0, 1] > 0.7


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_quantised_networks_give_the_same_outputs_in_opencv(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    from vision.training import classifier_training, corner_training, detector_training  # noqa: PLC0415
    from vision.training.architectures import CornerNet, FaceNet, ValueNet  # noqa: PLC0415

    for network, write_onnx, shape in (
        (FaceNet(), detector_training.write_onnx, (1, 3, 64, 96)),
        (ValueNet(), classifier_training.write_onnx, (2, 1, 64, 64)),
        (CornerNet(), corner_training.write_onnx, (2, 3, 64, 64)),
    ):
        path = tmp_path / "network.onnx"
        write_onnx(network.eval(), path)
        seen = np.random.default_rng(1).random(shape, np.float32)
        reader = cv2.dnn.readNetFromONNX(str(path))
        reader.setInput(seen)
        outputs = reader.forward()
        with torch.no_grad():
            targets = network(torch.from_numpy(seen)).numpy()
        assert np.allclose(outputs, targets, atol=0.02)
        assert outputs.shape[1] in (len(SEEN) * FINE**2, SCORES + 8, 12)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_quantisation_error_is_at_most_half_a_step_and_the_full_range_is_used(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    onnx = pytest.importorskip("onnx", reason="training needs ONNX: the extra `train`")
    from vision.training.export import export  # noqa: PLC0415

    layer = torch.nn.Conv2d(8, 6, 3)
    export(layer, torch.zeros(1, 8, 5, 5), tmp_path / "layer.onnx", {})
    kept = {w.name: onnx.numpy_helper.to_array(w) for w in onnx.load(str(tmp_path / "layer.onnx")).graph.initializer}
    counts, steps = kept["weight.int8"].astype(float), kept["weight.scale"]
    assert (np.abs(counts).max((1, 2, 3)) == 127).all()
    assert (np.abs(counts * steps - layer.weight.detach().numpy()) <= 0.501 * steps).all()


def test_the_target_corners_of_a_patch_surround_its_face(drawn: list[TrainingScene]) -> None:
    from vision.training.patches import labelled_outlines, make_patch  # noqa: PLC0415

    rng = np.random.default_rng(9)
    found = [make_patch(rng, scene.image, outline) for scene in drawn[:30] for outline in labelled_outlines(rng, scene)]
    outputs = [patch for patch in found if 1 <= patch.value <= 6]
    assert outputs
    assert all(np.abs(patch.corners).max() <= 1 for patch in outputs)
    # In spite of the jitter, the centre of the face is near the centre of the patch.
    middles = np.array([patch.corners.reshape(4, 2).mean(0) for patch in outputs])
    assert np.abs(middles).mean() < 0.15
    assert all(np.isnan(patch.corners).all() for patch in found if patch.value in (0, NO_TOP))


def test_false_positives_are_labelled_as_negatives_and_true_positives_keep_the_detected_outline(
    drawn: list[TrainingScene],
) -> None:
    from vision.training.labelled_detections import label_scene_detections  # noqa: PLC0415

    rng, detector = np.random.default_rng(9), Segmenter()
    found = negatives = 0
    for scene in drawn[:40]:
        tops = [(quad, value) for quad, value in scene.faces if value]
        for outline in label_scene_detections(rng, scene, detector):
            nearest = max(tops, key=lambda one: overlap(one[0], outline.quad), default=None)
            if outline.label in (NO_DIE, NO_TOP):
                negatives += 1
                assert nearest is None or overlap(nearest[0], outline.quad) < 0.4
            else:
                assert nearest is not None
                found += outline.label == nearest[1]
                assert outline.top is None or overlap(outline.top, outline.quad) > 0.35
    assert min(found, negatives) > 10


def test_the_highest_scores_beside_the_dice_become_hard_negatives() -> None:
    from vision.training.labelled_detections import mine_picture  # noqa: PLC0415
    from vision.training.scene_crops import SourcePicture, outline_only  # noqa: PLC0415

    dice = [Drawn(5, (300, 420), edge=120, turn=20), Drawn(2, (800, 500), edge=120, turn=50)]
    tops = tuple(outline_only(quad_of(die), die.value, 1.35) for die in dice)
    detector = WatchedSegmenter()
    mined = mine_picture(np.random.default_rng(1), SourcePicture(draw(dice), tops), detector)
    assert detector.in_brightest == {640}, "like the second pass of the reader"
    assert {outline.label for outline in mined.outlines} >= {NO_DIE, 2, 5}
    for outline in mined.outlines:
        shared = max(overlap(outline.quad, top.quad) for top in tops)
        assert shared > 0.4 if outline.label in (2, 5) else shared < 0.1
        assert outline.label in (2, 5) or 60 < edge(outline.quad) < 200
    sampled = list(mined.sample(np.random.default_rng(2), 5))
    assert len(sampled) == 5
    for image, outline in sampled:
        assert (outline.quad.mean(0) > 0).all()
        assert (outline.quad.mean(0) < image.shape[1::-1]).all()
