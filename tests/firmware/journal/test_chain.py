"""The chain: computed as the journal's README.md says, and broken by any change."""

import hashlib
import json
import sqlite3
from pathlib import Path

import pytest

from firmware.journal.chain import ChainFault, ChainFaultKind
from firmware.journal.database import FILE, Journal
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import read_game
from firmware.journal.rows import Row
from firmware.journal.session import Session
from tests.firmware.commands.terminal import meierbox
from tests.firmware.journalled_games import journal_game


def two_games(folder: Path) -> Path:
    journal_game(folder, "viking", {}, 1)
    journal_game(folder, "mia", {}, 2, actions=9)
    return folder


def tampered(folder: Path, statement: str) -> tuple[ChainFault, ...]:
    with sqlite3.connect(folder / FILE) as db:
        db.execute(statement)
    db.close()
    with JournalReader(folder) as reader:
        return reader.chain_faults()


def test_every_row_has_the_hash_that_the_readme_says(tmp_path: Path) -> None:
    with sqlite3.connect(two_games(tmp_path) / FILE) as db:
        stored = db.execute("SELECT id, game, seq, at, kind, body, hash FROM rows ORDER BY id").fetchall()
    db.close()
    previous = "0" * 64
    for number, (place, game, event, at, kind, body, own) in enumerate(stored, start=1):
        assert place == number
        text = json.dumps([previous, game, event, f"{at!r} {kind} {body}"], separators=(",", ":"), ensure_ascii=False)
        previous = hashlib.sha256(text.encode()).hexdigest()
        assert own == previous
    assert {game for _, game, *_ in stored} == {1, 2}, "one chain over both games"


def test_the_command_prints_every_event_with_its_hash(tmp_path: Path) -> None:
    with sqlite3.connect(two_games(tmp_path) / FILE) as db:
        stored = db.execute("SELECT game, seq, hash FROM rows ORDER BY id").fetchall()
    db.close()
    done = meierbox("games", "chain", state=tmp_path)
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, [(line["game"], line["event"], line["hash"]) for line in printed]) == (0, stored)


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("UPDATE rows SET body = replace(body, '1', '2') WHERE id = 9", ChainFaultKind.CONTENT),
        ("UPDATE rows SET at = at + 0.001 WHERE id = 9", ChainFaultKind.CONTENT),
        ("UPDATE rows SET kind = 'undo' WHERE id = 9", ChainFaultKind.CONTENT),
        ("UPDATE rows SET body = CAST(x'7bff7d' AS TEXT) WHERE id = 9", ChainFaultKind.CONTENT),
        ("UPDATE rows SET body = x'00ff' WHERE id = 9", ChainFaultKind.CONTENT),
        ("UPDATE rows SET hash = 'f' WHERE id = 9", ChainFaultKind.HASH),
    ],
)
def test_a_row_that_was_changed_is_found_where_it_is(tmp_path: Path, statement: str, kind: ChainFaultKind) -> None:
    (fault,) = tampered(two_games(tmp_path), statement)
    assert (fault.kind, fault.row.id) == (kind, 9)


def test_a_row_that_was_taken_out_is_missed_at_the_next_one(tmp_path: Path) -> None:
    (fault,) = tampered(two_games(tmp_path), "DELETE FROM rows WHERE id IN (9, 10)")
    assert (fault.kind, fault.row.id, fault.missing) == (ChainFaultKind.MISSING, 11, 2)


def test_a_damaged_game_continues_from_before_the_damage_and_stays_so(tmp_path: Path) -> None:
    with sqlite3.connect(two_games(tmp_path) / FILE) as db:
        (before,) = db.execute("SELECT max(seq) - 4 FROM rows WHERE game = 2 AND kind = 'event'").fetchone()
        db.execute("UPDATE rows SET body = CAST(x'ff' AS TEXT) WHERE game = 2 AND seq = ?", (before,))
    db.close()
    states = []
    for _ in range(3):
        with Journal(tmp_path) as journal:
            entry = journal.unfinished()
            assert entry is not None
            session = Session.resume(journal, entry, lambda: 2e9)
            session.record_truncation()
            states.append(session.state)
            with JournalReader(tmp_path) as reader:
                assert read_game(reader, 2).state == session.state
    assert states[0] == states[1] == states[2]
    with sqlite3.connect(tmp_path / FILE) as db:
        ((cut,),) = db.execute("SELECT body FROM rows WHERE kind = 'cut'").fetchall()
        assert json.loads(cut) == {"after": before - 1}
    db.close()


def test_an_end_that_was_damaged_does_not_bring_back_another_game(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for at in (1.0, 3.0):
            journal.end(journal.begin(at, [Row("event", {})]), "won", at + 1)
    tampered(tmp_path, "UPDATE rows SET kind = 'eoded' WHERE game = 1 AND kind = 'ended'")
    with Journal(tmp_path) as journal:
        assert journal.unfinished() is None
