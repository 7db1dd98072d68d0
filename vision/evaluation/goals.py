"""How the reader does by the goals: `python -m vision.evaluation.goals DATA --part development`.

DATA holds the folders `photos`, `renders` and `renders2`. Every picture of a part is read with nothing given and with
the number of its dice, renders also with their number and calibration, and bursts as five frames of one throw. Right is
a reading with exactly the true faces, and an abstention where one is due; wrong is any other reading. Intervals are
Wilson's, 95 %. The test part is counted once, when everything is decided.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.camera_model import CameraModel
from vision.evaluation.accuracy import wilson
from vision.evaluation.curves import ScoredReading
from vision.evaluation.fitting import calibration_error
from vision.evaluation.labelled import LabelledPicture, Outcome, find_labelled
from vision.evaluation.splits import Split, load, name_of, select
from vision.reader import Reader
from vision.reading import Reading
from vision.segmentation import Frame

ABOVE = (
    "pitray_kingjacker",
    "arena_burak",
    "carpet_damiantab",
    "shadow_tomek",
    "dark_wiktoria",
    "glass_tai",
    "vignette_rune55",
)
"""Photographs like those of the box, from above; other photographs are hard ones, but for the crops."""

NOTHING, NUMBER, CAMERA, BURST = "nothing", "number", "number, calibration", "five frames, number, calibration"
"""What is told beside the picture."""


@dataclass(frozen=True, slots=True)
class CountedReading:
    """One reading, its group, what was given, and what it is worth."""

    group: str
    given: str
    file: str
    reading: Reading
    outcome: Outcome
    truth: LabelledPicture


def group_of(picture: LabelledPicture) -> str:
    """Returns the group of the goals that a picture belongs to.

    >>> group_of(LabelledPicture("webcam_matteop65", Path("a.jpg"), (1,)))
    'photographs, hard'
    >>> group_of(LabelledPicture("renders: bone", Path("a"), ()))
    'renders, easy and bone'
    """
    kind = picture.group
    if kind.startswith("renders2"):
        profile = kind.partition(": ")[2]
        return ("leaning dice" if picture.due else "flat dice beside others") if profile == "lean" else profile
    if kind.startswith("renders"):
        profile = kind.partition(": ")[2]
        return "renders, easy and bone" if profile in {"easy", "bone"} else f"renders, {profile}"
    if kind.startswith("crops"):
        return "photographs, one die filling them"
    if kind in ABOVE:
        return "photographs, from above"
    return "photographs, trays" if kind.startswith("trays") else "photographs, hard"


def cameras(data: Path) -> dict[str, CameraModel]:
    """Returns the calibrations of all renders by the picture's name (`folder/file`)."""
    found = {}
    for line in _lines(data / "renders" / "calibrations.jsonl"):
        found[f"renders/{line['file']}"] = CameraModel.from_json(line["calibration"])
    for line in _lines(data / "renders2" / "truth.jsonl"):
        frames = [*line.get("frames", ()), *line.get("extra_frames", ())]
        for file in [line["file"], *(frame["file"] for frame in frames)]:
            found[f"renders2/{file}"] = CameraModel.from_json(line["calibration"])
    return found


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def read_picture(path: Path) -> Frame:
    """Returns the picture in a file; raises FileNotFoundError where there is none."""
    frame = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if frame is None:
        raise FileNotFoundError(f"{path} is missing or no image: mend the folder's truth")
    return np.asarray(frame, np.uint8)


def count(data: Path, part: Split, reader: Reader) -> Iterator[CountedReading]:
    """Reads the pictures of a part; raises FileNotFoundError where some are missing."""
    known = cameras(data)
    everything = [one for kind in ("photos", "renders", "renders2") for one in find_labelled(data / kind)]
    pictures = select(everything, part)
    for picture in pictures:
        name, frame = name_of(picture.path), read_picture(picture.path)
        number = picture.expect or len(picture.faces) or None
        camera = known.get(name)
        for given in (NOTHING, NUMBER, CAMERA):
            if (given is not NOTHING and number is None) or (given is CAMERA and camera is None):
                continue
            truth = replace(picture, expect=None if given is NOTHING else number)
            reading = reader.read(frame, truth.expect, camera=camera if given is CAMERA else None)
            yield CountedReading(group_of(picture), given, name, reading, truth.judge(reading), truth)
    throws = load()
    bursts = [one for one in pictures if one.path.name.startswith("burst")]
    for throw in dict.fromkeys(throws[name_of(one.path)].throw for one in bursts):
        shown = [one for one in bursts if throws[name_of(one.path)].throw == throw and "_f" in one.path.stem]
        truth = shown[0]
        frames = [read_picture(one.path) for one in shown]
        reading = reader.read(frames, truth.expect, camera=known[throw])
        yield CountedReading("burst", BURST, throw, reading, truth.judge(reading), truth)


def table(counted: Sequence[CountedReading]) -> str:
    """Returns the table: a line for each group and what was given."""
    lines = [f"{'group':34s} {'given':32s} {'n':>4s} {'right %':>20s} {'wrong %':>20s} {'calibration error':>18s}"]
    for group, given in sorted({(one.group, one.given) for one in counted}):
        these = [one for one in counted if (one.group, one.given) == (group, given)]
        cells = []
        for outcome in (Outcome.RIGHT, Outcome.WRONG):
            hits = sum(one.outcome is outcome for one in these)
            low, high = wilson(hits, len(these))
            cells.append(f"{100 * hits / len(these):5.1f} ({100 * low:4.1f} to {100 * high:5.1f})")
        spoken = [one for one in these if one.reading.faces is not None]
        told = [ScoredReading(group, one.reading.confidence, one.outcome is Outcome.RIGHT, False) for one in spoken]
        error = calibration_error([replace(one, wrong=not one.right) for one in told]) if told else 0.0
        lines.append(f"{group:34s} {given:32s} {len(these):4d} {cells[0]:>20s} {cells[1]:>20s} {error:18.3f}")
    return "\n".join(lines)


def failure(one: CountedReading) -> str:
    """Returns a line about a reading that was not right."""
    said = one.reading.faces if one.reading.faces is not None else str(one.reading.reason)
    due = one.truth.due or one.truth.faces
    return f"{one.outcome.value:9s} {one.file}  given {one.given}: {said}, due {due}, {one.reading.confidence:.3f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; returns 0, or 2 where pictures are missing."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.goals", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("--part", type=Split, choices=list(Split), default=Split.DEVELOPMENT)
    parser.add_argument("--failures", action="store_true", help="list what was misread")
    given = parser.parse_args(arguments)
    try:
        counted = list(count(given.data, given.part, Reader()))
    except FileNotFoundError as error:
        print(f"goals: {error}", file=sys.stderr)
        return 2
    print(table(counted))
    if given.failures:
        print(*(failure(one) for one in counted if one.outcome is not Outcome.RIGHT), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
