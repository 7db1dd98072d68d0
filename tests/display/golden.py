"""Golden pictures of the key screens, small and blurred: `python -m tests.display.golden` renews them.

They keep what can be seen from across the table: positions, sizes and colours. At this size it makes no difference how
a machine renders fonts.
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

from display.draw.theme import THEMES
from display.window import MainWindow
from tests.display.sample_pictures import samples

FOLDER = Path(__file__).parent / "golden"
LONG_SIDE = 100
"""Length of a golden picture's longer side, in pixels."""
BLUR = 5
"""Side of the squares that are averaged before two pictures are compared, in pixels."""
MOST = 14.0
"""The largest difference of an averaged place, in lightness steps of 255."""

Pixels = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Key:
    """A screen that has a golden picture."""

    scene: str
    theme: str = "torch"
    size: tuple[int, int] = (800, 480)

    @property
    def path(self) -> Path:
        """The file of its golden picture."""
        width, height = self.size
        return FOLDER / f"{self.scene}-{self.theme}-{width}x{height}.png"


KEYS = (
    *(
        Key(scene)
        for scene in (
            "start",
            "house-rules",
            "table-facing",
            "table-raise",
            "table-roll",
            "table-frozen",
            "table-bid",
            "table-tallies",
            "table-twelve",
            "reveal-refuted",
            "reveal-upheld",
            "reveal-moved",
            "winner-tavern",
        )
    ),
    *(Key(scene, theme) for theme in ("day", "contrast") for scene in ("table-facing", "reveal-refuted")),
    *(Key(scene, size=(480, 800)) for scene in ("table-facing", "reveal-refuted")),
)


def drawn() -> Iterator[tuple[Key, pygame.Surface]]:
    """Draws every key screen at rest, small."""
    for (theme, size), keys in groupby(KEYS, key=lambda key: (key.theme, key.size)):
        window = MainWindow(size, theme=THEMES[theme])
        try:
            scenes = samples(THEMES[theme])
            for key in keys:
                window.show(scenes[key.scene])
                window.tick(0.0)
                window.tick(60.0)
                yield key, small(pygame.display.get_surface())
        finally:
            window.close()


def small(surface: pygame.Surface | None) -> pygame.Surface:
    """Shrinks a screen to the size of a golden picture."""
    assert surface is not None
    width, height = surface.get_size()
    part = LONG_SIDE / max(width, height)
    return pygame.transform.smoothscale(surface, (round(width * part), round(height * part)))


def pixels(surface: pygame.Surface) -> Pixels:
    """Copies the pixels, H × W × 3."""
    return pygame.surfarray.array3d(surface).swapaxes(0, 1).astype(np.float64)


def averaged(picture: Pixels) -> Pixels:
    """Averages over squares, each place with its neighbours."""
    half = BLUR // 2
    padded = np.pad(picture, ((half, half), (half, half), (0, 0)), mode="edge")
    rows = np.lib.stride_tricks.sliding_window_view(padded, BLUR, axis=0).mean(axis=-1)
    return np.asarray(np.lib.stride_tricks.sliding_window_view(rows, BLUR, axis=1).mean(axis=-1))


def difference(first: Pixels, second: Pixels) -> float:
    """Returns by how many lightness steps two pictures differ at the place where they differ most."""
    if first.shape != second.shape:
        return 255.0
    return float(np.abs(averaged(first) - averaged(second)).max())


def main() -> int:
    """Renews the golden pictures; returns the exit code."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.png"):
        path.unlink()
    for key, picture in drawn():
        pygame.image.save(picture, str(key.path))
    print(f"{len(KEYS)} pictures, {sum(path.stat().st_size for path in FOLDER.iterdir()) // 1000} kB, in {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
