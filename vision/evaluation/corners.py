"""How far the corners of the top faces read are off the true ones: `python -m vision.evaluation.corners DATA`.

Renders alone tell where corners lie. Each face that is read where a die lies is held against that die; the error of a
corner is told in percent of the die's mean edge, as the classifier mends it and, where the camera is known, as that of
the flat die found at the gradients.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.evaluation.goals import cameras, read_picture
from vision.evaluation.splits import Split, load
from vision.flat_dice import settle, top_in_frame
from vision.networks import FOLDER
from vision.outlines import edge, overlap
from vision.reader import Reader

Floats = NDArray[np.float64]

SAME_FACE = 0.4
"""Outlines that overlap so much are of one face."""


@dataclass(frozen=True, slots=True)
class CornerErrors:
    """The errors of the corners of one face, in edges: as read, and settled under the camera where that is known."""

    profile: str
    read: tuple[float, ...]
    settled: tuple[float, ...]


def errors(quad: Floats, truth: Floats) -> tuple[float, ...]:
    """Returns how far each corner of an outline (4×2 pixels) is off the true one, in edges.

    >>> square = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)])
    >>> errors(np.roll(square, 1, axis=0) + (0.3, 0.4), square)
    (0.05, 0.05, 0.05, 0.05)
    """
    rolls = [np.roll(way, k, axis=0) for way in (quad, quad[::-1]) for k in range(4)]
    away = min((np.linalg.norm(roll - truth, axis=1) for roll in rolls), key=lambda off: float(off.sum()))
    return tuple(round(float(off), 6) for off in away / edge(truth))


def measure(data: Path, part: Split, reader: Reader) -> Iterator[CornerErrors]:
    """Reads the renders of a part; yields what is measured of every flat die that is told."""
    known, entries = cameras(data), load()
    for folder in ("renders", "renders2"):
        for line in (data / folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
            truth = json.loads(line)
            name = f"{folder}/{truth['file']}"
            if name not in entries or entries[name].part is not part or truth["expect"] != "read":
                continue
            frame = read_picture(data / name)
            reading = reader.read(frame, int(truth["expected_dice"]))
            # Truth counts from the image's corner, OpenCV from the middle of its first pixel.
            tops = [np.array(die["top_poly"], float) - 0.5 for die in truth["dice"] if die["flat"]]
            quads = [np.array(die.polygon) for die in reading.dice]
            camera = known[name].fitted_to(*frame.shape[:2])
            poses = settle(camera, frame, quads) if quads else None
            for k, quad in enumerate(quads):
                top = max(tops, key=lambda one, quad=quad: overlap(one, quad), default=None)  # type: ignore[misc]
                if top is None or overlap(top, quad) < SAME_FACE:
                    continue
                settled = errors(top_in_frame(camera, poses[k]), top) if poses else ()
                yield CornerErrors(f"{folder}: {truth['profile']}", errors(quad, top), settled)


def table(measured: Sequence[CornerErrors]) -> str:
    """Returns the table: a line for each profile and one for all."""
    lines = [f"{'profile':20s} {'faces':>6s} {'read: median':>13s} {'p90':>6s} {'settled: median':>16s} {'p90':>6s}"]
    for profile in (*sorted({one.profile for one in measured}), "all"):
        these = [one for one in measured if profile in (one.profile, "all")]
        cells = []
        for kind in ("read", "settled"):
            off = [100 * error for one in these for error in getattr(one, kind)]
            cells += [float(np.percentile(off, share)) if off else float("nan") for share in (50, 90)]
        lines.append(f"{profile:20s} {len(these):6d} {cells[0]:13.2f} {cells[1]:6.2f} {cells[2]:16.2f} {cells[3]:6.2f}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; returns 0, or 2 where pictures are missing."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.corners", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("--part", type=Split, choices=list(Split), default=Split.DEVELOPMENT)
    parser.add_argument("--models", type=Path, default=FOLDER, metavar="FOLDER", help="other networks than the shipped")
    given = parser.parse_args(arguments)
    try:
        print(table(list(measure(given.data, given.part, Reader(models=given.models)))))
    except FileNotFoundError as error:
        print(f"corners: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
