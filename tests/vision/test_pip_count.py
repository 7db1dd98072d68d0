"""Pips are counted on a rectified face without any network."""

import math
import tracemalloc
from itertools import combinations

import cv2
import numpy as np
import pytest

from tests.vision.drawing import Drawn, draw, quad_of
from vision.blobs import FILTERS, MAX_MARKS, WITHIN, Levels, find_marks
from vision.blobs import SIDE as FACE_SIDE
from vision.classifier import SIDE, patch_quad
from vision.pip_count import count_pips, find_pips
from vision.rectify import cut


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(("style", "pale"), [("filled", False), ("filled", True), ("ring", False)])
def test_every_value_is_counted(value: int, style: str, pale: bool) -> None:
    die = Drawn(value, (500, 420), 140, 25, style=style, pale_pips=pale)
    (count,) = count_pips([(draw([die]), quad_of(die))])
    assert count is not None
    assert count.value == value


@pytest.mark.parametrize("value", range(1, 6))
def test_what_stands_out_plainly_is_clear(value: int) -> None:
    die = Drawn(value, (500, 420), 140, 25)
    (count,) = count_pips([(draw([die]), quad_of(die))])
    assert count is not None
    assert count.clear


@pytest.mark.parametrize("value", range(2, 7))
def test_a_long_face_is_counted(value: int) -> None:
    die = Drawn(value, (500, 420), 120, 40, length=1.4)
    (count,) = count_pips([(draw([die]), quad_of(die))])
    assert count is not None
    assert count.value == value


def test_faces_counted_together_are_counted_as_each_alone() -> None:
    at = [(150 + 240 * column, 150 + 260 * row) for row in range(2) for column in range(5)]
    turns, lengths = (0, 95, 20, 50, 180), (1.0, 1.4)
    dice = [Drawn(1 + k % 6, at[k], 110, turns[k % 5], length=lengths[k % 2]) for k in range(10)]
    frame = draw(dice)
    together = count_pips([(frame, quad_of(die)) for die in dice])
    for die, count in zip(dice, together, strict=True):
        (alone,) = count_pips([(frame, quad_of(die))])
        assert alone is not None
        assert count is not None
        assert count.value == alone.value == die.value
        assert np.array_equal(count.pips, alone.pips)
        assert count.margin == alone.margin


@pytest.mark.parametrize("length", [1.0, 1.5])
@pytest.mark.parametrize("edge", [40, 110, 250])
def test_the_classifiers_piece_will_do_for_the_count(edge: int, length: float) -> None:
    for value in range(1, 7):
        die = Drawn(value, (500, 420), edge, 25, length=length)
        frame, quad = draw([die]), quad_of(die)
        of_frame, of_piece = count_pips([(frame, quad), (cut(frame, patch_quad(quad), SIDE, SIDE), quad)])
        assert of_frame is not None
        assert of_piece is not None
        assert of_piece.value == of_frame.value == value


def test_a_texture_that_answers_alike_everywhere_takes_no_more_memory_on_many_faces() -> None:
    frame = np.full((400, 400, 3), 200, np.uint8)
    for x in range(20, 380, 6):
        for y in range(20, 380, 6):
            frame[y : y + 2, x : x + 2] = 40
    face = np.array([(0, 0), (48, 0), (48, 48), (0, 48)]) + 100.5
    peaks = []
    for faces in (1, 4):
        tracemalloc.start()
        count_pips([(frame, face)] * faces)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 5 * peaks[0], "not sixteen times"


def textured() -> list[Levels]:
    """Faces of several widths on which much answers."""
    rng = np.random.default_rng(3)
    return [rng.normal(120, 30, (FACE_SIDE, FACE_SIDE + more)).astype(np.float32) for more in (16, 0, 56, 16)]


def test_no_mark_is_hidden_by_those_of_another_face_however_wide() -> None:
    faces = textured()
    together = find_marks(faces)
    for k, face in enumerate(faces):
        assert find_marks([face]) == [together[k]]


def test_marks_lie_as_near_the_edge_of_their_face_as_pips_may_however_wide_the_others_are() -> None:
    by_face = [
        [place for which in range(len(FILTERS)) for place in marks.places(which, MAX_MARKS)]
        for marks in find_marks(textured())
    ]
    farthest = np.array([np.abs(places).max(0) for places in by_face]).max(0)
    assert (farthest <= WITHIN).all()
    assert (farthest > WITHIN - 1 / FACE_SIDE).all(), "the next pixel would lie beyond"


