"""The files of the journal: created private to their owner, locked, opened, and set aside.

SQLite gives its companion files (`-wal`, `-shm`) the mode of the database, so the database is created with its mode
first. The lock is on the folder: the file may be deleted between two starts, and another box would then lock a new file
of the same name.
"""

import errno
import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from firmware.journal.rows import decoded

FILE = "journal.db"
COMPANIONS = ("-wal", "-shm")
PRIVATE = 0o600
_WAL_HEADER = 32
"""The size of a write-ahead log without frames."""
_DAMAGE = (
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_CONSTRAINT,
)


class FolderLock:
    """Holds the lock of a folder until it is closed or the process ends."""

    def __init__(self, folder: Path) -> None:
        """Locks the folder, or a file in it where the file system cannot lock folders.

        Raises:
            BlockingIOError: where another process holds it.
            OSError: where the folder cannot be opened.
        """
        self._handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._file: IO[str] | None = None
        try:
            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise
            except OSError:
                # Network file systems lock only files opened for writing.
                self._file = (folder / "lock").open("w")
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.close()
            raise

    def lost(self, folder: Path) -> bool:
        """Returns whether this folder is no longer the locked one."""
        return not os.path.samestat(os.fstat(self._handle), folder.stat())

    def close(self) -> None:
        """Releases the lock."""
        if self._file is not None:
            self._file.close()
        if self._handle >= 0:
            os.close(self._handle)
        self._handle = -1


def private_folder(folder: Path) -> None:
    """Creates the journal's folder, or restricts an existing one of this user to its owner.

    Home and shared folders (sticky, such as /tmp) stay as they are: the files are private.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = folder.stat()
    shared = found.st_mode & stat.S_ISVTX or folder.resolve() == Path(os.path.expanduser("~")).resolve()  # noqa: PTH111 (never raises)
    if found.st_uid == os.geteuid() and found.st_mode & 0o077 and not shared:
        folder.chmod(0o700)


def create_private(path: Path) -> None:
    """Creates the database, or restricts it and its companions to the owner, before SQLite opens it.

    Raises:
        OSError: where it cannot be, or is no file.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))
    except FileExistsError:
        if not path.is_file():
            raise OSError(errno.EINVAL, "it is no file") from None
    for part in (path, *companions(path)):
        if part.exists() and part.stat().st_mode & 0o077:
            part.chmod(PRIVATE)


def companions(path: Path) -> tuple[Path, ...]:
    """The write-ahead log of a database, and its index."""
    return tuple(path.with_name(path.name + tail) for tail in COMPANIONS)


def has_lost_log(path: Path) -> bool:
    """Returns whether a log lies beside a missing or empty database: SQLite would delete it."""
    log = path.with_name(path.name + COMPANIONS[0])
    size = path.stat().st_size if path.exists() else 0
    return size == 0 and log.exists() and log.stat().st_size > _WAL_HEADER


def set_aside(path: Path) -> Path:
    """Renames a database and its companions to a free name; returns the database's."""
    number = 1
    while any(os.path.lexists(f"{path}.damaged-{number}{tail}") for tail in ("", *COMPANIONS)):
        number += 1
    aside = path.with_name(f"{path.name}.damaged-{number}")
    for tail in (*COMPANIONS, ""):
        part = path.with_name(path.name + tail)
        if os.path.lexists(part):
            part.rename(aside.with_name(aside.name + tail))
            if not aside.with_name(aside.name + tail).is_symlink():
                aside.with_name(aside.name + tail).chmod(PRIVATE)
    return aside


def is_damage(error: sqlite3.Error) -> bool:
    """Returns whether an error means a damaged file, not a problem of the disk, the user or another process."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return not isinstance(error, sqlite3.OperationalError)
    return code & 0xFF in _DAMAGE or code == sqlite3.SQLITE_IOERR_CORRUPTFS


def is_full(error: sqlite3.Error) -> bool:
    """Returns whether an error means that the disk is full."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL


def connect(path: Path, connection: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    """Opens a database for writing: commits are on disk when they return, deleted data is overwritten.

    `connection` is SQLite's connection class.

    Raises:
        sqlite3.Error: where it cannot be opened, is damaged, or SQLite refuses one of these.
    """
    db = sqlite3.connect(path, isolation_level=None, timeout=2.0, factory=connection)
    db.text_factory = decoded
    try:
        for pragma, wanted in (("journal_mode=WAL", "wal"), ("secure_delete=ON", 1)):
            (found,) = db.execute(f"PRAGMA {pragma}").fetchone()
            if found != wanted:
                raise sqlite3.NotSupportedError(f"SQLite keeps no {pragma}")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA temp_store=MEMORY")
    except BaseException:
        db.close()
        raise
    return db


def check_structure(db: sqlite3.Connection) -> None:
    """Checks the whole database; rebuilds an index that contradicts its table.

    Raises:
        sqlite3.DatabaseError: where it is damaged.
    """
    (verdict,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict == "ok":
        return
    db.execute("REINDEX")
    (verdict,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Commits at the end, or rolls back."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
