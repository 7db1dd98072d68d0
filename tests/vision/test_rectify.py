"""A face is seen straight on as if the whole frame had been smoothed for it, whatever short cut is taken."""

import math
import tracemalloc

import cv2
import numpy as np
import pytest

from tests.vision.drawing import Drawn, draw, ground, quad_of
from vision.outlines import Floats, edge
from vision.rectify import SMOOTH, Frame, Greys, ImagePyramid, rectify

SIDE = 48
PICTURE = draw([Drawn(5, (130, 130), 140, 31)], ground(260, 260))


def plainly(frame: Frame, quad: Floats) -> Floats:
    """What lies in the outline, with nothing left out: the whole frame smoothed, then seen straight on."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY).astype(np.float32)
    smoothed = cv2.GaussianBlur(grey, (0, 0), SMOOTH * edge(quad) / SIDE)
    target = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32) - np.float32(0.5)
    back = cv2.getPerspectiveTransform(target, quad.astype(np.float32))
    return np.asarray(cv2.warpPerspective(smoothed, back, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))


def off_the_plain_way(times: float) -> Floats:
    """By how many grey levels a face so many times larger than SIDE is off what the whole frame would show."""
    size = SIDE * times / 140
    frame = np.asarray(cv2.resize(PICTURE, None, fx=size, fy=size, interpolation=cv2.INTER_CUBIC), np.uint8)
    quad = (quad_of(Drawn(5, (130, 130), 140, 31)) + 0.5) * size - 0.5
    assert edge(quad) / SIDE == pytest.approx(times)
    off = np.abs(rectify(frame, quad, SIDE, SIDE)[0] - plainly(frame, quad))
    # At the very corners the smoothing ends with what was cut out.
    return np.asarray(off[3:-3, 3:-3])


@pytest.mark.parametrize("times", [2.0, 2.4, 3.9, 4.1, 8.1, 17.0])
def test_a_large_face_is_what_the_whole_frame_would_show_but_for_rounding(times: float) -> None:
    off = off_the_plain_way(times)
    assert off.mean() < 0.6, "grey levels: as much as rounding them twice makes"
    assert off.max() < 8


@pytest.mark.parametrize("times", [2.6, 5.1])
def test_a_face_that_is_only_just_halved_is_a_grey_level_off_at_most_but_for_its_edges(times: float) -> None:
    off = off_the_plain_way(times)
    assert off.mean() < 1.2
    assert (off > 8).mean() < 0.05


def test_a_parallelogram_is_recognised_as_nearly_a_rectangle() -> None:
    quad = quad_of(Drawn(5, (130, 130), 140, 31)) @ np.array([(1.0, 0.2), (0.0, 0.8)])
    hardly_none = quad + np.array([(0.01, 0.0), (0, 0), (0, 0), (0, 0)])
    one, other = (rectify(PICTURE, outline, SIDE, SIDE)[0] for outline in (quad, hardly_none))
    assert np.abs(one - other).mean() < 0.5
    assert np.abs(one - other).max() < 8


@pytest.mark.parametrize("size", [40, 300, 900])
def test_the_way_back_leads_to_the_outline(size: float) -> None:
    quad = np.array([(0, 0), (size, 5), (size + 4, size), (-3, size - 6)]) + 100.0
    _, back = rectify(np.zeros((1200, 1200, 3), np.uint8), quad, SIDE, SIDE)
    corners = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)]) - 0.5
    assert cv2.perspectiveTransform(corners[None], back)[0] == pytest.approx(quad, abs=1e-3)


@pytest.mark.parametrize("at", [(-300, -300), (990, 20), (-180, 60), (60, 700)])
def test_what_lies_beyond_the_frame_or_on_its_border_is_seen_without_complaint(at: tuple[float, float]) -> None:
    frame = np.full((800, 1000, 3), 90, np.uint8)
    quad = np.array([(0, 0), (200, 0), (200, 200), (0, 200)]) + np.array(at, float)
    grey, _ = rectify(frame, quad, SIDE, SIDE)
    inside = math.isclose(float(grey.mean()), 90, abs_tol=1)
    assert grey.shape == (SIDE, SIDE)
    assert inside == (at != (-300, -300))


@pytest.mark.parametrize("times", range(4))
@pytest.mark.parametrize("made", range(3))
def test_a_part_is_cut_from_the_whole_whatever_was_made_before(times: int, made: int) -> None:
    frame = PICTURE[:251, :247]
    colours, greys = ImagePyramid(frame), Greys(frame)
    colours.halved(made)
    greys.colours.halved(made)
    columns, rows = slice(6 >> times, 247 >> times), slice(0, 200 >> times)
    whole = ImagePyramid(frame).halved(times)[rows, columns]
    assert np.array_equal(colours.part(times, columns, rows), whole)
    grey = cv2.cvtColor(whole, cv2.COLOR_BGR2GRAY)
    # What is halved in grey, for the colours were not halved so often, is a level off here and there.
    off = 1 if 0 < made < times else 0
    for _ in range(2):
        assert cv2.norm(greys.part(times, columns, rows), grey, cv2.NORM_INF) <= off


def test_of_a_large_frame_no_more_is_halved_than_the_part_that_is_wanted() -> None:
    greys, peaks = Greys(np.zeros((1000, 1000, 3), np.uint8)), []
    for _ in range(3):
        tracemalloc.start()
        greys.part(2, slice(100, 200), slice(100, 200))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        greys.colours.halved(1)
    assert 200 * 200 * 3 < peaks[0] < 200_000, "a part of the half, not 750,000 bytes of the whole"
    assert 300_000 < peaks[1] < 400_000, "of the half, which was made, the grey levels, and those at a quarter"
    assert peaks[2] < 10_000, "nothing any more"


def test_a_picture_is_halved_until_nothing_is_left_to_halve() -> None:
    for height, width in ((1, 1), (1, 500), (33, 31)):
        sizes = ImagePyramid(np.zeros((height, width, 3), np.uint8))
        assert min(sizes.halved(20).shape[:2]) == 1
        assert 2 ** sizes.often(20) <= min(height, width)


def test_large_pictures_in_colours_are_not_kept_twice() -> None:
    sizes = ImagePyramid(np.zeros((2448, 3264, 3), np.uint8))
    assert sizes.halved(1) is not sizes.halved(1), "6 megabytes"
    assert sizes.halved(2) is sizes.halved(2)
