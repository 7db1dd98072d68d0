"""The reader of a box: `vision`'s reader, given the camera model from the calibration or from the build book.

Without a camera model the reader cannot tell leaning dice from flat ones (`vision/README.md`).
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from firmware.dice_sets.die_set import DieSet
from hardware.calibration.record import Calibration
from hardware.calibration.scale import CAMERA_MM
from hardware.ports import Image
from vision.camera_model import CameraModel
from vision.reader import Reader
from vision.reading import ANY_DICE, KnownDice, Reading

HFOV_DEG = 66.0
"""Horizontal field of view of the Camera Module 3."""


def camera_model(calibration: Calibration, width: int, height: int) -> CameraModel:
    """Returns the model of the box's camera for frames of this size; it looks straight down, as in the build book.

    Height, scale and the visible part of the view come from the calibration; without a scale, lens and height are those
    of the build book.

    >>> model = camera_model(Calibration("sim"), 1280, 960)
    >>> round(float(model.matrix[0, 0])), round(float(model.center[2]))
    (986, 155)
    """
    region, scale = calibration.region, calibration.scale
    if scale is None:
        focal, camera_mm = max(width, height) / 2 / math.tan(math.radians(HFOV_DEG) / 2) / region.size, CAMERA_MM
    else:
        focal, camera_mm = scale.camera_mm / scale.at(0.0, width), scale.camera_mm
    model = CameraModel.straight_down((width, height), focal, camera_mm)
    matrix = np.array(model.matrix)
    # The lens is centred on the full view; the frames may show an off-centre part of it.
    matrix[0, 2] += ((0.5 - region.left) / region.size - 0.5) * width
    matrix[1, 2] += ((0.5 - region.top) / region.size - 0.5) * height
    return replace(model, matrix=matrix)


class BoxReader:
    """Reads the frames of a box."""

    def __init__(self, calibration: Calibration | None = None, die_set: DieSet | None = None) -> None:
        """Loads the reader; raises FileNotFoundError where its networks are missing.

        `die_set` is the blessed set in use, None if unknown.
        """
        self._reader = Reader()
        self._calibration = calibration or Calibration("")
        self._camera: CameraModel | None = None
        self._die_set = die_set

    def calibrate(self, calibration: Calibration | None) -> None:
        """Sets the calibration for the frames to come; None if the camera has none."""
        self._calibration, self._camera = calibration or Calibration(""), None

    def read(self, frames: Image | Sequence[Image], expect: int | None = None, shape: str = "") -> Reading:
        """Reads one frame, or several frames of one throw.

        `expect` is the number of dice. `shape` is that of the game's dice; a blessed set of another shape is ignored.
        """
        height, width = (frames if isinstance(frames, np.ndarray) else frames[0]).shape[:2]
        if self._camera is None or self._camera.image_size != (width, height):
            self._camera = camera_model(self._calibration, width, height)
        return self._reader.read(frames, expect, camera=self._camera, dice=self._known(shape))

    def _known(self, shape: str) -> KnownDice:
        """Returns what is known of a game's dice; sizes are used only if the camera's scale was measured."""
        die_set = self._die_set
        if die_set is None or shape not in ("", die_set.shape):
            return ANY_DICE
        return KnownDice(frozenset(die_set.faces), die_set.size_mm if self._calibration.scale is not None else None)
