"""Probabilities that mean something: of dice, of readings, of how many there are."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.seen import PLAIN
from vision.evaluation.curves import ScoredReading, coverage_table, draw_risk_coverage, reliability_table, risk_coverage
from vision.evaluation.fitting import calibration_error, logistic
from vision.probability import (
    BOTH_PASSES_WEIGHTS,
    FACE_THRESHOLD,
    FIRST_PASS_THRESHOLD,
    FIRST_PASS_WEIGHTS,
    READING_THRESHOLD,
    Evidence,
    Weights,
    reading_chance,
)


@pytest.mark.parametrize("weights", [FIRST_PASS_WEIGHTS, BOTH_PASSES_WEIGHTS])
def test_plain_evidence_makes_sure_and_none_makes_silent(weights: Weights) -> None:
    die, right = weights.judge(PLAIN)
    assert die * right > FACE_THRESHOLD
    bare = Evidence(0.05, 0.05, 0.02, 0.01, 0.5, 0.3, 0.0, 0.0, 0.0, 40.0, 1.0)
    die, right = weights.judge(bare)
    assert die * right < 0.05


@pytest.mark.parametrize("weights", [FIRST_PASS_WEIGHTS, BOTH_PASSES_WEIGHTS])
@pytest.mark.parametrize("worse", [{"value": 0.5}, {"agrees": 0.0}, {"contradicts": 1.0}, {"readable": 0.1}])
def test_what_speaks_against_a_value_never_makes_it_surer(weights: Weights, worse: dict[str, float]) -> None:
    assert weights.judge(replace(PLAIN, **worse))[1] <= weights.judge(PLAIN)[1]


@pytest.mark.parametrize("weights", [FIRST_PASS_WEIGHTS, BOTH_PASSES_WEIGHTS])
def test_what_has_another_size_than_the_dice_is_none_unless_it_is_surely_read(weights: Weights) -> None:
    vague = replace(PLAIN, value=0.3, face=0.5, agrees=0.0, clearly_agrees=0.0)
    assert weights.judge(replace(vague, odd_size=1.4))[0] < 0.2 * weights.judge(vague)[0]
    assert weights.judge(replace(PLAIN, odd_size=1.4)) == weights.judge(PLAIN)


def test_the_bars_stand_in_order() -> None:
    assert 0.5 < READING_THRESHOLD <= FIRST_PASS_THRESHOLD < 1


def test_a_reading_of_unknown_number_is_as_sure_as_its_weakest_die_and_the_likeliest_that_was_not_told() -> None:
    assert reading_chance([(1.0, 0.9), (0.9, 0.8)], [], None) == pytest.approx(0.72)
    assert reading_chance([(1.0, 0.9)], [0.5, 0.2, 0.1], None) == pytest.approx(0.45)
    assert reading_chance([(1.0, 0.95)] * 11, [0.0], None) == pytest.approx(0.95)


def test_the_number_of_dice_only_counts() -> None:
    told, others = [(0.9, 1.0), (0.8, 1.0)], [0.3]
    assert reading_chance(told, others, 2) > 0.7, "what may be a die beside sure ones hardly matters"
    assert reading_chance([(0.99, 1.0)] * 2, [0.98], 2) < 0.5, "a die too many does"
    assert reading_chance(told, others, 2) > reading_chance(told, others, None)
    assert reading_chance(told, others, 3) == 0


@pytest.mark.parametrize("weights", [FIRST_PASS_WEIGHTS, BOTH_PASSES_WEIGHTS])
def test_a_surer_weakest_die_makes_a_surer_reading(weights: Weights) -> None:
    chances = [weights.probability(weakest) for weakest in (0.05, 0.3, 0.6, 0.9, 0.99)]
    assert chances == sorted(chances)
    assert chances[0] < READING_THRESHOLD < chances[-1]


def test_the_calibration_error_is_how_far_probability_and_truth_are_apart() -> None:
    assert (
        calibration_error([ScoredReading("a", 0.95, True, False)] * 19 + [ScoredReading("a", 0.95, False, True)]) < 1e-9
    )
    assert calibration_error([ScoredReading("a", 0.95, False, True)] * 4) == pytest.approx(0.95)


def test_the_fit_finds_the_curve_that_the_examples_were_made_with() -> None:
    rng = np.random.default_rng(0)
    rows = np.column_stack([np.ones(4000), rng.normal(0, 1.5, (4000, 2))])
    truths = rng.random(4000) < 1 / (1 + np.exp(-rows @ [-0.5, 2.0, 1.0]))
    assert logistic(rows.tolist(), truths.tolist()) == pytest.approx((-0.5, 2.0, 1.0), abs=0.25)


def test_features_that_would_get_a_negative_weight_are_dropped() -> None:
    rng = np.random.default_rng(1)
    rows = np.column_stack([np.ones(2000), rng.normal(0, 1.5, (2000, 2))])
    truths = rng.random(2000) < 1 / (1 + np.exp(-rows @ [0.5, 2.0, -1.0]))
    _, one, other = logistic(rows.tolist(), truths.tolist())
    assert one > 1
    assert other == 0


READINGS = [
    ScoredReading("a", 0.95, True, False),
    ScoredReading("a", 0.9, True, False),
    ScoredReading("b", 0.7, False, True),
    ScoredReading("b", 0, False, False),
]


def test_the_tables_count_readings_from_each_threshold_on() -> None:
    rows = {line.split()[0]: line.split() for line in coverage_table(READINGS).splitlines()[1:]}
    assert rows["0.80"][1::2] == ["50.0", "50.0", "0.0"]
    assert rows["0.70"][1::2] == ["75.0", "50.0", "25.0"]
    assert "0.90 to 0.95         1   90.0 %  100.0 %" in reliability_table(READINGS)


def test_the_curve_runs_from_the_most_probable_reading_to_all(tmp_path: Path) -> None:
    assert risk_coverage(READINGS) == [(0.25, 0), (0.5, 0), (0.75, 0.25), (1.0, 0.25)]
    path = tmp_path / "curve.png"
    draw_risk_coverage({"both passes": READINGS}, path)
    assert path.stat().st_size > 1000
