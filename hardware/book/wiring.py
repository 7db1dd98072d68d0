"""Prints the table of pins, or draws the wiring with `--svg FILE`: `python -m hardware.book.wiring`."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from hardware.pi.pins import HEADER, PINS, RESERVED, SUPPLY, Pin, Wiring

_WIDTH, _TOP, _ROW = 1180, 128, 35
_HEIGHT = _TOP + 20 * _ROW + 150
_COLUMNS = {1: _WIDTH / 2 - 19, 0: _WIDTH / 2 + 19}
"""The centres of the odd and of the even pins."""
_REACH, _LABEL = 126, 300
_INK, _PAPER, _BOARD, _FAINT = "#1d1d1b", "#fbf7ee", "#1f5a3c", "#8a857a"
_COLOURS = {
    Wiring.SWITCH: "#b3541e",
    Wiring.DIAL: "#6a3d9a",
    Wiring.LID: "#1f78b4",
    Wiring.LAMP: "#c99700",
    Wiring.LIGHT: "#2e7d32",
}
_NAMES = {
    Wiring.SWITCH: "button or push: to ground when pressed",
    Wiring.DIAL: "encoder: contacts A and B, common to ground",
    Wiring.LID: 'lid switch: COM and NC to ground; plain reed: lid = "shut"',
    Wiring.LAMP: "lamp: gate of a logic-level MOSFET, PWM",
    Wiring.LIGHT: "button light: base of a transistor",
}
_SUPPLY_COLOURS = {"ground": "#1d1d1b", "5 V": "#c1121f", "3.3 V": "#e07a5f"}


def pin_table() -> str:
    """Returns the table in Markdown."""
    lines = ["| part | BCM | header | wired | needed |", "|---|---|---|---|---|"]
    lines += [
        f"| {pin.part} | {pin.bcm} | {pin.header} | {pin.wiring} | {'optional' if pin.optional else 'yes'} |"
        for pin in PINS
    ]
    return "\n".join(lines)


def wiring_svg() -> str:
    """Draws the header as seen from above with every wire, and how each kind of part is connected."""
    return "\n".join(_drawing()) + "\n"


def _drawing() -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}" font-family="DejaVu Sans, Verdana, sans-serif">'
    )
    yield f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{_PAPER}"/>'
    yield _text(_WIDTH / 2, 40, "meierbox: the wiring", size=26, weight="bold", anchor="middle")
    yield _text(
        _WIDTH / 2,
        68,
        "40-pin header from above, SD card at the top, pin 1 at the top left. Dashed parts are optional.",
        size=14,
        anchor="middle",
    )
    yield _text(
        _WIDTH / 2,
        92,
        "Disconnect the power before you wire. No pin bears more than 3.3 volts.",
        size=14,
        anchor="middle",
    )
    x, y = _COLUMNS[1] - 30, _TOP - 12
    yield f'<rect x="{x}" y="{y}" width="98" height="{20 * _ROW + 14}" rx="10" fill="{_BOARD}"/>'
    signals = {place: bcm for bcm, place in HEADER.items()}
    parts = {pin.bcm: pin for pin in PINS}
    for place in range(1, 41):
        bcm = signals.get(place)
        yield from _place(place, bcm, None if bcm is None else parts.get(bcm))
    yield from _legend()
    yield "</svg>"


def _place(place: int, bcm: int | None, pin: Pin | None) -> Iterator[str]:
    odd = place % 2
    x, y = _COLUMNS[odd], _TOP + (place - 1) // 2 * _ROW + _ROW / 2 - 6
    side = -1 if odd else 1
    anchor = "end" if odd else "start"
    if bcm is None:
        colour = _SUPPLY_COLOURS[SUPPLY[place]]
        yield _text(x + side * 44, y + 5, SUPPLY[place], size=13, colour=colour, anchor=anchor)
    elif pin is None:
        colour = _FAINT
        why = f"BCM {bcm}: left free for {_article(RESERVED[bcm])}"
        yield _text(x + side * 44, y + 5, why, size=13, colour=colour, anchor=anchor)
    else:
        colour = _COLOURS[pin.wiring]
        yield from _wire(pin, x, y, side)
    yield f'<circle cx="{x}" cy="{y}" r="13" fill="{colour}" stroke="{_PAPER}" stroke-width="2"/>'
    yield _text(x, y + 4.5, str(place), size=12, colour=_PAPER, anchor="middle", weight="bold")


def _article(what: str) -> str:
    return what if what.startswith("a ") else f"a {what}"


def _wire(pin: Pin, x: float, y: float, side: int) -> Iterator[str]:
    colour, start, end = _COLOURS[pin.wiring], x + side * 13, x + side * _REACH
    yield f'<path d="M{start} {y}H{end}" stroke="{colour}" stroke-width="3"/>'
    yield _text((start + end) / 2 + side * 8, y - 5, f"BCM {pin.bcm}", size=11, colour=colour, anchor="middle")
    left = end - _LABEL if side < 0 else end
    dash = ' stroke-dasharray="6 4"' if pin.optional else ""
    yield (
        f'<rect x="{left}" y="{y - 13}" width="{_LABEL}" height="26" rx="6" fill="white" '
        f'stroke="{colour}" stroke-width="2"{dash}/>'
    )
    near = end + side * 12
    anchor = "end" if side < 0 else "start"
    yield _text(near, y + 5, pin.part, size=14, anchor=anchor, weight="bold")
    yield from _symbol(pin.wiring, left + (30 if side < 0 else _LABEL - 30), y, colour)


def _symbol(wiring: Wiring, x: float, y: float, colour: str) -> Iterator[str]:
    """Draws a small symbol of the part: a switch to ground, or a lamp."""
    pen = f'fill="none" stroke="{colour}" stroke-width="2"'
    if wiring.output:
        yield f'<circle cx="{x}" cy="{y}" r="8" {pen}/>'
        yield f'<path d="M{x - 5.6} {y - 5.6}L{x + 5.6} {y + 5.6}M{x + 5.6} {y - 5.6}L{x - 5.6} {y + 5.6}" {pen}/>'
    else:
        # A switch, and behind it the symbol for ground.
        yield f'<path d="M{x - 16} {y}H{x - 9}L{x + 2} {y - 6}M{x + 3} {y}H{x + 10}" {pen}/>'
        yield f'<path d="M{x + 10} {y - 6}V{y + 6}M{x + 13} {y - 4}V{y + 4}M{x + 16} {y - 2}V{y + 2}" {pen}/>'


def _legend() -> Iterator[str]:
    top = _TOP + 20 * _ROW + 34
    for index, (wiring, name) in enumerate(_NAMES.items()):
        x, y = 70 + index % 2 * 560, top + index // 2 * 30
        yield from _symbol(wiring, x, y, _COLOURS[wiring])
        yield _text(x + 28, y + 5, name, size=14)
    yield _text(
        658,
        top + 65,
        'Which part goes to which ground pin: see the table "Grounds and currents".',
        size=11.5,
        colour=_FAINT,
    )


def _text(
    x: float,
    y: float,
    text: str,
    *,
    size: float,
    colour: str = _INK,
    anchor: str = "start",
    weight: str = "normal",
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(text)}</text>'
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table or draws the wiring; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m hardware.book.wiring", description="Which pin carries what.")
    parser.add_argument("--svg", metavar="FILE", type=Path, help="draw the wiring to this file instead")
    target: Path | None = parser.parse_args(arguments).svg
    if target is None:
        print(pin_table())
        return 0
    try:
        target.write_text(wiring_svg(), encoding="utf-8")
    except OSError as error:
        print(f"error: {target} cannot be written ({error.strerror}): choose another file", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
