"""Liar's dice with players who remember only the latest bids, compared with exact values and another best response."""

import pytest

from firmware.equilibria.bid_memory import BidMemory, RecentBidStrategy, solve_by_memory
from firmware.equilibria.bid_tree import solve_tree
from firmware.equilibria.bid_tree_policy import contest_of, exploitability
from firmware.equilibria.bid_tree_response import Numbers, response_value
from firmware.equilibria.liars_dice import LiarsDice
from firmware.equilibria.recent_bid_response import recent_bid_response


def bounds(game: LiarsDice, strategy: RecentBidStrategy) -> tuple[float, float]:
    """The value to the first player, and half of what two best responses win."""
    first, second = (recent_bid_response(contest_of(game), strategy, player) for player in (0, 1))
    return (first - second) / 2, (first + second) / 2


@pytest.mark.parametrize(
    ("game", "memory", "published"),
    [
        (LiarsDice((1, 1)), 2, -1 / 9),
        (LiarsDice((1, 1), sides=5), 2, -3 / 25),
        (LiarsDice((1, 1), wild=1), 4, -7 / 327),
    ],
)
def test_few_bids_are_enough_to_remember_with_one_die(game: LiarsDice, memory: int, published: float) -> None:
    value, gap = bounds(game, solve_by_memory(game, 80, memory))
    assert gap < 1e-2
    assert abs(value - published) <= gap


def test_who_remembers_everything_plays_as_the_solver_of_the_whole_tree_does() -> None:
    game = LiarsDice((1, 1), sides=3, wild=3)
    value, gap = bounds(game, solve_by_memory(game, 200, game.bids))
    tree_value, tree_gap = exploitability(solve_tree(game, 200))
    assert max(gap, tree_gap) < 1e-3
    assert value == pytest.approx(tree_value, abs=gap + tree_gap)


@pytest.mark.parametrize("memory", [1, 2, 3])
@pytest.mark.parametrize("player", [0, 1])
def test_both_best_responses_find_the_same(memory: int, player: int) -> None:
    """One walks bid by bid and asks the strategy at each; the other handles all sets of bids at once, in two parts."""
    for game in (LiarsDice((1, 1), wild=2), LiarsDice((2, 1), sides=3), LiarsDice((2, 2), sides=3)):
        strategy = solve_by_memory(game, 2, memory)

        def policy(line: tuple[int, ...], strategy: RecentBidStrategy = strategy) -> Numbers:
            window, turn = line[-strategy.memory :], len(line) % 2
            key = turn, window[-1] if window else -1
            table: Numbers = strategy.tables[key][:, strategy.places[key][window]]
            return table

        found = recent_bid_response(contest_of(game), strategy, player)
        assert found == pytest.approx(response_value(contest_of(game), policy, player), abs=1e-12)


def test_every_strategy_lies_between_its_best_responses() -> None:
    game = LiarsDice((2, 1), sides=3)
    gaps = [bounds(game, solve_by_memory(game, rounds, 3))[1] for rounds in (3, 15, 75)]
    assert gaps[0] > gaps[1] > gaps[2] > 0


def test_more_memory_has_more_states() -> None:
    game = LiarsDice((2, 2))
    states = [sum(len(group.places) for group in BidMemory(game, memory).groups.values()) for memory in (1, 2)]
    assert states == [48, 554]
