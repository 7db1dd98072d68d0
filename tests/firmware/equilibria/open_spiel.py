"""Compares the solver for two dice each with OpenSpiel (`pip install open_spiel`), given the same time.

    python -m tests.firmware.equilibria.open_spiel --seconds 30

OpenSpiel's liar's dice has the highest face wild. Its CFR+ would list some 350 million states before it begins, so it
runs Monte Carlo CFR (external sampling). The two strategies play each other: OpenSpiel's average loss over both seats
is a lower bound on its exploitability, whatever the value of the game is.
"""

import argparse
import random
import time
from importlib import import_module
from typing import Any

import numpy as np

from firmware.arena.intervals import NORMAL_95
from firmware.equilibria.bid_memory import BidMemory, RecentBidStrategy
from firmware.equilibria.bid_tree_policy import contest_of
from firmware.equilibria.liars_dice import LiarsDice
from firmware.equilibria.recent_bid_response import recent_bid_response

SIDES = 6
GAME = LiarsDice((2, 2), wild=SIDES)


def ours(seconds: float) -> tuple[RecentBidStrategy, int]:
    """Solves for this many seconds; returns the strategy and the number of iterations."""
    end = time.process_time() + seconds
    solver = BidMemory(GAME)
    while time.process_time() < end:
        solver.iterate()
    return solver.strategy(), solver.iterations


def theirs(game: Any, seconds: float) -> tuple[Any, int]:
    """Lets OpenSpiel solve for this many seconds; returns its average policy and the number of iterations."""
    pyspiel = import_module("pyspiel")  # not a dependency of the project

    end = time.process_time() + seconds
    solver = pyspiel.ExternalSamplingMCCFRSolver(game, seed=1)
    iterations = 0
    while time.process_time() < end:
        solver.run_iteration()
        iterations += 1
    return solver.average_policy(), iterations


def our_action(strategy: RecentBidStrategy, line: list[int], hand: tuple[int, ...], chance: random.Random) -> int:
    """Returns a bid by its number, or the number of bids for a challenge, as OpenSpiel counts actions."""
    player, window = len(line) % 2, tuple(line[-strategy.memory :])
    highest = window[-1] if window else -1
    place = strategy.places[player, highest][window]
    weights = strategy.tables[player, highest][:, place, GAME.hands(player).index(hand)]
    action = chance.choices(range(len(weights)), weights.tolist())[0]
    return int(highest + 1 + action)


def meet(game: Any, strategy: RecentBidStrategy, policy: Any, seat: int, chance: random.Random) -> float:
    """Plays one game with our strategy in this seat; returns its winnings."""
    state = game.new_initial_state()
    dice: list[int] = []
    line: list[int] = []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = chance.choices(outcomes, chances)[0]
            dice.append(action + 1)
        elif state.current_player() == seat:
            hand = tuple(sorted(dice[:2] if seat == 0 else dice[2:]))
            action = our_action(strategy, line, hand, chance)
        else:
            found = policy.action_probabilities(state)
            action = chance.choices(list(found), list(found.values()))[0]
        if len(dice) == 4 and not state.is_chance_node():
            line.append(action)
        state.apply_action(action)
    return float(state.returns()[seat])


def main() -> None:
    """Prints both solvers' progress, our exploitability, and our winnings against OpenSpiel."""
    pyspiel = import_module("pyspiel")  # not a dependency of the project

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="processor time for each solver")
    parser.add_argument("--games", type=int, default=40_000, help="games between the two")
    args = parser.parse_args()
    game = pyspiel.load_game("liars_dice(numdice=2,dice_sides=6,bidding_rule=reset-face)")
    strategy, iterations = ours(args.seconds)
    first, second = (recent_bid_response(contest_of(GAME), strategy, player) for player in (0, 1))
    print(f"ours: {iterations} iterations, exploitable by {(first + second) / 2:.4f}", flush=True)
    policy, iterations = theirs(game, args.seconds)
    print(f"OpenSpiel: {iterations} iterations", flush=True)
    chance = random.Random(1)
    won = np.array([meet(game, strategy, policy, number % 2, chance) for number in range(args.games)])
    error = NORMAL_95 * won.std() / len(won) ** 0.5
    print(f"ours wins {won.mean():+.4f} a game (± {error:.4f}): OpenSpiel's is exploitable by at least so much")


if __name__ == "__main__":
    main()
