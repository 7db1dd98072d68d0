"""What goes wrong when the program is installed, updated or taken away."""

from firmware.errors import MeierboxError


class DeployError(MeierboxError):
    """Something cannot be installed, updated or taken away."""


class InstallError(DeployError, OSError):
    """The machine is not as a step needs it, or the step failed."""


class ProgramError(DeployError, OSError):
    """A program of the system is missing or failed."""


class BundleError(DeployError, ValueError):
    """A file is not a release, is damaged, or is not signed as this box wants it."""


class UpdateRefusedError(DeployError, RuntimeError):
    """The box cannot be updated now, or not with this release."""


class CardError(DeployError, ValueError):
    """An SD card cannot be prepared, or cannot set itself up."""
