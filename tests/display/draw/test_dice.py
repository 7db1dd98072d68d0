"""Drawn dice."""

import itertools

import numpy as np
import pygame
import pytest

from display.draw import dice
from display.draw.drawing_context import DrawingContext


def test_a_die_shows_as_many_pips_as_its_face() -> None:
    for oblong in (True, False):
        for face in range(1, 7):
            context = DrawingContext((800, 480))
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


def test_one_and_two_are_on_the_square_ends() -> None:
    for face in (1, 2):
        width, height = dice.top_face(face, 100)
        assert width == height
    for face in (3, 4, 5, 6):
        width, height = dice.top_face(face, 100)
        assert width / height == pytest.approx(4 / 3)


def test_a_row_of_dice_fits_its_box() -> None:
    for room in ((100, 60), (300, 40), (60, 200)):
        long = dice.longest_edge((3, 6), room, 500)
        assert dice.dice_width((3, 6), long, True) <= room[0]
        assert max(dice.die_size(face, long, True)[1] for face in (3, 6)) <= room[1]
