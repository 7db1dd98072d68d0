"""What the screen needs of the machine to keep the box in order; a box that is no appliance has none of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from firmware.rules.message import Message, message


class Task(StrEnum):
    """What only root may do; a service does it that runs nothing but these."""

    UPDATE = "update"
    WIFI_ON = "wifi-on"
    WIFI_OFF = "wifi-off"
    SSH_ON = "ssh-on"
    SSH_OFF = "ssh-off"
    PLAIN_PI = "plain-pi"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a check of a part (such as "power") found; `matters` where it presses."""

    part: str
    says: Message
    sound: bool = True
    matters: bool = False


@dataclass(frozen=True, slots=True)
class MaintenanceState:
    """How the box stands: its release, its addresses in the network, whether Wi-Fi and SSH are on (None: unknown)."""

    release: str = ""
    addresses: tuple[str, ...] = ()
    wifi: bool | None = None
    ssh: bool | None = None


class MaintenancePort(Protocol):
    """The machine, for its keeper; every method returns at once."""

    @property
    def hindrance(self) -> Message | None:
        """Why tasks cannot be done, or None where they can."""

    def state(self) -> MaintenanceState:
        """Returns how the box stands."""

    def order(self, task: Task) -> Message | None:
        """Has a task done; says why not where it cannot be asked for."""

    def result(self) -> Message | None:
        """Returns how the last task ended, or None."""

    def examine(self) -> Sequence[CheckResult]:
        """Checks the machine, as far as that takes no time."""


class NoMaintenance:
    """A program on a computer that is no box."""

    hindrance: Message | None = message("This works on a box that was installed as an appliance (meierbox install)")

    def state(self) -> MaintenanceState:
        """Knows nothing."""
        return MaintenanceState()

    def order(self, task: Task) -> Message | None:
        """Does nothing."""
        del task
        return self.hindrance

    def result(self) -> Message | None:
        """Nothing was done."""

    def examine(self) -> Sequence[CheckResult]:
        """Checks nothing."""
        return ()
