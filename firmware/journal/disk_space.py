"""Room on the disk: what photographs may take of it, and what is kept for rows when it is full.

A row takes 1 kB, a photograph 120 kB. Photographs are written after the rows and only while `RESERVE` stays free; all
of them together take `LIMIT` at most, beyond which the oldest are deleted, never rows. A file of `SPARE` bytes lies
beside the journal: when the disk is full it is deleted, which makes room for the rows of an evening.
"""

import os
from contextlib import suppress
from pathlib import Path

LIMIT = 64_000_000
RESERVE = 32_000_000
SPARE = 8_000_000
SPARE_FILE = "journal.spare"


def free(folder: Path) -> int:
    """Returns the bytes that may still be written in a folder."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return found.f_bavail * found.f_frsize


def keep_spare(folder: Path, size: int) -> None:
    """Sets room aside, unless that was done or the disk is nearly full already."""
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
    """Returns the room that was set aside back to the disk; returns whether there was any."""
    try:
        (folder / SPARE_FILE).unlink()
    except OSError:
        return False
    return True
