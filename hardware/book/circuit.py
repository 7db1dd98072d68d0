"""The circuits between the header and the lamp, a button's light and a plain reed switch, drawn as SVG.

`python -m hardware.book.circuit FILE`. The values are computed here; the pins come from `hardware.pi.pins`.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from hardware.book.sizes import Sizes
from hardware.pi.pins import Part, pin_of

SUPPLY, LOGIC = 5.0, 3.3
WHITE = 3.1
"""Forward voltage of a white LED at about 15 mA (2.9 to 3.4 V, depending on the type)."""
WANTED = 0.015
"""Current that a 5 mm or 2835 LED tolerates permanently (A)."""
GATE_PEAK = 0.016
"""Maximum current of a pin of the Pi (A)."""
VALUES = tuple(
    value * decade for decade in (1, 10, 100, 1000) for value in (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)
)
"""Resistors of the E12 series (Ω)."""


def nearest(ohms: float) -> int:
    """Returns the E12 value nearest to a resistance.

    >>> nearest(127)
    120
    """
    return min(VALUES, key=lambda value: abs(value - ohms))


def at_least(ohms: float) -> int:
    """Returns the next E12 value that is no smaller.

    >>> at_least(206)
    220
    """
    return min(value for value in VALUES if value >= ohms)


PER_CHANNEL = Sizes().lamps // 2
LED_OHMS = nearest((SUPPLY - WHITE) / WANTED)
LED_CURRENT = (SUPPLY - WHITE) / LED_OHMS
CHANNEL_CURRENT = PER_CHANNEL * LED_CURRENT
LAMP_CURRENT = 2 * CHANNEL_CURRENT
GATE_OHMS = at_least(LOGIC / GATE_PEAK)
GATE_DOWN = 100_000
LIGHT_OHMS = at_least((SUPPLY - WHITE) / 0.009)
BASE_OHMS = 1000


def table() -> list[str]:
    """Returns the values as lines of a Markdown table."""
    base = (LOGIC - 0.7) / BASE_OHMS * 1000
    return [
        "| part | value | why |",
        "|---|---|---|",
        f"| resistor for each LED | {LED_OHMS} Ω, ¼ W | (5 V − {WHITE} V) / {WANTED * 1000:.0f} mA = "
        f"{(SUPPLY - WHITE) / WANTED:.0f} Ω; with {LED_OHMS} Ω it is {LED_CURRENT * 1000:.1f} mA and "
        f"{LED_CURRENT**2 * LED_OHMS * 1000:.0f} mW |",
        f"| each channel | {CHANNEL_CURRENT * 1000:.0f} mA | {PER_CHANNEL} LEDs, each with its own resistor |",
        f"| whole lamp | {LAMP_CURRENT * 1000:.0f} mA, {LAMP_CURRENT * SUPPLY:.1f} W | from the header's 5 V |",
        f"| gate resistor | {GATE_OHMS} Ω | while the gate charges, the pin supplies at most 3.3 V / {GATE_OHMS} Ω = "
        f"{LOGIC / GATE_OHMS * 1000:.0f} mA (16 mA allowed) |",
        f"| gate to ground | {GATE_DOWN // 1000} kΩ | dark while the Pi boots; the divider leaves "
        f"{LOGIC * GATE_DOWN / (GATE_DOWN + GATE_OHMS):.2f} V for the gate |",
        f"| base resistor of a button's light | {BASE_OHMS // 1000} kΩ | (3.3 V − 0.7 V) / 1 kΩ = {base:.1f} mA, "
        f"more than a tenth of the LED's {(SUPPLY - WHITE) / LIGHT_OHMS * 1000:.0f} mA |",
        f"| LED in a button without resistor | {LIGHT_OHMS} Ω | (5 V − {WHITE} V) / {LIGHT_OHMS} Ω = "
        f"{(SUPPLY - WHITE) / LIGHT_OHMS * 1000:.1f} mA |",
    ]


_INK = "#1d1d1b"


def _text(x: float, y: float, text: str, anchor: str = "start", size: float = 13, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" {more}>{escape(text)}</text>'


def _line(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="{_INK}" stroke-width="2"/>'


def _dot(x: float, y: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="3.5" fill="{_INK}"/>'


def _resistor(x: float, y: float, value: str, *, lying: bool = False) -> Iterator[str]:
    """Draws a resistor of length 40 from (x, y) down, or to the right."""
    wide, high = (40, 14) if lying else (14, 40)
    left, top = (x, y - 7) if lying else (x - 7, y)
    yield f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="#fff" stroke="{_INK}" stroke-width="2"/>'
    yield _text(x + 20, y - 12, value, "middle", 12) if lying else _text(x + 12, y + 24, value, size=12)


def _led(x: float, y: float) -> Iterator[str]:
    """Draws a light-emitting diode of length 30 from (x, y) down."""
    pen = f'fill="#f4d35e" stroke="{_INK}" stroke-width="2"'
    yield f'<path d="M{x - 10} {y + 5} h20 l-10 18 Z M{x - 10} {y + 23} h20" {pen}/>'
    yield _line(
        f"M{x} {y} v5 M{x} {y + 23} v7 M{x + 13} {y + 10} l8 -8 m-5 0 h5 v5 M{x + 15} {y + 19} l8 -8 m-5 0 h5 v5"
    )


def _ground(x: float, y: float) -> str:
    return _line(f"M{x} {y} v10 M{x - 12} {y + 10} h24 M{x - 8} {y + 15} h16 M{x - 4} {y + 20} h8")


def _mosfet(x: float, y: float) -> Iterator[str]:
    """Draws an n-channel MOSFET: gate at (x, y), drain up at (x + 30, y - 40), source down at (x + 30, y + 40)."""
    yield f'<circle cx="{x + 22}" cy="{y}" r="26" fill="none" stroke="#999" stroke-width="1.2"/>'
    yield _line(f"M{x} {y} h10 M{x + 10} {y - 14} v28 M{x + 16} {y - 18} v9 M{x + 16} {y - 5} v10 M{x + 16} {y + 9} v9")
    yield _line(f"M{x + 16} {y - 13} h14 V{y - 40} M{x + 16} {y + 13} h14 V{y + 40} M{x + 16} {y} h14 v13")
    yield f'<path d="M{x + 17} {y} l8 -4 v8 Z" fill="{_INK}"/>'
    yield _text(x + 40, y - 20, "D", size=11)
    yield _text(x + 40, y + 28, "S", size=11)
    yield _text(x - 6, y - 7, "G", "end", 11)


def _transistor(x: float, y: float) -> Iterator[str]:
    """Draws an npn transistor: base at (x, y), collector up at (x + 30, y - 40), emitter down at (x + 30, y + 40)."""
    yield f'<circle cx="{x + 20}" cy="{y}" r="24" fill="none" stroke="#999" stroke-width="1.2"/>'
    yield _line(f"M{x} {y} h12 M{x + 12} {y - 14} v28 M{x + 12} {y - 6} L{x + 30} {y - 18} V{y - 40}")
    yield _line(f"M{x + 12} {y + 6} L{x + 30} {y + 18} V{y + 40}")
    yield f'<path d="M{x + 28} {y + 17} l-10 -1 l5 -7 Z" fill="{_INK}"/>'
    yield _text(x + 36, y - 24, "C", size=11)
    yield _text(x + 36, y + 32, "E", size=11)
    yield _text(x - 6, y - 7, "B", "end", 11)


def _pin(part: Part) -> str:
    pin = pin_of(part)
    return f"BCM {pin.bcm} (header {pin.header})"


def _supply(x: float, y: float, wide: float, text: str = "5 V (header 2 or 4)") -> Iterator[str]:
    yield f'<path d="M{x} {y} h{wide}" stroke="#c1121f" stroke-width="3"/>'
    yield _text(x, y - 8, text)


def _channel(x: float, part: Part) -> Iterator[str]:
    yield _text(x, 70, f"{part.value}: {CHANNEL_CURRENT * 1000:.0f} mA", size=16, more='font-weight="bold"')
    yield from _supply(x + 60, 110, 330)
    for column in range(PER_CHANNEL):
        place = x + 70 + 62 * column
        yield _dot(place, 110)
        yield _line(f"M{place} 110 V128")
        yield from _resistor(place, 128, f"{LED_OHMS} Ω")
        yield _line(f"M{place} 168 V180")
        yield from _led(place, 180)
        yield _line(f"M{place} 210 V226")
    yield _line(f"M{x + 70} 226 H{x + 70 + 62 * (PER_CHANNEL - 1)}")
    gate = x + 226
    yield _dot(gate + 30, 226)
    yield _line(f"M{gate + 30} 226 V290")
    yield from _mosfet(gate, 330)
    yield _text(gate + 58, 326, "AO3400A (SOT-23)")
    yield _text(gate + 58, 344, "or IRLB8721 (TO-220)")
    yield _line(f"M{x + 60} 330 H{x + 100} M{x + 140} 330 H{gate}")
    yield from _resistor(x + 100, 330, f"{GATE_OHMS} Ω", lying=True)
    yield _text(x + 56, 326, _pin(part).split(" (", maxsplit=1)[0], "end")
    yield _text(x + 56, 342, f"header {pin_of(part).header}", "end", 11)
    yield _dot(x + 180, 330)
    yield _line(f"M{x + 180} 330 V346")
    yield from _resistor(x + 180, 346, f"{GATE_DOWN // 1000} kΩ")
    yield _ground(x + 180, 386)
    yield _line(f"M{gate + 30} 370 V386")
    yield _ground(gate + 30, 386)


def _light(x: float, y: float) -> Iterator[str]:
    yield _text(x, y, "light in a button (each of three)", size=16, more='font-weight="bold"')
    yield from _supply(x + 180, y + 40, 90)
    yield _line(f"M{x + 225} {y + 40} V{y + 58}")
    yield from _resistor(x + 225, y + 58, f"{LIGHT_OHMS} Ω (none if the button has one)")
    yield _line(f"M{x + 225} {y + 98} v8")
    yield from _led(x + 225, y + 106)
    yield _line(f"M{x + 225} {y + 136} v4")
    yield from _transistor(x + 195, y + 180)
    yield _text(x + 252, y + 184, "BC337 or 2N2222A")
    yield _line(f"M{x + 95} {y + 180} H{x + 130} M{x + 170} {y + 180} H{x + 195}")
    yield from _resistor(x + 130, y + 180, f"{BASE_OHMS // 1000} kΩ", lying=True)
    for row, part in enumerate((Part.LIGHT_CLAIM, Part.LIGHT_REVEAL, Part.LIGHT_CHALLENGE)):
        yield _text(x + 90, y + 168 + 17 * row, f"BCM {pin_of(part).bcm} ({pin_of(part).header})", "end", 12)
    yield _ground(x + 225, y + 220)


def _reed(x: float, y: float) -> Iterator[str]:
    yield _text(x, y, "lid: a plain reed switch (closed near its magnet)", size=16, more='font-weight="bold"')
    yield _text(x, y + 20, 'No transistor: set lid = "shut". A broken wire reads as an open lid.', size=12)
    yield _text(x + 130, y + 75, _pin(Part.LID))
    yield _line(f"M{x + 100} {y + 70} h24 M{x + 100} {y + 70} V{y + 100}")
    yield _line(f"M{x + 100} {y + 100} v12 M{x + 100} {y + 112} l11 26 M{x + 100} {y + 140} v14")
    pen = 'fill="none" stroke="#999" stroke-width="1.2"'
    yield f'<rect x="{x + 86}" y="{y + 106}" width="32" height="40" rx="12" {pen}/>'
    yield _text(x + 80, y + 130, "reed, form A", "end")
    yield _ground(x + 100, y + 154)
    yield _text(x + 130, y + 112, "closed while the lid is shut")


def svg() -> str:
    """Draws all circuits on one sheet."""
    wide, high = 1000, 740
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'font-family="DejaVu Sans, Verdana, sans-serif" fill="{_INK}">',
        f'<rect width="{wide}" height="{high}" fill="#fbf7ee"/>',
        _text(wide / 2, 34, "meierbox: lamp, lights, lid", "middle", 22, 'font-weight="bold"'),
        *_channel(30, Part.LAMP_LEFT),
        *_channel(520, Part.LAMP_RIGHT),
        *_light(30, 470),
        *_reed(520, 470),
        "</svg>",
        "",
    ]
    return "\n".join(parts)


def main() -> int:
    """Draws the circuits, or prints the values if no file is given."""
    parser = argparse.ArgumentParser(description="The circuits of lamp, lights and lid.")
    parser.add_argument(
        "file", type=Path, nargs="?", help="draw them as SVG to this file instead of printing the values"
    )
    target: Path | None = parser.parse_args().file
    if target is None:
        print("\n".join(table()))
        return 0
    try:
        target.write_text(svg(), encoding="utf-8")
    except OSError as error:
        print(f"error: {target} cannot be written ({error.strerror}): choose another file", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
