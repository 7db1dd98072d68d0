"""The main loop: controls and the camera in, scenes out, on an off-screen window."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from display.draw.surface_cache import SurfaceCache
from display.scene import PageScene, RevealScene, TableScene
from display.window import MainWindow
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.camera import CameraLost, CameraOpened, DiceReading, Peeked, RollReading, Warned
from firmware.camera.camera_port import NoCamera
from firmware.menus.plan_menu import PlanMode
from firmware.rules.message import literal
from firmware.rules.state import Phase
from firmware.table.destinations import Wizard
from firmware.table.play.verdict import VerdictMode
from firmware.table.requests import Hand
from hardware.ports import Control, Held, LidMoved, PeekRequested, Pressed, Quit, SeatPressed, Shaken, Turned, Typed
from tests.firmware.evening import Evening, begin, labels_of, observation, scene_of


class ScriptedSupervisor:
    """A camera that only records its requests."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, int]] = []
        self.flap = False
        self.shape = ""
        self.hands: list[Hand | None] = []

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass

    def use(self, shape: str) -> None:
        self.shape = shape

    def watch_roll(self, dice: int, serial: int) -> None:
        self.asked.append(("shake", serial, dice))

    def read_dice(self, serial: int, expect: int, hand: Hand | None = None) -> None:
        self.asked.append(("look", serial, expect))
        self.hands.append(hand)

    def peek(self, serial: int, dice: int, hand: Hand | None = None) -> None:
        self.asked.append(("peek", serial, dice))
        self.hands.append(hand)
        self.flap = True

    def unpeek(self) -> None:
        self.flap = False

    def watchdog(self, now: float) -> None:
        pass


@pytest.fixture
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    stage = MainWindow((800, 480), surfaces=surfaces)
    yield stage
    stage.close()


@pytest.fixture
def camera() -> ScriptedSupervisor:
    return ScriptedSupervisor()


@pytest.fixture
def box(tmp_path: Path, stage: MainWindow, camera: ScriptedSupervisor) -> MainLoop:
    evening = Evening(tmp_path, can_peek=True)
    return MainLoop(evening.table, stage, camera, Inbox[BoxMessage]())


def play(box: MainLoop, *messages: BoxMessage) -> None:
    for message in messages:
        box.inbox.put(message)
        box.step()


PRESS = {control.value: Pressed(control) for control in Control}


def to_challenge(box: MainLoop, camera: ScriptedSupervisor) -> None:
    begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
    play(box, Shaken())
    play(box, RollReading(camera.asked[-1][1], observation(5, 6)), Turned(3), PRESS["claim"], PRESS["challenge"])


def test_dice_are_thrown_for_the_wizard_before_any_game(box: MainLoop, camera: ScriptedSupervisor) -> None:
    box.table.go(Wizard())
    play(box, PRESS["dial"], PRESS["claim"], PRESS["claim"])
    kind, serial, dice = camera.asked[-1]
    assert (kind, dice) == ("shake", 2)
    play(box, RollReading(serial, observation(3, 4)))
    page = scene_of(box.table)
    assert isinstance(page, PageScene)
    assert page.photograph is not None


def test_a_round_goes_through_the_loop(box: MainLoop, camera: ScriptedSupervisor) -> None:
    to_challenge(box, camera)
    play(box, PRESS["reveal"])
    kind, serial, dice = camera.asked[-1]
    assert (kind, dice) == ("look", 2)
    play(box, DiceReading(serial, observation(5, 6)))
    assert box.table.state.stock == (5, 6, 6)
    assert isinstance(scene_of(box.table), RevealScene)


def test_the_first_press_ends_the_theatre_and_does_nothing_else(box: MainLoop, camera: ScriptedSupervisor) -> None:
    to_challenge(box, camera)
    play(box, PRESS["reveal"], DiceReading(camera.asked[-1][1] + 0, observation(5, 6)))
    play(box, DiceReading(camera.asked[-1][1], observation(5, 6)))
    assert box.window.playing
    play(box, PRESS["dial"])
    assert not box.window.playing
    assert isinstance(scene_of(box.table), RevealScene)
    play(box, PRESS["dial"])
    assert isinstance(scene_of(box.table), TableScene)


def test_a_seats_button_is_a_challenge(box: MainLoop, camera: ScriptedSupervisor) -> None:
    begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
    play(box, Shaken())
    play(box, RollReading(camera.asked[-1][1], observation(5, 6)), PRESS["claim"], SeatPressed(1))
    assert box.table.state.phase is Phase.REVEALING


def test_the_flap_opens_for_the_roller_and_shuts_by_itself(box: MainLoop, camera: ScriptedSupervisor) -> None:
    begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
    play(box, PeekRequested(True))
    assert not camera.flap
    play(box, Shaken())
    play(box, RollReading(camera.asked[-1][1], observation(5, 6)), PeekRequested(True))
    assert camera.flap
    play(box, PRESS["reveal"])
    assert not camera.flap
    play(box, PeekRequested(True), PeekRequested(False), PeekRequested(True), PeekRequested(False))
    assert not camera.flap
    play(box, PeekRequested(True), PRESS["claim"])
    assert not camera.flap
    assert box.table.state.phase is Phase.CLAIMING, "the plates were covered"
    play(box, PRESS["claim"])
    assert box.table.state.phase is Phase.ANSWERING


