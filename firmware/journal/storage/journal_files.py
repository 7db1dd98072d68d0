"""Writes the files of the journal: rows first, then photographs as space permits.

Damaged, removed or replaced files are set aside, and a new journal continues with all that is known: what can be read
of them, and what was written since they were opened.
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from firmware.journal.chain import START, StoredRow, link_row
from firmware.journal.entries import VaultEntry
from firmware.journal.errors import JournalError, unwritable_folder
from firmware.journal.rows import Row
from firmware.journal.storage import disk_space
from firmware.journal.storage.database_file import (
    FILE,
    FolderLock,
    check_structure,
    companions,
    connect,
    create_private,
    has_lost_log,
    is_damage,
    is_full,
    private_folder,
    set_aside,
    transaction,
)
from firmware.journal.storage.database_opening import locked, log_loses_rows, opened, read_by_sqlite
from firmware.journal.storage.file_watch import FileChange, FileWatch
from firmware.journal.storage.head_file import Head
from firmware.journal.storage.salvage import Salvage, merged, rebuild, salvage, saved_from
from firmware.rules.message import Message, message, plural

Statement = tuple[str, tuple[Any, ...]]
_INSERT = "INSERT INTO rows (id, game, seq, at, kind, body, hash) VALUES (?, ?, ?, ?, ?, ?, ?)"
NEWS_LASTS = 10
"""Trouble with the journal is shown for this many successful writes, about a round."""
_REMOVED = message("The journal was removed or changed while the box was running")


@dataclass(slots=True)
class _Batch:
    """Rows that are written together, with what belongs to them."""

    rows: list[StoredRow]
    others: list[Statement]

    def statements(self) -> list[Statement]:
        rows = [(_INSERT, (row.id, row.game, row.seq, row.at, row.kind, row.body, row.hash)) for row in self.rows]
        return [*rows, *self.others]


class JournalFiles:
    """The database of a folder, open for writing.

    `head` is the hash of the last row, written or still in memory. If the end of the journal was lost, `lost_end_of` is
    the game it belonged to, until the next row is written.
    """

    def __init__(self, folder: Path, spare: int, reserve: int, connection: type[sqlite3.Connection]) -> None:
        """Opens or creates the database; see `Journal`."""
        self.path = folder / FILE
        self._index = companions(self.path)[1]
        self._reserve, self._connection = reserve, connection
        self._waiting: list[_Batch] = []
        self._written: dict[int, StoredRow] = {}
        self._sealed: dict[tuple[int, int], VaultEntry] = {}
        self._news: Message | None = None
        self._broken: Message | None = None
        self.lost_end_of: int | None = None
        self._index_size = 0
        self._news_left = 0
        self._lock = locked(folder)
        try:
            self._db = self._open(folder)
            self._last, self.head = self._last_row()
            self._find_end()
        except (OSError, sqlite3.Error) as error:
            self._lock.close()
            raise error if isinstance(error, JournalError) else unwritable_folder(folder, str(error)) from error
        self._watch = FileWatch(self.path)
        disk_space.keep_spare(folder, spare)

    @property
    def db(self) -> sqlite3.Connection:
        """The connection.

        SQLite maps the log's index into memory; reading a truncated one would crash the process. It is extended again:
        SQLite rebuilds its content.
        """
        try:
            size = self._index.stat().st_size
            if size < self._index_size:
                os.truncate(self._index, self._index_size)
            self._index_size = max(size, self._index_size)
        except FileNotFoundError:
            # The mapping outlives the name.
            self._index_size = 0
        return self._db

    @property
    def trouble(self) -> Message | None:
        """What the table should know: the journal cannot be written, or what happened to it; None if all is well."""
        return self._broken or self._news

    def close(self) -> None:
        """Writes waiting rows if possible, and closes the files; where they have just been removed, writes all anew."""
        self.check()
        self._flush()
        self.release()

    def release(self) -> None:
        """Closes the files without writing anything."""
        self.db.close()
        self._lock.close()

    def add(self, rows: Sequence[tuple[int, int, Row]], at: float, vault: tuple[int, VaultEntry] | None = None) -> None:
        """Chains and writes rows, given with game and number, in one transaction with a sealed roll.

        If that fails they wait in memory, `trouble` reports it, and every later call retries.
        """
        others: list[Statement] = []
        if vault is not None:
            game, sealed = vault
            self._sealed[game, sealed.serial] = sealed
            keep = "INSERT OR REPLACE INTO vault (game, serial, salt, faces, body, encoded) VALUES (?, ?, ?, ?, ?, ?)"
            body, faces = json.dumps(sealed.body), json.dumps(sealed.faces)
            others.append((keep, (game, sealed.serial, sealed.salt, faces, body, b"")))
        stored = [StoredRow(0, game, seq, float(at), row.kind, json.dumps(row.body)) for game, seq, row in rows]
        self._waiting.append(_Batch(self._chained(stored), others))
        self._flush()

    def add_photographs(self, statements: Sequence[Statement], size: int) -> None:
        """Writes photographs of `size` bytes as space permits, deleting the oldest. The next row makes them durable."""
        if self._waiting or disk_space.free(self.path.parent) < self._reserve + size:
            return
        count = "SELECT game, seq, length(encoded) FROM photographs ORDER BY game DESC, seq DESC"
        try:
            self.db.execute("PRAGMA synchronous=NORMAL")
            self._commit(statements)
            taken = 0
            for game, seq, length in self.db.execute(count).fetchall():
                taken += length
                if taken > disk_space.LIMIT:
                    self._commit([("DELETE FROM photographs WHERE game = ? AND seq <= ?", (game, seq))])
                    break
        except sqlite3.Error:
            # A photograph is evidence for people only: the game continues without it.
            return
        finally:
            self.db.execute("PRAGMA synchronous=FULL")
            self._watch.note()

    def check(self) -> None:
        """Notices files that were removed or changed, and replaces them with a new journal of all that is known."""
        if not self._waiting and self._holds_files():
            self._watch.note()

    def wipe(self, keep: Sequence[int], photographs: bool = False) -> None:
        """Overwrites the sealed rolls of all games but these, and all photographs, including in the log."""
        self._sealed = {place: sealed for place, sealed in self._sealed.items() if place[0] in keep}
        if self._waiting:
            return
        marks = ", ".join("?" * len(keep))
        statements: list[Statement] = [(f"DELETE FROM vault WHERE game NOT IN ({marks})", tuple(keep))]
        if photographs:
            statements.append(("DELETE FROM photographs", ()))
        try:
            self._commit(statements)
            self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error:
            # The rows are written; the next start wipes again.
            return
        finally:
            self._watch.note()

    def remember(self, rows: Iterable[StoredRow]) -> None:
        """Keeps rows in memory, in case the files are lost while the box runs."""
        self._written |= {row.id: row for row in rows}

    def _chained(self, rows: Sequence[StoredRow]) -> list[StoredRow]:
        """Chains rows to the last one."""
        chained: list[StoredRow] = []
        for row in rows:
            self._last += 1
            placed = replace(row, id=self._last)
            self.head = link_row(self.head, placed)
            chained.append(replace(placed, hash=self.head))
        return chained

    def _flush(self) -> None:
        """Writes the waiting rows."""
        if not self._waiting or not self._holds_files():
            return
        statements = [statement for batch in self._waiting for statement in batch.statements()]
        try:
            try:
                self._commit(statements)
            except sqlite3.Error as error:
                if not is_full(error) or not disk_space.spend_spare(self.path.parent):
                    raise
                self._commit(statements)
                remedy = message(
                    "the game goes on without photographs; free some space at {folder}", folder=str(self.path.parent)
                )
                self._tell(message("The disk is full").with_remedy(remedy))
        except sqlite3.Error as error:
            self._broken = _unwritten(error, self.path.parent)
        else:
            self.remember(row for batch in self._waiting for row in batch.rows)
            last = self._waiting[-1].rows[-1:]
            for row in last:
                Head(row.id, row.game, row.hash).write(self.path.parent)
                self.lost_end_of = None
            self._waiting.clear()
            self._broken = None
            self._news_left -= 1
            if self._news_left < 0:
                self._news = None
        self._watch.note()

    def _tell(self, news: Message) -> None:
        self._news, self._news_left = news, NEWS_LASTS

    def _commit(self, statements: Sequence[Statement]) -> None:
        with transaction(self.db):
            for statement, values in statements:
                self.db.execute(statement, values)

    def _open(self, folder: Path) -> sqlite3.Connection:
        """Opens the database; sets aside a damaged one, and a log that has lost its database."""
        if has_lost_log(self.path):
            # SQLite would delete it.
            return self._salvaged(message("The journal was lost, but not its log"))
        create_private(self.path)
        try:
            if log_loses_rows(self.path):
                # SQLite would silently ignore everything behind the damage.
                return self._salvaged(message("The log of the journal was damaged"))
            return opened(self.path, self._connection)
        except sqlite3.Error as error:
            if is_damage(error):
                return self._salvaged(message("The journal was damaged ({error})", error=str(error)))
            if not disk_space.spend_spare(folder):
                raise
            return opened(self.path, self._connection)

    def _salvaged(self, why: Message, known: Salvage | None = None) -> sqlite3.Connection:
        """Sets the files aside, creates a new journal from everything known or readable, and reports it."""
        source = set_aside(self.path)
        found = known or merged(salvage(source), read_by_sqlite(source))
        fresh = self.path.with_name(f".{FILE}.new")
        for part in (fresh, *companions(fresh)):
            part.unlink(missing_ok=True)
        if found.rows:
            rebuild(fresh, found, source.name, time.time())
            fresh.replace(self.path)
        else:
            create_private(self.path)
        self._tell(why.with_remedy(_goes_on(source, len(found.rows))))
        return opened(self.path, self._connection)

    def _last_row(self) -> tuple[int, str]:
        found = self.db.execute("SELECT id, hash FROM rows ORDER BY id DESC LIMIT 1").fetchone()
        return (int(found[0]), str(found[1])) if found else (0, START)

    def _find_end(self) -> None:
        """Compares the last row with the one recorded as last; if that was lost, the gap stays in the chain."""
        written = Head.read(self.path.parent)
        if written is None or written.id <= self._last:
            return
        lost = plural(
            "The last row of the journal is missing",
            "The last {n} rows of the journal are missing",
            written.id - self._last,
        )
        if self._news is None:  # otherwise it already says what was set aside, and how much of it continues
            self._tell(lost.with_remedy(message("check the card; `meierbox games recover` may find them in a copy")))
        self.lost_end_of = written.game
        if self._last:
            self._last, self.head = written.id, written.hash

    def _holds_files(self) -> bool:
        """Returns whether rows can be written; replaces lost or changed files with a new journal."""
        change = self._watch.change()
        if change is FileChange.NONE or (change is FileChange.TOUCHED and self._is_whole()):
            return True
        folder = self.path.parent
        try:
            known = self._all_known()
            private_folder(folder)
            lock = FolderLock(folder) if self._lock.lost(folder) else self._lock
        except OSError as error:
            self._broken = _unwritten(error, folder)
            return False
        try:
            db = self._salvaged(_REMOVED, known)
        except (OSError, sqlite3.Error) as error:
            self._broken = _unwritten(error, folder)
            if lock is not self._lock:
                lock.close()
            return False
        if lock is not self._lock:
            self._lock.close()
        self.db.close()
        self._lock, self._db, self._index_size = lock, db, 0
        self._last, self.head = self._last_row()
        for batch in self._waiting:
            batch.rows = self._chained(batch.rows)
        self._watch = FileWatch(self.path)
        return True

    def _is_whole(self) -> bool:
        """Checks files changed by somebody else, as another process would find them."""
        try:
            if not self.path.stat().st_size:
                return False  # SQLite would wait for its lock, for seconds in which nothing is drawn
            with closing(connect(self.path)) as db:
                check_structure(db)
                found = db.execute("SELECT id FROM rows ORDER BY id DESC LIMIT 1").fetchone()
        except (OSError, sqlite3.Error):
            return False
        return (found[0] if found else 0) == self._last - sum(len(batch.rows) for batch in self._waiting)

    def _all_known(self) -> Salvage:
        """Collects what was in the files when they were opened, and what was written since."""
        try:
            known = saved_from(self.db)
        except sqlite3.Error:
            known = salvage(self.path)
        known.rows |= self._written
        there = {columns[:2] for columns in known.vault}
        known.vault += [
            (game, serial, sealed.salt, json.dumps(sealed.faces), json.dumps(sealed.body), sealed.encoded)
            for (game, serial), sealed in self._sealed.items()
            if (game, serial) not in there
        ]
        return known


def _goes_on(aside: Path, rows: int) -> Message:
    """Returns how a journal goes on that was set aside, or of which nothing was left."""
    there = any(part.exists() for part in (aside, *companions(aside)))
    if not rows:
        return (
            message("it was set aside as {aside}, and a new one begins", aside=aside.name)
            if there
            else message("a new one begins")
        )
    if not there:
        return plural("{n} row of it goes on in a new one", "{n} rows of it go on in a new one", rows)
    return plural(
        "it was set aside as {aside}, and {n} row of it goes on in a new one",
        "it was set aside as {aside}, and {n} rows of it go on in a new one",
        rows,
        aside=aside.name,
    )


def _unwritten(error: Exception, folder: Path) -> Message:
    """Returns the message that the journal cannot be written, with the remedy."""
    cannot = message("The journal cannot be written ({error})", error=str(error))
    if isinstance(error, BlockingIOError):
        return cannot.with_remedy(message("another meierbox is using {folder}: close it", folder=str(folder)))
    if isinstance(error, sqlite3.Error) and is_full(error):
        return cannot.with_remedy(
            message("the game goes on, but power must not fail; free some space at {folder}", folder=str(folder))
        )
    return cannot.with_remedy(
        message("the game goes on, but power must not fail; make {folder} writable", folder=str(folder))
    )
