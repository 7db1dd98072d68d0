"""Dice that lean, as the box's camera sees them: what the network is shown.

That it tells them from flat ones is tested in test_leaning_network.py, on the same scenes as the other network.
"""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cocked import ENLARGED, REACH, SIDE, CockedJudge, cocked_patch
from vision.outlines import Floats

FRAME = np.full((600, 800, 3), 60, np.uint8)
AXIS_LENGTH = np.array([399.5, 299.5])


def square(x: float, y: float, edge: float = 60) -> Floats:
    return np.asarray(np.array([(x, y)], float) + edge / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]))


@pytest.mark.parametrize("at", [(700, 300), (100, 300), (400, 80), (650, 520), (120, 90)])
def test_the_axis_of_the_camera_lies_on_the_left_of_what_the_network_sees(at: tuple[float, float]) -> None:
    frame = FRAME.copy()
    towards = np.array(at) + (AXIS_LENGTH - at) / np.hypot(*(AXIS_LENGTH - at)) * 60
    cv2.circle(frame, (round(towards[0]), round(towards[1])), 8, (255, 255, 255), -1)
    seen = cocked_patch(frame, square(*at), AXIS_LENGTH, 800)
    rows, columns = np.nonzero(seen[0] > seen[0].max() / 2)
    assert rows.mean() == pytest.approx(SIDE / 2, abs=3)
    assert columns.mean() == pytest.approx(SIDE / 2 - SIDE / REACH, abs=3)


def test_the_top_face_is_marked_and_its_place_and_size_are_reported() -> None:
    seen = cocked_patch(FRAME, square(699.5, 299.5), AXIS_LENGTH, 800)
    assert seen.shape == (5, SIDE, SIDE)
    assert seen[1].mean() == pytest.approx(1 / REACH**2, rel=0.15)
    assert seen[1, SIDE // 2, SIDE // 2] == 1
    assert np.allclose(seen[3], 300 / 800)
    assert np.allclose(seen[4], ENLARGED * 60 / 800)


def test_a_flat_die_would_cover_its_top_face_and_the_sides_that_the_camera_sees() -> None:
    seen = cocked_patch(FRAME, square(699.5, 299.5), AXIS_LENGTH, 800)
    assert (seen[2] >= seen[1]).all()
    beyond = (seen[2] > 0) & (seen[1] == 0)
    columns = np.nonzero(beyond)[1]
    assert columns.mean() < SIDE / 2 - SIDE / REACH / 2, "of a die on the right its left side is seen"
    under = cocked_patch(FRAME, square(*AXIS_LENGTH), AXIS_LENGTH, 800)
    assert np.array_equal(under[2], under[1])


def test_a_die_under_the_camera_and_one_at_the_border_are_seen_too() -> None:
    for at in (AXIS_LENGTH, (10.0, 10.0), (790.0, 590.0)):
        assert np.isfinite(cocked_patch(FRAME, square(*at), AXIS_LENGTH, 800)).all()


def test_a_missing_network_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.onnx is missing: install the program again"):
        CockedJudge(tmp_path / "none.onnx")


def test_a_die_and_its_mirror_image_lean_alike() -> None:
    judge = CockedJudge()
    patch = np.random.default_rng(1).normal(0, 1, (5, SIDE, SIDE)).astype(np.float32)
    assert judge.log_odds(patch) == pytest.approx(judge.log_odds(patch[:, ::-1]), abs=1e-4)
