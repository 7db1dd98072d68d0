"""A Pi's camera whose fate is written in a file, in a module that the camera's own process loads quickly."""

import queue
import time
from functools import partial
from pathlib import Path

import numpy as np

from hardware.cameras import CameraOptions
from hardware.pi.camera import PiCamera
from hardware.ports import Camera
from tests.hardware.pi.fake_picamera2 import FakePi, FakePicamera2, Picture

SHAKE = range(8, 20)
"""The frames in which the dice of this camera are shaken."""


def tumbling(frame: int) -> Picture:
    """Dice that are shaken in some frames and lie still in all others."""
    scene = np.full((480, 640, 3), 70, np.uint8)
    left = 60 + 130 * (frame % 4) if frame in SHAKE else 60
    scene[150:250, left : left + 100] = 210
    return scene


LONGEST_WAIT = 0.1
"""Seconds after which a frame that does not come is given up, and a camera that does not close abandoned."""


class RealTime:
    """Frames come as fast as they would; those that never come are not waited for as long as they would be."""

    def __init__(self) -> None:
        self._never = queue.SimpleQueue[None]()

    def wait(self, seconds: float) -> None:
        try:
            self._never.get(timeout=min(seconds, LONGEST_WAIT))
        except queue.Empty:
            return


def open_fated(fate: Path, spec: str, options: CameraOptions) -> Camera:  # noqa: ARG001 - an opener gets them
    """A camera with the next line of a file as its fate: `fine`, `gone`, `busy`, or `silent 30` after 30 frames."""
    first, *later = fate.read_text().split("\n")
    if later:
        fate.write_text("\n".join(later))
    word, _, number = first.partition(" ")
    world = FakePi(
        pass_time=RealTime().wait,
        given_size=(640, 480),
        scene=tumbling,
        cameras=0 if word == "gone" else 1,
        busy=word == "busy",
        silent_after=int(number) if word == "silent" else None,
        stuck_closing=word == "silent",
    )
    return PiCamera(0, None, partial(_make, world), time.monotonic, close_seconds=LONGEST_WAIT)


def _make(world: FakePi, number: int) -> FakePicamera2:
    return FakePicamera2(number, world=world)
