"""People are led in a window: by keyboard, by mouse, by the box's own buttons and dial."""

import os
from collections.abc import Iterator

import numpy as np
import pygame
import pytest

from display.scene import BenchScene
from display.stage import Stage
from firmware.app.bench.guide import Left, View
from firmware.app.bench.window import ROOM, STEP, WindowGuide
from firmware.doctor.finding import ok, warning
from firmware.sight import SeenDie
from hardware.calibration.region import Region
from hardware.pi.controls import PiControls
from hardware.pins import Part
from hardware.ports import ControlMessage
from tests.hardware.pi.pins import Fingers

PICTURE = np.full((480, 640, 3), 90, np.uint8)


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    stage = Stage((800, 480))
    yield stage
    stage.close()


class Led:
    """A guide whose waiting does the next deed."""

    def __init__(self, stage: Stage, *deeds: object) -> None:
        pygame.event.clear()
        self.deeds = list(deeds)
        self.now = 0.0
        self.looks = 0
        self.regions: list[Region] = []
        self.guide = WindowGuide("Calibrate", stage, clock=lambda: self.now, wait=self.wait)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        assert self.deeds, "everybody waits for ever"
        deed = self.deeds.pop(0)
        if isinstance(deed, int):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=deed, mod=0))
        elif isinstance(deed, pygame.event.Event):
            pygame.event.post(deed)
        elif callable(deed):
            deed()

    def look(self) -> View:
        self.looks += 1
        return View(PICTURE, (SeenDie(1, ((1, 1), (9, 1), (9, 9), (1, 9)), ((5, 5, 2),)),), figures=(("light", "90"),))

    def look_at(self, region: Region) -> View:
        self.regions.append(region)
        return View(PICTURE, region=region)

    def scene(self, stage: Stage) -> BenchScene:
        scene = self.guide.scene
        assert stage.picture is not None
        return scene


def test_enter_says_that_it_is_done_and_until_then_the_camera_is_shown(stage: Stage) -> None:
    led = Led(stage, pygame.K_a, pygame.K_F2, pygame.K_RETURN)
    led.guide.ask("Empty the box.", led.look)
    assert led.looks >= 3
    scene = led.scene(stage)
    assert scene.prompt == "Empty the box."
    assert scene.encoded.startswith(b"\xff\xd8")
    assert scene.figures[0].value == "90"
    assert scene.dice[0].pips


@pytest.mark.parametrize("leaving", [pygame.K_ESCAPE, pygame.event.Event(pygame.QUIT)])
def test_people_may_leave_at_any_time(stage: Stage, leaving: object) -> None:
    led = Led(stage, leaving)
    with pytest.raises(Left):
        led.guide.ask("Empty the box.", led.look)


def test_arrow_keys_move_the_frame_and_plus_sizes_it(stage: Stage) -> None:
    led = Led(stage, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_DOWN, pygame.K_PLUS, pygame.K_RETURN)
    region = led.guide.place("Is it inside?", Region(0.2, 0.2, 0.5), led.look_at)
    assert region.size > 0.5
    assert region.left + region.size / 2 == pytest.approx(0.45 + STEP)
    assert region.top + region.size / 2 == pytest.approx(0.45 + 2 * STEP)
    assert led.regions[-1] == region, "what is taken was seen"


def test_a_click_on_a_plate_is_its_button(stage: Stage) -> None:
    led = Led(stage)

    def click() -> None:
        assert stage.picture is not None
        place = stage.picture.parts["hint dial"].center
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))

    led.deeds = [click]
    led.guide.ask("Empty the box.", led.look)


def test_the_boxs_own_buttons_do_it_all(stage: Stage) -> None:
    fingers = Fingers()
    led = Led(stage)
    posted: list[ControlMessage] = []

    def post(message: ControlMessage) -> None:
        posted.append(message)
        led.guide.post(message)

    controls = PiControls(post, pytest.fail, fingers.factory, clock=fingers.clock)

    class Hand:
        def pump(self, now: float) -> float | None:  # noqa: ARG002 - the fingers have a clock of their own
            return controls.pump(fingers.now)

    led.guide.controls = Hand()
    led.deeds = [
        lambda: fingers.turn(3),
        lambda: fingers.tap(Part.CLAIM),
        lambda: fingers.turn(-2),
        lambda: fingers.tap(Part.CLAIM),
        lambda: fingers.turn(1),
        lambda: fingers.tap(Part.DIAL_PUSH),
    ]
    region = led.guide.place("Is it inside?", Region(0.2, 0.2, 0.5), led.look_at)
    assert region.size > 0.5
    assert region.left + region.size / 2 == pytest.approx(0.45 + 3 * STEP)
    assert region.top + region.size / 2 == pytest.approx(0.45 - 2 * STEP)
    led.deeds = [lambda: fingers.tap(Part.REVEAL)]
    with pytest.raises(Left):
        led.guide.ask("Empty the box.", led.look)
    controls.close()


def test_it_watches_until_it_is_done(stage: Stage) -> None:
    led = Led(stage, None, None, None)
    led.guide.watch("Shake the box.", led.look, lambda: led.looks >= 3)
    assert led.looks == 3


def test_what_was_found_is_written_beside_the_picture(stage: Stage) -> None:
    led = Led(stage)
    led.guide.tell(warning("lamp", "the left channel gives no light", "check its wire"))
    (said,) = led.scene(stage).findings
    assert said.text == "Lamp: the left channel gives no light: check its wire"
    assert said.tone == "doubt"


def test_what_came_of_it_stands_until_it_was_read(stage: Stage) -> None:
    led = Led(stage, None, pygame.K_RETURN)
    led.guide.end("All is well.")
    assert led.scene(stage).prompt == "All is well."
    Led(stage, pygame.K_ESCAPE).guide.end("All is well.")


def test_what_is_wrong_stays_to_be_read_however_much_is_well(stage: Stage) -> None:
    led = Led(stage)
    led.guide.tell(warning("lamp", "the left channel gives no light", "check its wire"))
    for number in range(12):
        led.guide.tell(ok(f"part {number}", "well"))
    said = [each.text for each in led.scene(stage).findings]
    assert len(said) == ROOM
    assert said[0].startswith("Lamp: the left channel")
    assert said[-1] == "Part 11: well"
