"""The lamp over the dice and the lights in the buttons, through gpiozero."""

from collections.abc import Callable, Collection
from typing import Any

from gpiozero import DigitalOutputDevice, PWMOutputDevice

from hardware.pi.pin_factory import PinFactory, pin_errors, reason, taken
from hardware.pi.pins import Part, pin_of
from hardware.ports import Control

SOFT_SECONDS = 0.5
"""So long does a channel take from dark to full."""
STEP_SECONDS = 0.02
PWM_HERTZ = 1000
"""Only seen while the lamp grows bright or dim: at 0 and 1 nothing is switched, so that no bands cross a picture."""

_LIGHTS = {
    Control.CLAIM: Part.LIGHT_CLAIM,
    Control.REVEAL: Part.LIGHT_REVEAL,
    Control.CHALLENGE: Part.LIGHT_CHALLENGE,
}
_Warn = Callable[[str], None]


class Fade:
    """A brightness on its way to another, without jumps; times are seconds.

    >>> fade = Fade()
    >>> fade.head_for(1.0, now=5.0)
    >>> [round(fade.at(now), 2) for now in (5.0, 5.1, 5.25, 5.5, 9.0)]
    [0.0, 0.2, 0.5, 1.0, 1.0]
    """

    def __init__(self, seconds: float = SOFT_SECONDS) -> None:
        """Starts dark; `seconds` is what it takes from 0 to 1."""
        self._seconds = seconds
        self._from = self._to = 0.0
        self._since = 0.0

    @property
    def goal(self) -> float:
        """Where it is heading for."""
        return self._to

    def head_for(self, goal: float, now: float) -> None:
        """Turns to another brightness, 0 to 1."""
        self._from, self._to, self._since = self.at(now), min(1.0, max(0.0, goal)), now

    def arrive(self) -> None:
        """Is there at once."""
        self._from = self._to

    def at(self, now: float) -> float:
        """The brightness at that time."""
        most = max(0.0, now - self._since) / self._seconds
        if abs(self._to - self._from) <= most:
            return self._to
        return self._from + (most if self._to > self._from else -most)


class _Output:
    """One pin that shines; where it cannot be had or is lost, that is said and it shines no more."""

    def __init__(self, kind: Callable[..., Any], part: Part, factory: PinFactory, warn: _Warn, **more: object) -> None:
        self._part, self._warn = part, warn
        self._device: Any | None = None
        try:
            self._device = kind(pin_of(part).bcm, pin_factory=factory, **more)
        except pin_errors() as error:
            self._warn(taken(part, error))

    def shine(self, level: float) -> None:
        """Gives it a brightness, 0 to 1, or on and off."""
        if self._device is None:
            return
        try:
            if self._device.value != level:
                self._device.value = level
        except pin_errors() as error:
            self._device = None
            self._warn(f"The {self._part} does not answer ({reason(error)}): start meierbox again.")

    def close(self) -> None:
        """Puts it out and gives its pin back."""
        device, self._device = self._device, None
        if device is not None:
            device.close()


class PiLamp:
    """The two channels of the lamp, with a soft start. A `Lamp`; a channel that cannot be had is said and left out."""

    def __init__(self, factory: PinFactory, warn: _Warn, clock: Callable[[], float]) -> None:
        """Takes the pins from `factory`; the lamp is dark."""
        self._clock = clock
        self._channels = [
            (_Output(PWMOutputDevice, part, factory, warn, frequency=PWM_HERTZ), Fade())
            for part in (Part.LAMP_LEFT, Part.LAMP_RIGHT)
        ]

    def set(self, left: float, right: float, *, at_once: bool = False) -> None:
        """Turns both channels to a brightness, 0 to 1; `tick` takes them there, softly unless it must be `at_once`."""
        now = self._clock()
        for (_, fade), goal in zip(self._channels, (left, right), strict=True):
            if goal != fade.goal:
                fade.head_for(goal, now)
            if at_once:
                fade.arrive()

    def tick(self, now: float) -> float | None:
        """Gives the channels their brightness; tells in how many seconds it wants to be called again."""
        moving = False
        for output, fade in self._channels:
            level = fade.at(now)
            moving = moving or level != fade.goal
            output.shine(level)
        return STEP_SECONDS if moving else None

    def close(self) -> None:
        """Puts the lamp out and gives its pins back."""
        for output, _ in self._channels:
            output.close()


class ButtonLights:
    """The lights in the three buttons; one that cannot be had is said and left out."""

    def __init__(self, factory: PinFactory, warn: _Warn) -> None:
        """Takes the pins from `factory`; all is dark."""
        self._lights = {
            control: _Output(DigitalOutputDevice, part, factory, warn, initial_value=False)
            for control, part in _LIGHTS.items()
        }

    def show(self, lit: Collection[Control]) -> None:
        """Lights the buttons that do something now, and puts out all others."""
        for control, light in self._lights.items():
            light.shine(int(control in lit))

    def close(self) -> None:
        """Puts the lights out and gives their pins back."""
        for light in self._lights.values():
            light.close()
