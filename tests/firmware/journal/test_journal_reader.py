"""Reading the journal beside a running box: no lock, nothing written, nothing sealed."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.journal.database import FILE, Journal, JournalError, Row, VaultEntry
from firmware.journal.journal_reader import JournalReader


def test_it_reads_while_a_box_keeps_the_journal(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = journal.begin(1.0, [])
        journal.append(game, [Row("event", {"n": 1})], 2.0)
        with JournalReader(tmp_path) as reader:
            assert [head.number for head in reader.games()] == [game]
            journal.append(game, [Row("event", {"n": 2})], 3.0)
            assert [public.row.body for public in reader.rows(game)] == [{"n": 1}], "as it was when it was opened"
        with JournalReader(tmp_path) as reader:
            assert [(public.seq, public.at) for public in reader.rows(game)] == [(1, 2.0), (2, 3.0)]


def test_it_tells_how_and_when_games_ended_newest_first(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        rules = ({"event": {"event": "Started", "ruleset": name}} for name in ("viking", "mia"))
        first = journal.begin(1.0, [Row("event", next(rules))])
        journal.end(first, "stopped", 5.0)
        journal.begin(7.0, [Row("event", next(rules))])
    with JournalReader(tmp_path) as reader:
        assert [(head.rules, head.begun, head.ended, head.outcome) for head in reader.games()] == [
            ("mia", 7.0, None, None),
            ("viking", 1.0, 5.0, "stopped"),
        ]


def test_hidden_dice_are_not_among_the_rows(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = journal.begin(1.0, [])
        hidden = [Row("world", {"one": 1, "two": 2}), Row("throw", {"seat": 0, "face": 3}), Row("new kind", {})]
        journal.append(game, [Row("sealed", {"serial": 1}), *hidden], 2.0, VaultEntry(1, b"salt", (1, 2), {}, b"jpeg"))
        with JournalReader(tmp_path) as reader:
            assert [public.row.kind for public in reader.rows(game)] == ["sealed"]


def test_where_no_journal_was_begun_there_are_no_games(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / FILE).touch()
    for folder in (tmp_path / "nowhere", tmp_path, tmp_path / "empty"):
        with JournalReader(folder) as reader:
            assert reader.games() == ()
    assert list(tmp_path.iterdir()) == [tmp_path / "empty"], "reading lays nothing"


def test_it_reads_what_a_killed_box_has_left(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from pathlib import Path; from firmware.journal.database import Journal, Row;"
        "journal = Journal(Path(sys.argv[1])); game = journal.begin(1.0, []);"
        "journal.append(game, [Row('event', {'n': 7})], 2.0); os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False).returncode == -9
    with JournalReader(tmp_path) as reader:
        assert [public.row.body for public in reader.rows(1)] == [{"n": 7}]
    with Journal(tmp_path) as journal:
        assert journal.unfinished() is not None, "and a box goes on with it afterwards"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_it_reads_where_nothing_can_be_written(tmp_path: Path) -> None:
    with Journal(tmp_path / "state") as journal:
        game = journal.begin(1.0, [])
        journal.append(game, [Row("event", {"n": 1})], 2.0)
    (tmp_path / "state").chmod(0o555)
    try:
        with JournalReader(tmp_path / "state") as reader:
            assert [public.row.body for public in reader.rows(game)] == [{"n": 1}]
    finally:
        (tmp_path / "state").chmod(0o755)


def test_a_missing_game_is_named_with_the_remedy(tmp_path: Path) -> None:
    with JournalReader(tmp_path) as reader, pytest.raises(JournalError, match=r"no game 7.*`meierbox games`"):
        reader.game(7)


def test_a_damaged_journal_is_reported_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"mead " * 1000)
    with pytest.raises(JournalError, match=r"journal\.db is damaged"):
        JournalReader(tmp_path)
    assert (tmp_path / FILE).read_bytes() == b"mead " * 1000


def test_a_page_torn_out_of_the_middle_is_seen(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = journal.begin(1.0, [])
        journal.append(game, [Row("event", {"text": "x" * 50_000})], 2.0)
    with (tmp_path / FILE).open("r+b") as file:
        file.seek(4096 * 4)
        file.write(b"\xff" * 4096 * 3)
    with pytest.raises(JournalError, match="damaged"):
        JournalReader(tmp_path)


def test_a_journal_of_a_newer_box_is_not_guessed_at(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(JournalError, match="newer meierbox"):
        JournalReader(tmp_path)


def test_a_row_that_is_not_json_is_named(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = journal.begin(1.0, [])
        journal.append(game, [Row("event", {})], 2.0)
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("UPDATE rows SET body = 'mead'")
    db.close()
    with JournalReader(tmp_path) as reader, pytest.raises(JournalError, match="Row 1 of game 1"):
        list(reader.rows(game))
