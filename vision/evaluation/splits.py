"""Which labelled pictures are for training, for development, and for the one final count: `splits.csv`.

`python -m vision.evaluation.splits FOLDER… --out vision/evaluation/splits.csv` writes the list anew.

Pictures of one throw always share a part: those of a burst, and photographs of one table that show the same faces and
are nearly the same picture, turned or mirrored perhaps (a difference hash of 256 bits). Many dice hardly ever fall
alike twice, so that of MANY or more the faces alone tell the throw. The networks in `vision/models` learned from half
of each table but the crops, by file name. Therefore:

- training: what those networks learned from;
- development: other pictures of the throws they saw, and half of the throws they did not. Curves, thresholds and rules
  are chosen here;
- test: the other half of the throws that no network saw. Counted once, at the end.

Tables (folders) run across all parts, for the networks have seen every table but the crops: a test of unseen tables
needs networks that were trained without them, or pictures from elsewhere.
"""

import argparse
import csv
import hashlib
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evaluation.labelled import LabelledPicture, find_labelled, is_held_out

LIST = Path(__file__).with_name("splits.csv")

HASH_SIDE = 16
NEARLY_SAME = 64
"""Difference hashes of a quarter of their bits apart or less are of nearly the same picture: two frames of a table seen
from a fixed camera differ by some 20, two of different tables by 100 and more."""

MANY = 4
"""So many dice of one table with the same faces are taken for one throw."""

NEVER_TRAINED_ON = ("crops_green_matheus", "crops_tub_markfickett", "renders2")
"""Folders of which no network learned."""


class Split(StrEnum):
    """What a picture is for."""

    TRAINING = "training"
    DEVELOPMENT = "development"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class Entry:
    """A picture (`folder/file`), the throw that it shows, named by its first picture, and its part."""

    file: str
    throw: str
    part: Split

    @property
    def table(self) -> str:
        """The folder, whose pictures share table, camera and dice."""
        return self.file.partition("/")[0]


def name_of(path: Path) -> str:
    """Returns a picture's name in the list.

    >>> name_of(Path("/data/photos/arena_burak/11.jpg"))
    'arena_burak/11.jpg'
    """
    return f"{path.parent.name}/{path.name}"


def was_trained_on(path: Path) -> bool:
    """Whether a network in `vision/models` learned from this picture."""
    return path.parent.name not in NEVER_TRAINED_ON and not is_held_out(path)


def difference_hashes(picture: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Returns the hashes (8×256 bits) of a grey picture, of its quarter turns and of their mirror images."""
    square = cv2.resize(picture, (HASH_SIDE + 1, HASH_SIDE + 1), interpolation=cv2.INTER_AREA).astype(np.int16)
    views = [np.rot90(side, turn) for side in (square, square[:, ::-1]) for turn in range(4)]
    return np.array([(view[:-1, 1:] > view[:-1, :-1]).ravel() for view in views])


def nearly_same(hashes: NDArray[np.bool_], other: NDArray[np.bool_]) -> bool:
    """Whether two pictures, given by their hashes, are nearly the same, turned or mirrored perhaps."""
    return bool((hashes[0] != other).sum(1).min() <= NEARLY_SAME)


def throws(pictures: Sequence[LabelledPicture]) -> list[list[LabelledPicture]]:
    """Returns the pictures by the throw that they show; raises FileNotFoundError for one that cannot be decoded."""
    home: dict[Path, list[LabelledPicture]] = {one.path: [one] for one in pictures}
    tables: dict[tuple[str, tuple[int, ...]], list[LabelledPicture]] = defaultdict(list)
    bursts: dict[tuple[str, str], list[LabelledPicture]] = defaultdict(list)
    for one in pictures:
        if one.expect is None:
            tables[one.group, one.faces].append(one)
        elif one.path.name.startswith("burst"):
            bursts[one.group, "_".join(one.path.stem.split("_")[:2])].append(one)
    for alike in bursts.values():
        for one, other in combinations(alike, 2):
            _join(home, one, other)
    for (_, faces), alike in tables.items():
        hashes = {one.path: _hashes(one.path) for one in alike} if len(faces) < MANY and len(alike) > 1 else {}
        for one, other in combinations(alike, 2):
            if not hashes or nearly_same(hashes[one.path], hashes[other.path]):
                _join(home, one, other)
    return list({id(throw): throw for throw in home.values()}.values())


def _join(home: dict[Path, list[LabelledPicture]], one: LabelledPicture, other: LabelledPicture) -> None:
    kept, moved = home[one.path], home[other.path]
    if kept is not moved:
        kept += moved
        home.update((each.path, kept) for each in moved)


def _hashes(path: Path) -> NDArray[np.bool_]:
    picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if picture is None:
        raise FileNotFoundError(f"{path} is missing or no image: mend the folder's truth")
    return difference_hashes(np.asarray(picture, np.uint8))


def split(throw: Iterable[Path]) -> list[Entry]:
    """Returns the entries of the pictures of one throw."""
    paths = sorted(throw, key=name_of)
    name = name_of(paths[0])
    clean = not any(was_trained_on(path) for path in paths)
    tested = clean and hashlib.sha256(name.encode()).digest()[0] % 2 == 1
    unseen = Split.TEST if tested else Split.DEVELOPMENT
    return [Entry(name_of(path), name, Split.TRAINING if was_trained_on(path) else unseen) for path in paths]


def load(path: Path = LIST) -> dict[str, Entry]:
    """Returns the entries of the list by the picture's name (`folder/file`)."""
    with path.open(newline="", encoding="utf-8") as lines:
        rows = csv.DictReader(lines)
        return {row["file"]: Entry(row["file"], row["throw"], Split(row["part"])) for row in rows}


def select(
    pictures: Iterable[LabelledPicture], part: Split, entries: dict[str, Entry] | None = None
) -> list[LabelledPicture]:
    """Returns the pictures of one part; those that are not in the list belong to none."""
    listed = load() if entries is None else entries
    return [one for one in pictures if (entry := listed.get(name_of(one.path))) is not None and entry.part is part]


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the list; returns 0, or 2 where a folder holds no truth."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.splits", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--out", type=Path, default=LIST, metavar="CSV")
    given = parser.parse_args(arguments)
    try:
        pictures = [one for folder in given.folders for one in find_labelled(folder)]
        entries = [entry for throw in throws(pictures) for entry in split(one.path for one in throw)]
    except FileNotFoundError as error:
        print(f"splits: {error}", file=sys.stderr)
        return 2
    with given.out.open("w", newline="", encoding="utf-8") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(("file", "throw", "part"))
        writer.writerows((one.file, one.throw, one.part) for one in sorted(entries, key=lambda one: one.file))
    parts = Counter(one.part for one in entries)
    print(", ".join(f"{parts[part]} {part}" for part in Split), f"of {len({one.throw for one in entries})} throws")
    return 0


if __name__ == "__main__":
    sys.exit(main())
