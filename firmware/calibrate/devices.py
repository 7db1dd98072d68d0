"""Sets up a calibration from the command line: the lamp, the box's controls, and a guide in a window or in text."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.calibrate.guide import Guide, TextGuide
from firmware.config.settings import DIAL_CLICK, LANGUAGE, THEME, Settings
from firmware.rules.message import Message
from firmware.texts import Texts
from hardware.pi.available_pins import find_pins
from hardware.ports import Camera, CameraWithLamp, Lamp

if TYPE_CHECKING:
    from firmware.calibrate.calibration_window import Window


@dataclass(frozen=True, slots=True)
class CalibrationDevices:
    """The guide, and the lamp on a Pi's pins (None if there are none)."""

    guide: Guide
    lamp: Lamp | None

    def lamp_over(self, camera: Camera) -> Lamp | None:
        """Returns the lamp over this camera's dice: its own, if it has one."""
        return camera.lamp if isinstance(camera, CameraWithLamp) else self.lamp


@contextmanager
def calibration_devices(
    title: Message, settings: Settings, *, headless: bool, say: Callable[[str], None], fullscreen: bool
) -> Iterator[CalibrationDevices]:
    """Yields the devices and closes them afterwards; DisplayError if no screen can be opened.

    The window follows the look and language of the settings. `say` prints a line: everything if `headless`, otherwise
    problems with the pins.
    """
    with ExitStack() as stack:
        guide: Guide
        window = None
        if headless:
            guide = _text_guide(say)
        else:
            guide, window = _window_guide(title, settings, fullscreen=fullscreen)
        stack.callback(guide.close)
        pins = find_pins(lambda warning: say(str(warning)))
        lamp = None
        if pins is not None:
            from hardware.pi.gpio_controls import PiControls  # noqa: PLC0415 - gpiozero is loaded only where there are pins
            from hardware.pi.lamp import PiLamp  # noqa: PLC0415

            lamp = PiLamp(pins, lambda warning: say(str(warning)), time.monotonic)
            stack.callback(lamp.close)
            if window is not None:
                half = settings.word(DIAL_CLICK) == "half"
                controls = PiControls(
                    window.post, lambda warning: say(str(warning)), pins, half_cycle_dial=lambda: half
                )
                stack.callback(controls.close)
                window.controls = controls
        yield CalibrationDevices(guide, lamp)


def _text_guide(say: Callable[[str], None]) -> TextGuide:
    somebody = sys.stdin is not None and sys.stdin.isatty()
    return TextGuide(say, sys.stdin.readline if somebody else None, threading.Event().wait)


def _window_guide(title: Message, settings: Settings, *, fullscreen: bool) -> "tuple[Guide, Window]":
    from display.draw.theme import THEMES  # noqa: PLC0415
    from display.window import MainWindow  # noqa: PLC0415 - pygame is loaded only where there is a screen
    from firmware.calibrate.calibration_window import Window  # noqa: PLC0415
    from firmware.calibrate.screen import ScreenGuide  # noqa: PLC0415
    from hardware.desk import gamepad  # noqa: PLC0415

    texts = Texts(settings.word(LANGUAGE))
    caption = f"meierbox: {texts.render(title)}"
    window = Window(MainWindow(fullscreen=fullscreen, theme=THEMES[settings.word(THEME)], caption=caption))
    gamepad.start_sdl()
    return ScreenGuide(title, window, texts), window
