"""Dice, layout, theme, knotwork and wood."""

import doctest
import importlib
import itertools
import pkgutil

import numpy as np
import pygame
import pytest

import display
from display.draw import boxes, dice, knotwork, wood
from display.draw.drawing_context import DrawingContext
from display.draw.easing import drop, ease
from display.draw.theme import TORCHLIGHT
from display.screens import layout
from display.window import MainWindow
from tests.display.conftest import SIZES
from tests.display.pixels import contrast, luminance


def test_the_examples_in_the_docstrings_hold() -> None:
    tried = 0
    for module in pkgutil.walk_packages(display.__path__, "display."):
        result = doctest.testmod(importlib.import_module(module.name))
        assert result.failed == 0, module.name
        tried += result.attempted
    assert tried >= 5


def test_a_drawn_die_shows_as_many_pips_as_its_face(window: MainWindow) -> None:
    for oblong in (True, False):
        for face in range(1, 7):
            context = DrawingContext(window.size)
            long = 120
            picture = (
                pygame.surfarray.array3d(dice.die(context, face, long, oblong)).swapaxes(0, 1).astype(int).sum(axis=2)
            )
            found = dice.pips(face, long, oblong)
            assert len(found) == face
            for x, y, _ in found:
                assert picture[round(y), round(x)] < 300, "a pip is dark in its middle"
            width, height = dice.top_face(face, long, oblong)
            spots = {(round(x), round(y)) for x, y, _ in found}
            for column, row in itertools.product((0.25, 0.5, 0.75), repeat=2):
                at = round(column * width), round(row * height)
                if min(np.hypot(at[0] - x, at[1] - y) for x, y in spots) > 20:
                    assert picture[at[1], at[0]] > 500, "and the bone is light between them"


def test_one_and_two_lie_on_the_square_ends() -> None:
    for face in (1, 2):
        width, height = dice.top_face(face, 100)
        assert width == height
    for face in (3, 4, 5, 6):
        width, height = dice.top_face(face, 100)
        assert width / height == pytest.approx(4 / 3)


def test_dice_fit_the_room_they_are_given() -> None:
    for room in ((100, 60), (300, 40), (60, 200)):
        long = dice.longest_edge((3, 6), room, 500)
        assert dice.dice_width((3, 6), long, True) <= room[0]
        assert max(dice.die_size(face, long, True)[1] for face in (3, 6)) <= room[1]


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


def test_a_grid_holds_all_cells() -> None:
    box = pygame.Rect(10, 20, 500, 200)
    for number in range(1, 13):
        cells = boxes.grid(box, number, 6, 90)
        assert len(cells) == number
        assert all(box.contains(cell) for cell in cells)
        assert not any(a.colliderect(b) for a, b in itertools.combinations(cells, 2))


def test_pictures_share_their_room_as_large_as_they_go() -> None:
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


def test_text_colours_stand_out_from_all_wood() -> None:
    def light(colour: tuple[int, int, int]) -> float:
        return float(luminance(np.array(colour, dtype=float)[None])[0])

    grounds = [TORCHLIGHT.board[1], TORCHLIGHT.wall_wood[1], TORCHLIGHT.leather[1], TORCHLIGHT.lit_board[1]]
    grounds += [TORCHLIGHT.good[1], TORCHLIGHT.bad[1], TORCHLIGHT.doubt[1]]
    for ground in grounds:
        assert contrast(light(TORCHLIGHT.ink), light(ground)) >= 4.5


def test_good_and_bad_stay_apart_for_every_kind_of_colour_blindness() -> None:
    """Viénot, Brettel and Mollon 1999 (protan, deutan) and a blue-blind approximation, on linear RGB."""
    kinds = {
        "protan": [[0.1124, 0.8876, 0.0], [0.1124, 0.8876, 0.0], [0.0040, -0.0040, 1.0]],
        "deutan": [[0.2928, 0.7072, 0.0], [0.2928, 0.7072, 0.0], [-0.0223, 0.0223, 1.0]],
        "tritan": [[1.0, 0.1461, -0.1461], [0.0, 0.8594, 0.1406], [0.0, 0.8594, 0.1406]],
    }
    tones = {name: np.array(ramp, dtype=float) / 255 for name, ramp in vars_of_tones().items()}
    for kind, matrix in kinds.items():
        seen = {name: np.clip(ramp**2.2 @ np.array(matrix).T, 0, 1) ** (1 / 2.2) * 255 for name, ramp in tones.items()}
        assert np.abs(seen["good"][1] - seen["bad"][1]).sum() > 60, kind


def vars_of_tones() -> dict[str, tuple[tuple[int, int, int], ...]]:
    return {"good": TORCHLIGHT.good, "bad": TORCHLIGHT.bad}


def test_strands_pass_over_and_under_in_turn() -> None:
    """Follows each strand along a long plait: its height at its crossings alternates in sign."""
    for strands in (2, 3, 4):
        phase = np.linspace(0, 12 * np.pi, 200_000)
        offsets = [np.sin(phase + 2 * np.pi * k / strands) for k in range(strands)]
        heights = [knotwork.height(phase + 2 * np.pi * k / strands, strands) for k in range(strands)]
        for k in range(strands):
            crossings = []
            for other in range(strands):
                if other != k:
                    change = np.nonzero(np.diff(np.sign(offsets[k] - offsets[other])))[0]
                    crossings += [(at, heights[k][at] > heights[other][at]) for at in change]
            over = [above for _, above in sorted(crossings)]
            assert len(over) > 10
            assert all(a != b for a, b in itertools.pairwise(over))


def test_wood_is_the_same_in_every_run_and_differs_from_plank_to_plank() -> None:
    first, again, other = wood.grain(120, 40, 3), wood.grain(120, 40, 3), wood.grain(120, 40, 4)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert first.min() >= 0
    assert first.max() <= 1


def test_motion_ends_where_it_should() -> None:
    assert (ease(0), ease(1), ease(7)) == (0, 1, 1)
    assert drop(0) == 0
    assert drop(1) == pytest.approx(1)
    assert max(drop(step / 100) for step in range(101)) <= 1


def _large() -> pygame.Surface:
    return pygame.Surface((500, 500))


def test_the_store_forgets_what_was_not_used_for_long() -> None:
    context = DrawingContext((320, 240))
    for number in range(40):
        context.cached(number, _large)
    small = pygame.Surface((1, 1))
    assert context.cached(39, lambda: small) is not small
    assert context.cached(0, lambda: small) is small
