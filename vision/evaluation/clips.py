"""Readings of real throws from several frames: `python -m vision.evaluation.clips DATA/video`.

At every rest in `videos.csv`, up to `FRAMES_PER_THROW` frames are read together with the number of dice, as in the box,
and each frame is read separately.
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

FRAMES_PER_THROW, FRAME_INTERVAL, FIRST_FRAME_DELAY = 5, 0.05, 0.15
"""Number of frames per throw, seconds between them, and seconds from the start of the rest to the first."""


@dataclass(frozen=True, slots=True)
class ClipThrow:
    """A throw at rest in a clip: its name, its faces (ascending) and its frames."""

    name: str
    faces: tuple[int, ...]
    frames: tuple[Frame, ...]


def throws(folder: Path) -> Iterator[ClipThrow]:
    """Yields the throws of all clips; raises FileNotFoundError if the clips are missing."""
    with (folder / "videos.csv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    for row in rows:
        capture, rate, clip_frames = cv2.VideoCapture(str(folder / row["video"])), float(row["fps"]), list[Frame]()
        while (got := capture.read())[0]:
            clip_frames.append(np.asarray(got[1], np.uint8))
        for span, faces in zip(row["rest_frames"].split("|"), row["faces"].split("|"), strict=True):
            first, last = map(int, span.split("-"))
            numbers = [first + round((FIRST_FRAME_DELAY + k * FRAME_INTERVAL) * rate) for k in range(FRAMES_PER_THROW)]
            frames = tuple(clip_frames[k] for k in numbers if k <= last)
            yield ClipThrow(f"{row['video']} {span}", tuple(sorted(map(int, faces.split()))), frames)


def outcome_name(reading: Reading, faces: tuple[int, ...]) -> str:
    """Returns "right", "wrong" or "abstained"."""
    if reading.faces is None:
        return "abstained"
    return "right" if reading.faces == faces else "wrong"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the readings; returns 0, 1 if one is wrong, 2 if the clips are missing."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.clips", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    folder, reader = parser.parse_args(arguments).folder, Reader()
    single, fused = Counter[str](), Counter[str]()
    try:
        for throw in throws(folder):
            by_frame = Counter(
                outcome_name(reader.read(frame, len(throw.faces)), throw.faces) for frame in throw.frames
            )
            reading = reader.read(throw.frames, len(throw.faces))
            single += by_frame
            fused[outcome_name(reading, throw.faces)] += 1
            result = reading.faces or f"{reading.reason}"
            details = f"{reading.frames} frames, {reading.confidence:.3f}"
            print(f"{throw.name}: {throw.faces}, read {result}, {details}; single frames {dict(by_frame)}")
    except FileNotFoundError as error:
        print(f"clips: {error}", file=sys.stderr)
        return 2
    print(f"single frames: {dict(single)}\nthrows, all frames: {dict(fused)}")
    return int(bool(single["wrong"] or fused["wrong"]))


if __name__ == "__main__":
    sys.exit(main())
