"""The machine of an installed box, for maintenance: its state, the doctor's checks, and tasks for root."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any

from firmware.config.bounded_files import read_json
from firmware.config.errors import UnusableFileError
from firmware.deploy.releases import RELEASES, UNSIGNED, Releases
from firmware.deploy.state_folder import why_not_written
from firmware.doctor import machine_health, peripherals
from firmware.doctor.finding import Finding, Level
from firmware.doctor.machine import Machine
from firmware.rules.message import Message, from_json, message
from firmware.table.maintenance_port import CheckResult, MaintenanceState, Task

MAINTENANCE = "MEIERBOX_MAINTENANCE"
"""Names the file that orders a task, which systemd watches (meierbox-maintenance.path)."""
RESULT = "/run/meierbox-maintenance/result"
_NOT_INSTALLED = message("This works on a box that was installed as an appliance (meierbox install)")


@dataclass(frozen=True, slots=True)
class Appliance:
    """The machine; `orders` is the file for ordering a task (None if nothing watches it), `folder` is the journal's."""

    machine: Machine
    orders: str | None
    folder: Path

    @property
    def hindrance(self) -> Message | None:
        """Why no task is possible."""
        return None if self.orders else _NOT_INSTALLED

    def state(self) -> MaintenanceState:
        """Reads the state of the box from small files of the kernel and systemd."""
        current = Releases(self.machine.root / RELEASES.lstrip("/")).current
        wireless = self.machine.find("/sys/class/net/wl*/operstate")
        wifi = any(self.machine.read(path) == "up" for path in wireless) if wireless else None
        ssh = bool(self.machine.find("/etc/systemd/system/multi-user.target.wants/ssh.service"))
        return MaintenanceState(
            current.name if current else "",
            _addresses(self.machine.read("/proc/net/fib_trie") or ""),
            wifi,
            ssh,
            vouched=current is None or not (current / UNSIGNED).exists(),
            refused=self._refused(),
        )

    def order(self, task: Task, detail: str = "") -> Message | None:
        """Writes the order; systemd does the rest."""
        if not self.orders:
            return _NOT_INSTALLED
        path = Path(self.orders)
        try:
            path.write_text(f"{task.value} {detail}".rstrip() + "\n", "utf-8")
        except OSError as error:
            return why_not_written(path, error)
        return None

    def result(self) -> Message | None:
        """Reads the result of the last task."""
        try:
            return from_json(self._told()["says"])
        except (OSError, UnusableFileError, LookupError, ValueError, TypeError, AttributeError):
            return None

    def _refused(self) -> str:
        try:
            return str(self._told().get("unsigned", ""))
        except (OSError, UnusableFileError):
            return ""

    def _told(self) -> dict[str, Any]:
        """Reads what the last task left, which only root can write."""
        return read_json(self.machine.root / RESULT.lstrip("/"))

    def examine(self) -> Sequence[CheckResult]:
        """Runs the doctor's quick checks, without the camera, which is in use."""
        machine = self.machine
        found = (
            ("power", machine_health.check_power(machine)),
            ("heat", machine_health.check_heat(machine)),
            ("clock", machine_health.check_clock(machine)),
            *(("disk", finding) for finding in machine_health.check_disk(machine, self.folder)),
            ("screen", peripherals.check_screen(machine, None)),
            ("sound", peripherals.check_sound(machine)),
            ("voice", peripherals.check_voice(which("espeak-ng") is not None, wanted=False)),
            *(("packages", finding) for finding in peripherals.check_packages(machine, _is_there)),
        )
        return tuple(_result(part, finding) for part, finding in found)


def _is_there(package: str) -> bool:
    return find_spec(package) is not None


def _result(part: str, finding: Finding) -> CheckResult:
    sound = finding.level in (Level.OK, Level.INFO)
    says = finding.says if sound or finding.remedy is None else finding.says.with_remedy(finding.remedy)
    return CheckResult(part, says, sound, finding.level is Level.ISSUE)


def _addresses(table: str) -> tuple[str, ...]:
    r"""Reads this machine's addresses from the kernel's routing table (proc(5), fib_trie); it needs no socket.

    >>> _addresses("  |-- 127.0.0.1\n     /32 host LOCAL\n  |-- 192.168.1.20\n     /32 host LOCAL\n")
    ('192.168.1.20',)
    """
    found = re.findall(r"\|-- ([\d.]+)\n\s+/32 host LOCAL", table)
    return tuple(dict.fromkeys(address for address in found if not address.startswith("127.")))
