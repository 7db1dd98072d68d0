"""What an update needs of the machine: to set a release up, try it, install it, and tell the state of the box."""

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
    """The state of the box: whether it runs or systemd gave it up, which start this is, if a safe one, its status."""

    running: bool = False
    failed: bool = False
    start: str = ""
    safe: bool = False
    status: str = ""


class Host(Protocol):
    """The machine, as an update needs it; every method raises a DeployError where it fails."""

    def machine(self) -> str:
        """Returns the Python and the processor: "3.11 aarch64"."""

    def set_up(self, project: Path) -> None:
        """Makes the environment of an unpacked release."""

    def try_out(self, project: Path) -> None:
        """Lets the release prove, without screen and camera, that it can play."""

    def keeps(self, folder: Path) -> bool:
        """Returns whether what is written there survives a power cut."""

    def make_durable(self) -> None:
        """Flushes everything that was written to the disk."""

    def install(self, project: Path) -> None:
        """Writes the release's own units."""

    def start(self) -> None:
        """Starts the box where it does not run."""

    def restart(self) -> None:
        """Starts the box, or restarts it, also after systemd gave it up."""

    def stop(self) -> None:
        """Stops the box and waits for that."""

    def begin_trial(self) -> None:
        """Has the previous release finish the trial, and waits for that."""

    def box(self) -> BoxState:
        """Returns the state of the box."""

    def wait(self, seconds: float) -> None:
        """Waits."""


@dataclass(frozen=True, slots=True)
class LocalHost:
    """This machine; `installed_as` are the options that its box was installed with (`--user`, `--desktop`)."""

    installed_as: tuple[str, ...]

    def machine(self) -> str:
        """Returns the Python and the processor."""
        return machine_name(
            sys.version_info.major, sys.version_info.minor, platform.machine(), wide=sys.maxsize > 2**32
        )

    def set_up(self, project: Path) -> None:
        """Makes the environment by the release's own launcher, with the Python that runs this."""
        base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
        command(["env", "-u", "SUDO_USER", f"MEIERBOX_PYTHON={base}", str(project / "meierbox"), "--help"])()

    def try_out(self, project: Path) -> None:
        """Plays a round (reader, rules, journal and screen) in a folder that is deleted afterwards."""
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
        """Asks the kernel which kind of file system that is."""
        return lasting(Path("/proc/self/mounts").read_text("utf-8", errors="replace"), folder)

    def make_durable(self) -> None:
        """Flushes what pip has left in memory: an environment of empty files could not start."""
        os.sync()

    def install(self, project: Path) -> None:
        """Writes the units of a release, as its own program knows them."""
        command([*_run(project), "install", "--no-start", *self.installed_as])()

    def start(self) -> None:
        """Starts the box where it does not run."""
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
    """Names Python and processor; a 32-bit Python on a 64-bit kernel (`wide` is false) is named as what it is.

    >>> machine_name(3, 13, "aarch64", wide=True), machine_name(3, 13, "aarch64", wide=False)
    ('3.13 aarch64', '3.13 aarch64, 32-bit')
    """
    narrow = "" if wide else ", 32-bit"
    return f"{major}.{minor} {processor}{narrow}"


def is_narrow(machine: str) -> bool:
    """Returns whether a machine's Python is a 32-bit one.

    >>> is_narrow("3.13 armv7l"), is_narrow("3.13 aarch64, 32-bit"), is_narrow("3.13 aarch64")
    (True, True, False)
    """
    return machine.endswith(", 32-bit") or machine.partition(" ")[2] in ("armv6l", "armv7l", "armv8l", "i386", "i686")


def lasting(mounts: str, folder: Path) -> bool:
    r"""Reads from /proc/self/mounts whether a folder is on a disk, not in memory or under an overlay in memory.

    >>> lasting("overlayroot / overlay rw 0 0\n/dev/mmcblk0p3 /var/lib/meierbox ext4 rw 0 0\n", Path("/usr/local/lib"))
    False
    """
    kinds = {Path(fields[1]): fields[2] for fields in map(str.split, mounts.splitlines()) if len(fields) > 2}
    nearest = next((path for path in (folder, *folder.parents) if path in kinds), None)
    return nearest is None or kinds[nearest] not in ("overlay", "tmpfs", "ramfs")


def state_of(printed: str) -> BoxState:
    r"""Reads what `systemctl show` prints about the box; a safe start is told by its code, never by the text.

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
    """Returns with which options the box of a unit was installed; None where there is no such unit."""
    try:
        lines = unit.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return None
    user = next((line.removeprefix("User=") for line in lines if line.startswith("User=")), "")
    return ("--console", "--user", user) if user else ("--console",)


def _run(project: Path) -> list[str]:
    return [str(project / ".venv" / "bin" / "python"), "-P", "-m", "firmware"]
