"""Double presses of CLAIM by mistake."""

import time
from collections.abc import Callable

from hardware.ports import Control, ControlMessage, Post, Pressed

DOUBLE_PRESS_SECONDS = 0.4
"""A second press of CLAIM within this time is taken for the second half of a double press."""


class DoublePressFilter:
    """Posts all messages but the second half of a double press of CLAIM, which would answer for the next seat.

    >>> messages, now = [], iter((0.0, 0.2, 5.0))
    >>> post = DoublePressFilter(messages.append, lambda: next(now))
    >>> for _ in range(3):
    ...     post(Pressed(Control.CLAIM))
    >>> len(messages)
    2
    """

    def __init__(self, post: Post, clock: Callable[[], float] = time.monotonic) -> None:
        """Begins without a press."""
        self._post, self._clock = post, clock
        self._pressed_at = -DOUBLE_PRESS_SECONDS

    def __call__(self, message: ControlMessage) -> None:
        """Posts a message of a control, unless it is such a second half."""
        if message == Pressed(Control.CLAIM):
            now, before = self._clock(), self._pressed_at
            self._pressed_at = now
            if now - before < DOUBLE_PRESS_SECONDS:
                return
        self._post(message)
