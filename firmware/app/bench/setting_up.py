"""Sets the bench up: a camera, its lamp, the box's own buttons, and a guide in a window or in text."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from firmware.app.bench.guide import Guide, TextGuide
from firmware.app.fittings import find_pins
from hardware.ports import Camera, Lamp, Lit


@dataclass(frozen=True, slots=True)
class Bench:
    """What people and camera meet over; `lamp` is the one on the pins of a Pi, None where there are none."""

    guide: Guide
    lamp: Lamp | None

    def lamp_over(self, camera: Camera) -> Lamp | None:
        """Gives the lamp over the dice of that camera: its own, if it brings one."""
        return camera.lamp if isinstance(camera, Lit) else self.lamp


@contextmanager
def bench(title: str, *, headless: bool, say: Callable[[str], None], fullscreen: bool) -> Iterator[Bench]:
    """Gives a bench and takes it apart afterwards; DisplayError where no screen can be opened.

    `say` writes a line of text: everything where it is `headless`, else what is wrong with the pins.
    """
    with ExitStack() as stack:
        guide: Guide
        window = None
        if headless:
            sits = sys.stdin.readline if sys.stdin is not None and sys.stdin.isatty() else None
            guide = TextGuide(say, sits, threading.Event().wait)
        else:
            from display.stage import Stage  # noqa: PLC0415 - pygame is loaded only where there is a screen
            from firmware.app.bench.window import WindowGuide  # noqa: PLC0415

            guide = window = WindowGuide(title, Stage(fullscreen=fullscreen, caption=f"meierbox: {title}"))
        stack.callback(guide.close)
        pins = find_pins(say)
        lamp = None
        if pins is not None:
            import time  # noqa: PLC0415

            from hardware.pi.controls import PiControls  # noqa: PLC0415 - gpiozero is loaded only where there are pins
            from hardware.pi.lamp import PiLamp  # noqa: PLC0415

            lamp = PiLamp(pins, say, time.monotonic)
            stack.callback(lamp.close)
            if window is not None:
                controls = PiControls(window.post, say, pins)
                stack.callback(controls.close)
                window.controls = controls
        yield Bench(guide, lamp)
