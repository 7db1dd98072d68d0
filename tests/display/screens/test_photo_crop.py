"""Crops of a photograph: all dice are in view, undistorted, and each has a close-up."""

import pygame
import pytest

from display.samples.sample_parts import SampleDie
from display.scene import DieMarks
from display.widgets.photo_crop import MAX_CLOSE_UPS, crop, views


def test_the_crop_contains_all_dice_undistorted() -> None:
    dice = tuple(
        SampleDie(3, ((x, y), (x + 90, y), (x + 90, y + 60), (x, y + 60)), ()) for x, y in ((400, 500), (700, 420))
    )
    for room in (pygame.Rect(10, 10, 480, 220), pygame.Rect(0, 0, 200, 400), pygame.Rect(0, 0, 300, 300)):
        cut = crop((1280, 960), dice, room)
        assert room.contains(cut.target)
        assert cut.target.width / cut.source.width == pytest.approx(cut.target.height / cut.source.height, rel=0.02)
        for die in dice:
            for point in die.polygon:
                x, y = cut.place(*point)
                assert cut.target.collidepoint(x, y)
        assert cut.source.width < 1280


def die_at(x: float, y: float) -> DieMarks:
    return SampleDie(3, ((x, y), (x + 40, y + 5), (x + 35, y + 45), (x - 5, y + 40)), ((x + 18, y + 22, 4),))


def test_every_die_has_a_larger_close_up() -> None:
    for number in (1, 2, 5, 6):
        for room in (pygame.Rect(8, 60, 480, 220), pygame.Rect(0, 0, 240, 260), pygame.Rect(0, 0, 900, 330)):
            dice = tuple(die_at(60 + 190 * (i % 6), 40 + 160 * (i % 5)) for i in range(number))
            whole, closer = views((1280, 960), dice, room, 6)
            boxes = [whole.target, *(view.target for _, view in closer)]
            assert [die for die, _ in closer] == list(dice)
            assert all(room.contains(box) for box in boxes)
            assert not any(a.colliderect(b) for number, a in enumerate(boxes) for b in boxes[number + 1 :])
            for die, view in closer:
                assert view.source.width == view.source.height
                assert view.zoom > whole.zoom
                assert all(view.target.collidepoint(view.place(*point)) for point in die.polygon)


def test_many_dice_have_no_close_ups() -> None:
    dice = tuple(die_at(60 + 90 * i, 100) for i in range(MAX_CLOSE_UPS + 1))
    _, closer = views((1280, 960), dice, pygame.Rect(0, 0, 480, 220), 6)
    assert closer == ()


def test_a_picture_without_dice_is_shown_whole() -> None:
    cut = crop((640, 480), (), pygame.Rect(0, 0, 400, 200))
    assert cut.source.size == (640, 480)
    assert cut.target.height == 200
