"""Game controllers send the box's messages, whenever they are plugged in."""

from typing import Any

import pygame
import pytest

from hardware.desk.gamepad import GameController, Gamepads
from hardware.desk.key_repeat import REPEAT_DELAY, REPEAT_SECONDS
from hardware.holds import HOLD_SECONDS
from hardware.ports import Control, ControlMessage, Held, PeekRequested, Pressed, Shaken, Turned


class Device:
    """A device as SDL opens it: devices of an even index are known to it."""

    def __init__(self, index: int) -> None:
        if index > 8:
            raise pygame.error("Invalid joystick device number")
        self.known = index % 2 == 0
        self.instance = 100 + index


class GamepadHarness:
    """Controllers at a box with a manual clock."""

    def __init__(self) -> None:
        self.said: list[ControlMessage] = []
        self.now = 50.0
        self.up_increases = False
        self.flap = False
        self.opened: list[int] = []
        self.pads = Gamepads(self.said.append, lambda: self.up_increases, self.open, lambda: self.flap)

    def open(self, index: int) -> GameController:
        self.opened.append(index)
        return Device(index)

    def event(self, kind: int, **fields: Any) -> list[ControlMessage]:
        self.said.clear()
        self.pads.handle(pygame.event.Event(kind, **fields), self.now)
        return list(self.said)

    def wait(self, seconds: float) -> list[ControlMessage]:
        self.said.clear()
        self.now += seconds
        self.pads.tick(self.now)
        return list(self.said)

    def plug(self, index: int) -> None:
        assert self.event(pygame.JOYDEVICEADDED, device_index=index, guid="") == []

    def button(self, button: int, down: bool, instance: int = 100) -> list[ControlMessage]:
        kind = pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP
        return self.event(kind, instance_id=instance, button=button)

    def tap(self, button: int) -> list[ControlMessage]:
        return self.button(button, True) + self.button(button, False)

    def axis(self, axis: int, part: float) -> list[ControlMessage]:
        return self.event(pygame.CONTROLLERAXISMOTION, instance_id=100, axis=axis, value=round(part * 32767))


@pytest.fixture
def hall() -> GamepadHarness:
    hall = GamepadHarness()
    hall.plug(0)
    return hall


@pytest.mark.parametrize(
    ("button", "control"),
    [
        (pygame.CONTROLLER_BUTTON_A, Control.DIAL),
        (pygame.CONTROLLER_BUTTON_X, Control.CLAIM),
        (pygame.CONTROLLER_BUTTON_Y, Control.REVEAL),
        (pygame.CONTROLLER_BUTTON_B, Control.CHALLENGE),
    ],
)
def test_the_four_buttons_are_those_of_the_box(hall: GamepadHarness, button: int, control: Control) -> None:
    assert hall.button(button, True) == []
    assert hall.button(button, False) == [Pressed(control)]


def test_a_button_kept_down_is_held_once_and_not_pressed(hall: GamepadHarness) -> None:
    hall.button(pygame.CONTROLLER_BUTTON_Y, True)
    assert hall.pads.seconds_until_due(hall.now) == pytest.approx(HOLD_SECONDS)
    assert hall.wait(HOLD_SECONDS) == [Held(Control.REVEAL)]
    assert hall.pads.seconds_until_due(hall.now) is None
    assert hall.button(pygame.CONTROLLER_BUTTON_Y, False) == []


def test_start_is_the_menu_and_back_a_shake(hall: GamepadHarness) -> None:
    assert hall.tap(pygame.CONTROLLER_BUTTON_START) == [Held(Control.REVEAL)]
    assert hall.tap(pygame.CONTROLLER_BUTTON_BACK) == [Shaken()]


def test_the_d_pad_is_the_dial_and_repeats_while_down(hall: GamepadHarness) -> None:
    assert hall.button(pygame.CONTROLLER_BUTTON_DPAD_RIGHT, True) == [Turned(1)]
    assert hall.wait(REPEAT_DELAY) == [Turned(1)]
    assert hall.wait(REPEAT_SECONDS) == [Turned(1)]
    assert hall.button(pygame.CONTROLLER_BUTTON_DPAD_RIGHT, False) == []
    assert hall.wait(5) == []


@pytest.mark.parametrize(
    ("button", "in_a_list", "on_the_ladder"),
    [
        (pygame.CONTROLLER_BUTTON_DPAD_UP, -1, 1),
        (pygame.CONTROLLER_BUTTON_DPAD_DOWN, 1, -1),
        (pygame.CONTROLLER_BUTTON_LEFTSHOULDER, -5, -5),
        (pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, 5, 5),
    ],
)
def test_up_acts_like_the_arrow_key_and_the_right_shoulder_like_right(
    hall: GamepadHarness, button: int, in_a_list: int, on_the_ladder: int
) -> None:
    assert hall.tap(button) == [Turned(in_a_list)]
    hall.up_increases = True
    assert hall.tap(button) == [Turned(on_the_ladder)]


