"""Kills of the table with its journal, in short; and that what is lost is found."""

from pathlib import Path

from firmware.journal.database import Journal
from firmware.journal.rows import Row
from tests.firmware.app.table_kills import kill_tables, lost


def test_nothing_that_a_killed_table_told_is_lost(tmp_path: Path) -> None:
    report = kill_tables(8, seed=5, work=tmp_path)
    assert report.findings == []
    assert report.kills == 8
    assert report.told > 0


def test_what_was_told_and_is_not_in_the_journal_is_found(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin(1.0, [Row("event", {})])
        kept = journal.head
    assert list(lost(tmp_path, {(1, 1): kept})) == []
    assert list(lost(tmp_path, {(1, 1): kept, (1, 2): "0" * 64})) == ["event (1, 2) and 0 more are lost"]
