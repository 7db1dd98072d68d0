"""Whatever is pressed in whatever phase of whatever game, it does something or the table is told why not."""

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from display.window import Stage
from firmware.app.autoplay.player import Player
from firmware.app.box import Box, Message
from firmware.app.inbox import Inbox
from firmware.menus.menu import Menu
from firmware.menus.start import Setup
from firmware.rules.games.registry import RULESETS
from firmware.table.mode import CHALLENGE, CONTROLS, REVEAL
from firmware.table.play.winner import Winner
from tests.firmware.calibrate.drawn_dice import DiceEye
from tests.firmware.evening import NAMES, Evening
from tests.firmware.keyboard import Keyboard

MOVES = 150
SHORT = {"lives": 1, "dice": 2, "limit": 2}


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    stage = Stage((320, 240))
    yield stage
    stage.close()


def refusals(evening: Evening) -> Iterator[str]:
    """What the table says to each control that is not on offer now; nothing else comes of pressing one."""
    table = evening.table
    for control in CONTROLS:
        offer = table.mode.offers().get(control)
        if offer is None or not offer.enabled:
            mode, state = table.mode, table.state
            evening.press(control)
            assert table.refused
            assert (table.mode, table.state, evening.asked) == (mode, state, ())
            yield table.notice


@pytest.mark.parametrize("can_peek", [True, False], ids=["simulated", "real"])
@pytest.mark.parametrize("rules", RULESETS)
def test_in_every_phase_of_every_game_a_refused_press_says_why(
    tmp_path: Path, stage: Stage, rules: str, can_peek: bool
) -> None:
    inbox: Inbox[Message] = Inbox()
    eye = DiceEye(inbox.put, seed=3, doubt=0.15)
    evening = Evening(tmp_path, rules=rules, can_peek=can_peek)
    box = Box(evening.table, stage, eye, inbox)
    keyboard = Keyboard(box, blind=True)
    options = {option.name: SHORT[option.name] for option in RULESETS[rules].options if option.name in SHORT}
    evening.begin(opens=None, options=options)
    player = Player(evening.table, box.truths, random.Random(3))
    box.watch = player.count
    told: set[str] = set()
    for _ in range(MOVES):
        told.update(refusals(evening))
        if isinstance(evening.table.mode, Winner):
            break
        move = player.next()
        keyboard.does(move) if move else keyboard.step()
    assert len(told) > 5
    assert not [said for said in told if not re.fullmatch(r"[A-Z][^{}]{20,}[.!]", said)]


def test_reveal_has_nothing_to_lift_before_a_challenge(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.press("reveal")
    assert evening.table.notice == "Nothing to reveal before somebody calls a lie. Held: the menu."


def test_before_the_first_game_it_is_told_how_one_begins(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    table = evening.table
    assert isinstance(table.mode, Setup)
    told = []
    table.press(CHALLENGE)
    told.append(table.notice)
    table.shaken()
    told.append(table.notice)
    table.call(2)
    told.append(table.notice)
    assert table.refused
    assert set(told) == {"No game has begun yet: turn the dial to Begin and push it."}


def test_a_shake_under_an_open_menu_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.table.hold(REVEAL)
    assert isinstance(evening.table.mode, Menu)
    evening.table.shaken()
    assert evening.table.notice == "Turn the dial and push it; CHALLENGE goes back."
    assert not evening.table.take_requests()


def test_a_throw_for_the_opening_that_no_eye_sees_is_told_by_hand(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(opens=None)
    evening.table.eye_lost("The camera is gone.")
    evening.table.shaken()
    assert evening.table.notice == "There is no eye to look."


def test_while_a_value_is_changed_a_control_says_how(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    table = evening.table
    table.turn(2)
    evening.press("dial")
    table.shaken()
    assert table.notice == "Turn the dial to change it, then push."


def test_the_names_of_the_seats_stand_in_the_refusals(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(opens=None)
    evening.press("challenge")
    assert evening.table.notice == f"First it is thrown for the opening: {NAMES[0]} throws one die."


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("menu.undo", "Nothing has been done yet that could be taken back."),
        ("menu.evidence", "No dice have been revealed yet."),
    ],
)
def test_a_line_of_the_menu_that_cannot_be_chosen_says_why(tmp_path: Path, line: str, why: str) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.table.hold(REVEAL)
    evening.choose(evening.table.texts.say(line))
    assert (evening.table.notice, evening.table.refused) == (why, True)
    assert isinstance(evening.table.mode, Menu)


def test_who_may_not_leave_now_hears_why(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    evening.claim(3, 4)
    evening.press("challenge")
    evening.table.hold(REVEAL)
    evening.choose("A seat leaves")
    assert evening.table.notice == "The dice are frozen: lift the secret first."
