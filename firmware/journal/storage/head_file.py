"""The head of the journal in a file beside it: the last row written, which shows whether the end was lost.

It is written after the row is on disk, without waiting: after a power failure it may be behind the journal, never
ahead.
"""

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

FILE = "journal.head"
_MOST = 1000


@dataclass(frozen=True, slots=True)
class Head:
    """The last row: its id, its game, and its hash."""

    id: int
    game: int
    hash: str

    def write(self, folder: Path) -> None:
        """Writes it in place; disk failures are reported by the journal itself."""
        text = json.dumps(asdict(self))
        line = f"{text} {_checksum(text)}\n".ljust(_MOST // 4)
        with suppress(OSError):
            handle = os.open(folder / FILE, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            try:
                os.pwrite(handle, line.encode(), 0)
            finally:
                os.close(handle)

    @classmethod
    def read(cls, folder: Path) -> Self | None:
        """Reads it; None if it is missing or damaged."""
        try:
            with (folder / FILE).open("rb") as file:
                text, _, checksum = file.read(_MOST).decode().strip().rpartition(" ")
            if checksum != _checksum(text):
                return None
            found = json.loads(text)
            return cls(int(found["id"]), int(found["game"]), str(found["hash"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