def test_trouble_with_the_camera_is_shown_and_goes_away(box: MainLoop) -> None:
    begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
    play(box, CameraLost(literal("The camera does not answer.")))
    assert "The camera does not answer" in str(scene_of(box.table).notice)
    play(box, CameraOpened("USB camera 0"))
    assert scene_of(box.table).notice is None
    play(box, Warned(literal("One photograph cannot be read.")))
    assert "cannot be read" in str(scene_of(box.table).notice)


def test_letters_reach_a_name(box: MainLoop) -> None:
    play(box, PRESS["challenge"], Turned(4), PRESS["dial"], Typed("U"), Typed("l"), Typed("f"), PRESS["dial"])
    mode = box.table.mode
    assert isinstance(mode, PlanMode)
    assert mode.plan.seats[0] == "Ulf"


def test_the_menu_and_the_lid(box: MainLoop, camera: ScriptedSupervisor) -> None:
    begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
    play(box, Held(Control.REVEAL), PRESS["challenge"])
    play(box, Shaken())
    play(box, RollReading(camera.asked[-1][1], observation(5, 6)), PRESS["claim"], LidMoved(True))
    assert box.table.state.phase is Phase.REVEALING


def test_closing_the_window_leaves_the_game_unfinished(box: MainLoop) -> None:
    begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
    play(box, Quit())
    assert box.leaving
    assert box.table.context.current_game.journal.unfinished() is not None


def test_when_nothing_happens_nothing_is_drawn(box: MainLoop) -> None:
    begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
    box.step()
    box.window.tick(box.clock() + 60)
    frames = box.window.frames
    for _ in range(5):
        box.step()
    assert box.window.frames == frames


def test_a_box_without_a_camera_is_played_by_hand(tmp_path: Path, stage: MainWindow) -> None:
    evening = Evening(tmp_path)
    inbox = Inbox[BoxMessage]()
    camera = NoCamera(inbox.put, literal("no camera"))
    box = MainLoop(evening.table, stage, camera, inbox)
    camera.start()
    begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
    play(box, Shaken(), Turned(3), PRESS["claim"], PRESS["challenge"], PRESS["reveal"])
    box.window.skip()
    mode = box.table.mode
    assert isinstance(mode, VerdictMode)
    labels = labels_of(evening.table)
    play(box, Turned(labels.index("The claim was true") - mode.cursor), PRESS["dial"])
    assert box.table.state.stock == (6, 5, 6)
    camera.close()


def test_a_hand_is_peeked_at_and_laid_part_by_part(
    tmp_path: Path, stage: MainWindow, camera: ScriptedSupervisor
) -> None:
    evening = Evening(tmp_path, can_peek=True, rules="stars")
    box = MainLoop(evening.table, stage, camera, Inbox[BoxMessage]())
    begin(box.table, ("Astrid", "Bjorn"), {"dice": 14}, 1)
    play(box, PRESS["dial"])
    game, deal = box.table.active_session.entry.number, box.table.active_session.hand_roll(1)
    assert deal is not None
    play(box, PRESS["reveal"], PRESS["dial"])
    look = (PRESS["reveal"], PeekRequested(True))
    play(box, *look)
    assert camera.flap
    assert (camera.asked[-1][2], camera.hands[-1]) == (12, Hand(game, deal, 1, 0)), "not seen the first time"
    play(box, Peeked(camera.asked[-1][1], b"a view"), PeekRequested(False), *look)
    assert (camera.asked[-1][2], camera.hands[-1]) == (2, Hand(game, deal, 1, 1)), "the other part of the hand"
    play(box, PeekRequested(False), PRESS["claim"], PRESS["challenge"], PRESS["reveal"])
    assert camera.asked[-1][0::2] == ("look", 12)
    assert camera.hands[-1] == Hand(game, deal, 0, 0)


def test_the_camera_learns_the_shape_of_the_dice_and_says_whether_it_allows_peeking(
    tmp_path: Path, stage: MainWindow, camera: ScriptedSupervisor
) -> None:
    for rules, shape in (("viking", "oblong"), ("mia", "cube"), ("stars", "cube")):
        evening = Evening(tmp_path / rules, rules=rules)
        box = MainLoop(evening.table, stage, camera, Inbox[BoxMessage]())
        begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, None)
        play(box, Shaken())
        assert camera.shape == shape
        for can_peek in (True, False):
            play(box, CameraOpened("camera", can_peek))
            assert box.table.context.can_peek is can_peek


def test_a_journal_that_is_removed_is_noticed_though_nobody_does_anything(box: MainLoop) -> None:
    journal = box.table.context.current_game.journal
    begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
    box.step()
    now = box.clock()
    box.clock = lambda: now + 1.5
    journal.path.unlink()
    box.step()
    assert "was removed" in str(journal.trouble)
    assert journal.path.exists()
