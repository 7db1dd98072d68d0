"""`meierbox games` from the outside: output, files left alone, exit codes."""

import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.config.house_rules import HouseRulesFile, SavedRules
from firmware.journal import verify_export
from firmware.journal.database import FILE, Journal
from tests.firmware.commands.terminal import Done, meierbox
from tests.firmware.journalled_games import journal_game, play_on, session_of
from tests.firmware.rules.random_games import Chance


def complaint(done: Done) -> str:
    """The one sentence with which a command fails."""
    assert done.stdout == ""
    assert done.stderr.startswith("meierbox games: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_without_a_journal_there_is_no_game_yet(tmp_path: Path) -> None:
    for words in (["games"], ["games", "list"], ["games", "stats"]):
        done = meierbox(*words, state=tmp_path / "state")
        assert (done.returncode, done.stderr) == (0, "")
        assert "no game in the journal yet" in done.stdout
    assert not (tmp_path / "state").exists(), "looking lays nothing"


def test_games_are_listed_newest_first(tmp_path: Path) -> None:
    journal_game(tmp_path, "viking", {}, 1)
    journal_game(tmp_path, "mia", {}, 2, actions=3)
    journal_game(tmp_path, "stars", {"dice": "3"}, 3, actions=3)
    lines = meierbox("games", state=tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["3", "2", "1"]
    assert [line.split()[3] for line in lines] == ["stars", "mia", "viking"]
    assert "not finished, in round" in lines[0]
    assert "left in round" in lines[1]
    assert lines[2].endswith(" lost, all others won")


def test_old_games_are_listed_when_asked_for(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for seed in range(22):
            session_of(journal, Chance("viking", {}, seed))
    short = meierbox("games", state=tmp_path).stdout.splitlines()
    assert (len(short), short[-1]) == (21, "2 older: `meierbox games list --all`")
    assert len(meierbox("games", "list", "--all", state=tmp_path).stdout.splitlines()) == 22


def test_a_game_is_shown_in_words(tmp_path: Path) -> None:
    journal_game(tmp_path, "viking", {"lives": "3"}, 1)
    done = meierbox("games", "show", "1", state=tmp_path)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Game 1: Viking Liar's Dice, ")
    assert lines[2] == "House rules: lives 3"
    assert "Round 1" in lines
    assert lines[-1].endswith(" lost, all others won.")


def test_an_exported_game_is_judged_like_the_one_that_was_played(tmp_path: Path) -> None:
    played = journal_game(tmp_path / "state", "sympkyn-cups", {"preset": "ildhafn"}, 4)
    record = tmp_path / "evening.meier"
    assert meierbox("games", "export", "1", "--output", str(record), state=tmp_path / "state").returncode == 0
    judged = meierbox("judge", str(record), "--json", state=tmp_path / "state")
    assert judged.returncode == 0, judged.stdout
    told = json.loads(judged.stdout)
    assert told["stock"] == list(played.state.stock)
    assert told["winners"] == list(played.state.winners)
    printed = meierbox("games", "export", "1", state=tmp_path / "state")
    assert printed.stdout == record.read_text()


def test_an_export_overwrites_only_with_force(tmp_path: Path) -> None:
    journal_game(tmp_path, "viking", {}, 1, actions=2)
    record = tmp_path / "evening.meier"
    record.write_text("a letter")
    words = ["games", "export", "1", "--output", str(record)]
    done = meierbox(*words, state=tmp_path)
    assert done.returncode == 2
    assert "--force" in complaint(done)
    assert record.read_text() == "a letter"
    assert meierbox(*words, "--force", state=tmp_path).returncode == 0
    assert record.read_text().startswith("[Date ")


def test_an_export_to_nowhere_is_reported(tmp_path: Path) -> None:
    journal_game(tmp_path, "viking", {}, 1, actions=2)
    done = meierbox("games", "export", "1", "--output", str(tmp_path / "no" / "where"), state=tmp_path)
    assert done.returncode == 2
    assert "cannot be written (No such file or directory)" in complaint(done)


def test_opened_seals_are_verified(tmp_path: Path) -> None:
    journal_game(tmp_path, "viking", {}, 1)
    done = meierbox("games", "verify", "1", state=tmp_path)
    assert done.returncode == 0, done.stdout
    *seals, last = done.stdout.splitlines()
    assert seals
    assert all(" was sealed as " in line for line in seals)
    assert f"{len(seals)} seals opened" in last
    assert last.endswith("no fault, and the chain of the journal holds.")


def test_a_seal_that_someone_noted_is_found_or_missed(tmp_path: Path) -> None:
    journal_game(tmp_path, "viking", {}, 1)
    first = meierbox("games", "verify", "1", state=tmp_path).stdout.splitlines()[0]
    words, _, code = first.removesuffix(".").partition(" was sealed as ")[2].partition(", ")
    for noted in (words, code, words.upper()):
        done = meierbox("games", "verify", "1", "--shown", noted, state=tmp_path)
        assert (done.returncode, "as you noted" in done.stdout) == (0, True)
    done = meierbox("games", "verify", "1", "--shown", "acid acid acid acid", state=tmp_path)
    assert done.returncode == 1
    assert "No roll of game 1 was sealed as 'acid acid acid acid'." in done.stdout


def test_a_journal_that_was_tampered_with_does_not_verify(tmp_path: Path) -> None:
    journal_game(tmp_path, "viking", {}, 1)
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("UPDATE rows SET body = replace(body, '\"faces\": [', '\"faces\": [1, ') WHERE kind = 'opened'")
    db.close()
    done = meierbox("games", "verify", "1", state=tmp_path)
    assert done.returncode == 1
    assert "which is not what was sealed" in done.stdout
    assert "is not what was written" in done.stdout


@pytest.mark.parametrize("body", ["{}", '{"action": 1, "event": [7]}', '{"action": 99, "event": {"kind": "Rolled"}}'])
def test_a_game_that_cannot_be_read_does_not_verify(tmp_path: Path, body: str) -> None:
    journal_game(tmp_path, "viking", {}, 1)
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("UPDATE rows SET body = ? WHERE seq = 3", (body,))
    db.close()
    done = meierbox("games", "verify", "1", state=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    chain, reason, summary = done.stdout.splitlines()
    assert chain == "CHAIN BROKEN: event 3 of game 1 is not what was written."
    assert reason.startswith("Game 1 in ")
    assert "cannot be read" in reason
    assert summary == "Game 1 was not checked: its rows are not those of a game."


def test_where_no_dice_were_revealed_that_is_reported(tmp_path: Path) -> None:
    journal_game(tmp_path, "viking", {}, 1, actions=1)
    done = meierbox("games", "verify", "1", state=tmp_path)
    assert (done.returncode, "No dice were revealed in game 1" in done.stdout) == (0, True)


def test_an_export_is_verified_by_a_program_that_needs_nothing_else(tmp_path: Path) -> None:
    journal_game(tmp_path, "viking", {}, 1)
    exported = tmp_path / "game.json"
    assert meierbox("games", "export", "1", "--json", "--output", str(exported), state=tmp_path).returncode == 0
    program = shutil.copy(verify_export.__file__, tmp_path / "verify.py")

    def verified() -> "subprocess.CompletedProcess[str]":
        words = [sys.executable, "-I", "-S", str(program), str(exported)]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    assert (verified().returncode, verified().stderr) == (0, "")
    exported.write_text(exported.read_text().replace("refuted", "upheld"))
    forged = verified()
    assert (forged.returncode, forged.stderr) == (1, "")
    assert "does not match its hash" in forged.stdout
    exported.write_text("[]")
    assert (verified().returncode, verified().stdout) == (2, "")


def test_a_left_game_is_the_one_that_is_offered_again(tmp_path: Path) -> None:
    journal_game(tmp_path, "viking", {}, 1, actions=3)
    journal_game(tmp_path, "mia", {}, 2, actions=3)
    done = meierbox("games", "resume", "1", state=tmp_path)
    assert done.returncode == 0
    assert "`meierbox play` now offers game 1" in done.stdout
    with Journal(tmp_path) as journal:
        unfinished = journal.unfinished()
        assert unfinished is not None
        assert unfinished.number == 1
    assert "left in round" in meierbox("games", state=tmp_path).stdout.splitlines()[0]


def test_a_finished_game_is_not_resumed(tmp_path: Path) -> None:
    journal_game(tmp_path, "viking", {}, 1)
    done = meierbox("games", "resume", "1", state=tmp_path)
    assert done.returncode == 1
    assert "is finished" in complaint(done)


def test_beside_a_running_box_everything_is_reported_but_nothing_resumed(tmp_path: Path) -> None:
    journal_game(tmp_path, "viking", {}, 1, actions=3)
    with Journal(tmp_path) as journal:
        game = Chance("viking", {}, 2)
        play_on(session_of(journal, game), game, 5)
        for words in (["list"], ["show", "2"], ["export", "2"], ["verify", "2"], ["stats"]):
            assert meierbox("games", *words, state=tmp_path).returncode == 0
        done = meierbox("games", "resume", "1", state=tmp_path)
        assert done.returncode == 2
        assert "Another meierbox is using the journal" in complaint(done)


def test_statistics_count_claims_and_revealed_dice(tmp_path: Path) -> None:
    played = journal_game(tmp_path, "viking", {}, 1)
    told = json.loads(meierbox("games", "stats", "--json", state=tmp_path).stdout)
    assert (told["games"], told["finished"]) == (1, 1)
    assert list(told["seats"]) == list(played.state.seats)
    seats = list(told["seats"].values())
    assert sum(seat["won"] for seat in seats) == len(played.state.winners)
    calls = sum(seat["challenges_right"] + seat["challenges_wrong"] for seat in seats)
    assert calls == sum(seat["revealed"] for seat in seats) > 0
    assert sum(seat["lies"] for seat in seats) == sum(seat["challenges_right"] for seat in seats)
    assert sum(told["faces"]["revealed"]) == 2 * calls
    assert sum(len(evening["games"]) for evening in told["evenings"]) == told["games"]
    none = meierbox("games", "stats", "--since", "2999-01-01", state=tmp_path).stdout
    assert none == "No game has begun since then.\n"
    text = meierbox("games", "stats", state=tmp_path).stdout
    lies, revealed = seats[0]["lies"], seats[0]["revealed"]
    assert f"{lies} of {revealed} revealed" in text


@pytest.mark.parametrize("action", ["show", "export", "verify", "resume"])
def test_a_missing_game_is_reported(tmp_path: Path, action: str) -> None:
    done = meierbox("games", action, "5", state=tmp_path)
    assert done.returncode == 2
    assert "There is no game 5" in complaint(done)
    assert not (tmp_path / FILE).exists(), "nor is a journal laid for it"


@pytest.mark.parametrize("action", [["list"], ["show", "1"], ["resume", "1"], ["stats"]])
def test_a_damaged_journal_is_reported_and_left_alone(tmp_path: Path, action: list[str]) -> None:
    (tmp_path / FILE).write_bytes(b"mead " * 1000)
    done = meierbox("games", *action, state=tmp_path)
    assert done.returncode == 2
    assert "is damaged" in complaint(done)
    assert (tmp_path / FILE).read_bytes() == b"mead " * 1000


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 40])
def test_what_is_no_number_is_reported(tmp_path: Path, number: str) -> None:
    done = meierbox("games", "show", number, state=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_house_rules_that_were_kept_have_a_sheet_under_their_name(tmp_path: Path) -> None:
    HouseRulesFile(tmp_path).keep(
        SavedRules("Tavern at the ford", "viking", {"lives": 3, "end": "gambling", "ante": 2})
    )
    done = meierbox("games", "rules", "Tavern at the ford", state=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "VIKING LIAR'S DICE" in done.stdout
    assert done.stdout != meierbox("games", "rules", "viking", state=tmp_path).stdout
    unknown = meierbox("games", "rules", "Tavern at the bridge", state=tmp_path)
    assert "Tavern at the ford" in complaint(unknown)


def test_a_journal_that_was_set_aside_is_listed_and_recovered(tmp_path: Path) -> None:
    state, aside = tmp_path / "state", tmp_path / "journal.db.damaged-1"
    journal_game(state, "viking", {}, 1)
    journal_game(state, "mia", {}, 2, actions=9)
    (state / FILE).rename(aside)
    assert len(meierbox("games", "list", "--journal", str(aside), state=state).stdout.splitlines()) == 2
    whole = meierbox("games", "recover", str(aside), "--to", str(tmp_path / "whole.db"), state=state)
    assert whole.returncode == 0, whole.stderr
    assert whole.stdout.startswith("Game 1: ")
    with sqlite3.connect(aside) as db:
        (row,) = db.execute("SELECT max(id) FROM rows WHERE game = 1").fetchone()
        db.execute("UPDATE rows SET body = 'mead' WHERE id = ?", (row - 5,))
        db.execute("DELETE FROM rows WHERE id = ?", (row - 1,))
    db.close()
    raw = aside.read_bytes()
    aside.write_bytes(bytes(100) + raw[100:])
    assert "is damaged" in complaint(meierbox("games", "list", "--journal", str(aside), state=state))
    done = meierbox("games", "recover", str(aside), state=state)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].endswith("events saved, 1 missing, 1 damaged.")
    assert lines[1].endswith("saved, none missing, none damaged.")
    saved = Path(f"{aside}.recovered")
    assert saved.stat().st_mode & 0o777 == 0o600
    verified = meierbox("games", "verify", "1", "--journal", str(saved), state=state)
    assert verified.returncode == 1
    assert "CHAIN BROKEN: 1 event is missing before event" in verified.stdout
    shown = meierbox("games", "show", "1", "--journal", str(saved), state=state)
    assert shown.returncode == 0
    assert "is damaged at event" in shown.stderr


def test_what_cannot_be_recovered_is_reported(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("mead " * 1000)
    assert "Nothing in" in complaint(meierbox("games", "recover", str(tmp_path / "letter"), state=tmp_path))
    assert "no journal" in complaint(meierbox("games", "recover", str(tmp_path / "none"), state=tmp_path))
