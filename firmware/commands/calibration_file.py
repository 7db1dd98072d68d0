"""Loads the file of `--calibration`: the cameras that took the pictures."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.camera_model import Calibrations


class UnreadableInputError(Exception):
    """A problem that prevents any reading, as a sentence."""


def load_cameras(path: Path) -> "Calibrations":
    """Returns the cameras in a calibration file; raises UnreadableInputError if it cannot be used."""
    # Imported here, because OpenCV loads slowly, and other commands need not wait.
    from vision.camera_model import CameraModelError, load_calibrations  # noqa: PLC0415

    try:
        return load_calibrations(path)
    except OSError as error:
        raise UnreadableInputError(f"{path} cannot be read ({error.strerror}): check the name") from error
    except CameraModelError as error:
        raise UnreadableInputError(f"{path} is no calibration ({error}): calibrate again") from error
