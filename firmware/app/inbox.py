"""The one inbox of the main loop: everything that happens outside arrives as a small frozen message."""

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

M = TypeVar("M")


class Inbox(Generic[M]):
    """Messages in the order of their arrival; `put` may be called from any thread and wakes the loop."""

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        """Takes what to call after each `put`."""
        # Appending to a deque and popping from it are atomic.
        self._messages: deque[M] = deque()
        self.wake = wake

    def put(self, message: M) -> None:
        """Leaves a message and wakes the loop."""
        self._messages.append(message)
        self.wake()

    def pop(self) -> M | None:
        """Takes the oldest message, or None."""
        return self._messages.popleft() if self._messages else None
