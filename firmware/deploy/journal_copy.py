"""The journal during an update: copied if the new release uses another schema, restored after a rollback.

With a release of the same schema nothing is touched: the games stay in any case.
"""

import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from firmware.config.atomic_files import sync_folder
from firmware.deploy.errors import BundleError, InstallError
from firmware.journal.database import FILE
from firmware.rules.message import message

MODULES = ("firmware/journal/database.py", "firmware/journal.py")
"""Where a release states its journal's schema: now, and in 0.1.0."""


def schema_version(project: Path) -> int:
    """Returns the schema of a release's journal; raises BundleError if it is not stated."""
    found = None
    for module in MODULES:
        try:
            found = found or re.search(r"^VERSION = (\d+)$", (project / module).read_text("utf-8"), re.M)
        except OSError:
            continue
    if not found:
        says = message("{folder} is not a complete release (it keeps no journal)", folder=str(project))
        raise BundleError(says.with_remedy(message("copy the bundle to the USB drive again")))
    return int(found[1])


def copied(folder: Path, name: str) -> Path:
    """Returns the path of the copy made before the release `name`."""
    return folder / f"{FILE}.before-{name}"


def copy(folder: Path, name: str) -> None:
    """Copies the journal of a stopped box, completely and durably; does nothing if there is none.

    Raises:
        InstallError: where it is damaged, or a link: root must not copy for the box what the box may not read.
    """
    journal = folder / FILE
    for tail in ("", "-wal"):
        if (folder / (FILE + tail)).is_symlink():
            says = message("{file} is a link", file=str(folder / (FILE + tail)))
            raise InstallError(says.with_remedy(message("put the journal itself there, then repeat")))
    if not journal.exists():
        return
    owner = journal.stat()
    workspace = folder / f".{FILE}.copying"
    shutil.rmtree(workspace, ignore_errors=True)
    workspace.mkdir(mode=0o700)
    for tail in ("", "-wal"):
        if (part := folder / (FILE + tail)).exists():
            shutil.copyfile(part, workspace / (FILE + tail))
    # A killed box leaves its last events beside the file: SQLite includes them in the copy.
    try:
        with closing(sqlite3.connect(workspace / FILE, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        shutil.rmtree(workspace)
        says = message("The journal {file} cannot be copied ({error})", file=str(journal), error=str(error))
        raise InstallError(says.with_remedy(message("see meierbox doctor"))) from error
    with (workspace / FILE).open("rb") as file:
        os.fchmod(file.fileno(), 0o600)
        os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
        os.fsync(file.fileno())
    (workspace / FILE).replace(copied(folder, name))
    sync_folder(folder)
    shutil.rmtree(workspace)


def put_back(folder: Path, name: str) -> Path | None:
    """Replaces a journal changed by `name` with the copy, on a stopped box.

    That journal is set aside, never deleted; returns where to, or None where there was nothing to do.
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
    sync_folder(folder)
    return aside
