"""The system being set up, as the steps see it; tests use a fake."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from firmware.deploy.errors import ProgramError
from firmware.deploy.steps import output_of
from firmware.rules.message import message

CLOUD_INIT_SECONDS = 300.0


class CardSystem(Protocol):
    """What the steps need of the system."""

    def at(self, path: str) -> Path:
        """Returns the location of a path of the system."""

    def ask(self, words: Sequence[str], stdin: str = "") -> str:
        """Runs a program and returns its output; raises ProgramError if it fails."""

    def exists(self, device: str) -> bool:
        """Returns whether this device exists."""

    def mounted(self, path: str) -> bool:
        """Returns whether something is mounted there."""

    def free_mb(self, path: str) -> int:
        """Returns the free space in MB."""

    def flush(self) -> None:
        """Writes everything to the card."""

    def finish_cloud_init(self) -> None:
        """Waits for cloud-init to finish, if it is there, and disables it: it has nothing left to do."""


def briefly(words: Sequence[str]) -> str:
    """Returns a command without its options, at most eight words: the page has to show the remedy too.

    >>> briefly(["apt-get", "--yes", "-o", "APT::Sandbox::User=root", "install", "espeak-ng"])
    'apt-get install espeak-ng'
    """
    plain = [word for before, word in zip(["", *words], words, strict=False) if before != "-o" and word[:1] != "-"]
    return " ".join(plain[:8]) + (" …" if len(plain) > 8 else "")


@dataclass(frozen=True, slots=True)
class RunningSystem:
    """The running system."""

    root: Path = Path("/")

    def at(self, path: str) -> Path:
        """Returns the location of a path of the system."""
        return self.root / path.lstrip("/")

    def ask(self, words: Sequence[str], stdin: str = "") -> str:
        """Runs a program in the C locale."""
        try:
            done = subprocess.run(
                words,
                check=False,
                input=stdin,
                capture_output=True,
                text=True,
                errors="replace",
                env={**os.environ, "LC_ALL": "C.UTF-8"},
            )
        except FileNotFoundError as error:
            says = message("There is no {program} on this machine", program=words[0])
            raise ProgramError(says.with_remedy(message("flash Raspberry Pi OS Lite (64-bit)"))) from error
        if done.returncode:
            says = message("This step failed: {command} ({output})", command=briefly(words), output=output_of(done))
            raise ProgramError(
                says.with_remedy(message("turn the box off and on; if it fails again, flash the card again"))
            )
        return done.stdout.strip()

    def exists(self, device: str) -> bool:
        """Returns whether this device exists."""
        return Path(device).is_block_device()

    def mounted(self, path: str) -> bool:
        """Returns whether something is mounted there."""
        return os.path.ismount(self.at(path))

    def free_mb(self, path: str) -> int:
        """Returns the free space in MB."""
        return shutil.disk_usage(self.at(path)).free >> 20

    def flush(self) -> None:
        """Writes everything to the card."""
        os.sync()

    def finish_cloud_init(self) -> None:
        """Waits for it, with a limit: without a network some of its stages wait for one."""
        if shutil.which("cloud-init") is None:
            return
        # What it does for this card comes early; the rest would only delay every start.
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(
                ["cloud-init", "status", "--wait"], check=False, capture_output=True, timeout=CLOUD_INIT_SECONDS
            )
        self.at("/etc/cloud/cloud-init.disabled").touch()
