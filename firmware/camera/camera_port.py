"""The camera as the main loop sees it, and the stand-in for a box without one."""

from collections.abc import Callable
from typing import Protocol

from firmware.camera import CameraLost, CameraMessage
from firmware.rules.message import Message
from firmware.table.requests import Hand


class CameraPort(Protocol):
    """A camera with its reader, as the main loop uses it: every method returns at once, answers come as messages."""

    def start(self) -> None:
        """Opens the camera."""

    def close(self) -> None:
        """Closes the camera."""

    def use(self, shape: str) -> None:
        """Sets the shape of the dice in use: `oblong` or `cube`."""

    def watch_roll(self, dice: int, serial: int) -> None:
        """Waits for a shake, then reads the dice; answered by `RollReading`."""

    def read_dice(self, serial: int, expect: int, hand: Hand | None = None) -> None:
        """Reads the dice as they lie, or those of a hand; answered by `DiceReading`."""

    def peek(self, serial: int, dice: int, hand: Hand | None = None) -> None:
        """Shows the dice, or those of a hand, to one player; answered by `Peeked`."""

    def unpeek(self) -> None:
        """Hides them again."""

    def watchdog(self, now: float) -> None:
        """Replaces a camera process that has died or hangs."""


class NoCamera:
    """Stands in for the camera of a box without one: it reports that once, and the table rules by sight."""

    def __init__(self, on_message: Callable[[CameraMessage], None], why: Message) -> None:
        """`why` is reported at the start."""
        self._on_message = on_message
        self._why = why

    def start(self) -> None:
        """Reports that there is no camera."""
        self._on_message(CameraLost(self._why))

    def close(self) -> None:
        """Does nothing."""

    def use(self, shape: str) -> None:
        """Does nothing."""

    def watch_roll(self, dice: int, serial: int) -> None:
        """Does nothing: callers check `Context.camera_works` first."""

    def read_dice(self, serial: int, expect: int, hand: Hand | None = None) -> None:
        """Does nothing: callers check `Context.camera_works` first."""

    def peek(self, serial: int, dice: int, hand: Hand | None = None) -> None:
        """Does nothing: it never offers a peek."""

    def unpeek(self) -> None:
        """Does nothing."""

    def watchdog(self, now: float) -> None:
        """Does nothing."""
