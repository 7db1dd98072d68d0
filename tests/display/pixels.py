"""Measuring what was drawn."""

import numpy as np
import pygame
from numpy.typing import NDArray

_TONES = np.arange(256) / 255
LINEAR = np.where(_TONES <= 0.04045, _TONES / 12.92, ((_TONES + 0.055) / 1.055) ** 2.4)
"""The light of each tone of sRGB, 0 to 1."""


def rgb(box: pygame.Rect | None = None) -> NDArray[np.float64]:
    """Copies the pixels of the screen in a box: H × W × 3, 0 to 255."""
    surface = pygame.display.get_surface()
    assert surface is not None
    area = surface.get_rect() if box is None else box.clip(surface.get_rect())
    return pygame.surfarray.array3d(surface.subsurface(area)).swapaxes(0, 1).astype(np.float64)


def brightness(box: pygame.Rect) -> float:
    """Returns the mean lightness of a box, 0 to 255."""
    return float(rgb(box).mean())


def luminance(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the relative luminance of sRGB colours (WCAG 2.1) of whole numbers, 0 to 1."""
    return np.asarray(LINEAR[colours.astype(np.uint8)] @ np.array([0.2126, 0.7152, 0.0722]))


def contrast(first: float, second: float) -> float:
    """Returns the contrast ratio of two luminances (WCAG 2.1), 1 to 21."""
    high, low = max(first, second), min(first, second)
    return (high + 0.05) / (low + 0.05)
