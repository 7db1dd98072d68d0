"""Writes small files so that power may go at any instant: the old content is there, or the new, never half of one."""

import os
from pathlib import Path


def write(path: Path, content: str, mode: int = 0o644) -> None:
    """Writes beside, makes it durable, and puts it in place; raises OSError where that cannot be done."""
    beside = path.with_name(f".{path.name}.new")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            os.fchmod(file.fileno(), mode)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    _settle(path.parent)


def remove(path: Path) -> bool:
    """Removes a file durably; tells whether it was there."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    _settle(path.parent)
    return True


def _settle(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
