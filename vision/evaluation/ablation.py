"""What each part of the reader is worth on the development pictures: `python -m vision.evaluation.ablation DATA`.

Every variant has its own curves, fitted with each table left out in turn, and tells the number of dice or nothing. What
must not be read and pictures that one die fills are left aside, as in `vision.evaluation.fitting`.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.decision import decide
from vision.detection import FIRST_SIDE, SECOND_SIDE, DetectionPass, DetectionPipeline
from vision.evaluation.curves import ScoredReading
from vision.evaluation.fitting import CLOSE_UP, DetectedPicture, fit_reading, left_out, study
from vision.evaluation.goals import cameras, read_picture
from vision.evaluation.labelled import find_labelled
from vision.evaluation.splits import Split, name_of, select
from vision.leaning import LEANING_THRESHOLD, MIN_NETWORK_LOG_ODDS, LeaningEvidence, LeaningJudge
from vision.probability import BOTH_PASSES_WEIGHTS, READING_THRESHOLD, Evidence
from vision.reading import Reason
from vision.rectify import Greys

PAIRS = ((128, 640), (192, 640), (FIRST_SIDE, 512), (FIRST_SIDE, 960), (384, SECOND_SIDE))
"""Other sizes of the two passes."""


class ResizedPipeline(DetectionPipeline):
    """A pipeline with passes of other sizes."""

    def __init__(self, first: int, second: int, in_brightest: bool = True) -> None:
        """Takes the sizes of both passes, and whether the second one uses brightness instead of colours."""
        super().__init__()
        self._sides, self._in_brightest = (first, second), in_brightest

    def first(self, greys: Greys) -> DetectionPass:
        """Returns the first pass."""
        return self.look(greys, self._sides[0])

    def second(self, greys: Greys) -> DetectionPass:
        """Returns the second pass."""
        return self.look(greys, self._sides[1], self._in_brightest)


WITHOUT: dict[str, Callable[[Evidence], Evidence]] = {
    "without the pip count": lambda one: replace(one, agrees=0.0, clearly_agrees=0.0, contradicts=0.0, off_centre=0.0),
    "without the doubt about odd sizes": lambda one: replace(one, odd_size=0.0),
    "without the doubt about two holes in a row": lambda one: replace(one, along=0.0),
}


def changed(studied: Sequence[DetectedPicture], change: Callable[[Evidence], Evidence]) -> list[DetectedPicture]:
    """Returns the pictures with other evidence."""
    return [
        replace(
            one,
            seen={
                name: tuple(replace(example, evidence=change(example.evidence)) for example in examples)
                for name, examples in one.seen.items()
            },
        )
        for one in studied
    ]


def line(name: str, studied: Sequence[DetectedPicture], passes: str = "BOTH") -> str:
    """Returns a line of the table: the number told, then nothing."""
    reading = fit_reading(left_out(studied, passes))
    told = left_out(studied, passes, reading)
    step = 2 if passes == "BOTH" else 1
    cells = [_cell(told[k::step]) if k < step else f"{'':>36s}" for k in range(2)]
    return f"{name:46s} {' '.join(cells)}"


def _cell(told: Sequence[ScoredReading]) -> str:
    spoken = [one for one in told if one.chance >= READING_THRESHOLD]
    wrong = max((one.chance for one in told if one.wrong), default=0.0)
    right, guessed = sum(one.right for one in spoken), sum(one.right for one in told)
    return f"{guessed:6d} {right:6d} {len(spoken) - right:6d} {wrong:8.3f} {len(told):6d}"


SCORES: dict[str, Callable[[LeaningEvidence], float]] = {
    "network, excess and residual, as it is": lambda one: one.score,
    "without the network": lambda one: one._replace(network=MIN_NETWORK_LOG_ODDS).score,
    "without the excess": lambda one: one._replace(excess=0.0).score,
    "without the residual": lambda one: one._replace(residual=0.0).score,
    "the network alone": lambda one: one._replace(excess=0.0, residual=0.0).score,
}


def leaning(data: Path) -> str:
    """Returns the table of the signs of leaning, on the development renders whose faces are read surely.

    For each score the area under its curve, how many flat throws it takes for leaning, and how many leaning ones not.
    """
    pipeline, judge, known = DetectionPipeline(), LeaningJudge(), cameras(data)
    seen: dict[bool, list[list[LeaningEvidence]]] = {False: [], True: []}
    renders = [one for kind in ("renders", "renders2") for one in find_labelled(data / kind)]
    for picture in select(renders, Split.DEVELOPMENT):
        if picture.due not in {None, Reason.COCKED}:
            continue
        greys = Greys(read_picture(picture.path))
        passes = pipeline.first(greys), pipeline.second(greys)
        decision = decide(passes, BOTH_PASSES_WEIGHTS, picture.expect)
        if decision.certain:
            quads = [one.quad for one in decision.dice]
            signs = judge.signs(known[name_of(picture.path)], greys, passes[1].view, quads)
            seen[picture.due is Reason.COCKED] += [signs] if signs else []
    lines = [f"{'':46s} {'area':>6s} {'flat refused':>14s} {'leaning read':>14s}"]
    for name, score in SCORES.items():
        flat, lean = ([max(map(score, signs)) for signs in seen[kind]] for kind in (False, True))
        area = np.mean([one > other for one in lean for other in flat])
        refused, missed = sum(one > LEANING_THRESHOLD for one in flat), sum(one <= LEANING_THRESHOLD for one in lean)
        lines.append(f"{name:46s} {area:6.3f} {f'{refused} of {len(flat)}':>14s} {f'{missed} of {len(lean)}':>14s}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table; returns 0, or 2 where a folder holds no truth."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.ablation", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA")
    given = parser.parse_args(arguments)
    try:
        everything = [one for kind in ("photos", "renders", "renders2") for one in find_labelled(given.data / kind)]
        chosen = select(everything, Split.DEVELOPMENT)
        pictures = [one for one in chosen if one.due is None and not one.group.startswith(CLOSE_UP)]
        head = f"{'guess':>6s} {'right':>6s} {'wrong':>6s} {'surest':>8s} {'of':>6s}"
        print(f"{'':46s} {head} {head}", flush=True)
        studied = list(study(pictures, DetectionPipeline()))
        print(line(f"{FIRST_SIDE} and {SECOND_SIDE} pixels, as it is", studied))
        print(line(f"{FIRST_SIDE} pixels alone, number told", studied, "FIRST"))
        for name, change in WITHOUT.items():
            print(line(name, changed(studied, change)), flush=True)
        for pair in PAIRS:
            print(line("{} and {} pixels".format(*pair), list(study(pictures, ResizedPipeline(*pair)))), flush=True)
        colours = ResizedPipeline(FIRST_SIDE, SECOND_SIDE, in_brightest=False)
        print(line("the second look in colours", list(study(pictures, colours))), flush=True)
        print(leaning(given.data))
    except FileNotFoundError as error:
        print(f"ablation: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
