"""A Pi camera under a lamp with two channels, which the main process switches on request."""

from collections.abc import Callable
from typing import Any

from hardware.pi.camera import PiCamera
from hardware.ports import Frame, FramePair

MAX_FRAMES = 12
"""Frames to wait for the light to change: the lamp switches within 50 ms, and the sensor gives 30 frames a second."""
CHANGED = 1.08
"""The light has changed sides once that half of the picture is brighter relative to the other by this factor."""


class PiCameraUnderLamp(PiCamera):
    """A `PiCamera` that is `SideLitCamera`: `light` requests each channel's share (0 to 1) of the lamp's brightness.

    If nobody serves the request, the lamp is off or it has only one channel, both frames of a pair have the same light.
    """

    def __init__(self, light: Callable[[float, float], None], *arguments: Any, **more: Any) -> None:
        """Opens the camera; the other arguments are those of `PiCamera`."""
        super().__init__(*arguments, **more)
        self._light = light

    def capture_pair(self, timeout: float = 2.0) -> FramePair:
        """Takes one frame lit by each channel alone and waits until both are on again; may raise CameraError."""
        even = _balance(self.capture(timeout))
        try:
            left = self._lit(1.0, 0.0, lambda balance: balance > even * CHANGED, timeout)
            right = self._lit(0.0, 1.0, lambda balance: balance < even / CHANGED, timeout)
        finally:
            self._light(1.0, 1.0)
        self._wait(lambda balance: even / CHANGED < balance < even * CHANGED, timeout)
        return FramePair(left, right)

    def _lit(self, left: float, right: float, arrived: Callable[[float], bool], timeout: float) -> Frame:
        self._light(left, right)
        return self._wait(arrived, timeout)

    def _wait(self, arrived: Callable[[float], bool], timeout: float) -> Frame:
        """Waits until the light has `arrived`, then takes a frame whose exposure began after that."""
        for _ in range(MAX_FRAMES):
            if arrived(_balance(self.capture(timeout))):
                break
        return self.capture(timeout)


def _balance(frame: Frame) -> float:
    """Returns how many times brighter the left half of the picture is than the right."""
    small = frame.image if frame.small is None else frame.small
    middle = small.shape[1] // 2
    return float(small[:, :middle].mean() + 1) / float(small[:, middle:].mean() + 1)
