"""The training, development and test part of the labelled pictures: `splits.csv`.

`python -m vision.evaluation.splits FOLDER… --out vision/evaluation/splits.csv` writes the list.

Pictures of one throw always share a part: those of a burst, and photographs of one table with the same faces that are
near-duplicates, possibly rotated or mirrored (by a difference hash of 256 bits). With MANY_DICE or more, equal faces
alone identify a throw, since a repetition is very unlikely. The networks in `vision/models` were trained on half of
each table except the crops, selected by file name. Therefore:

- training: the pictures on which those networks were trained;
- development: other pictures of the same throws, and half of all other throws. Curves, thresholds and rules are chosen
  on it;
- test: the other half of the throws that no network was trained on. Counted once, at the end.

Tables (folders) run across all parts, because the networks were trained on every table except the crops: a test on
unseen tables needs networks trained without them, or pictures from elsewhere.
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

SPLITS_FILE = Path(__file__).with_name("splits.csv")
"""The list of all entries."""

HASH_SIDE = 16
"""Rows and columns of a difference hash."""
MAX_HASH_DISTANCE = 64
"""Maximum Hamming distance of the hashes of near-duplicates, a quarter of the bits.

Two frames of a table from a fixed camera differ in some 20 bits, pictures of two tables in 100 or more.
"""

MANY_DICE = 4
"""Number of dice from which equal faces on one table are taken for the same throw."""

NEVER_TRAINED_ON = ("crops_green_matheus", "crops_tub_markfickett", "renders2")
"""Folders on which no network was trained."""


class Split(StrEnum):
    """The part of the data to which a picture belongs."""

    TRAINING = "training"
    DEVELOPMENT = "development"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class Entry:
    """A picture (`folder/file`), its throw, named after the first picture, and its part."""

    file: str
    throw: str
    part: Split

    @property
    def table(self) -> str:
        """The folder; its pictures share table, camera and dice."""
        return self.file.partition("/")[0]


def name_of(path: Path) -> str:
    """Returns the name of a picture in the list.

    >>> name_of(Path("/data/photos/arena_burak/11.jpg"))
    'arena_burak/11.jpg'
    """
    return f"{path.parent.name}/{path.name}"


def was_trained_on(path: Path) -> bool:
    """Whether a network in `vision/models` was trained on this picture."""
    return path.parent.name not in NEVER_TRAINED_ON and not is_held_out(path)


def difference_hashes(picture: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Returns the hashes (8×256 bits) of a grey image, of its quarter rotations and of their mirror images."""
    small = cv2.resize(picture, (HASH_SIDE + 1, HASH_SIDE + 1), interpolation=cv2.INTER_AREA).astype(np.int16)
    orientations = [np.rot90(side, turn) for side in (small, small[:, ::-1]) for turn in range(4)]
    return np.array([(view[:-1, 1:] > view[:-1, :-1]).ravel() for view in orientations])


def near_duplicates(hashes: NDArray[np.bool_], other: NDArray[np.bool_]) -> bool:
    """Whether two pictures, given by their hashes, are near-duplicates, possibly rotated or mirrored."""
    return bool((hashes[0] != other).sum(1).min() <= MAX_HASH_DISTANCE)


def group_by_throw(pictures: Sequence[LabelledPicture]) -> list[list[LabelledPicture]]:
    """Groups the pictures by throw; raises FileNotFoundError for one that cannot be decoded."""
    groups: dict[Path, list[LabelledPicture]] = {one.path: [one] for one in pictures}
    tables: dict[tuple[str, tuple[int, ...]], list[LabelledPicture]] = defaultdict(list)
    bursts: dict[tuple[str, str], list[LabelledPicture]] = defaultdict(list)
    for one in pictures:
        if one.expect is None:
            tables[one.group, one.faces].append(one)
        elif one.path.name.startswith("burst"):
            bursts[one.group, "_".join(one.path.stem.split("_")[:2])].append(one)
    for alike in bursts.values():
        for one, other in combinations(alike, 2):
            _join(groups, one, other)
    for (_, faces), alike in tables.items():
        hashes = {one.path: _hashes(one.path) for one in alike} if len(faces) < MANY_DICE and len(alike) > 1 else {}
        for one, other in combinations(alike, 2):
            if not hashes or near_duplicates(hashes[one.path], hashes[other.path]):
                _join(groups, one, other)
    return list({id(throw): throw for throw in groups.values()}.values())


def _join(groups: dict[Path, list[LabelledPicture]], one: LabelledPicture, other: LabelledPicture) -> None:
    merged, moved = groups[one.path], groups[other.path]
    if merged is not moved:
        merged += moved
        groups.update((each.path, merged) for each in moved)


def _hashes(path: Path) -> NDArray[np.bool_]:
    picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if picture is None:
        raise FileNotFoundError(f"{path} is missing or not an image: correct the folder's truth file")
    return difference_hashes(np.asarray(picture, np.uint8))


def split(throw: Iterable[Path]) -> list[Entry]:
    """Returns the entries of the pictures of one throw."""
    paths = sorted(throw, key=name_of)
    name = name_of(paths[0])
    is_unseen = not any(was_trained_on(path) for path in paths)
    is_test = is_unseen and hashlib.sha256(name.encode()).digest()[0] % 2 == 1
    unseen = Split.TEST if is_test else Split.DEVELOPMENT
    return [Entry(name_of(path), name, Split.TRAINING if was_trained_on(path) else unseen) for path in paths]


def load(path: Path = SPLITS_FILE) -> dict[str, Entry]:
    """Returns the entries of the list by picture name (`folder/file`)."""
    with path.open(newline="", encoding="utf-8") as lines:
        rows = csv.DictReader(lines)
        return {row["file"]: Entry(row["file"], row["throw"], Split(row["part"])) for row in rows}


def select(
    pictures: Iterable[LabelledPicture], part: Split, entries: dict[str, Entry] | None = None
) -> list[LabelledPicture]:
    """Returns the pictures of one part; unlisted pictures belong to none."""
    listed = load() if entries is None else entries
    return [one for one in pictures if (entry := listed.get(name_of(one.path))) is not None and entry.part is part]


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the list; returns 0, or 2 if a folder has no truth."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.splits", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--out", type=Path, default=SPLITS_FILE, metavar="CSV")
    options = parser.parse_args(arguments)
    try:
        pictures = [one for folder in options.folders for one in find_labelled(folder)]
        entries = [entry for throw in group_by_throw(pictures) for entry in split(one.path for one in throw)]
    except FileNotFoundError as error:
        print(f"splits: {error}", file=sys.stderr)
        return 2
    with options.out.open("w", newline="", encoding="utf-8") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(("file", "throw", "part"))
        writer.writerows((one.file, one.throw, one.part) for one in sorted(entries, key=lambda one: one.file))
    parts = Counter(one.part for one in entries)
    print(", ".join(f"{parts[part]} {part}" for part in Split), f"of {len({one.throw for one in entries})} throws")
    return 0


if __name__ == "__main__":
    sys.exit(main())
