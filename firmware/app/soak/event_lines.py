"""The events of a journal, one JSON line each, as soon as they were shown and are on the disk.

They are read from the file itself, so that nothing is printed that only waits in memory: whoever reads these lines can
kill the box at any moment and hold them against the journal.
"""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

Stored = tuple[int, int, int, str]
"""A row's number in the journal, its game, its number there, its hash."""


def stored_events(path: Path, after: int = 0) -> list[Stored]:
    """Returns the events behind a row of the journal, in order; [] where they cannot be read now."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=2.0)) as db:
            return db.execute("SELECT id, game, seq, hash FROM rows WHERE id > ? ORDER BY id", (after,)).fetchall()
    except sqlite3.Error:
        return []


class EventLines:
    """Writes every event once, and nothing that was in the journal before."""

    def __init__(self, path: Path, write: Callable[[str], object]) -> None:
        """Reads the journal at a path; `write` takes each line and brings it out at once."""
        self._path, self._write = path, write
        self._row, self._file = 0, self._identity()
        self._last: dict[int, int] = {}
        self._hashes: dict[tuple[int, int], str] = {}
        for row, game, event, _ in stored_events(path):
            self._row, self._last[game] = row, event

    def write_new(self) -> None:
        """Writes the events that are new; where another file took the place of the journal, only those of that file."""
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
        """How many were written."""
        return len(self._hashes)

    def lost(self) -> list[tuple[int, int]]:
        """Game and number of what was written and is not in the journal, or stands there otherwise."""
        kept = {(game, event): own for _, game, event, own in stored_events(self._path)}
        return [place for place, own in self._hashes.items() if kept.get(place) != own]

    def _identity(self) -> int:
        try:
            return self._path.stat().st_ino
        except OSError:
            return 0
