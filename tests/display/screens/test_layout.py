"""The boxes of the screens."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from display.draw import boxes
from display.draw.drawing_context import DrawingContext
from display.samples import box_games, sample_parts
from display.scene import TableScene
from display.screens.table_layout import table_layout
from tests.display.conftest import SIZES


def scenes() -> Iterator[TableScene]:
    """A standing claim, a claim that is being chosen over another, and a refusal, with two to twelve seats."""
    for number in (2, 3, 6, 8, 12):
        for name in ("table-facing", "table-raise", "table-twelve"):
            scene = box_games.tables()[name]
            assert isinstance(scene, TableScene)
            yield replace(scene, seats=sample_parts.seats(number))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_on_the_table_overlaps_or_leaves_the_screen(size: tuple[int, int]) -> None:
    pygame.display.init()
    pygame.display.set_mode(size)
    context = DrawingContext(size)
    screen = pygame.Rect(0, 0, *size)
    for scene in scenes():
        places = table_layout(context, scene)
        least = round(0.17 * context.unit)
        assert places.stage.height >= least, (len(scene.seats), places.stage)
        below = [places.stage, *places.seats, places.corner, places.dial, places.prompt, places.status]
        used = [box for box in (*below, *places.hints) if box.width and box.height]
        assert all(screen.contains(box) for box in used)
        for first, second in itertools.combinations(used, 2):
            assert not first.colliderect(second), (len(scene.seats), first, second)
        assert places.what.bottom <= places.stage.top + 0.03 * context.unit


def test_who_and_what_and_the_claim_stand_above_everything_else() -> None:
    for size in SIZES:
        for scene in scenes():
            places = table_layout(DrawingContext(size), scene)
            rest = (*places.seats, places.prompt, *places.hints)
            assert places.who.top < places.what.top < places.stage.top < min(box.top for box in rest)


def test_seats_are_read_in_the_order_of_play() -> None:
    for size in SIZES:
        for scene in scenes():
            cells = table_layout(DrawingContext(size), scene).seats
            assert [*cells] == sorted(cells, key=lambda cell: (cell.top, cell.left))


def test_a_grid_has_all_cells() -> None:
    box = pygame.Rect(10, 20, 500, 200)
    for number in range(1, 13):
        cells = boxes.grid(box, number, 6, 90)
        assert len(cells) == number
        assert all(box.contains(cell) for cell in cells)
        assert not any(a.colliderect(b) for a, b in itertools.combinations(cells, 2))


def test_pictures_are_as_large_as_possible() -> None:
    for box in (pygame.Rect(8, 60, 580, 200), pygame.Rect(0, 0, 460, 520)):
        for number in range(1, 10):
            cells = boxes.pictures(box, number, 6, 20)
            assert len(cells) == number
            assert all(box.contains(cell) for cell in cells)
            assert not any(a.colliderect(b) for a, b in itertools.combinations(cells, 2))
            in_a_row = (box.width - 6 * (number - 1)) / number
            assert (
                min(min(cell.width, (cell.height - 20) / 0.75) for cell in cells) >= min(in_a_row, box.height - 20) - 2
            )
