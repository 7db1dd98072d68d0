"""A finished piece of the screen that fades in and stays."""

import pygame

from display.draw.easing import clamp


class FadeIn:
    """Fades a surface in and keeps it there."""

    def __init__(self, piece: pygame.Surface, at: tuple[int, int], starts: float, seconds: float = 0.25) -> None:
        """Fades `piece` in from `starts` on, for `seconds`, with its top left corner at `at`."""
        self._piece, self._at, self._starts, self._seconds = piece, at, starts, seconds
        self.ends = starts + seconds

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the surface at its current opacity."""
        shown = clamp((t - self._starts) / self._seconds)
        if shown <= 0:
            return pygame.Rect(self._at, (0, 0))
        self._piece.set_alpha(round(255 * shown) if shown < 1 else 255)
        return surface.blit(self._piece, self._at)
