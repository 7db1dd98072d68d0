"""Fire: torches that flicker after a change of scene, and sparks that rise on the winner screen."""

import math

import numpy as np
import pygame

from display.draw import wood
from display.draw.drawing_context import DrawingContext
from display.draw.easing import clamp

FLICKER_SECONDS = 1.6
_PHASES = 8


def _flame_shape(phase: float, layer: int, width: float, height: float) -> list[tuple[float, float]]:
    """Outlines one layer of a flame: broad at the foot, its tip swaying with the phase (radians)."""
    reach = (0.98, 0.74, 0.48)[layer]
    girth = (0.31, 0.215, 0.115)[layer]
    left, right = [], []
    for step in range(31):
        p = step / 30
        body = math.sin(math.pi * (0.02 + 0.98 * p) ** 0.62) ** 0.75 * (1 - 0.35 * p)
        lick = 1 + 0.16 * math.sin(7 * p + phase * 2 + layer)
        half = width * girth * max(0.0, body) * lick
        lean = width * 0.11 * p * p * (math.sin(phase) + 0.5 * math.sin(2 * phase + 5 * p))
        y = height * (0.985 - reach * p * (0.96 + 0.04 * math.cos(phase * 3)))
        left.append((width / 2 + lean - half, y))
        right.append((width / 2 + lean + half, y))
    return left + right[::-1]


def flame(context: DrawingContext, height: int, phase: int = 0) -> pygame.Surface:
    """Draws a flame `height` pixels high, in one of the phases 0 to 7."""
    width = round(height * 0.8)

    def make() -> pygame.Surface:
        fine = 3
        big = pygame.Surface((width * fine, height * fine), pygame.SRCALPHA)
        angle = phase * math.tau / _PHASES
        for layer, tone in enumerate(context.theme.flame):
            shape = pygame.Surface(big.get_size(), pygame.SRCALPHA)
            shape.fill((*tone, 0))
            pygame.draw.polygon(shape, (*tone, 235), _flame_shape(angle, layer, width * fine, height * fine))
            big.blit(wood.soft(shape, max(2, height * fine // 60)), (0, 0))
        return pygame.transform.smoothscale(big, (width, height))

    return context.cached(("flame", height, phase % _PHASES), make)


def _bracket(context: DrawingContext, size: tuple[int, int]) -> pygame.Surface:
    theme = context.theme

    def draw(big: pygame.Surface) -> None:
        w, h = big.get_size()
        shaft = [(w * 0.40, h * 0.22), (w * 0.60, h * 0.22), (w * 0.55, h * 0.98), (w * 0.45, h * 0.98)]
        pygame.draw.polygon(big, theme.board[0], shaft)
        pygame.draw.polygon(
            big,
            theme.board[2],
            [(w * 0.43, h * 0.22), (w * 0.50, h * 0.22), (w * 0.49, h * 0.98), (w * 0.465, h * 0.98)],
        )
        for top, bottom, half in ((0.0, 0.07, 0.34), (0.15, 0.22, 0.27), (0.62, 0.68, 0.17)):
            box = pygame.Rect(round(w * (0.5 - half)), round(h * top), round(w * half * 2), round(h * (bottom - top)))
            pygame.draw.rect(big, theme.iron[0], box, border_radius=box.height // 3)
            pygame.draw.rect(
                big, theme.iron[2], (box.x, box.y, box.width, max(1, box.height // 4)), border_radius=box.height // 4
            )
        for x in (-0.30, -0.1, 0.1, 0.30):
            pygame.draw.line(
                big, theme.iron[0], (w * (0.5 + x), h * 0.04), (w * (0.5 + x * 0.7), h * 0.2), max(2, w // 16)
            )

    return context.drawn(("bracket",), size, 3, draw)


class Torch:
    """A torch on the wall, `height` pixels from the tip of its flame to its foot, its tip at `top`.

    It flickers for a moment after a change of scene and then stands still, so that a waiting screen costs no frames.
    """

    ends = FLICKER_SECONDS

    def __init__(self, context: DrawingContext, centre: int, top: int, height: int, offset: int = 0) -> None:
        """Places the torch; two torches with different `offset` differ in phase."""
        self._context, self._offset = context, offset
        self._flame_height = round(height * 0.58)
        self._flame_top = top
        self._centre = centre
        self._foot = height - round(height * 0.50)
        self._foot_top = top + round(height * 0.50)

    def stand(self, surface: pygame.Surface) -> None:
        """Draws the still part: the light on the wall and the bracket."""
        context = self._context
        reach = round(self._flame_height * 4.2)
        glow = wood.halo(context, (reach, reach), context.theme.ember, 120)
        middle = self._flame_top + round(self._flame_height * 0.55)
        surface.blit(glow, glow.get_rect(center=(self._centre, middle)))
        bracket = _bracket(context, (max(4, round(self._foot * 0.42)), self._foot))
        surface.blit(bracket, bracket.get_rect(midtop=(self._centre, self._foot_top)))

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the flame at `t` seconds."""
        phase = self._offset
        if t < self.ends:
            phase += int(t * 11)
        piece = flame(self._context, self._flame_height, phase % _PHASES)
        return surface.blit(piece, piece.get_rect(midtop=(self._centre, self._flame_top)))


class Embers:
    """Sparks that rise over the screen for a while and go out."""

    ends = 5.0

    def __init__(self, context: DrawingContext, room: pygame.Rect, number: int = 26) -> None:
        """Spreads `number` sparks over `room`."""
        self._room = room
        random = np.random.default_rng(5)
        self._sparks = [
            (float(x), float(start), float(speed), float(sway))
            for x, start, speed, sway in zip(
                random.random(number),
                random.random(number) * 2.2,
                0.35 + 0.3 * random.random(number),
                random.random(number),
                strict=True,
            )
        ]
        side = max(4, context.px(0.016))
        self._piece = wood.halo(context, (side * 2, side * 2), context.theme.flame[1], 255)

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the sparks that are in the air at `t` seconds."""
        covered = pygame.Rect(self._room.topleft, (0, 0))
        for x, start, speed, sway in self._sparks:
            way = (t - start) * speed
            if not 0 < way < 1:
                continue
            at_x = self._room.left + self._room.width * (x + 0.02 * math.sin(t * 3 + sway * 9))
            at_y = self._room.bottom - self._room.height * way
            self._piece.set_alpha(round(255 * clamp((1 - way) * 1.6) * clamp(way * 6)))
            box = surface.blit(self._piece, self._piece.get_rect(center=(round(at_x), round(at_y))))
            covered = box if not covered.width else covered.union(box)
        return covered
