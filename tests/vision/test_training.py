"""The drawn scenes that the networks learn from, the shards they are kept in, and how networks are written."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.drawing import Drawn, draw, quad_of
from tests.vision.seen import WatchedSegmenter
from vision.classifier import FAULTS, NO_DIE, NO_TOP, SCORES
from vision.detector import FINE, HAND, MODEL, SEEN, STRIDE, UNREADABLE, Segmenter
from vision.outlines import edge, overlap
from vision.training.clutter import hand_over
from vision.training.floors import Image, NoiseBank, Rng
from vision.training.scenes import Brush, Scene, draw_scene
from vision.training.shards import Library, draw_shard
from vision.training.solids import Camera, Fault, Solid
from vision.training.varied import varied

SIDE = 128


def scenes(seed: int, count: int) -> list[Scene]:
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
    assert {int(fault) for fault in Fault} <= seen
    only_faults = [s for s in drawn if s.faces and all(v == 0 or v > NO_TOP for _, v in s.faces)]
    assert only_faults
    for scene in only_faults:
        assert not np.isin(scene.labels, range(1, 7)).any()
    assert any((scene.labels == UNREADABLE).any() for scene in only_faults)


class Darkness:
    """A painter that shows nothing."""

    def paint(
        self,
        rng: Rng,  # noqa: ARG002 - nothing is left to chance
        bank: NoiseBank,  # noqa: ARG002
        floor: Image,
        camera: Camera,  # noqa: ARG002
        dice: list[Solid],
    ) -> tuple[Image, float]:
        assert dice, "an empty floor is not painted"
        return np.zeros_like(floor), 0.0


def test_a_painter_settles_what_a_scene_looks_like_and_not_what_is_in_it() -> None:
    for seed in range(20):
        drawn, dark = (
            draw_scene(rng, NoiseBank(rng), SIDE, hands=0.0, straight=True, painter=painter)
            for painter in (Brush(), Darkness())
            for rng in [np.random.default_rng(seed)]
        )
        assert np.array_equal(drawn.labels, dark.labels)
        assert [value for _, value in drawn.faces] == [value for _, value in dark.faces]
        assert drawn.axis is not None
        assert dark.axis is not None
        assert np.array_equal(drawn.axis, dark.axis)
        assert not np.array_equal(drawn.image, dark.image)


def test_traced_light_falls_on_the_dice_where_the_labels_say_they_are(tmp_path: Path) -> None:
    pytest.importorskip("bpy", reason="tracing light needs Blender: the extra `render`")
    from vision.training.raytraced import Studio  # noqa: PLC0415 - it needs Blender too

    rng = np.random.default_rng(3)
    place = draw_shard(tmp_path, 5, 0, scenes=6, hands=0.0, painter=Studio())
    assert place.is_dir()
    library = Library((tmp_path,), rng)
    edges = [
        (abs(cv2.Laplacian(scene.image, cv2.CV_32F)).max(2)[::STRIDE, ::STRIDE], scene.labels)
        for scene in (library.deal() for _ in range(6))
    ]
    # Dice have edges and pips; floors at random have fewer.
    assert np.mean([seen[labels > 0].mean() > seen[labels == 0].mean() for seen, labels in edges]) > 0.6


def test_faults_are_numbered_as_the_classifier_names_them() -> None:
    assert {fault.name.lower().replace("_", "-"): int(fault) - NO_TOP - 1 for fault in Fault} == {
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


def test_a_library_deals_every_scene_before_it_deals_one_again(tmp_path: Path) -> None:
    draw_shard(tmp_path, 1, 0, scenes=3)
    draw_shard(tmp_path, 1, 1, scenes=3)
    library = Library((tmp_path,), np.random.default_rng(0))
    dealt = {library.deal().image.tobytes() for _ in range(6)}
    assert len(dealt) == 6
    assert library.deal().image.tobytes() in dealt


def test_a_shard_keeps_the_faces_with_their_scene(tmp_path: Path) -> None:
    draw_shard(tmp_path, 1, 0, scenes=4)
    rng = np.random.default_rng([1, 0])
    bank = NoiseBank(rng)
    drawn = {scene.image.tobytes(): scene for scene in (draw_scene(rng, bank) for _ in range(4))}
    library = Library((tmp_path,), np.random.default_rng(0))
    for _ in range(4):
        kept = library.deal()
        due = drawn[kept.image.tobytes()]
        assert [value for _, value in kept.faces] == [value for _, value in due.faces]
        for (quad, _), (same, _) in zip(kept.faces, due.faces, strict=True):
            assert np.allclose(quad, same, atol=1e-2)


def test_a_folder_without_scenes_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=f"{tmp_path.name} holds no drawn scenes"):
        Library((tmp_path,), np.random.default_rng(0))


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
    from vision.training import train, train_value  # noqa: PLC0415
    from vision.training.network import FaceNet, ValueNet  # noqa: PLC0415

    for network, write, shape in (
        (FaceNet(), train.write, (1, 3, 64, 96)),
        (ValueNet(), train_value.write, (2, 1, 64, 64)),
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
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
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
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
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
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    from vision.training.fallen import look_at  # noqa: PLC0415
    from vision.training.pictures import Picture, outlined  # noqa: PLC0415

    dice = [Drawn(5, (300, 420), edge=120, turn=20), Drawn(2, (800, 500), edge=120, turn=50)]
    tops = tuple(outlined(quad_of(die), die.value, 1.35) for die in dice)
    finder = WatchedSegmenter()
    pieces = look_at(np.random.default_rng(1), Picture(draw(dice), tops), finder)
    assert finder.in_brightest == {640, 1280}, "as the eye looks at pictures"
    assert {marked.kind for marked in pieces.marks} >= {NO_DIE, 2, 5}
    for marked in pieces.marks:
        shared = max(overlap(marked.quad, top.quad) for top in tops)
        assert shared > 0.4 if marked.kind in (2, 5) else shared < 0.05
        assert marked.kind in (2, 5) or 60 < edge(marked.quad) < 200
    dealt = list(pieces.deal(np.random.default_rng(2), 5))
    assert len(dealt) == 5
    for image, marked in dealt:
        assert (marked.quad.mean(0) > 0).all()
        assert (marked.quad.mean(0) < image.shape[1::-1]).all()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_who_has_a_teacher_learns_from_what_that_tells_and_from_the_truth(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    from vision.training.lessons import Lesson, lessons  # noqa: PLC0415
    from vision.training.network import ValueNet  # noqa: PLC0415
    from vision.training.patches import Patch  # noqa: PLC0415
    from vision.training.train_value import write  # noqa: PLC0415
    from vision.training.valuing import loss_of  # noqa: PLC0415

    teacher = ValueNet().eval()
    write(teacher, tmp_path / "teacher.onnx")
    seen = torch.rand(3, 1, 64, 64)
    patches = [Patch(np.zeros((64, 64), np.float16), value, np.full(8, np.nan, np.float32)) for value in (5, 5, 0)]
    ((_, lesson),) = lessons(iter([(seen, patches)]), tmp_path / "teacher.onnx")
    ((_, alone),) = lessons(iter([(seen, patches)]), None)
    assert lesson.told is not None
    assert torch.allclose(lesson.told, teacher(seen), atol=0.02)

    sure = torch.zeros(3, SCORES + 8)
    sure[[0, 1, 2], [5, 5, 0]] = 9.0
    assert loss_of(sure, alone) < loss_of(lesson.told, alone), "without a teacher only the truth counts"
    doubting = Lesson(patches, torch.zeros(3, SCORES + 8))
    half_sure = sure / 4
    assert loss_of(half_sure, doubting) < loss_of(sure, doubting), "a teacher's doubt is learned"

    taught = Lesson(patches, sure.clone())
    for face, due in ((0, True), (2, False)):
        off = sure.clone()
        off[face, SCORES:] = 0.3
        assert (loss_of(off, taught) > loss_of(sure, taught)) == due, "corners count where the teacher sees a face"
    with pytest.raises(FileNotFoundError, match="another with --teacher"):
        next(lessons(iter([(seen, patches)]), tmp_path / "missing.onnx"))


def test_finder_and_judge_of_leaning_learn_from_a_teacher_as_well() -> None:
    torch = pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    from vision.training import train, train_cocked  # noqa: PLC0415
    from vision.training.lessons import Lesson  # noqa: PLC0415

    faces = torch.zeros(1, len(SEEN) * FINE**2, 2, 2)
    faces[:, FINE**2 : 2 * FINE**2] = 4.0
    all_faces = torch.full((1, 2 * FINE, 2 * FINE), SEEN.index(1))
    leans, all_lean = torch.tensor([[4.0], [4.0]]), train_cocked.Due(torch.ones(2, 1), torch.zeros(0))
    cases: list[tuple[Any, Any, Any]] = [(train.loss_of, faces, all_faces), (train_cocked.loss_of, leans, all_lean)]
    for loss_of, sure, due in cases:
        assert loss_of(2 * sure, Lesson(due, None)) < loss_of(sure, Lesson(due, None)), "the truth knows no doubt"
        assert loss_of(sure, Lesson(due, sure / 4)) < loss_of(2 * sure, Lesson(due, sure / 4)), "a teacher may doubt"
        assert loss_of(sure, Lesson(due, sure)) < loss_of(-sure, Lesson(due, sure))
        word, truth = loss_of(sure, Lesson(due, 9 * sure)), loss_of(sure, Lesson(due, None))
        assert word.item() == pytest.approx(truth.item(), rel=0.05), "a word as sure as the truth weighs as much"


def test_a_network_begins_with_the_first_channels_of_a_wider_one(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    from vision.training.network import CockedNet, FaceNet, Residual  # noqa: PLC0415
    from vision.training.runner import load_weights, save_weights  # noqa: PLC0415

    wider, network = Residual(8), Residual(4)
    save_weights(wider, tmp_path / "wider.pt")
    assert "second.0.weight" in load_weights(network, tmp_path / "wider.pt"), "a blend takes no part of a network"
    assert load_weights(network, tmp_path / "wider.pt", wider=True) == []
    kept, given = network.state_dict()["second.0.weight"], wider.state_dict()["second.0.weight"]
    assert torch.allclose(kept, given[:4, :4], atol=1e-3)
    wide, narrow = CockedNet(), CockedNet((8, 16, 32), 64)
    save_weights(wide, tmp_path / "wide.pt")
    assert load_weights(narrow, tmp_path / "wide.pt", wider=True) == ["head.weight"], "of other places, not channels"
    save_weights(FaceNet(), tmp_path / "plain.pt")
    begun = load_weights(FaceNet((16, 32, 64, 80), 4), tmp_path / "plain.pt", wider=True)
    assert "stem.0.weight" in begun, "of other pixels"
    torch.save({"first.0.weight": torch.zeros(4, 4)}, tmp_path / "other.pt")
    assert "first.0.weight" in load_weights(network, tmp_path / "other.pt", wider=True), "of another kind"
    assert "first.0.weight" in load_weights(Residual(12), tmp_path / "wider.pt", wider=True), "nothing is made up"


@pytest.mark.parametrize("name", ["faces", "value", "cocked"])
def test_the_weights_that_are_kept_are_those_of_the_networks_as_they_are_built(name: str) -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    from vision.training.blend import KINDS  # noqa: PLC0415
    from vision.training.runner import load_weights  # noqa: PLC0415

    make, _ = KINDS[name]
    assert load_weights(make(), MODEL.parent / f"{name}.pt") == []


def test_a_blend_lies_between_two_networks() -> None:
    torch = pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    from vision.training.blend import blended  # noqa: PLC0415
    from vision.training.network import ValueNet  # noqa: PLC0415

    one, other = ValueNet(), ValueNet()
    for share, due in ((0.0, one), (1.0, other)):
        assert all(torch.equal(w, due.state_dict()[name]) for name, w in blended(one, other, share).items())
    name, mixed = next(iter(blended(one, other, 0.25).items()))
    assert torch.allclose(mixed, 0.75 * one.state_dict()[name] + 0.25 * other.state_dict()[name])
