"""Calibration in a window: by keyboard, by mouse, by the box's own buttons and dial."""

import os
from collections.abc import Iterator

import numpy as np
import pygame
import pytest

from display.draw.surface_cache import SurfaceCache
from display.scene import CalibrationScene
from display.window import MainWindow
from firmware.calibrate.assessment import LAMP
from firmware.calibrate.calibration import EMPTY
from firmware.calibrate.calibration_window import Window
from firmware.calibrate.guide import LiveView, UserLeftError
from firmware.calibrate.screen import PERIOD, STEP, ScreenGuide
from firmware.doctor.finding import ok, warning
from firmware.journal.observation import SeenDie
from firmware.rules.message import literal, message
from firmware.texts import Texts, text
from hardware.calibration.region import Region
from hardware.pi.gpio_controls import PiControls
from hardware.pi.pins import Part
from hardware.ports import Control, ControlMessage, Held, Pressed
from tests.hardware.pi.mock_pins import Fingers, unwanted

PICTURE = np.full((480, 640, 3), 90, np.uint8)


@pytest.fixture(scope="module")
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    stage = MainWindow((800, 480), surfaces=surfaces)
    yield stage
    stage.close()


class Led:
    """A guide that performs the next step while it waits."""

    def __init__(self, stage: MainWindow, *steps: object, language: str = "en") -> None:
        pygame.event.clear()
        self.steps = list(steps)
        self.now = 0.0
        self.looks = 0
        self.prompt = ""
        self.regions: list[Region] = []
        self.window = Window(stage, clock=lambda: self.now, wait=self.wait)
        self.guide = ScreenGuide(text("calibration.calibrate"), self.window, Texts(language), lambda: self.now)

    def wait(self, seconds: float) -> None:
        self.now += max(seconds, PERIOD)
        assert self.steps, "everybody waits for ever"
        step = self.steps.pop(0)
        if isinstance(step, int):
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                pygame.event.post(pygame.event.Event(kind, key=step, mod=0))
        elif isinstance(step, pygame.event.Event):
            pygame.event.post(step)
        elif callable(step):
            step()

    def look(self) -> LiveView:
        self.looks += 1
        self.prompt = self.guide.scene.prompt
        return LiveView(
            PICTURE,
            (SeenDie(1, ((1, 1), (9, 1), (9, 9), (1, 9)), ((5, 5, 2),)),),
            figures=((message("light"), literal("90")),),
        )

    def look_at(self, region: Region) -> LiveView:
        self.regions.append(region)
        return LiveView(PICTURE, region=region)

    def scene(self, stage: MainWindow) -> CalibrationScene:
        scene = self.guide.scene
        assert stage.picture is not None
        return scene


def test_enter_says_that_it_is_done_and_until_then_the_camera_is_shown(stage: MainWindow) -> None:
    led = Led(stage, pygame.K_a, pygame.K_F2, pygame.K_RETURN)
    led.guide.ask(message("Empty the box."), led.look)
    assert led.looks >= 3
    scene = led.scene(stage)
    assert led.prompt == "Empty the box."
    assert scene.prompt == "One moment: measuring."
    assert scene.encoded.startswith(b"\xff\xd8")
    assert scene.figures[0].value == "90"
    assert scene.dice[0].pips


@pytest.mark.parametrize("leaving", [pygame.K_ESCAPE, pygame.event.Event(pygame.QUIT)])
def test_people_may_leave_at_any_time(stage: MainWindow, leaving: object) -> None:
    led = Led(stage, leaving)
    with pytest.raises(UserLeftError):
        led.guide.ask(message("Empty the box."), led.look)


def test_a_keyboard_moves_the_frame_and_sizes_it(stage: MainWindow) -> None:
    led = Led(
        stage,
        *(pygame.K_RIGHT, pygame.K_c, pygame.K_DOWN, pygame.K_RIGHT, pygame.K_c, pygame.K_RIGHT, pygame.K_RETURN),
    )
    region = led.guide.place(message("Is it inside?"), Region(0.2, 0.2, 0.5), led.look_at)
    assert region.size > 0.5
    assert region.left + region.size / 2 == pytest.approx(0.45 + STEP)
    assert region.top + region.size / 2 == pytest.approx(0.45 + 2 * STEP)
    assert led.regions[-1] == region, "what is taken was seen"


def test_holding_a_button_counts_as_pressing_it(stage: MainWindow) -> None:
    led = Led(stage)
    led.steps = [lambda: led.window.post(Held(Control.DIAL))]
    led.guide.ask(message("Empty the box."), led.look)
    led.steps = [lambda: led.window.post(Held(Control.REVEAL))]
    with pytest.raises(UserLeftError):
        led.guide.ask(message("Empty the box."), led.look)


def test_what_is_pressed_while_nothing_is_asked_answers_nothing(stage: MainWindow) -> None:
    led = Led(stage, None, pygame.K_RETURN)
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_RETURN, mod=0))
    led.guide.ask(message("Empty the box."), led.look)
    assert led.steps == []


def test_a_click_on_a_plate_is_its_button(stage: MainWindow) -> None:
    led = Led(stage)

    def click() -> None:
        assert stage.picture is not None
        place = stage.picture.parts["hint dial"].center
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=place, button=1))

    led.steps = [click]
    led.guide.ask(message("Empty the box."), led.look)


