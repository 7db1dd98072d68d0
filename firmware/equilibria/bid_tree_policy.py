"""Converts a solved tree to the policy that the best response queries, bid sequence by bid sequence."""

import numpy as np

from firmware.equilibria.bid_tree import BidTree
from firmware.equilibria.bid_tree_response import Contest, Numbers, response_value
from firmware.equilibria.liars_dice import LiarsDice


def contest_of(game: LiarsDice) -> Contest:
    """Returns the hands, and whether each bid is true."""
    return Contest((game.chances(0), game.chances(1)), [np.asarray(pays) > 0 for pays in game.pays])


def exploitability(tree: BidTree) -> tuple[float, float]:
    """Returns the value to the first player (the middle of its bounds) and half of what two best responses win."""
    strategy = tree.strategy()

    def policy(line: tuple[int, ...]) -> Numbers:
        if not line:
            return strategy[0, -1][:, :, 0]
        lower = sum(1 << bid for bid in line[:-1])
        return strategy[len(line) % 2, line[-1]][:, :, lower >> 1]

    contest = contest_of(tree.game)
    first, second = (response_value(contest, policy, player) for player in (0, 1))
    return (first - second) / 2, (first + second) / 2
