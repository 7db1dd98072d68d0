"""The journal's files: private from their first byte, locked by one box, and replaced if somebody removes them."""

import hashlib
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from firmware.journal import database
from firmware.journal.chain import ChainFaultKind
from firmware.journal.database import FILE, Journal, JournalError, Row, StoredPhotograph, VaultEntry
from firmware.journal.journal_reader import JournalReader
from firmware.journal.session import Session
from firmware.journal.storage import disk_space, migration
from firmware.journal.storage.head_file import FILE as HEAD
from firmware.journal.storage.head_file import Head
from tests.firmware.journalled_games import play_on, session_of
from tests.firmware.rules.random_games import Chance

KILLED = (
    "import os, signal, sys; from pathlib import Path;"
    "from firmware.journal.database import Journal, Row, StoredPhotograph, VaultEntry;"
    "journal = Journal(Path(sys.argv[1])); game = journal.begin(1.0, [Row('event', {'n': 1})]);"
    "journal.append(game, [Row('event', {'n': 2})], 2.0, VaultEntry(1, b'0123456789abcdef', (1, 6), {}, b'sealed'));"
    "os.kill(os.getpid(), signal.SIGKILL)"
)


def killed(folder: Path) -> Path:
    """Starts a game in a folder in another process, which is then killed."""
    done = subprocess.run(
        ["sh", "-c", 'umask 0; exec "$@"', "sh", sys.executable, "-c", KILLED, str(folder)], check=False
    )
    assert done.returncode == -9
    return folder


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}


def bodies(folder: Path) -> list[object]:
    with JournalReader(folder) as reader:
        return [public.row.body.get("n") for public in reader.rows(1)]


def test_every_file_is_private_in_a_first_session_and_after_a_kill(tmp_path: Path) -> None:
    folder = killed(tmp_path / "state")
    assert modes(folder) == {
        "state": 0o700,
        FILE: 0o600,
        f"{FILE}-wal": 0o600,
        f"{FILE}-shm": 0o600,
        "journal.head": 0o600,
    }


