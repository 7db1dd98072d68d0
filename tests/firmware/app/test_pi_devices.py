"""Whole games through mock pins and the real main loop, with a scripted camera; and when lamp and lights are on."""

import os
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from display.draw.surface_cache import SurfaceCache
from display.scene import CalibrationScene, Hint
from display.window import MainWindow
from firmware.app.composition import BoxOptions, composed
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.pi_devices import IDLE_SECONDS, PiDevices
from firmware.camera import CameraLost, CameraOpened, DiceReading, RollReading, SetLamp, Warned
from firmware.camera.calibrated import calibrated
from firmware.journal.observation import Observation
from firmware.rules.message import literal
from firmware.rules.options import OptionValue
from firmware.rules.state import Phase
from firmware.table.destinations import Wizard
from firmware.table.plan import PLAYED
from firmware.table.play.winner import WinnerMode
from firmware.table.table import Table
from hardware.calibration.record import NAME
from hardware.camera_names import default_camera
from hardware.pi.available_pins import find_pins
from hardware.pi.pins import Part, pin_of
from hardware.ports import Control, Pressed, Turned
from tests.firmware.app.test_main_loop import ScriptedSupervisor
from tests.firmware.evening import NAMES, Evening, begin, observation, unsure
from tests.firmware.undrawn_window import UndrawnWindow
from tests.hardware.pi.mock_pins import Fingers

BUTTONS = {
    Control.CLAIM: Part.CLAIM,
    Control.REVEAL: Part.REVEAL,
    Control.CHALLENGE: Part.CHALLENGE,
    Control.DIAL: Part.DIAL_PUSH,
}
LIGHTS = {
    Control.CLAIM: Part.LIGHT_CLAIM,
    Control.REVEAL: Part.LIGHT_REVEAL,
    Control.CHALLENGE: Part.LIGHT_CHALLENGE,
}
SHORT: dict[str, dict[str, OptionValue]] = {
    "viking": {"lives": 2},
    "bullshit": {"limit": 4},
    "sympkyn-box": {"lives": 2},
    "mia": {"lives": 2},
    "stars": {"dice": 3},
}
"""The longest games, with options that shorten them."""
LAMP = (Part.LAMP_LEFT, Part.LAMP_RIGHT)


@pytest.fixture(scope="module")
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    stage = UndrawnWindow((320, 240), surfaces=surfaces)
    yield stage
    stage.close()


class BoxOnMockPins:
    """A box of which only the pins are touched, with a scripted camera."""

    def __init__(self, folder: Path, stage: MainWindow, rules: str = "viking", seed: int = 1) -> None:
        self.fingers = Fingers()
        self.eye = ScriptedSupervisor()
        self.chance = random.Random(seed)
        self.dice = random.Random(seed)
        inbox: Inbox[BoxMessage] = Inbox()
        self.evening = Evening(folder, seed=seed, rules=rules)
        self.devices = PiDevices(
            inbox.put,
            lambda text: inbox.put(Warned(text)),
            self.fingers.factory,
            inbox.wake,
            self.fingers.clock,
        )
        self.box = MainLoop(self.evening.table, stage, self.eye, inbox, clock=self.fingers.clock, devices=self.devices)
        self.shone: list[tuple[float, ...]] = []

    @property
    def table(self) -> Table:
        return self.evening.table

    def step(self, seconds: float = 0.0) -> None:
        self.fingers.wait(seconds)
        self.box.step()
        self.box.window.skip()
        self.shone.append(self.levels(LAMP))

    def levels(self, parts: tuple[Part, ...]) -> tuple[float, ...]:
        return tuple(float(self.fingers.pin(part).state) for part in parts)

    def tap(self, control: Control) -> None:
        self.fingers.tap(BUTTONS[control])
        self.step()

    def turn(self, steps: int) -> None:
        self.fingers.turn(steps)
        self.step()

    def answer(self) -> bool:
        """Answers the last request to the camera; returns whether there was one."""
        if not self.eye.asked:
            return False
        kind, serial, count = self.eye.asked[-1]
        self.eye.asked.clear()
        seen = self.look(count)
        self.box.inbox.put(RollReading(serial, seen) if kind == "shake" else DiceReading(serial, seen))
        self.step()
        return True

    def look(self, count: int) -> Observation:
        """The camera's reading: mostly the dice, sometimes none."""
        if self.chance.random() < 0.1:
            return unsure()
        return observation(*(self.dice.randint(1, 6) for _ in range(count)))

    def play(self, most: int = 4000) -> int:
        """Presses lit controls until somebody has won; returns the number of presses."""
        for presses in range(most):
            if isinstance(self.table.mode, WinnerMode):
                return presses
            if self.answer():
                continue
            offered = [control for control, offer in self.table.offers().items() if offer.enabled]
            if self.chance.random() < 0.4 or not offered:
                self.turn(self.chance.choice([-2, -1, 1, 2, 3]))
            else:
                self.tap(Control(self.chance.choice(offered)))
        pytest.fail(f"nobody has won after {most} presses: {self.table.mode}")


