"""Outlines of faces from regions of the detector's map."""

import cv2
import numpy as np
import pytest

from vision.faces import GROWTH, SHRINK, find_bodies, find_candidates, halves
from vision.segmentation import BODY, GROUND, UNREADABLE, FaceMap, network_size

ROWS, COLUMNS, SCALE = 96, 128, 10.0


def view(*marks: tuple[int, tuple[float, float], tuple[float, float], float]) -> FaceMap:
    """A view in which each mark (class, middle, size in cells, turn) is certain."""
    classes = np.zeros((ROWS, COLUMNS), np.uint8)
    for kind, middle, size, turn in marks:
        corners = cv2.boxPoints((middle, size, turn))
        cv2.fillConvexPoly(classes, np.round(corners).astype(np.int32), (kind,))
    shown = (classes == GROUND, (classes > GROUND) & (classes < BODY), classes == UNREADABLE)
    ground, face, unreadable = (np.asarray(one, np.float32) for one in shown)
    return FaceMap(ground, face, unreadable, SCALE, SCALE)


def test_a_region_becomes_a_face_of_its_size_and_place() -> None:
    (face,) = find_candidates(view((4, (60, 40), (12, 12), 0.0)))
    assert face.mean(0) == pytest.approx(((60 + 0.5) * SCALE, (40 + 0.5) * SCALE), abs=SCALE)
    side = float(np.linalg.norm(face[1] - face[0])) / SCALE
    assert side == pytest.approx((13 - GROWTH) / SHRINK, rel=0.12)


def test_corners_run_clockwise() -> None:
    for turn in (0, 20, 45, 70):
        (face,) = find_candidates(view((2, (60, 40), (14, 10), turn)))
        x, y = face.T
        assert np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) > 0


def test_faces_apart_are_apart_and_single_cells_are_noise() -> None:
    marks = [(1, (30.0, 30.0), (9.0, 9.0), 0.0), (6, (42.0, 30.0), (9.0, 9.0), 0.0), (3, (90.0, 60.0), (0.0, 0.0), 0.0)]
    assert len(find_candidates(view(*marks))) == 2


def test_a_region_of_two_dice_has_halves_and_a_long_face_has_none() -> None:
    (pair,) = find_candidates(view((5, (60, 40), (30, 14), 30.0)))
    middles = [half.mean(0) for half in halves(pair)]
    assert np.hypot(*(middles[0] - middles[1])) == pytest.approx(0.5 * 33 / SHRINK * SCALE, rel=0.25)
    (oblong,) = find_candidates(view((5, (60, 40), (17, 13), 30.0)))
    assert halves(oblong) == ()


def test_bodies_know_their_top_faces_and_the_border() -> None:
    marks = [(BODY, (60.0, 40.0), (20.0, 20.0), 0.0), (2, (60.0, 40.0), (10.0, 10.0), 0.0)]
    seen = view(*marks, (BODY, (0.0, 80.0), (14.0, 14.0), 0.0))
    whole, cut = find_bodies(seen, find_candidates(seen))
    assert (whole.tops, whole.border) == (1, False)
    assert (cut.tops, cut.border) == (0, True)


@pytest.mark.parametrize(("height", "width"), [(960, 1280), (1280, 720), (1, 1), (3000, 40)])
def test_the_network_sees_multiples_of_32(height: int, width: int) -> None:
    rows, columns = network_size(height, width, 512)
    assert rows % 32 == columns % 32 == 0
    assert max(rows, columns) == 512
