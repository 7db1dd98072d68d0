"""Every press in every phase of every game does something, or the table gives a reason."""

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from display.draw.surface_cache import SurfaceCache
from display.window import MainWindow
from firmware.app.autoplay.demo_player import DemoPlayer
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.menus.game_menu import MenuMode
from firmware.menus.start import StartMode
from firmware.rules.games.registry import RULESETS
from firmware.rules.message import literal
from firmware.table.controls import CONTROLS, REVEAL
from firmware.table.play.winner import WinnerMode
from firmware.texts import Texts
from tests.firmware.calibrate.drawn_dice import DrawnDiceCamera
from tests.firmware.evening import NAMES, Evening, notice_of
from tests.firmware.keyboard import Keyboard

MOVES = 150
SHORT = {"lives": 1, "dice": 2, "limit": 2}


@pytest.fixture(scope="module")
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    stage = MainWindow((320, 240), surfaces=surfaces)
    yield stage
    stage.close()


def refusals(evening: Evening) -> Iterator[str]:
    """The notice for each control that is not offered now; pressing one has no other effect."""
    table = evening.table
    for control in CONTROLS:
        offer = table.mode.offers().get(control)
        if offer is None or not offer.enabled:
            mode, state = table.mode, table.state
            evening.press(control)
            assert table.context.refused
            assert (table.mode, table.state, evening.asked) == (mode, state, ())
            yield notice_of(table)


@pytest.mark.parametrize("can_peek", [True, False], ids=["simulated", "real"])
@pytest.mark.parametrize("rules", RULESETS)
def test_in_every_phase_of_every_game_a_refused_press_says_why(
    tmp_path: Path, stage: MainWindow, rules: str, can_peek: bool
) -> None:
    inbox: Inbox[BoxMessage] = Inbox()
    eye = DrawnDiceCamera(inbox.put, seed=3, doubt=0.15)
    evening = Evening(tmp_path, rules=rules, can_peek=can_peek)
    box = MainLoop(evening.table, stage, eye, inbox)
    keyboard = Keyboard(box, blind=True)
    options = {option.name: SHORT[option.name] for option in RULESETS[rules].options if option.name in SHORT}
    evening.begin(opens=None, options=options)
    player = DemoPlayer(evening.table, box.truths, random.Random(3))
    box.watch = player.count
    told: set[str] = set()
    for _ in range(MOVES):
        told.update(refusals(evening))
        if isinstance(evening.table.mode, WinnerMode):
            break
        move = player.next()
        keyboard.does(move) if move else keyboard.step()
    assert len(told) > 5
    assert not [said for said in told if not re.fullmatch(r"[A-Z][^{}]{20,}[.!]", said)]


def test_reveal_has_nothing_to_lift_before_a_challenge(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.press("reveal")
    assert evening.notice == "There is nothing to reveal until somebody calls a lie. Hold it for the menu."


def test_before_the_first_game_a_refusal_explains_how_to_begin(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    table = evening.table
    assert isinstance(table.mode, StartMode)
    told = []
    table.turn(1)
    told.append(notice_of(table))
    table.on_shake()
    told.append(notice_of(table))
    table.challenge_from_seat(2)
    told.append(notice_of(table))
    assert table.context.refused
    assert set(told) == {
        "No game has begun yet: push the dial to begin, or press CHALLENGE to change game, seats and rules."
    }


def test_a_shake_under_an_open_menu_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.table.hold(REVEAL)
    assert isinstance(evening.table.mode, MenuMode)
    evening.table.on_shake()
    assert evening.notice == "Turn the dial and push it; CHALLENGE goes back."
    assert not evening.table.drain_requests()


def test_without_a_camera_an_opening_throw_is_entered_by_hand(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(opens=None)
    evening.table.on_camera_lost(literal("The camera is gone."))
    evening.table.on_shake()
    assert evening.notice == "There is no camera: turn the dial to what was thrown, then push it."


def test_while_a_value_is_changed_a_control_says_how(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    table = evening.table
    evening.press("challenge")
    table.turn(1)
    evening.press("dial")
    table.on_shake()
    assert notice_of(table) == "Turn the dial to change it, then push."


def test_the_names_of_the_seats_stand_in_the_refusals(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(opens=None)
    evening.press("challenge")
    assert evening.notice == f"First comes the throw for the opening: {NAMES[0]} throws one die."


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("menu.undo", "There is nothing to take back yet."),
        ("menu.evidence", "No dice have been revealed yet."),
    ],
)
def test_a_line_of_the_menu_that_cannot_be_chosen_says_why(tmp_path: Path, line: str, why: str) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.table.hold(REVEAL)
    evening.choose(Texts().say(line))
    assert (evening.notice, evening.refused) == (why, True)
    assert isinstance(evening.table.mode, MenuMode)


def test_who_may_not_leave_now_hears_why(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    evening.claim(3, 4)
    evening.press("challenge")
    evening.table.hold(REVEAL)
    evening.choose("A seat leaves")
    assert evening.notice == "The dice are frozen: reveal them first."
