"""Readings of drawn or path-traced throws that nothing was chosen on: `python -m tests.vision.unseen 110 --traced`.

The scenes are those of `vision.training.scenes`, with seeds that no training uses: dice of any look on any ground, also
dark, noisy and out of focus, and often far from the axis of the camera. They are meant to be hard; some cannot be read
by anyone. The number of dice and the camera are known. Path-traced scenes need the extra `render` and several seconds
each. With `--keep FOLDER`, the pictures are saved, named by what was read.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.reader import Reader
from vision.reading import Reading
from vision.training.backgrounds import Image, NoiseBank, Rng
from vision.training.flat_renderer import FlatRenderer
from vision.training.leaning_examples import scene_camera
from vision.training.scene_geometry import Arrangement, FaceFault
from vision.training.scenes import SceneRenderer, TrainingScene, draw_scene

SIDE = 448
"""Side of a picture, in pixels."""

BORDER = 4
"""Least distance of a die from the border of the picture, in pixels."""

STREAM = 1_000_003
"""The second number of every seed: larger than the number of any shard of training scenes."""


class _CutOffError(Exception):
    """A die is not wholly inside the picture."""


class _WholeDiceOnly:
    """Renders the scenes in which all dice are wholly inside the picture; raises _CutOffError for others."""

    def __init__(self, renderer: SceneRenderer) -> None:
        self._renderer = renderer

    def render(self, rng: Rng, bank: NoiseBank, scene: Arrangement) -> tuple[Image, float]:
        for die in scene.dice:
            corners = scene.camera.project(die.corners)
            if corners.min() < BORDER or corners.max() > len(scene.background) - 1 - BORDER:
                raise _CutOffError
        return self._renderer.render(rng, bank, scene)


def unseen_throws(seed: int, renderer: SceneRenderer, *, leaning: bool) -> Iterator[TrainingScene]:
    """Yields throws under an overhead camera without end; with `leaning`, a third of the dice lean."""
    rng = np.random.default_rng([seed, STREAM])
    bank = NoiseBank(rng)
    while True:
        try:
            scene = draw_scene(
                rng,
                bank,
                SIDE,
                hand_probability=0.0,
                leaning_probability=0.35 if leaning else 0.0,
                outward_probability=0.3,
                overhead=True,
                box_like=True,
                crowded_probability=0.2,
                resting_probability=0.6,
                object_probability=0.4 if leaning else 0.0,
                renderer=_WholeDiceOnly(renderer),
            )
        except _CutOffError:
            continue
        if scene.faces:
            yield scene


def tops_of(scene: TrainingScene) -> tuple[int, ...]:
    """Returns the values or faults of the top faces, in ascending order."""
    return tuple(sorted(value for _, value in scene.faces if value))


def state_of(tops: Sequence[int]) -> str:
    """Returns what is to be expected of a throw with these top faces: only "flat" ones are to be read.

    >>> state_of((2, 5)), state_of((2, FaceFault.COCKED)), state_of((2, FaceFault.COVERED))
    ('flat', 'leaning', 'unreadable')
    """
    if FaceFault.COCKED in tops:
        return "leaning"
    return "unreadable" if any(top in tuple(FaceFault) for top in tops) else "flat"


def outcome_of(tops: Sequence[int], reading: Reading) -> str:
    """Returns the outcome of the reading of a throw: the reason of an abstention, "right" or "WRONG"."""
    if reading.faces is None:
        return str(reading.reason)
    return "right" if reading.faces == tuple(tops) else "WRONG"


def _renderer(traced: bool) -> SceneRenderer:
    if not traced:
        return FlatRenderer()
    from vision.training.raytraced import BlenderRenderer  # noqa: PLC0415 - imports Blender

    return BlenderRenderer(box_like=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the throws, prints how many of each state had each outcome, and returns 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.unseen", description=__doc__)
    parser.add_argument("throws", type=int, nargs="?", default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--leaning", action="store_true", help="let a third of the dice lean")
    parser.add_argument("--traced", action="store_true", help="path-trace the scenes")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="save the pictures")
    given = parser.parse_args(arguments)
    reader, outcomes = Reader(), Counter[tuple[str, str]]()
    scenes = unseen_throws(given.seed, _renderer(given.traced), leaning=given.leaning)
    for number, scene in zip(range(given.throws), scenes, strict=False):
        tops = tops_of(scene)
        reading = reader.read(scene.image, len(tops), camera=scene_camera(scene))
        found = state_of(tops), outcome_of(tops, reading)
        outcomes[found] += 1
        if given.keep:
            given.keep.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(given.keep / f"{number:04d}-{'-'.join(found)}.png"), scene.image)
    for state in sorted({state for state, _ in outcomes}):
        counts = {said: count for (of, said), count in outcomes.most_common() if of == state}
        listed = ", ".join(f"{count} {said}" for said, count in counts.items())
        print(f"{state:10s} {sum(counts.values()):4d} throws: {listed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
