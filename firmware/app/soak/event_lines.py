"""Prints the events of a journal as JSON lines, once they were shown and are on disk.

They are read from the file itself, so that nothing is printed that is only in memory: a test that reads these lines may
kill the box at any moment and compare them with the journal.
"""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

Stored = tuple[int, int, int, str]
"""A row's number in the journal, its game, its number there, its hash."""


def stored_events(path: Path, after: int = 0) -> list[Stored]:
    """Returns the events after a row of the journal, in order; [] if they cannot be read now."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=2.0)) as db:
            return db.execute("SELECT id, game, seq, hash FROM rows WHERE id > ? ORDER BY id", (after,)).fetchall()
    except sqlite3.Error:
        return []


class EventLines:
    """Writes every event once, ignoring those from before the start."""

    def __init__(self, path: Path, write: Callable[[str], object]) -> None:
        """Reads the journal at a path; `write` takes each line and flushes it."""
        self._path, self._write = path, write
        self._row, self._file = 0, self._identity()
        self._last: dict[int, int] = {}
        self._hashes: dict[tuple[int, int], str] = {}
        for row, game, event, _ in stored_events(path):
            self._row, self._last[game] = row, event

    def write_new(self) -> None:
        """Writes new events; if the journal was replaced, only those of the new file."""
        if (file := self._identity()) != self._file:
            self._row, self._file = 0, file
        for row, game, event, own in stored_events(self._path, self._row):
            self._row = row
            if event > self._last.get(game, 0):
                self._last[game] = event
                self._write(json.dumps({"game": game, "event": event, "hash": own}))
                self._hashes[game, event] = own

    @property
    def written(self) -> int:
        """The number of events written."""
        return len(self._hashes)

    def lost(self) -> list[tuple[int, int]]:
        """Game and number of the events that were written but are missing or different in the journal."""
        kept = {(game, event): own for _, game, event, own in stored_events(self._path)}
        return [place for place, own in self._hashes.items() if kept.get(place) != own]

    def _identity(self) -> int:
        try:
            return self._path.stat().st_ino
        except OSError:
            return 0
