"""The fairness test: against tables, against simulated dice, and cautious with too few throws."""

import random
from collections import Counter

import pytest

from firmware.dice_sets.die_set import Shape
from firmware.dice_sets.fairness import ODD, chi_square_tail, fairness_of, min_noticed, power, share_interval

ALL = range(1, 7)


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    [(3.841, 1, 0.05), (6.635, 1, 0.01), (9.210, 2, 0.01), (7.815, 3, 0.05), (11.345, 3, 0.01), (15.086, 5, 0.01),
     (20.515, 5, 0.001), (18.307, 10, 0.05), (24.725, 11, 0.01)],
)  # fmt: skip
def test_the_tail_is_that_of_the_tables(value: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(tail, rel=0.01)


def thrown(weights: tuple[int, ...], throws: int, seed: int) -> Counter[int]:
    return Counter(random.Random(seed).choices(ALL, weights, k=throws))


def test_fair_dice_are_called_odd_once_in_a_hundred() -> None:
    odd = sum(fairness_of(Shape.CUBE, ALL, thrown((1,) * 6, 120, seed)).is_suspicious for seed in range(600))
    assert 0 <= odd <= 14


def test_a_loaded_die_is_found_as_often_as_was_said() -> None:
    """One face with twice its share, 120 throws: the computed power agrees with many trials."""
    found = (
        sum(fairness_of(Shape.CUBE, ALL, thrown((4, 4, 4, 4, 4, 10), 120, seed)).is_suspicious for seed in range(300))
        / 300
    )
    assert found == pytest.approx(power(120, 6, 10 / 30 * 6), abs=0.08)


def test_what_would_have_been_noticed_shrinks_with_the_throws() -> None:
    ratios = [min_noticed(throws, 6) for throws in (60, 120, 600, 6000)]
    assert ratios == sorted(ratios, reverse=True)
    assert power(600, 6, ratios[2]) == pytest.approx(0.8, abs=0.01)
    assert min_noticed(2, 6) == float("inf"), "nothing could be noticed"
    assert power(600, 6, 1.0) == pytest.approx(ODD), "a fair die is found as rarely as the test allows"


def test_the_ends_of_an_oblong_die_are_measured_not_assessed() -> None:
    """Ends that come up less often than the long sides are normal; two ends that differ are not."""
    fair = fairness_of(Shape.OBLONG, ALL, {1: 20, 2: 22, 3: 90, 4: 88, 5: 92, 6: 88})
    assert [group.faces for group in fair.groups] == [(1, 2), (3, 4, 5, 6)]
    assert not fair.is_suspicious
    assert fair.ends is not None
    share, low, high = fair.ends
    assert low < share == 42 / 400 < high
    assert fairness_of(Shape.OBLONG, ALL, {1: 40, 2: 4, 3: 90, 4: 88, 5: 92, 6: 88}).is_suspicious


def test_a_die_without_ends_is_tested_by_its_four_sides() -> None:
    fair = fairness_of(Shape.OBLONG, (3, 4, 5, 6), {3: 10, 4: 9, 5: 11, 6: 10})
    assert [group.faces for group in fair.groups] == [(3, 4, 5, 6)]
    assert fair.ends is None


def test_too_few_throws_prove_nothing() -> None:
    few = fairness_of(Shape.CUBE, ALL, {6: 12})
    assert few.groups[0].p < ODD
    assert not few.has_enough_throws
    assert not few.is_suspicious
    assert not fairness_of(Shape.CUBE, ALL, {}).has_enough_throws


def test_the_interval_of_a_share_holds_it() -> None:
    low, high = share_interval(20, 200)
    assert low == pytest.approx(0.066, abs=0.002)
    assert high == pytest.approx(0.149, abs=0.002)
