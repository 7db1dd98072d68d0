"""Pairs of frames lit from either side, by a lamp that another process switches."""

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.pi.lit_sides import MAX_FRAMES, PiCameraUnderLamp
from hardware.ports import CameraError, SideLitCamera
from tests.hardware.pi.fake_picamera2 import FakePi, FakePicamera2
from tests.hardware.pi.mock_pins import Fingers

SLOW = 3
"""Frames until the other process has switched the lamp."""


class UnderLamp:
    """A camera over a lamp that is switched a few frames after it was asked for; `deaf` where nobody hears."""

    def __init__(self, *, deaf: bool = False, silent_after: int | None = None) -> None:
        clock = Fingers()
        self.asked: list[tuple[float, float]] = []
        self._deaf = deaf
        self._coming: list[tuple[int, tuple[float, float]]] = []
        self._sides = (1.0, 1.0)
        self._frame = 0
        self.world = FakePi(
            clock=clock.clock, pass_time=clock.wait, given_size=(640, 480), scene=self.scene, silent_after=silent_after
        )
        self.camera = PiCameraUnderLamp(
            self.light, 0, None, lambda number: FakePicamera2(number, world=self.world), clock.clock
        )

    def light(self, left: float, right: float) -> None:
        self.asked.append((left, right))
        if not self._deaf:
            self._coming.append((self._frame + SLOW, (left, right)))

    def scene(self, frame: int) -> NDArray[np.uint8]:
        self._frame = frame
        while self._coming and self._coming[0][0] <= frame:
            self._sides = self._coming.pop(0)[1]
        left, right = self._sides
        weight = np.linspace(1.4 * left + 0.6 * right, 0.6 * left + 1.4 * right, 64) / 2
        return np.asarray(np.full((48, 64, 3), 120) * weight[None, :, None], np.uint8)


def halves(image: NDArray[np.uint8]) -> tuple[float, float]:
    return float(image[:, :320].mean()), float(image[:, 320:].mean())


def test_each_frame_of_a_pair_is_lit_from_its_side_and_the_lamp_stays_on() -> None:
    under = UnderLamp()
    assert isinstance(under.camera, SideLitCamera)
    pair = under.camera.capture_pair()
    near, far = halves(pair.left.image)
    assert near > 1.3 * far
    far, near = halves(pair.right.image)
    assert near > 1.3 * far
    assert under.asked == [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
    one, other = halves(under.camera.capture().image)
    assert one == pytest.approx(other, rel=0.03), "the next frame is lit from both sides again"
    assert pair.left.at < pair.right.at


def test_without_a_switched_lamp_both_frames_have_the_same_light_without_delay() -> None:
    under = UnderLamp(deaf=True)
    before = under.world.clock()
    pair = under.camera.capture_pair()
    assert halves(pair.left.image)[0] == pytest.approx(halves(pair.right.image)[0], rel=0.02)
    assert under.world.clock() - before < (3 * MAX_FRAMES + 4) / 30


def test_the_lamp_is_restored_if_the_camera_fails_in_between() -> None:
    under = UnderLamp(silent_after=4)
    with pytest.raises(CameraError, match="gives no more pictures"):
        under.camera.capture_pair()
    assert under.asked[-1] == (1.0, 1.0)
