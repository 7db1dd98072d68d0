"""Keyboard, mouse, touch and game controllers in place of the box's buttons: each can play the whole game alone."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import pygame

from hardware.desk.gamepad import Gamepads
from hardware.desk.key_repeat import KeyRepeat
from hardware.ports import (
    Control,
    ControlMessage,
    Held,
    LidMoved,
    PeekRequested,
    Post,
    Pressed,
    Quit,
    Shaken,
    Turned,
    Typed,
)

DRAG_PIXELS = 36
"""A drag turns the dial by one step for every this many pixels up, down or sideways."""
PAGE_STEPS = 5
_MAX_TYPED = 24


class InputDevice(StrEnum):
    """A device that people play with."""

    KEYBOARD = "keyboard"
    MOUSE = "mouse"
    FINGER = "finger"
    PAD = "pad"


class HitTarget(Protocol):
    """What a place on the screen does: it first turns the dial, then presses a control."""

    @property
    def turn(self) -> int:
        """Steps of the dial."""

    @property
    def control(self) -> str | None:
        """The value of a `Control`, or None."""


_BUTTONS: Mapping[int, Control] = {
    pygame.K_c: Control.CLAIM,
    pygame.K_1: Control.CLAIM,
    pygame.K_KP1: Control.CLAIM,
    pygame.K_r: Control.REVEAL,
    pygame.K_2: Control.REVEAL,
    pygame.K_KP2: Control.REVEAL,
    pygame.K_x: Control.CHALLENGE,
    pygame.K_3: Control.CHALLENGE,
    pygame.K_KP3: Control.CHALLENGE,
}
_SIDEWAYS: Mapping[int, int] = {pygame.K_RIGHT: 1, pygame.K_LEFT: -1}
_UPRIGHT: Mapping[int, int] = {
    pygame.K_UP: 1,
    pygame.K_DOWN: -1,
    pygame.K_PAGEUP: PAGE_STEPS,
    pygame.K_PAGEDOWN: -PAGE_STEPS,
}
_MOUSE = "mouse"
_PUSHES = frozenset({pygame.K_RETURN, pygame.K_KP_ENTER})


@dataclass(slots=True)
class _Touch:
    """A finger or mouse button that is down: what the place does, and where the dial was last turned."""

    hit: HitTarget | None
    x: int
    y: int
    dragged: bool = False


class DeskControls:
    """Turns the events of a window into the messages of the box.

    ======================= ==================================================
    C or 1, R or 2, X or 3  CLAIM, REVEAL, CHALLENGE; R kept down: held REVEAL,
                            or the peep flap of a simulated box
    Right, Left             the dial, one step clockwise or back
    Up, Down, wheel         the dial: to a higher or lower claim or value where
                            up means more (`up_increases`); in a list to the row above
                            or below
    PageUp, PageDown        the same, five steps
    Enter                   push of the dial
    Escape                  held REVEAL: the menu
    Space                   the box was shaken
    P kept down             the peep flap of a simulated box
    L                       the lid, open or shut
    F11                     full screen
    Ctrl+Q, window closed   quit
    mouse, touch            whatever is on the screen there; kept down on a
                            plate: held; dragged: the dial
    game controllers        see `Gamepads`
    ======================= ==================================================

    While a name is being typed, letters and digits are `Typed` and Backspace is ``"\\b"``.
    """

    def __init__(
        self,
        post: Post,
        hit: Callable[[tuple[int, int]], HitTarget | None],
        typing: Callable[[], bool],
        *,
        up_increases: Callable[[], bool] = lambda: False,
        fullscreen: Callable[[], None] = lambda: None,
        flap: Callable[[], bool] = lambda: False,
        paged: Callable[[], bool] = lambda: False,
        pads: Gamepads | None = None,
    ) -> None:
        """Hands messages to `post`.

        `hit` returns what a place on the screen does, `typing` whether letters are text at the moment, `up_increases`
        whether up means more at the moment; `fullscreen` toggles full screen. While `flap` returns True, holding REVEAL
        holds the flap of a simulated box open. While `paged` returns True, a drag turns a single page. `pads` handle
        the controllers.
        """
        self._post = post
        self._hit = hit
        self._typing = typing
        self._rising = up_increases
        self._fullscreen = fullscreen
        self._paged = paged
        self._lid_open = False
        self._peeking = False
        self._down: set[int] = set()
        self._repeat = KeyRepeat(post, flap)
        self._touch: _Touch | None = None
        self._pads = pads or Gamepads(post, up_increases, flap=flap)
        self.in_use: InputDevice | None = None
        """The device that was used last; None before the first."""

    def pump(self, events: Iterable[pygame.event.Event], now: float) -> None:
        """Handles the window's events since the last call, and what is held by `now` (seconds, monotonic)."""
        for event in events:
            self._note_device(event)
            self._handle(event, now)
            if self._pads.handle(event, now):
                self.in_use = InputDevice.PAD
        self._repeat.tick(now)
        self._pads.tick(now)

    def seconds_until_due(self, now: float) -> float | None:
        """Returns the seconds until `pump` must be called even without an event, or None."""
        due = (self._repeat.seconds_until_due(now), self._pads.seconds_until_due(now))
        return min((seconds for seconds in due if seconds is not None), default=None)

    def _handle(self, event: pygame.event.Event, now: float) -> None:
        match event.type:
            case pygame.QUIT:
                self._post(Quit())
            case pygame.KEYDOWN:
                self._key_down(event, now)
            case pygame.KEYUP:
                self._key_up(event.key)
            case pygame.TEXTINPUT if self._typing():
                if event.text.isprintable() and event.text:
                    self._post(Typed(event.text[:_MAX_TYPED]))
            case pygame.MOUSEWHEEL:
                steps = event.y if self._rising() else -event.y
                self._turn(steps + event.x)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._mouse_down(event.pos, now)
            case pygame.MOUSEMOTION if event.buttons[0]:
                self._mouse_dragged(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._mouse_up()
            case pygame.WINDOWFOCUSLOST:
                self._release_all()
            case _:
                pass

    def _note_device(self, event: pygame.event.Event) -> None:
        match event.type:
            case pygame.KEYDOWN:
                self.in_use = InputDevice.KEYBOARD
            case pygame.MOUSEBUTTONDOWN:
                self.in_use = InputDevice.FINGER if getattr(event, "touch", False) else InputDevice.MOUSE
            case _:
                pass

    def _key_down(self, event: pygame.event.Event, now: float) -> None:
        key: int = event.key
        repeated = key in self._down
        self._down.add(key)
        if key == pygame.K_q and event.mod & pygame.KMOD_CTRL:
            self._post(Quit())
        elif key == pygame.K_F11:
            self._fullscreen()
        elif key in _SIDEWAYS:
            self._turn(_SIDEWAYS[key])
        elif key in _UPRIGHT:
            self._turn(_UPRIGHT[key] if self._rising() else -_UPRIGHT[key])
        elif key in _PUSHES:
            self._post_once(Pressed(Control.DIAL), repeated=repeated)
        elif key == pygame.K_ESCAPE:
            self._post_once(Held(Control.REVEAL), repeated=repeated)
        elif self._typing():
            if key == pygame.K_BACKSPACE:
                self._post(Typed("\b"))
        elif not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META) and not repeated:
            self._letter_down(key, now)

    def _letter_down(self, key: int, now: float) -> None:
        """Handles a key that would be text while a name is being typed."""
        if key in _BUTTONS:
            self._repeat.press(key, _BUTTONS[key], now)
        elif key == pygame.K_SPACE:
            self._post(Shaken())
        elif key == pygame.K_p:
            self._peeking = True
            self._post(PeekRequested(True))
        elif key == pygame.K_l:
            self._lid_open = not self._lid_open
            self._post(LidMoved(self._lid_open))

    def _key_up(self, key: int) -> None:
        self._down.discard(key)
        if key == pygame.K_p and self._peeking:
            self._peeking = False
            self._post(PeekRequested(False))
        self._repeat.release(key)

    def _mouse_down(self, pos: tuple[int, int], now: float) -> None:
        hit = self._hit(pos)
        self._touch = _Touch(hit, *pos)
        if hit is not None and hit.control is not None and not hit.turn:
            self._repeat.press(_MOUSE, Control(hit.control), now)

    def _mouse_dragged(self, pos: tuple[int, int]) -> None:
        """Scrolls the list or the ladder with the finger; a drag presses nothing."""
        touch = self._touch
        if touch is None or self._repeat.lifts(_MOUSE):
            return
        sideways, upright = int((pos[0] - touch.x) / DRAG_PIXELS), int((pos[1] - touch.y) / DRAG_PIXELS)
        if not sideways and not upright:
            return
        if self._paged():
            # However far a finger swipes, nobody wants to skip a page.
            sideways, upright = (0, 0) if touch.dragged else (_sign(sideways), _sign(upright))
        touch.dragged = True
        self._repeat.forget(_MOUSE)
        if abs(sideways) > abs(upright):
            # What is dragged follows the finger: a drag to the left brings the next one, from the right.
            self._turn(-sideways)
            touch.x, touch.y = touch.x + sideways * DRAG_PIXELS, pos[1]
        else:
            self._turn(upright if self._rising() else -upright)
            touch.x, touch.y = pos[0], touch.y + upright * DRAG_PIXELS

    def _mouse_up(self) -> None:
        touch, self._touch = self._touch, None
        if touch is None or touch.dragged or touch.hit is None:
            return
        if not touch.hit.turn:
            self._repeat.release(_MOUSE)
            return
        self._turn(touch.hit.turn)
        if touch.hit.control is not None:
            self._post(Pressed(Control(touch.hit.control)))

    def _release_all(self) -> None:
        """Drops what is down when the window loses the focus: the release events will not arrive."""
        self._down.clear()
        self._repeat.clear()
        self._touch = None
        self._pads.release_all()
        if self._peeking:
            self._peeking = False
            self._post(PeekRequested(False))

    def _turn(self, steps: int) -> None:
        if steps:
            self._post(Turned(steps))

    def _post_once(self, message: ControlMessage, *, repeated: bool) -> None:
        if not repeated:
            self._post(message)


def _sign(steps: int) -> int:
    return (steps > 0) - (steps < 0)
