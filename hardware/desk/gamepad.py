"""Game controllers in the place of the box's buttons; they may be plugged in and pulled out at any time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

import pygame
from pygame._sdl2 import controller

from hardware.desk.key_repeat import Holding
from hardware.ports import Control, Held, PeekAsked, Post, Shaken

PAGE_STEPS = 5
PUSHED, LET_GO = 0.6, 0.4
"""Parts of a stick's or a trigger's way: from the first on it counts as pushed, below the second no longer."""


class Deed(StrEnum):
    """What a button of a controller does."""

    DIAL = "dial"
    CLAIM = "claim"
    REVEAL = "reveal"
    CHALLENGE = "challenge"
    MENU = "menu"
    SHAKE = "shake"
    PEEK = "peek"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    PAGE_UP = "page up"
    PAGE_DOWN = "page down"


_CONTROLS = {
    Deed.DIAL: Control.DIAL,
    Deed.CLAIM: Control.CLAIM,
    Deed.REVEAL: Control.REVEAL,
    Deed.CHALLENGE: Control.CHALLENGE,
}
_SIDEWAYS = {Deed.RIGHT: 1, Deed.LEFT: -1}
_UPRIGHT = {Deed.UP: 1, Deed.DOWN: -1, Deed.PAGE_UP: PAGE_STEPS, Deed.PAGE_DOWN: -PAGE_STEPS}

KNOWN: Mapping[int, Deed] = {
    pygame.CONTROLLER_BUTTON_A: Deed.DIAL,
    pygame.CONTROLLER_BUTTON_B: Deed.CHALLENGE,
    pygame.CONTROLLER_BUTTON_X: Deed.CLAIM,
    pygame.CONTROLLER_BUTTON_Y: Deed.REVEAL,
    pygame.CONTROLLER_BUTTON_START: Deed.MENU,
    pygame.CONTROLLER_BUTTON_BACK: Deed.SHAKE,
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: Deed.PAGE_UP,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: Deed.PAGE_DOWN,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: Deed.LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: Deed.RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_UP: Deed.UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: Deed.DOWN,
}
"""The buttons of a controller that SDL knows, named by where they lie: A is the lowest of the four, Y the highest."""
UNKNOWN: Mapping[int, Deed] = {
    0: Deed.DIAL,
    1: Deed.CHALLENGE,
    2: Deed.CLAIM,
    3: Deed.REVEAL,
    4: Deed.PAGE_UP,
    5: Deed.PAGE_DOWN,
    6: Deed.SHAKE,
    7: Deed.MENU,
}
"""The buttons of a stick that SDL does not know, by number; most count them in this order."""
_TRIGGERS = {pygame.CONTROLLER_AXIS_TRIGGERLEFT: Deed.PEEK, pygame.CONTROLLER_AXIS_TRIGGERRIGHT: Deed.SHAKE}
_STICK = {0: (Deed.LEFT, Deed.RIGHT), 1: (Deed.UP, Deed.DOWN)}
"""What either end of the axes of the left stick does; the axes have these numbers on every device."""


class Pad(Protocol):
    """An open controller: while it is open, its events come."""

    known: bool
    """Whether SDL knows it, so that its buttons have names; else they have numbers."""
    instance: int
    """What its events call it."""


class SdlPad:
    """A controller opened through SDL."""

    def __init__(self, index: int) -> None:
        """Opens the device of that index; raises `pygame.error` where it has gone again."""
        self.known = bool(controller.is_controller(index))
        self._controller = controller.Controller(index) if self.known else None
        self._joystick = self._controller.as_joystick() if self._controller else pygame.joystick.Joystick(index)
        self.instance = self._joystick.get_instance_id()


def begin() -> None:
    """Has SDL look for controllers, now and whenever one is plugged in."""
    pygame.joystick.init()
    controller.init()


@dataclass(slots=True)
class _Plugged:
    """A controller that is plugged in, and what of it is down."""

    pad: Pad
    down: set[Deed] = field(default_factory=set)


class Gamepads:
    """Turns what is done with any number of controllers into the messages of the box.

    =========================== ============================================
    A (lowest of the four)      push of the dial
    X (left)                    CLAIM
    Y (highest)                 REVEAL; kept down: held
    B (right)                   CHALLENGE, in lists: back
    cross, left stick           the dial, as the arrow keys; kept down it goes on
    shoulders                   five steps
    Start                       held REVEAL: the menu
    right trigger, Back         the box was shaken
    left trigger                kept down: the peep flap of a simulated box
    =========================== ============================================
    """

    def __init__(self, post: Post, rising: Callable[[], bool], opener: Callable[[int], Pad] = SdlPad) -> None:
        """Hands messages to `post`; `rising` tells whether upwards means more now, `opener` opens a device."""
        self._post, self._rising, self._opener = post, rising, opener
        self._plugged: dict[int, _Plugged] = {}
        self._holding = Holding(post)

    def take(self, event: pygame.event.Event, now: float) -> None:
        """Takes an event of the window; those of other devices do nothing."""
        match event.type:
            case pygame.JOYDEVICEADDED:
                self._plug(event.device_index)
            case pygame.JOYDEVICEREMOVED:
                self._unplug(event.instance_id)
            case pygame.CONTROLLERBUTTONDOWN | pygame.CONTROLLERBUTTONUP if event.button in KNOWN:
                self._set(event.instance_id, KNOWN[event.button], event.type == pygame.CONTROLLERBUTTONDOWN, now)
            case pygame.CONTROLLERAXISMOTION:
                self._axis(event.instance_id, event.axis, event.value / 32768, now)
            case pygame.JOYBUTTONDOWN | pygame.JOYBUTTONUP if self._unknown(event) and event.button in UNKNOWN:
                self._set(event.instance_id, UNKNOWN[event.button], event.type == pygame.JOYBUTTONDOWN, now)
            case pygame.JOYAXISMOTION if self._unknown(event) and event.axis in _STICK:
                self._axis(event.instance_id, event.axis, event.value, now)
            case pygame.JOYHATMOTION if self._unknown(event):
                across, up = event.value
                for deed, down in (
                    (Deed.LEFT, across < 0),
                    (Deed.RIGHT, across > 0),
                    (Deed.UP, up > 0),
                    (Deed.DOWN, up < 0),
                ):
                    self._set(event.instance_id, deed, down, now)
            case _:
                pass

    def pump(self, now: float) -> None:
        """Tells what is held by now, and turns on."""
        self._holding.pump(now)

    def wants(self, now: float) -> float | None:
        """Tells in how many seconds `pump` must be called again though no event comes, or None."""
        return self._holding.wants(now)

    def let_go(self) -> None:
        """Forgets what was down: the window has lost the controllers, and the release will never be told."""
        for instance in tuple(self._plugged):
            self._release(instance)

    def _plug(self, index: int) -> None:
        try:
            pad = self._opener(index)
        except pygame.error:
            return  # it was pulled out again before it could be opened: SDL tells that as well
        self._plugged[pad.instance] = _Plugged(pad)

    def _unplug(self, instance: int) -> None:
        self._release(instance)
        self._plugged.pop(instance, None)

    def _release(self, instance: int) -> None:
        """Forgets what is down on a controller; nothing of it was meant, but its flap falls shut."""
        plugged = self._plugged.get(instance)
        if plugged is None:
            return
        for deed in plugged.down:
            self._holding.forget((instance, deed))
        if Deed.PEEK in plugged.down:
            self._post(PeekAsked(False))
        plugged.down.clear()

    def _unknown(self, event: pygame.event.Event) -> bool:
        """Tells whether a stick's events are to be taken: those of a known controller come by their names as well."""
        plugged = self._plugged.get(event.instance_id)
        return plugged is not None and not plugged.pad.known

    def _axis(self, instance: int, axis: int, value: float, now: float) -> None:
        """Takes how far an axis was pushed, -1 to 1; small movements of a worn stick mean nothing."""
        if axis in _STICK:
            low, high = _STICK[axis]
            self._swing(instance, low, -value, now)
            self._swing(instance, high, value, now)
        elif axis in _TRIGGERS:
            self._swing(instance, _TRIGGERS[axis], value, now)

    def _swing(self, instance: int, deed: Deed, value: float, now: float) -> None:
        if value >= PUSHED or value < LET_GO:
            self._set(instance, deed, value >= PUSHED, now)

    def _set(self, instance: int, deed: Deed, down: bool, now: float) -> None:
        """Takes that a button or a direction is down or up now; what was so already is no news."""
        plugged = self._plugged.get(instance)
        if plugged is None or (deed in plugged.down) == down:
            return
        key = (instance, deed)
        if not down:
            plugged.down.discard(deed)
            self._holding.release(key)
            if deed is Deed.PEEK:
                self._post(PeekAsked(False))
            return
        plugged.down.add(deed)
        match deed:
            case Deed.DIAL | Deed.CLAIM | Deed.REVEAL | Deed.CHALLENGE:
                self._holding.press(key, _CONTROLS[deed], now)
            case Deed.MENU:
                self._post(Held(Control.REVEAL))
            case Deed.SHAKE:
                self._post(Shaken())
            case Deed.PEEK:
                self._post(PeekAsked(True))
            case _:
                upward = _UPRIGHT.get(deed, 0)
                self._holding.lean(key, _SIDEWAYS.get(deed) or (upward if self._rising() else -upward), now)
