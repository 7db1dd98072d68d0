"""The journal: written before it is shown, never lost, never blocking the game."""

import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.journal.database import FILE, Journal, JournalError, Row, StoredPhotograph, VaultEntry


def test_rows_are_read_in_order(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = journal.begin(1.0, [])
        assert journal.append(game, [Row("a", {"n": 1}), Row("b", {"n": 2})], 2.0) == 2
        assert journal.append(game, [Row("c", {})], 3.0) == 3
    with Journal(tmp_path) as journal:
        assert list(journal.rows(game)) == [(1, Row("a", {"n": 1})), (2, Row("b", {"n": 2})), (3, Row("c", {}))]
        assert journal.next_seq(game) == 4


def test_the_last_game_without_an_end_is_unfinished(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        assert journal.unfinished() is None
        first = journal.begin(1.0, [Row("a", {})])
        second = journal.begin(2.0, [Row("a", {})])
        unfinished = journal.unfinished()
        assert unfinished is not None
        assert unfinished.number == second
        journal.end(second, "won", 3.0)
        assert journal.unfinished() is None, "beginning the second left the first"
        latest = journal.latest()
        assert latest is not None
        assert latest.number == second > first
        journal.reopen(second, 4.0)
        assert journal.unfinished() is not None


def test_every_commit_is_synced_to_the_disk(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        assert journal._files.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._files.db.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    with Journal(tmp_path / "state"):
        assert stat.S_IMODE((tmp_path / "state" / FILE).stat().st_mode) == 0o600
        assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700


def test_the_vault_is_emptied_when_the_game_ends(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = journal.begin(1.0, [])
        journal.append(game, [Row("sealed", {})], 2.0, VaultEntry(1, b"salt", (1, 2), {}, b"jpeg"))
        (kept,) = journal.vault(game)
        assert (kept.faces, kept.salt, kept.encoded) == ((1, 2), b"salt", b"jpeg")
        assert repr(kept) == "<sealed>"
        journal.end(game, "won", 3.0)
        assert list(journal.vault(game)) == []


def test_photographs_are_kept_until_the_next_game(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = journal.begin(1.0, [])
        journal.append(game, [], 1.5, photographs=[StoredPhotograph(5, {"faces": [1]}, b"jpeg")])
        journal.end(game, "won", 2.0)
        assert [kept.encoded for kept in journal.photographs(game)] == [b"jpeg"]
        journal.begin(3.0, [])
        assert list(journal.photographs(game)) == []


def test_two_boxes_do_not_share_a_journal(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(JournalError, match="Another meierbox is using the journal"):
        Journal(tmp_path)


def test_a_folder_that_cannot_be_made_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(JournalError, match=r"cannot be kept in .*file.*MEIERBOX_STATE"):
        Journal(tmp_path / "file" / "state")


def test_a_damaged_journal_is_set_aside_not_deleted(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"mead " * 1000)
    with Journal(tmp_path) as journal:
        assert journal.trouble is not None
        assert "damaged-1" in str(journal.trouble)
        journal.append(journal.begin(1.0, []), [Row("a", {})], 1.0)
    assert (tmp_path / f"{FILE}.damaged-1").read_bytes() == b"mead " * 1000


def test_a_journal_of_a_newer_box_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(JournalError, match="newer meierbox"):
        Journal(tmp_path)


def test_a_full_disk_keeps_the_rows_waiting_and_says_so(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = journal.begin(1.0, [])
        (pages,) = journal._files.db.execute("PRAGMA page_count").fetchone()
        journal._files.db.execute(f"PRAGMA max_page_count={pages}")
        journal.append(game, [Row("big", {"text": "x" * 100_000})], 2.0)
        assert journal.trouble is not None
        assert "free some space" in str(journal.trouble)
        journal.append(game, [Row("small", {})], 3.0)
        assert list(journal.rows(game)) == []
        journal._files.db.execute("PRAGMA max_page_count=1000000")
        journal.append(game, [Row("later", {})], 4.0)
        assert journal.trouble is None
        assert [row.kind for _, row in journal.rows(game)] == ["big", "small", "later"]


def test_a_row_survives_a_kill_right_after_it_was_written(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from pathlib import Path; from firmware.journal.database import Journal, Row;"
        "journal = Journal(Path(sys.argv[1])); game = journal.begin(1.0, []);"
        "journal.append(game, [Row('claimed', {'n': 7})], 2.0); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    assert done.returncode == -9
    with Journal(tmp_path) as journal:
        unfinished = journal.unfinished()
        assert unfinished is not None
        assert list(journal.rows(unfinished.number)) == [(1, Row("claimed", {"n": 7}))]
