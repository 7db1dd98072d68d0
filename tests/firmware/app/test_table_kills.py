"""A short run of the table kills; and lost events are detected."""

import subprocess
import sys
from pathlib import Path

from firmware.journal.database import Journal
from firmware.journal.rows import Row
from tests.firmware.app.table_kills import lost


def test_nothing_reported_by_a_killed_table_is_lost() -> None:
    """In a process of its own: a process with threads, such as that of the tests, had better not fork."""
    words = [sys.executable, "-m", "tests.firmware.app.table_kills", "--kills", "8", "--seed", "5"]
    done = subprocess.run(words, check=False, capture_output=True, text=True, cwd=Path(__file__).parents[3])
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("8 kills")
    assert done.stdout.endswith("Nothing was lost.\n")


def test_a_reported_row_missing_from_the_journal_is_found(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin(1.0, [Row("event", {})])
        kept = journal.head
    assert list(lost(tmp_path, {(1, 1): kept})) == []
    assert list(lost(tmp_path, {(1, 1): kept, (1, 2): "0" * 64})) == ["event (1, 2) and 0 more are lost"]
