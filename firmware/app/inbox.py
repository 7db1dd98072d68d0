"""The inbox of the main loop: every external event arrives as a small frozen message."""

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

M = TypeVar("M")


class Inbox(Generic[M]):
    """A queue of messages; `put` may be called from any thread and wakes the loop."""

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        """`wake` is called after each `put`."""
        # Appending to a deque and popping from it are atomic.
        self._messages: deque[M] = deque()
        self.wake = wake

    def put(self, message: M) -> None:
        """Adds a message and wakes the loop."""
        self._messages.append(message)
        self.wake()

    def pop(self) -> M | None:
        """Removes and returns the oldest message, or None."""
        return self._messages.popleft() if self._messages else None
