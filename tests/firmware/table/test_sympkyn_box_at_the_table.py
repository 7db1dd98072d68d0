"""Sympkyn of the Moor with the box, at the table (RULES.md §4): blind shakes, and passes with or without a raise."""

from pathlib import Path

import pytest

from display.scene import TableScene
from firmware.rules.claims import Pair
from firmware.rules.state import Phase
from firmware.table.play.box_round import BoxRoundMode
from tests.firmware.evening import Evening, scene_of


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path, rules="sympkyn-box")
    evening.begin()
    return evening


def open_with(evening: Evening, dice: tuple[int, int], claim: tuple[int, int]) -> None:
    evening.shake(*dice)
    evening.claim(*claim)


@pytest.mark.parametrize(
    ("dice", "stock"), [((4, 3), (3, 2, 3)), ((6, 6), (3, 2, 3)), ((4, 2), (2, 3, 3))], ids=["true", "more", "lie"]
)
def test_forty_three_declared_and_accused(evening: Evening, dice: tuple[int, int], stock: tuple[int, ...]) -> None:
    open_with(evening, dice, (4, 3))
    evening.press("challenge")
    evening.reveal(*dice)
    assert evening.stock == stock


def test_who_passed_pays_for_the_lie(evening: Evening) -> None:
    open_with(evening, (3, 1), (6, 1))
    evening.press("claim", "challenge")
    evening.reveal(3, 1)
    assert evening.stock == (3, 2, 3)


def test_a_pass_may_raise(evening: Evening) -> None:
    open_with(evening, (6, 6), (4, 3))
    assert str(evening.table.offers()["claim"].also) == "as forty-three"
    assert str(evening.table.offers()["dial"].also) == "turn: the\u00a0claim"
    evening.pass_as(6, 5)
    evening.press("challenge")
    evening.reveal(6, 6)
    assert evening.stock == (3, 3, 2)


def test_a_blind_shake_is_announced_and_seen_by_nobody(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="sympkyn-box", can_peek=True)
    evening.begin()
    open_with(evening, (4, 3), (4, 3))
    assert evening.offer("reveal") == "Shake blind"
    evening.press("reveal")
    assert (evening.offer("reveal"), evening.offer("dial")) == ("Shake and look", "I shook blind")
    evening.shake(3, 1)
    assert not evening.table.begin_peek()
    assert "A blind shake" in evening.notice
    assert evening.table.state.seen == frozenset()
    evening.claim(5, 1)
    evening.press("challenge")
    evening.reveal(3, 1)
    assert evening.stock == (3, 2, 3)


def test_a_change_of_mind_before_the_shake(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="sympkyn-box", can_peek=True)
    evening.begin()
    open_with(evening, (4, 3), (4, 3))
    evening.press("reveal", "reveal")
    evening.shake(3, 1)
    assert evening.table.begin_peek()


def test_the_next_shake_is_no_longer_blind(evening: Evening) -> None:
    open_with(evening, (4, 3), (4, 3))
    evening.press("reveal")
    evening.shake(3, 1)
    evening.claim(5, 1)
    evening.shake(6, 1)
    assert evening.table.state.seen == {2}


def test_lifting_the_lid_after_a_blind_shake_is_announced(evening: Evening) -> None:
    open_with(evening, (4, 3), (4, 3))
    evening.press("reveal")
    evening.shake(3, 1)
    evening.table.on_lid(True)
    assert evening.notice == "Bjorn opened the box after a blind shake: the table may rule."
    assert evening.refused
    assert evening.table.state.phase is Phase.CLAIMING


def test_a_round_is_opened_blind_only_by_house_rule(tmp_path: Path) -> None:
    strict, free = Evening(tmp_path / "strict", rules="sympkyn-box"), Evening(tmp_path / "free", rules="sympkyn-box")
    strict.begin()
    free.begin(options={"blind_open": True})
    assert "reveal" not in strict.table.mode.offers()
    assert free.offer("reveal") == "Shake blind"


def test_the_box_comes_round_and_the_roller_knows(evening: Evening) -> None:
    open_with(evening, (3, 1), (6, 1))
    evening.press("claim", "claim", "challenge")
    evening.reveal(3, 1)
    assert evening.stock == (3, 3, 2)


def test_by_house_rule_a_roller_whom_it_has_come_round_to_must_raise(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="sympkyn-box")
    evening.begin(options={"full_circle": "must_act"})
    open_with(evening, (3, 1), (6, 1))
    evening.press("claim", "claim")
    mode = evening.table.mode
    assert isinstance(mode, BoxRoundMode)
    assert mode.claims()[0] == Pair(6, 2)


def test_the_only_claim_that_is_left_is_on_the_screen(evening: Evening) -> None:
    open_with(evening, (3, 1), (6, 6))
    evening.shake(4, 2)
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    assert scene.dial is not None
    assert [claim.name for claim in scene.dial.claims] == ["twenty-one"]
    assert scene.prompt == "Only this is higher: claim it, truth or lie."


def test_a_false_twenty_one_costs_one_life(evening: Evening) -> None:
    open_with(evening, (3, 1), (2, 1))
    assert evening.offer("claim") == "Pass it on"
    assert evening.offer("dial").startswith("·"), "nothing is shaken against a twenty-one"
    assert "reveal" not in evening.table.mode.offers(), "not even blind"
    evening.press("challenge")
    evening.reveal(3, 1)
    assert evening.stock == (2, 3, 3)


def test_a_twenty_one_that_came_round_can_only_be_challenged_by_house_rule(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="sympkyn-box")
    evening.begin(seats=("Astrid", "Bjorn"), options={"full_circle": "must_act"})
    open_with(evening, (2, 1), (2, 1))
    evening.press("claim")
    assert evening.offer("claim").startswith("·")
    evening.press("dial")
    assert "Nothing beats 21" in evening.notice
    evening.press("challenge")
    assert evening.table.state.phase is Phase.REVEALING
