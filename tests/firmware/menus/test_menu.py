"""The game menu: undo, ruling, seeing the dice again, ending the game."""

from pathlib import Path

import pytest

from firmware.menus.game_menu import MenuMode
from firmware.menus.spelling import SpellingMode
from firmware.menus.start import StartMode
from firmware.rules.state import Phase
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.verdict import VerdictMode
from firmware.table.play.winner import WinnerMode
from firmware.table.requests import Leave
from tests.firmware.evening import Evening, labels_of, observation, rows_of, said


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.begin()
    return evening


def choose(evening: Evening, label: str) -> None:
    mode = evening.table.mode
    if not isinstance(mode, MenuMode):
        evening.table.hold("reveal")
        mode = evening.table.mode
    assert isinstance(mode, MenuMode)
    labels = labels_of(evening.table)
    evening.turn(labels.index(label) - mode.cursor)
    evening.press("dial")


def to_verdict(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(5, 6)


def test_actions_are_undone_one_by_one(evening: Evening) -> None:
    to_verdict(evening)
    for what, phase in (
        ("the verdict", Phase.REVEALING),
        ("Bjorn's challenge", Phase.ANSWERING),
        ("Astrid's claim", Phase.CLAIMING),
        ("Astrid's shake", Phase.OPEN),
    ):
        choose(evening, "Take back")
        assert evening.notice == f"Taken back: {what}."
        assert evening.table.state.phase is phase
    assert evening.stock == (6, 6, 6)
    choose(evening, "Take back")
    assert evening.refused, "there is nothing left"
    assert isinstance(evening.table.mode, MenuMode)


def test_an_undone_end_is_no_end(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(options={"lives": 1})
    to_verdict(evening)
    evening.press("dial")
    assert isinstance(evening.table.mode, WinnerMode)
    choose(evening, "Take back")
    assert evening.table.state.phase is Phase.REVEALING
    assert evening.journal.unfinished() is not None


def test_the_menu_says_whether_the_game_goes_on_or_is_over(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(options={"lives": 1})
    for subtitle, detail in (
        ("Viking Liar's Dice, round 1", "The round goes on where it was."),
        ("Viking Liar's Dice, game over", "To the end of the game and its story."),
    ):
        evening.table.hold("reveal")
        menu = evening.table.mode
        assert isinstance(menu, MenuMode)
        assert str(menu.subtitle) == subtitle
        assert str(menu.choices()[0].detail) == detail
        evening.press("challenge")
        if evening.table.state.phase is Phase.OPEN:
            to_verdict(evening)
            evening.press("dial")


def test_the_table_stands_above_the_box(evening: Evening) -> None:
    to_verdict(evening)
    choose(evening, "Ruling of the table")
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    assert evening.stock == (5, 7, 6)
    assert evening.notice == "Ruling of the table: Bjorn +1 (a die fell on the floor)."


def test_every_row_says_what_it_does(evening: Evening, tmp_path: Path) -> None:
    evening.table.hold("reveal")
    assert [row.label for row in rows_of(evening.table) if not row.detail] == []
    idle = Evening(tmp_path / "idle")
    idle.table.hold("reveal")
    assert [row.label for row in rows_of(idle.table) if not row.detail] == []


@pytest.mark.parametrize("page", ["Ruling of the table", "A seat leaves", "A seat joins", "End this game"])
def test_every_row_of_a_page_says_what_it_does(evening: Evening, page: str) -> None:
    choose(evening, page)
    assert len(rows_of(evening.table)) > 1
    assert [row.label for row in rows_of(evening.table) if not row.detail] == []


def test_a_reason_may_be_typed(evening: Evening) -> None:
    choose(evening, "Ruling of the table")
    evening.turn(2)
    evening.press("dial")
    for letter in "mead":
        evening.table.type(letter)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    assert evening.notice.endswith("Astrid \N{MINUS SIGN}1 (mead).")


def test_the_last_reveal_can_be_viewed_during_a_round(evening: Evening) -> None:
    to_verdict(evening)
    evening.press("dial")
    evening.shake(2, 3)
    evening.turn(5)
    before = evening.table.mode
    assert isinstance(before, BoxRoundMode)
    choose(evening, "See the last reveal")
    mode = evening.table.mode
    assert isinstance(mode, VerdictMode)
    assert not mode.choices()
    evening.press("dial")
    evening.press("challenge")
    assert evening.table.mode is before
    assert before.dial == 5


def test_nothing_to_see_before_the_first_reveal(evening: Evening) -> None:
    evening.table.hold("reveal")
    mode = evening.table.mode
    assert isinstance(mode, MenuMode)
    assert [row.label for row in rows_of(evening.table) if not row.enabled] == ["Take back", "See the last reveal"]


def test_an_open_menu_does_not_swallow_the_eyes_answer(evening: Evening) -> None:
    evening.table.on_shake()
    (request,) = evening.table.drain_requests()
    evening.table.hold("reveal")
    evening.table.on_observation(getattr(request, "serial"), observation(5, 6))  # noqa: B009 - the request is of several kinds
    evening.press("challenge")
    evening.claim(1, 3)
    assert evening.table.state.phase is Phase.ANSWERING


def test_the_game_is_ended_only_when_asked_twice(evening: Evening) -> None:
    choose(evening, "End this game")
    evening.press("dial")
    assert isinstance(evening.table.mode, MenuMode), "no is under the cursor"
    choose(evening, "End this game")
    evening.turn(1)
    evening.press("dial")
    mode = evening.table.mode
    assert isinstance(mode, WinnerMode)
    assert mode.stopped
    assert evening.journal.unfinished() is None
    evening.press("challenge")
    assert isinstance(evening.table.mode, StartMode)


def test_a_game_ended_too_soon_continues_after_an_undo(evening: Evening) -> None:
    evening.shake(5, 6)
    choose(evening, "End this game")
    evening.turn(1)
    evening.press("dial")
    assert evening.journal.unfinished() is None
    choose(evening, "Take back")
    assert evening.journal.unfinished() is not None


def test_leaving_leaves_the_game_unfinished(evening: Evening) -> None:
    choose(evening, "Close meierbox")
    assert not evening.asked, "two pushes by mistake close nothing"
    evening.press("dial")
    assert isinstance(evening.table.mode, MenuMode)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    assert evening.asked == (Leave(),)
    assert evening.journal.unfinished() is not None


def test_the_menu_on_the_start_screen_leads_to_the_settings_or_leaves(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.table.hold("reveal")
    mode = evening.table.mode
    assert isinstance(mode, MenuMode)
    assert labels_of(evening.table) == [
        "Back",
        "Settings",
        "Set up the box",
        "Calibrate the camera",
        "Bless dice",
        "Past games",
        "Close meierbox",
    ]


@pytest.mark.parametrize(
    ("turns_off", "label", "yes"), [(False, "Close meierbox", "Yes, close it"), (True, "Turn off", "Yes, turn it off")]
)
def test_leaving_a_box_that_is_turned_off_by_it_says_so(
    evening: Evening, turns_off: bool, label: str, yes: str
) -> None:
    evening.table.context.turns_off = turns_off
    choose(evening, label)
    assert labels_of(evening.table) == ["No", yes]
    evening.turn(1)
    evening.press("dial")
    assert evening.asked == (Leave(),)


def test_held_challenge_undoes_one_action_after_the_other(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    assert "hold" not in held(evening, "challenge"), "nothing has been done yet"
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    assert held(evening, "challenge") == "hold: take\u00a0back"
    told = []
    for _ in range(4):
        evening.table.hold("challenge")
        told.append(evening.notice)
    assert told == [
        "Taken back: Bjorn's challenge.",
        "Taken back: Astrid's claim.",
        "Taken back: Astrid's shake.",
        "There is nothing to take back yet.",
    ]
    assert evening.table.state.phase is Phase.OPEN


def test_in_a_list_held_challenge_is_only_pressed(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    evening.table.hold("reveal")
    evening.table.hold("challenge")
    assert evening.table.state.phase is Phase.CLAIMING


def held(evening: Evening, control: str) -> str:
    return said(evening.table.held().get(control))


def test_held_reveal_leaves_the_menu_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    game = evening.table.mode
    evening.table.hold("reveal")
    assert isinstance(evening.table.mode, MenuMode)
    evening.table.hold("reveal")
    assert evening.table.mode is game


def test_any_reason_for_a_ruling_is_spelled_without_a_keyboard(evening: Evening) -> None:
    choose(evening, "Ruling of the table")
    evening.choose("Reason")
    evening.press("reveal")
    mode = evening.table.mode
    assert isinstance(mode, SpellingMode)
    for letter in "ale on it":
        evening.turn(mode.letters.index(letter) - mode.place)
        evening.press("dial")
    assert next((row.label, row.value) for row in rows_of(evening.table)) == ("Reason", "ale on it")
    evening.press("claim")
    evening.choose("So it is ruled")
    assert evening.notice == "Ruling of the table: Astrid −1 (ale on it)."
