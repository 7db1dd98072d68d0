"""Calibration within the box: who owns the camera when, who gets the presses, and the way back to the game."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from display.draw.surface_cache import SurfaceCache
from firmware.table.destinations import Wizard
from tests.firmware.evening import notice_of

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

from display.scene import CalibrationScene, Hint
from display.window import MainWindow
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.pi_devices import NoDevices
from firmware.calibrate.calibration_process import (
    FADE_SECONDS,
    CalibrationTask,
    LampLevel,
    RemoteLamp,
    SceneShown,
    TaskEnded,
    launch,
    work,
)
from firmware.calibrate.calibration_supervisor import LEAVING_SECONDS, CalibrationEnvironment, CalibrationProcess
from firmware.camera import CameraOpened
from firmware.camera.camera_port import CameraPort
from firmware.menus.wizard import CALIBRATION, CalibrationPage
from firmware.rules.message import literal
from firmware.table.requests import Bless, Calibrate
from firmware.texts import Texts
from hardware.calibration.record import load
from hardware.pi.lamp import SOFT_SECONDS
from hardware.ports import Control, Pressed, Quit, Turned
from tests.firmware.app.input_drivers import Buttons, Finger, InputDriver, Keys, Mouse, Pad
from tests.firmware.app.test_main_loop import ScriptedSupervisor
from tests.firmware.camera.fake_cameras import ScriptedReader, reading
from tests.firmware.evening import Evening

PATIENCE = 20.0
"""Seconds after which a thread that should have answered has failed."""
HINTS = tuple(Hint(control.value, control.value, True) for control in Control)
SCENE = CalibrationScene("Calibrate", "Empty the box.", HINTS)


class CameraSupervisor(ScriptedSupervisor):
    """A camera that logs when it starts and when it ends."""

    def __init__(self, book: list[str]) -> None:
        super().__init__()
        self.book = book

    def start(self) -> None:
        self.book.append("a camera wakes")

    def close(self) -> None:
        self.book.append("the camera ends")


@dataclass
class FakeCalibration:
    """A calibration whose other end the test holds; killed or closed, it falls silent."""

    pipe: Connection
    far: Connection
    killed: bool = False

    def kill(self) -> None:
        self.killed = True
        self.far.close()

    def join(self, seconds: float) -> bool:  # noqa: ARG002 - it ends at once
        if not self.far.closed:
            self.far.close()
        return True

    def said(self) -> object:
        assert self.far.poll(PATIENCE)
        return self.far.recv()


class Lamps(NoDevices):
    """Devices that record the requests to the lamp."""

    lamp = True

    def __init__(self) -> None:
        super().__init__()
        self.wanted: list[tuple[float, float, bool]] = []
        self.calibrating = False

    def set_lamp(self, left: float, right: float, *, softly: bool = False) -> None:
        self.wanted.append((left, right, softly))

    def update_lights(
        self,
        table: object,  # noqa: ARG002
        now: float,  # noqa: ARG002
        scene: CalibrationScene | None = None,
    ) -> float | None:
        self.calibrating = scene is not None
        return None


@dataclass
class CalibrationHarness:
    """A box with a calibration."""

    folder: Path
    stage: MainWindow
    fails: str = ""
    now: float = 0.0
    book: list[str] = field(default_factory=list)
    tasks: list[CalibrationTask] = field(default_factory=list)
    processes: list[FakeCalibration] = field(default_factory=list)
    lamps: Lamps = field(default_factory=Lamps)

    def __post_init__(self) -> None:
        self.woken = threading.Event()
        inbox: Inbox[BoxMessage] = Inbox(self.woken.set)
        calibration = CalibrationProcess(
            CalibrationEnvironment("sim:5", self.folder, self.wake, self.launch), inbox.put
        )
        table = Evening(self.folder).table
        table.go(Wizard())
        self.box = MainLoop(
            table,
            self.stage,
            CameraSupervisor(self.book),
            inbox,
            lambda: self.now,
            devices=self.lamps,
            calibration=calibration,
        )
        while not isinstance(table.mode, CalibrationPage):
            table.press("dial")
        table.drain_requests()

    def wake(self) -> CameraPort:
        return CameraSupervisor(self.book)

    def launch(self, task: CalibrationTask) -> FakeCalibration:
        self.book.append("the calibration begins")
        if self.fails:
            raise OSError(12, self.fails)
        self.tasks.append(task)
        self.processes.append(FakeCalibration(*Pipe()))
        return self.processes[-1]

    def do(self, *messages: BoxMessage) -> None:
        for message in messages:
            self.box.inbox.put(message)
            self.box.step()

    def until(self, done: Callable[[], bool]) -> None:
        """Runs the box until a message from a thread has taken effect."""
        while not done():
            assert self.woken.wait(PATIENCE), "nothing came"
            self.woken.clear()
            self.box.step()

    @property
    def process(self) -> FakeCalibration:
        return self.processes[-1]

    @property
    def shown(self) -> object:
        return self.box.calibration.scene

    def go(self) -> None:
        """Presses what the calibration offers, until it shows its first scene."""
        self.do(Pressed(Control.REVEAL))
        self.process.far.send(SceneShown(SCENE))
        self.until(lambda: self.shown == SCENE)


@pytest.fixture
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    opened = MainWindow((800, 480), surfaces=surfaces)
    yield opened
    opened.close()


@pytest.fixture
def house(tmp_path: Path, stage: MainWindow) -> CalibrationHarness:
    return CalibrationHarness(tmp_path, stage)


def test_the_camera_is_closed_during_a_calibration_and_reopened_after_it(
    house: CalibrationHarness,
) -> None:
    house.go()
    assert house.tasks == [CalibrationTask(Calibrate(), "sim:5", house.folder, "en", lamp=True)]
    assert house.book == ["the camera ends", "the calibration begins"]
    house.process.far.send(TaskEnded(literal("The camera is calibrated."), done=True))
    house.until(lambda: house.shown is None)
    assert house.book[2:] == ["a camera wakes"]
    assert (notice_of(house.box.table), house.box.table.context.refused) == ("The camera is calibrated.", False)
    assert isinstance(house.box.table.mode, CalibrationPage)
    house.do(CameraOpened("simulated box"))
    assert house.box.table.context.camera_failure is None


def test_during_a_calibration_its_scene_is_shown_and_every_press_is_its_own(house: CalibrationHarness) -> None:
    house.do(Pressed(Control.REVEAL))
    waiting = house.shown
    assert isinstance(waiting, CalibrationScene)
    assert waiting.blank == "Opening the camera."
    house.process.far.send(SceneShown(SCENE))
    house.until(lambda: house.shown == SCENE)
    for message in (Pressed(Control.DIAL), Turned(-2), Pressed(Control.CLAIM)):
        house.do(message)
        assert house.process.said() == message
    assert isinstance(house.box.table.mode, CalibrationPage)
    assert house.lamps.calibrating


def test_the_lamp_does_what_the_calibration_asks_and_burns_whole_afterwards(house: CalibrationHarness) -> None:
    house.go()
    house.process.far.send(LampLevel(0.0, 1.0))
    house.until(lambda: bool(house.lamps.wanted))
    assert house.lamps.wanted == [(0.0, 1.0, True)]
    house.process.far.send(TaskEnded(literal(""), done=True))
    house.until(lambda: house.shown is None)
    assert house.lamps.wanted[1:] == [(1.0, 1.0, False)]


def test_a_calibration_that_is_cut_short_is_reported_and_the_camera_wakes(house: CalibrationHarness) -> None:
    house.go()
    house.process.far.close()
    house.until(lambda: house.shown is None)
    assert notice_of(house.box.table) == "The calibration stopped unexpectedly: start it again."
    assert house.book[-1] == "a camera wakes"


def test_whoever_leaves_is_let_go_even_if_the_camera_hangs(house: CalibrationHarness) -> None:
    house.go()
    house.do(Pressed(Control.REVEAL))
    house.now += LEAVING_SECONDS - 0.1
    house.box.step()
    assert not house.process.killed
    house.now += 0.2
    house.box.step()
    assert house.process.killed
    house.until(lambda: house.shown is None)
    assert notice_of(house.box.table) == "Nothing was saved: the calibration was left before its end."


def test_late_messages_of_an_ended_calibration_are_ignored(house: CalibrationHarness) -> None:
    house.go()
    first = house.process
    first.far.send(TaskEnded(literal("The first is over."), done=True))
    house.until(lambda: house.shown is None)
    house.go()
    assert house.process is not first
    house.woken.clear()
    house.box.step()
    assert house.shown == SCENE, "the end of the first line was heard, and is none of the second's"


def test_closing_the_window_during_a_calibration_ends_everything(
    house: CalibrationHarness,
) -> None:
    house.go()
    house.do(Quit())
    assert house.box.leaving
    house.box.close()
    assert house.process.far.closed
    assert house.shown is None


def test_a_calibration_that_cannot_be_started_is_reported(tmp_path: Path, stage: MainWindow) -> None:
    house = CalibrationHarness(tmp_path, stage, fails="Cannot allocate memory")
    house.do(Pressed(Control.REVEAL))
    house.until(lambda: house.shown is None)
    assert (
        notice_of(house.box.table)
        == "The calibration cannot be started (Cannot allocate memory): close other programs."
    )
    assert house.book[-1] == "a camera wakes"


def test_a_box_that_cannot_calibrate_says_so(tmp_path: Path, stage: MainWindow) -> None:
    evening = Evening(tmp_path)
    box = MainLoop(evening.table, stage, ScriptedSupervisor(), Inbox[BoxMessage]())
    evening.table.context.request(Calibrate())
    box.inbox.put(Turned(1))
    box.step()
    assert evening.notice.startswith("This screen cannot calibrate")


@pytest.mark.parametrize("device", [Keys, Mouse, Finger, Pad, Buttons])
def test_each_device_alone_can_run_a_calibration_and_return(
    house: CalibrationHarness, device: type[InputDriver]
) -> None:
    hands = device(house.box)
    hands.press(Control.REVEAL)
    house.process.far.send(SceneShown(SCENE))
    house.until(lambda: house.shown == SCENE)
    hands.press(Control.DIAL)
    assert house.process.said() == Pressed(Control.DIAL)
    hands.turn(2)
    steps = 0
    while steps < 2:
        message = house.process.said()
        assert isinstance(message, Turned)
        steps += message.steps
    hands.press(Control.REVEAL)
    assert house.process.said() == Pressed(Control.REVEAL)
    house.process.far.close()
    house.until(lambda: house.shown is None)
    hands.press(Control.DIAL)
    assert not isinstance(house.box.table.mode, CalibrationPage), "and goes on"


def pushing(pipe: Connection, language: str = "en") -> list[str]:
    """Pushes the dial whenever it is offered, until the end; returns the prompts, and the end."""
    asked: list[str] = []
    end = time.monotonic() + 3 * PATIENCE
    while time.monotonic() < end and pipe.poll(PATIENCE):
        match pipe.recv():
            case SceneShown(scene=scene):
                if scene.hints[3].enabled and (not asked or asked[-1] != scene.prompt):
                    asked.append(scene.prompt)
                    pipe.send(Pressed(Control.DIAL))
            case TaskEnded(says=says, done=done):
                return [*asked, Texts(language).render(says), str(done)]
    raise AssertionError("the calibration hangs")


def at_work(task: CalibrationTask) -> list[str]:
    """Runs a task as its process would, in a thread; the reader finds two dice without looking."""
    near, far = Pipe()
    reader = ScriptedReader([reading(3, 4)])
    thread = threading.Thread(target=work, args=(far, task, lambda: reader), daemon=True)
    thread.start()
    said = pushing(near, task.language)
    thread.join(PATIENCE)
    assert not thread.is_alive()
    return said


def test_a_calibration_asks_its_questions_in_the_language_of_the_box_and_is_kept(tmp_path: Path) -> None:
    said = at_work(CalibrationTask(Calibrate(), "sim:5", tmp_path, "de", lamp=False))
    assert said == [
        "Nehmt alle Würfel aus dem Kasten, und schließt den Deckel.",
        "Liegt der ganze Boden im Rahmen?",
        "Legt zwei Würfel flach, drei Augen oder mehr obenauf, oder die gedruckte Karte.",
        "Es ist gespeichert; bessert aus, was genannt ist.",
        "Die Kamera ist vermessen: Das Auge richtet sich von nun an danach.",
        "True",
    ]
    assert load(tmp_path / CALIBRATION).camera == "simulated box"


def test_a_camera_that_is_not_there_is_what_came_of_it(tmp_path: Path) -> None:
    said = at_work(CalibrationTask(Bless("horn", 2, 1), "folder:nowhere", tmp_path, "en", lamp=False))
    assert "nowhere" in said[-2]
    assert said[-1] == "False"


def test_the_calibration_process_reports_its_result_and_leaves_no_process_behind(tmp_path: Path) -> None:
    process = launch(CalibrationTask(Calibrate(), "folder:nowhere", tmp_path, "en", lamp=False))
    said = pushing(process.pipe)
    assert "nowhere" in said[-2]
    assert said[-1] == "False"
    assert process.join(PATIENCE)


def test_a_calibration_ends_when_its_box_has_gone(tmp_path: Path) -> None:
    near, far = Pipe()
    near.close()
    work(far, CalibrationTask(Bless("horn", 2, 1), "folder:nowhere", tmp_path, "en", lamp=False))
    assert not list(tmp_path.iterdir())


def test_a_lamp_that_the_box_holds_is_there_when_it_has_surely_risen() -> None:
    near, far = Pipe()
    now = [5.0]
    lamp = RemoteLamp(far, lambda: now[0])
    assert lamp.tick(now[0]) is None
    lamp.set(0.0, 1.0)
    assert near.recv() == LampLevel(0.0, 1.0)
    assert lamp.tick(5.0 + FADE_SECONDS / 2)
    assert lamp.tick(5.0 + FADE_SECONDS) is None
    assert FADE_SECONDS > SOFT_SECONDS
