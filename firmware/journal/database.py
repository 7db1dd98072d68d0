"""The journal: an SQLite database to which everything that happens is written before anybody sees it.

Rows are only ever added, each with the hash of the one before it (README.md). One call of `append` is one transaction
in WAL mode with `synchronous=FULL`, so that power may fail at any instant: a row is there completely or not at all.
Photographs follow in a transaction of their own, as space allows. When the disk refuses (full, worn out, read-only),
the rows wait in memory, the game goes on, `trouble` says so, and every later call tries again.

Sealed rolls are in a table of their own, the vault, which no export reads; it is emptied when its game ends, and what
was in it is overwritten, so that what was never revealed stays secret for ever. Photographs of reveals are kept until
the next game begins.
"""

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from firmware.journal.chain import START, StoredRow, link_row
from firmware.journal.database_file import (
    FILE,
    FolderLock,
    check_structure,
    connect,
    create_private,
    is_damage,
    private_folder,
    set_aside,
    transaction,
)
from firmware.journal.errors import (
    JournalError,
    JournalInUseError,
    newer_journal,
    unreadable_journal,
    unwritable_folder,
)
from firmware.journal.migration import lay, version_of
from firmware.journal.rows import ENDED, REOPENED, GameHead, Row, Standing, faults_of, game_heads, standing
from firmware.rules.message import Message, message

__all__ = ["FILE", "VERSION", "GameEntry", "Journal", "JournalError", "Row", "StoredPhotograph", "VaultEntry"]

VERSION = 3
"""Version 1 also kept how a simulated box is restored; versions 1 and 2 had no chain, and a table of games."""

