"""A camera over repeatedly shaken dice that fails on request: a file says whether it works. A child opens it."""

import os
import threading
import time
from pathlib import Path

import numpy as np

from hardware.cameras import CameraOptions
from hardware.errors import CameraError
from hardware.message import literal
from hardware.ports import Camera, Frame

FINE, UNPLUGGED, DEAD, HANGING = "fine", "unplugged", "dead", "hanging"
HASTE = 8.0
"""How much faster time passes for this camera, so that a shake takes a fraction of a second."""
ROUND, SHAKE = 9, 3
"""The dice are shaken in the first of this many frames."""


class DyingCamera:
    """Gives pictures while its file says that it works."""

    name = "scripted camera"

    def __init__(self, fate: Path) -> None:
        self._fate = fate
        self._frames = 0

    def capture(self, timeout: float = 2.0) -> Frame:  # noqa: ARG002 - it comes at once or never
        match self._fate.read_text():
            case "unplugged":
                raise CameraError(literal("The scripted camera gives no more pictures: check its cable."))
            case "dead":
                os._exit(1)
            case "hanging":
                threading.Event().wait()
        self._frames += 1
        turn = self._frames % ROUND
        image = np.full((120, 160, 3), 70, np.uint8)
        left = 20 + 30 * (turn % SHAKE if turn < SHAKE else self._frames // ROUND % 3)
        image[40:70, left : left + 30] = 210
        return Frame(image, time.monotonic() * HASTE)

    def close(self) -> None:
        pass


def open_dying(fate: Path, spec: str, options: CameraOptions) -> Camera:  # noqa: ARG001 - an opener gets them
    """Opens the camera; opening it again counts as plugging it in again."""
    fate.write_text(FINE)
    return DyingCamera(fate)
