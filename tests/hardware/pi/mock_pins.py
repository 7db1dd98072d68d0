"""Mock pins that a test presses and turns, with a clock that it sets."""

import queue
import threading
from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.message import Message
from hardware.pi.pins import Part, pin_of


class _Jammed(MockPWMPin):  # type: ignore[misc]
    def drive_high(self) -> None:
        self.drive_low()


class _ClosedAtStart(MockPWMPin):  # type: ignore[misc]
    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


class Fingers:
    """Somebody at the box: `now` passes only when told, contacts close and open when told."""

    def __init__(self) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.now = 100.0

    def clock(self) -> float:
        return self.now

    def pin(self, part: Part) -> Any:
        return self.factory.pin(pin_of(part).bcm)

    def close(self, part: Part) -> None:
        self.pin(part).drive_low()

    def open(self, part: Part) -> None:
        self.pin(part).drive_high()

    def jam(self, part: Part) -> None:
        """Ties a pin that nobody has taken yet to ground, whatever pulls it up."""
        self.factory.pin(pin_of(part).bcm, pin_class=_Jammed)

    def close_before_start(self, part: Part) -> None:
        """Has a contact that nobody has taken yet be closed when somebody does; it can be opened later."""
        self.factory.pin(pin_of(part).bcm, pin_class=_ClosedAtStart)

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def bounce(self, part: Part, *, closed: bool, times: int = 4) -> None:
        """Closes or opens a contact as a real one does: with bounces a millisecond apart."""
        for _ in range(times):
            (self.close if closed else self.open)(part)
            self.wait(0.001)
            (self.open if closed else self.close)(part)
            self.wait(0.001)
        (self.close if closed else self.open)(part)

    def tap(self, part: Part, seconds: float = 0.1) -> None:
        """Presses a button for a moment, bouncing at both ends."""
        self.bounce(part, closed=True)
        self.wait(seconds)
        self.bounce(part, closed=False)
        self.wait(0.05)

    def turn(self, steps: int, pause: float = 0.004) -> None:
        """Turns the dial by detents, clockwise where positive."""
        first, second = (Part.DIAL_A, Part.DIAL_B) if steps > 0 else (Part.DIAL_B, Part.DIAL_A)
        for _ in range(abs(steps)):
            for act, part in ((self.close, first), (self.close, second), (self.open, first), (self.open, second)):
                act(part)
                self.wait(pause)

    def half_turn(self, clockwise: bool = True, pause: float = 0.004) -> None:
        """Turns a dial that rests with both contacts open or both closed by one detent."""
        act = self.close if self.pin(Part.DIAL_A).state else self.open
        for part in (Part.DIAL_A, Part.DIAL_B) if clockwise else (Part.DIAL_B, Part.DIAL_A):
            act(part)
            self.wait(pause)


def unwanted(warning: Message) -> NoReturn:
    """Takes warnings where there must be none."""
    pytest.fail(str(warning))


def in_another_thread(act: Callable[[], None]) -> None:
    """Does something as gpiozero's own thread would; what it raises is raised here."""
    failed: queue.SimpleQueue[Exception] = queue.SimpleQueue()

    def run() -> None:
        try:
            act()
        except Exception as error:  # noqa: BLE001 - handed over
            failed.put(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if not failed.empty():
        raise failed.get()
