"""A game as one JSON object, with everything needed to verify it elsewhere (`verify_export.py`)."""

from typing import Any

from firmware.journal.chain import StoredRow, link, payload
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
"""Kinds of rows that everybody at the table saw, and digests; of other rows only the hash is exported."""


def exported_game(reader: JournalReader, number: int) -> dict[str, Any]:
    """Returns a game as JSON data; each row has the hash of its predecessor as `previous`.

    `journal` is the hash of the journal's first row, which identifies the box.

    Raises:
        JournalError: where there is no such game, or the journal has no chain yet.
    """
    reader.game(number)
    first = next(reader.chain(), None)  # raises where there is none
    journal = first.hash if first else ""
    return {
        "format": FORMAT,
        "journal": journal,
        "game": number,
        "rows": [_row(*linked) for linked in reader.linked_rows(number)],
    }


def is_chained(export: Any) -> bool:
    """Tells whether an exported game's rows match their hashes and follow each other.

    Raises:
        KeyError, TypeError: where it is no exported game.
    """
    number, before = 0, -1
    head = ""
    for row in export["rows"]:
        follows = row["seq"] == number + 1 and (row["id"] != before + 1 or row["previous"] == head)
        number, before, head = row["seq"], row["id"], row["hash"]
        if not follows:
            return False
        if "body" in row:
            content = payload(row["at"], row["kind"], row["body"])
            if link(row["previous"], export["game"], number, content) != head:
                return False
    return True


def _row(row: StoredRow, previous: str) -> dict[str, Any]:
    place = {"id": row.id, "seq": row.seq, "previous": previous, "hash": row.hash}
    if row.kind not in OPEN:
        return place
    return {**place, "at": row.at, "kind": row.kind, "body": row.body}