@pytest.fixture
def box(tmp_path: Path, stage: MainWindow) -> BoxOnMockPins:
    return BoxOnMockPins(tmp_path, stage)


@pytest.mark.parametrize("rules", PLAYED)
def test_a_whole_game_is_played_with_three_buttons_and_the_dial(tmp_path: Path, stage: MainWindow, rules: str) -> None:
    box = BoxOnMockPins(tmp_path, stage, rules, seed=3)
    begin(box.table, NAMES, SHORT.get(rules, {}), 0)
    assert box.play() > 10
    assert box.table.state.phase is Phase.OVER


def test_a_camera_that_dies_twice_in_a_game_does_not_stop_it(box: BoxOnMockPins) -> None:
    begin(box.table, NAMES, {"lives": 4}, 0)
    for _ in range(2):
        for _ in range(6):
            if not box.answer():
                box.tap(Control.DIAL)
        box.box.inbox.put(CameraLost(literal("Pi camera 0 gives no more pictures: check its cable.")))
        while box.eye.asked:
            kind, serial, _ = box.eye.asked.pop()
            failed = Observation(None, "camera", literal("Pi camera 0 gives no more pictures."), 0.0, (), b"", 1.0)
            box.box.inbox.put(RollReading(serial, failed) if kind == "shake" else DiceReading(serial, failed))
        box.step()
        assert box.table.context.camera_failure
        for _ in range(20):
            offered = [control for control, offer in box.table.offers().items() if offer.enabled]
            assert offered, "there is always something to do"
            box.tap(Control(offered[0]))
        box.box.inbox.put(CameraOpened("Pi camera 0"))
        box.step()
        assert box.table.context.camera_failure is None
    if not isinstance(box.table.mode, WinnerMode):
        box.play()


def test_the_held_reveal_opens_the_menu_and_the_held_power_button_ends_the_evening(box: BoxOnMockPins) -> None:
    begin(box.table, NAMES, {}, 0)
    box.fingers.close(Part.REVEAL)
    box.step(0.1)
    box.step(0.9)
    assert box.table.mode.overlay
    box.fingers.open(Part.REVEAL)
    box.step(0.1)
    box.fingers.close(Part.POWER)
    box.step(0.1)
    assert not box.box.leaving
    box.step(1.6)
    assert box.box.leaving
    assert box.table.context.current_game.journal.unfinished() is not None, "the game stands in the journal"


def test_an_opened_lid_is_heard(box: BoxOnMockPins) -> None:
    begin(box.table, NAMES, {}, 0)
    box.tap(Control.DIAL)
    _, serial, _ = box.eye.asked[-1]
    box.box.inbox.put(RollReading(serial, observation(5, 6)))
    box.step()
    box.tap(Control.CLAIM)
    phases = [box.table.state.phase]
    box.fingers.close(Part.LID)
    box.step(0.1)
    box.step(0.1)
    phases.append(box.table.state.phase)
    assert phases == [Phase.ANSWERING, Phase.REVEALING]


def test_the_loop_says_when_a_held_button_wants_it_again(box: BoxOnMockPins) -> None:
    begin(box.table, NAMES, {}, 0)
    box.step()
    box.step(2)
    box.fingers.close(Part.REVEAL)
    assert box.box.step() < 0.1


def test_the_lights_are_what_is_on_offer(box: BoxOnMockPins) -> None:
    begin(box.table, NAMES, {}, 0)
    seen = set()
    for _ in range(60):
        if not box.answer():
            box.tap(box.chance.choice(list(Control)))
        offers = box.table.offers()
        lit = tuple(float(offers[control.value].enabled) for control in LIGHTS)
        assert box.levels(tuple(LIGHTS.values())) == lit
        seen.add(lit)
    assert len(seen) > 2


def test_the_lamp_burns_in_a_game_while_people_are_there(box: BoxOnMockPins) -> None:
    box.step()
    box.step(1)
    assert box.levels(LAMP) == (0, 0), "nothing is played"
    begin(box.table, NAMES, {}, 0)
    box.step()
    box.step(0.25)
    assert 0.2 < box.levels(LAMP)[0] < 0.8, "it starts softly"
    box.step(1)
    assert box.levels(LAMP) == (1, 1)
    box.step(IDLE_SECONDS)
    box.step(1)
    assert box.levels(LAMP) == (0, 0), "nobody is there"
    box.turn(1)
    box.step()
    box.step(1)
    assert box.levels(LAMP) == (1, 1)


def test_the_lamp_burns_while_the_wizard_looks_at_dice(box: BoxOnMockPins) -> None:
    box.table.go(Wizard())
    box.table.press("dial")
    box.step()
    box.step(1)
    assert box.levels(LAMP) == (1, 1)


