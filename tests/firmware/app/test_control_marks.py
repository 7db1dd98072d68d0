"""The screen shows the keys or the pad's buttons of the device in use, and they do what the screen says."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from display.scene_elements import Key, PadPlace
from firmware.app.box_ports import BoxPorts
from firmware.app.composition import BoxOptions, composed, run_in_window
from firmware.app.control_marks import marks_of
from hardware.desk.gamepad import Gamepads
from hardware.desk.keyboard_mouse import DeskControls, InputDevice
from hardware.pi.pins import Part
from hardware.ports import Control, ControlMessage, Pressed, Quit
from tests.firmware.app.input_drivers import OpenPad
from tests.hardware.pi.mock_pins import Fingers

PLACES = {
    PadPlace.BOTTOM: pygame.CONTROLLER_BUTTON_A,
    PadPlace.RIGHT: pygame.CONTROLLER_BUTTON_B,
    PadPlace.LEFT: pygame.CONTROLLER_BUTTON_X,
    PadPlace.TOP: pygame.CONTROLLER_BUTTON_Y,
}


class Desk:
    def __init__(self) -> None:
        self.said: list[ControlMessage] = []
        pads = Gamepads(self.said.append, lambda: False, lambda _: OpenPad())
        self.controls = DeskControls(self.said.append, lambda _: None, lambda: False, pads=pads)
        self.event(pygame.JOYDEVICEADDED, device_index=0, guid="")

    @property
    def in_use(self) -> InputDevice | None:
        return self.controls.in_use

    def event(self, kind: int, **fields: Any) -> None:
        self.controls.pump([pygame.event.Event(kind, **fields)], 1.0)

    def tap(self, key: int) -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self.event(kind, key=key, mod=0)

    def push(self, button: int) -> None:
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            self.event(kind, instance_id=OpenPad.instance, button=button)

    def click(self, *, touch: bool) -> None:
        self.event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1, touch=touch)


@pytest.mark.parametrize("device", [InputDevice.KEYBOARD, InputDevice.PAD])
def test_each_mark_stands_for_what_presses_the_control(device: InputDevice) -> None:
    marks = marks_of(device, typing=False)
    assert set(marks) == set(Control)
    for control, mark in marks.items():
        desk = Desk()
        match mark:
            case Key(letter):
                desk.tap(ord(letter.lower()) if letter else pygame.K_RETURN)
            case PadPlace():
                desk.push(PLACES[mark])
        assert desk.said == [Pressed(Control(control))]
        assert desk.in_use is device


def test_while_a_name_is_typed_letters_are_letters() -> None:
    assert marks_of(InputDevice.KEYBOARD, typing=True) == {Control.DIAL: Key()}
    assert marks_of(InputDevice.PAD, typing=True) == marks_of(InputDevice.PAD, typing=False)


def test_the_device_that_was_used_last_counts() -> None:
    desk = Desk()
    used = [desk.in_use]

    def note() -> None:
        used.append(desk.in_use)

    desk.tap(pygame.K_c)
    note()
    desk.event(pygame.MOUSEMOTION, pos=(5, 5), rel=(1, 1), buttons=(0, 0, 0))
    desk.event(pygame.CONTROLLERAXISMOTION, instance_id=OpenPad.instance, axis=0, value=900)
    note()  # neither a mouse that is only moved nor a worn stick counts
    desk.push(pygame.CONTROLLER_BUTTON_A)
    note()
    for touch in (True, False):
        desk.click(touch=touch)
        note()
    keyboard, pad, finger, mouse = InputDevice.KEYBOARD, InputDevice.PAD, InputDevice.FINGER, InputDevice.MOUSE
    assert used == [None, keyboard, keyboard, pad, finger, mouse]
    assert [marks_of(device, typing=False) for device in (None, finger, mouse)] == [{}, {}, {}]


@pytest.mark.parametrize("keyboard", [None, False])
def test_the_keys_are_marked_from_the_start_where_there_are_no_buttons(tmp_path: Path, keyboard: bool | None) -> None:
    """Unless the box plays by itself."""
    ports = BoxPorts(pins=lambda _: None)
    with composed(BoxOptions(tmp_path, camera="none", size=(320, 240), silent=True, ports=ports)) as box:

        def leave(_: object) -> float:
            box.leaving = True
            return 0.0

        run_in_window(box, leave, keyboard=keyboard)
        assert box.window.picture is not None
        marked = {part for part in box.window.picture.parts if part.startswith("mark ")}
    assert marked == (set() if keyboard is False else {f"mark {control}" for control in Control})


def test_the_marks_go_once_a_button_of_the_box_is_pressed(tmp_path: Path) -> None:
    """Somebody typed a name on a keyboard, and then the table plays on with the box's own buttons."""
    fingers = Fingers()
    ports = BoxPorts(pins=lambda _: fingers.factory, clock=fingers.clock)
    shown: list[bool] = []
    with composed(BoxOptions(tmp_path, camera="none", size=(320, 240), silent=True, ports=ports)) as box:

        def act(_: object) -> float:
            picture = box.window.picture
            assert picture is not None
            shown.append("mark claim" in picture.parts)
            match len(shown):
                case 1:
                    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0))
                case 4:
                    fingers.close(Part.REVEAL)
                case 6:
                    fingers.open(Part.REVEAL)
                case 10:
                    box.inbox.put(Quit())
            fingers.wait(0.05)
            return 0.0

        run_in_window(box, act)
    assert not shown[0]
    assert shown[3]
    assert not shown[-1]
