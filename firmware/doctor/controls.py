"""Asks for every control of the box in turn, and tells which ones came."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from firmware.doctor.finding import Finding, info, issue, ok, warning

PATIENCE = 15.0
"""Seconds for each control."""
SEATS = 8


@dataclass(frozen=True, slots=True)
class Wanted:
    """A control: what to ask for, and the words that it is known by when it comes."""

    name: str
    please: str
    comes_as: tuple[str, ...]


WANTED = (
    Wanted("CLAIM", "press CLAIM", ("pressed claim",)),
    Wanted("REVEAL", "press REVEAL", ("pressed reveal",)),
    Wanted("CHALLENGE", "press CHALLENGE", ("pressed challenge",)),
    Wanted("dial", "turn the dial to the right", ("turned right",)),
    Wanted("dial", "turn the dial to the left", ("turned left",)),
    Wanted("dial's push", "push the dial", ("pressed dial",)),
    Wanted("lid", "open the lid", ("lid open",)),
    Wanted("lid", "shut the lid", ("lid shut",)),
)
"""In the order in which they are asked for."""
OPTIONAL = (
    *(
        Wanted(f"seat {seat}", f"press the button of seat {seat}", (f"pressed seat {seat}",))
        for seat in range(1, SEATS + 1)
    ),
    Wanted("power button", "hold the power button for two seconds", ("held power",)),
)
"""What a box need not have; CLAIM says that there is none."""
_NONE = "pressed claim"
_WIRES = "check its wires against the table that python -m hardware.book.wiring prints"
_EXCHANGED = "if that was not your finger, two wires are exchanged"


def check_buttons(say: Callable[[str], None], next_deed: Callable[[float], str | None]) -> Iterator[Finding]:
    """Asks for one control after another; `next_deed` waits so many seconds at most for what somebody did."""
    for wanted in WANTED:
        say(f"Please {wanted.please} (or wait {PATIENCE:.0f} seconds).")
        came = next_deed(PATIENCE)
        if came in wanted.comes_as:
            yield ok(wanted.name, f"{wanted.please}: it came")
        elif came is None:
            yield issue(wanted.name, f"{wanted.please}: nothing came", _WIRES)
        elif wanted.name == "lid" and came.startswith("lid"):
            remedy = 'set lid = "shut" in settings.toml if it is a reed contact, which is closed while the lid is shut'
            yield warning("lid", f"{wanted.please}: {came} came", remedy)
        else:
            yield warning(wanted.name, f"{wanted.please}: {came} came", _EXCHANGED)
    yield from _check_optional(say, next_deed)


def _check_optional(say: Callable[[str], None], next_deed: Callable[[float], str | None]) -> Iterator[Finding]:
    """Asks for the seats' buttons and the power button; after the first seat that has none the others are left out."""
    seats_over = False
    for wanted in OPTIONAL:
        if seats_over and wanted.name.startswith("seat"):
            continue
        say(f"Please {wanted.please}, or press CLAIM if there is none.")
        came = next_deed(PATIENCE)
        if came in wanted.comes_as:
            yield ok(wanted.name, f"{wanted.please}: it came")
        elif came in (_NONE, None):
            seats_over = True
            remedy = "" if came == _NONE else f"if there is one, {_WIRES}"
            yield info(wanted.name, "there is none" if came == _NONE else "nothing came", remedy)
        else:
            yield warning(wanted.name, f"{wanted.please}: {came} came", _EXCHANGED)


def check_stuck(down: Sequence[str]) -> Finding:
    """Judges which buttons are down though nobody was asked to press any."""
    if not down:
        return ok("buttons", "none of them is down by itself")
    remedy = "free it, and see that its wire touches neither ground nor another one"
    return warning("buttons", f"{', '.join(down)} down though nobody was asked to press", remedy)
