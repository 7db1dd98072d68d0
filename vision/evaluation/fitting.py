"""Fits the numbers in `vision/probability.py` to development pictures: `python -m vision.evaluation.fitting FOLDER…`.

Each table is left out in turn: what is printed of how far the probabilities hold, and how many wrong readings there are
at which coverage, is of tables that the curves of a place were not fitted on. The numbers printed for `probability.py`
are fitted on all tables together.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import DetectionPipeline
from vision.evaluation.curves import ScoredReading, coverage_table, draw_curves, reliability_table
from vision.evaluation.labelled import LabelledPicture, Outcome, find_labelled
from vision.evaluation.splits import Split, select
from vision.hypotheses import DieHypothesis, form_hypotheses
from vision.probability import (
    BOTH_PASSES_WEIGHTS,
    CONTRADICTION_FACTOR,
    DIE_THRESHOLD,
    FIRST_PASS_WEIGHTS,
    READING_THRESHOLD,
    Evidence,
    Weights,
    log_odds,
    reading_chance,
)
from vision.reading import Reading, Reason
from vision.rectify import Greys

Floats = NDArray[np.float64]

STIFFNESS = 1.0
"""Regularization of the weights towards 0, against overfitting."""

BEYOND = 0.1
"""An outline's middle may lie so far outside a die's box, in parts of the box, for it still to be that die's."""

MIN_STRENGTH = 0.12
"""Less certain detections teach nothing about reading faces."""

WEIGHTS = {"FIRST": FIRST_PASS_WEIGHTS, "BOTH": BOTH_PASSES_WEIGHTS}

AS_IT_IS = (0.0, 1.0)
"""The identity curve for whole readings."""

CLOSE_UP = "crops"
"""Groups of pictures that one die fills begin so."""


@dataclass(frozen=True, slots=True)
class Example:
    """One place in a picture: the evidence, its hypothesis of the value, and the true value where known."""

    evidence: Evidence
    value: int
    is_die: bool | None
    is_right: bool | None


@dataclass(frozen=True, slots=True)
class DetectedPicture:
    """One picture with its places as found by the first pass, and by both."""

    picture: LabelledPicture
    seen: dict[str, tuple[Example, ...]]


def label(picture: LabelledPicture, hypotheses: Sequence[DieHypothesis]) -> tuple[Example, ...]:
    """Returns the hypotheses on a picture with the true values as far as known."""
    free = list(picture.places or ())
    faces = list(picture.faces)
    examples = []
    for one in hypotheses:
        is_die: bool | None = None
        is_right: bool | None = None
        if picture.places is None:
            # Without places, a hypothesis that names a face in the picture is assumed to be of that die.
            if one.value in faces and one.evidence.value > DIE_THRESHOLD:
                faces.remove(one.value)
                is_die = is_right = True
            elif one.evidence.value > DIE_THRESHOLD and faces:
                is_right = False
        else:
            here = [place for place in free if _inside(one.center, place.box)]
            is_die = bool(here)
            if here:
                nearest = min(here, key=lambda place: _away(one.center, place.box))
                free.remove(nearest)
                is_right = nearest.face == one.value
        examples.append(Example(one.evidence, one.value, is_die, is_right))
    return tuple(examples)


def _inside(point: Floats, box: tuple[float, float, float, float]) -> bool:
    x, y = BEYOND * (box[2] - box[0]), BEYOND * (box[3] - box[1])
    return bool(box[0] - x < point[0] < box[2] + x and box[1] - y < point[1] < box[3] + y)


def _away(point: Floats, box: tuple[float, float, float, float]) -> float:
    return abs(float(point[0]) - (box[0] + box[2]) / 2) + abs(float(point[1]) - (box[1] + box[3]) / 2)


def study(pictures: Sequence[LabelledPicture], pipeline: DetectionPipeline) -> Iterator[DetectedPicture]:
    """Reads every picture; raises FileNotFoundError for one that cannot be decoded."""
    for picture in pictures:
        frame = cv2.imread(str(picture.path), cv2.IMREAD_COLOR)
        if frame is None:
            raise FileNotFoundError(f"{picture.path} is missing or no image: mend the folder's truth")
        greys = Greys(np.asarray(frame, np.uint8))
        first = pipeline.first(greys)
        passes = {"FIRST": (first,), "BOTH": (first, pipeline.second(greys))}
        seen = {name: label(picture, form_hypotheses(passes[name], weights)) for name, weights in WEIGHTS.items()}
        yield DetectedPicture(picture, seen)


def logistic(rows: Sequence[Sequence[float]], truths: Sequence[bool]) -> tuple[float, ...]:
    """Returns the weights, none negative, of the logistic curve that tells `truths` from `rows` best.

    The first column is the constant 1, whose weight is free. Every other one speaks for the truth where it is large:
    what would have to speak against it to fit these few examples is left out.
    """
    x, y = np.asarray(rows, float), np.asarray(truths, float)
    used = list(range(x.shape[1]))
    while True:
        found = _newton(x[:, used], y)
        kept = [column for column, weight in zip(used, found, strict=True) if column == 0 or weight >= 0]
        if kept == used:
            break
        used = kept
    weights = np.zeros(x.shape[1])
    weights[used] = found
    return tuple(round(float(weight), 2) for weight in weights)


def _newton(x: Floats, y: Floats) -> Floats:
    """Returns the weights of the logistic curve, found by Newton's method."""
    weights = np.zeros(x.shape[1])
    pull = STIFFNESS * np.eye(x.shape[1])
    pull[0, 0] = 1e-6
    for _ in range(60):
        chances = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (chances - y) + pull @ weights
        bend = (x * (chances * (1 - chances))[:, None]).T @ x + pull
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return np.asarray(weights)


