"""Liar's dice for two with one die each, compared with its exact values."""

import numpy as np
import pytest

from firmware.equilibria.bid_tree import BidTree, solve_tree
from firmware.equilibria.bid_tree_policy import contest_of, exploitability
from firmware.equilibria.bid_tree_response import Numbers, response_value
from firmware.equilibria.liars_dice import LiarsDice


@pytest.mark.parametrize(("game", "value"), [(LiarsDice((1, 1)), -1 / 9), (LiarsDice((1, 1), wild=1), -7 / 327)])
def test_values_are_those_of_linear_programs(game: LiarsDice, value: float) -> None:
    found, gap = exploitability(solve_tree(game, 250))
    assert gap < 1.6e-3
    assert abs(found - value) <= gap


def test_five_sides_and_unequal_hands_are_solved_as_well() -> None:
    found, gap = exploitability(solve_tree(LiarsDice((1, 1), sides=5), 300))
    assert found == pytest.approx(-3 / 25, abs=gap + 1e-9)
    found, gap = exploitability(solve_tree(LiarsDice((2, 1), sides=3), 300))
    mirrored, other_gap = exploitability(solve_tree(LiarsDice((1, 2), sides=3), 300))
    assert max(gap, other_gap) < 2e-3
    assert found > 0 > mirrored


def test_every_solution_lies_between_its_best_responses() -> None:
    gaps = [exploitability(solve_tree(LiarsDice((1, 1), sides=3), rounds))[1] for rounds in (5, 50, 500)]
    assert gaps[0] > gaps[1] > gaps[2] > -1e-12


def test_the_best_response_finds_who_never_challenges() -> None:
    game = LiarsDice((1, 1), sides=2)

    def trusting(line: tuple[int, ...]) -> Numbers:
        actions = np.zeros((game.bids - len(range(line[-1] + 1 if line else 0)) + bool(line), 2))
        actions[0] = 1
        return actions

    # It bids one step higher and challenges only at the end; the responder leaves it the last bid without a pair.
    assert response_value(contest_of(game), trusting, 0) > exploitability(solve_tree(game, 300))[0] + 0.1


def test_a_game_too_large_for_the_tree_is_refused() -> None:
    with pytest.raises(ValueError, match="24 bids"):
        BidTree(LiarsDice((2, 2)))