def test_the_stick_turns_the_dial_only_when_it_is_pushed_far(hall: GamepadHarness) -> None:
    for rest in (0.0, 0.12, -0.3, 0.55):
        assert hall.axis(0, rest) == [], "a worn stick never lies quite in its middle"
    assert hall.axis(0, 0.8) == [Turned(1)]
    assert hall.axis(0, 0.5) == [], "it trembles about the edge of its zone"
    assert hall.axis(0, 0.7) == []
    assert hall.axis(0, 0.2) == []
    assert hall.axis(0, -0.9) == [Turned(-1)]
    assert hall.axis(0, 0.0) == []
    assert hall.axis(1, -1.0) == [Turned(-1)]
    assert hall.wait(REPEAT_DELAY) == [Turned(-1)]


def test_the_triggers_shake_and_lift_the_flap(hall: GamepadHarness) -> None:
    assert hall.axis(pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 1.0) == [Shaken()]
    assert hall.axis(pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 0.0) == []
    assert hall.axis(pygame.CONTROLLER_AXIS_TRIGGERLEFT, 0.9) == [PeekRequested(True)]
    assert hall.axis(pygame.CONTROLLER_AXIS_TRIGGERLEFT, 0.1) == [PeekRequested(False)]


def test_its_reveal_is_the_flap_only_while_it_is_kept_down(hall: GamepadHarness) -> None:
    hall.flap = True
    assert hall.button(pygame.CONTROLLER_BUTTON_Y, True) == [PeekRequested(True)]
    assert hall.wait(5) == []
    assert hall.button(pygame.CONTROLLER_BUTTON_Y, False) == [PeekRequested(False)]
    hall.button(pygame.CONTROLLER_BUTTON_Y, True)
    assert hall.event(pygame.JOYDEVICEREMOVED, instance_id=100) == [PeekRequested(False)]


def test_an_unplugged_controller_releases_everything(hall: GamepadHarness) -> None:
    hall.button(pygame.CONTROLLER_BUTTON_Y, True)
    hall.axis(0, 1.0)
    hall.axis(pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1.0)
    assert hall.event(pygame.JOYDEVICEREMOVED, instance_id=100) == [PeekRequested(False)]
    assert hall.wait(5) == []
    assert hall.tap(pygame.CONTROLLER_BUTTON_A) == []
    hall.plug(0)
    assert hall.tap(pygame.CONTROLLER_BUTTON_A) == [Pressed(Control.DIAL)]


def test_a_controller_that_is_gone_before_it_is_opened_does_no_harm(hall: GamepadHarness) -> None:
    hall.plug(9)
    assert hall.opened == [0, 9]
    assert hall.event(pygame.JOYDEVICEREMOVED, instance_id=109) == []


def test_nothing_is_held_when_the_window_loses_focus(hall: GamepadHarness) -> None:
    hall.button(pygame.CONTROLLER_BUTTON_Y, True)
    hall.axis(pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1.0)
    hall.said.clear()
    hall.pads.release_all()
    assert hall.said == [PeekRequested(False)]
    assert hall.wait(5) == []
    assert hall.button(pygame.CONTROLLER_BUTTON_Y, False) == []


def test_a_controller_that_sdl_does_not_know_is_used_by_button_numbers(hall: GamepadHarness) -> None:
    hall.plug(1)

    def stick(kind: int, **fields: Any) -> list[ControlMessage]:
        return hall.event(kind, instance_id=101, **fields)

    for button, control in enumerate((Control.DIAL, Control.CHALLENGE, Control.CLAIM, Control.REVEAL)):
        assert stick(pygame.JOYBUTTONDOWN, button=button) == []
        assert stick(pygame.JOYBUTTONUP, button=button) == [Pressed(control)]
    assert stick(pygame.JOYBUTTONDOWN, button=7) == [Held(Control.REVEAL)]
    assert stick(pygame.JOYHATMOTION, hat=0, value=(-1, 0)) == [Turned(-1)]
    assert stick(pygame.JOYHATMOTION, hat=0, value=(0, 0)) == []
    assert stick(pygame.JOYHATMOTION, hat=0, value=(0, 1)) == [Turned(-1)]
    assert stick(pygame.JOYAXISMOTION, axis=0, value=0.9) == [Turned(1)]
    assert stick(pygame.JOYAXISMOTION, axis=3, value=0.9) == []


def test_duplicate_events_of_a_known_controller_count_once(hall: GamepadHarness) -> None:
    """SDL reports the buttons of a known controller by name, and by number as well."""
    assert hall.event(pygame.JOYBUTTONDOWN, instance_id=100, button=0) == []
    assert hall.event(pygame.JOYBUTTONUP, instance_id=100, button=0) == []
    assert hall.event(pygame.JOYAXISMOTION, instance_id=100, axis=0, value=1.0) == []
