"""Writes small files so that a power cut at any instant leaves either the old content or the new, never a mixture."""

import os
from pathlib import Path


def write(path: Path, content: str, mode: int = 0o644) -> None:
    """Writes a new file beside the old one, makes it durable and puts it in place; raises OSError where it cannot."""
    beside = path.with_name(f".{path.name}.new")
    # Removes leftovers: an existing pipe with this name, if opened, would never return.
    beside.unlink(missing_ok=True)
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
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
    sync_folder(path.parent)


def remove(path: Path) -> bool:
    """Removes a file durably; returns whether it was there."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    sync_folder(path.parent)
    return True


def sync_folder(folder: Path) -> None:
    """Makes durable which names a folder holds."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
