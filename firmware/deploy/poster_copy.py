"""Copies posters of evenings to USB drives."""

import os
from collections.abc import Sequence
from pathlib import Path

from firmware.config.bounded_files import read_bytes
from firmware.config.errors import UnusableFileError
from firmware.deploy.errors import MaintenanceError
from firmware.rules.message import message

POSTERS = "posters"
"""The folder of posters beside the journal."""
PATTERN = "*.png"
ON_DRIVE = "meierbox"
"""The folder on the drive."""
MAX_BYTES = 20_000_000
MAX_POSTERS = 50


def copy_posters(folder: Path, drives: Sequence[Path], only: str = PATTERN) -> int:
    """Copies the posters that a drive lacks; returns how many files were written.

    The folder belongs to the box, and this may run as root: links and large files are left out.

    Raises:
        MaintenanceError: where a drive cannot be written.
    """
    written = 0
    newest = [] if folder.is_symlink() else sorted(folder.glob(only), key=lambda path: path.name, reverse=True)
    for path in newest[:MAX_POSTERS]:
        try:
            body = read_bytes(path, MAX_BYTES, follow=False)
        except (OSError, UnusableFileError):
            continue
        written += sum(_write(drive / ON_DRIVE, path.name, body) for drive in drives)
    return written


def _write(folder: Path, name: str, body: bytes) -> int:
    try:
        folder.mkdir(exist_ok=True)
        target = folder / name
        if target.exists() and target.stat().st_size == len(body):
            return 0
        with target.open("wb") as file:
            file.write(body)
            os.fsync(file.fileno())
    except OSError as error:
        says = message("The poster cannot be written to the USB drive ({error})", error=error.strerror or str(error))
        raise MaintenanceError(says.with_remedy(message("check that it is not full or write-protected"))) from error
    return 1
