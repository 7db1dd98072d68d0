"""The carver's kit: theme, letters and a store of finished pieces, for one size of screen."""

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame

from display.draw.lettering import Lettering
from display.draw.theme import TORCHLIGHT, Scale, Theme, scale, unit


class Kit:
    """What every drawing function needs: the size of the screen, its unit, theme, letters and the store."""

    def __init__(self, size: tuple[int, int], theme: Theme = TORCHLIGHT, lettering: Lettering | None = None) -> None:
        """Prepares an empty store for a screen of `size` (width, height) pixels."""
        self.size = size
        self.theme = theme
        self.scale: Scale = scale(size)
        self.unit = unit(size)
        self.letters = lettering or Lettering()
        self._store: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._pixels = 0
        self._room = 20 * size[0] * size[1] + 4_000_000

    def px(self, part: float) -> int:
        """Turns a part of the unit into pixels, one at least."""
        return max(1, round(part * self.unit))

    @property
    def gap(self) -> int:
        """Gives the usual distance between things, in pixels."""
        return self.px(self.scale.gap)

    def drawn(
        self, key: tuple[Hashable, ...], size: tuple[int, int], fine: int, draw: Callable[[pygame.Surface], None]
    ) -> pygame.Surface:
        """Gives a piece that `draw` draws `fine` times too large and that is shrunk, for soft edges."""

        def make() -> pygame.Surface:
            big = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
            draw(big)
            return pygame.transform.smoothscale(big, size)

        return self.stored((*key, size), make)

    def stored(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Gives the piece known by `key`, made on first use; not to be drawn upon. Long unused ones are forgotten."""
        piece = self._store.get(key)
        if piece is not None:
            self._store.move_to_end(key)
            return piece
        piece = make()
        self._store[key] = piece
        self._pixels += piece.get_width() * piece.get_height()
        while self._pixels > self._room and len(self._store) > 1:
            _, old = self._store.popitem(last=False)
            self._pixels -= old.get_width() * old.get_height()
        return piece
