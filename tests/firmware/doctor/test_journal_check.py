"""The doctor's check of the journal."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.config.settings import FILE as SETTINGS
from firmware.config.settings import VOLUME, Preferences
from firmware.doctor.finding import Level
from firmware.doctor.journal_check import check_journal
from firmware.doctor.settings_check import check_settings
from firmware.journal.database import FILE, Journal, Row


def test_a_journal_that_does_not_exist_yet_is_no_fault(tmp_path: Path) -> None:
    (found,) = check_journal(tmp_path / "state" / "meierbox")
    assert found.level is Level.INFO
    assert not (tmp_path / "state").exists()


def test_a_journal_is_examined_while_a_box_keeps_it(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin(0.0, [Row("event", {})])
        (found,) = check_journal(tmp_path)
        assert found.level is Level.OK
        assert "1 game in" in str(found.says)


def test_a_damaged_journal_is_an_issue(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all" * 100)
    (found,) = check_journal(tmp_path)
    assert found.level is Level.ISSUE
    assert (tmp_path / FILE).read_bytes().startswith(b"no database"), "looking changes nothing"


def test_a_journal_set_aside_is_reported(tmp_path: Path) -> None:
    (tmp_path / f"{FILE}.damaged-1").write_text("")
    (tmp_path / f"{FILE}.damaged-1-wal").write_text("")
    aside, _ = check_journal(tmp_path)
    assert aside.level is Level.WARNING
    assert f"({FILE}.damaged-1)" in str(aside.says)


def test_a_file_in_the_way_is_an_issue(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = next(check_journal(tmp_path / "file" / "state"))
    assert found.level is Level.ISSUE
    assert "MEIERBOX_STATE" in str(found.remedy)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_an_issue(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert next(check_journal(tmp_path)).level is Level.ISSUE
    tmp_path.chmod(0o700)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look everywhere")
def test_the_journal_of_another_user_is_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o000)
    (found,) = check_journal(tmp_path)
    tmp_path.chmod(0o700)
    assert found.level is Level.INFO
    assert "sudo" in str(found.remedy)


def test_valid_settings_are_fine(tmp_path: Path) -> None:
    (found,) = check_settings(Preferences(tmp_path))
    assert (found.level, str(found.says)) == (Level.OK, "all at their defaults")
    Preferences(tmp_path).change(VOLUME, 3)
    (found,) = check_settings(Preferences(tmp_path))
    assert (found.level, str(found.says)) == (Level.OK, f"{tmp_path / SETTINGS} is understood")


def test_every_setting_without_effect_is_reported_with_what_to_write(tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_text('volume = 99\ntheme = "dusk"\n')
    loud, dusk = check_settings(Preferences(tmp_path))
    assert (loud.level, str(loud.remedy)) == (Level.WARNING, "write 0 to 10")
    assert str(loud.says).endswith("volume is 99, so 7 is used")
    assert str(dusk.remedy) == 'write "torch", "day", "contrast"'
    (tmp_path / SETTINGS).write_text("volume = = 3")
    (broken,) = check_settings(Preferences(tmp_path, keeps_damaged=True))
    assert str(broken.remedy) == "fix or remove it"


def test_a_row_that_was_changed_is_named(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append(journal.begin(0.0, [Row("event", {})]), [Row("event", {"n": 1})], 1.0)
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("""UPDATE rows SET body = '{"n": 2}' WHERE seq = 2""")
    (found,) = check_journal(tmp_path)
    assert (found.level, str(found.says)) == (Level.WARNING, "its chain is broken at row 2 of game 1")


def test_an_end_that_was_lost_is_missed(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append(journal.begin(0.0, [Row("event", {})]), [Row("event", {"n": 1})], 1.0)
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("DELETE FROM rows WHERE seq = 2")
    (found,) = check_journal(tmp_path)
    assert (found.level, str(found.says)) == (Level.WARNING, "its last row is missing")
    (tmp_path / FILE).unlink()
    assert "it had 2 rows" in str(next(check_journal(tmp_path)).says)
