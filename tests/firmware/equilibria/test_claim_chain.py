"""Box rounds for two: their values, and that nothing beats their solutions."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from firmware.equilibria.box_response import best_response
from firmware.equilibria.box_rules import mia_rules, viking_rules
from firmware.equilibria.box_strategy import stakes_of, strategy_of
from firmware.equilibria.claim_chain import ClaimChain, Reply, solve_round
from firmware.equilibria.claim_step import AnswerValue, hull_of, solve_claim
from firmware.odds.dice_model import DECLARED, FAIR, DiceModel
from firmware.rules.games.registry import ruleset
from firmware.rules.options import OptionValue

STEEL = DiceModel((Fraction(41, 1000),) * 2 + (Fraction(459, 2000),) * 4)
ROUNDS: tuple[tuple[str, dict[str, OptionValue], DiceModel, float], ...] = (
    ("viking", {}, DECLARED, 0.2341),
    ("viking", {}, STEEL, 0.2204),
    ("viking", {}, FAIR, 0.2370),
    ("mia", {}, FAIR, 0.2979),
    ("mia", {"mia_penalty": 1}, FAIR, 0.2959),
    ("mia", {"ranking": "modern"}, FAIR, 0.2991),
)


def solve(rules: str, options: dict[str, OptionValue], model: DiceModel) -> ClaimChain:
    complete = ruleset(rules).complete_options(options)
    return solve_round(viking_rules(complete, model) if rules == "viking" else mia_rules(complete, model, accept=1))


@pytest.mark.parametrize(("rules", "options", "model", "value"), ROUNDS)
def test_values_are_those_of_linear_programs_and_nothing_beats_the_strategies(
    rules: str, options: dict[str, OptionValue], model: DiceModel, value: float
) -> None:
    solved = solve(rules, options, model)
    assert solved.value == pytest.approx(value, abs=1e-4)
    opener, other = best_response(strategy_of(solved), stakes_of(solved))
    assert opener == pytest.approx(solved.value, abs=1e-9)
    assert (opener + other) / 2 < 1e-9


@pytest.mark.parametrize(
    "options", [{"meier_accept": 0}, {"meier_accept": 99}, {"meier_challenge": 99}, {"min_raise": "higher"}]
)
def test_other_stakes_are_solved_as_well(options: dict[str, OptionValue]) -> None:
    solved = solve("viking", options, DECLARED)
    assert sum(best_response(strategy_of(solved), stakes_of(solved))) / 2 < 1e-9


def test_dice_that_never_show_an_end_are_solved_as_well() -> None:
    solved = solve("viking", {}, DiceModel((Fraction(0),) * 2 + (Fraction(1, 4),) * 4))
    assert sum(best_response(strategy_of(solved), stakes_of(solved))) / 2 < 1e-9


def test_the_best_response_finds_a_strategy_that_never_challenges() -> None:
    solved = solve("mia", {}, FAIR)
    honest = strategy_of(solved)
    trusting = replace(honest, challenges={claim: np.zeros(21) for claim in honest.challenges})
    assert best_response(trusting, stakes_of(solved))[0] > solved.value + 0.1


def test_a_coin_is_lied_about_so_often_that_a_challenge_gains_nothing() -> None:
    # A player with tails pays 1. One who claims heads gains 1 if believed; a challenge doubles the stakes.
    hulls = [
        hull_of(0, [AnswerValue(-1, -1), AnswerValue(-1, -1)]),
        hull_of(1, [AnswerValue(-2, 2), AnswerValue(1, 1)]),
    ]
    step = solve_claim((0.5, 0.5), hulls, 2)
    assert step.value == pytest.approx(1 / 3)
    assert step.claims[0][1] == pytest.approx(1 / 3)
    assert step.claims[1][1] == 1
    assert step.answers[1][Reply.CHALLENGE] == pytest.approx(2 / 3)
