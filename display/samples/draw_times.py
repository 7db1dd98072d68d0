"""Measures how long composing and drawing take: `python -m display.samples.draw_times [--size WxH] [--seconds S]`.

It measures the CPU time of its own process, which other processes hardly affect.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence

from display.draw.drawing_context import DrawingContext
from display.samples.all_scenes import all_scenes
from display.samples.gallery import window_size
from display.window import FRAME_SECONDS, DisplayError, MainWindow

LONGEST_SECONDS = 6.0
"""How much of an animation is drawn, unless asked otherwise: all of any but an endless one."""


def quantile(values: Sequence[float], part: float) -> float:
    """Returns the quantile `part` (0 to 1) of the values.

    >>> quantile([3.0, 1.0, 2.0], 0.5), quantile([3.0, 1.0, 2.0], 1.0)
    (2.0, 3.0)
    """
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def measure(window: MainWindow, longest: float) -> list[tuple[str, float, float, list[float]]]:
    """Composes every sample twice, and draws its animation once: at least one frame, for up to `longest` seconds.

    Gives for each its name, the milliseconds of the first and the second composition, and those of every frame.
    """
    scenes = all_scenes(DrawingContext(window.size))
    composed: dict[str, list[float]] = {name: [] for name in scenes}
    frames: dict[str, list[float]] = {name: [] for name in scenes}
    for again in (False, True):
        for name, scene in scenes.items():
            began = time.process_time()
            window.show(scene)
            window.tick(0.0)
            composed[name].append(1000 * (time.process_time() - began))
            now = 0.0
            while not again:
                now += FRAME_SECONDS
                began = time.process_time()
                wait = window.tick(now)
                frames[name].append(1000 * (time.process_time() - began))
                if wait is None or now >= longest:
                    break
    return [(name, composed[name][0], composed[name][1], frames[name]) for name in scenes]


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m display.samples.draw_times", description="Measures composing and drawing."
    )
    parser.add_argument("--size", type=window_size, default=(1280, 720), metavar="WxH", help="size of the screen")
    parser.add_argument(
        "--seconds", type=float, default=LONGEST_SECONDS, metavar="S", help="how much of an animation is drawn"
    )
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    try:
        window = MainWindow(chosen.size)
    except DisplayError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{'scene, milliseconds':28}{'first':>8}{'again':>8}{'frames':>8}{'p50':>8}{'p95':>8}{'max':>8}")
    drawn: list[float] = []
    for name, first, second, frames in measure(window, chosen.seconds):
        drawn += frames
        spread = "".join(f"{quantile(frames, part):8.1f}" for part in (0.5, 0.95, 1.0))
        print(f"{name:28}{first:8.0f}{second:8.0f}{len(frames):8}{spread}")
    spread = "".join(f"{quantile(drawn, part):8.1f}" for part in (0.5, 0.95, 1.0))
    print(f"{'all':28}{'':16}{len(drawn):8}{spread}")
    window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
