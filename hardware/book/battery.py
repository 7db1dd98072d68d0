"""Estimates how long a power bank lasts from typical currents: `python -m hardware.book.battery`.

Nothing here was measured on a meierbox. The currents are typical figures from data sheets and from people who measured
such boards, rounded up; `battery.md` says how to measure your own.
"""

from dataclasses import dataclass

from hardware.book.circuit import LAMP_CURRENT

CELL_VOLTS, OUT_VOLTS = 3.7, 5.0
EFFICIENCY = 0.85
"""Efficiency of the power bank's converter and its cable."""
BANKS = (10_000, 20_000)
"""Rated capacities (mAh at 3.7 V)."""
CAMERA = 250
"""A streaming camera module (mA at 5 V)."""
SCREEN = 500
"""A 7 inch 800 × 480 screen, bright (mA at 5 V)."""
LAMP = round(LAMP_CURRENT * 1000)


@dataclass(frozen=True, slots=True)
class PiBoard:
    """A board and its current (mA at 5 V) between throws, and while it reads dice and draws the screen."""

    name: str
    idle: int
    busy: int

    def current(self, *, screen: bool) -> float:
        """Returns the average in a game (mA): busy a third of the time, with camera and lamp always on."""
        return self.busy / 3 + self.idle * 2 / 3 + CAMERA + LAMP + (SCREEN if screen else 0)


BOARDS = (
    PiBoard("Zero 2 W", 150, 450),
    PiBoard("Pi 3 B", 350, 750),
    PiBoard("Pi 3 B+", 500, 950),
    PiBoard("Pi 4", 600, 1050),
    PiBoard("Pi 5", 650, 1400),
)


def hours(capacity: float, current: float) -> float:
    """Returns how long a power bank (mAh) lasts at a current (mA at 5 V): capacity × 3.7 V × 0.85 / (5 V × current).

    >>> round(hours(10_000, 1000), 1)
    6.3
    """
    return capacity * CELL_VOLTS * EFFICIENCY / (OUT_VOLTS * current)


def table() -> list[str]:
    """Returns lines of a Markdown table, in which every figure is an estimate."""
    heads = [
        f"{bank // 1000} Ah, {what}" for what in ("screen on the bank", "screen on its own supply") for bank in BANKS
    ]
    lines = [
        "| board | idle | busy | in a game, with screen | " + " | ".join(heads) + " |",
        "|---" * (4 + len(heads)) + "|",
    ]
    for pi in BOARDS:
        cells = [pi.name, f"{pi.idle} mA", f"{pi.busy} mA", f"{pi.current(screen=True):.0f} mA"]
        cells += [
            f"{hours(bank, pi.current(screen=screen)):.1f} h *estimated*" for screen in (True, False) for bank in BANKS
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def main() -> None:
    """Prints the table."""
    print("\n".join(table()))


if __name__ == "__main__":
    main()
