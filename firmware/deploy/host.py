"""What an update asks of the machine: to set a release up, to try it, to install it, and how the box fares."""

import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Protocol

from firmware.deploy.steps import InstallError, call

SERVICE = "meierbox.service"
TRIAL_SERVICE = "meierbox-trial.service"


@dataclass(frozen=True, slots=True)
class BoxState:
    """How the box fares: whether it runs or was given up, which start this is, whether a safe one, what it says."""

    running: bool = False
    failed: bool = False
    start: str = ""
    safe: bool = False
    says: str = ""


class Host(Protocol):
    """The machine, as an update needs it; every deed raises InstallError where it fails."""

    def machine(self) -> str:
        """Tells the Python and the processor: "3.11 aarch64"."""

    def set_up(self, project: Path) -> None:
        """Makes the environment of an unpacked release."""

    def try_out(self, project: Path) -> None:
        """Lets the release prove, without screen and camera, that it can play."""

    def keeps(self, folder: Path) -> bool:
        """Tells whether what is written there outlasts the power."""

    def make_durable(self) -> None:
        """Has everything that was written on the disk."""

    def install(self, project: Path) -> None:
        """Writes the release's own units."""

    def start(self) -> None:
        """Starts the box where it does not run."""

    def restart(self) -> None:
        """Starts the box, anew where it runs, also after systemd gave it up."""

    def stop(self) -> None:
        """Stops the box and waits for that."""

    def begin_trial(self) -> None:
        """Has the trial brought to its end by the previous release, and waits for that."""

    def box(self) -> BoxState:
        """Tells how the box fares."""

    def wait(self, seconds: float) -> None:
        """Lets time pass."""


@dataclass(frozen=True, slots=True)
class Here:
    """This machine; `installed_as` are the words that its box was installed with (`--user`, `--desktop`)."""

    installed_as: tuple[str, ...]

    def machine(self) -> str:
        """Tells the Python and the processor."""
        return f"{sys.version_info.major}.{sys.version_info.minor} {platform.machine()}"

    def set_up(self, project: Path) -> None:
        """Makes the environment by the release's own launcher, with the Python that runs this."""
        base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
        call(["env", "-u", "SUDO_USER", f"MEIERBOX_PYTHON={base}", str(project / "meierbox"), "--help"])()

    def try_out(self, project: Path) -> None:
        """Plays a round: eye, rules, journal and screen, in a folder that is thrown away."""
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
            said = " ".join((done.stderr or done.stdout).split()) or f"it ended with {done.returncode}"
            raise InstallError(
                f"The release does not play as it should ({said}): the box stays as it is, take another."
            )

    def keeps(self, folder: Path) -> bool:
        """Asks the kernel which kind of disk that is."""
        return lasting(Path("/proc/self/mounts").read_text("utf-8", errors="replace"), folder)

    def make_durable(self) -> None:
        """Writes out what pip has left in memory: an environment of empty files would be no way forward."""
        os.sync()

    def install(self, project: Path) -> None:
        """Writes the units of a release, as its own program knows them."""
        call([*_run(project), "install", "--no-start", *self.installed_as])()

    def start(self) -> None:
        """Starts the box where it does not run."""
        call(["systemctl", "start", "--no-block", SERVICE])()

    def restart(self) -> None:
        """Starts the box anew."""
        call(["systemctl", "reset-failed", SERVICE])()
        call(["systemctl", "restart", "--no-block", SERVICE])()

    def stop(self) -> None:
        """Stops the box."""
        call(["systemctl", "stop", SERVICE])()

    def begin_trial(self) -> None:
        """Starts the trial's service and waits for its end."""
        call(["systemctl", "start", TRIAL_SERVICE])()

    def box(self) -> BoxState:
        """Asks systemd."""
        names = "ActiveState,InvocationID,StatusText"
        words = ["systemctl", "show", SERVICE, f"--property={names}"]
        try:
            said = subprocess.run(words, check=False, capture_output=True, text=True, errors="replace").stdout
        except FileNotFoundError as error:
            raise InstallError("There is no systemctl on this machine: a Linux with systemd is needed.") from error
        return state_of(said)

    def wait(self, seconds: float) -> None:
        """Waits."""
        Event().wait(seconds)


def lasting(mounts: str, folder: Path) -> bool:
    r"""Tells from /proc/self/mounts whether a folder lies on a disk, not in memory or under an overlay that does.

    >>> lasting("overlayroot / overlay rw 0 0\n/dev/mmcblk0p3 /var/lib/meierbox ext4 rw 0 0\n", Path("/usr/local/lib"))
    False
    """
    kinds = {Path(fields[1]): fields[2] for fields in map(str.split, mounts.splitlines()) if len(fields) > 2}
    nearest = next((path for path in (folder, *folder.parents) if path in kinds), None)
    return nearest is None or kinds[nearest] not in ("overlay", "tmpfs", "ramfs")


def state_of(said: str) -> BoxState:
    r"""Reads what `systemctl show` says of the box.

    >>> state_of("ActiveState=active\nInvocationID=1f\nStatusText=Safe start: no camera.\n")
    BoxState(running=True, failed=False, start='1f', safe=True, says='Safe start: no camera.')
    """
    state = dict(line.partition("=")[::2] for line in said.splitlines())
    active, says = state.get("ActiveState", ""), state.get("StatusText", "")
    return BoxState(
        active == "active", active == "failed", state.get("InvocationID", ""), says.startswith("Safe start"), says
    )


def installed_words(unit: Path) -> tuple[str, ...] | None:
    """Tells with which words the box of a unit was installed; None where there is no such unit."""
    try:
        lines = unit.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return None
    user = next((line.removeprefix("User=") for line in lines if line.startswith("User=")), "")
    return ("--console", "--user", user) if user else ("--console",)


def _run(project: Path) -> list[str]:
    return [str(project / ".venv" / "bin" / "python"), "-P", "-m", "firmware"]
