"""Sets the bench up: its lamp, the box's own buttons, and a guide in a window or in text."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from firmware.app.pi_devices import find_pins
from firmware.calibrate.guide import Guide, TextGuide
from firmware.config.settings import LANGUAGE, THEME, Settings
from firmware.texts import Texts
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
def bench(
    title: str, settings: Settings, *, headless: bool, say: Callable[[str], None], fullscreen: bool, **fields: str
) -> Iterator[Bench]:
    """Gives a bench and takes it apart afterwards; DisplayError where no screen can be opened.

    `title` is the key of its words, with their `fields`. The window has the look and the language of the settings.
    `say` writes a line of text: everything where it is `headless`, else what is wrong with the pins.
    """
    with ExitStack() as stack:
        guide: Guide
        window = None
        if headless:
            sits = sys.stdin.readline if sys.stdin is not None and sys.stdin.isatty() else None
            guide = TextGuide(say, sits, threading.Event().wait)
        else:
            from display.draw.theme import THEMES  # noqa: PLC0415
            from display.window import Stage  # noqa: PLC0415 - pygame is loaded only where there is a screen
            from firmware.calibrate.screen import ScreenGuide  # noqa: PLC0415
            from firmware.calibrate.window import Window  # noqa: PLC0415
            from hardware.desk import gamepad  # noqa: PLC0415

            texts = Texts(settings.word(LANGUAGE))
            words = texts.say(title, **fields)
            theme = THEMES[settings.word(THEME)]
            window = Window(Stage(fullscreen=fullscreen, theme=theme, caption=f"meierbox: {words}"))
            gamepad.start_sdl()
            guide = ScreenGuide(words, window, texts)
        stack.callback(guide.close)
        pins = find_pins(say)
        lamp = None
        if pins is not None:
            from hardware.pi.controls import PiControls  # noqa: PLC0415 - gpiozero is loaded only where there are pins
            from hardware.pi.lamp import PiLamp  # noqa: PLC0415

            lamp = PiLamp(pins, lambda warning: say(str(warning)), time.monotonic)
            stack.callback(lamp.close)
            if window is not None:
                controls = PiControls(window.post, lambda warning: say(str(warning)), pins)
                stack.callback(controls.close)
                window.controls = controls
        yield Bench(guide, lamp)
