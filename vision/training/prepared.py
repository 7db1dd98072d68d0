"""What the networks are shown, prepared once on disk, so that learning costs no more than learning.

A part is a folder of arrays; what made it is settled by a seed and its number, and it is whole or not there.
"""

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.training.floors import Rng

Arrays = Mapping[str, NDArray[np.generic]]


def prepare(place: Path, make: Callable[[], Arrays]) -> Path:
    """Writes what `make` returns into a folder, unless that is there already; returns the folder."""
    if not place.is_dir():
        aside = place.with_suffix(".part")
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(parents=True)
        for name, array in make().items():
            np.save(aside / f"{name}.npy", array)
        aside.rename(place)
    return place


class Examples:
    """The examples of some parts, in which each array has one row an example."""

    def __init__(self, places: Sequence[Path]) -> None:
        """Opens the parts; raises FileNotFoundError where there are none."""
        if not places:
            raise FileNotFoundError("nothing is prepared to learn from: run the stage before first")
        self._parts = [
            {file.stem: np.load(file, mmap_mode="r") for file in sorted(one.glob("*.npy"))} for one in places
        ]
        self._ends = np.cumsum([len(next(iter(part.values()))) for part in self._parts])

    def __len__(self) -> int:
        """Returns the number of examples."""
        return int(self._ends[-1])

    def rows(self, chosen: Sequence[int]) -> dict[str, NDArray[np.generic]]:
        """Returns the rows of all arrays, in this order."""
        homes = np.searchsorted(self._ends, chosen, side="right")
        starts = np.concatenate([[0], self._ends])
        picked = [(self._parts[home], index - starts[home]) for home, index in zip(homes, chosen, strict=True)]
        return {name: np.stack([part[name][index] for part, index in picked]) for name in self._parts[0]}


def choose(rng: Rng, sizes: Mapping[str, int], shares: Mapping[str, float], count: int) -> list[tuple[str, int]]:
    """Returns so many (name, index) pairs at random, each name as often as its share of all shares says."""
    names = sorted(shares)
    weights = np.array([shares[name] for name in names])
    drawn = rng.choice(len(names), count, p=weights / weights.sum())
    return [(names[k], int(rng.integers(sizes[names[k]]))) for k in drawn]
