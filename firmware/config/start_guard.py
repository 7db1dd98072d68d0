"""Detects failed starts of the box, and decides when the next one is a safe start.

A flag file lies in the state directory from the beginning of a start until the box has run for a while. If it is there
at a start, the previous one failed: with a recorded error, or without one (a crash, a hang ended by the watchdog, a
pulled plug).
"""

import errno
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.config import atomic_files
from firmware.config.bounded_files import read_json, set_aside
from firmware.config.errors import UnusableFileError
from firmware.rules.message import Message, from_json, message, to_json

FLAG = "starting"
LARGEST_FLAG = 16 << 10
MAX_STARTS = 1000
SILENT_STARTS = 2
"""After this many failed starts without a reason, the next is a safe start; a single one may be a pulled plug."""
SAFE_START_CODE = errno.ENODEV
"""The error number (ERRNO, sd_notify(3)) that a safe start, without camera and pins, sends to systemd."""
STEADY_SECONDS = 30.0
"""Seconds after which a start counts as completed."""


@dataclass(frozen=True, slots=True)
class BrokenStarts:
    """The number of failed starts in a row, and the last recorded reason, if any."""

    starts: int = 0
    reason: Message | None = None

    @property
    def why_careful(self) -> Message | None:
        """The reason for a safe start, or None.

        >>> BrokenStarts(1).why_careful is None
        True
        >>> print(BrokenStarts(2).why_careful)
        The last 2 starts failed without giving a reason: run "meierbox doctor".
        """
        if self.starts and self.reason is not None:
            return self.reason
        if self.starts >= SILENT_STARTS:
            says = message("The last {count} starts failed without giving a reason", count=self.starts)
            return says.with_remedy(message('run "meierbox doctor"'))
        return None


class StartGuard:
    """A start of the box, with its flag in the first writable folder."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Reads the flags of earlier starts; writes nothing yet."""
        self._folders = tuple(folders)
        self.before = max((_read(folder / FLAG) for folder in self._folders), key=lambda broken: broken.starts)

    def begin(self) -> None:
        """Writes the flag, durably."""
        self._write(BrokenStarts(self.before.starts + 1))

    def failed(self, reason: Message) -> None:
        """Records in the flag why this start ends."""
        self._write(BrokenStarts(self.before.starts + 1, reason))

    def done(self) -> None:
        """Removes the flag: the box is running, or was ended on purpose."""
        for folder in self._folders:
            try:
                atomic_files.remove(folder / FLAG)
            except OSError:
                # The folder has become unwritable: the next start finds its flag and is a safe start.
                continue

    def _write(self, broken: BrokenStarts) -> None:
        text = json.dumps({"starts": broken.starts, "reason": to_json(broken.reason) if broken.reason else ""})
        for folder in self._folders:
            try:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                if (folder / FLAG).is_dir():
                    set_aside(folder / FLAG)
                atomic_files.write(folder / FLAG, text, mode=0o600)
            except OSError:
                continue
            return


def _read(path: Path) -> BrokenStarts:
    """Reads a flag; a nonsensical one still counts as a failed start."""
    try:
        content = read_json(path, LARGEST_FLAG)
    except FileNotFoundError:
        return BrokenStarts()
    except UnusableFileError as error:
        return BrokenStarts(1 if error.damaged else 0)
    try:
        # Releases up to 0.1 wrote the reason as a text.
        reason = from_json(content["reason"]) if content["reason"] else None
        str(reason)
        return BrokenStarts(max(0, min(int(content["starts"]), MAX_STARTS)), reason)
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError):
        return BrokenStarts(1)
