"""Workshop drawings, one SVG for each board: `python -m hardware.book.drawings DIR`.

Each is drawn to scale (1:1 when printed at 100 %, as long as it fits the paper) with its dimensions in millimetres and
inches. They are those of the model, since both come from `sizes.py`.
"""

import argparse
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from hardware.book.board_shapes import Board, Hole, RectangularHole, drill_inches, inches
from hardware.book.cuts import boards, cut_list, parse_sizes
from hardware.book.sizes import Sizes

LEFT, RIGHT, TOP, BOTTOM = 34.0, 14.0, 26.0, 24.0
"""Margins round the board on the sheet (mm)."""
MIN_WIDTH = 190.0
"""Minimum width of a sheet, for the table below the board (mm)."""
ROW = 5.0
LETTER = 2.4
"""Size of a cut-out's letter on the drawing (mm)."""
LETTERS = 95
"""Characters that fit on a line."""
STYLE = (
    "text{font-family:sans-serif;font-size:3.4px;fill:#222}.title{font-size:5px;font-weight:bold}"
    ".board{fill:#f3e6d0;stroke:#222;stroke-width:.5}.cut{fill:#fff;stroke:#222;stroke-width:.4}"
    ".hidden{fill:none;stroke:#222;stroke-width:.3;stroke-dasharray:1.6 1}"
    ".dim{stroke:#666;stroke-width:.2;fill:none}.cross{stroke:#888;stroke-width:.15}"
    ".letter{font-size:3px;font-weight:bold;fill:#a02010}"
)


def file_name(board: Board) -> str:
    """Returns the file name of a board's drawing.

    >>> file_name(Board("baffle's spacer", 4, 1, 1, 1, ""))
    'baffles-spacer.svg'
    """
    return board.name.replace("'", "").replace(",", "").replace(" ", "-") + ".svg"


def length(mm: float) -> str:
    """Formats a dimension for a drawing.

    >>> length(174)
    '174 mm (6 27/32″)'
    """
    return f"{mm:.1f}".removesuffix(".0") + f" mm ({inches(mm)})"


def diameter(mm: float) -> str:
    """Formats the diameter of a drilled hole.

    >>> diameter(3.5)
    '3.5 mm (9/64″)'
    """
    return f"{mm:.1f}".removesuffix(".0") + f" mm ({drill_inches(mm)})"


def _text(x: float, y: float, text: str, kind: str = "", more: str = "") -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}" class="{kind}" {more}>{escape(text)}</text>'


def _lettered(cutouts: tuple[RectangularHole | Hole, ...]) -> Iterator[tuple[str, list[RectangularHole | Hole]]]:
    """Yields the cut-outs with a letter each; equal ones share a letter."""
    kinds: dict[tuple[str, float], list[RectangularHole | Hole]] = {}
    for cutout in cutouts:
        size = cutout.diameter if isinstance(cutout, Hole) else cutout.wide
        kinds.setdefault((cutout.name, size), []).append(cutout)
    yield from zip("ABCDEFGHIJKLM", kinds.values(), strict=False)


def _rows(board: Board) -> Iterator[str]:
    """Yields the table below a drawing: size of each cut-out, and its position from the lower left corner."""
    for letter, alike in _lettered(board.cutouts):
        first = alike[0]
        through = ", does not go through" if first.hidden else ""
        if isinstance(first, RectangularHole):
            yield f"{letter}  {first.name}: {length(first.wide)} × {length(first.high)}{through}"
            yield f"     left edge at {length(first.left)}, lower edge at {length(first.low)}"
        else:
            count = f"{len(alike)} holes " if len(alike) > 1 else ""
            yield f"{letter}  {first.name}: {count}⌀ {diameter(first.diameter)}{through}"
            for hole in alike:
                if isinstance(hole, Hole):
                    yield f"     middle at {length(hole.x)} from the left, {length(hole.y)} from below"


def _dimensions(board: Board, left: float, top: float) -> Iterator[str]:
    low, right = top + board.high, left + board.wide
    y = low + 8
    yield f'<path class="dim" d="M {left} {low + 1} V {y + 2} M {right} {low + 1} V {y + 2} M {left} {y} H {right}"/>'
    yield _text(left + board.wide / 2, y + 4.5, length(board.wide), more='text-anchor="middle"')
    x = left - 8
    yield f'<path class="dim" d="M {left - 1} {top} H {x - 2} M {left - 1} {low} H {x - 2} M {x} {top} V {low}"/>'
    middle = top + board.high / 2
    if board.high < 36:
        words = length(board.high).split(" (")
        yield _text(x - 2, middle, words[0], more='text-anchor="end"')
        yield _text(x - 2, middle + 4, f"({words[1]}", more='text-anchor="end"')
    else:
        turned = f'text-anchor="middle" transform="rotate(-90 {x - 2.5:.2f} {middle:.2f})"'
        yield _text(x - 2.5, middle, length(board.high), more=turned)


