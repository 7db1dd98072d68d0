"""What the box needs of an eye, and the eye of a box that has none."""

from collections.abc import Callable
from typing import Protocol

from firmware.camera import EyeLost, EyeMessage, Lying


class Seeing(Protocol):
    """An eye as the main loop uses it: every method returns at once, answers come as messages."""

    @property
    def lying(self) -> Lying:
        """How dice of the camera's own lie now."""

    def start(self) -> None:
        """Begins to see."""

    def close(self) -> None:
        """Ends."""

    def lay(self, lying: Lying) -> None:
        """Lets the next order find dice of the camera's own as that throw left them."""

    def shake(self, dice: int, serial: int) -> None:
        """Throws dice of the camera's own, or waits for a shake."""

    def look(self, serial: int, expect: int) -> None:
        """Reads the dice afresh."""

    def peek(self, serial: int) -> None:
        """Lifts the flap of a simulated box."""

    def unpeek(self) -> None:
        """Shuts it."""

    def watchdog(self, now: float) -> None:
        """Looks after the eye's process."""


class NoEye:
    """The eye of a box without a camera: it says so once, and the table judges by sight."""

    lying = Lying()

    def __init__(self, on_message: Callable[[EyeMessage], None], why: str) -> None:
        """Says `why` when it is started."""
        self._on_message = on_message
        self._why = why

    def start(self) -> None:
        """Says that there is no camera."""
        self._on_message(EyeLost(self._why))

    def close(self) -> None:
        """Has nothing to end."""

    def lay(self, lying: Lying) -> None:
        """Has no dice of its own."""

    def shake(self, dice: int, serial: int) -> None:
        """Is never asked, since its trouble is known."""

    def look(self, serial: int, expect: int) -> None:
        """Is never asked, since its trouble is known."""

    def peek(self, serial: int) -> None:
        """Has no flap."""

    def unpeek(self) -> None:
        """Has no flap."""

    def watchdog(self, now: float) -> None:
        """Has no process."""
