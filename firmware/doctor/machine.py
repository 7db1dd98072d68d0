"""The machine being examined: its files, programs and clock; tests pass a fake one."""

import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 10.0
"""The longest run of a program in seconds."""


def answer_of(words: Sequence[str]) -> str | None:
    """Runs a program and returns its output; None if it is missing, fails or takes too long."""
    try:
        done = subprocess.run(
            words, check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, errors="replace"
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


@dataclass(frozen=True, slots=True)
class Machine:
    """`ask` runs a program, `now` returns the time (seconds since 1970), `free` a folder's free bytes."""

    root: Path = Path("/")
    ask: Callable[[Sequence[str]], str | None] = answer_of
    now: Callable[[], float] = time.time
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free

    def read(self, path: str | Path) -> str | None:
        """Reads a small system file, stripped: a path below the root, or one returned by `find`.

        None if it cannot be read.
        """
        file = path if isinstance(path, Path) else self.root / path.lstrip("/")
        try:
            return file.read_text("utf-8", errors="replace").strip("\0 \n")
        except OSError:
            return None

    def find(self, pattern: str) -> list[Path]:
        """Finds system files."""
        return sorted(self.root.glob(pattern.lstrip("/")))

    @property
    def model(self) -> str | None:
        """The model of Raspberry Pi; None for other machines."""
        model = self.read("/proc/device-tree/model")
        return model if model and "Raspberry Pi" in model else None
