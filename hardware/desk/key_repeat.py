"""What is kept down: a button counts when it is let go, or as held when it was kept down long enough."""

from collections.abc import Hashable
from dataclasses import dataclass

from hardware.ports import Control, Held, Post, Pressed, Turned

HOLD_SECONDS = 0.8
"""A button or a plate that is kept down so long counts as held."""
REPEAT_DELAY, REPEAT_SECONDS = 0.4, 0.08
"""How fast a direction that is kept down goes on turning the dial."""


@dataclass(slots=True)
class _Down:
    """Something that is down: when it has its say next (never where None), and what it is good for."""

    due: float | None
    control: Control | None = None
    steps: int = 0


class Holding:
    """Keeps book of buttons and directions that are down, each under a key of its own."""

    def __init__(self, post: Post) -> None:
        """Hands messages to `post`."""
        self._post = post
        self._down: dict[Hashable, _Down] = {}

    def press(self, key: Hashable, control: Control, now: float) -> None:
        """Takes that a button went down at `now` (seconds, monotonic)."""
        self._down[key] = _Down(now + HOLD_SECONDS, control)

    def lean(self, key: Hashable, steps: int, now: float) -> None:
        """Takes that a direction went down: the dial turns at once, and goes on turning."""
        self._post(Turned(steps))
        self._down[key] = _Down(now + REPEAT_DELAY, steps=steps)

    def release(self, key: Hashable) -> None:
        """Takes that something was let go: a button that did not count as held was pressed."""
        down = self._down.pop(key, None)
        if down is not None and down.control is not None and down.due is not None:
            self._post(Pressed(down.control))

    def forget(self, key: Hashable) -> None:
        """Takes that something is down no longer, and that nothing was meant by it."""
        self._down.pop(key, None)

    def clear(self) -> None:
        """Forgets everything that was down."""
        self._down.clear()

    def pump(self, now: float) -> None:
        """Tells what is held by now, and turns on."""
        for down in self._down.values():
            if down.due is None or now < down.due:
                continue
            if down.control is not None:
                down.due = None
                self._post(Held(down.control))
            else:
                down.due = now + REPEAT_SECONDS
                self._post(Turned(down.steps))

    def wants(self, now: float) -> float | None:
        """Tells in how many seconds `pump` must be called again though nothing happens, or None."""
        due = [down.due - now for down in self._down.values() if down.due is not None]
        return max(0.0, min(due)) if due else None
