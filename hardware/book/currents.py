"""Accounts for every current and every ground wire at the header: `python -m hardware.book.currents`.

Computed from `hardware.pi.pins` and the values of `circuit`; nothing was measured.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.book.circuit import BASE_OHMS, CHANNEL_CURRENT, GATE_DOWN, LIGHT_OHMS, LOGIC, SUPPLY, WHITE
from hardware.pi.pins import PINS, Part, Pin, Wiring
from hardware.pi.pins import SUPPLY as SUPPLY_PINS

PULL_UP = 50_000
"""The Pi's own pull-up (Ω), typically."""
FIXED_PULL_UP = 1_800
"""Pull-up soldered to BCM 2 and 3 (Ω)."""
GROUND_WIRE = 0.5
"""What we put at most on one ground pin of the header (A)."""
FIVE_VOLTS = 1.0
"""What we take at most from the 5 V pins together (A); they are wired to the supply of the board."""
ONE_PIN, ALL_PINS = 0.016, 0.050
"""What one output, and all together, may supply on a Pi with BCM 2837 or 2711 (A)."""


@dataclass(frozen=True, slots=True)
class Load:
    """Currents of one pin's part (A): from the 5 V pins, out of the pin itself, and back to ground."""

    pin: Pin
    supply: float
    output: float
    ground: float


@dataclass(frozen=True, slots=True)
class GroundGroup:
    """Parts that share one ground pin of the header."""

    name: str
    place: int
    parts: Sequence[Part]


def load(pin: Pin) -> Load:
    """Returns the currents of a part while it is on or pressed."""
    if pin.wiring is Wiring.LAMP:
        drive = LOGIC / GATE_DOWN
        return Load(pin, CHANNEL_CURRENT, drive, CHANNEL_CURRENT + drive)
    if pin.wiring is Wiring.LIGHT:
        light, drive = (SUPPLY - WHITE) / LIGHT_OHMS, (LOGIC - 0.7) / BASE_OHMS
        return Load(pin, light, drive, light + drive)
    pull_up = FIXED_PULL_UP if pin.bcm in (2, 3) else PULL_UP
    return Load(pin, 0.0, 0.0, LOGIC / pull_up)


def _group(name: str, place: int, *parts: Part) -> GroundGroup:
    return GroundGroup(name, place, parts)


SEATS = tuple(part for part in Part if part.name.startswith("SEAT_"))
GROUPS = (
    _group("power button", 6, Part.POWER),
    _group("CLAIM and REVEAL", 9, Part.CLAIM, Part.REVEAL),
    _group("lights in the buttons", 14, Part.LIGHT_CLAIM, Part.LIGHT_REVEAL, Part.LIGHT_CHALLENGE),
    _group("CHALLENGE", 20, Part.CHALLENGE),
    _group("seats 1 to 4", 25, *SEATS[:4]),
    _group("lid switch and lamp, right", 30, Part.LID, Part.LAMP_RIGHT),
    _group("lamp, left", 34, Part.LAMP_LEFT),
    _group("dial with its push, seats 5 to 8", 39, Part.DIAL_A, Part.DIAL_B, Part.DIAL_PUSH, *SEATS[4:]),
)
"""One group for each ground pin of the header; the ground of a light or lamp is the source or emitter."""


def ground_current(group: GroundGroup) -> float:
    """Returns the current through a ground pin with everything on and pressed (A)."""
    return sum(load(pin).ground for pin in PINS if pin.part in group.parts)


def faults() -> Iterator[str]:
    """Yields what is wrong: a part without ground or with two, a place that is no ground, a limit that is exceeded."""
    for pin in PINS:
        count = sum(pin.part in group.parts for group in GROUPS)
        if count != 1:
            yield f"{pin.part} has {count} grounds"
    for group in GROUPS:
        if SUPPLY_PINS.get(group.place) != "ground":
            yield f"header {group.place} is no ground"
        if ground_current(group) > GROUND_WIRE:
            yield f"header {group.place} carries too much"
    if len({group.place for group in GROUPS}) != len(GROUPS):
        yield "two groups share a ground pin"
    loads = [load(pin) for pin in PINS]
    if sum(one.supply for one in loads) > FIVE_VOLTS:
        yield "the 5 V pins supply too much"
    if max(one.output for one in loads) > ONE_PIN or sum(one.output for one in loads) > ALL_PINS:
        yield "the outputs supply too much"


def table() -> list[str]:
    """Returns the account as a Markdown table, with the sums below it."""
    lines = ["| ground pin | parts | current, everything on or pressed |", "|---|---|---|"]
    for group in GROUPS:
        lines.append(f"| {group.place} | {group.name} | {ground_current(group) * 1000:.1f} mA |")
    loads = [load(pin) for pin in PINS]
    supply, output = sum(one.supply for one in loads) * 1000, sum(one.output for one in loads) * 1000
    most = max(one.output for one in loads) * 1000
    return [
        *lines,
        "",
        f"From the 5 V pins (header 2 and 4): {supply:.0f} mA. Out of all pins together: {output:.1f} mA of "
        f"{ALL_PINS * 1000:.0f} mA, out of one at most {most:.1f} mA of {ONE_PIN * 1000:.0f} mA.",
    ]


def main() -> None:
    """Prints the account."""
    print("\n".join(table()))


if __name__ == "__main__":
    main()
