"""Errors that end a calibration or a blessing early."""

from firmware.errors import MeierboxError


class CalibrateError(MeierboxError):
    """A calibration or a blessing cannot continue."""


class CameraStalledError(CalibrateError, OSError):
    """The camera does not open, or hangs."""
