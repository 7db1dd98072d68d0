"""Keyboard and mouse in the place of the box's buttons: every part of the game can be played with either alone."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

import pygame

from hardware.ports import (
    Control,
    ControlMessage,
    Held,
    LidMoved,
    PeekAsked,
    Post,
    Pressed,
    Quit,
    Shaken,
    Turned,
    Typed,
)

HOLD_SECONDS = 0.8
"""A button or a plate that is kept down so long counts as held."""
PAGE_STEPS = 5
_MOST_TYPED = 24


class HitLike(Protocol):
    """What a place on the screen means: turn the dial first, then press a control."""

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
_PUSHES = frozenset({pygame.K_RETURN, pygame.K_KP_ENTER})


@dataclass(slots=True)
class _Down:
    """Something that is kept down: from when on it counts as held, and whether that was told already."""

    due: float
    control: Control
    held: bool = False


class Desk:
    """Turns the events of a window into the messages of the box.

    ======================= ==================================================
    C or 1, R or 2, X or 3  CLAIM, REVEAL, CHALLENGE; R kept down is held REVEAL
    Right, Left             the dial, one step clockwise or back
    Up, Down, wheel         the dial: to the higher claim or value and back where
                            upwards means more (`rising`); in a list to the row
                            above or below
    PageUp, PageDown        the same, five steps
    Enter                   push of the dial
    Escape                  held REVEAL: the menu
    Space                   the box was shaken
    P kept down             the peep flap of a simulated box
    L                       the lid, open or shut
    F11                     full screen
    Ctrl+Q, closed window   the end
    mouse, finger           what the screen says that the place means; kept down
                            on a plate: held
    ======================= ==================================================

    While a name is being typed, letters and digits are `Typed` and Backspace is ``"\\b"``.
    """

    def __init__(
        self,
        post: Post,
        hit: Callable[[tuple[int, int]], HitLike | None],
        typing: Callable[[], bool],
        *,
        rising: Callable[[], bool] = lambda: False,
        fullscreen: Callable[[], None] = lambda: None,
    ) -> None:
        """Hands messages to `post`.

        `hit` tells what a place on the screen means, `typing` whether letters are text now, `rising` whether upwards
        means more now, `fullscreen` switches the window to the whole screen and back.
        """
        self._post = post
        self._hit = hit
        self._typing = typing
        self._rising = rising
        self._fullscreen = fullscreen
        self._lid_open = False
        self._peeking = False
        self._down: set[int] = set()
        self._keys: dict[int, _Down] = {}
        self._mouse: _Down | None = None

    def pump(self, events: Iterable[pygame.event.Event], now: float) -> None:
        """Takes the window's events since the last call; `now` (seconds, monotonic) also tells what is held by now."""
        for event in events:
            self._take(event, now)
        for down in (*self._keys.values(), *([self._mouse] if self._mouse else [])):
            if not down.held and now >= down.due:
                down.held = True
                self._post(Held(down.control))

    def wants(self, now: float) -> float | None:
        """Tells in how many seconds `pump` must be called again though no event comes, or None."""
        due = [
            down.due - now for down in (*self._keys.values(), *([self._mouse] if self._mouse else [])) if not down.held
        ]
        return max(0.0, min(due)) if due else None

    def _take(self, event: pygame.event.Event, now: float) -> None:
        match event.type:
            case pygame.QUIT:
                self._post(Quit())
            case pygame.KEYDOWN:
                self._key_down(event, now)
            case pygame.KEYUP:
                self._key_up(event.key)
            case pygame.TEXTINPUT if self._typing():
                if event.text.isprintable() and event.text:
                    self._post(Typed(event.text[:_MOST_TYPED]))
            case pygame.MOUSEWHEEL:
                steps = event.y if self._rising() else -event.y
                self._turn(steps + event.x)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._mouse_down(event.pos, now)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._mouse_up()
            case pygame.WINDOWFOCUSLOST:
                self._let_go()
            case _:
                pass

    def _key_down(self, event: pygame.event.Event, now: float) -> None:
        key: int = event.key
        again = key in self._down
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
            self._say(Pressed(Control.DIAL), unless=again)
        elif key == pygame.K_ESCAPE:
            self._say(Held(Control.REVEAL), unless=again)
        elif self._typing():
            if key == pygame.K_BACKSPACE:
                self._post(Typed("\b"))
        elif event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return
        elif key in _BUTTONS and not again:
            self._keys[key] = _Down(now + HOLD_SECONDS, _BUTTONS[key])
        elif key == pygame.K_SPACE:
            self._say(Shaken(), unless=again)
        elif key == pygame.K_p and not again:
            self._peeking = True
            self._post(PeekAsked(True))
        elif key == pygame.K_l and not again:
            self._lid_open = not self._lid_open
            self._post(LidMoved(self._lid_open))

    def _key_up(self, key: int) -> None:
        self._down.discard(key)
        if key == pygame.K_p and self._peeking:
            self._peeking = False
            self._post(PeekAsked(False))
        down = self._keys.pop(key, None)
        if down is not None and not down.held:
            self._post(Pressed(down.control))

    def _mouse_down(self, pos: tuple[int, int], now: float) -> None:
        hit = self._hit(pos)
        if hit is None:
            return
        self._turn(hit.turn)
        if hit.control is not None:
            self._mouse = _Down(now + HOLD_SECONDS, Control(hit.control))

    def _mouse_up(self) -> None:
        down, self._mouse = self._mouse, None
        if down is not None and not down.held:
            self._post(Pressed(down.control))

    def _let_go(self) -> None:
        """Forgets what was down when the window loses the keyboard: the release will never be told."""
        self._down.clear()
        self._keys.clear()
        self._mouse = None
        if self._peeking:
            self._peeking = False
            self._post(PeekAsked(False))

    def _turn(self, steps: int) -> None:
        if steps:
            self._post(Turned(steps))

    def _say(self, message: ControlMessage, *, unless: bool) -> None:
        if not unless:
            self._post(message)
