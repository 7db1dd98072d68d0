"""Lives, drawn as wooden staves: whole ones are upright, lost ones are stumps, and one just lost breaks."""

import math
from dataclasses import dataclass

import pygame

from display.draw.drawing_context import DrawingContext
from display.draw.theme import Ramp

BREAK_SECONDS = 0.8


def _life(context: DrawingContext, size: tuple[int, int], tones: Ramp) -> pygame.Surface:
    def make() -> pygame.Surface:
        width, height = size
        fine = 4
        w, h = width * fine, height * fine
        piece = pygame.Surface((w, h), pygame.SRCALPHA)
        for x in range(w):
            p = x / max(1, w - 1)
            light = math.sin(math.pi * (0.12 + 0.8 * p))
            low, high = (tones[0], tones[1]) if light < 0.7 else (tones[1], tones[2])
            mix = light / 0.7 if light < 0.7 else (light - 0.7) / 0.3
            tone = tuple(round(a + (b - a) * mix) for a, b in zip(low, high, strict=True))
            pygame.draw.line(piece, tone, (x, 0), (x, h))
        mask = pygame.Surface((w, h), pygame.SRCALPHA)
        pygame.draw.rect(mask, (255, 255, 255), mask.get_rect(), border_radius=w // 3)
        piece.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        notch = max(2, h // 26)
        for y in (0.16, 0.84):
            pygame.draw.rect(piece, context.theme.life_mark, (0, round(h * y) - notch // 2, w, notch))
        pygame.draw.line(piece, context.theme.life_mark, (w * 0.3, h * 0.62), (w * 0.72, h * 0.36), notch)
        return pygame.transform.smoothscale(piece, size)

    return context.cached(("life", size, tones), make)


def _jag(size: tuple[int, int]) -> list[tuple[float, float]]:
    width, height = size
    return [
        (width * x, height * y)
        for x, y in ((0, 0.60), (0.22, 0.70), (0.42, 0.58), (0.64, 0.72), (0.82, 0.61), (1, 0.68))
    ]


def _half(context: DrawingContext, size: tuple[int, int], upper: bool) -> pygame.Surface:
    def make() -> pygame.Surface:
        piece = _life(context, size, context.theme.life if upper else context.theme.lost_life).copy()
        far = -1 if not upper else size[1] + 1
        pygame.draw.polygon(piece, (0, 0, 0, 0), [(0, far), *_jag(size), (size[0], far)])
        return piece

    return context.cached(("half life", size, upper), make)


def _slot(context: DrawingContext, size: tuple[int, int]) -> pygame.Surface:
    def make() -> pygame.Surface:
        piece = pygame.Surface(size, pygame.SRCALPHA)
        pygame.draw.rect(
            piece,
            (*context.theme.night, context.theme.depth),
            piece.get_rect(),
            border_radius=max(1, size[0] // 3),
        )
        return piece

    return context.cached(("slot", size), make)


@dataclass(frozen=True, slots=True)
class LifeBoxes:
    """The boxes of a seat's lives, of which the first `whole` are left and the others lost."""

    boxes: tuple[pygame.Rect, ...]
    whole: int


def arrange(room: pygame.Rect, stock: int, stock_max: int) -> LifeBoxes:
    """Places `stock_max` lives side by side from the left of `room`."""
    number = max(stock, stock_max, 1)
    width = min(round(room.height * 0.42), room.width / (number * 1.5))
    step = min(width * 1.75, (room.width - width) / max(1, number - 1))
    boxes = tuple(
        pygame.Rect(room.left + round(i * step), room.top, max(2, round(width)), room.height) for i in range(number)
    )
    return LifeBoxes(boxes, max(0, stock))


def draw(context: DrawingContext, surface: pygame.Surface, lives: LifeBoxes) -> None:
    """Draws the lives that are left and those that are lost."""
    for number, box in enumerate(lives.boxes):
        surface.blit(_slot(context, box.size), box)
        surface.blit(
            _life(context, box.size, context.theme.life)
            if number < lives.whole
            else _half(context, box.size, upper=False),
            box,
        )


class BreakingLives:
    """Breaks lives: a jolt, then the upper halves tumble down and fade."""

    def __init__(
        self, context: DrawingContext, boxes: tuple[pygame.Rect, ...], starts: float, stand: bool = True
    ) -> None:
        """Breaks the lives in `boxes` one shortly after the other, from `starts` seconds on.

        Before that they are drawn whole if `stand`, else not at all.
        """
        self._context = context
        self._boxes = boxes
        self._starts = starts
        self._stand = stand
        self.ends = starts + BREAK_SECONDS + 0.1 * (len(boxes) - 1) if boxes else 0.0

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the halves at `t` seconds."""
        covered = self._boxes[0].copy()
        if t < self._starts and not self._stand:
            return pygame.Rect(covered.topleft, (0, 0))
        for number, box in enumerate(self._boxes):
            local = (t - self._starts - 0.1 * number) / BREAK_SECONDS
            if local >= 1:
                continue
            if local < 0:
                covered.union_ip(surface.blit(_life(self._context, box.size, self._context.theme.life), box))
                continue
            half = _half(self._context, box.size, upper=True)
            fall = max(0.0, local - 0.18) / 0.82
            jolt = math.sin(local * 60) * box.width * 0.12 if local < 0.18 else 0.0
            piece = pygame.transform.rotate(half, -100 * fall)
            piece.set_alpha(round(255 * (1 - fall**3)))
            place = piece.get_rect(center=box.center)
            place.move_ip(round(jolt + box.width * 1.1 * fall), round(box.height * 1.2 * fall * fall))
            covered.union_ip(surface.blit(piece, place))
        return covered