def test_the_boxs_own_buttons_do_it_all(stage: MainWindow) -> None:
    fingers = Fingers()
    led = Led(stage)
    posted: list[ControlMessage] = []

    def post(message: ControlMessage) -> None:
        posted.append(message)
        led.window.post(message)

    controls = PiControls(post, unwanted, fingers.factory, clock=fingers.clock)

    class Hand:
        def tick(self, now: float) -> float | None:  # noqa: ARG002 - the fingers have a clock of their own
            return controls.tick(fingers.now)

    led.window.controls = Hand()
    led.steps = [
        lambda: fingers.turn(3),
        lambda: fingers.tap(Part.CLAIM),
        lambda: fingers.turn(-2),
        lambda: fingers.tap(Part.CLAIM),
        lambda: fingers.turn(1),
        lambda: fingers.tap(Part.DIAL_PUSH),
    ]
    region = led.guide.place(message("Is it inside?"), Region(0.2, 0.2, 0.5), led.look_at)
    assert region.size > 0.5
    assert region.left + region.size / 2 == pytest.approx(0.45 + 3 * STEP)
    assert region.top + region.size / 2 == pytest.approx(0.45 - 2 * STEP)
    led.steps = [lambda: fingers.tap(Part.REVEAL)]
    with pytest.raises(UserLeftError):
        led.guide.ask(message("Empty the box."), led.look)
    controls.close()


def test_it_watches_until_it_is_done(stage: MainWindow) -> None:
    led = Led(stage, None, None, None)
    led.guide.watch(message("Shake the box."), led.look, lambda: led.looks >= 3)
    assert led.looks == 4, "what came of it is seen as well"


def test_what_was_found_is_written_beside_the_picture(stage: MainWindow) -> None:
    led = Led(stage)
    led.guide.tell(warning(message("lamp"), message("the left channel gives no light"), message("check its wire")))
    (said,) = led.scene(stage).findings
    assert (said.part, said.lines) == ("Lamp: fair", ("The left channel gives no light.", "Check its wire."))
    assert said.tone == "doubt"


def test_what_came_of_it_stands_until_it_was_read(stage: MainWindow) -> None:
    led = Led(stage, None, pygame.K_RETURN)
    led.guide.end(message("All is well."))
    assert led.scene(stage).prompt == "All is well."
    Led(stage, pygame.K_ESCAPE).guide.end(message("All is well."))


def read(led: Led) -> str:
    scene = led.guide.scene
    return scene.findings[scene.index].part


def test_the_most_serious_finding_is_read_and_of_those_that_are_well_the_latest(stage: MainWindow) -> None:
    led = Led(stage)
    led.guide.tell(ok(message("light"), message("even")))
    led.guide.tell(ok(message("floor"), message("found")))
    assert read(led) == "Floor: good"
    led.guide.tell(warning(message("lamp"), message("the left channel gives no light"), message("check its wire")))
    led.guide.tell(ok(message("focus"), message("sharp")))
    assert read(led) == "Lamp: fair"


def test_the_dial_goes_through_what_was_found_while_something_is_asked(stage: MainWindow) -> None:
    seen: list[str] = []
    led = Led(stage)
    for part in ("light", "floor", "focus"):
        led.guide.tell(ok(message(part), message("well")))

    def note() -> None:
        seen.append(read(led))
        assert led.guide.scene.turning

    led.steps = [pygame.K_LEFT, note, pygame.K_LEFT, pygame.K_LEFT, note, pygame.K_RIGHT, note, pygame.K_RETURN]
    led.guide.ask(message("Lay two dice."), led.look)
    assert seen == ["Floor: good", "Light: good", "Floor: good"]


def test_a_touch_on_a_mark_turns_the_dial_to_its_finding(stage: MainWindow) -> None:
    led = Led(stage)
    for part in ("light", "floor", "focus"):
        led.guide.tell(ok(message(part), message("well")))

    def touch() -> None:
        assert stage.picture is not None
        (box,) = (box for box, hit in stage.picture.targets if hit.turn == -2)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=box.center, button=1))

    led.steps = [None, touch, None, lambda: led.window.post(Pressed(Control.DIAL))]
    led.guide.ask(message("Lay two dice."), led.look)
    assert read(led) == "Light: good"


def test_in_the_end_the_findings_have_the_panel_to_themselves(stage: MainWindow) -> None:
    led = Led(stage, None, pygame.K_RETURN)
    led.guide.watch(message("Shake the box."), led.look, lambda: led.looks > 0)
    for part in ("size", "pips"):
        led.guide.tell(ok(message(part), message("well")))
    led.guide.end(message("All is well."))
    assert led.guide.scene.figures == ()
    assert read(led) == "Size: good", "it is read from the first on"


def test_it_leads_in_the_language_of_the_box(stage: MainWindow) -> None:
    led = Led(stage, pygame.K_RETURN, language="de")
    led.guide.tell(
        warning(LAMP, message("the left side of the lamp gives no light"), message("give the lamp more light"))
    )
    led.guide.ask(EMPTY, led.look)
    scene = led.scene(stage)
    assert scene.findings[0].part == "Lampe: mäßig"
    assert scene.findings[0].lines == ("Die linke Seite der Lampe leuchtet nicht.", "Gebt der Lampe mehr Licht.")
    assert scene.prompt == "Einen Augenblick: Es wird gemessen."
    assert next(hint.label for hint in scene.hints if hint.control == "reveal") == "Verlassen"
