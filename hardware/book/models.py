"""Files for machines: DXF of every board for a laser or router, STL of every part for a printer.

`python -m hardware.book.models DIR`. The DXF files need nothing but Python; the STL files need OpenSCAD, and are left
out with the reason if it is missing.
"""

import argparse
import math
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from hardware.book.board_shapes import Board, Hole, RectangularHole
from hardware.book.cuts import boards, parse_sizes
from hardware.book.drawings import file_name
from hardware.book.open_scad import OpenScadError, openscad, settings
from hardware.book.sizes import PRINTED, Sizes

PARTS = (
    *("body", "plinth", "bottom", "apron", "cover", "cheek", "panel"),
    *("lid", "tongue", "opal", "bevel", "flap", "jig", "easel"),
)
"""The parts of the model that can be printed; the opal plate is a template."""
ARC_STEPS = 64
Corner = tuple[float, float]


def _pairs(*fields: tuple[int, object]) -> str:
    return "".join(f"{code}\n{f'{value:.4f}' if isinstance(value, float) else value}\n" for code, value in fields)


def _polygon(corners: list[Corner], layer: str) -> str:
    parts = [_pairs((0, "POLYLINE"), (8, layer), (66, 1), (70, 1), (10, 0.0), (20, 0.0), (30, 0.0))]
    parts += [_pairs((0, "VERTEX"), (8, layer), (10, float(x)), (20, float(y)), (30, 0.0)) for x, y in corners]
    return "".join([*parts, _pairs((0, "SEQEND"), (8, layer))])


def _arc(start: Corner, end: Corner, radius: float) -> Iterator[Corner]:
    """Yields points of the counter-clockwise arc of at most half a turn, from start (left out) to end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    chord = math.hypot(dx, dy)
    rise = math.sqrt(max(radius**2 - chord**2 / 4, 0))
    # The centre lies to the left of the way from start to end.
    centre = (start[0] + end[0]) / 2 - dy / chord * rise, (start[1] + end[1]) / 2 + dx / chord * rise
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    turn = (math.atan2(end[1] - centre[1], end[0] - centre[0]) - first) % (2 * math.pi)
    for step in range(1, ARC_STEPS + 1):
        angle = first + turn * step / ARC_STEPS
        yield centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def corners(board: Board) -> list[Corner]:
    """Returns the outline of a board as a polygon; arcs become short lines."""
    if board.outline is None:
        return [(0, 0), (board.wide, 0), (board.wide, board.high), (0, board.high)]
    found: list[Corner] = []
    for letter, text in re.findall(r"([MLA]) ([-\d. e]+)", board.outline):
        numbers = [float(word) for word in text.split()]
        end = numbers[-2], numbers[-1]
        found += _arc(found[-1], end, numbers[0]) if letter == "A" else [end]
    return found


def dxf(board: Board) -> str:
    """Returns a board as DXF (release 12, millimetres): cuts on the layer CUT, what does not go through on MARK."""
    parts = [_pairs((0, "SECTION"), (2, "ENTITIES")), _polygon(corners(board), "CUT")]
    for cutout in board.cutouts:
        layer = "MARK" if cutout.hidden else "CUT"
        if isinstance(cutout, RectangularHole):
            left, low = cutout.left, cutout.low
            right, top = left + cutout.wide, low + cutout.high
            parts.append(_polygon([(left, low), (right, low), (right, top), (left, top)], layer))
        elif isinstance(cutout, Hole):
            place = ((10, float(cutout.x)), (20, float(cutout.y)), (30, 0.0), (40, cutout.diameter / 2))
            parts.append(_pairs((0, "CIRCLE"), (8, layer), *place))
    return "".join([*parts, _pairs((0, "ENDSEC"), (0, "EOF"))])


def write_dxf(sizes: Sizes, directory: Path) -> list[Path]:
    """Writes a DXF file for every board; OSError if the directory cannot be written."""
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for board in boards(sizes):
        target = directory / Path(file_name(board)).with_suffix(".dxf").name
        target.write_text(dxf(board), encoding="ascii")
        written.append(target)
    return written


def write_stl(sizes: Sizes, directory: Path) -> list[Path]:
    """Writes an STL file for every printed part; OpenScadError if OpenSCAD is missing or rejects the box."""
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for part in PARTS:
        target = directory / f"{part}.stl"
        openscad(["-o", str(target), "-D", f'part="{part}"', *settings(replace(sizes, wall=PRINTED))])
        written.append(target)
    return written


def main() -> int:
    """Writes all files."""
    parser = argparse.ArgumentParser(description="DXF files of the boards and STL files of the printed parts.")
    parser.add_argument("directory", type=Path, help="where to write them")
    sizes, arguments = parse_sizes(parser)
    try:
        print(f"wrote {len(write_dxf(sizes, arguments.directory / 'dxf'))} DXF files")
        print(f"wrote {len(write_stl(sizes, arguments.directory / 'stl'))} STL files, with walls of {PRINTED:g} mm")
    except OpenScadError as error:
        print(f"error: no STL files: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"error: the files cannot be written ({error}): choose another directory", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
