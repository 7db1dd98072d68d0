"""The errors of the devices: each is a `HardwareError` and also what Python itself would raise in its place."""

from hardware.message import Message


class HardwareError(Exception):
    """Something is wrong with a device or with its calibration. `str()` gives the message in English."""

    def __init__(self, message: Message) -> None:
        """Takes what is wrong and what to do about it."""
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        """Renders the message in English."""
        return str(self.message)


class CameraError(HardwareError, OSError):
    """A camera is missing, busy or silent, or gave an unusable picture; the message names the camera."""


class CameraMissingError(CameraError):
    """As far as can be told, there is no such camera at all."""


class PinError(HardwareError, OSError):
    """The pins of the Pi cannot be used."""


class CalibrationError(HardwareError, ValueError):
    """A calibration file cannot be read, or holds impossible values."""
