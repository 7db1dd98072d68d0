"""The machine that is examined: its files under a root, its programs, its clock; a test hands in one of its own."""

import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 10.0
"""Seconds that a program may take to answer."""


def answer_of(words: Sequence[str]) -> str | None:
    """Runs a program and gives what it printed; None where it is missing, fails or takes too long."""
    try:
        done = subprocess.run(
            words, check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, errors="replace"
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


@dataclass(frozen=True, slots=True)
class Machine:
    """`ask` runs a program, `now` tells the time (seconds since 1970), `free` the free bytes of a folder's disk."""

    root: Path = Path("/")
    ask: Callable[[Sequence[str]], str | None] = answer_of
    now: Callable[[], float] = time.time
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free

    def read(self, path: str | Path) -> str | None:
        """Reads a small file of the system, stripped: one at a path below the root, or one that `find` gave.

        None where it cannot be read.
        """
        file = path if isinstance(path, Path) else self.root / path.lstrip("/")
        try:
            return file.read_text("utf-8", errors="replace").strip("\0 \n")
        except OSError:
            return None

    def find(self, pattern: str) -> list[Path]:
        """Finds files of the system."""
        return sorted(self.root.glob(pattern.lstrip("/")))

    @property
    def model(self) -> str | None:
        """Which Raspberry Pi it is; None for any other machine."""
        model = self.read("/proc/device-tree/model")
        return model if model and "Raspberry Pi" in model else None
