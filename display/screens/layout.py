"""The boxes of the screens, in pixels, computed from the size of the screen and the number of things."""

from dataclasses import dataclass

import pygame

from display.draw.boxes import columns, rows
from display.draw.theme import portrait, scale, unit


@dataclass(frozen=True, slots=True)
class ScreenFrame:
    """The boxes of every screen: a heading of two rows between two torches, a body, and four control panels."""

    torches: tuple[pygame.Rect, pygame.Rect]
    headline: pygame.Rect
    prompt: pygame.Rect
    body: pygame.Rect
    hints: tuple[pygame.Rect, ...]


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The boxes of the table: the seats around the middle, which has the claim and the ladder, and a foot."""

    frame: ScreenFrame
    seats: tuple[pygame.Rect, ...]
    middle: pygame.Rect
    foot: pygame.Rect


def frame(size: tuple[int, int], controls: bool = True) -> ScreenFrame:
    """Computes the boxes of a screen; without `controls` the body takes their place."""
    width, height = size
    u = unit(size)
    margin = max(4, round(u * 0.018))
    gap = max(3, round(u * scale(size).gap))
    inner = pygame.Rect(margin, margin, width - 2 * margin, height - 2 * margin)
    head = round(u * 0.115), round(u * 0.155)
    if not portrait(size):
        head = round(u * 0.105), round(u * 0.08)
    wing = round(u * 0.115)
    torches = (
        pygame.Rect(inner.left, inner.top, wing, sum(head)),
        pygame.Rect(inner.right - wing, inner.top, wing, sum(head)),
    )
    headline = pygame.Rect(inner.left + wing, inner.top, inner.width - 2 * wing, head[0])
    prompt = pygame.Rect(headline.left, headline.bottom, headline.width, head[1])
    if portrait(size):
        # The prompt takes the whole width, below the torches.
        for torch in torches:
            torch.height = head[0]
        prompt.left, prompt.width = inner.left, inner.width
    if portrait(size):
        panel = round(u * 0.17)
        strip = pygame.Rect(inner.left, inner.bottom - 2 * panel - gap, inner.width, 2 * panel + gap)
        hints = tuple(cell for line in rows(strip, 2, gap) for cell in columns(line, 2, gap))
    else:
        strip = pygame.Rect(inner.left, inner.bottom - round(u * 0.145), inner.width, round(u * 0.145))
        hints = columns(strip, 4, gap)
    if not controls:
        strip, hints = pygame.Rect(inner.left, inner.bottom + gap, inner.width, 0), ()
    body = pygame.Rect(inner.left, prompt.bottom + gap, inner.width, strip.top - prompt.bottom - 2 * gap)
    return ScreenFrame(torches, headline, prompt, body, hints)


def ring(number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Assigns seats to the left and the right column, each from top to bottom, so that play goes clockwise.

    >>> ring(5)
    ((0, 4, 3), (1, 2))
    """
    right = tuple(range(1, number // 2 + 1))
    left = (0, *range(number - 1, number // 2, -1)) if number else ()
    return left, right


def table(size: tuple[int, int], seats: int, controls: bool = True, foot: int = 0) -> TableLayout:
    """Places the seats left and right of the middle, or above it on a portrait screen.

    The foot is `foot` pixels high, and as high as a line of small letters at least.
    """
    parts = frame(size, controls)
    u = unit(size)
    gap = max(3, round(u * scale(size).gap))
    body = parts.body
    foot_height = max(foot, round(u * scale(size).small * 1.49))
    left, right = ring(seats)
    places: dict[int, pygame.Rect] = {}
    if portrait(size):
        depth = max(len(left), len(right), 1)
        high = min(round(u * 0.19), round((body.height * 0.42 - gap * (depth - 1)) / depth))
        rows_above = pygame.Rect(body.left, body.top, body.width, high * depth + gap * (depth - 1))
        sides = columns(rows_above, 2, gap * 2)
        middle = pygame.Rect(body.left, rows_above.bottom + gap, body.width, body.bottom - rows_above.bottom - gap)
    else:
        depth = max(len(left), len(right), 1)
        high = min(round(u * 0.235), round((body.height - gap * (depth - 1)) / depth))
        wide = round(min(body.width * 0.275, u * 0.6))
        sides = (
            pygame.Rect(body.left, body.top, wide, body.height),
            pygame.Rect(body.right - wide, body.top, wide, body.height),
        )
        middle = pygame.Rect(body.left + wide + 2 * gap, body.top, body.width - 2 * wide - 4 * gap, body.height)
    for side, indices in zip(sides, (left, right), strict=True):
        step = high + gap
        if not portrait(size) and len(indices) > 1:
            step = min(round(high * 1.35), (side.height - high) // (depth - 1))
        spare = 0 if portrait(size) else (side.height - high - step * (len(indices) - 1)) // 2
        for row, seat in enumerate(indices):
            places[seat] = pygame.Rect(side.left, side.top + spare + row * step, side.width, high)
    under = pygame.Rect(middle.left, middle.bottom - foot_height, middle.width, foot_height)
    middle = pygame.Rect(middle.left, middle.top, middle.width, middle.height - foot_height - gap // 2)
    return TableLayout(parts, tuple(places[i] for i in range(seats)), middle, under)
