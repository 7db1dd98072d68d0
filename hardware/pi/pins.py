"""The pin assignment of the Raspberry Pi: one table for the controls, the doctor and the build book.

`python -m hardware.book.wiring` prints and draws it. The header has 40 pins, as on the Pi 3, 4, 5 and Zero 2 W. Why
these pins: all outputs are on pins that are pulled down until the program takes them (BCM 9 to 27), so that nothing
lights up while the Pi boots; the lamp has the two hardware PWM channels; and the power button is on BCM 3, the pin
that wakes a Pi 3, 4 or Zero 2 W that was shut down. No documentation says that it wakes a
Pi 5: use that board's own button.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hardware.message import Message, message


class Part(StrEnum):
    """Everything that is wired to the Pi; the values are what the doctor and the build book call it."""

    CLAIM = "CLAIM"
    REVEAL = "REVEAL"
    CHALLENGE = "CHALLENGE"
    DIAL_A = "dial, contact A"
    DIAL_B = "dial, contact B"
    DIAL_PUSH = "dial, push"
    LID = "lid switch"
    POWER = "power button"
    LAMP_LEFT = "lamp, left"
    LAMP_RIGHT = "lamp, right"
    LIGHT_CLAIM = "light in CLAIM"
    LIGHT_REVEAL = "light in REVEAL"
    LIGHT_CHALLENGE = "light in CHALLENGE"
    SEAT_1 = "seat 1"
    SEAT_2 = "seat 2"
    SEAT_3 = "seat 3"
    SEAT_4 = "seat 4"
    SEAT_5 = "seat 5"
    SEAT_6 = "seat 6"
    SEAT_7 = "seat 7"
    SEAT_8 = "seat 8"


class Wiring(StrEnum):
    """How a part is connected."""

    SWITCH = "to ground when pressed; the Pi pulls it up"
    LID = "to ground while the lid is open (COM and NC of a microswitch that the lid presses); the Pi pulls it up"
    DIAL = "contact of the encoder, its common to ground; the Pi pulls it up"
    LAMP = "gate of a logic-level MOSFET, which switches the LEDs (PWM)"
    LIGHT = "base of a transistor, which switches the LED in the button"

    @property
    def output(self) -> bool:
        """Whether the Pi drives it."""
        return self in (Wiring.LAMP, Wiring.LIGHT)


@dataclass(frozen=True, slots=True)
class Pin:
    """One row of the table: `bcm` is Broadcom's number, as gpiozero counts; `optional` parts may be left out."""

    part: Part
    bcm: int
    wiring: Wiring
    optional: bool = False

    @property
    def header(self) -> int:
        """The position on the 40-pin header."""
        return HEADER[self.bcm]


HEADER: Mapping[int, int] = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""The position on the header of each pin, by Broadcom's number."""
SUPPLY: Mapping[int, str] = {
    1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V", **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "ground"),
}  # fmt: skip
"""The positions on the header that carry no signal."""
PWM: Sequence[int] = (12, 13, 18, 19)
"""Pins with hardware PWM: 12 and 18 share one channel, 13 and 19 the other."""
RESERVED: Mapping[int, str] = {
    0: "a HAT's EEPROM",
    1: "a HAT's EEPROM",
    14: "serial console",
    15: "serial console",
    18: "sound amplifier (I2S)",
    19: "sound amplifier (I2S)",
    21: "sound amplifier (I2S)",
}
"""Pins that are reserved for other uses."""

PINS: Sequence[Pin] = (
    Pin(Part.CLAIM, 17, Wiring.SWITCH),
    Pin(Part.REVEAL, 22, Wiring.SWITCH),
    Pin(Part.CHALLENGE, 23, Wiring.SWITCH),
    Pin(Part.DIAL_A, 5, Wiring.DIAL),
    Pin(Part.DIAL_B, 6, Wiring.DIAL),
    Pin(Part.DIAL_PUSH, 26, Wiring.SWITCH),
    Pin(Part.LID, 16, Wiring.LID),
    Pin(Part.POWER, 3, Wiring.SWITCH, optional=True),
    Pin(Part.LAMP_LEFT, 12, Wiring.LAMP),
    Pin(Part.LAMP_RIGHT, 13, Wiring.LAMP, optional=True),
    Pin(Part.LIGHT_CLAIM, 27, Wiring.LIGHT, optional=True),
    Pin(Part.LIGHT_REVEAL, 24, Wiring.LIGHT, optional=True),
    Pin(Part.LIGHT_CHALLENGE, 25, Wiring.LIGHT, optional=True),
    Pin(Part.SEAT_1, 4, Wiring.SWITCH, optional=True),
    Pin(Part.SEAT_2, 10, Wiring.SWITCH, optional=True),
    Pin(Part.SEAT_3, 9, Wiring.SWITCH, optional=True),
    Pin(Part.SEAT_4, 11, Wiring.SWITCH, optional=True),
    Pin(Part.SEAT_5, 8, Wiring.SWITCH, optional=True),
    Pin(Part.SEAT_6, 7, Wiring.SWITCH, optional=True),
    Pin(Part.SEAT_7, 20, Wiring.SWITCH, optional=True),
    Pin(Part.SEAT_8, 2, Wiring.SWITCH, optional=True),
)
SEATS: Sequence[Part] = tuple(pin.part for pin in PINS if pin.part.name.startswith("SEAT_"))


def pin_of(part: Part) -> Pin:
    """Returns the row of a part.

    >>> pin_of(Part.CLAIM).bcm, pin_of(Part.CLAIM).header
    (17, 11)
    """
    return next(pin for pin in PINS if pin.part is part)


def title_of_part(part: Part) -> Message:
    """Returns the name of a part for people.

    >>> str(title_of_part(Part.LID)), str(title_of_part(Part.SEAT_3))
    ('lid switch', 'seat 3')
    """
    if part in SEATS:
        return message("seat {number}", number=SEATS.index(part) + 1)
    return _TITLES[part]


_TITLES: Mapping[Part, Message] = {
    Part.CLAIM: message("CLAIM"),
    Part.REVEAL: message("REVEAL"),
    Part.CHALLENGE: message("CHALLENGE"),
    Part.DIAL_A: message("dial, contact A"),
    Part.DIAL_B: message("dial, contact B"),
    Part.DIAL_PUSH: message("dial, push"),
    Part.LID: message("lid switch"),
    Part.POWER: message("power button"),
    Part.LAMP_LEFT: message("lamp, left"),
    Part.LAMP_RIGHT: message("lamp, right"),
    Part.LIGHT_CLAIM: message("light in CLAIM"),
    Part.LIGHT_REVEAL: message("light in REVEAL"),
    Part.LIGHT_CHALLENGE: message("light in CHALLENGE"),
}
