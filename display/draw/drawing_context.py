"""What every drawing function needs: screen size, theme, fonts, and a cache of finished surfaces."""

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame

from display.draw.lettering import Lettering
from display.draw.theme import TORCHLIGHT, Theme, TypeScale, scale, unit


class DrawingContext:
    """The screen size, its unit of length, the theme, the fonts and a cache of finished surfaces."""

    def __init__(self, size: tuple[int, int], theme: Theme = TORCHLIGHT, lettering: Lettering | None = None) -> None:
        """Starts with an empty cache for a screen of `size` (width, height) in pixels."""
        self.size = size
        self.theme = theme
        self.scale: TypeScale = scale(size)
        self.unit = unit(size)
        self.letters = lettering or Lettering()
        self._cache: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._pixels = 0
        self._most_pixels = 20 * size[0] * size[1] + 4_000_000

    def px(self, part: float) -> int:
        """Converts a fraction of the unit to pixels, at least one."""
        return max(1, round(part * self.unit))

    @property
    def gap(self) -> int:
        """Gives the usual gap between things, in pixels."""
        return self.px(self.scale.gap)

    def drawn(
        self, key: tuple[Hashable, ...], size: tuple[int, int], fine: int, draw: Callable[[pygame.Surface], None]
    ) -> pygame.Surface:
        """Gives a cached surface that `draw` draws `fine` times too large and that is scaled down, for smooth edges."""

        def make() -> pygame.Surface:
            big = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
            draw(big)
            return pygame.transform.smoothscale(big, size)

        return self.cached((*key, size), make)

    def cached(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Gives the surface cached under `key`, made on first use; do not draw on it.

        The least recently used surfaces are dropped when the cache is full.
        """
        piece = self._cache.get(key)
        if piece is not None:
            self._cache.move_to_end(key)
            return piece
        piece = make()
        self._cache[key] = piece
        self._pixels += piece.get_width() * piece.get_height()
        while self._pixels > self._most_pixels and len(self._cache) > 1:
            _, old = self._cache.popitem(last=False)
            self._pixels -= old.get_width() * old.get_height()
        return piece
