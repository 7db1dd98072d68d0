"""The second opinion: a larger classifier that sees colours and more of what lies about a face."""

import cv2
import numpy as np
import pytest

from tests.vision.drawing import Drawn, draw, ground, quad_of
from vision.outlines import grown
from vision.second import MARGIN, SIDE, LargeClassifier, about, wide_patch

DIE = Drawn(5, (500, 420), edge=120, turn=20)


@pytest.fixture(scope="module")
def second() -> LargeClassifier:
    return LargeClassifier()


def test_a_patch_shows_the_face_in_its_middle_and_as_much_about_it() -> None:
    patch, back = wide_patch(draw([DIE]), quad_of(DIE))
    assert patch.shape == (3, SIDE, SIDE)
    assert patch.mean() == pytest.approx(0, abs=1e-3)
    corners = (np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * SIDE - 0.5)[None]
    assert np.allclose(cv2.perspectiveTransform(corners, back)[0], grown(quad_of(DIE), MARGIN), atol=0.5)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_plain_die_is_valued_and_bare_ground_is_nothing(second: LargeClassifier, value: int) -> None:
    die = Drawn(value, (500, 420), edge=120, turn=20)
    chances = second.judge(draw([die]), quad_of(die))
    assert sum(chances) == pytest.approx(1)
    assert chances[value] == max(chances)
    assert sum(second.judge(ground(), quad_of(die))[1:7]) < 0.2


def test_a_large_frame_and_an_outline_beyond_its_border_are_judged_by_what_is_there(second: LargeClassifier) -> None:
    frame, quad = draw([DIE]), quad_of(DIE)
    large = cv2.resize(frame, None, fx=2.55, fy=2.55, interpolation=cv2.INTER_CUBIC)
    assert np.allclose(second.judge(np.asarray(large, np.uint8), 2.55 * quad), second.judge(frame, quad), atol=0.05)
    for way in ((-500, -420), (780, 540), (-700, 0), (0, 3000)):
        assert sum(second.judge(frame, quad + np.array(way))) == pytest.approx(1)


def test_of_a_large_frame_only_what_is_near_the_face_is_taken_up() -> None:
    frame, quad = draw([DIE]), quad_of(DIE)
    part, there = about(frame, quad)
    assert max(part.shape[:2]) < 3 * np.ptp(quad, axis=0).max()
    x, y = (quad - there)[0].astype(int)
    assert np.array_equal(part, frame[y : y + part.shape[0], x : x + part.shape[1]])


def test_it_reads_nothing_that_lies_far_from_the_face(second: LargeClassifier) -> None:
    frame, quad = draw([DIE]), quad_of(DIE)
    other = draw([Drawn(6, (1000, 800), edge=100)], frame.copy())
    assert np.array_equal(second.judge(frame, quad), second.judge(other, quad))
