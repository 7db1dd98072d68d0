"""The journal across an update."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.deploy import journal_copy
from firmware.deploy.errors import DeployError
from firmware.journal.database import FILE, VERSION
from tests.firmware.deploy.installed_box import GAMES, Box

PROJECT = Path(__file__).parents[3]


def test_a_release_says_which_schema_its_journal_has() -> None:
    assert journal_copy.schema_version(PROJECT) == VERSION


def test_an_incomplete_release_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DeployError, match="is not a complete release"):
        journal_copy.schema_version(tmp_path)


def test_a_box_without_a_journal_has_none_to_copy(tmp_path: Path) -> None:
    journal_copy.copy(tmp_path, "0.2.0")
    assert list(tmp_path.iterdir()) == []
    assert journal_copy.put_back(tmp_path, "0.2.0") is None


def test_events_that_a_killed_box_left_beside_the_file_are_in_the_copy(box: Box) -> None:
    with closing(sqlite3.connect(box.journal / FILE)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("INSERT INTO games VALUES ('the last one')")
        db.commit()
        assert (box.journal / f"{FILE}-wal").stat().st_size > 0
        journal_copy.copy(box.journal, "0.2.0")
    with closing(sqlite3.connect(journal_copy.copied(box.journal, "0.2.0"))) as db:
        names = [name for (name,) in db.execute("SELECT name FROM games")]
    assert names == [*GAMES, "the last one"]
    assert journal_copy.copied(box.journal, "0.2.0").stat().st_mode & 0o777 == 0o600


def test_a_journal_is_set_aside_under_a_name_of_its_own(box: Box) -> None:
    for _ in range(2):
        journal_copy.copy(box.journal, "0.2.0")
        journal_copy.put_back(box.journal, "0.2.0")
    assert {path.name for path in box.journal.iterdir()} == {FILE, f"{FILE}.of-0.2.0", f"{FILE}.of-0.2.0.2"}


def test_a_damaged_journal_is_not_copied(box: Box) -> None:
    (box.journal / FILE).write_bytes(b"no database at all" * 100)
    with pytest.raises(DeployError, match="cannot be copied"):
        journal_copy.copy(box.journal, "0.2.0")
    assert {path.name for path in box.journal.iterdir()} == {FILE}


def test_root_copies_nothing_for_the_box_that_it_may_not_read(box: Box, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (box.journal / FILE).unlink()
    (box.journal / FILE).symlink_to(tmp_path / "secret")
    with pytest.raises(DeployError, match="is a link"):
        journal_copy.copy(box.journal, "0.2.0")
