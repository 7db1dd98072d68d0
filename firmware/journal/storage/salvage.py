"""Salvages a damaged journal into a new one.

Rows keep their ids and hashes, so that the chain of the new journal proves which are unchanged and where some are
missing. Only the pages of the damaged file are used.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from firmware.journal.chain import START, ChainFaultKind, StoredRow, follow, link_row
from firmware.journal.rows import ENDED, JOURNAL_ITSELF, SALVAGED, all_rows
from firmware.journal.storage.database_file import connect, create_private, transaction
from firmware.journal.storage.database_pages import PageRecord, Value, records
from firmware.journal.storage.migration import MIGRATED, create_schema

Kept = tuple[Value, ...]
_TEXTS = {"photographs": (2,), "vault": (3, 4)}


@dataclass(slots=True)
class Salvage:
    """What was salvaged: rows by id, and photographs and sealed rolls as stored."""

    rows: dict[int, StoredRow] = field(default_factory=dict)
    photographs: list[Kept] = field(default_factory=list)
    vault: list[Kept] = field(default_factory=list, repr=False)

    def missing(self) -> int:
        """Counts the rows missing before the last one."""
        return max(self.rows, default=0) - len(self.rows)

    def damaged(self) -> tuple[StoredRow, ...]:
        """Returns the changed rows."""
        faults = follow(row for _, row in sorted(self.rows.items()))
        return tuple(fault.row for fault in faults if fault.kind is ChainFaultKind.CONTENT)

    def missing_of(self, game: int) -> int:
        """Counts the rows of a game missing before its last one."""
        numbers = [row.seq for row in self.rows.values() if row.game == game]
        return max(numbers, default=0) - len(numbers)

    def open_games(self) -> set[int]:
        """The numbers of the unfinished games: only their sealed rolls may be kept."""
        last: dict[int, StoredRow] = {}
        for row in self.rows.values():
            if row.game not in last or last[row.game].seq < row.seq:
                last[row.game] = row
        return {game for game, row in last.items() if row.kind != ENDED}

    def games(self) -> tuple[int, ...]:
        """The numbers of all games with rows."""
        return tuple(sorted({row.game for row in self.rows.values() if row.game != JOURNAL_ITSELF}))


def salvage(path: Path) -> Salvage:
    """Reads what is readable of a journal of any version, and of its write-ahead log.

    Raises:
        OSError: where the files cannot be read.
    """
    found = Salvage()
    candidates: dict[int, list[StoredRow]] = {}
    old_rows: dict[tuple[int, int], StoredRow] = {}
    ends: dict[int, StoredRow] = {}
    for record in records(path):
        match record.columns:
            case (None, int(game), int(seq), float() | int() as at, str(kind), str(body), str(own)) if len(own) == 64:
                if record.rowid is not None and record.rowid > 0 and game >= 0 and seq > 0:
                    row = StoredRow(record.rowid, game, seq, float(at), kind, body, own)
                    candidates.setdefault(row.id, []).append(row)
            case (int(game), int(seq), float() | int() as at, str(kind), str(body)) if game > 0 and seq > 0:
                old_rows[game, seq] = StoredRow(0, game, seq, float(at), kind, body)
            case (None, float() | int(), str(), float() | int() as at, str(outcome), *_) if record.rowid:
                ends[record.rowid] = StoredRow(0, record.rowid, 0, float(at), ENDED, json.dumps({"outcome": outcome}))
            case (None, float() | int(), str(), str(), float() | int() as at, str(outcome)) if record.rowid:
                # Version 1 stored the state of a simulated box between rules and end.
                ends[record.rowid] = StoredRow(0, record.rowid, 0, float(at), ENDED, json.dumps({"outcome": outcome}))
            case _:
                _keep_other(found, record)
    if old_rows and not candidates:
        found.rows = _chained(old_rows, ends)
    else:
        found.rows = {number: _best(candidates, number) for number in candidates}
    return found


def merged(pages: Salvage, readable: Salvage | None) -> Salvage:
    """Merges what SQLite can read with what the pages hold; SQLite takes precedence.

    Rows behind the last one that SQLite reads are kept, except changed ones at the very end: those are torn by a power
    failure, and nobody saw them.
    """
    if readable is None or not readable.rows or readable.damaged():
        return pages
    found = Salvage({**pages.rows, **readable.rows}, pages.photographs or readable.photographs, pages.vault)
    torn = {row.id for row in found.damaged()}
    for number in sorted((number for number in found.rows if number > max(readable.rows)), reverse=True):
        if number not in torn:
            break
        del found.rows[number]
    found.vault = found.vault or readable.vault
    return found


def saved_from(db: sqlite3.Connection) -> Salvage:
    """Reads a whole journal of this version through SQLite; raises sqlite3.Error if it is damaged."""
    found = Salvage({row.id: row for row in all_rows(db)})
    found.photographs = db.execute("SELECT game, seq, body, encoded FROM photographs").fetchall()
    found.vault = db.execute("SELECT game, serial, salt, faces, body, encoded FROM vault").fetchall()
    return found


def rebuild(path: Path, found: Salvage, source: str, now: float) -> None:
    """Creates a new journal from what was salvaged from the file `source`, with a row that says so.

    Raises:
        OSError, sqlite3.Error: where it cannot be written.
    """
    create_private(path)
    db = connect(path)
    try:
        create_schema(db, 0, now)
        with transaction(db):
            insert = (
                "INSERT OR IGNORE INTO rows (id, game, seq, at, kind, body, hash) "
                "VALUES (?, ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT))"
            )
            broken = {row.id for row in found.damaged()}
            # Of two rows with the same id, the unchanged one.
            for row in sorted(_with_note(found, source, now), key=lambda row: (row.id in broken, row.id)):
                texts = (each.encode("utf-8", "surrogateescape") for each in (row.kind, row.body, row.hash))
                db.execute(insert, (row.id, row.game, row.seq, row.at, *texts))
            _insert(db, "photographs", found.photographs)
            open_games = found.open_games()
            _insert(db, "vault", [columns for columns in found.vault if columns[0] in open_games])
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        db.close()


def _with_note(found: Salvage, source: str, now: float) -> list[StoredRow]:
    rows = [row for _, row in sorted(found.rows.items())]
    notes = [row.seq for row in rows if row.game == JOURNAL_ITSELF]
    last = rows[-1] if rows else StoredRow(0, 0, 0, 0.0, "", "", START)
    body = json.dumps({"from": source, "missing": found.missing(), "damaged": len(found.damaged())})
    note = StoredRow(last.id + 1, JOURNAL_ITSELF, max(notes, default=0) + 1, now, SALVAGED, body)
    return [*rows, _hashed(note, last.hash)]


def _insert(db: sqlite3.Connection, table: str, kept: Iterable[Kept]) -> None:
    for columns in kept:
        values = [value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value for value in columns]
        marks = ", ".join("CAST(? AS TEXT)" if place in _TEXTS[table] else "?" for place in range(len(values)))
        db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", values)


def _keep_other(found: Salvage, record: PageRecord) -> None:
    if record.rowid is None:
        return
    match record.columns:
        case (int(), int(), str(), bytes()):
            found.photographs.append(record.columns)
        case (int(), int(), bytes(), str(), str(), bytes()):
            found.vault.append(record.columns)


def _best(candidates: dict[int, list[StoredRow]], number: int) -> StoredRow:
    """Returns, of several copies of a row, the one that follows the row before it."""
    before = {row.hash for row in candidates.get(number - 1, [])} if number > 1 else {START}
    rows = candidates[number]
    return next((row for row in rows if any(link_row(own, row) == row.hash for own in before)), rows[-1])


def _chained(old: dict[tuple[int, int], StoredRow], ends: dict[int, StoredRow]) -> dict[int, StoredRow]:
    """Chains the rows of an older version, like a migration."""
    rows: list[StoredRow] = []
    for game in sorted({number for number, _ in old}):
        own = [row for (number, _), row in sorted(old.items()) if number == game]
        rows += own
        if game in ends:
            end = ends[game]
            rows.append(StoredRow(0, game, own[-1].seq + 1, end.at, end.kind, end.body))
    rows.append(StoredRow(0, JOURNAL_ITSELF, 1, rows[-1].at, MIGRATED, json.dumps({"from": 2})))
    chained: dict[int, StoredRow] = {}
    previous = START
    for number, row in enumerate(rows, start=1):
        placed = StoredRow(number, row.game, row.seq, row.at, row.kind, row.body)
        chained[number] = _hashed(placed, previous)
        previous = chained[number].hash
    return chained


def _hashed(row: StoredRow, previous: str) -> StoredRow:
    return StoredRow(row.id, row.game, row.seq, row.at, row.kind, row.body, link_row(previous, row))
