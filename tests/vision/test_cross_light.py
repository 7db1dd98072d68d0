"""Two lamp channels: bare pips are seen by their shades, glints go."""

import cv2
import numpy as np
import pytest

from tests.vision.drawing import PIPS, Drawn, Frame, draw, ground, quad_of
from vision.cross_light import matt
from vision.pip_count import count_pips
from vision.reader import Reader


def bare(value: int, way: float, glint: tuple[int, int] | None = None) -> Frame:
    """A die whose pips are holes of its own colour, with light from the left (way 1) or the right (-1)."""
    die = Drawn(value, (500, 420), 160, 0)
    frame = draw([Drawn(1, die.at, die.edge)])
    x, y = (int(at - die.edge * 0.46) for at in die.at)
    side = int(die.edge * 0.92)
    frame[y : y + side, x : x + side] = (196, 222, 236)
    for px, py in PIPS[value]:
        at = (round(die.at[0] + 0.27 * px * die.edge), round(die.at[1] + 0.27 * py * die.edge))
        # The wall that is turned away from the light lies in the shade, the other one shines.
        cv2.ellipse(frame, at, (15, 15), 0, 90, 270, (90, 105, 115) if way > 0 else (225, 240, 250), -1, cv2.LINE_AA)
        cv2.ellipse(frame, at, (15, 15), 0, -90, 90, (225, 240, 250) if way > 0 else (90, 105, 115), -1, cv2.LINE_AA)
    if glint is not None:
        cv2.circle(frame, glint, 26, (255, 255, 255), -1, cv2.LINE_AA)
    slope = np.linspace(1 + 0.25 * way, 1 - 0.25 * way, frame.shape[1])[None, :, None]
    return np.asarray(np.clip(frame * slope, 0, 255), np.uint8)


@pytest.mark.parametrize("value", range(1, 7))
def test_pips_without_fill_are_dark_all_round_in_the_light_of_both_sides(value: int) -> None:
    quad = quad_of(Drawn(value, (500, 420), 160, 0))
    (count,) = count_pips([(matt(bare(value, 1), bare(value, -1)), quad)])
    assert count is not None
    assert count.value == value
    assert np.abs(count.pips[:, :2].mean(0) - (500, 420)).max() < 5


def test_glints_that_hide_pips_go_with_the_other_light() -> None:
    die = Drawn(5, (500, 420), 160, 0)
    left, right = (draw([die], ground(seed=seed)) for seed in (1, 2))
    for frame, row in ((left, 377), (right, 463)):
        for column in (457, 543):
            cv2.circle(frame, (column, row), 30, (255, 255, 255), -1, cv2.LINE_AA)
    counts = count_pips([(frame, quad_of(die)) for frame in (left, right, matt(left, right))])
    assert [count.value if count else None for count in counts] == [None, None, 5], "a glint is no single pip"
    assert Reader().read(matt(left, right), 1).faces == (5,)


def test_where_both_lights_are_alike_nothing_changes() -> None:
    frame = draw([Drawn(3, (500, 420), 140, 20)])
    assert np.abs(matt(frame, frame).astype(int) - frame).max() <= 1


def test_the_lamps_own_slope_is_evened() -> None:
    plain = np.full((480, 640, 3), 120, np.uint8)
    slope = np.linspace(0.6, 1.4, 640)[None, :, None]
    seen = matt(np.asarray(plain * slope, np.uint8), np.asarray(plain * slope[:, ::-1], np.uint8))
    middle = seen[:, 100:-100]
    assert int(middle.max()) - int(middle.min()) < 12
