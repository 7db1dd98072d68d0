"""Words on a picture: whole, legible and within it, however narrow it is."""

import numpy as np
import pytest

from vision.plates import LEAST, SMALLEST, Point, hidden, plate

MESSAGE = "Only one die can be seen where two dice must lie: find the missing dice and shake again."
WHITE = (255, 255, 255)


def blank(height: int, width: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((height, width, 3), 120, np.uint8)


@pytest.mark.parametrize("width", range(60, 700, 37))
def test_a_long_message_is_broken_into_lines_not_made_smaller(width: int) -> None:
    one = plate(blank(480, width), MESSAGE, SMALLEST, WHITE, (0, 0), (0, 0))
    assert " ".join(one.lines) == MESSAGE
    left, _, right, _ = one.box
    assert (left, right <= width) == (0, True)
    assert one.scale == SMALLEST or width < 100


def test_a_word_too_long_for_the_picture_becomes_smaller() -> None:
    one = plate(blank(100, 60), "foreign-object", 0.6, WHITE, (0, 0), (0, 0))
    assert one.lines == ("foreign-object",)
    assert one.box[2] <= 60
    assert LEAST < one.scale < 0.6


def test_nothing_is_written_beyond_its_plate() -> None:
    picture = blank(480, 240)
    one = plate(picture, MESSAGE, SMALLEST, WHITE, (30, 20), (0, 0))
    one.draw(picture)
    left, upper, right, lower = one.box
    ys, xs = np.nonzero((picture != 120).any(2))
    assert (xs.min(), ys.min(), xs.max(), ys.max()) == (left, upper, right - 1, lower - 1)
    bright = np.nonzero((picture > 200).any(2))
    assert upper < bright[0].min() < bright[0].max() < lower - 1
    assert left < bright[1].min() < bright[1].max() < right - 1


@pytest.mark.parametrize("hold", [(0, 0), (1, 1), (0.5, 0)])
def test_a_plate_is_held_at_its_position(hold: Point) -> None:
    left, upper, right, lower = plate(blank(300, 300), "5", 0.5, WHITE, (100, 100), hold).box
    assert left + hold[0] * (right - left) == pytest.approx(100, abs=1)
    assert upper + hold[1] * (lower - upper) == pytest.approx(100, abs=1)


def test_a_plate_is_kept_within_the_picture() -> None:
    left, upper, right, lower = plate(blank(300, 300), "5  99.9 %", 0.5, WHITE, (299, 299), (0, 0)).box
    assert (right, lower) == (300, 300)
    assert left > 200
    assert upper > 250


def test_hidden_tells_the_pixels_that_a_plate_covers() -> None:
    one = plate(blank(300, 300), "5", 0.5, WHITE, (0, 0), (0, 0))
    area = one.box[2] * one.box[3]
    outline = np.array([(-10, -10), (200, -10), (200, 200), (-10, 200)], np.float32)
    assert hidden([one], [outline]) == pytest.approx(area)
    assert hidden([one], [outline + 250]) == 0
