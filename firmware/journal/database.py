"""The journal: an SQLite database in which everything is stored before anybody sees it.

Rows are only ever added, each with the hash of the one before it (README.md). A call of `append` is one transaction in
WAL mode with `synchronous=FULL`, so that power may fail at any moment: a row is there completely or not at all.
Photographs follow in a transaction of their own, space permitting. If the disk refuses (full, worn out, read-only),
rows wait in memory, the game continues, `trouble` reports it, and every later call retries.

Sealed rolls are in a separate table, the vault, which no export reads. When its game ends, its contents are
overwritten, so that rolls that were never revealed stay secret. Photographs of reveals are kept until the next game
begins.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from firmware.journal.entries import GameEntry, StoredPhotograph, VaultEntry
from firmware.journal.errors import JournalError, unreadable_journal
from firmware.journal.rows import ENDED, REOPENED, GameSummary, Row, ValidRows, faults_of, game_summaries, valid_rows
from firmware.journal.storage.database_file import FILE
from firmware.journal.storage.disk_space import RESERVE
from firmware.journal.storage.journal_files import JournalFiles
from firmware.rules.message import Message

__all__ = ["FILE", "VERSION", "GameEntry", "Journal", "JournalError", "Row", "StoredPhotograph", "VaultEntry"]

VERSION = 3
"""Version 1 also stored the state of a simulated box; versions 1 and 2 had a table of games, and no chain."""


class Journal:
    """An open journal, for use in one thread; call `close`, or use it as a context manager."""

    def __init__(
        self,
        folder: Path,
        spare: int = 0,
        reserve: int = RESERVE,
        connection: type[sqlite3.Connection] = sqlite3.Connection,
    ) -> None:
        """Opens or creates the journal in `folder`; migrates one of an older version.

        `spare` bytes are reserved for rows on a full disk; photographs leave `reserve` bytes free. `connection` is
        SQLite's connection class, for faking disk failures.

        Raises:
            JournalError: where the folder cannot be written, another box keeps this journal, or a newer program wrote
                it. A file that is damaged beyond use is set aside, never deleted, and a new one begins with what can
                be read of it; `trouble` says so.
        """
        self._files = JournalFiles(folder, spare, reserve, connection)
        self._next_seq: dict[int, int] = {}
        self._files.wipe(self._open_games())

    @property
    def path(self) -> Path:
        """The database file."""
        return self._files.path

    @property
    def trouble(self) -> Message | None:
        """What the table should know: the journal cannot be written, or what happened to it; None if all is well."""
        return self._files.trouble

    @property
    def head(self) -> str:
        """The hash of the last row, on which the next one builds."""
        return self._files.head

    def __enter__(self) -> Self:
        """Returns itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes."""
        self.close()

    def close(self) -> None:
        """Writes waiting rows if possible, and closes the file."""
        self._files.close()

    def check(self) -> None:
        """Notices, between two events too, that the file was removed or changed; `trouble` says so."""
        self._files.check()

    def begin(self, at: float, rows: Sequence[Row]) -> int:
        """Begins a new game with its first rows in one transaction; returns its number. Open games count as left."""
        summaries = self._summaries()
        number = max([0, *(summary.number for summary in summaries), *self._next_seq]) + 1
        self._next_seq[number] = 1
        left = [
            self._numbered(summary.number, [Row(ENDED, {"outcome": "left"})])
            for summary in summaries
            if summary.ended is None
        ]
        self._files.add([*(each for rows in left for each in rows), *self._numbered(number, rows)], at)
        self._files.wipe([number], photographs=True)
        return number

    def append(
        self,
        game: int,
        rows: Sequence[Row],
        at: float,
        vault: VaultEntry | None = None,
        photographs: Sequence[StoredPhotograph] = (),
    ) -> int:
        """Adds rows and a sealed roll in one transaction, then photographs; returns the number of the last row.

        The body of the last row lists the SHA-256 of the photographs. A photograph replaces an earlier one with the
        same number.
        """
        if photographs and rows:
            sums = [hashlib.sha256(kept.encoded).hexdigest() for kept in photographs]
            rows = [*rows[:-1], replace(rows[-1], body={**rows[-1].body, "photographs": sums})]
        self._files.add(self._numbered(game, rows), at, None if vault is None else (game, vault))
        if vault is not None and vault.encoded:
            illustrate = "UPDATE vault SET encoded = ? WHERE game = ? AND serial = ?"
            self._files.add_photographs([(illustrate, (vault.encoded, game, vault.serial))], len(vault.encoded))
        if photographs:
            show = "INSERT OR REPLACE INTO photographs (game, seq, body, encoded) VALUES (?, ?, ?, ?)"
            kept = [(show, (game, each.seq, json.dumps(each.body), each.encoded)) for each in photographs]
            self._files.add_photographs(kept, sum(len(each.encoded) for each in photographs))
        return self.next_seq(game) - 1

    def end(self, game: int, outcome: str, at: float) -> None:
        """Ends a game ("won", "stopped" or "left"), and overwrites what was never revealed."""
        self._files.add(self._numbered(game, [Row(ENDED, {"outcome": outcome})]), at)
        self._files.wipe([number for number in self._open_games() if number != game])

    def reopen(self, game: int, at: float) -> None:
        """Reopens an ended game, after an undo or a ruling; does nothing if it is open."""
        summary = self._summary(game)
        if summary is None or summary.ended is not None:
            self._files.add(self._numbered(game, [Row(REOPENED, {})]), at)

    def next_seq(self, game: int) -> int:
        """Returns the number of the next row of a game."""
        if game not in self._next_seq:
            query = "SELECT coalesce(max(seq), 0) + 1 FROM rows WHERE game = ?"
            self._next_seq[game] = int(self._ask(query, game)[0][0])
        return self._next_seq[game]

    def unfinished(self) -> GameEntry | None:
        """Returns the last game played, unless it has ended."""
        query = "SELECT game FROM rows WHERE game > 0 GROUP BY game ORDER BY max(id) DESC"
        summaries = {summary.number: summary for summary in self._summaries()}
        for place, (number,) in enumerate(self._ask(query)):
            summary = summaries.get(number)
            if self._files.lost_end_of not in (None, number):
                return None
            # A damaged end must not make an earlier game the interrupted one.
            if summary and summary.ended is None and (place == 0 or not faults_of(self._files.db, number)):
                return _entry(summary)
        return None

    def game(self, number: int) -> GameEntry | None:
        """Returns a game by its number."""
        summary = self._summary(number)
        return _entry(summary) if summary else None

    def latest(self) -> GameEntry | None:
        """Returns the latest game, finished or not."""
        summaries = self._summaries()
        return _entry(summaries[0]) if summaries else None

    def verdicts_before(self, game: int) -> int:
        """Counts the verdicts before this game, from an offset that differs between journals."""
        query = (
            "SELECT coalesce((SELECT cast(at AS INTEGER) FROM rows WHERE game > 0 ORDER BY id LIMIT 1), 0) + count(*) "
            """FROM rows WHERE game > 0 AND game < ? AND kind = 'event' AND instr(body, '"event": "Adjudicated"') > 0"""
        )
        return int(self._ask(query, game)[0][0])

    def valid_rows(self, game: int) -> ValidRows:
        """Returns the valid rows of a game, and where it is damaged, if it is.

        Raises:
            JournalError: where the file cannot be read.
        """
        try:
            found = valid_rows(self._files.db, game)
        except sqlite3.Error as error:
            raise unreadable_journal(self.path, error) from error
        self._files.remember(stored for stored, _ in found.rows)
        return found

    def rows(self, game: int) -> Iterator[tuple[int, Row]]:
        """Yields the valid rows of a game with their numbers, in order.

        Raises:
            JournalError: where the file cannot be read.
        """
        for stored, row in self.valid_rows(game).rows:
            yield stored.seq, row

    def photographs(self, game: int) -> Iterator[StoredPhotograph]:
        """Yields the undamaged photographs of a game, in order."""
        query = "SELECT seq, body, encoded FROM photographs WHERE game = ? ORDER BY seq"
        for seq, body, encoded in self._ask(query, game):
            try:
                yield StoredPhotograph(seq, json.loads(body), encoded)
            except ValueError:
                continue

    def vault(self, game: int) -> Iterator[VaultEntry]:
        """Yields the intact sealed rolls of a game, in order; for the adjudicator only."""
        query = "SELECT serial, salt, faces, body, encoded FROM vault WHERE game = ? ORDER BY serial"
        for serial, salt, faces, body, encoded in self._ask(query, game):
            try:
                yield VaultEntry(serial, bytes(salt), tuple(json.loads(faces)), json.loads(body), bytes(encoded))
            except (ValueError, TypeError):
                continue

    def _ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._files.db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise unreadable_journal(self.path, error) from error

    def _summaries(self) -> tuple[GameSummary, ...]:
        try:
            return game_summaries(self._files.db)
        except sqlite3.Error as error:
            raise unreadable_journal(self.path, error) from error

    def _summary(self, game: int) -> GameSummary | None:
        return next((summary for summary in self._summaries() if summary.number == game), None)

    def _open_games(self) -> list[int]:
        return [summary.number for summary in self._summaries() if summary.ended is None]

    def _numbered(self, game: int, rows: Sequence[Row]) -> list[tuple[int, int, Row]]:
        """Numbers rows within their game."""
        seq = self.next_seq(game)
        self._next_seq[game] = seq + len(rows)
        return [(game, seq + offset, row) for offset, row in enumerate(rows)]


def _entry(summary: GameSummary) -> GameEntry:
    return GameEntry(summary.number, summary.begun, summary.rules)
