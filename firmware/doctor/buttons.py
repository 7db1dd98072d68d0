"""Asks for every control of the box in turn, and tells which ones came."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware.doctor.finding import Finding, issue, ok, warning

PATIENCE = 15.0
"""Seconds for each control."""


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


def check_buttons(say: Callable[[str], None], next_deed: Callable[[float], str | None]) -> Iterator[Finding]:
    """Asks for one control after another; `next_deed` waits so many seconds at most for what somebody did."""
    for wanted in WANTED:
        say(f"Please {wanted.please} (or wait {PATIENCE:.0f} seconds).")
        came = next_deed(PATIENCE)
        if came in wanted.comes_as:
            yield ok(wanted.name, f"{wanted.please}: it came")
        elif came is None:
            remedy = "check its wires against the table that python -m hardware.pins prints"
            yield issue(wanted.name, f"{wanted.please}: nothing came", remedy)
        else:
            remedy = "if that was not your finger, two wires are exchanged"
            yield warning(wanted.name, f"{wanted.please}: {came} came", remedy)
