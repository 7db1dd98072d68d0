"""Rows that SQLite can read from a damaged journal take precedence over those found in its pages."""

from dataclasses import replace

from firmware.journal.chain import START, StoredRow, link_row
from firmware.journal.storage.salvage import Salvage, merged


def chain(count: int) -> dict[int, StoredRow]:
    rows: dict[int, StoredRow] = {}
    previous = START
    for number in range(1, count + 1):
        row = StoredRow(number, 1, number, float(number), "event", f'{{"n": {number}}}')
        previous = link_row(previous, row)
        rows[number] = replace(row, hash=previous)
    return rows


def test_rows_that_only_sqlite_reads_are_kept_and_a_torn_end_is_not() -> None:
    rows = chain(6)
    torn = {4: rows[4], 5: rows[5], 6: replace(rows[6], body="{\0\0")}
    found = merged(Salvage(torn), Salvage({number: rows[number] for number in range(1, 6)}))
    assert found.rows == {number: rows[number] for number in range(1, 6)}


def test_whole_rows_behind_the_last_that_sqlite_reads_are_kept() -> None:
    rows = chain(6)
    found = merged(Salvage(dict(rows)), Salvage({number: rows[number] for number in range(1, 4)}))
    assert found.rows == rows


def test_a_journal_that_sqlite_reads_wrongly_is_read_by_its_pages() -> None:
    rows = chain(3)
    wrong = {**rows, 2: replace(rows[2], body="{}")}
    assert merged(Salvage(dict(rows)), Salvage(wrong)).rows == rows
    assert merged(Salvage(dict(rows)), None).rows == rows
