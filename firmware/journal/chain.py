"""The chain: every row of the journal carries a hash of itself and of the row before it.

README.md of this folder specifies the chain for authors of other verifiers.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

START = "0" * 64
"""The predecessor's hash of the first row."""


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A stored row; `id` counts all rows of the journal, `seq` those of the game, both from 1.

    Bytes that are not UTF-8 become lone surrogates. Rows of versions 1 and 2 have no hash.
    """

    id: int
    game: int
    seq: int
    at: float
    kind: str
    body: str
    hash: str = ""


class ChainFaultKind(StrEnum):
    """What is wrong with a row."""

    CONTENT = "content"
    """Its content does not match its hash."""
    HASH = "hash"
    """Its hash is damaged; the next row proves that its content is intact."""
    MISSING = "missing"
    """Rows are missing before it."""


@dataclass(frozen=True, slots=True)
class ChainFault:
    """A row that breaks the chain; `missing` counts the rows missing before it."""

    kind: ChainFaultKind
    row: StoredRow
    missing: int = 0


def payload(at: float, kind: str, body: str) -> str:
    """Returns the hashed content of a row: its time as Python's `repr`, its kind, and its stored body.

    >>> payload(1000.5, "throw", '{"seat": 0, "face": 4}')
    '1000.5 throw {"seat": 0, "face": 4}'
    """
    return f"{at!r} {kind} {body}"


def link(previous: str, game: int, event: int, content: str) -> str:
    """Returns the hash of a row whose payload is `content`; `previous` is the hash of the row before it.

    >>> link(START, 1, 1, "1000.5 throw {}")
    '7d7e94803e4a9363abe7897cbf6215db9debebedab366dc91e83547c851b0c31'
    """
    text = json.dumps([previous, game, event, content], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def link_row(previous: str, row: StoredRow) -> str:
    """Returns the hash that a row should have."""
    return link(previous, row.game, row.seq, payload(row.at, row.kind, row.body))


def follow(rows: Iterable[StoredRow], first: int = 1) -> Iterator[ChainFault]:
    """Checks rows in order of id; returns a fault for each break of the chain.

    If the first row is not row 1, its predecessor is unknown and it is trusted.
    """
    previous = {START} if first == 1 else set()
    pending: StoredRow | None = None
    recomputed: set[str] = set()
    for row in rows:
        if row.id != first:
            if pending is not None:
                yield ChainFault(ChainFaultKind.CONTENT, pending)
                pending = None
            yield ChainFault(ChainFaultKind.MISSING, row, row.id - first)
            previous = set()
        hashes = {before: link_row(before, row) for before in previous}
        matched = next((before for before, own in hashes.items() if own == row.hash), None)
        if pending is not None:
            yield ChainFault(ChainFaultKind.HASH if matched in recomputed else ChainFaultKind.CONTENT, pending)
            pending = None
        recomputed = set()
        if previous and matched is None:
            pending, recomputed = row, set(hashes.values())
        previous, first = {row.hash, *recomputed}, row.id + 1
    if pending is not None:
        yield ChainFault(ChainFaultKind.CONTENT, pending)
