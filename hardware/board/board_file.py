"""Reads from a KiCad board (`.kicad_pcb`) which pad of which part is on which net."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

BOARD = Path(__file__).with_name("meierbox-carrier.kicad_pcb")
SCHEMATIC = BOARD.with_suffix(".kicad_sch")

Expression: TypeAlias = "str | list[Expression]"
"""An atom, or a list of expressions."""

_TOKENS = re.compile(r'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')


def expression(text: str) -> Expression:
    """Parses the first S-expression of a text; quoted strings lose their quotation marks.

    Raises `ValueError` if it does not end.

    >>> expression('(pad "1" (net 3 "GND"))')
    ['pad', '1', ['net', '3', 'GND']]
    """
    stack: list[list[Expression]] = [[]]
    for match in _TOKENS.finditer(text):
        bracket, quoted, plain = match.groups()
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            if len(stack) == 1:
                return done
            stack[-1].append(done)
        else:
            stack[-1].append(plain if quoted is None else quoted)
    raise ValueError("the expression does not end: a bracket is missing")


def _lists(inside: Expression, name: str) -> Iterator[list[Expression]]:
    return (item for item in inside if isinstance(item, list) and item[:1] == [name])


def nets(path: Path = BOARD) -> Mapping[str, Mapping[str, str]]:
    """Returns the net of each pad, by reference (`"J1"`) and the pad's number; pads without a net are left out.

    Raises `OSError` if the file cannot be read and `ValueError` if it is no board.
    """
    found: dict[str, dict[str, str]] = {}
    for footprint in _lists(expression(path.read_text(encoding="utf-8")), "footprint"):
        reference = next(str(item[2]) for item in _lists(footprint, "property") if item[1] == "Reference")
        pads = found.setdefault(reference, {})
        for pad in _lists(footprint, "pad"):
            pads |= {str(pad[1]): str(net[-1]) for net in _lists(pad, "net")}
    return found
