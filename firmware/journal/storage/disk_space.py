"""Disk space: how much photographs may use, and what is reserved for rows.

A row takes 1 kB, a photograph 120 kB. Photographs are written after the rows, only while `RESERVE` bytes stay free, and
take at most `LIMIT` bytes together; beyond that the oldest photographs are deleted, never rows. A file of `SPARE` bytes
lies beside the journal; when the disk is full it is deleted, making room for the rows of an evening.
"""

import os
from contextlib import suppress
from pathlib import Path

LIMIT = 64_000_000
RESERVE = 32_000_000
SPARE = 8_000_000
SPARE_FILE = "journal.spare"


def free(folder: Path) -> int:
    """Returns the free bytes in a folder."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return found.f_bavail * found.f_frsize


def keep_spare(folder: Path, size: int) -> None:
    """Creates the spare file, unless it exists or the disk is nearly full."""
    path = folder / SPARE_FILE
    if size <= 0 or path.exists() or free(folder) < size + RESERVE:
        return
    with suppress(OSError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(handle, 0, size)
        finally:
            os.close(handle)


def spend_spare(folder: Path) -> bool:
    """Deletes the spare file; returns whether there was one."""
    try:
        (folder / SPARE_FILE).unlink()
    except OSError:
        return False
    return True
