"""Fits the constants of `vision/probability.py` to development pictures: `python -m vision.evaluation.fitting FOLDER…`.

The printed calibration errors and risk–coverage tables are cross-validated: each table (folder) is evaluated with
curves fitted to all others. The printed constants are fitted to all tables.
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
from vision.evaluation.curves import ScoredReading, coverage_table, draw_risk_coverage, reliability_table
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

L2_REGULARIZATION = 1.0
"""Strength of the L2 penalty on the weights."""

BOX_MARGIN = 0.1
"""Margin around the bounding box of a die within which the centre of a hypothesis matches it, in box sizes."""

MIN_STRENGTH = 0.12
"""Minimum strength of the detections to which the curves of values are fitted."""

WEIGHTS = {"FIRST": FIRST_PASS_WEIGHTS, "BOTH": BOTH_PASSES_WEIGHTS}
"""The shipped weights, for the first pass alone and for both."""

IDENTITY = (0.0, 1.0)
"""Offset and slope of the identity curve of whole readings."""

CLOSE_UP_PREFIX = "crops"
"""Prefix of the groups of pictures that one die fills."""


@dataclass(frozen=True, slots=True)
class Example:
    """One hypothesis in a picture: its evidence and value, and whether it is a die and its value is right, if known."""

    evidence: Evidence
    value: int
    is_die: bool | None
    is_right: bool | None


@dataclass(frozen=True, slots=True)
class DetectedPicture:
    """One picture with its hypotheses, from the first pass and from both."""

    picture: LabelledPicture
    examples: dict[str, tuple[Example, ...]]


def label_hypotheses(picture: LabelledPicture, hypotheses: Sequence[DieHypothesis]) -> tuple[Example, ...]:
    """Returns the hypotheses on a picture, labelled as far as the truth is known."""
    unmatched = list(picture.places or ())
    faces = list(picture.faces)
    examples = []
    for one in hypotheses:
        is_die: bool | None = None
        is_right: bool | None = None
        if picture.places is None:
            # Without true places, a hypothesis is matched with any true face of the same value.
            if one.value in faces and one.evidence.value > DIE_THRESHOLD:
                faces.remove(one.value)
                is_die = is_right = True
            elif one.evidence.value > DIE_THRESHOLD and faces:
                is_right = False
        else:
            containing = [place for place in unmatched if _inside(one.center, place.box)]
            is_die = bool(containing)
            if containing:
                nearest = min(containing, key=lambda place: _distance(one.center, place.box))
                unmatched.remove(nearest)
                is_right = nearest.face == one.value
        examples.append(Example(one.evidence, one.value, is_die, is_right))
    return tuple(examples)


def _inside(point: Floats, box: tuple[float, float, float, float]) -> bool:
    x, y = BOX_MARGIN * (box[2] - box[0]), BOX_MARGIN * (box[3] - box[1])
    return bool(box[0] - x < point[0] < box[2] + x and box[1] - y < point[1] < box[3] + y)


def _distance(point: Floats, box: tuple[float, float, float, float]) -> float:
    return abs(float(point[0]) - (box[0] + box[2]) / 2) + abs(float(point[1]) - (box[1] + box[3]) / 2)


def detect_pictures(pictures: Sequence[LabelledPicture], pipeline: DetectionPipeline) -> Iterator[DetectedPicture]:
    """Yields the hypotheses on every picture; raises FileNotFoundError for one that cannot be decoded."""
    for picture in pictures:
        frame = cv2.imread(str(picture.path), cv2.IMREAD_COLOR)
        if frame is None:
            raise FileNotFoundError(f"{picture.path} is missing or not an image: correct the folder's truth file")
        greys = Greys(np.asarray(frame, np.uint8))
        first = pipeline.first(greys)
        passes = {"FIRST": (first,), "BOTH": (first, pipeline.second(greys))}
        examples = {
            name: label_hypotheses(picture, form_hypotheses(passes[name], weights)) for name, weights in WEIGHTS.items()
        }
        yield DetectedPicture(picture, examples)


def logistic(rows: Sequence[Sequence[float]], labels: Sequence[bool]) -> tuple[float, ...]:
    """Returns the weights of the logistic regression of `labels` on `rows`; weights of features are not negative.

    The first column is the constant 1, whose weight is free. Features with negative weights are dropped: every one is
    defined as evidence in favour, and a negative weight would be overfitting.
    """
    x, y = np.asarray(rows, float), np.asarray(labels, float)
    columns = list(range(x.shape[1]))
    while True:
        fitted = _newton(x[:, columns], y)
        nonnegative = [column for column, weight in zip(columns, fitted, strict=True) if column == 0 or weight >= 0]
        if nonnegative == columns:
            break
        columns = nonnegative
    weights = np.zeros(x.shape[1])
    weights[columns] = fitted
    return tuple(round(float(weight), 2) for weight in weights)


def _newton(x: Floats, y: Floats) -> Floats:
    """Returns the weights of a regularised logistic regression, found by Newton's method."""
    weights = np.zeros(x.shape[1])
    penalty = L2_REGULARIZATION * np.eye(x.shape[1])
    penalty[0, 0] = 1e-6
    for _ in range(60):
        probabilities = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        gradient = x.T @ (probabilities - y) + penalty @ weights
        hessian = (x * (probabilities * (1 - probabilities))[:, None]).T @ x + penalty
        step = np.linalg.solve(hessian, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return np.asarray(weights)


def fit(detected: Sequence[DetectedPicture], passes: str) -> Weights:
    """Returns the weights fitted to the hypotheses on these pictures; `passes` is FIRST or BOTH."""
    examples = [example for one in detected for example in one.examples[passes]]
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


def score_picture(one: DetectedPicture, passes: str, weights: Weights, expect: int | None) -> ScoredReading:
    """Returns the most probable reading of a picture with these weights, whatever its probability, and its outcome.

    `expect` is the number of dice, if given.
    """
    ranked = sorted(
        ((*weights.judge(example.evidence), example) for example in one.examples[passes]), key=lambda j: -j[0]
    )
    number = expect if expect is not None else sum(die >= DIE_THRESHOLD for die, _, _ in ranked)
    chosen = ranked[:number]
    chances = [
        (die, right * (CONTRADICTION_FACTOR if expect is None and example.evidence.along else 1.0))
        for die, right, example in chosen
    ]
    probability = reading_chance(chances, [die for die, _, _ in ranked[number:]], expect)
    faces = tuple(sorted(example.value for _, _, example in chosen))
    reading = Reading(faces or None, None if faces else Reason.EMPTY, probability, (), 0.0)
    outcome = replace(one.picture, expect=expect).outcome_of(reading)
    right, wrong = outcome is Outcome.RIGHT, outcome is Outcome.WRONG
    return ScoredReading(
        one.picture.group, weights.probability(probability) if faces and probability else 0.0, right, wrong
    )


def cross_validate(
    detected: Sequence[DetectedPicture], passes: str, reading: tuple[float, float] = IDENTITY
) -> list[ScoredReading]:
    """Returns the readings of all pictures, each with weights fitted to the other tables.

    Every picture is read with its number of dice and, with both passes, also without. `reading` is the curve of whole
    readings.
    """
    scored = []
    for group in dict.fromkeys(one.picture.group for one in detected):
        weights = replace(fit([one for one in detected if one.picture.group != group], passes), reading=reading)
        for one in detected:
            if one.picture.group == group:
                scored.append(score_picture(one, passes, weights, one.picture.expect or len(one.picture.faces) or None))
                if passes == "BOTH":
                    scored.append(score_picture(one, passes, weights, None))
    return scored


def fit_reading(scored: Sequence[ScoredReading]) -> tuple[float, float]:
    """Returns the curve (offset, slope) of whole readings, fitted to cross-validated readings."""
    accepted = [one for one in scored if one.probability > 0]
    offset, slope = logistic([(1.0, log_odds(one.probability)) for one in accepted], [one.right for one in accepted])
    return offset, slope


def calibration_error(scored: Sequence[ScoredReading]) -> float:
    """Returns the expected calibration error: the mean gap between probability and accuracy, over ten bins.

    >>> round(calibration_error([ScoredReading("a", 0.9, True, False), ScoredReading("a", 0.9, False, True)]), 3)
    0.4
    """
    accepted = [one for one in scored if one.right or one.wrong]
    bins = [[one for one in accepted if min(int(one.probability * 10), 9) == k] for k in range(10)]
    gaps = (abs(sum(one.probability for one in bin_) - sum(one.right for one in bin_)) for bin_ in bins)
    return sum(gaps) / len(accepted)


def table_by_fold(scored: Sequence[ScoredReading]) -> str:
    """Returns a line for each left-out table: readings, right and wrong ones in percent, calibration error."""
    lines = [f"{'table left out':28s} {'n':>4s} {'right %':>8s} {'wrong %':>8s} {'calibration error':>18s}"]
    for group in sorted({one.group for one in scored}):
        in_group = [one for one in scored if one.group == group]
        accepted = [one for one in in_group if one.probability >= READING_THRESHOLD]
        right = 100 * sum(one.right for one in accepted) / len(in_group)
        wrong = 100 * sum(one.wrong for one in accepted) / len(in_group)
        error = calibration_error(accepted) if any(one.right or one.wrong for one in accepted) else 0.0
        lines.append(f"{group:28s} {len(in_group):4d} {right:8.1f} {wrong:8.1f} {error:18.3f}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the tables and the weights; returns 0, or 2 if a folder has no truth."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.fitting", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--curve", type=Path, metavar="PNG", help="draw the wrong rate against the coverage")
    options = parser.parse_args(arguments)
    try:
        development = select([one for folder in options.folders for one in find_labelled(folder)], Split.DEVELOPMENT)
        # Unreadable throws are left to the geometry, and pictures that one die fills to a pass of their own.
        pictures = [
            one for one in development if one.expected_reason is None and not one.group.startswith(CLOSE_UP_PREFIX)
        ]
        detected = list(detect_pictures(pictures, DetectionPipeline()))
    except FileNotFoundError as error:
        print(f"fitting: {error}", file=sys.stderr)
        return 2
    curves = {}
    for name, title in (("FIRST", "first pass"), ("BOTH", "both passes")):
        reading = fit_reading(cross_validate(detected, name))
        scored = cross_validate(detected, name, reading)
        print(f"{title}, cross-validated over tables:\n{coverage_table(scored)}\n\n{reliability_table(scored)}")
        print(f"expected calibration error {calibration_error(scored):.3f}\n\n{table_by_fold(scored)}\n")
        weights = fit(detected, name)
        print(f"{name} = Weights(\n    die={weights.die},\n    value={weights.value},\n    reading={reading},\n)\n")
        curves[title] = scored
    if options.curve is not None:
        draw_risk_coverage(curves, options.curve)
    return 0


if __name__ == "__main__":
    sys.exit(main())
