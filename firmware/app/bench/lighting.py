"""The lamp of the workbench: the simulated box's own, or the one on the pins of a Pi."""

import threading
import time
from collections.abc import Callable

from hardware.ports import Fading, Lamp


def pass_time(seconds: float) -> None:
    """Waits for nothing but the time."""
    threading.Event().wait(seconds)


def glide(
    lamp: Lamp,
    left: float,
    right: float,
    meanwhile: Callable[[], None] = lambda: None,
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = pass_time,
) -> None:
    """Brings both channels (0 to 1) to where they shall be, and does something `meanwhile` at every step."""
    lamp.set(left, right)
    if not isinstance(lamp, Fading):
        return
    while (due := lamp.tick(clock())) is not None:
        meanwhile()
        wait(due)
