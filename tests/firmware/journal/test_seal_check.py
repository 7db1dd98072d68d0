"""Forged games: whatever is changed, `games verify` and `verify_export.py` both notice.

The forger here controls the box: every hash of the chain is recomputed after the forgery.
"""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.journal import verify_export
from firmware.journal.chain import START, StoredRow, link_row
from firmware.journal.database import FILE, Journal
from firmware.journal.game_export import exported_game
from firmware.journal.journal_reader import JournalReader
from firmware.journal.seal import SealLink, digest_of
from firmware.journal.seal_check import check_game
from firmware.journal.session import Session
from firmware.journal.verify_export import checks
from firmware.rules.claims import Pair
from firmware.rules.commands import Challenge, Command, Declare, Refusal, Reveal, Roll, Show, Unread
from firmware.rules.ladders import LADDERS
from firmware.rules.message import literal
from tests.firmware.evening import NAMES, observation
from tests.firmware.journal.exports_by_chance import attacked, export_by_chance
from tests.firmware.rules.random_games import CONFIGURATIONS

Rows = list[tuple[float, str, dict[str, Any]]]
Forgery = Callable[[Rows], object]


def played(folder: Path, *commands: Command, seal: bool = True, rules: str = "viking") -> None:
    """A round of viking: Astrid rolls 5-6 and claims 1-3, Bjorn calls it a lie; or the given commands instead."""
    times = iter(range(1000, 2000))
    with Journal(folder) as journal:
        session = Session.start(journal, rules, NAMES, {}, 0, lambda: float(next(times)))
        for command in (Roll(0), *(commands or (Declare(0, Pair(1, 3)), Challenge(1), Reveal(Pair(5, 6))))):
            assert not isinstance(session.do(command), Refusal)
            if isinstance(command, Roll) and seal:
                session.close_seal(observation(5, 6))


def forge(folder: Path, forgery: Forgery) -> None:
    """Changes rows (time, kind and body) and recomputes the chain."""
    with sqlite3.connect(folder / FILE) as db:
        found = db.execute("SELECT at, kind, body FROM rows ORDER BY id").fetchall()
        rows = [(at, kind, json.loads(body)) for at, kind, body in found]
        forgery(rows)
        db.execute("DELETE FROM rows")
        previous = START
        for number, (at, kind, body) in enumerate(rows, start=1):
            row = StoredRow(number, 1, number, at, kind, json.dumps(body))
            previous = link_row(previous, row)
            db.execute("INSERT INTO rows VALUES (?, 1, ?, ?, ?, ?, ?)", (*_columns(row), previous))
    db.close()


def _columns(row: StoredRow) -> tuple[object, ...]:
    return row.id, row.seq, row.at, row.kind, row.body


def faults_of(folder: Path) -> tuple[list[str], list[str]]:
    """The faults that `games verify` and `verify_export.py` find in the same game."""
    with JournalReader(folder) as reader:
        export = json.loads(json.dumps(exported_game(reader, 1)))
        ours = [str(fault) for fault in (*reader.chain_faults(), *check_game(reader, 1).faults)]
    return ours, faults_of_export(export)


def faults_of_export(export: Any, *codes: str) -> list[str]:
    return [fault for holds, fault in checks(export, list(codes)) if not holds]


def place(rows: Rows, kind: str) -> int:
    """The index of the last row of a kind, or of an event."""
    return max(n for n, (_, k, body) in enumerate(rows) if kind in (k, body.get("event", {}).get("event")))


def body_of(rows: Rows, kind: str) -> dict[str, Any]:
    body = rows[place(rows, kind)][2]
    return dict.__getitem__(body, "event") if "event" in body else body


def drop(*kinds: str) -> Forgery:
    return lambda rows: [rows.pop(place(rows, kind)) for kind in kinds]


def change(kind: str, **fields: object) -> Forgery:
    return lambda rows: body_of(rows, kind).update(fields)


def seal_after_the_claim(rows: Rows) -> None:
    rows.insert(place(rows, "Declared"), rows.pop(place(rows, "sealed")))


def seal_other_dice(rows: Rows) -> None:
    """Seals 1-2 from the start, opens it, and judges by it: but the rows before it differ."""
    salt = bytes(16)
    body_of(rows, "sealed")["digest"] = digest_of(salt, 2, (1, 2), SealLink(1, body_of(rows, "sealed")["after"]))
    body_of(rows, "opened").update(salt=salt.hex(), faces=[1, 2])


def rename_a_seat(rows: Rows) -> None:
    body_of(rows, "Started")["seats"] = ["Loki", "Bjorn", "Sigrid"]


