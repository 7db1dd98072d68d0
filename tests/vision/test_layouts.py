"""Points are a face when they lie as its pips do."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.layouts import LAYOUTS, TURNS, misfit


def laid_out(value: int, way: int, pitch: tuple[float, float]) -> NDArray[np.float64]:
    return np.asarray(LAYOUTS[value][way] * pitch)


WAYS = [(value, way) for value, ways in LAYOUTS.items() for way in range(len(ways))]


@pytest.mark.parametrize(("value", "way"), WAYS)
@pytest.mark.parametrize("pitch", [(0.2, 0.2), (0.3, 0.3), (0.3, 0.2)])
def test_every_layout_fits_itself_at_its_own_pitch_in_x_and_y(value: int, way: int, pitch: tuple[float, float]) -> None:
    assert misfit(laid_out(value, way, pitch), value) < 0.01


@pytest.mark.parametrize(("value", "way"), WAYS)
def test_hand_drilled_pips_still_fit(value: int, way: int) -> None:
    rng = np.random.default_rng(value)
    points = laid_out(value, way, (0.26, 0.26))
    assert misfit(points + rng.normal(0, 0.015, points.shape), value) < 0.06


@pytest.mark.parametrize("value", LAYOUTS)
def test_points_in_disorder_are_no_face(value: int) -> None:
    rng = np.random.default_rng(1)
    fitting = sum(misfit(rng.uniform(-0.43, 0.43, (value, 2)), value) < 0.085 for _ in range(200))
    assert fitting < 40, "a layout must not accept whatever comes"


@pytest.mark.parametrize(("value", "way"), WAYS)
@pytest.mark.parametrize("turn", TURNS)
def test_a_layout_fits_in_every_turn_that_is_tried(value: int, way: int, turn: float) -> None:
    turned = laid_out(value, way, (0.28, 0.2)) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    assert misfit(turned, value) < 0.03


def test_a_point_far_off_the_circle_of_the_others_makes_no_face() -> None:
    points = laid_out(5, 0, (0.28, 0.28))
    points[[0, 3]] *= 1.6
    assert misfit(points, 5) == float("inf")


@pytest.mark.parametrize("value", LAYOUTS)
def test_to_ask_only_whether_points_fit_well_enough_gives_the_same_answer(value: int) -> None:
    rng = np.random.default_rng(value)
    for _ in range(100):
        way, turn = int(rng.integers(len(LAYOUTS[value]))), rng.uniform(-0.8, 0.8)
        points = laid_out(value, way, (rng.uniform(0.12, 0.37), rng.uniform(0.12, 0.37)))
        points = points @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        points += rng.normal(0, rng.choice([0.01, 0.04, 0.08]), points.shape)
        assert (misfit(points, value, 0.085) < 0.085) == (misfit(points, value) < 0.085)


def test_a_wrong_number_of_points_never_fits() -> None:
    assert misfit(np.zeros((2, 2)), 3) == float("inf")


def test_a_one_off_the_middle_is_no_one() -> None:
    assert misfit(np.array([[0.3, 0.1]]), 1) == float("inf")


def test_a_two_lies_evenly_about_the_middle() -> None:
    assert misfit(np.array([[0.3, 0.25], [-0.05, -0.1]]), 2) == float("inf")


def test_pips_crowded_in_the_middle_are_a_mark_and_no_face() -> None:
    assert misfit(laid_out(4, 0, (0.05, 0.05)), 4) == float("inf")
