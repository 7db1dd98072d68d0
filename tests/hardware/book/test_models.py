"""DXF files have the outlines and holes of the boards."""

from pathlib import Path

import pytest

from hardware.book.board_shapes import Hole
from hardware.book.cuts import boards
from hardware.book.models import corners, dxf, write_dxf
from hardware.book.sizes import BoxShape, Sizes


def area(polygon: list[tuple[float, float]]) -> float:
    following = [*polygon[1:], polygon[0]]
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(polygon, following, strict=True))) / 2


@pytest.mark.parametrize("shape", BoxShape)
def test_outlines_have_the_size_and_area_of_the_boards(shape: BoxShape) -> None:
    for board in boards(Sizes(shape=shape)):
        outline = corners(board)
        assert max(x for x, _ in outline) == pytest.approx(board.wide, abs=0.1), board.name
        assert max(y for _, y in outline) <= board.high + 0.1, board.name
        wanted = board.wide * board.high if board.area is None else board.area
        assert area(outline) == pytest.approx(wanted, rel=0.02), board.name


def test_holes_are_circles_of_their_diameter_and_blind_ones_are_only_marked() -> None:
    apron = next(board for board in boards(Sizes()) if board.name == "apron")
    text = dxf(apron)
    assert text.count("CIRCLE") == sum(isinstance(cutout, Hole) for cutout in apron.cutouts)
    assert "40\n12.0000\n" in text
    front = next(board for board in boards(Sizes()) if board.name == "front")
    assert dxf(front).count("CIRCLE\n8\nMARK") == 2
    assert text.endswith("0\nEOF\n")


def test_every_board_is_written(tmp_path: Path) -> None:
    written = write_dxf(Sizes(), tmp_path / "dxf")
    assert len(set(written)) == len(boards(Sizes()))
    assert all(path.stat().st_size > 100 for path in written)
