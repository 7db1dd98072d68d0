"""Light and lens judged from a picture; the pictures are patterns of known sharpness."""

import cv2
import numpy as np
import pytest

from firmware.doctor.camera_frame import Frame, blur, check_frame, shrunk
from firmware.doctor.finding import Level


def board(low: int = 40, high: int = 160, soft: int = 0) -> Frame:
    """A chequered board of 960×1280, its edges spread over `soft` pixels."""
    y, x = np.mgrid[:960, :1280]
    grey = np.where((x // 64 + y // 64) % 2 == 0, float(low), float(high))
    if soft:
        grey = cv2.blur(grey, (soft, soft), borderType=cv2.BORDER_REPLICATE)
    return np.repeat(grey.astype(np.uint8)[:, :, None], 3, axis=2)


def parts_at(frame: Frame, level: Level) -> set[str]:
    return {str(finding.part) for finding in check_frame(frame) if finding.level is level}


def test_a_good_picture_has_nothing_wrong() -> None:
    assert {finding.level for finding in check_frame(board())} == {Level.OK}


def test_a_picture_out_of_focus_is_reported_and_measured() -> None:
    assert "focus" in parts_at(board(soft=24), Level.WARNING)
    assert blur(shrunk(board())) < blur(shrunk(board(soft=8))) < blur(shrunk(board(soft=24)))


def test_a_fingerprint_is_distinguished_from_a_lens_that_is_out_of_focus() -> None:
    frame = board()
    frame[:320, :426] = board(soft=16)[:320, :426]
    assert parts_at(frame, Level.WARNING) == {"lens"}


def test_a_floor_that_has_grown_dark_since_it_was_calibrated_is_reported() -> None:
    frame = board(40, 80)
    assert {finding.level for finding in check_frame(frame, known=70.0)} <= {Level.OK, Level.INFO}
    (found,) = [finding for finding in check_frame(frame, known=140.0) if finding.level is Level.WARNING]
    assert "both channels of the lamp" in str(found.remedy)


def test_a_black_picture_is_an_issue_and_nothing_else_is_reported() -> None:
    (found,) = check_frame(np.full((480, 640, 3), 2, np.uint8))
    assert found.level is Level.ISSUE
    assert "lens" in str(found.remedy)


def test_too_little_and_too_much_light_are_reported() -> None:
    for low, high in ((10, 40), (220, 255)):
        assert "light" in parts_at(board(low, high), Level.WARNING)


def test_light_from_one_corner_is_reported() -> None:
    frame = board()
    frame[480:, 640:] = frame[480:, 640:] // 4
    assert "light" in parts_at(frame, Level.WARNING)


def test_a_film_on_the_lens_or_an_empty_floor_is_reported() -> None:
    assert parts_at(board(90, 110), Level.INFO) == {"lens"}


def test_pictures_of_any_size_are_examined_at_about_the_same_width() -> None:
    for size in ((480, 640), (601, 803), (608, 4056)):
        height, width = shrunk(np.zeros((*size, 3), np.uint8)).shape
        assert 640 <= width < 1280
        assert height / width == pytest.approx(size[0] / size[1], rel=0.01)