def test_marks_do_not_depend_on_where_arrays_lie_in_memory() -> None:
    faces = textured()
    expected = [find_marks([face]) for face in faces]
    held = []
    for size in range(1, 2000, 50):
        held.append(np.empty(size, np.uint8))
        assert [find_marks([face]) for face in faces] == expected


def test_the_pips_of_a_known_value_do_not_overlap() -> None:
    """On noise, something like a face is found again and again."""
    rng, face = np.random.default_rng(4), np.array([(20, 20), (120, 20), (120, 120), (20, 120)], float)
    found = 0
    for _ in range(40):
        noise = cv2.GaussianBlur(rng.integers(0, 255, (140, 140, 3), np.uint8), (0, 0), 5)
        pips = find_pips(np.asarray(noise, np.uint8), face, 4)
        if pips is not None:
            found += 1
            distances = [math.dist(one[:2], other[:2]) / (one[2] + other[2]) for one, other in combinations(pips, 2)]
            assert min(distances) > 0.99
    assert found > 3


def test_no_faces_have_no_counts() -> None:
    assert count_pips([]) == []


def test_pips_are_given_in_pixels_of_the_frame() -> None:
    die = Drawn(5, (500, 420), 140, 25)
    (count,) = count_pips([(draw([die]), quad_of(die))])
    assert count is not None
    middle = count.pips[np.argmin(np.hypot(count.pips[:, 0] - 500, count.pips[:, 1] - 420))]
    assert middle[:2] == pytest.approx((500, 420), abs=4)
    assert count.pips[:, 2] == pytest.approx(14, rel=0.6)


def test_an_outline_a_little_off_does_not_matter() -> None:
    die = Drawn(6, (500, 420), 140, 25)
    quad = quad_of(die)
    off = quad.mean(0) + (quad - quad.mean(0)) * 1.08 + (5, -4)
    (count,) = count_pips([(draw([die]), off)])
    assert count is not None
    assert count.value == 6


def test_bare_ground_has_no_clear_count() -> None:
    rng = np.random.default_rng(0)
    frame = np.asarray(np.clip(rng.normal(120, 6, (400, 400, 3)), 0, 255), np.uint8)
    clear = 0
    for x in range(60, 340, 40):
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 50.0 + (x, 200)
        (count,) = count_pips([(frame, square)])
        clear += count is not None and count.clear and count.contrast > 8
    assert clear == 0


def test_a_face_outside_the_frame_counts_nothing() -> None:
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 50.0 - 500
    assert count_pips([(np.zeros((100, 100, 3), np.uint8), square)]) == [None]


@pytest.mark.parametrize("value", range(1, 7))
def test_where_the_value_is_known_its_pips_are_found_beside_a_stain(value: int) -> None:
    die = Drawn(value, (500, 420), 140, 25)
    frame = draw([die])
    cv2.circle(frame, (500, 377), 11, (20, 22, 26), -1, cv2.LINE_AA)
    pips = find_pips(frame, quad_of(die), value)
    assert pips is not None
    true = find_pips(draw([die]), quad_of(die), value)
    assert true is not None
    far = np.linalg.norm(pips[:, None, :2] - true[None, :, :2], axis=2).min(1)
    assert far.max() < 8


def test_what_does_not_lie_as_pips_do_is_not_ringed() -> None:
    assert find_pips(draw([Drawn(2, (500, 420), 140, 25)]), quad_of(Drawn(2, (500, 420), 140, 25)), 5) is None


@pytest.mark.parametrize(
    "places",
    [
        [(12, 12), (36, 36)],
        [(12, 24), (36, 24)],
        [(14, 24), (24, 24), (34, 24)],
        [(12, 12), (36, 12), (12, 36), (36, 36)],
    ],
)
@pytest.mark.parametrize(("ground", "pip"), [(200, 30), (60, 220)])
def test_a_pip_whose_middle_lies_between_pixels_counts_once(
    places: list[tuple[int, int]], ground: int, pip: int
) -> None:
    """Pixels that answer exactly alike, on one pip and on others, come in any order."""
    frame = np.full((100, 100, 3), ground, np.uint8)
    for x, y in places:
        frame[18 + y : 22 + y, 18 + x : 22 + x] = pip
    face = np.array([(0, 0), (48, 0), (48, 48), (0, 48)]) + 19.5
    (count,) = count_pips([(frame, face)])
    assert count is not None
    assert count.value == len(places)
    assert sorted(count.pips[:, :2].round().tolist()) == pytest.approx(np.array(sorted(places)) + 19.5, abs=1)
