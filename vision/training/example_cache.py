"""A cache on disk of the preprocessed training examples of a network.

A part is a folder of arrays, generated from a seed and a part number. It is complete or absent.
"""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.training.backgrounds import Rng
from vision.training.config import KINDS, WHOLE, Config, NetworkTraining
from vision.training.scene_crops import CalibratedPicture, calibrated_pictures
from vision.training.scenes import TrainingScene
from vision.training.shards import shard_scenes, split_shards

RENDERS = "renders"
"""Folder of the calibrated renders, relative to the run's data."""

Arrays = Mapping[str, NDArray[np.generic]]


def cache_examples(path: Path, compute: Callable[[], Arrays]) -> Path:
    """Writes the arrays that `compute` returns into the folder `path`, unless it exists; returns `path`."""
    if not path.is_dir():
        temporary = path.with_suffix(".part")
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir(parents=True)
        for name, array in compute().items():
            np.save(temporary / f"{name}.npy", array)
        temporary.rename(path)
    return path


@dataclass(frozen=True, slots=True)
class ExampleFolders:
    """The folders of cached examples: for training by scene set, and for validation."""

    training: dict[str, list[Path]]
    validation: list[Path]


def cache_mixture(
    config: Config,
    settings: NetworkTraining,
    scenes: Path,
    folder: Path,
    scene_arrays: Callable[[Rng, Iterator[TrainingScene]], Arrays],
    picture_arrays: Callable[[Rng, Iterator[CalibratedPicture]], Arrays],
    log: Callable[[str], None],
) -> ExampleFolders:
    """Caches the missing examples of a mixture in `folder`.

    `scene_arrays` and `picture_arrays` compute the examples of a shard of `scenes`, and of whole calibrated renders.
    """
    training: dict[str, list[Path]] = {}
    validation = []
    for name in sorted(settings.mixture):
        if name == WHOLE:
            log("caches whole renders")
            rng = np.random.default_rng([settings.seed, len(KINDS)])
            pictures = calibrated_pictures(config.data / RENDERS)
            training[name] = [cache_examples(folder / name, partial(picture_arrays, rng, pictures))]
            continue
        scene_set = config.set_named(name)
        paths, last = split_shards(scenes, scene_set)
        for number, path in enumerate((*paths, last)):
            rng = np.random.default_rng([settings.seed, KINDS.index(scene_set.kind), scene_set.seed, number])
            log(f"caches {name}-{number:04d}")
            part = cache_examples(folder / f"{name}-{number:04d}", partial(scene_arrays, rng, shard_scenes(path)))
            if path is last:
                validation.append(part)
            else:
                training.setdefault(name, []).append(part)
    return ExampleFolders(training, validation)


class ExampleCache:
    """The examples in several parts; every array has one row per example."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Memory-maps the parts; raises FileNotFoundError if `paths` is empty."""
        if not paths:
            raise FileNotFoundError("there are no cached examples to train on: run the preceding stage first")
        self._parts = [
            {file.stem: np.load(file, mmap_mode="r") for file in sorted(folder.glob("*.npy"))} for folder in paths
        ]
        self._ends = np.cumsum([len(next(iter(part.values()))) for part in self._parts])

    def __len__(self) -> int:
        """Returns the number of examples."""
        return int(self._ends[-1])

    def rows(self, indices: Sequence[int]) -> dict[str, NDArray[np.generic]]:
        """Returns the rows of every array at these indices, in the same order."""
        parts = np.searchsorted(self._ends, indices, side="right")
        starts = np.concatenate([[0], self._ends])
        located = [(self._parts[part], index - starts[part]) for part, index in zip(parts, indices, strict=True)]
        return {name: np.stack([part[name][index] for part, index in located]) for name in self._parts[0]}


def sample_mixture(
    rng: Rng, sizes: Mapping[str, int], mixture: Mapping[str, float], count: int
) -> list[tuple[str, int]]:
    """Draws `count` pairs (name, index); a name is drawn in proportion to its weight, an index uniformly."""
    names = sorted(mixture)
    weights = np.array([mixture[name] for name in names])
    chosen = rng.choice(len(names), count, p=weights / weights.sum())
    return [(names[k], int(rng.integers(sizes[names[k]]))) for k in chosen]
