"""The boxes of the screens."""

import itertools

import pygame

from display.draw import boxes
from display.screens import layout
from tests.display.conftest import SIZES


def test_nothing_on_the_table_overlaps_or_leaves_the_screen() -> None:
    for seats in range(2, 13):
        for size in SIZES:
            places = layout.table(size, seats)
            boxes = [
                *places.seats,
                places.middle,
                places.foot,
                *places.frame.hints,
                places.frame.headline,
                places.frame.prompt,
            ]
            screen = pygame.Rect(0, 0, *size)
            for box in boxes:
                assert screen.contains(box)
                assert box.width > 0
                assert box.height > 0
            for first, second in itertools.combinations(boxes, 2):
                assert not first.colliderect(second)


def test_play_goes_clockwise_around_the_table() -> None:
    for seats in range(2, 13):
        left, right = layout.ring(seats)
        assert sorted(left + right) == list(range(seats))
        around = [left[0], *right, *reversed(left[1:])]
        assert around == list(range(seats))


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
