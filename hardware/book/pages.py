"""Updates the computed tables and drawings in the book's pages: `python -m hardware.book.pages`.

In a page, a table is enclosed by a line `<!-- python -m hardware.book.… -->`, which names the command that prints it,
and `<!-- end -->`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from hardware.book import battery, circuit, currents, optics, prices, sight, view
from hardware.book.cuts import boards, cut_list
from hardware.book.drawings import draw
from hardware.book.sizes import MODEL, BoxShape, Sizes
from hardware.book.wiring import wiring_svg

BOOK = MODEL.parent
TABLES: Mapping[str, Callable[[], list[str]]] = {
    "python -m hardware.book.view": view.table,
    "python -m hardware.book.sight": lambda: [*sight.table(Sizes()), "", *sight.privacy(Sizes())],
    "python -m hardware.book.optics": optics.both_tables,
    "python -m hardware.book.currents": currents.table,
    "python -m hardware.book.battery": battery.table,
    "python -m hardware.book.prices": prices.table,
    "python -m hardware.book.circuit": circuit.table,
    "python -m hardware.book.cuts": lambda: cut_list(Sizes()),
    "python -m hardware.book.cuts --shape round": lambda: cut_list(Sizes(shape=BoxShape.ROUND)),
}
_BLOCK = re.compile(r"<!-- (python -m hardware\.book\.[^\n]*?) -->\n(.*?)<!-- end -->\n", re.DOTALL)


def with_tables(page: str) -> str:
    """Returns a page with its tables updated; KeyError if one names a command that prints none."""
    return _BLOCK.sub(lambda found: "\n".join([f"<!-- {found[1]} -->", *TABLES[found[1]](), "<!-- end -->", ""]), page)


def pictures() -> Iterator[tuple[Path, str]]:
    """Yields the paths of the drawings in the pages, and their SVG."""
    yield BOOK / "pictures" / "wiring.svg", wiring_svg()
    yield BOOK / "pictures" / "circuit.svg", circuit.svg()
    shown = {"front", "back panel", "apron", "camera jig"}
    for board in boards(Sizes()):
        if board.name in shown:
            yield BOOK / "pictures" / f"{board.name.replace(' ', '-')}.svg", draw(board, Sizes())


def main() -> None:
    """Updates all tables and drawings of the book."""
    for page in sorted(BOOK.rglob("*.md")):
        page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
    for target, drawing in pictures():
        target.write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
