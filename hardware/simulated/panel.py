"""The buttons, the dial, the lid and the lamp of a simulated box: gpiozero's mock pins, and hands that use them.

What is pressed here goes through the adapters of the Raspberry Pi (`hardware/pi/`), debouncing included. Loading this
module loads gpiozero.
"""

from collections.abc import Callable, Iterable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.pi.pins import PINS, Part, pin_of

BOUNCE_SECONDS = 0.001
REST_SECONDS = 0.05
"""The rest after each gesture, longer than any contact bounces."""
DETENT_SECONDS = 0.004
CHATTER_PERIOD = 0.005
BUTTONS = tuple(
    pin.part for pin in PINS if not pin.wiring.output and pin.part not in (Part.LID, Part.DIAL_A, Part.DIAL_B)
)


class _LampPin(MockPWMPin):  # type: ignore[misc]
    """A pin that fails as long as the lamp is dead."""

    dead = False

    def _get_state(self) -> Any:
        self._check()
        return super()._get_state()

    def _set_state(self, value: float) -> None:
        self._check()
        super()._set_state(value)

    def _check(self) -> None:
        if self.dead:
            raise OSError("no current")


class SimulatedPanel:
    """Pins, and hands on them. `pass_time` advances the box's clock by this many seconds."""

    def __init__(self, pass_time: Callable[[float], None]) -> None:
        """Everything is let go, the lid is shut."""
        self.factory = MockFactory(pin_class=MockPWMPin)
        self._clock_on = pass_time
        self._stuck: Part | None = None
        self._loose: Part | None = None
        self._until_edge = 0.0
        self._lamps = [
            self.factory.pin(pin_of(part).bcm, pin_class=_LampPin) for part in (Part.LAMP_LEFT, Part.LAMP_RIGHT)
        ]

    def kill_lamp(self, dead: bool) -> None:
        """Has both channels of the lamp fail, or work again."""
        for pin in self._lamps:
            pin.dead = dead

    def stick(self, part: Part) -> None:
        """Keeps a button down, whatever the hands do."""
        self.close(part)
        self._stuck = part

    def loosen(self, part: Part) -> None:
        """Makes a contact chatter for as long as time passes, whatever the hands do."""
        self._loose, self._until_edge = part, 0.0

    def mend(self) -> None:
        """Has every button work as it should, and lets it go."""
        self._stuck = self._loose = None
        self.open(*BUTTONS, Part.LID)
        self.pass_time(REST_SECONDS)

    def pass_time(self, seconds: float) -> None:
        """Lets time pass; a loose contact closes and opens meanwhile, however many small steps the time passes in."""
        while self._loose is not None and seconds >= self._until_edge:
            self._clock_on(self._until_edge)
            seconds -= self._until_edge
            pin = self.factory.pin(pin_of(self._loose).bcm)
            (pin.drive_high if pin.state == 0 else pin.drive_low)()
            self._until_edge = CHATTER_PERIOD
        self._until_edge -= seconds
        self._clock_on(seconds)

    def close(self, *parts: Part) -> None:
        """Closes contacts: buttons go down, the lid opens."""
        for part in parts:
            if part is not self._stuck:
                self.factory.pin(pin_of(part).bcm).drive_low()

    def open(self, *parts: Part) -> None:
        """Opens contacts again."""
        for part in parts:
            if part is not self._stuck:
                self.factory.pin(pin_of(part).bcm).drive_high()

    def bounce(self, part: Part, *, closed: bool, times: int = 3) -> None:
        """Closes or opens a contact as a real one does: with bounces a millisecond apart."""
        first, second = (self.close, self.open) if closed else (self.open, self.close)
        for _ in range(times):
            first(part)
            self.pass_time(BOUNCE_SECONDS)
            second(part)
            self.pass_time(BOUNCE_SECONDS)
        first(part)

    def tap(self, part: Part, seconds: float = 0.1, bounces: int = 3) -> None:
        """Presses a button for so long, bouncing at both ends."""
        self.bounce(part, closed=True, times=bounces)
        self.pass_time(seconds)
        self.bounce(part, closed=False, times=bounces)
        self.pass_time(REST_SECONDS)

    def turn(self, steps: int) -> None:
        """Turns the dial by detents of a full cycle each, clockwise where positive."""
        first, second = (Part.DIAL_A, Part.DIAL_B) if steps > 0 else (Part.DIAL_B, Part.DIAL_A)
        for _ in range(abs(steps)):
            for act, part in ((self.close, first), (self.close, second), (self.open, first), (self.open, second)):
                act(part)
                self.pass_time(DETENT_SECONDS)

    def all_at_once(self, parts: Iterable[Part] = BUTTONS) -> None:
        """Leans on all buttons."""
        down = tuple(parts)
        self.close(*down)
        self.pass_time(0.1)
        self.open(*down)
        self.pass_time(REST_SECONDS)
