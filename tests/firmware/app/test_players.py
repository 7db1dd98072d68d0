"""Each of the six games by each device alone: keyboard, mouse, finger, controller, the buttons and dial of the box.

To the winner the keyboard plays them in `test_whole_games.py`, with every house rule, and the buttons and the dial in
`test_pi_devices.py`, from their pins on.
"""

import os
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from display.draw.surface_cache import SurfaceCache
from firmware.app.navigation import open_table, word_list
from firmware.table.context import Equipment
from firmware.table.destinations import Wizard
from tests.firmware.evening import begin, notice_of

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

from display.window import MainWindow
from firmware.app.autoplay.demo_player import DemoPlayer
from firmware.app.autoplay.tour_camera import TourCamera
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.presenter.scene_parts import OBLONG
from firmware.journal.database import Journal
from firmware.menus import wizard
from firmware.menus.bless_menu import BlessMode
from firmware.menus.pause import PauseMode
from firmware.menus.rule_pages import PagesMode
from firmware.menus.start import StartMode
from firmware.rules.options import OptionValue
from firmware.rules.state import Phase
from firmware.table.mode import Mode
from firmware.table.plan import PLAYED
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.verdict import VerdictMode
from firmware.table.play.winner import WinnerMode
from hardware.ports import Control
from tests.firmware.app.autoplay.fake_photographer import Sketcher
from tests.firmware.app.input_drivers import THEATRE_SECONDS, Buttons, Finger, InputDriver, Keys, Mouse, Pad
from tests.firmware.undrawn_window import UndrawnWindow

MAX_MOVES = 300
SHORT: Mapping[str, Mapping[str, OptionValue]] = {
    "viking": {"lives": 1},
    "bullshit": {"limit": 3},
    "sympkyn-box": {"lives": 1},
    "sympkyn-cups": {"dice": 1},
    "mia": {"lives": 1},
    "stars": {"dice": 1},
}
"""House rules that make a game short."""
every_device = pytest.mark.parametrize("device", [Keys, Mouse, Finger, Pad, Buttons])


@pytest.fixture(scope="module")
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    opened = UndrawnWindow((480, 320), surfaces=surfaces)
    yield opened
    opened.close()


def seated(stage: MainWindow, folder: Path, rules: str) -> MainLoop:
    inbox: Inbox[BoxMessage] = Inbox()
    clock = iter(range(1_000_000)).__next__
    table = open_table(Journal(folder), clock, Equipment(word_list, random.Random(1)), rules=rules)
    return MainLoop(table, stage, TourCamera(inbox.put, Sketcher(), oblong=rules in OBLONG), inbox)


def play_on(box: MainLoop, hands: InputDriver, end: type[Mode] = WinnerMode) -> None:
    """Plays as the demo's players would, until the game is over or another goal is reached."""
    player = DemoPlayer(box.table, box.truths, random.Random(1))
    for _ in range(MAX_MOVES):
        if isinstance(box.table.mode, end):
            return
        move = player.next()
        assert move is not None
        hands.does(move)
    raise AssertionError("The game does not end.")


@every_device
def test_a_new_box_is_set_up_and_the_first_verdict_falls(
    device: type[InputDriver], stage: MainWindow, tmp_path: Path
) -> None:
    box = seated(stage, tmp_path, "viking")
    table = box.table
    table.go(Wizard())
    hands = device(box)
    hands.press(Control.DIAL)
    hands.turn(1)
    for control in Control:
        hands.press(control)
    assert isinstance(table.mode, wizard.ControlsPage)
    assert str(table.mode.lines()[0]) == "All of them work."
    for step in (wizard.ReaderPage, wizard.CalibrationPage, wizard.DicePage):
        hands.press(Control.DIAL)
        assert isinstance(table.mode, step)
    hands.press(Control.REVEAL)
    assert isinstance(table.mode, BlessMode)
    hands.press(Control.CHALLENGE)
    hands.press(Control.CHALLENGE)
    assert isinstance(table.mode, StartMode)
    hands.press(Control.DIAL)
    play_on(box, hands, end=VerdictMode)
    table.context.current_game.journal.close()


@pytest.mark.parametrize("device", [Mouse, Finger, Pad])
@pytest.mark.parametrize("rules", PLAYED)
def test_every_game_is_played_from_the_throw_for_the_opening_to_the_winner(
    rules: str, device: type[InputDriver], stage: MainWindow, tmp_path: Path
) -> None:
    box = seated(stage, tmp_path, rules)
    begin(box.table, ("Astrid", "Bjorn", "Sigrid"), SHORT[rules], None)
    play_on(box, device(box))
    assert box.table.state.winners
    box.table.context.current_game.journal.close()


def phase_of(box: MainLoop) -> Phase:
    return box.table.state.phase


@every_device
def test_the_table_has_all_its_rights(device: type[InputDriver], stage: MainWindow, tmp_path: Path) -> None:
    """Pause, taking back, a ruling with a reason, a seat that joins and one that leaves, the end; and the way back."""
    box = seated(stage, tmp_path, "viking")
    table = box.table
    begin(table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
    hands = device(box)
    hands.shake()
    hands.step(THEATRE_SECONDS)
    hands.press(Control.CLAIM)
    assert phase_of(box) is Phase.ANSWERING

    hands.menu()
    hands.chooses("pause.title")
    assert isinstance(table.mode, PauseMode)
    hands.press(Control.CHALLENGE)
    assert isinstance(table.mode, BoxRoundMode)

    hands.menu()
    hands.chooses("menu.undo")
    assert phase_of(box) is Phase.CLAIMING
    hands.press(Control.CLAIM)

    hands.menu()
    hands.chooses("menu.rule")
    for key, steps in (("ruling.seat", 1), ("ruling.life", -1), ("ruling.reason", 2)):
        hands.chooses(key)
        hands.turn(steps)
        hands.press(Control.DIAL)
    hands.chooses("ruling.record")
    assert table.state.stock == (6, 4, 6)
    assert notice_of(table) == "Ruling of the table: Bjorn −2 (the box was opened)."

    hands.menu()
    hands.chooses("seating.join")
    hands.chooses("seating.name")
    hands.spells_bb()
    hands.chooses("seating.sit")
    assert list(table.state.seats) == ["Astrid", "Bjorn", "Sigrid", "Bb"]

    hands.menu()
    hands.chooses("seating.leave")
    hands.turn(1)
    hands.press(Control.DIAL)
    assert list(table.state.seats) == ["Bjorn", "Sigrid", "Bb"]

    hands.menu()
    hands.press(Control.REVEAL)
    assert isinstance(table.mode, PagesMode)
    hands.press(Control.CHALLENGE)
    hands.menu()
    assert isinstance(table.mode, BoxRoundMode)

    hands.menu()
    hands.chooses("menu.stop")
    hands.chooses("menu.stop_yes")
    assert isinstance(table.mode, WinnerMode)
    hands.press(Control.CHALLENGE)
    assert isinstance(table.mode, StartMode)
    table.context.current_game.journal.close()
