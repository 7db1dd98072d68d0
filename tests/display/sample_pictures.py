"""The sample scenes, drawn once per size and theme: their photographs take most of the time."""

from collections.abc import Mapping
from functools import cache

from display.draw.drawing_context import DrawingContext
from display.draw.theme import TORCHLIGHT, Theme
from display.samples.all_scenes import all_scenes
from display.scene import Scene


@cache
def samples(size: tuple[int, int] = (800, 480), theme: Theme = TORCHLIGHT) -> Mapping[str, Scene]:
    """Returns every sample scene by its name, for a screen of `size` pixels."""
    return all_scenes(DrawingContext(size, theme))
