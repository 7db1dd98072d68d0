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