def test_a_folder_and_files_that_others_may_read_are_closed_to_them(tmp_path: Path) -> None:
    folder = killed(tmp_path / "state")
    for path in (folder, *folder.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with Journal(folder):
        found = modes(folder)
        assert found["state"] == 0o700
        assert {mode for name, mode in found.items() if name.startswith(FILE)} == {0o600}


def test_deleting_files_of_the_folder_lets_no_second_box_in(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for path in tmp_path.iterdir():
            path.unlink()
        with pytest.raises(JournalError, match="Another meierbox"):
            Journal(tmp_path)
        assert journal.trouble is None


def test_a_log_without_its_database_is_saved(tmp_path: Path) -> None:
    for name, lose in (("gone", Path.unlink), ("empty", lambda path: path.write_bytes(b""))):
        folder = killed(tmp_path / name)
        lose(folder / FILE)
        with Journal(folder) as journal:
            assert "was lost, but not its log" in str(journal.trouble)
            assert (folder / f"{FILE}.damaged-1-wal").stat().st_size > 0
            assert [kept.faces for kept in journal.vault(1)] == [(1, 6)]
        assert bodies(folder) == [1, 2]


def test_a_damaged_file_is_set_aside_and_its_readable_rows_are_kept(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = Chance("viking", {}, 3)
        session = session_of(journal, game)
        play_on(session, game, 12)
        state, seal = session.state, session.seal
    raw = bytearray((tmp_path / FILE).read_bytes())
    raw[:100] = bytes(100)
    (tmp_path / FILE).write_bytes(raw)
    with Journal(tmp_path) as journal:
        assert f"{FILE}.damaged-1" in str(journal.trouble)
        entry = journal.unfinished()
        assert entry is not None
        resumed = Session.resume(journal, entry, lambda: 2e9)
        assert (resumed.state, resumed.seal, resumed.damage) == (state, seal, None)
    assert (tmp_path / f"{FILE}.damaged-1").read_bytes() == raw
    with JournalReader(tmp_path) as reader:
        assert reader.chain_faults() == ()


def emptied(folder: Path) -> None:
    for path in folder.glob(f"{FILE}*"):
        os.truncate(path, 0)


def replaced(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "other")) as db:
        db.execute("CREATE TABLE letters (text)")
    (folder / "other").replace(folder / FILE)


def removed(folder: Path) -> None:
    for path in folder.glob(f"{FILE}*"):
        path.unlink()


def scribbled(folder: Path) -> None:
    for path in folder.glob(f"{FILE}*"):
        raw = path.read_bytes()
        with path.open("r+b") as file:
            file.write(b"mead" * (len(raw) // 4))


@pytest.mark.parametrize("attack", [shutil.rmtree, removed, replaced, emptied, scribbled])
def test_whatever_becomes_of_the_files_the_game_continues_in_new_ones(
    tmp_path: Path, attack: Callable[[Path], object]
) -> None:
    folder = tmp_path / "state"
    with Journal(folder) as journal:
        game = Chance("viking", {}, 3)
        session = session_of(journal, game)
        play_on(session, game, 6)
        attack(folder)
        play_on(session, game, 1)
        assert "removed or changed while the box was running" in str(journal.trouble), "it is noticed at once"
        set_aside = any(folder.glob("*.damaged-1*"))
        assert ("it was set aside as journal.db.damaged-1" in str(journal.trouble)) is set_aside, str(journal.trouble)
        play_on(session, game, 5)
        state, seal = session.state, session.seal
    with Journal(folder) as journal:
        entry = journal.unfinished()
        assert entry is not None
        resumed = Session.resume(journal, entry, lambda: 2e9)
        assert (resumed.state, resumed.seal, resumed.damage) == (state, seal, None)
    with JournalReader(folder) as reader:
        assert reader.chain_faults() == ()


@pytest.mark.parametrize("attack", [shutil.rmtree, removed, replaced, emptied, scribbled])
def test_files_that_are_lost_just_before_the_end_are_written_anew(
    tmp_path: Path, attack: Callable[[Path], object]
) -> None:
    """Whatever the end comes from, it may come sooner than the next check."""
    folder = tmp_path / "state"
    with Journal(folder) as journal:
        game = Chance("viking", {}, 3)
        session = session_of(journal, game)
        play_on(session, game, 6)
        rows, state = [*journal.rows(session.entry.number)], session.state
        attack(folder)
    with Journal(folder) as journal:
        entry = journal.unfinished()
        assert entry is not None
        assert [row for _, row in journal.rows(entry.number)] == [row for _, row in rows]
        assert Session.resume(journal, entry, lambda: 2e9).state == state


def test_what_was_never_revealed_is_in_no_file_after_the_end(tmp_path: Path) -> None:
    salt, jpeg = b"a salt of 16 by.", b"the dice in the dark" * 2000
    for end in ("ended", "unplugged"):
        folder = tmp_path / end
        journal = Journal(folder, reserve=0)
        game = journal.begin(1.0, [Row("event", {})])
        journal.append(game, [Row("sealed", {})], 2.0, VaultEntry(1, salt, (1, 6), {"secret": "mead"}, jpeg))
        assert any(salt in path.read_bytes() for path in folder.iterdir())
        assert any(jpeg[:200] in path.read_bytes() for path in folder.iterdir())
        if end == "ended":
            journal.end(game, "won", 3.0)
        else:
            # The power fails between the row that ends the game and the wiping.
            journal._files.add([(game, 3, Row("ended", {"outcome": "won"}))], 3.0)
            journal._files.release()
            journal = Journal(folder)
        for path in folder.iterdir():
            raw = path.read_bytes()
            assert salt not in raw
            assert b"in the dark" not in raw
            assert b'"secret"' not in raw
        journal.close()


def test_photographs_make_way_for_rows(tmp_path: Path) -> None:
    with Journal(tmp_path, reserve=2**62) as journal:
        game = journal.begin(1.0, [Row("event", {})])
        journal.append(game, [Row("event", {})], 2.0, photographs=[StoredPhotograph(2, {}, b"jpeg")])
        assert list(journal.photographs(game)) == [], "so little is free"
        ((_, row), *_) = reversed(list(journal.rows(game)))
        assert len(row.body["photographs"]) == 1, "its hash is there all the same"
    with Journal(tmp_path, reserve=0) as journal:
        picture = bytes(disk_space.LIMIT // 4)
        for seq in range(3, 9):
            journal.append(game, [], 3.0, photographs=[StoredPhotograph(seq, {}, picture)])
        assert [kept.seq for kept in journal.photographs(game)] == [5, 6, 7, 8], "the oldest are gone"


def test_a_full_disk_takes_rows_from_what_was_set_aside(tmp_path: Path) -> None:
    with Journal(tmp_path, spare=100_000) as journal:
        game = journal.begin(1.0, [Row("event", {})])
        assert (tmp_path / disk_space.SPARE_FILE).stat().st_size == 100_000
        (pages,) = journal._files.db.execute("PRAGMA page_count").fetchone()
        journal._files.db.execute(f"PRAGMA max_page_count={pages}")
        journal.append(game, [Row("event", {"text": "x" * 100_000})], 2.0)
        assert not (tmp_path / disk_space.SPARE_FILE).exists()
        assert "free some space" in str(journal.trouble)


def test_the_version_is_stored_where_an_older_release_looks_for_it() -> None:
    assert database.VERSION == migration.VERSION


def test_a_flipped_bit_in_the_version_makes_no_journal_newer_or_older(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin(1.0, [Row("event", {"n": 1})])
    for pragma in (f"user_version={3 ^ 64}", "user_version=2", f"application_id={migration.APPLICATION + 67}"):
        with closing(sqlite3.connect(tmp_path / FILE)) as db:
            db.execute(f"PRAGMA {pragma}")
        with Journal(tmp_path) as journal:
            assert journal.trouble is None
        assert bodies(tmp_path) == [1]


def test_rows_that_were_lost_with_a_page_are_missed(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = journal.begin(1.0, [Row("event", {"n": 1})])
        for n in range(60):
            journal.append(game, [Row("event", {"n": n, "text": "x" * 300})], 2.0)
    raw = bytearray((tmp_path / FILE).read_bytes())
    at = raw.index(b'"n": 30,') & ~4095
    raw[at : at + 4096] = bytes(4096)
    (tmp_path / FILE).write_bytes(raw)
    with Journal(tmp_path) as journal:
        assert "damaged" in str(journal.trouble)
    with JournalReader(tmp_path) as reader:
        (fault,) = reader.chain_faults()
        assert fault.kind is ChainFaultKind.MISSING
        assert fault.missing > 5


def test_the_table_learns_where_a_truncated_file_was_set_aside(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = journal.begin(1.0, [Row("event", {})])
        for number in range(40):
            journal.append(game, [Row("event", {"of": "x" * 400 + str(number)})], 2.0)
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with Journal(tmp_path) as journal:
        assert "set aside as journal.db.damaged-1" in str(journal.trouble)


def test_a_row_whose_number_was_changed_to_that_of_another_costs_only_itself(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append(journal.begin(1.0, [Row("event", {"n": 1})]), [Row("event", {"n": n}) for n in (2, 3)], 2.5)
    raw = (tmp_path / FILE).read_bytes()
    at = raw.index(b'event{"n": 2}') - 8 - 1  # the number stands before the time
    assert raw[at] == 2
    (tmp_path / FILE).write_bytes(raw[:at] + b"\x03" + raw[at + 1 :])
    with Journal(tmp_path) as journal:
        assert "damaged" in str(journal.trouble)
        assert [row.body["n"] for _, row in journal.rows(1)] == [1]
    with JournalReader(tmp_path) as reader:
        assert [fault.kind for fault in reader.chain_faults()] == [ChainFaultKind.MISSING]


def test_a_head_file_of_an_earlier_release_is_still_read(tmp_path: Path) -> None:
    text = '{"id": 7, "game": 2, "hash": "ab"}'
    (tmp_path / HEAD).write_text(f"{text} {hashlib.sha256(text.encode()).hexdigest()[:16]}\n")
    assert Head.read(tmp_path) == Head(7, 2, "ab")
    (tmp_path / HEAD).write_text(f"{text} {'0' * 16}\n")
    assert Head.read(tmp_path) is None
