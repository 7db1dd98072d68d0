"""A game as one JSON object, with all that is needed to verify it on another computer (`verify_export.py`)."""

from typing import Any

from firmware.journal.chain import StoredRow
from firmware.journal.journal_reader import JournalReader

FORMAT = "meierbox game 1"
OPEN = (
    "event",
    "undo",
    "throw",
    "laid",
    "showing",
    "follows",
    "dice",
    "counted",
    "sealed",
    "opened",
    "unsealed",
    "ended",
    "reopened",
    "cut",
)
"""The kinds of rows that tell what everybody at the table saw, and digests; of all others only the hashes are told."""


def exported_game(reader: JournalReader, number: int) -> dict[str, Any]:
    """Returns a game as JSON data; a row has the hash of the row before it as `previous`.

    `journal` is the hash of the journal's first row, which tells boxes apart.

    Raises:
        JournalError: where there is no such game, or the journal has no chain yet.
    """
    reader.game(number)
    first = next(reader.chain(), None)  # says so where there is none
    journal = first.hash if first else ""
    return {
        "format": FORMAT,
        "journal": journal,
        "game": number,
        "rows": [_row(*linked) for linked in reader.linked_rows(number)],
    }


def _row(row: StoredRow, previous: str) -> dict[str, Any]:
    place = {"id": row.id, "seq": row.seq, "previous": previous, "hash": row.hash}
    if row.kind not in OPEN:
        return place
    return {**place, "at": row.at, "kind": row.kind, "body": row.body}
