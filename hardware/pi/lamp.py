"""The lamp over the dice and the lights in the buttons, through gpiozero."""

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from gpiozero import DigitalOutputDevice, PWMOutputDevice

from hardware.message import Warn, message
from hardware.pi.pin_factory import PinFactory, error_text, pin_errors, pin_unavailable
from hardware.pi.pins import Part, pin_of, title_of_part
from hardware.ports import Control

SOFT_SECONDS = 0.5
"""How long a channel takes from dark to full."""
STEP_SECONDS = 0.02
PWM_HERTZ = 1000
"""Only in effect during a fade: at 0 and 1 nothing is switched, so that no bands appear in pictures."""

_LIGHTS = {
    Control.CLAIM: Part.LIGHT_CLAIM,
    Control.REVEAL: Part.LIGHT_REVEAL,
    Control.CHALLENGE: Part.LIGHT_CHALLENGE,
}


class Fade:
    """A brightness that moves to another gradually; times are seconds.

    >>> fade = Fade()
    >>> fade.move_to(1.0, now=5.0)
    >>> [round(fade.at(now), 2) for now in (5.0, 5.1, 5.25, 5.5, 9.0)]
    [0.0, 0.2, 0.5, 1.0, 1.0]
    """

    def __init__(self, seconds: float = SOFT_SECONDS) -> None:
        """Starts dark; `seconds` is the time from 0 to 1."""
        self._seconds = seconds
        self._from = self._to = 0.0
        self._since = 0.0

    @property
    def goal(self) -> float:
        """The brightness it is moving to."""
        return self._to

    def move_to(self, goal: float, now: float) -> None:
        """Starts moving to another brightness, 0 to 1."""
        self._from, self._to, self._since = self.at(now), min(1.0, max(0.0, goal)), now

    def jump(self) -> None:
        """Jumps to the goal."""
        self._from = self._to

    def at(self, now: float) -> float:
        """Returns the brightness at a time."""
        most = max(0.0, now - self._since) / self._seconds
        if abs(self._to - self._from) <= most:
            return self._to
        return self._from + (most if self._to > self._from else -most)


class _Output:
    """One output pin; if it is not available, that is reported and it stays dark; if it fails, it is tried again."""

    def __init__(self, kind: Callable[..., Any], part: Part, factory: PinFactory, warn: Warn, **more: object) -> None:
        self._part, self._warn = part, warn
        self._device: Any | None = None
        self._failing = False
        try:
            self._device = kind(pin_of(part).bcm, pin_factory=factory, **more)
        except pin_errors() as error:
            self._warn(pin_unavailable(part, error))

    def shine(self, level: float) -> None:
        """Sets its brightness, 0 to 1, or switches it on and off."""
        if self._device is None:
            return
        try:
            if self._device.value != level:
                self._device.value = level
        except pin_errors() as error:
            if not self._failing:
                self._failing = True
                self._warn(
                    message(
                        "No response from {part} ({why})", part=title_of_part(self._part), why=error_text(error)
                    ).with_remedy(message("check its wires; it is tried again"))
                )
        else:
            if self._failing:
                self._failing = False
                self._warn(message("{part} works again.", part=title_of_part(self._part)))

    def close(self) -> None:
        """Turns it off and releases its pin."""
        device, self._device = self._device, None
        if device is not None:
            with suppress(*pin_errors()):  # one that fails can be closed no better
                device.close()


class PiLamp:
    """The two channels of the lamp, with a soft start. A `Lamp`; an unavailable channel is reported and left out."""

    def __init__(self, factory: PinFactory, warn: Warn, clock: Callable[[], float]) -> None:
        """Takes the pins from `factory`; starts dark."""
        self._clock = clock
        self._channels = [
            (_Output(PWMOutputDevice, part, factory, warn, frequency=PWM_HERTZ), Fade())
            for part in (Part.LAMP_LEFT, Part.LAMP_RIGHT)
        ]

    def set(self, left: float, right: float, *, at_once: bool = False) -> None:
        """Sets the goal of both channels, 0 to 1; `tick` moves them there, gradually unless `at_once`."""
        now = self._clock()
        for (_, fade), goal in zip(self._channels, (left, right), strict=True):
            if goal != fade.goal:
                fade.move_to(goal, now)
            if at_once:
                fade.jump()

    def tick(self, now: float) -> float | None:
        """Sets the brightness for now; returns the seconds until the next call is due, None when both have arrived."""
        moving = False
        for output, fade in self._channels:
            level = fade.at(now)
            moving = moving or level != fade.goal
            output.shine(level)
        return STEP_SECONDS if moving else None

    def close(self) -> None:
        """Turns the lamp off and releases its pins."""
        for output, _ in self._channels:
            output.close()


class ButtonLights:
    """The lights in the three buttons; an unavailable one is reported and left out."""

    def __init__(self, factory: PinFactory, warn: Warn) -> None:
        """Takes the pins from `factory`; starts dark."""
        self._lights = {
            control: _Output(DigitalOutputDevice, part, factory, warn, initial_value=False)
            for control, part in _LIGHTS.items()
        }

    def show(self, lit: Collection[Control]) -> None:
        """Lights these buttons and turns all others off."""
        for control, light in self._lights.items():
            light.shine(int(control in lit))

    def close(self) -> None:
        """Turns the lights off and releases their pins."""
        for light in self._lights.values():
            light.close()
