"""Input devices driven by the tests: real events of a window, handled by the desk's adapter."""

from typing import Any, ClassVar

import pygame

from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.table.mode import ListMode
from firmware.texts import Texts
from firmware.texts.source import text
from hardware.desk.gamepad import Gamepads
from hardware.desk.keyboard_mouse import DRAG_PIXELS, DeskControls
from hardware.holds import HOLD_SECONDS
from hardware.ports import Control, Held, Pressed, SeatPressed, Shaken, Turned
from tests.firmware.evening import labels_of

THEATRE_SECONDS = 30.0


class InputDriver:
    """Does what a player wants to do; every event goes through SDL's queue, and the box takes a step after each."""

    def __init__(self, box: MainLoop, pads: Gamepads | None = None) -> None:
        self.box = box
        self.now = 0.0
        box.clock = lambda: self.now
        stage = box.window
        self.desk = DeskControls(
            box.inbox.put, stage.hit, lambda: box.table.mode.typing, up_increases=lambda: stage.up_increases, pads=pads
        )
        self.step(THEATRE_SECONDS)

    def does(self, move: BoxMessage) -> None:
        match move:
            case Pressed(control=control):
                self.press(control)
            case Turned(steps=steps):
                self.turn(steps)
            case Shaken():
                self.shake()
            case SeatPressed(seat=seat):
                self.calls(seat)
            case _:
                raise AssertionError(f"No hand does {move}.")
        self.step(THEATRE_SECONDS)

    def press(self, control: Control) -> None:
        raise NotImplementedError

    def turn(self, steps: int) -> None:
        raise NotImplementedError

    def menu(self) -> None:
        """Opens the menu of the table's rights, or leaves it."""
        raise NotImplementedError

    def chooses(self, key: str) -> None:
        """Turns to a line of the list on the screen, by the key of its text, and pushes."""
        mode = self.box.table.mode
        assert isinstance(mode, ListMode)
        lines = labels_of(self.box.table)
        if steps := lines.index(Texts().say(key)) - mode.cursor:
            self.turn(steps)
        self.press(Control.DIAL)

    def spells_bb(self) -> None:
        """Enters the name "Bb", letter by letter."""
        self.press(Control.REVEAL)
        self.turn(1)
        for control in (Control.DIAL, Control.DIAL, Control.CLAIM):
            self.press(control)

    def shake(self) -> None:
        """Reports a shake with whichever control offers that now."""
        table = self.box.table
        shakes = {text(code) for code in ("control.shaken", "control.shaken_blind")}
        self.press(next(Control(name) for name, offer in table.offers().items() if offer.label in shakes))

    def calls(self, seat: int) -> None:
        """The desk has no seat buttons: CHALLENGE, then a push of the dial names the seat."""
        self.press(Control.CHALLENGE)
        while self.box.table.state.challenger != seat:
            self.press(Control.DIAL)

    def send(self, kind: int, **fields: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **fields))
        self.step(0.02)

    def step(self, seconds: float) -> None:
        self.now += seconds
        self.desk.pump(pygame.event.get(), self.now)
        self.box.step()
        self.box.step()


class Keys(InputDriver):
    """A keyboard alone."""

    _KEYS: ClassVar = {
        Control.CLAIM: pygame.K_c,
        Control.REVEAL: pygame.K_r,
        Control.CHALLENGE: pygame.K_x,
        Control.DIAL: pygame.K_RETURN,
    }

    def press(self, control: Control) -> None:
        self.tap(self._KEYS[control])

    def turn(self, steps: int) -> None:
        for _ in range(abs(steps)):
            self.tap(pygame.K_RIGHT if steps > 0 else pygame.K_LEFT)

    def menu(self) -> None:
        self.tap(pygame.K_ESCAPE)

    def shake(self) -> None:
        self.tap(pygame.K_SPACE)

    def spells_bb(self) -> None:
        """Types it."""
        for letter in "Bb":
            self.send(pygame.TEXTINPUT, text=letter)
        self.tap(pygame.K_RETURN)

    def tap(self, key: int) -> None:
        self.send(pygame.KEYDOWN, key=key, mod=0)
        self.send(pygame.KEYUP, key=key, mod=0)


