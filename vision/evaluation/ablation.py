"""What each part of the reader contributes on the development pictures: `python -m vision.evaluation.ablation DATA`.

Every variant gets its own curves, cross-validated over tables, and is read with the number of dice and without. Throws
that must not be read and pictures that one die fills are excluded, as in `vision.evaluation.fitting`.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from vision.detection import FIRST_SIDE, SECOND_SIDE, DetectionPass, DetectionPipeline
from vision.evaluation.curves import ScoredReading
from vision.evaluation.fitting import CLOSE_UP_PREFIX, DetectedPicture, cross_validate, detect_pictures, fit_reading
from vision.evaluation.labelled import find_labelled
from vision.evaluation.splits import Split, select
from vision.probability import READING_THRESHOLD, Evidence
from vision.rectify import Greys

PASS_SIZES = ((128, 640), (192, 640), (FIRST_SIDE, 512), (FIRST_SIDE, 960), (384, SECOND_SIDE))
"""Alternative input sizes of the two passes, in pixels of the longer side."""


class ResizedPipeline(DetectionPipeline):
    """A pipeline with other input sizes."""

    def __init__(self, first: int, second: int, in_brightest: bool = True) -> None:
        """Takes the input sizes of both passes, and whether the second sees the brightest channel instead of colour."""
        super().__init__()
        self._sides, self._in_brightest = (first, second), in_brightest

    def first(self, greys: Greys) -> DetectionPass:
        """Returns the first pass."""
        return self.look(greys, self._sides[0])

    def second(self, greys: Greys) -> DetectionPass:
        """Returns the second pass."""
        return self.look(greys, self._sides[1], self._in_brightest)


WITHOUT: dict[str, Callable[[Evidence], Evidence]] = {
    "without the pip count": lambda one: replace(one, agrees=0.0, clearly_agrees=0.0, contradicts=0.0),
    "without the penalty for odd sizes": lambda one: replace(one, odd_size=0.0),
    "without the penalty for two holes in a row": lambda one: replace(one, along=0.0),
}
"""By name of the variant, the evidence with some features removed."""


def with_evidence(
    detected: Sequence[DetectedPicture], transform: Callable[[Evidence], Evidence]
) -> list[DetectedPicture]:
    """Returns the pictures with transformed evidence."""
    return [
        replace(
            one,
            examples={
                name: tuple(replace(example, evidence=transform(example.evidence)) for example in examples)
                for name, examples in one.examples.items()
            },
        )
        for one in detected
    ]


def table_row(name: str, detected: Sequence[DetectedPicture], passes: str = "BOTH") -> str:
    """Returns a line of the table: with the number of dice, then without."""
    reading = fit_reading(cross_validate(detected, passes))
    scored = cross_validate(detected, passes, reading)
    step = 2 if passes == "BOTH" else 1
    cells = [_cells(scored[k::step]) if k < step else f"{'':>36s}" for k in range(2)]
    return f"{name:46s} {' '.join(cells)}"


def _cells(scored: Sequence[ScoredReading]) -> str:
    accepted = [one for one in scored if one.probability >= READING_THRESHOLD]
    wrong = max((one.probability for one in scored if one.wrong), default=0.0)
    right, best_guesses = sum(one.right for one in accepted), sum(one.right for one in scored)
    return f"{best_guesses:6d} {right:6d} {len(accepted) - right:6d} {wrong:8.3f} {len(scored):6d}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; returns 0, or 2 if a folder has no truth."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.ablation", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA")
    options = parser.parse_args(arguments)
    try:
        labelled = [one for kind in ("photos", "renders", "renders2") for one in find_labelled(options.data / kind)]
        development = select(labelled, Split.DEVELOPMENT)
        pictures = [
            one for one in development if one.expected_reason is None and not one.group.startswith(CLOSE_UP_PREFIX)
        ]
        head = f"{'guess':>6s} {'right':>6s} {'wrong':>6s} {'surest':>8s} {'of':>6s}"
        print(f"{'':46s} {head} {head}", flush=True)
        detected = list(detect_pictures(pictures, DetectionPipeline()))
        print(table_row(f"{FIRST_SIDE} and {SECOND_SIDE} pixels (shipped)", detected))
        print(table_row(f"{FIRST_SIDE} pixels only", detected, "FIRST"))
        for name, transform in WITHOUT.items():
            print(table_row(name, with_evidence(detected, transform)), flush=True)
        for sizes in PASS_SIZES:
            print(
                table_row("{} and {} pixels".format(*sizes), list(detect_pictures(pictures, ResizedPipeline(*sizes)))),
                flush=True,
            )
        colours = ResizedPipeline(FIRST_SIDE, SECOND_SIDE, in_brightest=False)
        print(table_row("second pass in colours", list(detect_pictures(pictures, colours))), flush=True)
    except FileNotFoundError as error:
        print(f"ablation: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
