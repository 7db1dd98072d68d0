"""The display is tested on SDL's dummy driver, which draws real pixels without a screen."""

import os
from collections.abc import Callable, Iterator, Mapping

import pytest

from display.draw.surface_cache import SurfaceCache

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

from display.scene import Scene
from display.window import MainWindow
from tests.display.sample_pictures import samples

SIZES = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (480, 800))


@pytest.fixture
def window(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    """Opens a window of the smallest supported size."""
    opened = MainWindow((800, 480), surfaces=surfaces)
    yield opened
    opened.close()


@pytest.fixture
def window_of(surfaces: SurfaceCache) -> Iterator[Callable[[tuple[int, int]], MainWindow]]:
    """Opens windows of any size, one after the other."""
    opened: list[MainWindow] = []

    def make(size: tuple[int, int]) -> MainWindow:
        opened.append(MainWindow(size, surfaces=surfaces))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


@pytest.fixture
def scenes() -> Mapping[str, Scene]:
    """Returns every sample scene by its name."""
    return samples()
