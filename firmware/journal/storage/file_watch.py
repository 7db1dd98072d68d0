"""Detects that somebody else removes, replaces or changes the journal's files while a box uses it."""

from enum import Enum, auto
from pathlib import Path

from firmware.journal.storage.database_file import companions


class FileChange(Enum):
    """What happened to the files since the last write here."""

    NONE = auto()
    TOUCHED = auto()
    """Same files, different size or time."""
    GONE = auto()
    """A file is missing or was replaced."""


class FileWatch:
    """Remembers the database and its log after each write; a check costs two system calls."""

    def __init__(self, path: Path) -> None:
        """Takes the path of the database."""
        self._paths = (path, companions(path)[0])
        self._known = self._look()

    def note(self) -> None:
        """Records the current state of the files."""
        self._known = self._look()

    def change(self) -> FileChange:
        """Returns what happened to the files."""
        now = self._look()
        if now == self._known:
            return FileChange.NONE
        same = [each[:2] if each else None for each in now] == [each[:2] if each else None for each in self._known]
        return FileChange.TOUCHED if same else FileChange.GONE

    def _look(self) -> tuple[tuple[int, int, int, int] | None, ...]:
        return tuple(_identity(path) for path in self._paths)


def _identity(path: Path) -> tuple[int, int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
