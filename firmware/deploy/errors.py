"""Errors of installing, updating and uninstalling."""

from firmware.errors import MeierboxError
from firmware.rules.message import Message, message


class DeployError(MeierboxError):
    """Something cannot be installed, updated or uninstalled."""


class InstallError(DeployError, OSError):
    """The machine is not as a step needs it, or the step failed."""


class ProgramError(DeployError, OSError):
    """A program of the system is missing or failed."""


class BundleError(DeployError, ValueError):
    """A file is not a release, is damaged, or is not signed as this box wants it."""


class UnsignedBundleError(BundleError):
    """An unsigned bundle on a box without a key; `fingerprint` identifies the bundle."""

    def __init__(self, says: Message, fingerprint: str) -> None:
        """Takes the message and the fingerprint."""
        super().__init__(says)
        self.fingerprint = fingerprint


class UpdateRefusedError(DeployError, RuntimeError):
    """The box cannot be updated now, or not with this release."""


def narrow_system() -> Message:
    """Returns why a 32-bit system is not supported."""
    says = message("This system is 32-bit, and the libraries that read the dice exist for 64-bit systems only")
    return says.with_remedy(
        message("flash the 64-bit Raspberry Pi OS Lite, which every Pi from the 3 and Zero 2 W on runs")
    )


class MaintenanceError(DeployError, ValueError):
    """A maintenance task cannot be done."""


class CardError(DeployError, ValueError):
    """An SD card cannot be prepared, or cannot set itself up."""
