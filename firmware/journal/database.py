"""The journal: an SQLite database to which everything that happens is written before anybody sees it.

Rows are only ever added. One call of `append` is one transaction in WAL mode with `synchronous=FULL`, so that power may
fail at any instant: a row is there completely or not at all. When the disk refuses (full, worn out, read-only), the
rows wait in memory, the game goes on, `trouble` says so, and every later call tries again.

Sealed rolls are in a table of their own, the vault, which no export reads; it is emptied when its game ends, so that
what was never revealed stays secret for ever. Photographs of reveals are kept until the next game begins.
"""

import fcntl
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from firmware.journal.errors import JournalError, JournalInUseError, newer_journal, unreadable_row
from firmware.rules.message import Message, message

__all__ = ["FILE", "VERSION", "GameEntry", "Journal", "JournalError", "Row", "StoredPhotograph", "VaultEntry"]

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY, begun REAL NOT NULL, rules TEXT NOT NULL, ended REAL, outcome TEXT);
CREATE TABLE IF NOT EXISTS rows (
    game INTEGER NOT NULL REFERENCES games, seq INTEGER NOT NULL, at REAL NOT NULL,
    kind TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS photographs (
    game INTEGER NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, encoded BLOB NOT NULL, PRIMARY KEY (game, seq));
CREATE TABLE IF NOT EXISTS vault (
    game INTEGER NOT NULL, serial INTEGER NOT NULL, salt BLOB NOT NULL, faces TEXT NOT NULL,
    body TEXT NOT NULL, encoded BLOB NOT NULL, PRIMARY KEY (game, serial));
"""
VERSION = 2
"""Version 1 also kept how a simulated box is restored: in a column of `games`, and in rows of its own."""
FILE = "journal.db"


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that happened: `kind` names it, `body` holds it as JSON-able data."""

    kind: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StoredPhotograph:
    """A photograph with its marks, kept under the number `seq` of a row."""

    seq: int
    body: dict[str, Any]
    encoded: bytes


@dataclass(frozen=True, slots=True, repr=False)
class VaultEntry:
    """A sealed roll as the vault keeps it: number, salt, faces, and the photograph with its marks."""

    serial: int
    salt: bytes
    faces: tuple[int, ...]
    body: dict[str, Any]
    encoded: bytes

    def __repr__(self) -> str:
        """Tells nothing."""
        return "<sealed>"


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the journal: its number, when it was begun (seconds since 1970), and its rules."""

    number: int
    begun: float
    rules: str


class Journal:
    """An open journal. Use it from one thread; `close` it, or use it as a context manager."""

    def __init__(self, folder: Path, connection: type[sqlite3.Connection] = sqlite3.Connection) -> None:
        """Opens the journal in `folder`, or creates it; one of an older version is brought up to date.

        `connection` is the class of SQLite's connections: another one stands for a disk that fails.

        Raises:
            JournalError: where the folder cannot be written, another box keeps this journal, or a newer program wrote
                it. A file that is damaged beyond use is set aside, never deleted, and `trouble` says so.
        """
        self.path = folder / FILE
        self._connection = connection
        self._waiting: list[tuple[str, tuple[Any, ...]]] = []
        self._next_seq: dict[int, int] = {}
        self.trouble: Message | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = _lock(folder)
        except BlockingIOError:
            in_use = message("Another meierbox keeps the journal in {folder}", folder=str(folder))
            remedy = message("end it first, or set MEIERBOX_STATE elsewhere")
            raise JournalInUseError(in_use.with_remedy(remedy)) from None
        except OSError as error:
            raise _unwritable(folder, error.strerror or str(error)) from error
        self._db = self._open(folder)

    def _open(self, folder: Path) -> sqlite3.Connection:
        try:
            db = _connect(self.path, self._connection)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                self._lock.close()
                raise _unwritable(folder, str(error)) from error
            aside = _set_aside(self.path)
            damaged = message("The journal was damaged ({error})", error=str(error))
            self.trouble = damaged.with_remedy(
                message("it was set aside as {aside}, and a new one begins", aside=aside.name)
            )
            db = _connect(self.path, self._connection)
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            db.close()
            self._lock.close()
            raise newer_journal(self.path)
        try:
            _bring_up_to_date(db)
        except sqlite3.Error as error:
            db.close()
            self._lock.close()
            raise _unwritable(folder, str(error)) from error
        return db

    def __enter__(self) -> "Journal":
        """Gives itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes."""
        self.close()

    def close(self) -> None:
        """Writes what still waits, if possible, and closes the file."""
        self._write([])
        self._db.close()
        self._lock.close()

    def begin(self, rules: str, at: float, rows: Sequence[Row] = ()) -> int:
        """Enters a new game with its first rows, in one transaction, and gives its number; open games are left."""
        (last,) = self._db.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()
        number = max([int(last), *self._next_seq]) + 1
        self._next_seq[number] = 1 + len(rows)
        self._write(
            [
                ("UPDATE games SET ended = ?, outcome = 'left' WHERE ended IS NULL", (at,)),
                ("DELETE FROM vault", ()),
                ("DELETE FROM photographs", ()),
                ("INSERT INTO games (id, begun, rules) VALUES (?, ?, ?)", (number, at, rules)),
                *_inserts(number, 1, rows, at),
            ]
        )
        return number

    def append(
        self,
        game: int,
        rows: Sequence[Row],
        at: float,
        vault: VaultEntry | None = None,
        photographs: Sequence[StoredPhotograph] = (),
    ) -> int:
        """Adds rows, with a sealed roll and photographs, in one transaction; gives the number of the last row.

        A photograph takes the place of one that was kept with the same number before.
        """
        seq = self.next_seq(game)
        statements = _inserts(game, seq, rows, at)
        if vault is not None:
            keep = "INSERT OR REPLACE INTO vault (game, serial, salt, faces, body, encoded) VALUES (?, ?, ?, ?, ?, ?)"
            faces = json.dumps(vault.faces)
            statements.append((keep, (game, vault.serial, vault.salt, faces, json.dumps(vault.body), vault.encoded)))
        show = "INSERT OR REPLACE INTO photographs (game, seq, body, encoded) VALUES (?, ?, ?, ?)"
        statements += [(show, (game, kept.seq, json.dumps(kept.body), kept.encoded)) for kept in photographs]
        self._write(statements)
        self._next_seq[game] = seq + len(rows)
        return seq + len(rows) - 1

    def end(self, game: int, outcome: str, at: float) -> None:
        """Marks a game as ended ("won", "stopped" or "left")."""
        self._write(
            [
                ("UPDATE games SET ended = ?, outcome = ? WHERE id = ?", (at, outcome, game)),
                ("DELETE FROM vault WHERE game = ?", (game,)),
            ]
        )

    def reopen(self, game: int) -> None:
        """Marks an ended game as unfinished again, after an undo or a ruling with which it goes on."""
        self._write([("UPDATE games SET ended = NULL, outcome = NULL WHERE id = ?", (game,))])

    def next_seq(self, game: int) -> int:
        """Gives the number that the next row of a game will have."""
        if game not in self._next_seq:
            query = "SELECT coalesce(max(seq), 0) + 1 FROM rows WHERE game = ?"
            self._next_seq[game] = int(self._db.execute(query, (game,)).fetchone()[0])
        return self._next_seq[game]

    def unfinished(self) -> GameEntry | None:
        """Finds the latest game that was begun and not ended."""
        found = self._db.execute(
            "SELECT id, begun, rules FROM games WHERE ended IS NULL ORDER BY id DESC LIMIT 1"
        ).fetchone()
        return GameEntry(*found) if found else None

    def game(self, number: int) -> GameEntry | None:
        """Finds a game by its number."""
        found = self._db.execute("SELECT id, begun, rules FROM games WHERE id = ?", (number,)).fetchone()
        return GameEntry(*found) if found else None

    def latest(self) -> GameEntry | None:
        """Finds the latest game of all, finished or not."""
        found = self._db.execute("SELECT id, begun, rules FROM games ORDER BY id DESC LIMIT 1").fetchone()
        return GameEntry(*found) if found else None

    def verdicts_before(self, game: int) -> int:
        """Counts the verdicts of the games before this one, from a number that differs from journal to journal."""
        query = (
            "SELECT coalesce((SELECT cast(begun AS INTEGER) FROM games ORDER BY id LIMIT 1), 0) + count(*) FROM rows "
            "WHERE game < ? AND kind = 'event' AND json_extract(body, '$.event.event') = 'Adjudicated'"
        )
        return int(self._db.execute(query, (game,)).fetchone()[0])

    def rows(self, game: int) -> Iterator[tuple[int, Row]]:
        """Gives the rows of a game with their numbers, in order.

        Raises:
            JournalError: where a row is no JSON.
        """
        query = "SELECT seq, kind, body FROM rows WHERE game = ? ORDER BY seq"
        for seq, kind, body in self._db.execute(query, (game,)):
            try:
                yield seq, Row(kind, json.loads(body))
            except ValueError as error:
                raise unreadable_row(seq, game, self.path, error) from error

    def photographs(self, game: int) -> Iterator[StoredPhotograph]:
        """Gives the photographs of a game, in order."""
        query = "SELECT seq, body, encoded FROM photographs WHERE game = ? ORDER BY seq"
        for seq, body, encoded in self._db.execute(query, (game,)):
            yield StoredPhotograph(seq, json.loads(body), encoded)

    def vault(self, game: int) -> Iterator[VaultEntry]:
        """Gives the sealed rolls of a game, in order; for the adjudicator only."""
        query = "SELECT serial, salt, faces, body, encoded FROM vault WHERE game = ? ORDER BY serial"
        for serial, salt, faces, body, encoded in self._db.execute(query, (game,)):
            yield VaultEntry(serial, salt, tuple(json.loads(faces)), json.loads(body), encoded)

    def _write(self, statements: Iterable[tuple[str, tuple[Any, ...]]]) -> None:
        self._waiting += statements
        if not self._waiting:
            return
        try:
            with _transaction(self._db):
                for statement, values in self._waiting:
                    self._db.execute(statement, values)
        except sqlite3.Error as error:
            cannot = message("The journal cannot be written ({error})", error=str(error))
            remedy = message(
                "the game goes on, but power must not fail; free some space at {folder}", folder=str(self.path.parent)
            )
            self.trouble = cannot.with_remedy(remedy)
        else:
            self._waiting.clear()
            self.trouble = None


def _inserts(game: int, seq: int, rows: Sequence[Row], at: float) -> list[tuple[str, tuple[Any, ...]]]:
    """Adds rows to a game, the first with the number `seq`."""
    insert = "INSERT INTO rows (game, seq, at, kind, body) VALUES (?, ?, ?, ?, ?)"
    return [(insert, (game, seq + i, at, row.kind, json.dumps(row.body))) for i, row in enumerate(rows)]


def _connect(path: Path, connection: type[sqlite3.Connection]) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=2.0, factory=connection)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.executescript(SCHEMA)
        verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)
    except BaseException:
        db.close()
        raise
    path.chmod(0o600)
    return db


def _bring_up_to_date(db: sqlite3.Connection) -> None:
    """Makes a journal of an older version one of this version, in one transaction.

    Where the dice of a simulated box came from goes from its column into a row of the game, since rows are never lost.
    """
    with _transaction(db):
        if "world" in [column[1] for column in db.execute("PRAGMA table_info(games)")]:
            db.execute(
                "INSERT INTO rows (game, seq, at, kind, body) SELECT id, 1 + "
                "(SELECT coalesce(max(seq), 0) FROM rows WHERE game = id), begun, 'world', world FROM games"
            )
            db.execute("ALTER TABLE games DROP COLUMN world")
        db.execute(f"PRAGMA user_version={VERSION}")


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _lock(folder: Path) -> TextIO:
    lock = (folder / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise
    return lock


def _set_aside(path: Path) -> Path:
    """Renames a damaged database and its companions to the first free name."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for tail in ("-wal", "-shm", ""):
        part = path.with_name(path.name + tail)
        if part.exists():
            part.rename(aside.with_name(aside.name + tail))
    return aside


def _unwritable(folder: Path, reason: str) -> JournalError:
    cannot = message("The journal cannot be kept in {folder} ({why})", folder=str(folder), why=reason)
    return JournalError(cannot.with_remedy(message("make that folder writable, or set MEIERBOX_STATE to another one")))