class Mouse(InputDriver):
    """A mouse without a wheel: it clicks on what the screen offers, and drags the dial."""

    touch = False

    def press(self, control: Control) -> None:
        picture = self.box.window.picture
        assert picture is not None
        self.click(picture.parts[f"hint {control.value}"].center)

    def turn(self, steps: int) -> None:
        stage = self.box.window
        picture = stage.picture
        assert picture is not None
        for box, hit in picture.targets:
            if hit.turn == steps and hit.control is None:
                self.click(box.center)
                return
        way = 1 if (steps > 0) == stage.up_increases else -1
        x, y = stage.size[0] // 2, stage.size[1] // 2
        self.down((x, y))
        for _ in range(abs(steps)):
            y += way * DRAG_PIXELS
            self.send(pygame.MOUSEMOTION, pos=(x, y), rel=(0, way), buttons=(1, 0, 0), touch=self.touch)
        self.up((x, y))

    def menu(self) -> None:
        """Holds the plate of REVEAL down, whether it is enabled or not."""
        picture = self.box.window.picture
        assert picture is not None
        pos = picture.parts["hint reveal"].center
        self.down(pos)
        self.step(HOLD_SECONDS)
        self.up(pos)

    def click(self, pos: tuple[int, int]) -> None:
        self.down(pos)
        self.up(pos)

    def down(self, pos: tuple[int, int]) -> None:
        self.send(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=self.touch)

    def up(self, pos: tuple[int, int]) -> None:
        self.send(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=self.touch)


class Finger(Mouse):
    """A finger: SDL reports it as a finger and as a mouse."""

    touch = True

    def down(self, pos: tuple[int, int]) -> None:
        self._finger(pygame.FINGERDOWN, pos)
        super().down(pos)

    def up(self, pos: tuple[int, int]) -> None:
        self._finger(pygame.FINGERUP, pos)
        super().up(pos)

    def _finger(self, kind: int, pos: tuple[int, int]) -> None:
        width, height = self.box.window.size
        self.send(kind, touch_id=1, finger_id=0, x=pos[0] / width, y=pos[1] / height, dx=0.0, dy=0.0)


class OpenPad:
    """A controller that SDL knows."""

    known = True
    instance = 5


class Pad(InputDriver):
    """A game controller alone, plugged in after the box was started."""

    _BUTTONS: ClassVar = {
        Control.CLAIM: pygame.CONTROLLER_BUTTON_X,
        Control.REVEAL: pygame.CONTROLLER_BUTTON_Y,
        Control.CHALLENGE: pygame.CONTROLLER_BUTTON_B,
        Control.DIAL: pygame.CONTROLLER_BUTTON_A,
    }

    def __init__(self, box: MainLoop) -> None:
        super().__init__(box, Gamepads(box.inbox.put, lambda: box.window.up_increases, lambda _: OpenPad()))
        self.send(pygame.JOYDEVICEADDED, device_index=0, guid="")

    def press(self, control: Control) -> None:
        self.push(self._BUTTONS[control])

    def turn(self, steps: int) -> None:
        button = pygame.CONTROLLER_BUTTON_DPAD_RIGHT if steps > 0 else pygame.CONTROLLER_BUTTON_DPAD_LEFT
        for _ in range(abs(steps)):
            self.push(button)

    def menu(self) -> None:
        self.push(pygame.CONTROLLER_BUTTON_START)

    def shake(self) -> None:
        """The right trigger, all the way down and back."""
        for value in (9000, 32767, 0):
            self.send(pygame.CONTROLLERAXISMOTION, instance_id=5, axis=pygame.CONTROLLER_AXIS_TRIGGERRIGHT, value=value)

    def push(self, button: int) -> None:
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            self.send(kind, instance_id=5, button=button)


class Buttons(InputDriver):
    """The three buttons and the dial of the box alone, as its pins post them."""

    def press(self, control: Control) -> None:
        self.box.inbox.put(Pressed(control))
        self.step(0.02)

    def turn(self, steps: int) -> None:
        self.box.inbox.put(Turned(steps))
        self.step(0.02)

    def menu(self) -> None:
        self.box.inbox.put(Held(Control.REVEAL))
        self.step(0.02)
