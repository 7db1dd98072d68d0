"""The lid over the photographs of a reveal: it falls shut in the dark, then is pulled up and away."""

import pygame

from display.draw import icons, knotwork, wood
from display.draw.drawing_context import DrawingContext
from display.draw.easing import clamp

FALL_SECONDS = 0.18


def board(context: DrawingContext, size: tuple[int, int]) -> pygame.Surface:
    """Draws the lid: a wooden panel with two iron bands and the eye in a ring of knotwork."""
    theme = context.theme

    def make() -> pygame.Surface:
        piece = wood.panel(context, size, theme.lit_board, seed=7, rim=theme.gold).copy()
        width, height = size
        band = max(6, round(width * 0.045))
        for middle in (round(width * 0.16), round(width * 0.84)):
            iron = pygame.Rect(middle - band // 2, 0, band, height)
            pygame.draw.rect(piece, theme.iron[0], iron)
            pygame.draw.rect(piece, theme.iron[1], iron.inflate(-max(2, band // 4), 0))
            for number in range(5):
                rivet = middle, round(height * (0.1 + 0.2 * number))
                pygame.draw.circle(piece, theme.iron[0], rivet, max(2, band // 4))
                pygame.draw.circle(piece, theme.iron[2], (rivet[0] - 1, rivet[1] - 1), max(1, band // 7))
        side = round(min(height * 0.72, width * 0.4))
        wreath = knotwork.wreath(context, side, theme.knot)
        piece.blit(wreath, wreath.get_rect(center=piece.get_rect().center))
        eye = icons.control(context, "reveal", round(side * 0.6))
        piece.blit(eye, eye.get_rect(center=piece.get_rect().center))
        return piece

    return context.cached(("lid", size), make)


class LidAnimation:
    """Drops the lid over a box of the screen, and lifts it again with growing speed."""

    def __init__(self, context: DrawingContext, box: pygame.Rect, lifts: float, seconds: float) -> None:
        """Covers `box` until `lifts`, and has left it `seconds` later."""
        self._piece = board(context, box.size)
        self._box = box
        self._lifts, self._seconds = lifts, seconds
        self.ends = lifts + seconds

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the part of the lid that is within its box."""
        if t >= self.ends:
            return pygame.Rect(self._box.topleft, (0, 0))
        shut = clamp(t / FALL_SECONDS) ** 2
        gone = clamp((t - self._lifts) / self._seconds) ** 2
        away = round(self._box.height * max(1 - shut, gone))
        clip = surface.get_clip()
        surface.set_clip(self._box)
        covered = surface.blit(self._piece, self._box.move(0, -away))
        surface.set_clip(clip)
        return covered
