"""Wood, knotwork, easing curves and the cache of finished surfaces."""

import itertools

import numpy as np
import pygame
import pytest

from display.draw import knotwork, wood
from display.draw.drawing_context import DrawingContext
from display.draw.easing import drop, ease


def test_strands_cross_alternately_over_and_under() -> None:
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


def test_wood_is_deterministic_and_differs_between_planks() -> None:
    first, again, other = wood.grain(120, 40, 3), wood.grain(120, 40, 3), wood.grain(120, 40, 4)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert first.min() >= 0
    assert first.max() <= 1


def test_easing_ends_at_one() -> None:
    assert (ease(0), ease(1), ease(7)) == (0, 1, 1)
    assert drop(0) == 0
    assert drop(1) == pytest.approx(1)
    assert max(drop(step / 100) for step in range(101)) <= 1


def _large() -> pygame.Surface:
    return pygame.Surface((500, 500))


def test_the_cache_drops_what_was_used_least_recently() -> None:
    context = DrawingContext((320, 240))
    for number in range(40):
        context.cached(number, _large)
    small = pygame.Surface((1, 1))
    assert context.cached(39, lambda: small) is not small
    assert context.cached(0, lambda: small) is small
