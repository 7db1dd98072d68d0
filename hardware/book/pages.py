"""Keeps the tables and drawings in the book's pages as they are computed: `python -m hardware.book.pages`.

A table stands in a page between a line `<!-- python -m hardware.book.… -->` that names the command which prints it, and
`<!-- end -->`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from hardware.book import battery, circuit, view
from hardware.book.cuts import boards, cut_list
from hardware.book.drawings import draw
from hardware.book.sizes import MODEL, Shape, Sizes
from hardware.book.wiring import wiring_svg

BOOK = MODEL.parent
TABLES: Mapping[str, Callable[[], list[str]]] = {
    "python -m hardware.book.view": view.table,
    "python -m hardware.book.battery": battery.table,
    "python -m hardware.book.circuit": circuit.table,
    "python -m hardware.book.cuts": lambda: cut_list(Sizes()),
    "python -m hardware.book.cuts --shape round": lambda: cut_list(Sizes(shape=Shape.ROUND)),
}
_BLOCK = re.compile(r"<!-- (python -m hardware\.book\.[^\n]*?) -->\n(.*?)<!-- end -->\n", re.DOTALL)


def with_tables(page: str) -> str:
    """A page with its tables made anew; KeyError where one names a command that prints none."""
    return _BLOCK.sub(lambda found: "\n".join([f"<!-- {found[1]} -->", *TABLES[found[1]](), "<!-- end -->", ""]), page)


def pictures() -> Iterator[tuple[Path, str]]:
    """The drawings that the pages show, and their SVG."""
    yield BOOK / "pictures" / "wiring.svg", wiring_svg()
    yield BOOK / "pictures" / "circuit.svg", circuit.svg()
    shown = {"front", "back panel", "console"}
    for board in boards(Sizes()):
        if board.name in shown:
            yield BOOK / "pictures" / f"{board.name.replace(' ', '-')}.svg", draw(board, Sizes())


def main() -> None:
    """Makes all tables and drawings of the book anew."""
    for page in sorted(BOOK.glob("*.md")):
        page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
    for target, drawing in pictures():
        target.write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
