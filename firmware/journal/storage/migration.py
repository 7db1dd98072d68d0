"""The tables of the journal, and the migration of older versions.

Version 1 stored the state of a simulated box in a column of `games`. Versions 1 and 2 stored the ends of games there
and had no chain; it begins with the migration, which hashes all earlier rows as found.
"""

import json
import sqlite3
from contextlib import suppress

from firmware.journal.chain import START, link_row
from firmware.journal.rows import CHAINED, ENDED, JOURNAL_ITSELF, all_rows
from firmware.journal.storage.database_file import transaction

VERSION = 3
APPLICATION = 0x6D656900
"""The base of `PRAGMA application_id`, to which the version is added: since version 3 the version is stored twice, in
case a bit flips."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS rows (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL,
    kind TEXT NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL, UNIQUE (game, seq));
CREATE TABLE IF NOT EXISTS photographs (
    game INTEGER NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, encoded BLOB NOT NULL, PRIMARY KEY (game, seq));
CREATE TABLE IF NOT EXISTS vault (
    game INTEGER NOT NULL, serial INTEGER NOT NULL, salt BLOB NOT NULL, faces TEXT NOT NULL,
    body TEXT NOT NULL, encoded BLOB NOT NULL, PRIMARY KEY (game, serial));
"""
MIGRATED = "migrated"
"""The kind of the row before which rows were hashed only at the migration."""


def version_of(db: sqlite3.Connection) -> int:
    """Returns a journal's version; 0 if it has no tables yet."""
    (said,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    columns = _columns(db, "rows")
    again = application - APPLICATION
    if VERSION in (said, again) and (not columns or "hash" in columns):
        return VERSION if columns else 0
    if application == 0 or said == again:
        return int(said)
    return VERSION if "hash" in columns else int(said)


def create_schema(db: sqlite3.Connection, found: int, now: float) -> None:
    """Creates the tables, or migrates those of the older version `found`, in one transaction.

    Raises:
        sqlite3.Error: where the disk or the old tables do not allow it.
    """
    old = bool(_columns(db, "games")) and found < CHAINED
    with transaction(db):
        if old:
            db.execute("ALTER TABLE rows RENAME TO unchained")
        for statement in SCHEMA.split(";"):
            db.execute(statement)
        if old:
            _chain(db, found, now)
        db.execute(f"PRAGMA user_version={VERSION}")
        db.execute(f"PRAGMA application_id={APPLICATION + VERSION}")
    if old:
        with suppress(sqlite3.Error):
            # Pages freed by an older release may still hold deleted data.
            db.execute("VACUUM")


def _chain(db: sqlite3.Connection, found: int, now: float) -> None:
    if "world" in _columns(db, "games"):
        db.execute(
            "INSERT INTO unchained (game, seq, at, kind, body) SELECT id, 1 + "
            "(SELECT coalesce(max(seq), 0) FROM unchained WHERE game = id), begun, 'world', world FROM games"
        )
    db.execute(
        "INSERT INTO unchained (game, seq, at, kind, body) SELECT id, 1 + "
        "(SELECT coalesce(max(seq), 0) FROM unchained WHERE game = id), ended, ?, "
        """'{"outcome": "' || outcome || '"}' FROM games WHERE outcome IN ('won', 'stopped', 'left')"""
        " AND ended IS NOT NULL AND EXISTS (SELECT 1 FROM unchained WHERE game = id)",
        (ENDED,),
    )
    db.execute(
        "INSERT INTO rows (game, seq, at, kind, body, hash) "
        "SELECT game, seq, at, kind, body, '' FROM unchained ORDER BY game, seq"
    )
    said = json.dumps({"from": found})
    db.execute(
        "INSERT INTO rows (game, seq, at, kind, body, hash) VALUES (?, 1, ?, ?, ?, '')",
        (JOURNAL_ITSELF, now, MIGRATED, said),
    )
    previous = START
    for row in list(all_rows(db)):
        previous = link_row(previous, row)
        db.execute("UPDATE rows SET hash = ? WHERE id = ?", (previous, row.id))
    db.execute("DROP TABLE unchained")
    db.execute("DROP TABLE games")


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [column[1] for column in db.execute(f"PRAGMA table_info({table})")]
