"""Whether the last starts of the box came to an end, and why the next one is a careful one.

A flag lies in the state directory from the beginning of a start until the box has run for a while. Who finds it there
knows that a start broke off: by an error that was told, or without a word (a crash, a hang that the watchdog ended, a
plug that was pulled).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.config import atomic_files

FLAG = "starting"
SILENT_STARTS = 2
"""So many starts in a row that broke off without a word make the next a careful one; one may be a pulled plug."""
STEADY_SECONDS = 30.0
"""A start that lasted so long came to its end."""


@dataclass(frozen=True, slots=True)
class Broken:
    """Starts in a row that broke off, and the reason that the last one told."""

    starts: int = 0
    reason: str = ""

    @property
    def why_careful(self) -> str | None:
        """Why the next start is a careful one, or None where it is not.

        >>> Broken(1, "USB camera 0 is missing: plug it in.").why_careful
        'USB camera 0 is missing: plug it in.'
        >>> Broken(1).why_careful is None
        True
        >>> Broken(2).why_careful
        'The last 2 starts broke off without a word: run "meierbox doctor".'
        """
        if self.starts and self.reason:
            return self.reason
        if self.starts >= SILENT_STARTS:
            return f'The last {self.starts} starts broke off without a word: run "meierbox doctor".'
        return None


class Startup:
    """One start of the box, with the flag in the first folder that takes it."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Looks what became of the starts before; nothing is written yet."""
        self._folders = tuple(folders)
        self.before = max((_read(folder / FLAG) for folder in self._folders), key=lambda broken: broken.starts)

    def begin(self) -> None:
        """Lays the flag, durably."""
        self._write(Broken(self.before.starts + 1))

    def failed(self, reason: str) -> None:
        """Adds to the flag why this start ends."""
        self._write(Broken(self.before.starts + 1, reason))

    def done(self) -> None:
        """Takes the flag away: the box runs, or was ended on purpose."""
        for folder in self._folders:
            try:
                atomic_files.remove(folder / FLAG)
            except OSError:
                # A folder that takes nothing any more: the next start finds its flag again and is careful.
                continue

    def _write(self, broken: Broken) -> None:
        text = json.dumps({"starts": broken.starts, "reason": broken.reason})
        for folder in self._folders:
            try:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                atomic_files.write(folder / FLAG, text, mode=0o600)
            except OSError:
                continue
            return


def _read(path: Path) -> Broken:
    try:
        content = json.loads(path.read_text("utf-8"))
        return Broken(int(content["starts"]), str(content["reason"]))
    except OSError:
        return Broken()
    except (ValueError, KeyError, TypeError):
        # Torn by the disk itself: it was a start all the same.
        return Broken(1)
