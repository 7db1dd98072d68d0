"""The lamp of the workbench: the simulated box's own, or the one on the pins of a Pi."""

import threading
import time
from collections.abc import Callable

from hardware.calibration.light import LampTest, rises_softly
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


def try_lamp(
    lamp: Lamp,
    level: Callable[[], float],
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = pass_time,
) -> tuple[LampTest, bool | None]:
    """Measures the `level` of the floor with each channel alone, and leaves both burning.

    Also tells whether the lamp rises softly, None where it is one that comes on at once. Holds only while the camera
    keeps its exposure.
    """
    levels = []
    for left, right in ((0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (0.0, 1.0), (0.0, 0.0)):
        glide(lamp, left, right, clock=clock, wait=wait)
        levels.append(level())
    rise: list[float] = []
    glide(lamp, 1.0, 1.0, lambda: rise.append(level()), clock, wait)
    both = level()
    soft = rises_softly([levels[-1], *rise, both]) if rise else None
    return LampTest(min(levels[0], levels[-1]), levels[1], levels[3], both), soft
