"""The carrier board's circuit on stripboard, for soldering at home: where parts, cuts and links go, and what they join.

`python -m hardware.board.stripboard` prints the plan; `stripboard_drawing` draws it. Strips run from left to right and
are numbered from 1 at the top, holes from 1 at the left, as seen from the side of the parts. Parts have the names and
the numbers of pins that they have on the carrier board, so that both can be compared pin by pin.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from hardware.book.circuit import BASE_OHMS, GATE_DOWN, GATE_OHMS, LIGHT_OHMS
from hardware.pi.pins import Part, pin_of

STRIPS, HOLES = 37, 25
PITCH = 2.54
"""From hole to hole (mm)."""
INPUT_OHMS = 220
HEIGHT = 20.0
"""Spacers of 5 mm, the board, and its plugs (mm), estimated."""

Place = tuple[int, int]
"""Strip and hole."""


class PartKind(StrEnum):
    """The kind of a part, which decides how it is drawn."""

    HEADER = "pin for a wire to the Raspberry Pi"
    PLUG = "plug"
    RESISTOR = "resistor"
    TRANSISTOR = "transistor"
    MOSFET = "MOSFET"
    FUSE = "fuse"


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A part: its name, what it is, its value, and the place of each pin by its number on the carrier board."""

    name: str
    kind: PartKind
    value: str
    pins: Mapping[str, Place]


@dataclass(frozen=True, slots=True)
class StripboardPlan:
    """All parts, the holes at which a strip is cut, and the wires from hole to hole."""

    parts: Sequence[BoardPart]
    cuts: frozenset[Place]
    links: Sequence[tuple[Place, Place]]

    def piece(self, place: Place) -> Place:
        """Returns the piece of a strip in which a place lies, as its first place."""
        strip, hole = place
        before = [cut for at, cut in self.cuts if at == strip and cut < hole]
        return strip, max(before, default=0) + 1

    def nets(self) -> Sequence[frozenset[tuple[str, str]]]:
        """Returns which pins are joined by strips and links: sets of parts' names with numbers of pins."""
        joined: dict[Place, Place] = {}

        def root(place: Place) -> Place:
            while (above := joined.get(place, place)) != place:
                place = above
            return place

        for one, other in self.links:
            joined[root(self.piece(one))] = root(self.piece(other))
        found: dict[Place, set[tuple[str, str]]] = {}
        for part in self.parts:
            for pin, place in part.pins.items():
                found.setdefault(root(self.piece(place)), set()).add((part.name, pin))
        return [frozenset(pins) for pins in found.values()]

    def faults(self) -> Iterator[str]:
        """Yields what cannot be built: two wires in one hole, a wire in a cut, a place beside the board."""
        ends = [(place, part.name) for part in self.parts for place in part.pins.values()]
        ends += [(place, "a link") for link in self.links for place in link]
        used: dict[Place, str] = {}
        for place, name in ends:
            if place in used:
                yield f"{name} and {used[place]} share a hole: {place}"
            used[place] = name
            if place in self.cuts:
                yield f"{name} is in a cut: {place}"
            if not (1 <= place[0] <= STRIPS and 1 <= place[1] <= HOLES):
                yield f"{name} is beside the board: {place}"
        for one, other in self.links:
            if one[1] != other[1]:
                yield f"the link from {one} to {other} is not straight"


_PI, _RESISTOR, _TRANSISTOR, _CUT, _GROUND, _SUPPLY, _LED, _PLUG = 1, (3, 7), 10, 13, (16, 14), (18, 19), 20, 22
"""The holes in which the same things are on every strip; `_RESISTOR` has a cut in its middle."""
_BUTTONS = (("CLAIM", 1, "9"), ("REVEAL", 6, "14"), ("CHALLENGE", 11, "20"))
"""The first of the five strips of each button, and the ground pin of the header that it gets."""
_LAMP = 24
"""The first of the lamp's five strips."""
_GROUNDS = (2, 7, 12, 17, 20, 22, _LAMP + 2, STRIPS)
_SUPPLIES = (5, 10, 15, _LAMP, _LAMP + 2)


