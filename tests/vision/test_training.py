"""The drawn scenes that the networks learn from, the shards they are kept in, and how networks are written."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.drawing import Drawn, draw, quad_of
from tests.vision.seen import WatchedSegmenter
from vision.classifier import FAULTS, NO_DIE, NO_TOP, SCORES
from vision.outlines import edge, overlap
from vision.segmentation import FINE, HAND, SEEN, STRIDE, UNREADABLE, Segmenter
from vision.training.clutter import hand_over
from vision.training.config import SceneSet
from vision.training.floors import Image, NoiseBank, Rng
from vision.training.legibility import legible
from vision.training.scenes import Brush, DrawnScene, draw_scene
from vision.training.shards import Library, drawing, make_shard
from vision.training.solids import FaceFault, SceneCamera, Solid
from vision.training.varied import varied

SIDE = 128
DRAWN = SceneSet("drawn", "drawn", seed=1, shards=2)


def scenes(seed: int, count: int) -> list[DrawnScene]:
    rng = np.random.default_rng(seed)
    bank = NoiseBank(rng)
    return [draw_scene(rng, bank, SIDE) for _ in range(count)]


def test_the_same_seed_draws_the_same_scene() -> None:
    one, other = scenes(3, 2), scenes(3, 2)
    assert all(
        np.array_equal(a.image, b.image) and np.array_equal(a.labels, b.labels) for a, b in zip(one, other, strict=True)
    )
    assert not np.array_equal(one[0].image, one[1].image)


def test_a_readable_top_face_is_labelled_with_its_value_in_its_middle() -> None:
    checked = 0
    for scene in scenes(5, 40):
        for quad, value in scene.faces:
            x, y = np.round((quad.mean(0) + 0.5) / STRIDE - 0.5).astype(int)
            edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
            if 1 <= value <= 6 and edges.min() > 3 * STRIDE and min(x, y) >= 0 and max(x, y) < SIDE // STRIDE:
                assert scene.labels[y, x] in (value, HAND)
                checked += 1
    assert checked > 10


def test_every_kind_of_unreadable_top_face_is_drawn_and_none_is_labelled_with_a_value() -> None:
    drawn = scenes(7, 150)
    seen = {value for scene in drawn for _, value in scene.faces}
    assert {int(fault) for fault in FaceFault} <= seen
    only_faults = [s for s in drawn if s.faces and all(v == 0 or v > NO_TOP for _, v in s.faces)]
    assert only_faults
    for scene in only_faults:
        assert not np.isin(scene.labels, range(1, 7)).any()
    assert any((scene.labels == UNREADABLE).any() for scene in only_faults)


class Snow:
    """A painter that shows noise and nothing else."""

    def paint(
        self,
        rng: Rng,  # noqa: ARG002 - nothing is left to chance
        bank: NoiseBank,  # noqa: ARG002
        floor: Image,
        camera: SceneCamera,  # noqa: ARG002
        dice: list[Solid],
    ) -> tuple[Image, float]:
        assert dice, "an empty floor is not painted"
        return np.random.default_rng(0).random(floor.shape, np.float32), 0.0


def test_a_painter_settles_what_a_scene_looks_like_and_not_what_is_in_it() -> None:
    bank = NoiseBank(np.random.default_rng(0))
    for seed in range(20):
        drawn, snow = (
            draw_scene(rng, bank, SIDE, hands=0.0, straight=True, painter=painter)
            for painter in (Brush(), Snow())
            for rng in [np.random.default_rng(seed)]
        )
        assert np.array_equal(drawn.labels > 0, snow.labels > 0)
        assert np.array_equal([quad for quad, _ in drawn.faces], [quad for quad, _ in snow.faces])
        assert drawn.axis is not None
        assert snow.axis is not None
        assert np.array_equal(drawn.axis, snow.axis)
        assert not np.array_equal(drawn.image, snow.image)


def test_traced_light_falls_on_the_dice_where_the_labels_say_they_are(tmp_path: Path) -> None:
    pytest.importorskip("bpy", reason="tracing light needs Blender: the extra `render`")
    from vision.training.raytraced import BlenderPainter  # noqa: PLC0415 - it needs Blender too

    traced = SceneSet("traced", "traced", seed=5, shards=2, hands=0.0)
    library = Library([make_shard(tmp_path, 5, 0, 6, drawing(traced, BlenderPainter()))])
    edges = [
        (abs(cv2.Laplacian(scene.image, cv2.CV_32F)).max(2)[::STRIDE, ::STRIDE], scene.labels)
        for scene in (library[k] for k in range(6))
    ]
    # Dice have edges and pips; floors at random have fewer.
    assert np.mean([seen[labels > 0].mean() > seen[labels == 0].mean() for seen, labels in edges]) > 0.6


def test_faults_are_numbered_as_the_classifier_names_them() -> None:
    assert {fault.name.lower().replace("_", "-"): int(fault) - NO_TOP - 1 for fault in FaceFault} == {
        name: k for k, name in enumerate(FAULTS)
    }


def test_a_hand_is_marked_where_it_is_drawn() -> None:
    rng = np.random.default_rng(2)
    canvas = np.full((SIDE, SIDE, 3), 0.1, np.float32)
    before = canvas.copy()
    where = hand_over(rng, NoiseBank(rng), canvas, 1.0)
    assert 0 < where.mean() < 1
    changed = np.abs(canvas - before).max(2)
    assert changed[where > 0].mean() > changed[where == 0].mean()


def test_a_face_is_legible_where_its_pips_stand_out_from_noise() -> None:
    rng = np.random.default_rng(1)
    quad = quad_of(Drawn(5, (64, 64), edge=50, turn=20)).astype(float)
    plain = np.full((SIDE, SIDE, 3), 90, np.uint8)
    cv2.fillConvexPoly(plain, quad.round().astype(np.int32), (220, 220, 220))
    for noise in (0.0, 4.0, 25.0):
        grain = rng.normal(0, noise, plain.shape)
        for dark, due in ((220, False), (90, True)):
            image = plain.copy()
            for x, y in quad.mean(0) + (quad - quad.mean(0)) * 0.45:
                cv2.circle(image, (round(x), round(y)), 5, (dark, dark, dark), -1)
            assert legible(np.clip(image + grain, 0, 255).astype(np.uint8), quad) == due


def test_a_library_holds_the_scenes_of_all_its_shards_with_their_faces(tmp_path: Path) -> None:
    library = Library([make_shard(tmp_path, 1, number, 3, drawing(DRAWN, None)) for number in range(2)])
    for number in range(2):
        rng = np.random.default_rng([1, number])
        bank = NoiseBank(rng)
        for k in range(3):
            due, kept = draw_scene(rng, bank), library[3 * number + k]
            assert np.array_equal(kept.image, due.image)
            assert [value for _, value in kept.faces] == [value for _, value in due.faces]
            for (quad, _), (same, _) in zip(kept.faces, due.faces, strict=True):
                assert np.allclose(quad, same, atol=1e-2)
    assert len(library) == 6
    with pytest.raises(IndexError):
        library[6]


def test_no_scenes_are_no_library() -> None:
    with pytest.raises(FileNotFoundError, match="run the stage `generate` first"):
        Library([])


def test_a_varied_picture_still_shows_the_same() -> None:
    rng = np.random.default_rng(4)
    image = scenes(3, 1)[0].image
    other = varied(rng, image)
    assert (other.shape, other.dtype) == (image.shape, image.dtype)
    grey = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).ravel().astype(float) for picture in (image, other)]
    assert np.corrcoef(grey[0], grey[1])[0, 1] > 0.7


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_networks_written_as_bytes_tell_opencv_what_they_told(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    from vision.training import classifier_training, detector_training  # noqa: PLC0415
    from vision.training.network import FaceNet, ValueNet  # noqa: PLC0415

    for network, write, shape in (
        (FaceNet(), detector_training.write, (1, 3, 64, 96)),
        (ValueNet(), classifier_training.write, (2, 1, 64, 64)),
    ):
        path = tmp_path / "network.onnx"
        write(network.eval(), path)
        seen = np.random.default_rng(1).random(shape, np.float32)
        reader = cv2.dnn.readNetFromONNX(str(path))
        reader.setInput(seen)
        told = reader.forward()
        with torch.no_grad():
            due = network(torch.from_numpy(seen)).numpy()
        assert np.allclose(told, due, atol=0.02)
        assert told.shape[1] in (len(SEEN) * FINE**2, SCORES + 8)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_weights_as_bytes_are_off_by_half_a_step_at_most_and_use_the_whole_byte(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    onnx = pytest.importorskip("onnx", reason="training needs ONNX: the extra `train`")
    from vision.training.export import export  # noqa: PLC0415

    layer = torch.nn.Conv2d(8, 6, 3)
    export(layer, torch.zeros(1, 8, 5, 5), tmp_path / "layer.onnx", {})
    kept = {w.name: onnx.numpy_helper.to_array(w) for w in onnx.load(str(tmp_path / "layer.onnx")).graph.initializer}
    counts, steps = kept["weight.bytes"].astype(float), kept["weight.steps"]
    assert (np.abs(counts).max((1, 2, 3)) == 127).all()
    assert (np.abs(counts * steps - layer.weight.detach().numpy()) <= 0.501 * steps).all()


def test_a_patch_knows_where_the_corners_of_its_face_lie() -> None:
    from vision.training.patches import marks, patch_of  # noqa: PLC0415

    rng = np.random.default_rng(9)
    found = [patch_of(rng, scene.image, marked) for scene in scenes(5, 30) for marked in marks(rng, scene)]
    told = [patch for patch in found if 1 <= patch.value <= 6]
    assert told
    assert all(np.abs(patch.corners).max() <= 1 for patch in told)
    # Whatever was shaken, the middle of the face lies near the middle of its patch.
    middles = np.array([patch.corners.reshape(4, 2).mean(0) for patch in told])
    assert np.abs(middles).mean() < 0.15
    assert all(np.isnan(patch.corners).all() for patch in found if patch.value in (0, NO_TOP))


def test_what_the_finder_falls_for_is_learned_as_no_top_face_and_what_it_finds_with_its_own_outline() -> None:
    from vision.training.fallen import fallen_for_in_scene  # noqa: PLC0415

    rng, finder = np.random.default_rng(9), Segmenter()
    found = falls = 0
    for scene in scenes(5, 40):
        tops = [(quad, value) for quad, value in scene.faces if value]
        for marked in fallen_for_in_scene(rng, scene, finder):
            nearest = max(tops, key=lambda one: overlap(one[0], marked.quad), default=None)
            if marked.kind in (NO_DIE, NO_TOP):
                falls += 1
                assert nearest is None or overlap(nearest[0], marked.quad) < 0.4
            else:
                assert nearest is not None
                found += marked.kind == nearest[1]
                assert marked.top is None or overlap(marked.top, marked.quad) > 0.35
    assert min(found, falls) > 10


def test_what_the_finder_likes_best_beside_the_dice_is_ground() -> None:
    from vision.training.fallen import look_at  # noqa: PLC0415
    from vision.training.pictures import Picture, outlined  # noqa: PLC0415

    dice = [Drawn(5, (300, 420), edge=120, turn=20), Drawn(2, (800, 500), edge=120, turn=50)]
    tops = tuple(outlined(quad_of(die), die.value, 1.35) for die in dice)
    finder = WatchedSegmenter()
    pieces = look_at(np.random.default_rng(1), Picture(draw(dice), tops), finder)
    assert finder.in_brightest == {640}, "as the reader looks at pictures"
    assert {marked.kind for marked in pieces.marks} >= {NO_DIE, 2, 5}
    for marked in pieces.marks:
        shared = max(overlap(marked.quad, top.quad) for top in tops)
        assert shared > 0.4 if marked.kind in (2, 5) else shared < 0.1
        assert marked.kind in (2, 5) or 60 < edge(marked.quad) < 200
    dealt = list(pieces.deal(np.random.default_rng(2), 5))
    assert len(dealt) == 5
    for image, marked in dealt:
        assert (marked.quad.mean(0) > 0).all()
        assert (marked.quad.mean(0) < image.shape[1::-1]).all()
