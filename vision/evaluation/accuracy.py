"""Accuracy of the reader on labelled pictures: `python -m vision.evaluation.accuracy FOLDER…`.

A folder holds `truth.csv` (`file, n_dice, faces`) or `truth.jsonl` (renders, counted by profile), or has subfolders
that do. Photographs are read without the number of dice, or with it if `--expect` is given; renders are read with
`expected_dice`, as in the box.

A reading is right if it has exactly the true faces; an abstention is right if one is expected (an empty table, a throw
that must not be read, an illegible picture). Any other reading is wrong, any other abstention counts as abstained.
Intervals are Wilson's 95 % intervals.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.annotate import annotate
from vision.evaluation.curves import ScoredReading, reliability_table
from vision.evaluation.labelled import LabelledPicture, Outcome, find_labelled
from vision.reader import Reader
from vision.reading import Reading


def wilson_interval(successes: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """Returns Wilson's score interval of a proportion; `z` is the normal quantile.

    >>> [round(bound, 3) for bound in wilson_interval(98, 100)]
    [0.93, 0.994]
    >>> wilson_interval(0, 0)
    (0.0, 1.0)
    """
    if count == 0:
        return 0.0, 1.0
    share = successes / count
    centre = (share + z * z / (2 * count)) / (1 + z * z / count)
    half_width = z / (1 + z * z / count) * float(np.sqrt(share * (1 - share) / count + z * z / (4 * count * count)))
    return max(0.0, centre - half_width), min(1.0, centre + half_width)


@dataclass(frozen=True, slots=True)
class EvaluatedPicture:
    """A picture, its reading and the outcome."""

    labelled: LabelledPicture
    reading: Reading
    outcome: Outcome


def evaluate_pictures(pictures: Sequence[LabelledPicture], reader: Reader) -> Iterator[EvaluatedPicture]:
    """Yields the outcome of every picture; raises FileNotFoundError for one that cannot be decoded."""
    for picture in pictures:
        frame = cv2.imread(str(picture.path), cv2.IMREAD_COLOR)
        if frame is None:
            raise FileNotFoundError(f"{picture.path} is missing or not an image: correct the folder's truth file")
        reading = reader.read(np.asarray(frame, np.uint8), picture.expect)
        yield EvaluatedPicture(picture, reading, picture.outcome_of(reading))


def _line(name: str, evaluated: Sequence[EvaluatedPicture]) -> str:
    count = len(evaluated)
    cells = []
    for outcome in Outcome:
        successes = sum(one.outcome is outcome for one in evaluated)
        low, high = wilson_interval(successes, count)
        cells.append(f"{successes:5d}  {100 * successes / count:5.1f} % ({100 * low:4.1f} to {100 * high:5.1f})")
    refused = [one for one in evaluated if one.labelled.expected_reason is not None and one.reading.reason is not None]
    matching = sum(one.reading.reason is one.labelled.expected_reason for one in refused)
    reasons = f"  reason right {matching} of {len(refused)}" if refused else ""
    return f"{name:28s} {count:5d} {' '.join(cells)}{reasons}"


def table(evaluated: Sequence[EvaluatedPicture]) -> str:
    """Returns the table: a line for each group, then the total."""
    head = f"{'set':28s} {'n':>5s} {'right':>28s} {'wrong':>28s} {'abstained':>28s}"
    groups = list(dict.fromkeys(one.labelled.group for one in evaluated))
    lines = [_line(group, [one for one in evaluated if one.labelled.group == group]) for group in groups]
    return "\n".join([head, *lines, _line("total", evaluated)])


def _failure_line(one: EvaluatedPicture) -> str:
    reading = one.reading
    read = " ".join(map(str, reading.faces)) if reading.faces is not None else str(reading.reason)
    detected = " ".join(str(die.face or f"?{die.confidence:.2f}") for die in reading.dice)
    expected = " ".join(map(str, one.labelled.faces))
    if one.labelled.expected_reason:
        expected += f" ({one.labelled.expected_reason})"
    return f"{one.outcome.value:9s} {one.labelled.path}  true: {expected}  read: {read}  detected: {detected}"


TILE_WIDTH, SHEET_COLUMNS, SHEET_ROWS = 480, 4, 5
"""Layout of the contact sheets: width of a tile in pixels, columns and rows."""


def _annotated_tile(one: EvaluatedPicture) -> NDArray[np.uint8]:
    frame = cv2.imread(str(one.labelled.path), cv2.IMREAD_COLOR)
    picture = annotate(np.asarray(frame, np.uint8), one.reading)
    height = TILE_WIDTH * 3 // 4
    scale = min(TILE_WIDTH / picture.shape[1], height / picture.shape[0])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    tile = np.zeros((height + 20, TILE_WIDTH, 3), np.uint8)
    tile[: small.shape[0], : small.shape[1]] = small
    text = f"{one.outcome.value} {one.labelled.path.parent.name}/{one.labelled.path.name} {one.labelled.faces}"
    cv2.putText(tile, text, (3, height + 14), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA)
    return tile


def write_sheets(failures: Sequence[EvaluatedPicture], folder: Path) -> list[Path]:
    """Writes contact sheets of the annotated failures and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    tiles_per_sheet = SHEET_COLUMNS * SHEET_ROWS
    for start in range(0, len(failures), tiles_per_sheet):
        tiles = [_annotated_tile(one) for one in failures[start : start + tiles_per_sheet]]
        while len(tiles) % SHEET_COLUMNS:
            tiles.append(np.zeros_like(tiles[0]))
        rows = [np.hstack(tiles[k : k + SHEET_COLUMNS]) for k in range(0, len(tiles), SHEET_COLUMNS)]
        path = folder / f"failures-{start // tiles_per_sheet + 1:02d}.png"
        cv2.imwrite(str(path), np.vstack(rows))
        paths.append(path)
    return paths


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; returns 0, or 2 if a folder has no truth."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.accuracy", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--held-out", action="store_true", help="only pictures on which no network was trained")
    parser.add_argument(
        "--expect", action="store_true", help="pass the number of dice of photographs to the reader as well"
    )
    parser.add_argument("--failures", action="store_true", help="list the pictures that were not read correctly")
    parser.add_argument(
        "--sheet", type=Path, metavar="DIR", help="write annotated contact sheets of these pictures to DIR"
    )
    options = parser.parse_args(arguments)
    try:
        pictures = [picture for folder in options.folders for picture in find_labelled(folder, options.held_out)]
        if options.expect:
            pictures = [replace(one, expect=one.expect or len(one.faces) or None) for one in pictures]
        evaluated = list(evaluate_pictures(pictures, Reader()))
    except FileNotFoundError as error:
        print(f"accuracy: {error}", file=sys.stderr)
        return 2
    print(table(evaluated))
    scored = [
        ScoredReading(
            one.labelled.group, one.reading.confidence, one.outcome is Outcome.RIGHT, one.outcome is Outcome.WRONG
        )
        for one in evaluated
        if one.reading.faces
    ]
    print(f"probability of the readings and their accuracy:\n{reliability_table(scored)}")
    times = np.array([one.reading.ms for one in evaluated])
    print(f"reading time: p50 {np.percentile(times, 50):.1f} ms, p95 {np.percentile(times, 95):.1f} ms")
    failures = [one for one in evaluated if one.outcome is not Outcome.RIGHT]
    failures.sort(key=lambda one: one.outcome is not Outcome.WRONG)
    if options.failures:
        print(*map(_failure_line, failures), sep="\n")
    if options.sheet is not None:
        print(*write_sheets(failures, options.sheet), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