MEIER = {"claim": "2-1"}
FORGERIES: dict[str, Forgery] = {
    "another verdict": change("Adjudicated", verdict="upheld"),
    "a verdict on other dice": change("Adjudicated", revealed=MEIER, actual=MEIER, verdict="upheld"),
    "a verdict on another claim": change("Adjudicated", claim={"claim": "5-6"}, verdict="upheld"),
    "another opening": change("opened", faces=[1, 2]),
    "another salt": change("opened", salt="00" * 16),
    "no opening": drop("opened"),
    "no seal": drop("sealed"),
    "neither seal nor opening": drop("sealed", "opened"),
    "no verdict": drop("Adjudicated"),
    "another digest": change("sealed", digest="00" * 32),
    "a seal without its place": change("sealed", after="00" * 32),
    "a seal after the claim": seal_after_the_claim,
    "a seal twice": lambda rows: rows.insert(place(rows, "sealed"), rows[place(rows, "sealed")]),
    "other dice sealed, opened and not judged": seal_other_dice,
    "another past": rename_a_seat,
    "said to be unsealed": lambda rows: rows.__setitem__(place(rows, "opened"), (1005.0, "unsealed", {"serial": 2})),
}


def test_an_untouched_game_has_no_fault(tmp_path: Path) -> None:
    played(tmp_path)
    with JournalReader(tmp_path) as reader:
        report = check_game(reader, 1)
    assert (report.verdicts, list(report.opened.values()), report.unsealed) == (1, [(5, 6)], ())
    assert faults_of(tmp_path) == ([], [])
    forge(tmp_path, lambda _: None)
    assert faults_of(tmp_path) == ([], []), "chained anew, it is the same"


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forgery_is_noticed_even_where_the_whole_chain_was_computed_again(tmp_path: Path, forgery: str) -> None:
    played(tmp_path)
    forge(tmp_path, FORGERIES[forgery])
    ours, theirs = faults_of(tmp_path)
    assert ours
    assert theirs


def test_a_roll_that_could_not_be_read_before_the_claim_is_no_fault_but_is_reported(tmp_path: Path) -> None:
    played(tmp_path, seal=False)
    with JournalReader(tmp_path) as reader:
        assert check_game(reader, 1).unsealed == (2,)
    assert faults_of(tmp_path) == ([], [])


def test_a_reveal_that_could_not_be_read_opens_its_seal_anyway(tmp_path: Path) -> None:
    unread = Reveal(Unread(literal("They touch")))
    played(tmp_path, Declare(0, Pair(1, 3)), Challenge(1), unread)
    assert faults_of(tmp_path) == ([], [])
    forge(tmp_path, drop("opened"))
    ours, theirs = faults_of(tmp_path)
    assert "Roll 2 was sealed and revealed, but the opening of its seal is gone." in ours
    assert "Roll 2 was revealed, but what was sealed is gone." in theirs


def test_a_payment_without_a_reading_is_noticed(tmp_path: Path) -> None:
    played(tmp_path, Declare(0, Pair(1, 3)), Challenge(1), Reveal(Unread(literal("They touch"))))
    forge(tmp_path, change("Adjudicated", lost=[[0, 1]]))
    ours, _ = faults_of(tmp_path)
    assert "The verdict in row 6 does not follow from these dice by the rules." in ours


def test_a_twenty_one_that_was_voided_is_noticed(tmp_path: Path) -> None:
    played(tmp_path, Show(0), Reveal(Pair(5, 6)), rules="bullshit")
    assert faults_of(tmp_path) == ([], []), "another roll that was shown is void"
    forge(tmp_path, change("RollVoided", dice=MEIER))
    ours, theirs = faults_of(tmp_path)
    assert "The verdict in row 5 does not follow from these dice by the rules." in ours
    assert "Row 5 voids a roll that was a twenty-one." in theirs


def test_a_photographed_code_is_compared_with_the_export(tmp_path: Path) -> None:
    played(tmp_path)
    with JournalReader(tmp_path) as reader:
        export, (seal,) = exported_game(reader, 1), check_game(reader, 1).sealed
    assert faults_of_export(export, seal.code) == []
    other = seal.code[:-1] + ("A" if seal.code[-1] != "A" else "B")
    assert faults_of_export(export, other) == [f"No roll of this game was sealed with {other}."]


def test_the_program_for_other_computers_is_one_page() -> None:
    """A4 at 120 columns, by `a2ps -1 -B --portrait -l 120 -L 115`: whoever trusts it should have read it."""
    assert len(Path(verify_export.__file__).read_text("utf-8").splitlines()) <= 115


def test_the_verification_ranks_claims_as_the_rules_do() -> None:
    """Games by chance hardly ever turn on two neighbours of a ladder."""
    written = {name: [sorted(map(int, word)) for word in line.split()] for name, line in verify_export.LADDERS.items()}
    assert written == {
        ladder.name.removeprefix("mia "): [[pair.low, pair.high] for pair in ladder.pairs] for ladder in LADDERS
    }


@pytest.mark.parametrize("number", range(len(CONFIGURATIONS)))
def test_games_by_chance_verify_and_a_turned_verdict_does_not(number: int) -> None:
    rules, options = CONFIGURATIONS[number]
    turned = sum(attacked(export_by_chance(rules, options, seed)) for seed in range(6))
    assert turned > 0
