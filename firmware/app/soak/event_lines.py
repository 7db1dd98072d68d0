"""The events of a journal, one JSON line each, as soon as they were shown and are on the disk.

They are read from the file itself, so that nothing is printed that only waits in memory: whoever reads these lines can
kill the box at any moment and hold them against the journal.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path


def stored_events(path: Path, game: int, after: int = 0) -> list[tuple[int, str]]:
    """Gives number and hash of the events of a game behind a number, in order; [] where they cannot be read now."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=2.0)) as db:
            query = "SELECT seq, kind, body FROM rows WHERE game = ? AND seq > ? ORDER BY seq"
            found = db.execute(query, (game, after)).fetchall()
    except sqlite3.Error:
        return []
    return [(seq, hashlib.sha256(f"{kind} {body}".encode()).hexdigest()) for seq, kind, body in found]


class EventLines:
    """Writes every event once. `written` counts them."""

    def __init__(self, path: Path, write: Callable[[str], object]) -> None:
        """Reads the journal at a path; `write` takes each line and brings it out at once."""
        self._path, self._write = path, write
        self._last: dict[int, int] = {}
        self.written = 0

    def skip(self, game: int, through: int) -> None:
        """Leaves out what a game held before: it was written by whoever played it."""
        self._last[game] = max(self._last.get(game, 0), through)

    def write_new(self, game: int, through: int) -> None:
        """Writes the events of a game that are new, if there should be any up to a number."""
        if through <= self._last.get(game, 0):
            return
        for event, own in stored_events(self._path, game, self._last.get(game, 0)):
            self._write(json.dumps({"game": game, "event": event, "hash": own}))
            self._last[game] = event
            self.written += 1
