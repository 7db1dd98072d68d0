"""From the start screen to the first verdict in ten presses, in six with the quick game, three at the table.

A press is a press of a button, a push of the dial or a reported shake; turning the dial is none (README.md).
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from display.draw.surface_cache import SurfaceCache
from display.scene import RevealScene
from display.window import MainWindow
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.camera import DiceReading, RollReading
from firmware.menus.start import StartMode
from firmware.table.destinations import BoxRound, StartScreen
from firmware.table.plan import BY_THROW, GamePlan
from hardware.ports import Control, Pressed, Shaken, Turned
from tests.firmware.app.test_main_loop import ScriptedSupervisor
from tests.firmware.evening import NAMES, Evening, notice_of, observation, scene_of

MAX_PRESSES, MAX_PRESSES_QUICKLY = 10, 6


class BoxHands:
    """People at the box, whose presses are counted; a shake counts as one, since it may be reported by a push."""

    def __init__(self, box: MainLoop, eye: ScriptedSupervisor) -> None:
        self.box = box
        self.eye = eye
        self.presses = 0

    def press(self, control: Control) -> None:
        self.presses += 1
        self._post(Pressed(control))

    def turn(self, steps: int) -> None:
        self._post(Turned(steps))

    def shake(self, *faces: int) -> None:
        self.presses += 1
        self._post(Shaken())
        self._post(RollReading(self.eye.asked[-1][1], observation(*faces)))

    def reveal(self, *faces: int) -> None:
        self.press(Control.REVEAL)
        self._post(DiceReading(self.eye.asked[-1][1], observation(*faces)))

    def _post(self, message: BoxMessage) -> None:
        self.box.inbox.put(message)
        self.box.step()


@pytest.fixture
def hands(tmp_path: Path, surfaces: SurfaceCache) -> Iterator[BoxHands]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    stage = MainWindow((320, 240), surfaces=surfaces)
    eye = ScriptedSupervisor()
    yield BoxHands(MainLoop(Evening(tmp_path).table, stage, eye, Inbox[BoxMessage]()), eye)
    stage.close()


def to_verdict(hands: BoxHands) -> None:
    hands.shake(5, 6)
    hands.press(Control.CLAIM)
    hands.press(Control.CHALLENGE)
    hands.reveal(5, 6)
    assert isinstance(scene_of(hands.box.table), RevealScene)


def test_the_first_verdict_with_a_throw_for_the_opening(hands: BoxHands) -> None:
    assert isinstance(hands.box.table.mode, StartMode)
    hands.press(Control.DIAL)
    for face in (2, 6, 3):
        hands.shake(face)
    to_verdict(hands)
    assert hands.presses == 8 <= MAX_PRESSES


def test_a_tie_costs_one_press_for_each_who_throws_again_and_says_so(hands: BoxHands) -> None:
    hands.press(Control.DIAL)
    for face in (6, 2, 6):
        hands.shake(face)
    assert "only they throw again" in notice_of(hands.box.table)
    for face in (3, 4):
        hands.shake(face)
    to_verdict(hands)
    assert hands.presses == 10


@pytest.mark.parametrize("rules", ["viking", "mia", "bullshit", "sympkyn-box"])
def test_the_first_verdict_of_a_quick_game(hands: BoxHands, rules: str) -> None:
    table = hands.box.table
    table.context.current_game.plan_next(rules)
    table.go(StartScreen())
    hands.press(Control.CLAIM)
    assert table.state.ruleset == rules
    assert "The lot falls on" in notice_of(table)
    to_verdict(hands)
    assert hands.presses == 5 <= MAX_PRESSES_QUICKLY


@pytest.mark.parametrize(("quick", "presses"), [(True, 5), (False, 8)])
def test_the_first_verdict_of_a_cup_game(hands: BoxHands, *, quick: bool, presses: int) -> None:
    table = hands.box.table
    table.context.current_game.plan_next("sympkyn-cups", GamePlan(NAMES, BY_THROW, {"dice": 2}))
    table.go(StartScreen())
    hands.press(Control.CLAIM if quick else Control.DIAL)
    for face in () if quick else (2, 6, 3):
        hands.shake(face)
    hands.turn(2)
    for control in (Control.CLAIM, Control.CHALLENGE, Control.DIAL):
        hands.press(control)
    hands.reveal(1, 1, 2, 3, 4, 5)
    assert isinstance(scene_of(table), RevealScene)
    assert hands.presses == presses


@pytest.mark.parametrize(("rules", "hand"), [("sympkyn-cups", (1, 2, 3, 4, 5)), ("stars", (1, 2, 3, 4, 5, 6, 1, 2))])
@pytest.mark.parametrize(("quick", "presses"), [(True, MAX_PRESSES_QUICKLY), (False, 9)])
def test_the_first_verdict_of_a_cup_game_with_more_dice_than_can_be_laid_at_once(
    hands: BoxHands, rules: str, hand: tuple[int, ...], *, quick: bool, presses: int
) -> None:
    table = hands.box.table
    table.context.current_game.plan_next(rules)
    table.go(StartScreen())
    hands.press(Control.CLAIM if quick else Control.DIAL)
    for face in () if quick else (2, 6, 3):
        hands.shake(face)
    hands.turn(4)
    for control in (Control.CLAIM, Control.CHALLENGE):
        hands.press(control)
    for _ in NAMES:
        hands.reveal(*hand)
    assert isinstance(scene_of(table), RevealScene)
    assert hands.presses == presses


def test_a_quick_game_is_opened_by_who_lost_last(hands: BoxHands) -> None:
    table = hands.box.table
    table.context.current_game.begin(NAMES, {"lives": 1}, 1)
    table.go(BoxRound())
    hands.shake(5, 6)
    hands.turn(3)
    hands.press(Control.CLAIM)
    hands.press(Control.CHALLENGE)
    hands.reveal(5, 6)
    hands.press(Control.DIAL)  # skips the animation
    hands.press(Control.DIAL)
    hands.press(Control.CHALLENGE)
    assert isinstance(table.mode, StartMode)
    hands.press(Control.CLAIM)
    assert notice_of(table) == "Bjorn lost the last game and opens."
    assert table.state.turn == 1


def test_the_first_verdict_of_passers_by(hands: BoxHands) -> None:
    hands.press(Control.CHALLENGE)
    hands.press(Control.DIAL)
    hands.turn(99)
    hands.press(Control.DIAL)
    hands.press(Control.DIAL)
    to_verdict(hands)
    assert hands.presses == 8 <= MAX_PRESSES


def test_the_first_verdict_even_with_a_name_of_ones_own(hands: BoxHands) -> None:
    hands.press(Control.CHALLENGE)
    hands.turn(4)
    hands.press(Control.DIAL)
    hands.turn(4)
    hands.press(Control.DIAL)
    hands.press(Control.CHALLENGE)
    hands.press(Control.CLAIM)
    to_verdict(hands)
    assert "Astrid" not in hands.box.table.state.seats
    assert hands.presses == 9 <= MAX_PRESSES
