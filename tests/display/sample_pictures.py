"""The sample scenes, drawn once per theme: their photographs take most of the time."""

from collections.abc import Mapping
from functools import cache

from display.draw.drawing_context import DrawingContext
from display.draw.theme import TORCHLIGHT, Theme
from display.samples.all_scenes import all_scenes
from display.scene import Scene


@cache
def samples(theme: Theme = TORCHLIGHT) -> Mapping[str, Scene]:
    """Returns every sample scene by its name; the photographs have the same pixels for every screen."""
    return all_scenes(DrawingContext((800, 480), theme))
