"""What the screen needs of the machine for maintenance; only an installed box has it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from firmware.rules.message import Message, message


class Task(StrEnum):
    """A task for root, carried out by a service that runs nothing else."""

    UPDATE = "update"
    UPDATE_UNSIGNED = "update-unsigned"
    WIFI_ON = "wifi-on"
    WIFI_OFF = "wifi-off"
    SSH_ON = "ssh-on"
    SSH_OFF = "ssh-off"
    PLAIN_PI = "plain-pi"
    POSTERS = "posters"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of checking a part (such as "power"); `matters` if it is urgent."""

    part: str
    says: Message
    sound: bool = True
    matters: bool = False


@dataclass(frozen=True, slots=True)
class MaintenanceState:
    """The state of the box: release, network addresses, whether Wi-Fi and SSH are on (None: unknown).

    `vouched` is False where nobody has signed the release. `refused` is the fingerprint of the bundle that the last
    update refused because this box has no key; "" otherwise.
    """

    release: str = ""
    addresses: tuple[str, ...] = ()
    wifi: bool | None = None
    ssh: bool | None = None
    vouched: bool = True
    refused: str = ""


class MaintenancePort(Protocol):
    """Maintenance of the machine; every method returns at once."""

    @property
    def hindrance(self) -> Message | None:
        """Why no task is possible now; None if one is."""

    def state(self) -> MaintenanceState:
        """Returns the state of the box."""

    def order(self, task: Task, detail: str = "") -> Message | None:
        """Orders a task; returns why not if it cannot be ordered.

        `detail` is the fingerprint of the bundle that `UPDATE_UNSIGNED` takes.
        """

    def result(self) -> Message | None:
        """Returns the result of the last task, or None."""

    def examine(self) -> Sequence[CheckResult]:
        """Runs the quick checks of the machine."""


class NoMaintenance:
    """Stands in on a computer that is not a box."""

    hindrance: Message | None = message("This works on a box that was installed as an appliance (meierbox install)")

    def state(self) -> MaintenanceState:
        """Returns nothing known."""
        return MaintenanceState()

    def order(self, task: Task, detail: str = "") -> Message | None:
        """Refuses."""
        del task, detail
        return self.hindrance

    def result(self) -> Message | None:
        """Returns None."""

    def examine(self) -> Sequence[CheckResult]:
        """Returns no results."""
        return ()
