"""Start in ten seconds: from power-on to the first verdict in no more than twelve presses, three at the table."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from display.scene import RevealScene
from display.window import MainWindow
from firmware.app.box import Box, BoxMessage
from firmware.app.inbox import Inbox
from firmware.camera import RevealReading, RollReading
from firmware.menus.start import StartMode
from hardware.ports import Control, Pressed, Shaken, Turned
from tests.firmware.app.test_box import ScriptedEye
from tests.firmware.evening import Evening, observation, scene_of

MOST_PRESSES = 12


class Hands:
    """People at the box, whose presses are counted; a shake is counted as one, as it may be told by a push."""

    def __init__(self, box: Box, eye: ScriptedEye) -> None:
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
        self._post(RevealReading(self.eye.asked[-1][1], observation(*faces)))

    def _post(self, message: BoxMessage) -> None:
        self.box.inbox.put(message)
        self.box.step()


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    stage = MainWindow((320, 240))
    eye = ScriptedEye()
    yield Hands(Box(Evening(tmp_path).table, stage, eye, Inbox[BoxMessage]()), eye)
    stage.close()


def to_verdict(hands: Hands) -> None:
    hands.shake(5, 6)
    hands.turn(3)
    hands.press(Control.CLAIM)
    hands.press(Control.CHALLENGE)
    hands.reveal(5, 6)
    assert isinstance(scene_of(hands.box.table), RevealScene)


def test_the_first_verdict_with_a_throw_for_the_opening(hands: Hands) -> None:
    assert isinstance(hands.box.table.mode, StartMode)
    hands.press(Control.DIAL)
    for face in (2, 6, 3):
        hands.shake(face)
    to_verdict(hands)
    assert hands.presses == 8 <= MOST_PRESSES


def test_the_first_verdict_of_passers_by(hands: Hands) -> None:
    hands.turn(1)
    hands.press(Control.DIAL)
    hands.turn(99)
    hands.press(Control.DIAL)
    hands.turn(-99)
    hands.press(Control.DIAL)
    to_verdict(hands)
    assert hands.presses == 7 <= MOST_PRESSES


def test_the_first_verdict_even_with_a_name_of_ones_own(hands: Hands) -> None:
    hands.turn(5)
    hands.press(Control.DIAL)
    hands.turn(4)
    hands.press(Control.DIAL)
    hands.turn(-99)
    hands.press(Control.DIAL)
    for face in (2, 6, 3):
        hands.shake(face)
    to_verdict(hands)
    assert hands.presses == 10 <= MOST_PRESSES
