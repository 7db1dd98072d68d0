"""Reads the rows of a journal: raw, and the valid rows of a game."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from firmware.journal.chain import ChainFault, ChainFaultKind, StoredRow, follow
from firmware.rules.message import Message, message, plural

CHAINED = 3
"""The first version of the journal whose rows have hashes."""
ENDED = "ended"
"""The kind of the row that ends a game; its body has the outcome."""
REOPENED = "reopened"
"""The kind of the row that reopens an ended game."""
CUT = "cut"
"""The kind of the row that says after which row the game continues; the rows between were damaged."""
SALVAGED = "salvaged"
"""The kind of the row that says what was lost when a damaged file was salvaged."""
JOURNAL_ITSELF = 0
"""The game number of rows about the journal itself: where its chain began, what was salvaged."""


@dataclass(frozen=True, slots=True)
class Row:
    """Something that happened: its `kind`, and its `body` as JSON data."""

    kind: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game's number, rules, times (seconds since 1970) and outcome (None if it has not ended)."""

    number: int
    rules: str
    begun: float
    ended: float | None
    outcome: str | None


@dataclass(frozen=True, slots=True)
class Damage:
    """The damage of a game: everything before row `seq` is valid."""

    seq: int
    reason: Message


@dataclass(frozen=True, slots=True)
class ValidRows:
    """The valid rows of a game in order, and the damage behind them, if any."""

    rows: tuple[tuple[StoredRow, Row], ...]
    damage: Damage | None = None


def decoded(raw: bytes) -> str:
    """Decodes a text of the database, even a damaged one (for `Connection.text_factory`)."""
    return raw.decode("utf-8", "surrogateescape")


def stored_row(found: Sequence[Any]) -> StoredRow:
    """Makes a row of its columns; a damaged column of another type becomes empty, so that no hash fits."""
    number, game, seq, at, *texts = found
    kind, body, own = map(_text, texts)
    whole = [each if isinstance(each, int) else -1 for each in (number, game, seq)]
    return StoredRow(whole[0], whole[1], whole[2], at if isinstance(at, float) else 0.0, kind, body, own)


def _text(found: Any) -> str:
    if isinstance(found, bytes):
        return decoded(found)
    return found if isinstance(found, str) else ""


def parsed(row: StoredRow) -> Row:
    """Parses a row; raises ValueError if it is not a JSON object."""
    try:
        body = json.loads(row.body)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(body, dict):
        raise ValueError("it is no object")  # noqa: TRY004 (a fault of the data)
    return Row(row.kind, body)


def all_rows(db: sqlite3.Connection, first: int = 1, last: int | None = None) -> Iterator[StoredRow]:
    """Yields the rows of all games in order of the chain."""
    query = "SELECT id, game, seq, at, kind, body, hash FROM rows WHERE id >= ? AND id <= ? ORDER BY id"
    for found in db.execute(query, (first, 2**63 - 1 if last is None else last)):
        yield stored_row(found)


def rows_of(db: sqlite3.Connection, game: int, version: int = CHAINED) -> Iterator[StoredRow]:
    """Yields the rows of a game in order."""
    columns = "id, game, seq, at, kind, body, hash" if version >= CHAINED else "seq, game, seq, at, kind, body, ''"
    for found in db.execute(f"SELECT {columns} FROM rows WHERE game = ? ORDER BY seq", (game,)):
        yield stored_row(found)


def game_summaries(db: sqlite3.Connection, version: int = CHAINED) -> tuple[GameSummary, ...]:
    """Returns a summary of every game, newest first."""
    if version < CHAINED:
        query = "SELECT id, rules, begun, ended, outcome FROM games ORDER BY id DESC"
        return tuple(_old_summary(found) for found in db.execute(query))
    query = (
        "SELECT first.game, first.at, first.body, last.at, last.kind, last.body FROM "
        "(SELECT game, min(seq) AS a, max(seq) AS z FROM rows WHERE game > 0 GROUP BY game) AS ends "
        "JOIN rows AS first ON first.game = ends.game AND first.seq = ends.a "
        "JOIN rows AS last ON last.game = ends.game AND last.seq = ends.z ORDER BY ends.game DESC"
    )
    return tuple(_summary(found) for found in db.execute(query))


def _summary(found: Sequence[Any]) -> GameSummary:
    first = stored_row((1, found[0], 1, found[1], "", found[2], ""))
    last = stored_row((1, found[0], 1, found[3], found[4], found[5], ""))
    rules = _field(first, "event", "ruleset")
    if last.kind != ENDED:
        return GameSummary(first.game, rules, first.at, None, None)
    return GameSummary(first.game, rules, first.at, last.at, _field(last, "outcome") or None)


def _old_summary(found: Sequence[Any]) -> GameSummary:
    number, rules, begun, ended, outcome = found
    return GameSummary(
        number,
        rules if isinstance(rules, str) else "",
        begun if isinstance(begun, float) else 0.0,
        ended if isinstance(ended, float) else None,
        outcome if isinstance(outcome, str) else None,
    )


def _field(row: StoredRow, *names: str) -> str:
    """Returns a text in the body of a row, or ""."""
    try:
        found: Any = parsed(row).body
    except ValueError:
        return ""
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found if isinstance(found, str) else ""


def faults_of(db: sqlite3.Connection, game: int) -> dict[int, ChainFault]:
    """Checks the chain around a game; returns the faults in its rows by number."""
    first, last = db.execute("SELECT min(id), max(id) FROM rows WHERE game = ?", (game,)).fetchone()
    if first is None:
        return {}
    begin = max(1, first - 2)
    return {fault.row.seq: fault for fault in follow(all_rows(db, begin, last + 1), begin) if fault.row.game == game}


def valid_rows(db: sqlite3.Connection, game: int, version: int = CHAINED) -> ValidRows:
    """Returns the valid rows of a game: all of them, or those before the damage."""
    faults = faults_of(db, game) if version >= CHAINED else {}
    return valid_prefix(rows_of(db, game, version), faults)


def valid_prefix(rows: Iterable[StoredRow], faults: dict[int, ChainFault]) -> ValidRows:
    """Returns the rows before the first damage that no later row cuts out."""
    kept: list[tuple[StoredRow, Row]] = []
    damage: Damage | None = None
    next_seq = 1
    for row in rows:
        found = _damage(row, next_seq, faults.get(row.seq))
        next_seq = row.seq + 1
        if found is not None:
            damage = damage or found
            continue
        said = parsed(row)
        after = said.body.get("after") if row.kind == CUT else None
        if isinstance(after, int) and (damage is None or after < damage.seq):
            kept = [each for each in kept if each[0].seq <= after]
            damage = None
        if damage is None:
            kept.append((row, said))
    return ValidRows(tuple(kept), damage)


def _damage(row: StoredRow, expected: int, fault: ChainFault | None) -> Damage | None:
    if row.seq != expected:
        missing = plural("{n} row is missing before it", "{n} rows are missing before it", max(1, row.seq - expected))
        return Damage(min(row.seq, expected), missing)
    if fault is not None and fault.kind is ChainFaultKind.CONTENT:
        return Damage(row.seq, message("it does not match its hash"))
    try:
        parsed(row)
    except ValueError as error:
        return Damage(row.seq, message("it is not JSON ({error})", error=str(error)))
    return None
