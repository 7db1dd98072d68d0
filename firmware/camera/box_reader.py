"""The reader as the box uses it while its camera is not calibrated: with the camera of the build book.

Without a camera the reader cannot tell leaning dice from flat ones (`vision/README.md`).
"""

import math

from hardware.calibration.scale import CAMERA_MM
from hardware.ports import Image
from vision.camera_model import CameraModel
from vision.reader import Reader
from vision.reading import Reading

HFOV_DEG = 66.0
"""Field of view, left to right, of the Camera Module 3."""


def nominal_camera(width: int, height: int) -> CameraModel:
    """Returns the camera of the build book, which looks straight down, for frames of this size."""
    focal = max(width, height) / 2 / math.tan(math.radians(HFOV_DEG) / 2)
    return CameraModel.straight_down((width, height), focal, CAMERA_MM)


class BoxReader:
    """Reads the frames of a box."""

    def __init__(self) -> None:
        """Loads the reader; raises FileNotFoundError where its networks are missing."""
        self._reader = Reader()
        self._camera: CameraModel | None = None

    def read(self, frame: Image, expect: int | None = None) -> Reading:
        """Reads a frame of so many dice."""
        height, width = frame.shape[:2]
        if self._camera is None or self._camera.image_size != (width, height):
            self._camera = nominal_camera(width, height)
        return self._reader.read(frame, expect, camera=self._camera)
