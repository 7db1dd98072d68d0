"""While the camera is not calibrated, the box reads with that of the build book, and leaning dice are not read."""

from dataclasses import replace

import pytest

from firmware.camera.box_reader import BoxReader, nominal_camera
from hardware.simulated.box import SimulatedBox
from hardware.simulated.throws import Habits


@pytest.mark.parametrize("trouble", [0.0, 1.0])
def test_leaning_dice_are_not_read_and_flat_ones_are(trouble: float) -> None:
    reader, box = BoxReader(), SimulatedBox(5002, habits=replace(Habits(), trouble=trouble), clock=lambda: 0.0)
    told = []
    for throw in range(1, 9):
        box.lay(2, throw)
        told.append(reader.read(box.capture().image, 2).faces == box.truth())
    assert all(told), "nobody can say what was thrown where there is trouble: the truth is None"


def test_the_nominal_camera_is_as_wide_as_its_lens_whatever_the_size_of_the_frame() -> None:
    for width, height in ((1280, 960), (640, 480), (960, 1280)):
        camera = nominal_camera(width, height)
        assert camera.image_size == (width, height)
        assert camera.matrix[0, 0] / max(width, height) == pytest.approx(0.77, abs=0.005)
