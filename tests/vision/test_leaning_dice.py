"""Evaluation of leaning dice: tilted cameras, and the table of scores."""

from pathlib import Path

import numpy as np
import pytest

from vision.camera_model import CameraModel
from vision.evaluation.leaning_dice import (
    ABLATIONS,
    TILT_ANGLES,
    JudgedDie,
    ablation,
    main,
    table,
    throw_scores,
    tilted_camera,
)
from vision.leaning import LeaningEvidence


def test_the_score_of_a_throw_is_the_highest_of_its_dice() -> None:
    flat, suspicious, leaning = (LeaningEvidence(odds, 0.0, 0.0) for odds in (-5.0, 1.5, 8.0))
    judged = [JudgedDie("a", 0, flat), JudgedDie("a", 0, suspicious), JudgedDie("b", 0, flat)]
    judged += [JudgedDie("a", 14, suspicious), JudgedDie("a", 14, leaning)]
    assert throw_scores(judged) == {"a": suspicious.score, "b": flat.score}
    lines = {line.split()[0]: line for line in table(judged).splitlines()[1:]}
    assert "1 of   2  100.0 %" in lines["1.0"]
    assert "0 of   2   50.0 %" in lines["2.0"]


def test_evidence_that_alone_separates_leaning_from_flat_dice_is_missed_in_the_ablation() -> None:
    flat = [JudgedDie(name, 0, LeaningEvidence(network, 0.0, 0.0)) for name, network in (("a", -8.0), ("b", 1.0))]
    tilted = [JudgedDie("a", angle, LeaningEvidence(9.0, 0.0, 0.001)) for angle in TILT_ANGLES]
    lines = {line[:20].strip(): line[20:].split() for line in ablation([*flat, *tilted]).splitlines()}
    assert set(lines) == set(ABLATIONS)
    assert lines["all evidence"][1:4] == ["0", "of", "2"]
    assert lines["without excess"][1] == "0"
    assert lines["without residual"][1] == "0"
    without = [JudgedDie("b", 0, LeaningEvidence(-8.0, 0.0, 0.002)), *flat, *tilted]
    line = next(one for one in ablation(without).splitlines() if one.startswith("without network"))
    assert line[20:].split()[1:4] == ["1", "of", "2"]


@pytest.mark.parametrize("direction", [0.0, 1.0, 4.0])
def test_a_tilted_camera_sees_the_pivot_at_the_same_pixel_from_another_angle(direction: float) -> None:
    camera, pivot = CameraModel.straight_down((1280, 960), 1000, 150), np.array([30.0, -20.0, 19.0])
    seen = tilted_camera(camera, pivot, direction, np.radians(18))
    assert np.allclose(seen.to_pixels(pivot[None]), camera.to_pixels(pivot[None]))
    before, after = camera.center - pivot, seen.center - pivot
    assert np.linalg.norm(after) == pytest.approx(np.linalg.norm(before))
    axis = np.array([np.cos(direction), np.sin(direction), 0.0])
    flattened = [one - (one @ axis) * axis for one in (before, after)]
    cosine = flattened[0] @ flattened[1] / np.prod([np.linalg.norm(one) for one in flattened])
    assert np.degrees(np.arccos(cosine)) == pytest.approx(18)


def test_missing_pictures_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("leaning: ")
