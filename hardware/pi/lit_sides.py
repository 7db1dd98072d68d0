"""A Pi's camera under a lamp with two channels, which somebody else switches for it."""

from collections.abc import Callable
from typing import Any

from hardware.pi.camera import PiCamera
from hardware.ports import Frame, Pair

MOST_FRAMES = 12
"""So many frames are waited for the light to change: the lamp is switched in a twentieth of a second, and a sensor
gives thirty frames in one."""
TURNED = 1.08
"""The light has come to one side if that half of the picture has grown brighter against the other by this factor."""


class PiCameraUnderLamp(PiCamera):
    """A `PiCamera` that is `TwoSided`: `light` asks for each channel's part (0 to 1) of the lamp's brightness.

    Where nobody hears it, where the lamp is out or has one channel only, both frames of a pair are of the same light.
    """

    def __init__(self, light: Callable[[float, float], None], *arguments: Any, **more: Any) -> None:
        """Opens the camera; the other arguments are those of `PiCamera`."""
        super().__init__(*arguments, **more)
        self._light = light

    def capture_pair(self, timeout: float = 2.0) -> Pair:
        """Takes one frame in the light of each channel, and waits until both burn again; may raise CameraError."""
        even = _balance(self.capture(timeout))
        try:
            left = self._lit(1.0, 0.0, lambda balance: balance > even * TURNED, timeout)
            right = self._lit(0.0, 1.0, lambda balance: balance < even / TURNED, timeout)
        finally:
            self._light(1.0, 1.0)
        self._wait(lambda balance: even / TURNED < balance < even * TURNED, timeout)
        return Pair(left, right)

    def _lit(self, left: float, right: float, arrived: Callable[[float], bool], timeout: float) -> Frame:
        self._light(left, right)
        return self._wait(arrived, timeout)

    def _wait(self, arrived: Callable[[float], bool], timeout: float) -> Frame:
        """Takes frames until the light has `arrived` and one more, whose exposure began after that."""
        for _ in range(MOST_FRAMES):
            if arrived(_balance(self.capture(timeout))):
                break
        return self.capture(timeout)


def _balance(frame: Frame) -> float:
    """How many times brighter the left half of the small picture is than the right."""
    small = frame.image if frame.small is None else frame.small
    middle = small.shape[1] // 2
    return float(small[:, :middle].mean() + 1) / float(small[:, middle:].mean() + 1)
