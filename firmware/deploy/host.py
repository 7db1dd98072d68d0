"""The machine as an update sees it: sets up, tests and installs a release, and reports the state of the box."""

import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Protocol

from firmware.config.start_guard import SAFE_START_CODE
from firmware.deploy.errors import InstallError, ProgramError
from firmware.deploy.steps import command, output_of
from firmware.doctor.service_check import unit_properties
from firmware.rules.message import message

SERVICE = "meierbox.service"
TRIAL_SERVICE = "meierbox-trial.service"


@dataclass(frozen=True, slots=True)
class BoxState:
    """The state of the box: running, failed, which start this is, whether it is a safe one, its status."""

    running: bool = False
    failed: bool = False
    start: str = ""
    safe: bool = False
    status: str = ""


class Host(Protocol):
    """The machine as an update sees it; methods raise a DeployError if they fail."""

    def machine(self) -> str:
        """Returns Python and processor: "3.11 aarch64"."""

    def set_up(self, project: Path) -> None:
        """Creates the environment of an unpacked release."""

    def try_out(self, project: Path) -> None:
        """Tests, without screen and camera, that the release can play."""

    def keeps(self, folder: Path) -> bool:
        """Returns whether files there survive a power cut."""

    def make_durable(self) -> None:
        """Flushes everything to disk."""

    def install(self, project: Path) -> None:
        """Writes the release's own units."""

    def start(self) -> None:
        """Starts the box unless it is running."""

    def restart(self) -> None:
        """Starts or restarts the box, even after systemd gave it up."""

    def stop(self) -> None:
        """Stops the box and waits for that."""

    def begin_trial(self) -> None:
        """Has the previous release run the trial, and waits for its end."""

    def box(self) -> BoxState:
        """Returns the state of the box."""

    def wait(self, seconds: float) -> None:
        """Waits."""


@dataclass(frozen=True, slots=True)
class LocalHost:
    """This machine; `installed_as` are the options of its installation (`--user`, `--desktop`)."""

    installed_as: tuple[str, ...]

    def machine(self) -> str:
        """Returns the Python and the processor."""
        return machine_name(
            sys.version_info.major, sys.version_info.minor, platform.machine(), wide=sys.maxsize > 2**32
        )

    def set_up(self, project: Path) -> None:
        """Creates the environment with the release's own launcher and the current Python."""
        base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
        command(["env", "-u", "SUDO_USER", f"MEIERBOX_PYTHON={base}", str(project / "meierbox"), "--help"])()

    def try_out(self, project: Path) -> None:
        """Plays a round (reader, rules, journal and screen) in a temporary folder."""
        with TemporaryDirectory(prefix="meierbox-trial-") as state:
            done = subprocess.run(
                [*_run(project), "demo", "--headless", "--rounds", "1", "--seed", "1"],
                env={**os.environ, "MEIERBOX_STATE": state, "HOME": state},
                check=False,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
            )
        if done.returncode:
            says = message("The release does not play as it should ({output})", output=output_of(done))
            raise InstallError(says.with_remedy(message("the box stays as it is; take another release")))

    def keeps(self, folder: Path) -> bool:
        """Asks the kernel for the kind of file system."""
        return lasting(Path("/proc/self/mounts").read_text("utf-8", errors="replace"), folder)

    def make_durable(self) -> None:
        """Flushes pip's files: an environment of empty files could not start."""
        os.sync()

    def install(self, project: Path) -> None:
        """Writes the units of a release with its own program."""
        command([*_run(project), "install", "--no-start", *self.installed_as])()

    def start(self) -> None:
        """Starts the box unless it is running."""
        command(["systemctl", "start", "--no-block", SERVICE])()

    def restart(self) -> None:
        """Restarts the box."""
        command(["systemctl", "reset-failed", SERVICE])()
        command(["systemctl", "restart", "--no-block", SERVICE])()

    def stop(self) -> None:
        """Stops the box."""
        command(["systemctl", "stop", SERVICE])()

    def begin_trial(self) -> None:
        """Starts the trial's service and waits for its end."""
        command(["systemctl", "start", TRIAL_SERVICE])()

    def box(self) -> BoxState:
        """Asks systemd."""
        names = "ActiveState,InvocationID,StatusText,StatusErrno"
        words = ["systemctl", "show", SERVICE, f"--property={names}"]
        try:
            said = subprocess.run(words, check=False, capture_output=True, text=True, errors="replace").stdout
        except FileNotFoundError as error:
            says = message("There is no {program} on this machine", program="systemctl")
            raise ProgramError(says.with_remedy(message("a Linux with systemd is needed"))) from error
        return state_of(said)

    def wait(self, seconds: float) -> None:
        """Waits."""
        Event().wait(seconds)


def machine_name(major: int, minor: int, processor: str, *, wide: bool) -> str:
    """Names Python and processor; a 32-bit Python on a 64-bit kernel (`wide` is false) is named as such.

    >>> machine_name(3, 13, "aarch64", wide=True), machine_name(3, 13, "aarch64", wide=False)
    ('3.13 aarch64', '3.13 aarch64, 32-bit')
    """
    narrow = "" if wide else ", 32-bit"
    return f"{major}.{minor} {processor}{narrow}"


def is_narrow(machine: str) -> bool:
    """Returns whether a machine's Python is 32-bit.

    >>> is_narrow("3.13 armv7l"), is_narrow("3.13 aarch64, 32-bit"), is_narrow("3.13 aarch64")
    (True, True, False)
    """
    return machine.endswith(", 32-bit") or machine.partition(" ")[2] in ("armv6l", "armv7l", "armv8l", "i386", "i686")


def lasting(mounts: str, folder: Path) -> bool:
    r"""Returns, from /proc/self/mounts, whether a folder is on a disk, not in memory or under an overlay in memory.

    >>> lasting("overlayroot / overlay rw 0 0\n/dev/mmcblk0p3 /var/lib/meierbox ext4 rw 0 0\n", Path("/usr/local/lib"))
    False
    """
    kinds = {Path(fields[1]): fields[2] for fields in map(str.split, mounts.splitlines()) if len(fields) > 2}
    nearest = next((path for path in (folder, *folder.parents) if path in kinds), None)
    return nearest is None or kinds[nearest] not in ("overlay", "tmpfs", "ramfs")


def state_of(printed: str) -> BoxState:
    r"""Parses the output of `systemctl show` for the box; a safe start is recognised by its code, never by the text.

    >>> state_of("ActiveState=active\nInvocationID=1f\nStatusText=Safe start: no camera.\nStatusErrno=19\n")
    BoxState(running=True, failed=False, start='1f', safe=True, status='Safe start: no camera.')
    """
    found = unit_properties(printed)
    active = found.get("ActiveState", "")
    return BoxState(
        active == "active",
        active == "failed",
        found.get("InvocationID", ""),
        found.get("StatusErrno") == str(SAFE_START_CODE),
        found.get("StatusText", ""),
    )


def installed_options(unit: Path) -> tuple[str, ...] | None:
    """Returns the options with which a unit's box was installed; None if there is no such unit."""
    try:
        lines = unit.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return None
    user = next((line.removeprefix("User=") for line in lines if line.startswith("User=")), "")
    return ("--console", "--user", user) if user else ("--console",)


def _run(project: Path) -> list[str]:
    return [str(project / ".venv" / "bin" / "python"), "-P", "-m", "firmware"]
