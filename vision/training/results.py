"""Results of a run on the development pictures: fitted probabilities, accuracy, corner errors."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from vision.detection import DetectionPipeline
from vision.evaluation import corners, goals
from vision.evaluation.fitting import (
    CLOSE_UP_PREFIX,
    WEIGHTS,
    calibration_error,
    cross_validate,
    detect_pictures,
    fit,
    fit_reading,
)
from vision.evaluation.labelled import find_labelled
from vision.evaluation.splits import Split, select
from vision.probability import Weights
from vision.reader import Reader

FOLDERS = ("photos", "renders", "renders2")
"""Subfolders of the data that are evaluated."""


def fit_probabilities(data: Path, models: Path) -> dict[str, Any]:
    """Returns the fitted weights and their calibration error, cross-validated over tables, by number of passes."""
    development = select([one for kind in FOLDERS for one in find_labelled(data / kind)], Split.DEVELOPMENT)
    pictures = [one for one in development if one.expected_reason is None and not one.group.startswith(CLOSE_UP_PREFIX)]
    detected = list(detect_pictures(pictures, DetectionPipeline(models)))
    result: dict[str, Any] = {}
    for name in WEIGHTS:
        reading = fit_reading(cross_validate(detected, name))
        weights = fit(detected, name)
        error = calibration_error(cross_validate(detected, name, reading))
        result[name] = {**asdict(weights), "reading": reading, "calibration_error": round(error, 4)}
    return result


def read_weights(result: dict[str, Any]) -> dict[str, Weights]:
    """Returns the weights of both pairs of curves from the result of `fit_probabilities`."""
    return {
        name: Weights(tuple(one["die"]), tuple(one["value"]), (float(one["reading"][0]), float(one["reading"][1])))
        for name, one in result.items()
    }


def count_readings(data: Path, models: Path, result: dict[str, Any] | None = None) -> dict[str, Any]:
    """Returns the tables of goals and of corner errors, with these probabilities or with the shipped ones."""
    weights = WEIGHTS if result is None else read_weights(result)
    reader = Reader(models=models, first=weights["FIRST"], both=weights["BOTH"])
    return {
        "goals": goals.table(list(goals.count(data, Split.DEVELOPMENT, reader))),
        "corners": corners.table(list(corners.measure(data, Split.DEVELOPMENT, models))),
    }
