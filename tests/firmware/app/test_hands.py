"""A whole game by each device alone: keyboard, mouse, finger, game controller, the box's own buttons and dial."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

from display.stage import Stage
from firmware.app.box import Box, Message
from firmware.app.inbox import Inbox
from firmware.app.player import Player
from firmware.app.tour.eye import TourEye
from firmware.journal import Journal
from firmware.table import wizard
from firmware.table.bench import Blessing
from firmware.table.mode import Mode
from firmware.table.setup import Setup
from firmware.table.table import Table
from firmware.table.verdict import Decided
from firmware.table.winner import Winner
from firmware.texts import Texts
from hardware.ports import Control
from tests.firmware.app.hands import Buttons, Finger, Hands, Keys, Mouse, Pad
from tests.firmware.app.tour.sketcher import Sketcher

MOST_MOVES = 300
every_device = pytest.mark.parametrize("device", [Keys, Mouse, Finger, Pad, Buttons])


@pytest.fixture
def stage() -> Iterator[Stage]:
    opened = Stage((800, 480))
    yield opened
    opened.close()


def seated(stage: Stage, folder: Path, rules: str) -> Box:
    inbox: Inbox[Message] = Inbox()
    clock = iter(range(1_000_000)).__next__
    table = Table(Journal(folder), Texts(), clock, random.Random(1), rules=rules)
    return Box(table, stage, TourEye(inbox.put, Sketcher(), oblong=True), inbox, own_dice=True)


def play_on(box: Box, hands: Hands, end: type[Mode] = Winner) -> None:
    """Plays until the game is over, or to another end, as the demo's players would."""
    player = Player(box.table, box.truths, random.Random(1))
    for _ in range(MOST_MOVES):
        if isinstance(box.table.mode, end):
            return
        move = player.next()
        assert move is not None
        hands.does(move)
    raise AssertionError("The game does not end.")


@every_device
def test_a_new_box_is_set_up_and_the_first_verdict_falls(device: type[Hands], stage: Stage, tmp_path: Path) -> None:
    box = seated(stage, tmp_path, "viking")
    table = box.table
    wizard.begin(table)
    hands = device(box)
    hands.press(Control.DIAL)
    hands.turn(1)
    for control in Control:
        hands.press(control)
    assert isinstance(table.mode, wizard.ControlsTest)
    assert table.mode.lines()[0] == "All of them work."
    for step in (wizard.EyeTest, wizard.CalibrationStep, wizard.DiceStep):
        hands.press(Control.CLAIM)
        assert isinstance(table.mode, step)
    hands.press(Control.REVEAL)
    assert isinstance(table.mode, Blessing)
    hands.press(Control.CHALLENGE)
    hands.press(Control.CHALLENGE)
    assert isinstance(table.mode, Setup)
    hands.press(Control.DIAL)
    play_on(box, hands, end=Decided)
    table.journal.close()


@every_device
def test_a_game_is_played_from_the_throw_for_the_opening_to_the_winner(
    device: type[Hands], stage: Stage, tmp_path: Path
) -> None:
    box = seated(stage, tmp_path, "viking")
    box.table.begin(("Astrid", "Bjorn", "Sigrid"), {"lives": 1}, None)
    play_on(box, device(box))
    box.table.journal.close()


@every_device
def test_a_game_with_cups_is_played_to_its_end(device: type[Hands], stage: Stage, tmp_path: Path) -> None:
    box = seated(stage, tmp_path, "stars")
    box.table.begin(("Astrid", "Bjorn"), {"dice": 1}, 0)
    play_on(box, device(box))
    box.table.journal.close()