_Statement = tuple[str, tuple[Any, ...]]


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
    """A game in the journal: its number, when it was begun (seconds since 1970), and its rules ("" if unreadable)."""

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
        self._waiting: list[_Statement] = []
        self._next_seq: dict[int, int] = {}
        self.trouble: Message | None = None
        try:
            private_folder(folder)
            self._lock = FolderLock(folder)
        except BlockingIOError:
            in_use = message("Another meierbox keeps the journal in {folder}", folder=str(folder))
            remedy = message("end it first, or set MEIERBOX_STATE elsewhere")
            raise JournalInUseError(in_use.with_remedy(remedy)) from None
        except OSError as error:
            raise unwritable_folder(folder, error.strerror or str(error)) from error
        try:
            self._db = self._open(folder)
            self._last = self._last_row()
        except OSError as error:
            self._lock.close()
            raise error if isinstance(error, JournalError) else unwritable_folder(folder, str(error)) from error

    def _open(self, folder: Path) -> sqlite3.Connection:
        try:
            create_private(self.path)
            try:
                return _opened(self.path, self._connection)
            except sqlite3.Error as error:
                if not is_damage(error):
                    raise
                aside = set_aside(self.path)
                damaged = message("The journal was damaged ({error})", error=str(error))
                self.trouble = damaged.with_remedy(
                    message("it was set aside as {aside}, and a new one begins", aside=aside.name)
                )
                create_private(self.path)
                return _opened(self.path, self._connection)
        except sqlite3.Error as error:
            raise unwritable_folder(folder, str(error)) from error

    def __enter__(self) -> Self:
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

    def begin(self, at: float, rows: Sequence[Row]) -> int:
        """Enters a new game with its first rows, in one transaction, and gives its number; open games are left."""
        heads = self._heads()
        number = max([0, *(head.number for head in heads), *self._next_seq]) + 1
        statements: list[_Statement] = []
        for head in heads:
            if head.ended is None:
                statements += self._chained(head.number, [Row(ENDED, {"outcome": "left"})], at)
        self._next_seq[number] = 1
        statements += self._chained(number, rows, at)
        self._write([("DELETE FROM vault", ()), ("DELETE FROM photographs", ()), *statements])
        return number

    def append(
        self,
        game: int,
        rows: Sequence[Row],
        at: float,
        vault: VaultEntry | None = None,
        photographs: Sequence[StoredPhotograph] = (),
    ) -> int:
        """Adds rows, with a sealed roll, in one transaction, then photographs; gives the number of the last row.

        The body of the last row lists the SHA-256 of the photographs. A photograph takes the place of one that was kept
        with the same number before.
        """
        if photographs and rows:
            sums = [hashlib.sha256(kept.encoded).hexdigest() for kept in photographs]
            rows = [*rows[:-1], replace(rows[-1], body={**rows[-1].body, "photographs": sums})]
        statements = self._chained(game, rows, at)
        if vault is not None:
            keep = "INSERT OR REPLACE INTO vault (game, serial, salt, faces, body, encoded) VALUES (?, ?, ?, ?, ?, ?)"
            faces = json.dumps(vault.faces)
            statements.append((keep, (game, vault.serial, vault.salt, faces, json.dumps(vault.body), vault.encoded)))
        show = "INSERT OR REPLACE INTO photographs (game, seq, body, encoded) VALUES (?, ?, ?, ?)"
        statements += [(show, (game, kept.seq, json.dumps(kept.body), kept.encoded)) for kept in photographs]
        self._write(statements)
        return self.next_seq(game) - 1

    def end(self, game: int, outcome: str, at: float) -> None:
        """Ends a game ("won", "stopped" or "left"): what was never revealed of it is overwritten."""
        self._write(
            [
                *self._chained(game, [Row(ENDED, {"outcome": outcome})], at),
                ("DELETE FROM vault WHERE game = ?", (game,)),
            ]
        )

    def reopen(self, game: int, at: float) -> None:
        """Goes on with an ended game, after an undo or a ruling; does nothing where it is open."""
        head = self._head(game)
        if head is None or head.ended is not None:
            self._write(self._chained(game, [Row(REOPENED, {})], at))

    def next_seq(self, game: int) -> int:
        """Gives the number that the next row of a game will have."""
        if game not in self._next_seq:
            query = "SELECT coalesce(max(seq), 0) + 1 FROM rows WHERE game = ?"
            self._next_seq[game] = int(self._ask(query, game)[0][0])
        return self._next_seq[game]

    @property
    def head(self) -> str:
        """The hash of the last row, which the next one will follow."""
        return self._last[1]

    def unfinished(self) -> GameEntry | None:
        """Finds the game that was played last and not ended."""
        query = "SELECT game FROM rows WHERE game > 0 GROUP BY game ORDER BY max(id) DESC"
        heads = {head.number: head for head in self._heads()}
        for place, (number,) in enumerate(self._ask(query)):
            head = heads.get(number)
            # An end that was damaged does not make an earlier game the one that was interrupted.
            if head and head.ended is None and (place == 0 or not faults_of(self._db, number)):
                return _entry(head)
        return None

    def game(self, number: int) -> GameEntry | None:
        """Finds a game by its number."""
        head = self._head(number)
        return _entry(head) if head else None

    def latest(self) -> GameEntry | None:
        """Finds the latest game of all, finished or not."""
        heads = self._heads()
        return _entry(heads[0]) if heads else None

    def verdicts_before(self, game: int) -> int:
        """Counts the verdicts of the games before this one, from a number that differs from journal to journal."""
        query = (
            "SELECT coalesce((SELECT cast(at AS INTEGER) FROM rows WHERE game > 0 ORDER BY id LIMIT 1), 0) + count(*) "
            """FROM rows WHERE game > 0 AND game < ? AND kind = 'event' AND instr(body, '"event": "Adjudicated"') > 0"""
        )
        return int(self._ask(query, game)[0][0])

    def standing(self, game: int) -> Standing:
        """Gives the rows of a game that stand, and where it is damaged, if it is.

        Raises:
            JournalError: where the file cannot be read.
        """
        try:
            return standing(self._db, game)
        except sqlite3.Error as error:
            raise unreadable_journal(self.path, error) from error

    def rows(self, game: int) -> Iterator[tuple[int, Row]]:
        """Gives the rows of a game that stand with their numbers, in order.

        Raises:
            JournalError: where the file cannot be read.
        """
        for stored, row in self.standing(game).rows:
            yield stored.seq, row

    def photographs(self, game: int) -> Iterator[StoredPhotograph]:
        """Gives the photographs of a game, in order; those that are damaged are left out."""
        query = "SELECT seq, body, encoded FROM photographs WHERE game = ? ORDER BY seq"
        for seq, body, encoded in self._ask(query, game):
            try:
                yield StoredPhotograph(seq, json.loads(body), encoded)
            except ValueError:
                continue

    def vault(self, game: int) -> Iterator[VaultEntry]:
        """Gives the sealed rolls of a game, in order; for the adjudicator only. Those that are damaged are left out."""
        query = "SELECT serial, salt, faces, body, encoded FROM vault WHERE game = ? ORDER BY serial"
        for serial, salt, faces, body, encoded in self._ask(query, game):
            try:
                yield VaultEntry(serial, salt, tuple(json.loads(faces)), json.loads(body), encoded)
            except (ValueError, TypeError):
                continue

    def _ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise unreadable_journal(self.path, error) from error

    def _heads(self) -> tuple[GameHead, ...]:
        try:
            return game_heads(self._db)
        except sqlite3.Error as error:
            raise unreadable_journal(self.path, error) from error

    def _head(self, game: int) -> GameHead | None:
        return next((head for head in self._heads() if head.number == game), None)

    def _last_row(self) -> tuple[int, str]:
        found = self._ask("SELECT id, hash FROM rows ORDER BY id DESC LIMIT 1")
        return (int(found[0][0]), str(found[0][1])) if found else (0, START)

    def _chained(self, game: int, rows: Sequence[Row], at: float) -> list[_Statement]:
        """Chains rows to the last one; gives what inserts them."""
        insert = "INSERT INTO rows (id, game, seq, at, kind, body, hash) VALUES (?, ?, ?, ?, ?, ?, ?)"
        seq = self.next_seq(game)
        statements: list[_Statement] = []
        for offset, row in enumerate(rows):
            number, before = self._last
            stored = StoredRow(number + 1, game, seq + offset, float(at), row.kind, json.dumps(row.body))
            own = link_row(before, stored)
            self._last = (number + 1, own)
            statements.append((insert, (number + 1, game, seq + offset, float(at), row.kind, stored.body, own)))
        self._next_seq[game] = seq + len(rows)
        return statements

    def _write(self, statements: Sequence[_Statement]) -> None:
        self._waiting += statements
        if not self._waiting:
            return
        try:
            with transaction(self._db):
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


def _opened(path: Path, connection: type[sqlite3.Connection]) -> sqlite3.Connection:
    """Opens a database, which has this version's tables then; raises sqlite3.Error, or JournalError for a newer one."""
    db = connect(path, connection)
    try:
        found = version_of(db)
        if found > VERSION:
            raise newer_journal(path)
        check_structure(db)
        if found < VERSION:
            lay(db, found, time.time())
    except BaseException:
        db.close()
        raise
    return db


def _entry(head: GameHead) -> GameEntry:
    return GameEntry(head.number, head.begun, head.rules)