def _wire(header: int, strip: int, hole: int = _PI) -> tuple[str, Place]:
    return str(header), (strip, hole)


class _Planner:
    """Puts the plan together, strip by strip."""

    def __init__(self) -> None:
        self.parts: list[BoardPart] = []
        self.cuts: set[Place] = set()
        self.header: dict[str, Place] = {}

    def add(self, name: str, kind: PartKind, value: str, *places: Place) -> None:
        """Adds a part whose pins are numbered in order."""
        self.parts.append(BoardPart(name, kind, value, {str(number): at for number, at in enumerate(places, start=1)}))

    def series(self, name: str, ohms: int, part: Part, strip: int) -> None:
        """Puts a resistor between the wire from the Pi and the rest of a strip."""
        start, end = _RESISTOR
        self.header |= dict([_wire(pin_of(part).header, strip)])
        self.add(name, PartKind.RESISTOR, _ohms(ohms), (strip, start), (strip, end))
        self.cuts.add((strip, (start + end) // 2))


def _ohms(value: int) -> str:
    """Words a resistance.

    >>> _ohms(220), _ohms(100_000)
    ('220 Ω', '100 kΩ')
    """
    return f"{value} Ω" if value < 1000 else f"{value // 1000} kΩ"


def plan() -> StripboardPlan:
    """Returns the whole plan."""
    planner = _Planner()
    for number, (name, strip, ground) in enumerate(_BUTTONS):
        _plan_button(planner, number, name, strip, ground)
    _plan_contacts(planner)
    _plan_lamp(planner)
    planner.parts.append(BoardPart("J1", PartKind.HEADER, "", planner.header))
    links = (*_chain(_GROUNDS, _GROUND), *_chain(_SUPPLIES, _SUPPLY))
    return StripboardPlan(tuple(planner.parts), frozenset(planner.cuts), links)


def _chain(strips: Sequence[int], holes: tuple[int, int]) -> Iterator[tuple[Place, Place]]:
    """Links each strip with the next, in two holes by turns, as only one wire goes into a hole."""
    for number, (one, other) in enumerate(pairwise(strips)):
        yield (one, holes[number % 2]), (other, holes[number % 2])


def _plan_button(planner: _Planner, number: int, name: str, strip: int, ground: str) -> None:
    """Contact, ground, [base | LED +], LED −, 5 V: the order of the plug's pins."""
    contact, earth, base, cathode, supply = range(strip, strip + 5)
    planner.series(f"R{4 + number}", INPUT_OHMS, Part[name], contact)
    planner.series(f"R{21 + number}", BASE_OHMS, Part[f"LIGHT_{name}"], base)
    planner.header[ground] = (earth, _PI)
    places = [(row, _TRANSISTOR) for row in (cathode, base, earth)]
    planner.add(f"Q{3 + number}", PartKind.TRANSISTOR, "BC337", *places)
    planner.cuts.add((base, _CUT))
    planner.add(f"R{24 + number}", PartKind.RESISTOR, _ohms(LIGHT_OHMS), (supply, _LED), (base, _LED))
    planner.add(f"J{2 + number}", PartKind.PLUG, name, *((row, _PLUG) for row in (contact, earth, base, cathode)))


def _plan_contacts(planner: _Planner) -> None:
    """Dial, lid, power button and seats."""
    contacts = (
        *(("R12", Part.DIAL_A, 16), ("R13", Part.DIAL_B, 18), ("R15", Part.DIAL_PUSH, 19)),
        *(("R14", Part.LID, 21), ("R2", Part.POWER, 23)),
        *(("R3", Part.SEAT_1, 29), ("R7", Part.SEAT_2, 30), ("R8", Part.SEAT_3, 31), ("R9", Part.SEAT_4, 32)),
        *(("R10", Part.SEAT_5, 33), ("R11", Part.SEAT_6, 34), ("R16", Part.SEAT_7, 35), ("R1", Part.SEAT_8, 36)),
    )
    for name, part, strip in contacts:
        planner.series(name, INPUT_OHMS, part, strip)
    planner.header |= dict([_wire(39, 17), _wire(6, 22), _wire(25, STRIPS)])
    planner.add("J5", PartKind.PLUG, "DIAL", *((row, _PLUG) for row in range(16, 21)))
    planner.add("J7", PartKind.PLUG, "LID", (21, _PLUG), (22, _PLUG))
    planner.add("J8", PartKind.PLUG, "POWER", (23, HOLES), (22, HOLES))
    planner.add("J9", PartKind.PLUG, "SEATS", *((row, _PLUG) for row in range(29, STRIPS + 1)), (STRIPS, HOLES))


def _plan_lamp(planner: _Planner) -> None:
    """[gate | 5 V], left −, [ground | 5 V], right −, [gate | +5 V of the Pi]: the order of the plug's pins.

    A MOSFET's pins are numbered as on the carrier board: gate, source, drain.
    """
    left, drain, middle, other, right = range(_LAMP, _LAMP + 5)
    planner.series("R17", GATE_OHMS, Part.LAMP_LEFT, left)
    planner.series("R19", GATE_OHMS, Part.LAMP_RIGHT, right)
    planner.add("R18", PartKind.RESISTOR, _ohms(GATE_DOWN), (left, 8), (middle, 8))
    planner.add("R20", PartKind.RESISTOR, _ohms(GATE_DOWN), (right, 15), (middle, 15))
    planner.add("Q1", PartKind.MOSFET, "IRLB8721", (left, 10), (middle, 10), (drain, 10))
    planner.add("Q2", PartKind.MOSFET, "IRLB8721", (right, 13), (middle, 13), (other, 13))
    planner.cuts |= {(row, 17) for row in (left, middle, right)}
    planner.header |= dict([_wire(30, middle), _wire(34, middle, 2), _wire(2, right, 24), _wire(4, right, 25)])
    planner.add("F1", PartKind.FUSE, "0.4 A, resets itself", (right, 20), (middle, 20))
    planner.add("J6", PartKind.PLUG, "LAMP", *((row, _PLUG) for row in (left, drain, middle, other)))


def tables() -> list[str]:
    """Returns parts, cuts, links and wires to the Pi as lines of Markdown tables."""
    whole = plan()
    values: dict[str, list[str]] = {}
    for part in whole.parts:
        if part.kind not in (PartKind.HEADER, PartKind.PLUG):
            values.setdefault(f"{part.kind}, {part.value}", []).append(part.name)
    lines = ["| part | pieces |", "|---|---|"]
    lines += [f"| {value} | {len(names)}: {', '.join(names)} |" for value, names in values.items()]
    lines += ["", "| strip | cut at hole |", "|---|---|"]
    for strip in sorted({strip for strip, _ in whole.cuts}):
        holes = ", ".join(str(hole) for at, hole in sorted(whole.cuts) if at == strip)
        lines.append(f"| {strip} | {holes} |")
    lines += ["", "| link in hole | from strip to strip |", "|---|---|"]
    for hole in sorted({one[1] for one, _ in whole.links}):
        pairs = ", ".join(f"{one[0]} to {other[0]}" for one, other in whole.links if one[1] == hole)
        lines.append(f"| {hole} | {pairs} |")
    header = next(part for part in whole.parts if part.kind is PartKind.HEADER)
    lines += ["", "| strip, hole | to pin of the Pi's header |", "|---|---|"]
    for pin, (strip, hole) in sorted(header.pins.items(), key=lambda item: item[1]):
        lines.append(f"| {strip}, {hole} | {pin} |")
    return lines


def main() -> None:
    """Prints the tables."""
    print("\n".join(tables()))


if __name__ == "__main__":
    main()
