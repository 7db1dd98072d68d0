"""The lamp during a calibration: the simulated box's, or the one on a Pi's pins."""

import threading
import time
from collections.abc import Callable

from hardware.calibration.light import LampTest, rises_softly
from hardware.ports import FadingLamp, Lamp


def pass_time(seconds: float) -> None:
    """Waits."""
    threading.Event().wait(seconds)


def fade(
    lamp: Lamp,
    left: float,
    right: float,
    meanwhile: Callable[[], None] = lambda: None,
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = pass_time,
) -> None:
    """Fades both channels to a brightness (0 to 1), calling `meanwhile` at every step."""
    lamp.set(left, right)
    if not isinstance(lamp, FadingLamp):
        return
    while (due := lamp.tick(clock())) is not None:
        meanwhile()
        wait(due)


def measure_channels(
    lamp: Lamp,
    level: Callable[[], float],
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = pass_time,
) -> tuple[LampTest, bool | None]:
    """Measures the `level` of the floor under each channel alone, and leaves both on.

    Also returns whether the lamp fades in, None for one that cannot. Valid only while the exposure is locked.
    """
    levels = []
    for left, right in ((0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (0.0, 1.0), (0.0, 0.0)):
        fade(lamp, left, right, clock=clock, wait=wait)
        levels.append(level())
    rise: list[float] = []
    fade(lamp, 1.0, 1.0, lambda: rise.append(level()), clock, wait)
    both = level()
    soft = rises_softly([levels[-1], *rise, both]) if rise else None
    return LampTest(min(levels[0], levels[-1]), levels[1], levels[3], both), soft
