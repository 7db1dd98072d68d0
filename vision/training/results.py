"""What a run's networks are worth on the development pictures, and the probabilities fitted to them."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from vision.detection import DetectionPipeline
from vision.evaluation import corners, goals
from vision.evaluation.fitting import CLOSE_UP, WEIGHTS, calibration_error, fit, fit_reading, left_out, study
from vision.evaluation.labelled import find_labelled
from vision.evaluation.splits import Split, select
from vision.probability import Weights
from vision.reader import Reader

KINDS = ("photos", "renders", "renders2")
"""Folders of the data that are counted."""


def fitted(data: Path, models: Path) -> dict[str, Any]:
    """Returns the weights of the probabilities, and how far they are off with each table left out in turn."""
    everything = select([one for kind in KINDS for one in find_labelled(data / kind)], Split.DEVELOPMENT)
    pictures = [one for one in everything if one.due is None and not one.group.startswith(CLOSE_UP)]
    studied = list(study(pictures, DetectionPipeline(models)))
    told: dict[str, Any] = {}
    for name in WEIGHTS:
        reading = fit_reading(left_out(studied, name))
        weights = fit(studied, name)
        error = calibration_error(left_out(studied, name, reading))
        told[name] = {**asdict(weights), "reading": reading, "calibration_error": round(error, 4)}
    return told


def weights_of(told: dict[str, Any]) -> dict[str, Weights]:
    """Returns the weights of the two pairs of curves as they were kept."""
    return {
        name: Weights(tuple(one["die"]), tuple(one["value"]), (float(one["reading"][0]), float(one["reading"][1])))
        for name, one in told.items()
    }


def counted(data: Path, models: Path, told: dict[str, Any] | None = None) -> dict[str, Any]:
    """Returns the goals' table and that of the corners, with these probabilities or those shipped."""
    weights = WEIGHTS if told is None else weights_of(told)
    reader = Reader(models=models, first=weights["FIRST"], both=weights["BOTH"])
    return {
        "goals": goals.table(list(goals.count(data, Split.DEVELOPMENT, reader))),
        "corners": corners.table(list(corners.measure(data, Split.DEVELOPMENT, reader))),
    }
