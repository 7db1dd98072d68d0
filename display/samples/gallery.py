"""Saves a picture of every screen.

Use: `python -m display.samples.gallery DIR [--theme NAME] [--size WxH ...] [--only NAME]`.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from display.draw.drawing_context import DrawingContext
from display.draw.theme import THEMES, TORCHLIGHT, Theme
from display.samples import contact_sheet
from display.samples.all_scenes import all_scenes
from display.window import DisplayError, MainWindow

SIZES = ((800, 480), (1280, 720), (1920, 1080))
MOMENTS = {"reveal-refuted": (0.3, 0.8, 1.5, 2.5, 2.75, 3.3), "table-shaking": (0.12, 0.3)}
"""Seconds into an animation at which further pictures are saved."""


def window_size(text: str) -> tuple[int, int]:
    """Parses a size such as 1280x720 from the command line."""
    width, _, height = text.lower().partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) >= 320 and int(height) >= 240):
        raise argparse.ArgumentTypeError(f"{text} is not a size: write it like 1280x720, at least 320x240")
    return int(width), int(height)


def save_scenes(folder: Path, size: tuple[int, int], only: Sequence[str] = (), theme: Theme = TORCHLIGHT) -> list[Path]:
    """Saves every sample scene at one size, at rest and at its `MOMENTS`; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    window = MainWindow(size, theme=theme)
    saved: list[Path] = []
    try:
        scenes = all_scenes(DrawingContext(size, theme))
        for name, scene in scenes.items():
            if only and name not in only:
                continue
            path = folder / f"{name}-{size[0]}x{size[1]}.png"
            saved += contact_sheet.save_scene(window, scene, path, MOMENTS.get(name, ()))
    finally:
        window.close()
    return saved


def main(arguments: Sequence[str] | None = None) -> int:
    """Saves the gallery; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m display.samples.gallery", description="Saves a picture of every screen."
    )
    parser.add_argument("folder", type=Path, help="where the PNGs go; created if needed")
    parser.add_argument("--size", type=window_size, nargs="+", default=SIZES, metavar="WxH", help="sizes to draw")
    parser.add_argument("--only", nargs="+", default=(), metavar="NAME", help="only these scenes")
    parser.add_argument("--theme", choices=tuple(THEMES), default=TORCHLIGHT.name, help="the theme to draw them in")
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    known = all_scenes(DrawingContext((320, 240))) if chosen.only else {}
    unknown = [name for name in chosen.only if name not in known]
    if unknown:
        print(f"No scene is called {', '.join(unknown)}: choose from {', '.join(known)}.", file=sys.stderr)
        return 2
    try:
        number = sum(len(save_scenes(chosen.folder, size, chosen.only, THEMES[chosen.theme])) for size in chosen.size)
    except (DisplayError, OSError) as error:
        print(f"The gallery cannot be saved: {error}", file=sys.stderr)
        return 1
    print(f"{number} pictures in {chosen.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
