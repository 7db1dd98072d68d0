"""A game resumes where it was when the power failed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.menus.resume_offer import ResumeMode
from firmware.menus.start import StartMode
from firmware.rules.state import Phase
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.roll_off import RollOffMode
from firmware.table.play.verdict import VerdictMode
from firmware.table.play.winner import WinnerMode
from firmware.table.requests import ReadDice, WatchRoll
from tests.firmware.evening import Evening, labels_of, notice_of, observation, unsure


def resumed(evening: Evening) -> Evening:
    """Pulls the plug, restarts, continues the game."""
    again = Evening(evening.killed())
    assert isinstance(again.table.mode, ResumeMode)
    assert str(again.table.mode.subtitle) == "Astrid, Bjorn and Sigrid"
    again.press("dial")
    return again


def same_game(one: Evening, other: Evening) -> bool:
    return one.table.state == other.table.state


def test_before_anything_was_done(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    assert same_game(evening, resumed(evening))


def test_in_the_middle_of_the_starting_throw(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(opens=None)
    evening.shake(4)
    evening.shake(6)
    again = resumed(evening)
    assert isinstance(again.table.mode, RollOffMode)
    assert again.table.mode.thrower == 2
    again.shake(5)
    assert again.table.state.turn == 1


def test_with_sealed_dice_before_the_claim(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    seal = evening.table.active_session.seal
    again = resumed(evening)
    assert again.table.active_session.seal == seal
    assert again.table.drain_requests() == ()
    again.claim(1, 3)
    assert again.table.state.turn == 1


def test_with_dice_that_fell_but_were_not_sealed(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.table.on_shake()
    again = resumed(evening)
    (request,) = again.asked
    assert isinstance(request, ReadDice)
    again.table.on_observation(request.serial, observation(5, 6))
    assert again.table.active_session.seal is not None


def test_a_seal_still_binds_after_the_power_was_gone(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    evening.claim(1, 3)
    again = resumed(evening)
    again.press("challenge")
    again.reveal(1, 3)
    mode = again.table.mode
    assert isinstance(mode, VerdictMode)
    assert mode.moved
    assert again.table.active_session.reveal_photographs[0].observation.photograph == b"photograph"


def test_between_challenge_and_reveal(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    again = resumed(evening)
    assert again.table.state.phase is Phase.REVEALING
    again.reveal(5, 6)
    assert again.stock == (5, 6, 6)


def test_while_the_table_was_to_rule(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(seen=unsure())
    again = resumed(evening)
    mode = again.table.mode
    assert isinstance(mode, VerdictMode)
    assert len(mode.choices()) == 4
    again.choose("The claim was a lie")
    assert again.stock == (5, 6, 6)


def test_after_an_undo(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.table.hold("reveal")
    evening.turn(1)
    evening.press("dial")
    again = resumed(evening)
    assert same_game(evening, again)
    assert again.table.state.phase is Phase.CLAIMING
    assert again.table.active_session.seal == evening.table.active_session.seal


def test_another_game_leaves_the_unfinished_one(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    again = Evening(evening.killed())
    again.turn(1)
    again.press("dial")
    assert isinstance(again.table.mode, StartMode)
    again.begin()
    third = Evening(again.killed())
    third.press("dial")
    assert third.table.active_session.entry.number == 2


def test_a_finished_game_is_not_offered_but_its_seats_are(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(options={"lives": 1}, seats=("Ulf", "Aud", "Grim", "Yrsa"))
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(5, 6)
    evening.press("dial")
    assert isinstance(evening.table.mode, WinnerMode)
    again = Evening(evening.killed())
    assert isinstance(again.table.mode, StartMode)
    assert again.table.mode.plan.seats == ("Ulf", "Aud", "Grim", "Yrsa")
    assert again.table.mode.plan.options["lives"] == 1


def test_a_game_that_cannot_be_read_is_reported_and_kept(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.journal._files.db.execute('UPDATE rows SET body = \'{"action": 0, "event": {"event": "Nonsense"}}\'')
    again = Evening(evening.killed())
    assert "cannot be read" in notice_of(again.table)
    assert isinstance(again.table.mode, ResumeMode)
    assert labels_of(again.table) == ["Begin another"]
    again.press("dial")
    assert isinstance(again.table.mode, StartMode)


def test_a_damaged_game_continues_as_it_stood_before_and_that_is_reported(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(2, 2)
    before = evening.table.state
    evening.claim(3, 4)
    evening.journal._files.db.execute("UPDATE rows SET body = '{' WHERE id = (SELECT max(id) FROM rows)")
    again = Evening(evening.killed())
    assert "is damaged: the game continues from before it" in notice_of(again.table)
    again.press("dial")
    assert again.table.state == before
    again.claim(3, 4)
    again.press("challenge")


def test_a_damaged_sealed_roll_accuses_nobody(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(2, 2)
    evening.journal._files.db.execute("UPDATE vault SET faces = '[2, 3]'")
    again = Evening(evening.killed())
    again.press("dial")
    assert again.table.context.current_game.active_session.seal is None, "rather none than a wrong one"


@pytest.mark.parametrize("deeds", range(1, 9))
def test_at_every_point_of_a_round(tmp_path: Path, deeds: int) -> None:
    """After every action, the state after a kill is the state before it, and the game can continue."""
    evening = Evening(tmp_path)
    evening.begin()
    steps: list[Callable[[Evening], object]] = [
        lambda e: e.shake(2, 2),
        lambda e: e.claim(3, 4),
        lambda e: e.shake(5, 6),
        lambda e: e.claim(1, 1),
        lambda e: e.press("challenge"),
        lambda e: e.reveal(5, 6),
        lambda e: e.press("dial"),
        lambda e: e.shake(1, 3),
    ]
    for step in steps[:deeds]:
        step(evening)
    again = resumed(evening)
    assert same_game(evening, again)
    if isinstance(again.table.mode, VerdictMode):
        again.press("dial")
    for step in steps[deeds + (deeds == 6) :]:
        step(again)
    assert again.stock == (6, 5, 6)


def test_rounds_are_taken_up_as_rounds(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    again = resumed(evening)
    assert isinstance(again.table.mode, BoxRoundMode)
    again.table.on_shake()
    (request,) = again.table.drain_requests()
    assert isinstance(request, WatchRoll)
