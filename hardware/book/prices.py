"""What the recommended box costs: `python -m hardware.book.prices`.

Prices are from memory (2026, without shipping), since no shop was asked: they vary by half.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Purchase:
    """What is bought together, in euros with tax and dollars without; `extra` if a box can do without it."""

    what: str
    euros: int
    dollars: int
    extra: bool = False


PURCHASES: Sequence[Purchase] = (
    Purchase("Raspberry Pi 4, 2 GB, with a heat sink", 53, 48),
    Purchase("micro SD card, 16 GB, class A1", 8, 8),
    Purchase("Camera Module 3 Wide and a ribbon of 50 cm", 45, 40),
    Purchase("LEDs, resistors, MOSFETs, opal acrylic", 14, 14),
    Purchase("three buttons, dial, reed switch, magnets, latches, power button, parts of the lights", 27, 27),
    Purchase("stripboard or carrier board, plugs, wire", 18, 18),
    Purchase("rocker switch, USB cable, panel leads for USB-C, USB-A and HDMI", 38, 38),
    Purchase("plywood, bevels, felt, leather, glue, paint, chain, feet, screws", 60, 65),
    Purchase("power bank, 10 Ah", 20, 20),
    Purchase("7 inch screen with HDMI", 50, 45),
    Purchase("buttons for eight seats, with cable", 16, 16, extra=True),
    Purchase("powered speaker", 10, 10, extra=True),
    Purchase("power bank of 20 Ah instead of 10 Ah", 15, 15, extra=True),
)


def total(*, extras: bool = False) -> tuple[int, int]:
    """Returns what all of it costs, in euros and dollars, with or without the extras."""
    chosen = [each for each in PURCHASES if extras or not each.extra]
    return sum(each.euros for each in chosen), sum(each.dollars for each in chosen)


def table() -> list[str]:
    """Returns the list and its totals as lines of a Markdown table."""
    lines = ["| the recommended box | EUR | USD |", "|---|---|---|"]
    lines += [f"| {each.what} | {each.euros} | {each.dollars} |" for each in PURCHASES if not each.extra]
    lines.append("| **together** | **{}** | **{}** |".format(*total()))
    lines += [f"| extra: {each.what} | {each.euros} | {each.dollars} |" for each in PURCHASES if each.extra]
    lines.append("| **with all extras** | **{}** | **{}** |".format(*total(extras=True)))
    return lines


def main() -> None:
    """Prints the list."""
    print("\n".join(table()))


if __name__ == "__main__":
    main()