def test_during_a_calibration_the_lamp_rises_softly_and_lit_buttons_are_those_it_offers(box: BoxOnMockPins) -> None:
    calibration = CalibrationScene("Calibrate", "", (Hint("reveal", "Leave", True), Hint("claim", "", False)))
    box.devices.set_lamp(0.0, 1.0, softly=True)
    for seconds in (0.0, 0.25):
        box.fingers.wait(seconds)
        box.devices.update_lights(box.table, box.fingers.now, calibration)
    left, right = box.levels(LAMP)
    assert left == 0
    assert 0.2 < right < 0.8
    assert box.levels(tuple(LIGHTS.values())) == tuple(float(control is Control.REVEAL) for control in LIGHTS)


def test_the_camera_switches_to_light_from_one_side_and_its_loss_switches_back(
    box: BoxOnMockPins,
) -> None:
    begin(box.table, NAMES, {}, 0)
    box.step()
    box.step(1)
    seen = []
    for message in (
        SetLamp(1.0, 0.0),
        SetLamp(0.0, 1.0),
        SetLamp(1.0, 1.0),
        SetLamp(1.0, 0.0),
        CameraLost(literal("It is gone.")),
    ):
        box.box.inbox.put(message)
        box.step()
        seen.append(box.levels(LAMP))
    assert seen == [(1, 0), (0, 1), (1, 1), (1, 0), (1, 1)]


def test_lamp_and_lights_never_depend_on_hidden_dice(tmp_path: Path, stage: MainWindow) -> None:
    def shone(folder: str, low: int, high: int) -> list[tuple[float, ...]]:
        box = BoxOnMockPins(tmp_path / folder, stage)
        begin(box.table, NAMES, {}, 0)
        seen = []

        def look() -> None:
            box.step(0.1)
            seen.append(box.levels((*LAMP, *LIGHTS.values())))

        look()
        for _ in range(3):
            box.tap(Control.DIAL)
            look()
            while box.eye.asked:
                _, serial, _ = box.eye.asked.pop()
                box.box.inbox.put(RollReading(serial, observation(low, high)))
                look()
            box.turn(2)
            look()
            box.tap(Control.CLAIM)
            look()
        return seen

    first = shone("first", 1, 2)
    assert len(set(first)) > 2
    assert shone("second", 6, 6) == first
    assert shone("third", 3, 4) == first


def test_unavailable_pins_are_reported_and_the_others_work() -> None:
    fingers, said = Fingers(), list[object]()
    with (
        LED(pin_of(Part.CLAIM).bcm, pin_factory=fingers.factory),
        LED(pin_of(Part.LAMP_LEFT).bcm, pin_factory=fingers.factory),
        LED(pin_of(Part.SEAT_3).bcm, pin_factory=fingers.factory),
    ):
        PiDevices(lambda _: None, said.append, fingers.factory, lambda: None, fingers.clock)
    (warning,) = map(str, said)
    assert warning.startswith("Pin 11 (BCM 17: CLAIM) is not available (")
    assert warning.endswith("And 2 more: run meierbox doctor.")


def test_closing_puts_everything_out(box: BoxOnMockPins) -> None:
    begin(box.table, NAMES, {}, 0)
    box.step()
    box.step(1)
    box.devices.close()
    assert set(box.levels((*LAMP, *LIGHTS.values()))) == {0}


def test_mock_pins_can_be_asked_for_by_gpiozeros_own_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setenv("GPIOZERO_MOCK_PIN_CLASS", "mockpwmpin")
    assert isinstance(find_pins(lambda warning: pytest.fail(str(warning))), MockFactory)


def test_without_a_camera_the_table_judges_while_the_box_keeps_searching(tmp_path: Path) -> None:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    woken = threading.Event()
    with composed(BoxOptions(tmp_path, camera="auto", size=(800, 480), silent=True)) as box:
        box.inbox.wake = woken.set
        end = time.monotonic() + 60
        while box.table.context.camera_failure is None and time.monotonic() < end:
            woken.wait(box.step())
            woken.clear()
        assert "picamera2" in str(box.table.context.camera_failure)
        begin(box.table, NAMES, {}, 0)
        for message in (Pressed(Control.DIAL), Turned(3), Pressed(Control.CLAIM), Pressed(Control.CHALLENGE)):
            box.inbox.put(message)
            box.step()
        assert box.table.state.phase is Phase.REVEALING


@pytest.mark.parametrize(
    ("camera", "named"),
    [
        ("auto", "auto:{}"),
        ("auto:mine.toml", "auto:mine.toml"),
        ("pi", "pi:0:{}"),
        ("pi:1", "pi:1:{}"),
        ("pi:0:mine.toml", "pi:0:mine.toml"),
        ("usb", "usb:0:{}"),
        ("usb:2", "usb:2:{}"),
        ("sim", "sim"),
    ],
)
def test_the_calibration_in_the_state_directory_is_named_to_a_pis_camera(
    tmp_path: Path, camera: str, named: str
) -> None:
    assert calibrated(camera, tmp_path) == camera, "there is none yet"
    (tmp_path / NAME).touch()
    assert calibrated(camera, tmp_path) == named.format(tmp_path / NAME)


def test_a_desktop_has_no_pins_and_a_simulated_camera() -> None:
    assert find_pins(lambda warning: pytest.fail(str(warning)), {}) is None
    assert default_camera() == "sim"
