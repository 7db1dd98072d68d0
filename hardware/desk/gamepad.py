"""Game controllers in place of the box's buttons; they may be plugged in and unplugged at any time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

import pygame
from pygame._sdl2 import controller

from hardware.desk.key_repeat import KeyRepeat
from hardware.ports import Control, Held, PeekRequested, Post, Shaken

PAGE_STEPS = 5
PUSHED, RELEASED = 0.6, 0.4
"""Share of a stick's or trigger's travel from which it counts as pushed, and below which it no longer does."""


class PadAction(StrEnum):
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
    PAGE_LEFT = "page left"
    PAGE_RIGHT = "page right"


_CONTROLS = {
    PadAction.DIAL: Control.DIAL,
    PadAction.CLAIM: Control.CLAIM,
    PadAction.REVEAL: Control.REVEAL,
    PadAction.CHALLENGE: Control.CHALLENGE,
}
_SIDEWAYS = {
    PadAction.RIGHT: 1,
    PadAction.LEFT: -1,
    PadAction.PAGE_RIGHT: PAGE_STEPS,
    PadAction.PAGE_LEFT: -PAGE_STEPS,
}
_UPRIGHT = {PadAction.UP: 1, PadAction.DOWN: -1}

KNOWN: Mapping[int, PadAction] = {
    pygame.CONTROLLER_BUTTON_A: PadAction.DIAL,
    pygame.CONTROLLER_BUTTON_B: PadAction.CHALLENGE,
    pygame.CONTROLLER_BUTTON_X: PadAction.CLAIM,
    pygame.CONTROLLER_BUTTON_Y: PadAction.REVEAL,
    pygame.CONTROLLER_BUTTON_START: PadAction.MENU,
    pygame.CONTROLLER_BUTTON_BACK: PadAction.SHAKE,
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: PadAction.PAGE_LEFT,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: PadAction.PAGE_RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: PadAction.LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: PadAction.RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_UP: PadAction.UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: PadAction.DOWN,
}
"""The buttons of a controller that SDL knows, named by position: A is the lowest of the four, Y the highest."""
UNKNOWN: Mapping[int, PadAction] = {
    0: PadAction.DIAL,
    1: PadAction.CHALLENGE,
    2: PadAction.CLAIM,
    3: PadAction.REVEAL,
    4: PadAction.PAGE_LEFT,
    5: PadAction.PAGE_RIGHT,
    6: PadAction.SHAKE,
    7: PadAction.MENU,
}
"""The buttons of a controller that SDL does not know, by number; most number them in this order."""
_TRIGGERS = {pygame.CONTROLLER_AXIS_TRIGGERLEFT: PadAction.PEEK, pygame.CONTROLLER_AXIS_TRIGGERRIGHT: PadAction.SHAKE}
_STICK = {0: (PadAction.LEFT, PadAction.RIGHT), 1: (PadAction.UP, PadAction.DOWN)}
"""What the two ends of the left stick's axes do; the axes have these numbers on every device."""


class GameController(Protocol):
    """An open controller: while it is open, its events arrive."""

    known: bool
    """Whether SDL knows its layout, so that its buttons have names instead of numbers."""
    instance: int
    """Its identifier in events."""


class SdlPad:
    """A controller opened through SDL."""

    def __init__(self, index: int) -> None:
        """Opens the device with that index; raises `pygame.error` if it has gone."""
        self.known = bool(controller.is_controller(index))
        self._controller = controller.Controller(index) if self.known else None
        self._joystick = self._controller.as_joystick() if self._controller else pygame.joystick.Joystick(index)
        self.instance = self._joystick.get_instance_id()


def start_sdl() -> None:
    """Has SDL detect controllers, now and whenever one is plugged in."""
    pygame.joystick.init()
    controller.init()


@dataclass(slots=True)
class _Plugged:
    """A controller that is plugged in, and what is down on it."""

    pad: GameController
    down: set[PadAction] = field(default_factory=set)


