"""How often the eye is right, wrong or silent on labelled photographs: `python -m vision.evaluation.accuracy FOLDER…`.

A folder holds `truth.csv` (`file, n_dice, faces`) or `truth.jsonl` (renders, counted per profile), or has subfolders
that do. Photographs are read without being told the number of dice, but with `--expect`; renders are told
`expected_dice`, as the box is.

Right is a reading with exactly the true faces, and silence where silence is due (an empty table, a roll that must not
be read, a picture in which nobody could tell). Wrong is any other reading. The rest is abstained. Intervals are
Wilson's, 95 %.
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


def wilson(hits: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """Returns Wilson's interval for a share.

    >>> [round(bound, 3) for bound in wilson(98, 100)]
    [0.93, 0.994]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if count == 0:
        return 0.0, 1.0
    share = hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    reach = z / (1 + z * z / count) * float(np.sqrt(share * (1 - share) / count + z * z / (4 * count * count)))
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True, slots=True)
class JudgedPicture:
    """One picture, its reading and the outcome."""

    labelled: LabelledPicture
    reading: Reading
    outcome: Outcome


def judge_all(pictures: Sequence[LabelledPicture], reader: Reader) -> Iterator[JudgedPicture]:
    """Reads and judges pictures one after another; raises FileNotFoundError for a picture that cannot be decoded."""
    for picture in pictures:
        frame = cv2.imread(str(picture.path), cv2.IMREAD_COLOR)
        if frame is None:
            raise FileNotFoundError(f"{picture.path} is missing or no image: mend the folder's truth")
        reading = reader.read(np.asarray(frame, np.uint8), picture.expect)
        yield JudgedPicture(picture, reading, picture.judge(reading))


def _line(name: str, judged: Sequence[JudgedPicture]) -> str:
    count = len(judged)
    cells = []
    for outcome in Outcome:
        hits = sum(one.outcome is outcome for one in judged)
        low, high = wilson(hits, count)
        cells.append(f"{hits:5d}  {100 * hits / count:5.1f} % ({100 * low:4.1f} to {100 * high:5.1f})")
    due = [one for one in judged if one.labelled.due is not None and one.reading.reason is not None]
    reasons = (
        f"  reason right {sum(one.reading.reason is one.labelled.due for one in due)} of {len(due)}" if due else ""
    )
    return f"{name:28s} {count:5d} {' '.join(cells)}{reasons}"


def table(judged: Sequence[JudgedPicture]) -> str:
    """Returns the table: a line for each set, then the total."""
    head = f"{'set':28s} {'n':>5s} {'right':>28s} {'wrong':>28s} {'abstained':>28s}"
    groups = list(dict.fromkeys(one.labelled.group for one in judged))
    lines = [_line(group, [one for one in judged if one.labelled.group == group]) for group in groups]
    return "\n".join([head, *lines, _line("total", judged)])


def _failure(one: JudgedPicture) -> str:
    reading = one.reading
    said = " ".join(map(str, reading.faces)) if reading.faces is not None else str(reading.reason)
    seen = " ".join(str(die.face or f"?{die.confidence:.2f}") for die in reading.dice)
    due = f"{' '.join(map(str, one.labelled.faces))}{f' ({one.labelled.due})' if one.labelled.due else ''}"
    return f"{one.outcome.value:9s} {one.labelled.path}  true: {due}  said: {said}  seen: {seen}"


SHEET_WIDTH, SHEET_COLUMNS, SHEET_ROWS = 480, 4, 5


def _tile(one: JudgedPicture) -> NDArray[np.uint8]:
    frame = cv2.imread(str(one.labelled.path), cv2.IMREAD_COLOR)
    picture = annotate(np.asarray(frame, np.uint8), one.reading)
    height = SHEET_WIDTH * 3 // 4
    scale = min(SHEET_WIDTH / picture.shape[1], height / picture.shape[0])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    tile = np.zeros((height + 20, SHEET_WIDTH, 3), np.uint8)
    tile[: small.shape[0], : small.shape[1]] = small
    text = f"{one.outcome.value} {one.labelled.path.parent.name}/{one.labelled.path.name} {one.labelled.faces}"
    cv2.putText(tile, text, (3, height + 14), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA)
    return tile


def write_sheets(failures: Sequence[JudgedPicture], folder: Path) -> list[Path]:
    """Writes contact sheets of annotated failures and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    page = SHEET_COLUMNS * SHEET_ROWS
    for start in range(0, len(failures), page):
        tiles = [_tile(one) for one in failures[start : start + page]]
        while len(tiles) % SHEET_COLUMNS:
            tiles.append(np.zeros_like(tiles[0]))
        rows = [np.hstack(tiles[k : k + SHEET_COLUMNS]) for k in range(0, len(tiles), SHEET_COLUMNS)]
        path = folder / f"failures-{start // page + 1:02d}.png"
        cv2.imwrite(str(path), np.vstack(rows))
        written.append(path)
    return written


def _worth(one: JudgedPicture) -> tuple[bool, bool]:
    return one.outcome is Outcome.RIGHT, one.outcome is Outcome.WRONG


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; returns 0, or 2 where a folder holds no truth."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.accuracy", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--held-out", action="store_true", help="only the pictures that no network learned from")
    parser.add_argument("--expect", action="store_true", help="give the number of dice in photographs, too")
    parser.add_argument("--failures", action="store_true", help="list the pictures that were misread")
    parser.add_argument("--sheet", type=Path, metavar="DIR", help="write contact sheets of those pictures, annotated")
    given = parser.parse_args(arguments)
    try:
        pictures = [picture for folder in given.folders for picture in find_labelled(folder, given.held_out)]
        if given.expect:
            pictures = [replace(one, expect=one.expect or len(one.faces) or None) for one in pictures]
        judged = list(judge_all(pictures, Reader()))
    except FileNotFoundError as error:
        print(f"accuracy: {error}", file=sys.stderr)
        return 2
    print(table(judged))
    told = [
        ScoredReading(one.labelled.group, one.reading.confidence, *_worth(one)) for one in judged if one.reading.faces
    ]
    print(f"how probable the readings told were, and how many of them were right:\n{reliability_table(told)}")
    times = np.array([one.reading.ms for one in judged])
    print(f"reader's time: p50 {np.percentile(times, 50):.1f} ms, p95 {np.percentile(times, 95):.1f} ms")
    failures = [one for one in judged if one.outcome is not Outcome.RIGHT]
    failures.sort(key=lambda one: one.outcome is not Outcome.WRONG)
    if given.failures:
        print(*map(_failure, failures), sep="\n")
    if given.sheet is not None:
        print(*write_sheets(failures, given.sheet), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
