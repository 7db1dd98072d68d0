"""Real throws read from several frames: `python -m vision.evaluation.clips DATA/video`.

Of every rest in `videos.csv` up to `FRAMES` frames, a twentieth of a second apart, are read as the box reads them: the
number of dice is known, and all of them go to the reader. Beside that, each frame alone.
"""

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.reader import Reader
from vision.reading import Reading
from vision.segmentation import Frame

FRAMES, APART, AFTER = 5, 0.05, 0.15
"""Frames of a throw, seconds from one to the next, and seconds from the beginning of the rest to the first."""


@dataclass(frozen=True, slots=True)
class RealThrow:
    """A throw at rest in a clip: its name, its faces (ascending), and frames of it."""

    name: str
    faces: tuple[int, ...]
    frames: tuple[Frame, ...]


def throws(folder: Path) -> Iterator[RealThrow]:
    """Yields the throws of all clips; raises FileNotFoundError where the clips are missing."""
    with (folder / "videos.csv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    for row in rows:
        clip, rate, shown = cv2.VideoCapture(str(folder / row["video"])), float(row["fps"]), list[Frame]()
        while (got := clip.read())[0]:
            shown.append(np.asarray(got[1], np.uint8))
        for span, faces in zip(row["rest_frames"].split("|"), row["faces"].split("|"), strict=True):
            first, last = map(int, span.split("-"))
            numbers = [first + round((AFTER + k * APART) * rate) for k in range(FRAMES)]
            frames = tuple(shown[k] for k in numbers if k <= last)
            yield RealThrow(f"{row['video']} {span}", tuple(sorted(map(int, faces.split()))), frames)


def worth(reading: Reading, faces: tuple[int, ...]) -> str:
    """Returns "right", "wrong" or "abstained"."""
    if reading.faces is None:
        return "abstained"
    return "right" if reading.faces == faces else "wrong"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints what was read; returns 0, 1 where a reading is wrong, 2 where the clips are missing."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.clips", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    folder, reader = parser.parse_args(arguments).folder, Reader()
    single, fused = Counter[str](), Counter[str]()
    try:
        for throw in throws(folder):
            alone = Counter(worth(reader.read(frame, len(throw.faces)), throw.faces) for frame in throw.frames)
            reading = reader.read(throw.frames, len(throw.faces))
            single += alone
            fused[worth(reading, throw.faces)] += 1
            said = reading.faces or f"{reading.reason}"
            used = f"{reading.frames} frames, {reading.confidence:.3f}"
            print(f"{throw.name}: {throw.faces}, read {said}, {used}; alone {dict(alone)}")
    except FileNotFoundError as error:
        print(f"clips: {error}", file=sys.stderr)
        return 2
    print(f"single frames: {dict(single)}\nthrows, all frames: {dict(fused)}")
    return int(bool(single["wrong"] or fused["wrong"]))


if __name__ == "__main__":
    sys.exit(main())
