"""Errors of the corners of top faces: `python -m vision.evaluation.corners DATA`.

Only renders have true corners. Every die of a reading with exact outlines is compared with the one at its place. The
error of a corner is given in percent of the die's mean edge.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.evaluation.goals import read_picture
from vision.evaluation.splits import Split, load
from vision.networks import FOLDER
from vision.outlines import edge, overlap
from vision.reader import Reader

Floats = NDArray[np.float64]

MATCH_IOU = 0.4
"""Minimum intersection over union of two outlines of the same face."""


@dataclass(frozen=True, slots=True)
class CornerErrors:
    """The errors of the corners of one face, in edges."""

    profile: str
    errors: tuple[float, ...]


def corner_errors(quad: Floats, truth: Floats) -> tuple[float, ...]:
    """Returns the distance of every corner of an outline (4×2 pixels) from the true one, in edges.

    >>> square = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)])
    >>> corner_errors(np.roll(square, 1, axis=0) + (0.3, 0.4), square)
    (0.05, 0.05, 0.05, 0.05)
    """
    orders = [np.roll(turned, k, axis=0) for turned in (quad, quad[::-1]) for k in range(4)]
    distances = min((np.linalg.norm(order - truth, axis=1) for order in orders), key=lambda off: float(off.sum()))
    return tuple(round(float(distance), 6) for distance in distances / edge(truth))


def measure(data: Path, part: Split, models: Path) -> Iterator[CornerErrors]:
    """Reads the renders of a part and yields the errors of every flat die that is read."""
    entries, reader = load(), Reader(models=models)
    for folder in ("renders", "renders2"):
        for line in (data / folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
            truth = json.loads(line)
            name = f"{folder}/{truth['file']}"
            if name not in entries or entries[name].part is not part or truth["expect"] != "read":
                continue
            frame = read_picture(data / name)
            reading = reader.with_exact_outlines(frame, reader.read(frame, int(truth["expected_dice"])))
            # The origin of the truth is the corner of the image, that of OpenCV the centre of its first pixel.
            tops = [np.array(die["top_poly"], float) - 0.5 for die in truth["dice"] if die["flat"]]
            for quad in (np.array(die.polygon) for die in reading.dice if reading.faces is not None):
                top = max(tops, key=lambda one, quad=quad: overlap(one, quad), default=None)  # type: ignore[misc]
                if top is not None and overlap(top, quad) >= MATCH_IOU:
                    yield CornerErrors(f"{folder}: {truth['profile']}", corner_errors(quad, top))


def table(measured: Sequence[CornerErrors]) -> str:
    """Returns the table: a line for each profile and one for all."""
    lines = [f"{'profile':20s} {'faces':>6s} {'median':>8s} {'p90':>6s}"]
    for profile in (*sorted({one.profile for one in measured}), "all"):
        in_profile = [one for one in measured if profile in (one.profile, "all")]
        percent = [100 * error for one in in_profile for error in one.errors]
        median, p90 = (float(np.percentile(percent, share)) if percent else float("nan") for share in (50, 90))
        lines.append(f"{profile:20s} {len(in_profile):6d} {median:8.2f} {p90:6.2f}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; returns 0, or 2 if pictures are missing."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.corners", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("--part", type=Split, choices=list(Split), default=Split.DEVELOPMENT)
    parser.add_argument(
        "--models", type=Path, default=FOLDER, metavar="FOLDER", help="folder of the networks, if not the shipped ones"
    )
    options = parser.parse_args(arguments)
    try:
        print(table(list(measure(options.data, options.part, options.models))))
    except FileNotFoundError as error:
        print(f"corners: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