def _cutout(cutout: RectangularHole | Hole, letter: str, board: Board, origin: tuple[float, float]) -> Iterator[str]:
    left, low = origin
    kind = "hidden" if cutout.hidden else "cut"
    if isinstance(cutout, RectangularHole):
        x, y = left + cutout.left, low - cutout.low - cutout.high
        yield f'<rect class="{kind}" x="{x:.2f}" y="{y:.2f}" width="{cutout.wide:.2f}" height="{cutout.high:.2f}"/>'
        inside = cutout.wide > 8 and cutout.high > 5
        if inside and cutout.hidden:
            # A hole may be in its middle.
            yield _text(x + 1, y + cutout.high - 1, letter, "letter")
        else:
            at = x + cutout.wide / 2 if inside else x + cutout.wide + 1.5
            yield _text(at, y + cutout.high / 2 + 1, letter, "letter")
        return
    x, y, radius = left + cutout.x, low - cutout.y, cutout.diameter / 2
    yield f'<circle class="{kind}" cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}"/>'
    arm = min(radius + 2, 8)
    yield f'<path class="cross" d="M {x - arm:.2f} {y:.2f} h {2 * arm:.2f} M {x:.2f} {y - arm:.2f} v {2 * arm:.2f}"/>'
    if radius > 6:
        yield _text(x + 1.5, y - 1.5, letter, "letter")
        return
    # Beside the hole, where the letter lies neither on the board's edge nor on that of an opening.
    beside = radius + 0.8
    corners = ((beside, beside), (-beside - LETTER, beside), (beside, -beside - LETTER), (-beside - LETTER,) * 2)
    across, up = next(
        (corner for corner in corners if _is_clear(board, cutout.x + corner[0], cutout.y + corner[1])), corners[0]
    )
    yield _text(x + across, y - up, letter, "letter")


def _is_clear(board: Board, x: float, y: float) -> bool:
    """Returns whether a letter with its lower left corner there lies on wood alone."""
    if not (0.5 < x < board.wide - LETTER - 0.5 and 0.5 < y < board.high - LETTER - 0.5):
        return False
    return not any(
        isinstance(other, RectangularHole)
        and other.left - LETTER < x < other.left + other.wide
        and other.low - LETTER < y < other.low + other.high
        for other in board.cutouts
    )


def draw(board: Board, sizes: Sizes) -> str:
    """Draws one board as SVG, on a page in millimetres."""
    rows = list(_rows(board))
    wide = max(LEFT + board.wide + RIGHT, MIN_WIDTH)
    high = TOP + board.high + BOTTOM + ROW * len(rows)
    left, low = LEFT, TOP + board.high
    pieces = "1 piece" if board.pieces == 1 else f"{board.pieces} pieces"
    about = f"{sizes.shape.value} box of {sizes.wall:g} mm boards. {board.note[:1].upper()}{board.note[1:]}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.1f}mm" height="{high:.1f}mm" '
        f'viewBox="0 0 {wide:.1f} {high:.1f}">',
        f"<style>{STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        _text(8, 10, f"{board.name} — {pieces}, {length(board.thick)} {board.stuff}", "title"),
        *(_text(8, 16 + ROW * number, line) for number, line in enumerate(textwrap.wrap(about, LETTERS))),
    ]
    if board.outline is None:
        parts.append(f'<rect class="board" x="{left}" y="{TOP}" width="{board.wide:.2f}" height="{board.high:.2f}"/>')
    else:
        parts.append(f'<path class="board" transform="translate({left} {low:.2f}) scale(1 -1)" d="{board.outline}"/>')
    for letter, alike in _lettered(board.cutouts):
        for cutout in alike:
            parts.extend(_cutout(cutout, letter, board, (left, low)))
    parts.extend(_dimensions(board, left, TOP))
    for number, row in enumerate(rows):
        # The lines that belong to a letter are indented.
        parts.append(_text(14 if row.startswith(" ") else 8, low + BOTTOM + ROW * number, row.strip()))
    return "\n".join([*parts, "</svg>", ""])


def write(sizes: Sizes, directory: Path) -> list[Path]:
    """Writes a drawing of every board and the cut list; OSError if the directory cannot be written."""
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for board in boards(sizes):
        target = directory / file_name(board)
        target.write_text(draw(board, sizes), encoding="utf-8")
        written.append(target)
    target = directory / "cut-list.md"
    title = f"# Cut list: {sizes.shape.value} box of {sizes.wall:g} mm boards"
    target.write_text("\n".join([title, "", *cut_list(sizes), ""]), encoding="utf-8")
    return [*written, target]


def main() -> int:
    """Writes the drawings."""
    parser = argparse.ArgumentParser(description="Drawings of every board (SVG) and the cut list.")
    parser.add_argument("directory", type=Path, help="where to write them")
    sizes, arguments = parse_sizes(parser)
    try:
        written = write(sizes, arguments.directory)
    except OSError as error:
        print(f"error: the drawings cannot be written ({error}): choose another directory", file=sys.stderr)
        return 1
    print(f"wrote {len(written)} files into {arguments.directory}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
