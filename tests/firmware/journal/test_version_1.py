"""Journals of version 1, which kept how a simulated box is restored, open and go on.

`version_1/box.db` has a game of viking that was won, one of mia that was stopped, and one of viking in which a claim
stands over a sealed roll (1 3); `cups.db` a game with cups that was won, and one of stars in which Astrid has put a 1
face-up before her bid. Their photographs are no photographs, to keep them small.
"""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from firmware.app.legacy_simulated_box import adopt_simulated_box
from firmware.commands import main
from firmware.journal.database import FILE, VERSION, Journal, Row
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import GameEnding, read_game
from firmware.journal.session import Session
from firmware.rules.claims import Bid, Pair
from firmware.rules.commands import Challenge, MakeBid, Refusal, Reveal
from firmware.rules.state import Phase
from hardware.simulated.remembered_throws import FILE as SIMULATED_BOX
from hardware.simulated.remembered_throws import DiceAtRest, Memory

HERE = Path(__file__).parent / "version_1"


def kept(name: str, folder: Path) -> Path:
    """Copies a journal into a folder."""
    shutil.copy(HERE / name, folder / FILE)
    return folder


def resumed(journal: Journal) -> Session:
    entry = journal.unfinished()
    assert entry is not None
    return Session.resume(journal, entry, lambda: 2e9)


def test_a_box_game_resumes_with_its_sealed_roll(tmp_path: Path) -> None:
    with Journal(kept("box.db", tmp_path)) as journal:
        session = resumed(journal)
        state = session.state
        assert (state.ruleset, state.round, state.phase, state.turn) == ("viking", 2, Phase.ANSWERING, 1)
        assert (state.stock, state.claim, state.roller) == ((3, 3, 1), Pair(1, 3), 0)
        assert session.roll == 25
        assert session.seal is not None
        assert session.seal.matches((1, 3))
        for command in (Challenge(1), Reveal(Pair(1, 3))):
            assert not isinstance(session.do(command), Refusal)
        after = session.state
    with Journal(tmp_path) as journal:
        assert resumed(journal).state == after


def test_a_cup_game_resumes_with_its_shown_dice(tmp_path: Path) -> None:
    with Journal(kept("cups.db", tmp_path)) as journal:
        session = resumed(journal)
        state = session.state
        assert (state.ruleset, state.stock, state.held) == ("stars", (4, 3, 4), (4, 3, 4))
        assert (state.claim, state.turn, session.showing) == (Bid(2, 2), 0, (1,))
        assert not isinstance(session.do(MakeBid(0, Bid(3, 2), (1,), 3)), Refusal)
        assert session.state.shown == ((1,), (), ())


def test_the_simulated_box_keeps_its_dice(tmp_path: Path) -> None:
    file = tmp_path / SIMULATED_BOX
    with Journal(kept("box.db", tmp_path)) as journal:
        session = resumed(journal)
        adopt_simulated_box(journal, session.entry, file)
    box = Memory(file, "sim:5:steady")
    assert (box.box, box.shake(2)) == (DiceAtRest(6, 2), DiceAtRest(7, 2))
    file.unlink()
    with Journal(kept("cups.db", tmp_path)) as journal:
        session = resumed(journal)
        adopt_simulated_box(journal, session.entry, file)
        box = Memory(file, "sim:6:steady")
        hands = [box.hand((session.entry.number, session.hand_roll(seat) or 0, seat, 0), 9) for seat in range(3)]
        assert hands == [DiceAtRest(7, 3), DiceAtRest(5, 3), DiceAtRest(6, 4)], (
            "the re-rolled one, and those of the last deal"
        )
        session.do(MakeBid(0, Bid(3, 2), (1,), 3))
        roll = session.hand_roll(0)
        assert roll is not None
        assert box.hand((session.entry.number, roll, 0, 0), 9) == DiceAtRest(7, 3), "and after the bid"
        session.undo()
        roll = session.hand_roll(0)
        assert roll is not None
        assert box.hand((session.entry.number, roll, 0, 0), 9) == DiceAtRest(4, 4), "an undo brings the first hand back"


def test_undone_hands_are_not_adopted(tmp_path: Path) -> None:
    rows = [
        *(Row("event", {"action": action}) for action in (0, 1)),
        Row("hand", {"action": 2, "seat": 0, "parts": [[1, 4]]}),
        Row("event", {"action": 2}),
        Row("hand", {"action": 3, "seat": 0, "parts": [[2, 3]]}),
        Row("undo", {"action": 2}),
        Row("world", {"throw": 2, "dice": 3}),
        Row("world", {"camera": "sim:6"}),
    ]
    file = tmp_path / SIMULATED_BOX
    with Journal(tmp_path) as journal:
        journal.begin(1.0, rows)
        entry = journal.unfinished()
        assert entry is not None
        adopt_simulated_box(journal, entry, file)
    box = Memory(file, "sim:6")
    assert box.hand((1, 2, 0, 0), 4) == DiceAtRest(1, 4)
    assert box.hand((1, len(rows) + 1, 0, 0), 3) == DiceAtRest(3, 3), "the next bid re-rolls anew"


def test_a_journal_is_brought_up_to_date_once_and_loses_nothing(tmp_path: Path) -> None:
    with sqlite3.connect(kept("box.db", tmp_path) / FILE) as db:
        before = db.execute("SELECT game, seq, kind, body FROM rows ORDER BY game, seq").fetchall()
    db.close()
    for _ in range(2):
        with Journal(tmp_path):
            pass
    with sqlite3.connect(tmp_path / FILE) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        after = db.execute("SELECT game, seq, kind, body FROM rows ORDER BY game, seq").fetchall()
        assert "world" not in [column[1] for column in db.execute("PRAGMA table_info(games)")]
    db.close()
    assert set(before) < set(after)
    added = [row for row in after if row not in before]
    assert [(game, kind, json.loads(body)) for game, _, kind, body in added] == [
        (0, "migrated", {"from": 1}),
        (1, "world", {"camera": "sim:5:steady"}),
        (1, "ended", {"outcome": "won"}),
        (2, "world", {"camera": "sim:5:steady"}),
        (2, "ended", {"outcome": "stopped"}),
        (3, "world", {"camera": "sim:5:steady"}),
    ]
    with JournalReader(tmp_path) as reader:
        assert reader.chain_faults() == ()


def test_games_lists_exports_and_verifies_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEIERBOX_STATE", str(kept("box.db", tmp_path)))
    for _ in ("as version 1 wrote it", "brought up to date"):
        with JournalReader(tmp_path) as reader:
            endings = [read_game(reader, number).ending for number in (1, 2, 3)]
        assert endings == [GameEnding.WON, GameEnding.STOPPED, GameEnding.OPEN]
        assert main(["games"]) == 0
        listed = capsys.readouterr().out.splitlines()
        assert [line.split()[0] for line in listed] == ["3", "2", "1"]
        assert main(["games", "export", "3"]) == 0
        assert "Astrid challenges\nAstrid rolls ? claims 1-3" in capsys.readouterr().out, "the sealed roll stays sealed"
        assert main(["games", "verify", "3"]) == 0
        assert "1 reveal, 1 seal opened" in capsys.readouterr().out
        with Journal(tmp_path):
            pass
