"""Keys kept down: a button is pressed on release, or held after a while; a direction repeats."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from hardware.holds import seconds_to_hold
from hardware.ports import Control, Held, PeekRequested, Post, Pressed, Turned

REPEAT_DELAY, REPEAT_SECONDS = 0.4, 0.08
"""Delay and rate of repetition of a direction that is kept down."""


@dataclass(slots=True)
class _HeldKey:
    """Something that is down: when it is due next (None: never again), and its button or its steps of the dial."""

    due: float | None
    control: Control | None = None
    steps: int = 0


class KeyRepeat:
    """Tracks buttons and directions that are down, each under a key of its own."""

    def __init__(self, post: Post, flap: Callable[[], bool] = lambda: False) -> None:
        """Hands messages to `post`; `flap` returns whether REVEAL is the flap of a simulated box at the moment."""
        self._post = post
        self._flap = flap
        self._lifting: Hashable | None = None
        self._down: dict[Hashable, _HeldKey] = {}

    def press(self, key: Hashable, control: Control, now: float) -> None:
        """Notes that a button went down at `now` (seconds, monotonic); as the flap, REVEAL opens it at once."""
        if control is Control.REVEAL and self._flap():
            self._lifting = key
            self._post(PeekRequested(True))
            return
        self._down[key] = _HeldKey(now + seconds_to_hold(control), control)

    def start_turning(self, key: Hashable, steps: int, now: float) -> None:
        """Notes that a direction went down: the dial turns at once and then repeatedly."""
        self._post(Turned(steps))
        self._down[key] = _HeldKey(now + REPEAT_DELAY, steps=steps)

    def release(self, key: Hashable) -> None:
        """Notes that something was released: a button that was not held was pressed, and the flap falls shut."""
        if self._lets_fall(key):
            return
        down = self._down.pop(key, None)
        if down is not None and down.control is not None and down.due is not None:
            self._post(Pressed(down.control))

    def forget(self, key: Hashable) -> None:
        """Drops something that is down without any effect, except that the flap falls shut."""
        self._lets_fall(key)
        self._down.pop(key, None)

    def clear(self) -> None:
        """Drops everything that is down; the flap falls shut."""
        self._lets_fall(self._lifting)
        self._down.clear()

    def lifts(self, key: Hashable) -> bool:
        """Returns whether this key holds the flap open."""
        return key == self._lifting

    def _lets_fall(self, key: Hashable) -> bool:
        """Shuts the flap if this key holds it open."""
        if key is None or not self.lifts(key):
            return False
        self._lifting = None
        self._post(PeekRequested(False))
        return True

    def tick(self, now: float) -> None:
        """Posts what counts as held by now, and the repeats that are due."""
        for down in self._down.values():
            if down.due is None or now < down.due:
                continue
            if down.control is not None:
                down.due = None
                self._post(Held(down.control))
            else:
                down.due = now + REPEAT_SECONDS
                self._post(Turned(down.steps))

    def seconds_until_due(self, now: float) -> float | None:
        """Returns the seconds until `pump` must be called even if nothing happens, or None."""
        due = [down.due - now for down in self._down.values() if down.due is not None]
        return max(0.0, min(due)) if due else None
