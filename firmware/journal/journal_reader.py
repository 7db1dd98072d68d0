"""Reads the journal while a box is running: without its lock, without changes, and without sealed rolls.

Only rows of the kinds in `PUBLIC` are returned. The vault and the photographs are never read, so that nothing from here
can reveal a hidden roll.
"""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeVar
from urllib.parse import quote

from firmware.journal.chain import START, ChainFault, StoredRow, follow
from firmware.journal.database import FILE, VERSION
from firmware.journal.errors import (
    JournalError,
    JournalFormatError,
    NoSuchGameError,
    newer_journal,
    unreadable_journal,
    unreadable_row,
)
from firmware.journal.rows import (
    CHAINED,
    GameSummary,
    Row,
    ValidRows,
    all_rows,
    decoded,
    game_summaries,
    parsed,
    rows_of,
    valid_rows,
)
from firmware.journal.storage.database_file import is_damage
from firmware.journal.storage.migration import version_of
from firmware.rules.message import message

__all__ = ["PUBLIC", "GameSummary", "JournalReader", "PublicRow"]

T = TypeVar("T")
PUBLIC = ("event", "undo", "sealed", "opened", "unsealed", "dice", "counted")
"""What happened at the table, digests of sealed rolls, opened or missing seals, the dice in use."""


@dataclass(frozen=True, slots=True)
class PublicRow:
    """One row of a game with its number and its time, in seconds since 1970."""

    seq: int
    at: float
    row: Row


class JournalReader:
    """A snapshot of a journal for reading; a context manager, for use in one thread."""

    def __init__(self, place: Path) -> None:
        """Opens the journal in a folder, or a file that was set aside; a missing journal has no games.

        Raises:
            JournalError: where it cannot be read, is damaged, or was written by a newer program.
        """
        self.path = place if place.is_file() else place / FILE
        self._version = 0
        self._db = self._open()

    def __enter__(self) -> Self:
        """Returns itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the file."""
        if self._db is not None:
            self._db.close()

    @property
    def version(self) -> int:
        """The version of the journal; 0 if there is none."""
        return self._version

    def games(self) -> tuple[GameSummary, ...]:
        """Returns all games, newest first."""
        return self._ask(lambda db: game_summaries(db, self._version), ())

    def game(self, number: int) -> GameSummary:
        """Returns a game by its number; raises JournalError if there is none."""
        for summary in self.games():
            if summary.number == number:
                return summary
        missing = message("There is no game {n} in the journal", n=number)
        raise NoSuchGameError(missing.with_remedy(message("`meierbox games` lists those that are there")))

    def rows(self, game: int) -> Iterator[PublicRow]:
        """Yields the public rows of a game in order, damaged or not; raises JournalError for one that is not JSON."""
        none: list[StoredRow] = []
        for stored in self._ask(lambda db: list(rows_of(db, game, self._version)), none):
            if stored.kind not in PUBLIC:
                continue
            try:
                yield PublicRow(stored.seq, stored.at, parsed(stored))
            except ValueError as error:
                raise unreadable_row(stored.seq, game, self.path, error) from error

    def valid_rows(self, game: int) -> ValidRows:
        """Returns the valid public rows of a game, and where it is damaged, if it is."""
        found = self._ask(lambda db: valid_rows(db, game, self._version), ValidRows(()))
        return ValidRows(tuple(each for each in found.rows if each[1].kind in PUBLIC), found.damage)

    def linked_rows(self, game: int) -> tuple[tuple[StoredRow, str], ...]:
        """Returns every row of a game, of any kind, with the hash of its predecessor ("" in old journals)."""
        none: list[StoredRow] = []
        if self._version < CHAINED:
            return tuple((row, "") for row in self._ask(lambda db: list(rows_of(db, game, self._version)), none))
        found: list[tuple[StoredRow, str]] = []
        previous = START
        for row in self.chain():
            if row.game == game:
                found.append((row, previous))
            previous = row.hash
        return tuple(found)

    def chain(self) -> Iterator[StoredRow]:
        """Yields all rows in the order of the chain, of any kind: for hashing, not for showing.

        Raises:
            JournalError: where the journal has no chain yet, or cannot be read.
        """
        if self._db is None:
            return
        if self._version < CHAINED:
            old = message("The journal {path} has no chain yet", path=str(self.path))
            raise JournalFormatError(old.with_remedy(message("`meierbox play` brings it up to date")))
        try:
            yield from all_rows(self._db)
        except sqlite3.Error as error:
            raise self._unreadable(error) from error

    def chain_faults(self) -> tuple[ChainFault, ...]:
        """Checks the whole chain; returns every break."""
        return tuple(follow(self.chain()))

    def _open(self) -> sqlite3.Connection | None:
        if not self.path.exists():
            return None
        try:
            db = _connect(self.path)
        except sqlite3.Error as error:
            raise self._unreadable(error) from error
        try:
            self._version = version_of(db)
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
            laid = db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'rows'").fetchone()[0] == 1
        except sqlite3.Error as error:
            db.close()
            raise self._unreadable(error) from error
        if self._version > VERSION:
            db.close()
            raise newer_journal(self.path)
        if not laid:
            db.close()
            return None
        return db

    def _ask(self, question: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        if self._db is None:
            return nothing
        try:
            return question(self._db)
        except sqlite3.Error as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: sqlite3.Error) -> JournalError:
        if is_damage(error):
            return unreadable_journal(self.path, error)
        cannot = message("The journal {path} cannot be read ({error})", path=str(self.path), error=str(error))
        return JournalError(cannot.with_remedy(message("make it readable for this user")))


def _connect(path: Path) -> sqlite3.Connection:
    """Opens the database for reading, as a snapshot."""
    place = f"file:{quote(str(path.absolute()))}"
    try:
        return _hold(f"{place}?mode=ro")
    except sqlite3.OperationalError:
        if path.with_name(f"{path.name}-wal").exists():
            raise
        # On a read-only disk SQLite cannot create its companion files; with nothing to merge it needs none.
        return _hold(f"{place}?mode=ro&immutable=1")


def _hold(place: str) -> sqlite3.Connection:
    db = sqlite3.connect(place, uri=True, isolation_level=None, timeout=2.0)
    db.text_factory = decoded
    try:
        db.execute("BEGIN")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        db.close()
        raise
    return db
