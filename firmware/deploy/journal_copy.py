"""The journal across an update: copied where the new release keeps another kind of it, put back on the way back.

A release that reads the journal as the one before does touches nothing here: its games stay whatever happens.
"""

import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from firmware.deploy.release_bundle import settle
from firmware.deploy.steps import InstallError
from firmware.journal.database import FILE

MODULES = ("firmware/journal/database.py", "firmware/journal.py")
"""Where a release says which kind of journal it keeps: now, and in 0.1.0."""


def kind(project: Path) -> int:
    """Tells which kind of journal a release keeps; raises InstallError where it does not say."""
    found = None
    for module in MODULES:
        try:
            found = found or re.search(r"^VERSION = (\d+)$", (project / module).read_text("utf-8"), re.M)
        except OSError:
            continue
    if not found:
        raise InstallError(f"{project} is no whole release (it keeps no journal): copy the bundle to the stick again.")
    return int(found[1])


def copied(folder: Path, name: str) -> Path:
    """Gives the path of the copy that was made before the release `name`."""
    return folder / f"{FILE}.before-{name}"


def copy(folder: Path, name: str) -> None:
    """Copies the journal of a box that is stopped, whole and durable; nothing where there is none.

    Raises:
        InstallError: where it is damaged, or leads elsewhere: root must not copy for the box what the box may not read.
    """
    journal = folder / FILE
    for tail in ("", "-wal"):
        if (folder / (FILE + tail)).is_symlink():
            raise InstallError(f"{folder / (FILE + tail)} leads elsewhere: put the journal itself there, then repeat.")
    if not journal.exists():
        return
    owner = journal.stat()
    desk = folder / f".{FILE}.copying"
    shutil.rmtree(desk, ignore_errors=True)
    desk.mkdir(mode=0o700)
    for tail in ("", "-wal"):
        if (part := folder / (FILE + tail)).exists():
            shutil.copyfile(part, desk / (FILE + tail))
    # A box that was killed leaves its last events beside the file: SQLite brings them into the copy.
    try:
        with closing(sqlite3.connect(desk / FILE, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        shutil.rmtree(desk)
        raise InstallError(f"The journal {journal} cannot be copied ({error}): see meierbox doctor.") from error
    with (desk / FILE).open("rb") as file:
        os.fchmod(file.fileno(), 0o600)
        os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
        os.fsync(file.fileno())
    (desk / FILE).replace(copied(folder, name))
    settle(folder)
    shutil.rmtree(desk)


def put_back(folder: Path, name: str) -> Path | None:
    """Puts the copy in the place of a journal that `name` has changed, of a box that is stopped.

    That journal is set aside, never deleted; returns where to, or None where nothing was to be done.
    """
    copy = copied(folder, name)
    if not copy.exists():
        return None
    aside = folder / f"{FILE}.of-{name}"
    number = 1
    while aside.exists():
        number += 1
        aside = folder / f"{FILE}.of-{name}.{number}"
    for tail in ("-shm", "-wal", ""):
        if (part := folder / (FILE + tail)).exists():
            part.rename(aside.with_name(aside.name + tail))
    copy.replace(folder / FILE)
    settle(folder)
    return aside
