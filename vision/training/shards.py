"""Scenes on disk, from which the networks learn: drawn, traced, or cut from labelled pictures.

A shard is a folder of some hundred scenes; the seed of its set and its number settle every pixel of it. Making scenes
and learning from them thus are stages of their own, and a run that is repeated sees the same scenes.
"""

import hashlib
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.training.config import SceneSet
from vision.training.floors import NoiseBank, Rng
from vision.training.pictures import Album
from vision.training.scenes import AXIS, DrawnScene, ScenePainter, draw_scene

ARRAYS = ("images", "labels", "quads", "values", "owners", "axes")
"""Files of a shard, each an array of NumPy's."""


def make_shard(
    folder: Path, seed: int, number: int, scenes: int, deal: Callable[[Rng], Callable[[], DrawnScene]]
) -> Path:
    """Writes one shard into `folder` and returns its path; a shard that is there already stays as it is.

    `deal` returns, for the shard's random numbers, what makes its scenes one by one.
    """
    place = folder / f"{seed:03d}-{number:04d}"
    if place.is_dir():
        return place
    make = deal(np.random.default_rng([seed, number]))
    made = [make() for _ in range(scenes)]
    # Written aside and renamed: a shard is whole or not there.
    aside = place.with_suffix(".part")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    axes = [np.full(AXIS, np.nan) if scene.axis is None else scene.axis for scene in made]
    arrays: tuple[NDArray[np.generic], ...] = (
        np.stack([scene.image for scene in made]),
        np.stack([scene.labels for scene in made]),
        np.array([quad for scene in made for quad, _ in scene.faces], np.float32).reshape(-1, 4, 2),
        np.array([value for scene in made for _, value in scene.faces], np.uint8),
        np.array([k for k, scene in enumerate(made) for _ in scene.faces], np.int32),
        np.array(axes, np.float32),
    )
    for name, array in zip(ARRAYS, arrays, strict=True):
        np.save(aside / f"{name}.npy", array)
    aside.rename(place)
    return place


def drawing(wanted: SceneSet, painter: ScenePainter | None) -> Callable[[Rng], Callable[[], DrawnScene]]:
    """Returns what draws the scenes of a set."""

    def deal(rng: Rng) -> Callable[[], DrawnScene]:
        bank = NoiseBank(rng)
        return lambda: draw_scene(
            rng,
            bank,
            hands=wanted.hands,
            aslant=wanted.aslant,
            outwards=wanted.outwards,
            straight=wanted.straight,
            close=wanted.close,
            calm=wanted.calm,
            painter=painter,
        )

    return deal


def cutting(wanted: SceneSet, data: Path) -> Callable[[Rng], Callable[[], DrawnScene]]:
    """Returns what cuts the scenes of a set from pictures; raises FileNotFoundError where there are none."""
    return lambda rng: Album([data / wanted.folder], rng, wanted.straight).deal


def make_set(home: Path, wanted: SceneSet, data: Path, say: Callable[[str], None]) -> str:
    """Makes the shards of a set that are not there yet; returns the checksum of all of them."""
    if wanted.kind == "traced":
        from vision.training.raytraced import BlenderPainter  # noqa: PLC0415 - Blender, which nothing else needs

        deal = drawing(wanted, BlenderPainter(wanted.calm))
    else:
        deal = drawing(wanted, None) if wanted.kind == "drawn" else cutting(wanted, data)
    sums = hashlib.sha256()
    for number in range(wanted.shards):
        place = make_shard(home / wanted.name, wanted.seed, number, wanted.scenes, deal)
        for name in ARRAYS:
            sums.update(hashlib.sha256((place / f"{name}.npy").read_bytes()).digest())
        say(f"{wanted.name}: {number + 1} of {wanted.shards} shards")
    return sums.hexdigest()


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """The scenes of one shard, mapped from disk."""

    images: NDArray[np.uint8]
    labels: NDArray[np.uint8]
    quads: NDArray[np.float32]
    values: NDArray[np.uint8]
    owners: NDArray[np.int32]
    axes: NDArray[np.float32]

    def scene(self, index: int) -> DrawnScene:
        """Returns the scene of this index."""
        low, high = np.searchsorted(self.owners, (index, index + 1))
        faces = tuple(
            (quad.astype(float), int(value))
            for quad, value in zip(self.quads[low:high], self.values[low:high], strict=True)
        )
        axis = None if np.isnan(self.axes[index, 0]) else self.axes[index].astype(float)
        return DrawnScene(np.asarray(self.images[index]), np.asarray(self.labels[index]), faces, axis)


class Library:
    """The scenes of some shards, by their index."""

    def __init__(self, places: Sequence[Path]) -> None:
        """Opens the shards; raises FileNotFoundError where there are none."""
        if not places:
            raise FileNotFoundError("there are no scenes to learn from: run the stage `generate` first")
        self._shards = [open_shard(place) for place in places]
        self._ends = np.cumsum([len(shard.images) for shard in self._shards])

    def __len__(self) -> int:
        """Returns the number of scenes."""
        return int(self._ends[-1])

    def __getitem__(self, index: int) -> DrawnScene:
        """Returns the scene of this index."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        shard = int(np.searchsorted(self._ends, index, side="right"))
        return self._shards[shard].scene(index - (int(self._ends[shard - 1]) if shard else 0))


def shards_of(home: Path, wanted: SceneSet) -> tuple[list[Path], Path]:
    """Returns the shards of a set that are learned from, and the one for checking."""
    places = [home / wanted.name / f"{wanted.seed:03d}-{number:04d}" for number in range(wanted.shards)]
    return places[:-1], places[-1]


def open_shard(place: Path) -> Shard:
    """Maps a shard from disk; raises FileNotFoundError where it is missing."""
    return Shard(*(np.load(place / f"{name}.npy", mmap_mode="r") for name in ARRAYS))
