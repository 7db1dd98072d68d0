"""Probabilities that mean something: of dice, of readings, of how many there are."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.seen import PLAIN
from vision.calibration import ALL, ENOUGH, FIRST, SPEAK, SURE, Evidence, Weights, chance_of, reading_chance
from vision.curves import Told, coverage_table, draw_curves, points, reliability_table
from vision.fitting import logistic


@pytest.mark.parametrize("weights", [FIRST, ALL])
def test_plain_evidence_makes_sure_and_none_makes_silent(weights: Weights) -> None:
    die, right = weights.judge(PLAIN)
    assert die * right > SURE
    bare = Evidence(0.05, 0.05, 0.02, 0.01, 0.01, 0.5, 0.3, 0.0, 0.0, 0.0, 40.0, 1.0)
    die, right = weights.judge(bare)
    assert die * right < 0.05


@pytest.mark.parametrize("weights", [FIRST, ALL])
@pytest.mark.parametrize(
    "worse", [{"value": 0.5}, {"agrees": 0.0}, {"contradicts": 1.0}, {"readable": 0.1}, {"at_odds": 1.0}]
)
def test_what_speaks_against_a_value_never_makes_it_surer(weights: Weights, worse: dict[str, float]) -> None:
    assert weights.judge(replace(PLAIN, **worse))[1] <= weights.judge(PLAIN)[1]


@pytest.mark.parametrize("weights", [FIRST, ALL])
def test_what_has_another_size_than_the_dice_is_none_unless_it_is_surely_read(weights: Weights) -> None:
    vague = replace(PLAIN, value=0.3, least=0.1, face=0.5, agrees=0.0, clearly_agrees=0.0)
    assert weights.judge(replace(vague, odd_size=1.4))[0] < 0.2 * weights.judge(vague)[0]
    assert weights.judge(replace(PLAIN, odd_size=1.4)) == weights.judge(PLAIN)


def test_the_bars_stand_in_order() -> None:
    assert 0.5 < SPEAK <= ENOUGH < 1


def test_the_chance_of_a_number_of_dice_is_that_of_all_ways_to_it() -> None:
    dice = [0.9, 0.6, 0.2]
    ways = [0.9 * 0.6 * 0.8, 0.9 * 0.4 * 0.2, 0.1 * 0.6 * 0.2]
    assert chance_of(2, dice) == pytest.approx(sum(ways))
    assert sum(chance_of(k, dice) for k in range(4)) == pytest.approx(1)


def test_a_reading_of_unknown_number_is_as_sure_as_its_weakest_die_and_the_likeliest_that_was_not_told() -> None:
    assert reading_chance([(1.0, 0.9), (0.9, 0.8)], [], None) == pytest.approx(0.72)
    assert reading_chance([(1.0, 0.9)], [0.5, 0.2, 0.1], None) == pytest.approx(0.45)
    assert reading_chance([(1.0, 0.95)] * 11, [0.0], None) == pytest.approx(0.95)


def test_in_the_box_all_dice_must_be_right_together() -> None:
    assert reading_chance([(1.0, 0.9), (1.0, 0.8)], [], 2) == pytest.approx(0.72, abs=0.02)


def test_to_know_the_number_helps_and_another_number_silences() -> None:
    told, other = [(0.9, 1.0), (0.8, 1.0)], [0.3]
    assert reading_chance(told, other, 2) > reading_chance(told, other, None)
    assert reading_chance(told, other, 3) == 0


def test_the_fit_finds_the_curve_that_the_examples_were_made_with() -> None:
    rng = np.random.default_rng(0)
    rows = np.column_stack([np.ones(4000), rng.normal(0, 1.5, (4000, 2))])
    truths = rng.random(4000) < 1 / (1 + np.exp(-rows @ [-0.5, 2.0, 1.0]))
    assert logistic(rows.tolist(), truths.tolist()) == pytest.approx((-0.5, 2.0, 1.0), abs=0.25)


def test_what_would_have_to_speak_against_itself_is_left_out_of_the_fit() -> None:
    rng = np.random.default_rng(1)
    rows = np.column_stack([np.ones(2000), rng.normal(0, 1.5, (2000, 2))])
    truths = rng.random(2000) < 1 / (1 + np.exp(-rows @ [0.5, 2.0, -1.0]))
    _, one, other = logistic(rows.tolist(), truths.tolist())
    assert one > 1
    assert other == 0


TOLD = [
    Told("a", 0.95, True, False),
    Told("a", 0.9, True, False),
    Told("b", 0.7, False, True),
    Told("b", 0, False, False),
]


def test_the_tables_count_honestly() -> None:
    rows = {line.split()[0]: line.split() for line in coverage_table(TOLD).splitlines()[1:]}
    assert rows["0.80"][1::2] == ["50.0", "50.0", "0.0"]
    assert rows["0.70"][1::2] == ["75.0", "50.0", "25.0"]
    assert "0.90 to 0.95         1   90.0 %  100.0 %" in reliability_table(TOLD)


def test_the_curve_runs_from_the_surest_picture_to_all(tmp_path: Path) -> None:
    assert points(TOLD) == [(0.25, 0), (0.5, 0), (0.75, 0.25), (1.0, 0.25)]
    path = tmp_path / "curve.png"
    draw_curves({"all looks": TOLD}, path)
    assert path.stat().st_size > 1000
