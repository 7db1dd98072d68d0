"""What ends a calibration or a blessing early."""

from firmware.errors import MeierboxError


class CalibrateError(MeierboxError):
    """A calibration or a blessing cannot go on."""


class CameraStalledError(CalibrateError, OSError):
    """The camera does not open, or hangs."""