class Gamepads:
    """Turns the events of any number of controllers into the messages of the box.

    =========================== ============================================
    A (lowest of the four)      push of the dial
    X (left)                    CLAIM
    Y (highest)                 REVEAL; kept down: held REVEAL, or the peep flap
    B (right)                   CHALLENGE, in lists: back
    cross, left stick           the dial, as the arrow keys do; repeats while down
    right, left shoulder        the same as right and left, five steps
    Start                       held REVEAL: the menu
    right trigger, Back         the box was shaken
    left trigger                kept down: the peep flap of a simulated box
    =========================== ============================================
    """

    def __init__(
        self,
        post: Post,
        up_increases: Callable[[], bool],
        opener: Callable[[int], GameController] = SdlPad,
        flap: Callable[[], bool] = lambda: False,
    ) -> None:
        """Hands messages to `post`; `up_increases` tells whether up means more now, `opener` opens a device.

        While `flap` says so, REVEAL kept down holds the flap of a simulated box open.
        """
        self._post, self._rising, self._opener = post, up_increases, opener
        self._plugged: dict[int, _Plugged] = {}
        self._repeat = KeyRepeat(post, flap)
        self._pushed = False

    def handle(self, event: pygame.event.Event, now: float) -> bool:
        """Takes an event of the window; returns whether something went down. Those of other devices are ignored."""
        self._pushed = False
        self._handle(event, now)
        return self._pushed

    def _handle(self, event: pygame.event.Event, now: float) -> None:
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
                for action, down in (
                    (PadAction.LEFT, across < 0),
                    (PadAction.RIGHT, across > 0),
                    (PadAction.UP, up > 0),
                    (PadAction.DOWN, up < 0),
                ):
                    self._set(event.instance_id, action, down, now)
            case _:
                pass

    def tick(self, now: float) -> None:
        """Posts what counts as held by now, and the repeats that are due."""
        self._repeat.tick(now)

    def seconds_until_due(self, now: float) -> float | None:
        """Returns the seconds until `pump` must be called even without an event, or None."""
        return self._repeat.seconds_until_due(now)

    def release_all(self) -> None:
        """Drops what is down: the window has lost the focus and will not get the release events."""
        for instance in tuple(self._plugged):
            self._release(instance)

    def _plug(self, index: int) -> None:
        try:
            pad = self._opener(index)
        except pygame.error:
            return  # unplugged before it could be opened; SDL reports that as well
        self._plugged[pad.instance] = _Plugged(pad)

    def _unplug(self, instance: int) -> None:
        self._release(instance)
        self._plugged.pop(instance, None)

    def _release(self, instance: int) -> None:
        """Forgets what is down on a controller without any effect, except that the flap falls shut."""
        plugged = self._plugged.get(instance)
        if plugged is None:
            return
        for action in plugged.down:
            self._repeat.forget((instance, action))
        if PadAction.PEEK in plugged.down:
            self._post(PeekRequested(False))
        plugged.down.clear()

    def _unknown(self, event: pygame.event.Event) -> bool:
        """Whether an event by number counts: those of a known controller also arrive by name."""
        plugged = self._plugged.get(event.instance_id)
        return plugged is not None and not plugged.pad.known

    def _axis(self, instance: int, axis: int, value: float, now: float) -> None:
        """Takes the position of an axis, -1 to 1; small movements of a worn stick are ignored."""
        if axis in _STICK:
            low, high = _STICK[axis]
            self._swing(instance, low, -value, now)
            self._swing(instance, high, value, now)
        elif axis in _TRIGGERS:
            self._swing(instance, _TRIGGERS[axis], value, now)

    def _swing(self, instance: int, action: PadAction, value: float, now: float) -> None:
        if value >= PUSHED or value < RELEASED:
            self._set(instance, action, value >= PUSHED, now)

    def _set(self, instance: int, action: PadAction, down: bool, now: float) -> None:
        """Notes that a button or a direction is down or up now; ignored if it was so already."""
        plugged = self._plugged.get(instance)
        if plugged is None or (action in plugged.down) == down:
            return
        key = (instance, action)
        if not down:
            plugged.down.discard(action)
            self._repeat.release(key)
            if action is PadAction.PEEK:
                self._post(PeekRequested(False))
            return
        plugged.down.add(action)
        self._pushed = True
        match action:
            case PadAction.DIAL | PadAction.CLAIM | PadAction.REVEAL | PadAction.CHALLENGE:
                self._repeat.press(key, _CONTROLS[action], now)
            case PadAction.MENU:
                self._post(Held(Control.REVEAL))
            case PadAction.SHAKE:
                self._post(Shaken())
            case PadAction.PEEK:
                self._post(PeekRequested(True))
            case _:
                upward = _UPRIGHT.get(action, 0)
                self._repeat.start_turning(key, _SIDEWAYS.get(action) or (upward if self._rising() else -upward), now)
