"""What the networks tell of plain drawings, and how their numbers become probabilities and outlines."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.drawing import Drawn, draw, quad_of
from vision.classifier import FAULTS, NO_TOP, Classifier
from vision.faces import find_candidates
from vision.networks import FOLDER
from vision.outlines import edge
from vision.rectify import ImagePyramid
from vision.segmentation import STRIDE, Segmenter, network_size, shrink

DIE = Drawn(5, (500, 420), edge=120, turn=20)


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier()


def test_every_cell_is_surely_something() -> None:
    frame = draw([DIE])
    view = Segmenter().segment(frame, 640)
    rows, columns = network_size(frame.shape[0], frame.shape[1], 640)
    planes = np.stack([view.ground, view.face, view.unreadable, view.hand])
    assert planes.shape[1:] == view.size == (rows // STRIDE, columns // STRIDE)
    assert planes.min() >= 0
    assert planes[:3].sum(0).max() <= 1 + 1e-3
    assert (view.hand <= view.ground).all()


def test_of_the_frame_is_kept_how_bright_its_cells_are() -> None:
    frame = draw([DIE])
    view = Segmenter().segment(frame, 256)
    rows, columns = view.size
    assert view.bright.shape == (rows, columns)
    due = cv2.resize(frame.max(2), (columns, rows), interpolation=cv2.INTER_AREA)
    assert np.abs(view.bright.astype(float) - due).mean() < 4


def test_the_finder_sees_a_face_where_it_lies_and_ground_elsewhere() -> None:
    view = Segmenter().segment(draw([DIE]), 640)
    x, y = (int(DIE.at[0] / view.scale_x), int(DIE.at[1] / view.scale_y))
    assert view.face[y, x] > 0.5
    assert view.ground[4, 4] > 0.9
    assert view.hand[y, x] < 0.2


def test_all_networks_together_take_less_than_two_megabytes() -> None:
    sizes = {path: path.stat().st_size for path in FOLDER.rglob("*.onnx")}
    assert len(sizes) == 4
    assert sum(sizes.values()) < 2_000_000


def test_a_missing_network_is_named_with_the_remedy(tmp_path: Path) -> None:
    for kind in (Segmenter, Classifier):
        with pytest.raises(FileNotFoundError, match=r"none\.onnx is missing: install the program again"):
            kind(tmp_path / "none.onnx")


def test_a_face_is_valued_in_every_turn_of_its_outline(classifier: Classifier) -> None:
    frame = draw([DIE])
    for roll in range(4):
        seen = classifier.look(frame, np.roll(quad_of(DIE), roll, axis=0))
        assert sum(seen.chances) == pytest.approx(1)
        assert seen.chances[5] == max(seen.chances)


@pytest.mark.parametrize("size", [(960, 1280), (961, 1283)])
def test_a_frame_of_many_pixels_shrinks_to_what_it_shows(size: tuple[int, int]) -> None:
    frame = np.asarray(cv2.resize(draw([DIE]), size[::-1], interpolation=cv2.INTER_CUBIC), np.uint8)
    few = shrink(frame, 96, 128)
    assert few.shape == (96, 128, 3)
    whole = cv2.resize(frame, (128, 96), interpolation=cv2.INTER_AREA)
    assert np.abs(few.astype(float) - whole).mean() < 4


@pytest.mark.parametrize("size", [(1, 1), (1, 500), (961, 1283), (2448, 3264)])
def test_a_frame_shrinks_alike_whatever_was_made_of_it_before(size: tuple[int, int]) -> None:
    frame = np.asarray(cv2.resize(draw([DIE]), size[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
    sizes = ImagePyramid(frame)
    for side in (64, 512, 128):
        assert np.array_equal(shrink(sizes, side, side), shrink(frame, side, side))


def test_the_finder_s_outlines_are_as_large_as_the_faces() -> None:
    detector, seen = Segmenter(), []
    for size in (110, 140, 180):
        for turn in (0, 20, 45):
            die = Drawn(5, (640, 480), size, turn)
            seen += [edge(one) / edge(quad_of(die)) for one in find_candidates(detector.segment(draw([die]), 384))]
    assert len(seen) == 9
    assert 0.92 < float(np.median(seen)) < 1.06


def test_an_outline_that_is_off_is_mended(classifier: Classifier) -> None:
    frame, due = draw([DIE]), quad_of(DIE)
    off = due + np.array([(12, -6), (4, 8), (-8, 10), (6, 4)], float)
    mended = classifier.look(frame, off).quad
    assert np.abs(mended - due).mean() < 0.5 * np.abs(off - due).mean()


def test_faults_are_a_part_of_what_is_no_readable_top_face(classifier: Classifier) -> None:
    frame = draw([DIE])
    for quad in (quad_of(DIE), quad_of(DIE) + 70, quad_of(DIE) * 0 + np.array([(0, 0), (90, 0), (90, 90), (0, 90)])):
        seen = classifier.look(frame, quad)
        assert len(seen.faults) == len(FAULTS)
        assert sum(seen.faults) <= seen.chances[NO_TOP] + 1e-9
