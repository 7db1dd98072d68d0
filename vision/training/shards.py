"""Drawn scenes on disk, from which the networks learn: `python -m vision.training.shards --shards 40 FOLDER`.

A shard is a folder of 500 scenes; its seed and its number settle every pixel of it. Drawing and learning thus go on in
different processes, and a run that is repeated sees the same scenes.
"""

import argparse
import shutil
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.floors import NoiseBank
from vision.training.scenes import HANDS, Painter, Scene, draw_scene
from vision.training.solids import ASLANT

SCENES = 500
"""Scenes in a shard."""


def draw_shard(
    folder: Path,
    seed: int,
    number: int,
    scenes: int = SCENES,
    hands: float = HANDS,
    aslant: float = ASLANT,
    outwards: float = 0.0,
    straight: bool = False,
    painter: Painter | None = None,
) -> Path:
    """Draws one shard into `folder` and returns its path; a shard that is there already stays as it is."""
    place = folder / f"{seed:03d}-{number:04d}"
    if place.is_dir():
        return place
    rng = np.random.default_rng([seed, number])
    bank = NoiseBank(rng)
    drawn = [
        draw_scene(rng, bank, hands=hands, aslant=aslant, outwards=outwards, straight=straight, painter=painter)
        for _ in range(scenes)
    ]
    # Written aside and renamed: a shard is whole or not there.
    aside = place.with_suffix(".part")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    np.save(aside / "images.npy", np.stack([scene.image for scene in drawn]))
    np.save(aside / "labels.npy", np.stack([scene.labels for scene in drawn]))
    np.save(aside / "quads.npy", np.array([q for scene in drawn for q, _ in scene.faces], np.float32).reshape(-1, 4, 2))
    np.save(aside / "values.npy", np.array([value for scene in drawn for _, value in scene.faces], np.uint8))
    np.save(aside / "owners.npy", np.array([k for k, scene in enumerate(drawn) for _ in scene.faces], np.int32))
    axes = [np.full(3, np.nan) if scene.axis is None else scene.axis for scene in drawn]
    np.save(aside / "axes.npy", np.array(axes, np.float32))
    aside.rename(place)
    return place


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """The scenes of one shard, mapped from disk."""

    images: NDArray[np.uint8]
    labels: NDArray[np.uint8]
    quads: NDArray[np.float32]
    values: NDArray[np.uint8]
    owners: NDArray[np.int32]
    axes: NDArray[np.float32]

    def scene(self, index: int) -> Scene:
        """Returns the scene of this index."""
        low, high = np.searchsorted(self.owners, (index, index + 1))
        faces = tuple(
            (quad.astype(float), int(value))
            for quad, value in zip(self.quads[low:high], self.values[low:high], strict=True)
        )
        axis = None if np.isnan(self.axes[index, 0]) else self.axes[index].astype(float)
        return Scene(np.asarray(self.images[index]), np.asarray(self.labels[index]), faces, axis)


class Library:
    """All scenes of some folders of shards, dealt in random order without end."""

    def __init__(self, folders: tuple[Path, ...], rng: np.random.Generator) -> None:
        """Opens the shards; raises FileNotFoundError where a folder has none."""
        self._shards: list[Shard] = []
        for folder in folders:
            places = sorted(place.parent for place in folder.glob("*/owners.npy") if place.parent.suffix != ".part")
            if not places:
                raise FileNotFoundError(f"{folder} holds no drawn scenes: draw some with vision.training.shards")
            self._shards += [_open(place) for place in places]
        self._rng = rng
        self._order: list[tuple[int, int]] = []

    def deal(self) -> Scene:
        """Returns the next scene; none comes twice before all have come."""
        if not self._order:
            pairs = [(s, i) for s, shard in enumerate(self._shards) for i in range(len(shard.images))]
            self._order = [pairs[k] for k in self._rng.permutation(len(pairs))]
        shard, index = self._order.pop()
        return self._shards[shard].scene(index)


def _open(place: Path) -> Shard:
    names = ("images", "labels", "quads", "values", "owners", "axes")
    return Shard(*(np.load(place / f"{name}.npy", mmap_mode="r") for name in names))


def main() -> None:
    """Reads the command line and draws."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first shard")
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--hands", type=float, default=HANDS, help="how often a hand reaches into a scene")
    parser.add_argument("--aslant", type=float, default=ASLANT, help="how often a die is cocked")
    parser.add_argument("--outwards", type=float, default=0.0, help="how often a cocked die leans away from the camera")
    parser.add_argument("--straight", action="store_true", help="the camera looks straight down, as in the box")
    parser.add_argument("--raytraced", action="store_true", help="light is traced (the extra `render`): far slower")
    parser.add_argument("--scenes", type=int, default=SCENES, help="scenes in a shard")
    given = parser.parse_args()
    painter = None
    if given.raytraced:
        from vision.training.raytraced import Studio  # noqa: PLC0415 - Blender, which nothing else needs

        painter = Studio()
    cv2.setNumThreads(1)
    for number in range(given.first, given.first + given.shards):
        place = draw_shard(
            given.folder,
            given.seed,
            number,
            scenes=given.scenes,
            hands=given.hands,
            aslant=given.aslant,
            outwards=given.outwards,
            straight=given.straight,
            painter=painter,
        )
        print(place, flush=True)


if __name__ == "__main__":
    main()
