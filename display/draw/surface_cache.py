"""A cache of finished surfaces, limited by the memory that they take."""

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame


class SurfaceCache:
    """Keeps the surfaces that were used last, up to a number of pixels.

    Several windows may share one: a `DrawingContext` adds its size and its theme to every key.
    """

    def __init__(self, max_pixels: int) -> None:
        """Starts empty; `max_pixels` limits the pixels of all surfaces together."""
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._pixels = 0
        self._max_pixels = max_pixels

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Returns the surface kept under `key`, made on first use; do not draw on it.

        The least recently used surfaces are dropped when the cache is full; the newest one always stays.
        """
        surface = self._surfaces.get(key)
        if surface is not None:
            self._surfaces.move_to_end(key)
            return surface
        surface = make()
        self._surfaces[key] = surface
        self._pixels += surface.get_width() * surface.get_height()
        while self._pixels > self._max_pixels and len(self._surfaces) > 1:
            _, old = self._surfaces.popitem(last=False)
            self._pixels -= old.get_width() * old.get_height()
        return surface
