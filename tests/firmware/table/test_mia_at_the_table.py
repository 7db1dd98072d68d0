"""Mia at the table (RULES.md §6): rolling higher, passing unseen, the cup that has come round."""

from pathlib import Path

import pytest

from firmware.rules.claims import Pair
from firmware.rules.events import Verdict
from firmware.rules.state import Phase
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.verdict import VerdictMode
from tests.firmware.evening import Evening, rows_of, unsure


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path, rules="mia")
    evening.begin()
    return evening


def verdict(evening: Evening) -> Verdict | None:
    assert isinstance(evening.table.mode, VerdictMode)
    return evening.table.mode.last.verdict


def test_the_loser_opens(evening: Evening) -> None:
    evening.shake(3, 2)
    evening.claim(3, 2)
    evening.press("challenge")
    evening.reveal(3, 2)
    assert evening.stock == (3, 2, 3)
    evening.press("dial")
    assert evening.table.state.turn == 1
    evening.shake(3, 2)
    evening.claim(4, 1)
    evening.press("challenge")
    evening.reveal(3, 2)
    assert evening.stock == (3, 1, 3)


@pytest.mark.parametrize(
    ("ranking", "dice", "claim", "true"),
    [
        ("traditional", (6, 6), (5, 5), False),
        ("traditional", (1, 1), (2, 2), True),
        ("modern", (6, 6), (1, 1), True),
        ("modern", (5, 5), (6, 1), False),
        ("traditional", (5, 5), (6, 1), True),
        ("modern", (3, 1), (2, 2), True),
        ("traditional", (3, 1), (2, 2), False),
    ],
)
def test_both_rankings(tmp_path: Path, ranking: str, dice: tuple[int, int], claim: tuple[int, int], true: bool) -> None:
    evening = Evening(tmp_path, rules="mia")
    evening.begin(options={"ranking": ranking})
    evening.shake(*dice)
    evening.claim(*claim)
    evening.press("challenge")
    evening.reveal(*dice)
    assert verdict(evening) is (Verdict.UPHELD if true else Verdict.REFUTED)


def test_who_passes_answers_for_the_claim(evening: Evening) -> None:
    evening.shake(3, 1)
    evening.claim(6, 1)
    assert evening.offer("claim") == "Pass it on"
    assert evening.offer("dial") == "I shook"
    assert evening.table.offers()["dial"].also is None, "there is nothing to turn to"
    evening.press("claim")
    assert evening.notice == "Bjorn passes it on as sixty-one."
    evening.press("challenge")
    evening.reveal(3, 1)
    assert evening.stock == (3, 2, 3)


def test_come_round_the_roller_challenges_the_last_who_passed(evening: Evening) -> None:
    evening.shake(4, 3)
    evening.claim(6, 1)
    evening.press("claim", "claim", "challenge")
    evening.reveal(4, 3)
    assert evening.stock == (3, 3, 2)


def test_come_round_a_pass_must_raise(evening: Evening) -> None:
    evening.shake(4, 3)
    evening.claim(6, 1)
    evening.press("claim", "claim")
    mode = evening.table.mode
    assert isinstance(mode, BoxRoundMode)
    assert Pair(6, 1) not in mode.claims()
    assert str(evening.table.offers()["claim"].also) == "as sixty-two"
    evening.pass_as(6, 2)
    evening.press("challenge")
    evening.reveal(4, 3)
    assert evening.stock == (2, 3, 3)


def test_come_round_the_roller_may_roll_again(evening: Evening) -> None:
    evening.shake(4, 3)
    evening.claim(6, 1)
    evening.press("claim", "claim", "dial")
    (request,) = evening.asked
    assert evening.table.state.phase is Phase.CLAIMING
    assert request


def test_a_mia_is_passed_or_challenged_for_two_lives(evening: Evening) -> None:
    evening.shake(1, 1)
    evening.claim(2, 1)
    assert evening.offer("claim") == "Pass it on"
    assert evening.offer("dial").startswith("·")
    evening.table.on_shake()
    assert "Nothing beats a Mia" in evening.notice
    evening.press("claim", "challenge")
    evening.reveal(1, 1)
    assert evening.stock == (3, 1, 3)


def test_a_real_mia_challenged(evening: Evening) -> None:
    evening.shake(2, 1)
    evening.claim(2, 1)
    evening.press("claim", "challenge")
    evening.reveal(2, 1)
    assert evening.stock == (3, 3, 1)


def test_a_real_mia_under_a_lower_claim_costs_one(evening: Evening) -> None:
    evening.shake(2, 1)
    evening.claim(6, 5)
    evening.press("challenge")
    evening.reveal(2, 1)
    assert evening.stock == (3, 2, 3)


@pytest.mark.parametrize(("circle", "claims"), [("fresh", 21), ("mia_again", 1)])
def test_a_mia_that_has_come_round_is_rolled_or_challenged(tmp_path: Path, circle: str, claims: int) -> None:
    evening = Evening(tmp_path, rules="mia")
    evening.begin(options={"mia_circle": circle})
    evening.shake(2, 1)
    evening.claim(2, 1)
    evening.press("claim", "claim")
    assert evening.offer("dial") == "I shook"
    evening.shake(3, 1)
    mode = evening.table.mode
    assert isinstance(mode, BoxRoundMode)
    assert len(mode.claims()) == claims


def test_a_loser_without_lives_does_not_open(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="mia")
    evening.begin(seats=("Astrid", "Bjorn", "Sigrid", "Ulf"), options={"lives": 1})
    evening.shake(2, 1)
    evening.claim(2, 1)
    evening.press("challenge")
    evening.reveal(2, 1)
    assert evening.stock == (1, 0, 1, 1)
    evening.press("dial")
    assert evening.table.state.turn == 2


def test_who_passes_may_not_peek(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="mia", can_peek=True)
    evening.begin()
    evening.shake(3, 1)
    assert evening.table.begin_peek()
    evening.claim(6, 1)
    assert not evening.table.begin_peek()
    evening.press("claim")
    assert not evening.table.begin_peek()


def test_an_opened_lid_is_a_challenge(evening: Evening) -> None:
    evening.shake(3, 1)
    evening.claim(6, 1)
    evening.press("claim")
    evening.table.on_lid(True)
    assert evening.table.state.phase is Phase.REVEALING
    assert "Sigrid opened the box" in evening.notice


def test_what_the_camera_does_not_tell_the_table_rules(evening: Evening) -> None:
    evening.shake(3, 1)
    evening.claim(2, 1)
    evening.press("claim", "challenge")
    evening.reveal(seen=unsure())
    mode = evening.table.mode
    assert isinstance(mode, VerdictMode)
    costs = {row.label: row.detail for row in rows_of(evening.table)}
    assert costs["The claim was true"] == "Sigrid pays two lives."
    assert costs["The claim was a lie"] == "Bjorn pays two lives."
    evening.choose("The claim was a lie")
    assert evening.stock == (3, 1, 3)
    assert evening.table.state.turn == 1
