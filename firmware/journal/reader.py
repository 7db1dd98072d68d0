"""Reads the journal while a box is running: without its lock, without changing it, and without what is sealed.

Only rows of the kinds in `PUBLIC` are ever asked for. The vault and the photographs are not, so
that nothing read from here can give a hidden roll away.
"""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from firmware.journal.database import FILE, VERSION, Row
from firmware.journal.errors import JournalError, JournalFormatError, NoSuchGameError, newer_journal, unreadable_row
from firmware.rules.message import message

PUBLIC = ("event", "undo", "sealed", "opened")
"""What happened at the table, digests of sealed rolls, and seals that a reveal has opened."""


@dataclass(frozen=True, slots=True)
class GameHead:
    """A game's line in the journal: its number, its times (seconds since 1970), how it ended (None: it did not)."""

    number: int
    rules: str
    begun: float
    ended: float | None
    outcome: str | None


@dataclass(frozen=True, slots=True)
class PublicRow:
    """One row of a game with its number and its time, in seconds since 1970."""

    seq: int
    at: float
    row: Row


class JournalReader:
    """A journal opened for reading, as it is at this moment. Use it as a context manager, in one thread."""

    def __init__(self, folder: Path) -> None:
        """Opens the journal in `folder`; where there is none yet, it has no games.

        Raises:
            JournalError: where it cannot be read, is damaged, or was written by a newer program.
        """
        self.path = folder / FILE
        self._db = self._open()

    def __enter__(self) -> Self:
        """Gives itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the file."""
        if self._db is not None:
            self._db.close()

    def games(self) -> tuple[GameHead, ...]:
        """Gives all games, newest first."""
        query = "SELECT id, rules, begun, ended, outcome FROM games ORDER BY id DESC"
        return tuple(GameHead(*found) for found in self._ask(query))

    def game(self, number: int) -> GameHead:
        """Finds a game by its number; raises JournalError where there is none."""
        query = "SELECT id, rules, begun, ended, outcome FROM games WHERE id = ?"
        for found in self._ask(query, number):
            return GameHead(*found)
        missing = message("There is no game {n} in the journal", n=number)
        raise NoSuchGameError(missing.with_remedy(message("`meierbox games` lists those that are there")))

    def rows(self, game: int) -> Iterator[PublicRow]:
        """Gives the public rows of a game, in order; raises JournalError where one is no JSON."""
        kinds = ", ".join(f"'{kind}'" for kind in PUBLIC)
        query = f"SELECT seq, at, kind, body FROM rows WHERE game = ? AND kind IN ({kinds}) ORDER BY seq"
        for seq, at, kind, body in self._ask(query, game):
            try:
                yield PublicRow(seq, at, Row(kind, json.loads(body)))
            except ValueError as error:
                raise unreadable_row(seq, game, self.path, error) from error

    def _open(self) -> sqlite3.Connection | None:
        if not self.path.exists():
            return None
        try:
            db = _connect(self.path)
        except sqlite3.Error as error:
            raise self._unreadable(error) from error
        try:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
            laid = db.execute("SELECT count(*) FROM sqlite_master WHERE name IN ('games', 'rows')").fetchone()[0] == 2
        except sqlite3.Error as error:
            db.close()
            raise self._unreadable(error) from error
        if version > VERSION:
            db.close()
            raise newer_journal(self.path)
        if not laid:
            db.close()
            return None
        return db

    def _ask(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        if self._db is None:
            return
        try:
            yield from self._db.execute(query, values)
        except sqlite3.Error as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: sqlite3.Error) -> JournalError:
        if isinstance(error, sqlite3.OperationalError):
            cannot = message("The journal {path} cannot be read ({error})", path=str(self.path), error=str(error))
            return JournalError(cannot.with_remedy(message("make it readable for this user")))
        damaged = message("The journal {path} is damaged ({error})", path=str(self.path), error=str(error))
        return JournalFormatError(damaged.with_remedy(message("`meierbox play` sets it aside and begins a new one")))


def _connect(path: Path) -> sqlite3.Connection:
    """Opens the database for reading, as a snapshot of this moment."""
    place = f"file:{quote(str(path.absolute()))}"
    try:
        return _hold(f"{place}?mode=ro")
    except sqlite3.OperationalError:
        if path.with_name(f"{path.name}-wal").exists():
            raise
        # On a read-only disk SQLite cannot create its companion files; with nothing left to merge it needs none.
        return _hold(f"{place}?mode=ro&immutable=1")


def _hold(place: str) -> sqlite3.Connection:
    db = sqlite3.connect(place, uri=True, isolation_level=None, timeout=2.0)
    try:
        db.execute("BEGIN")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        db.close()
        raise
    return db
