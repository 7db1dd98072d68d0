"""Writes the animated picture of a reveal that opens the README: `python -m tests.display.reveal_animation FILE`.

Needs Pillow (`pip install -e '.[dev]'`). The round is scripted: the samples' photograph of two dice, and a lie.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from display.draw.drawing_context import DrawingContext
from display.samples.all_scenes import all_scenes
from display.scene import RevealScene, TableScene
from display.window import MainWindow

SIZE = 800, 480
SHOWN = 640, 384
"""The size of the animated picture."""
FRAME_SECONDS = 0.08
FROZEN_SECONDS, LAST_SECONDS = 1.4, 3.0
"""How long the challenge stands before the reveal, and the verdict after it."""
QUALITY = 55
MAX_BYTES = 2_000_000


def frames(window: MainWindow) -> Iterator[tuple[pygame.Surface, float]]:
    """Yields the frames of the round, each with its duration in seconds."""
    scenes = all_scenes(DrawingContext(SIZE))
    frozen, reveal = scenes["table-frozen"], scenes["reveal-refuted"]
    assert isinstance(frozen, TableScene)
    assert isinstance(reveal, RevealScene)
    window.show(replace(frozen, notice=None))
    window.tick(0.0)
    window.tick(60.0)
    yield _small(), FROZEN_SECONDS
    window.show(reveal)
    start, now = 100.0, 100.0
    window.tick(now)
    assert window.picture is not None
    while now < start + min(window.picture.ends, 12.0):
        yield _small(), FRAME_SECONDS
        now += FRAME_SECONDS
        window.tick(now)
    window.tick(now + 60.0)
    yield _small(), LAST_SECONDS


def _small() -> pygame.Surface:
    surface = pygame.display.get_surface()
    assert surface is not None
    return pygame.transform.smoothscale(surface, SHOWN)


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the animation; returns the exit code."""
    parser = argparse.ArgumentParser(description="Writes the animated picture of a reveal.")
    parser.add_argument("file", type=Path, help="a WebP file")
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    try:
        from PIL import Image  # noqa: PLC0415 - only this program needs it
    except ImportError:
        print("Pillow is missing: install it with pip install -e '.[dev]'.", file=sys.stderr)
        return 2
    window = MainWindow(SIZE)
    try:
        made = list(frames(window))
    finally:
        window.close()
    pictures = [Image.frombytes("RGB", SHOWN, pygame.image.tobytes(surface, "RGB")) for surface, _ in made]
    durations = [round(seconds * 1000) for _, seconds in made]
    try:
        pictures[0].save(
            chosen.file,
            save_all=True,
            append_images=pictures[1:],
            duration=durations,
            loop=0,
            quality=QUALITY,
            method=6,
        )
    except OSError as error:
        print(f"The animation cannot be saved as {chosen.file} ({error}): name another file.", file=sys.stderr)
        return 1
    size = chosen.file.stat().st_size
    print(f"{len(made)} frames, {sum(durations) / 1000:.1f} s, {size // 1000} kB")
    return 0 if size <= MAX_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