def fit(studied: Sequence[DetectedPicture], passes: str) -> Weights:
    """Returns the weights of a place fitted to these pictures; `passes` is FIRST or BOTH."""
    examples = [example for one in studied for example in one.seen[passes]]
    dice = [one for one in examples if one.is_die is not None]
    faces = [
        one
        for one in examples
        if one.is_right is not None and one.is_die is not False and one.evidence.strength > MIN_STRENGTH
    ]
    return Weights(
        die=logistic([one.evidence.for_die() for one in dice], [bool(one.is_die) for one in dice]),
        value=logistic([one.evidence.for_value() for one in faces], [bool(one.is_right) for one in faces]),
    )


def tell(one: DetectedPicture, passes: str, weights: Weights, expect: int | None) -> ScoredReading:
    """Returns what would be told of a picture with these weights, whatever the probability, and what it is worth."""
    judged = sorted(((*weights.judge(example.evidence), example) for example in one.seen[passes]), key=lambda j: -j[0])
    number = expect if expect is not None else sum(die >= DIE_THRESHOLD for die, _, _ in judged)
    told = judged[:number]
    chances = [
        (die, right * (CONTRADICTION_FACTOR if expect is None and example.evidence.along else 1.0))
        for die, right, example in told
    ]
    chance = reading_chance(chances, [die for die, _, _ in judged[number:]], expect)
    faces = tuple(sorted(example.value for _, _, example in told))
    reading = Reading(faces or None, None if faces else Reason.EMPTY, chance, (), 0.0)
    outcome = replace(one.picture, expect=expect).judge(reading)
    right, wrong = outcome is Outcome.RIGHT, outcome is Outcome.WRONG
    return ScoredReading(one.picture.group, weights.probability(chance) if faces and chance else 0.0, right, wrong)


def left_out(
    studied: Sequence[DetectedPicture], passes: str, reading: tuple[float, float] = AS_IT_IS
) -> list[ScoredReading]:
    """Returns what is told of every picture by weights fitted to all other tables.

    Each is told the number of dice, and with both looks also without it. `reading` is the curve of whole readings.
    """
    told = []
    for group in dict.fromkeys(one.picture.group for one in studied):
        weights = replace(fit([one for one in studied if one.picture.group != group], passes), reading=reading)
        for one in studied:
            if one.picture.group == group:
                told.append(tell(one, passes, weights, one.picture.expect or len(one.picture.faces) or None))
                if passes == "BOTH":
                    told.append(tell(one, passes, weights, None))
    return told


def fit_reading(told: Sequence[ScoredReading]) -> tuple[float, float]:
    """Returns the curve (offset, slope) of whole readings, fitted to what the others' weights told."""
    spoken = [one for one in told if one.chance > 0]
    offset, slope = logistic([(1.0, log_odds(one.chance)) for one in spoken], [one.right for one in spoken])
    return offset, slope


def calibration_error(told: Sequence[ScoredReading]) -> float:
    """Returns the expected calibration error: how far, on average over ten bins, probability and truth are apart.

    >>> round(calibration_error([ScoredReading("a", 0.9, True, False), ScoredReading("a", 0.9, False, True)]), 3)
    0.4
    """
    spoken = [one for one in told if one.right or one.wrong]
    bins = [[one for one in spoken if min(int(one.chance * 10), 9) == k] for k in range(10)]
    return sum(abs(sum(one.chance for one in these) - sum(one.right for one in these)) for these in bins) / len(spoken)


def tables_left_out(told: Sequence[ScoredReading]) -> str:
    """Returns a line for each table that was left out of the fit: readings, right, wrong, calibration error."""
    lines = [f"{'table left out':28s} {'n':>4s} {'right %':>8s} {'wrong %':>8s} {'calibration error':>18s}"]
    for group in sorted({one.group for one in told}):
        these = [one for one in told if one.group == group]
        spoken = [one for one in these if one.chance >= READING_THRESHOLD]
        right = 100 * sum(one.right for one in spoken) / len(these)
        wrong = 100 * sum(one.wrong for one in spoken) / len(these)
        error = calibration_error(spoken) if any(one.right or one.wrong for one in spoken) else 0.0
        lines.append(f"{group:28s} {len(these):4d} {right:8.1f} {wrong:8.1f} {error:18.3f}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the tables and the weights; returns 0, or 2 where a folder holds no truth."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.fitting", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--curve", type=Path, metavar="PNG", help="draw the wrong rate against the coverage")
    given = parser.parse_args(arguments)
    try:
        everything = select([one for folder in given.folders for one in find_labelled(folder)], Split.DEVELOPMENT)
        # What must not be read is told by geometry and by reasons; a die that fills the picture is a matter of its own.
        pictures = [one for one in everything if one.due is None and not one.group.startswith(CLOSE_UP)]
        studied = list(study(pictures, DetectionPipeline()))
    except FileNotFoundError as error:
        print(f"fitting: {error}", file=sys.stderr)
        return 2
    curves = {}
    for name, words in (("FIRST", "after the first look"), ("BOTH", "after both looks")):
        reading = fit_reading(left_out(studied, name))
        told = left_out(studied, name, reading)
        print(f"{words}, each table left out of the fit:\n{coverage_table(told)}\n\n{reliability_table(told)}")
        print(f"expected calibration error {calibration_error(told):.3f}\n\n{tables_left_out(told)}\n")
        weights = fit(studied, name)
        print(f"{name} = Weights(\n    die={weights.die},\n    value={weights.value},\n    reading={reading},\n)\n")
        curves[words] = told
    if given.curve is not None:
        draw_curves(curves, given.curve)
    return 0


if __name__ == "__main__":
    sys.exit(main())
