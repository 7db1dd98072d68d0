"""The reader's accuracy compared with the goals: `python -m vision.evaluation.goals DATA --part development`.

DATA holds the folders `photos`, `renders` and `renders2`. Every picture of a part is read with no information and with
the number of dice; renders also with their number and calibration, bursts as five frames of one throw. Right and wrong
are those of `vision.evaluation.labelled`, intervals are Wilson's 95 % intervals. The test part is for a final count
only, after all decisions.
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
from vision.evaluation.accuracy import wilson_interval
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
"""Folders of photographs from above, like those of the box; all others but the close-ups are hard ones."""

NOTHING, NUMBER, CAMERA, BURST = "nothing", "number", "number, calibration", "five frames, number, calibration"
"""The information that the reader is given besides the picture."""


@dataclass(frozen=True, slots=True)
class CountedReading:
    """A reading, its group, the given information, and the outcome."""

    group: str
    given: str
    file: str
    reading: Reading
    outcome: Outcome
    truth: LabelledPicture


def group_of(picture: LabelledPicture) -> str:
    """Returns the group of the goals to which a picture belongs.

    >>> group_of(LabelledPicture("webcam_matteop65", Path("a.jpg"), (1,)))
    'photographs, hard'
    >>> group_of(LabelledPicture("renders: bone", Path("a"), ()))
    'renders, easy and bone'
    """
    group = picture.group
    if group.startswith("renders2"):
        profile = group.partition(": ")[2]
        return (
            ("leaning dice" if picture.expected_reason else "flat dice beside others") if profile == "lean" else profile
        )
    if group.startswith("renders"):
        profile = group.partition(": ")[2]
        return "renders, easy and bone" if profile in {"easy", "bone"} else f"renders, {profile}"
    if group.startswith("crops"):
        return "photographs, close-up"
    if group in ABOVE:
        return "photographs, from above"
    return "photographs, trays" if group.startswith("trays") else "photographs, hard"


def cameras(data: Path) -> dict[str, CameraModel]:
    """Returns the calibrations of all renders by name (`folder/file`)."""
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
    """Reads a picture; raises FileNotFoundError if it cannot be decoded."""
    frame = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if frame is None:
        raise FileNotFoundError(f"{path} is missing or not an image: correct the folder's truth file")
    return np.asarray(frame, np.uint8)


def count(data: Path, part: Split, reader: Reader) -> Iterator[CountedReading]:
    """Yields the readings of a part; raises FileNotFoundError if pictures are missing."""
    calibrations = cameras(data)
    labelled = [one for kind in ("photos", "renders", "renders2") for one in find_labelled(data / kind)]
    pictures = select(labelled, part)
    for picture in pictures:
        name, frame = name_of(picture.path), read_picture(picture.path)
        number = picture.expect or len(picture.faces) or None
        camera = calibrations.get(name)
        for given in (NOTHING, NUMBER, CAMERA):
            if (given is not NOTHING and number is None) or (given is CAMERA and camera is None):
                continue
            truth = replace(picture, expect=None if given is NOTHING else number)
            reading = reader.read(frame, truth.expect, camera=camera if given is CAMERA else None)
            yield CountedReading(group_of(picture), given, name, reading, truth.outcome_of(reading), truth)
    throws = load()
    bursts = [one for one in pictures if one.path.name.startswith("burst")]
    for throw in dict.fromkeys(throws[name_of(one.path)].throw for one in bursts):
        frames_of_throw = [one for one in bursts if throws[name_of(one.path)].throw == throw and "_f" in one.path.stem]
        truth = frames_of_throw[0]
        frames = [read_picture(one.path) for one in frames_of_throw]
        reading = reader.read(frames, truth.expect, camera=calibrations[throw])
        yield CountedReading("burst", BURST, throw, reading, truth.outcome_of(reading), truth)


def table(counted: Sequence[CountedReading]) -> str:
    """Returns the table: a line for each group and given information."""
    lines = [f"{'group':34s} {'given':32s} {'n':>4s} {'right %':>20s} {'wrong %':>20s} {'calibration error':>18s}"]
    for group, given in sorted({(one.group, one.given) for one in counted}):
        in_group = [one for one in counted if (one.group, one.given) == (group, given)]
        cells = []
        for outcome in (Outcome.RIGHT, Outcome.WRONG):
            successes = sum(one.outcome is outcome for one in in_group)
            low, high = wilson_interval(successes, len(in_group))
            cells.append(f"{100 * successes / len(in_group):5.1f} ({100 * low:4.1f} to {100 * high:5.1f})")
        accepted = [one for one in in_group if one.reading.faces is not None]
        scored = [ScoredReading(group, one.reading.confidence, one.outcome is Outcome.RIGHT, False) for one in accepted]
        error = calibration_error([replace(one, wrong=not one.right) for one in scored]) if scored else 0.0
        lines.append(f"{group:34s} {given:32s} {len(in_group):4d} {cells[0]:>20s} {cells[1]:>20s} {error:18.3f}")
    return "\n".join(lines)


def failure_line(one: CountedReading) -> str:
    """Returns a line about a reading that is not right."""
    read = one.reading.faces if one.reading.faces is not None else str(one.reading.reason)
    expected = one.truth.expected_reason or one.truth.faces
    details = f"{read}, expected {expected}, {one.reading.confidence:.3f}"
    return f"{one.outcome.value:9s} {one.file}  given {one.given}: {details}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; returns 0, or 2 if pictures are missing."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.goals", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("--part", type=Split, choices=list(Split), default=Split.DEVELOPMENT)
    parser.add_argument("--failures", action="store_true", help="list the pictures that were not read correctly")
    given = parser.parse_args(arguments)
    try:
        counted = list(count(given.data, given.part, Reader()))
    except FileNotFoundError as error:
        print(f"goals: {error}", file=sys.stderr)
        return 2
    print(table(counted))
    if given.failures:
        print(*(failure_line(one) for one in counted if one.outcome is not Outcome.RIGHT), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
