"""Opens the journal's database: locks its folder, migrates its tables, and assesses damage."""

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.journal.errors import JournalInUseError, newer_journal, unwritable_folder
from firmware.journal.storage.database_file import FolderLock, check_structure, companions, connect, private_folder
from firmware.journal.storage.database_pages import commits_behind_damage
from firmware.journal.storage.head_file import Head
from firmware.journal.storage.migration import VERSION, create_schema, version_of
from firmware.journal.storage.salvage import Salvage, saved_from
from firmware.rules.message import message


def opened(path: Path, connection: type[sqlite3.Connection]) -> sqlite3.Connection:
    """Opens and migrates a database; raises sqlite3.Error, or JournalError for a newer version."""
    db = connect(path, connection)
    try:
        found = version_of(db)
        if found > VERSION:
            raise newer_journal(path)
        check_structure(db)
        if found < VERSION:
            create_schema(db, found, time.time())
    except BaseException:
        db.close()
        raise
    return db


def log_loses_rows(path: Path) -> bool:
    """Returns whether the log has rows behind damage, except commits torn by a power failure, which nobody saw."""
    behind = commits_behind_damage(path)
    written = Head.read(path.parent)
    if behind == 0 or written is None:
        # A power failure tears at most two commits: photographs are written without waiting for the disk.
        return behind > 2
    with _copied(path) as db:
        (last,) = db.execute("SELECT max(id) FROM rows").fetchone()
    return bool(written.id > (last or 0))


@contextmanager
def _copied(path: Path) -> Iterator[sqlite3.Connection]:
    """Opens a copy of a database and its log, since opening changes both."""
    with TemporaryDirectory(dir=path.parent, prefix=".journal-") as made:
        for part in (path, companions(path)[0]):
            if part.exists():
                shutil.copyfile(part, Path(made) / part.name)
        with closing(connect(Path(made) / path.name)) as db:
            yield db


def read_by_sqlite(path: Path) -> Salvage | None:
    """Reads what SQLite can still read; None if it can read nothing."""
    try:
        with _copied(path) as db:
            return saved_from(db)
    except (OSError, sqlite3.Error):
        return None


def locked(folder: Path) -> FolderLock:
    """Creates the folder if necessary, and locks it; raises JournalInUseError or JournalError."""
    try:
        private_folder(folder)
        return FolderLock(folder)
    except BlockingIOError:
        in_use = message("Another meierbox is using the journal in {folder}", folder=str(folder))
        remedy = message("close it first, or set MEIERBOX_STATE to another folder")
        raise JournalInUseError(in_use.with_remedy(remedy)) from None
    except OSError as error:
        raise unwritable_folder(folder, error.strerror or str(error)) from error
