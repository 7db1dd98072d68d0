"""What every drawing function needs: screen size, theme, fonts, and a cache of finished surfaces."""

from collections.abc import Callable, Hashable, Mapping

import pygame

from display.draw.lettering import Lettering
from display.draw.surface_cache import SurfaceCache
from display.draw.theme import TORCHLIGHT, Theme, TypeScale, scale, unit
from display.scene_elements import ControlMark

KEPT_SCREENS, KEPT_PIXELS = 10, 1_000_000
"""How much a cache keeps: so many times the pixels of the screen, and some for small screens. The largest scene, with
its animation, needs 6.3 times its screen."""


class DrawingContext:
    """The screen size, its unit of length, the theme, the fonts and a cache of finished surfaces."""

    def __init__(
        self,
        size: tuple[int, int],
        theme: Theme = TORCHLIGHT,
        lettering: Lettering | None = None,
        surfaces: SurfaceCache | None = None,
    ) -> None:
        """Draws for a screen of `size` (width, height) in pixels, by default with an empty cache that suits it."""
        self.size = size
        self.theme = theme
        self.scale: TypeScale = scale(size)
        self.unit = unit(size)
        self.letters = lettering or Lettering()
        self.marks: Mapping[str, ControlMark] = {}
        """The keys or buttons of the device in use, by control, to be shown beside the controls."""
        self._surfaces = surfaces or SurfaceCache(KEPT_SCREENS * size[0] * size[1] + KEPT_PIXELS)

    def px(self, part: float) -> int:
        """Converts a fraction of the unit to pixels, at least one."""
        return max(1, round(part * self.unit))

    @property
    def gap(self) -> int:
        """Returns the usual gap between things, in pixels."""
        return self.px(self.scale.gap)

    def drawn(
        self, key: tuple[Hashable, ...], size: tuple[int, int], fine: int, draw: Callable[[pygame.Surface], None]
    ) -> pygame.Surface:
        """Returns a cached surface with smooth edges: `draw` draws it `fine` times too large and it is scaled down."""

        def make() -> pygame.Surface:
            big = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
            draw(big)
            return pygame.transform.smoothscale(big, size)

        return self.cached((*key, size), make)

    def cached(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Returns the surface cached under `key`, made on first use; do not draw on it."""
        return self._surfaces.get((self.size, self.theme.name, key), make)
