"""Liar's dice for two over its whole public tree: counterfactual regret minimization, all hands and lines at once.

A public state is the set of the bids made so far. States with the same highest bid form a group; within it, those in
which the same player acts differ in their lower bids only, and the lowest bit follows from whose turn it is, so that
they are numbered by the lower bids without it. Then the states that a group leads to are one slice of every later
group, and a whole group is handled by a few array operations. The algorithm is CFR+ with predicted regrets (PCFR+,
Farina, Kroer and Sandholm 2021): players in turn, averages weighted by the square of the iteration.

There are 2 to the number of bids such states: this is for one die each.
"""

import time
from dataclasses import dataclass, field

import numpy as np

from firmware.equilibria.liars_dice import Array, LiarsDice

MAX_BIDS = 20
"""A million states; more do not fit into memory."""


@dataclass(slots=True)
class Group:
    """The states with the same player in turn and the same highest bid; arrays of actions by hands by states.

    The actions are the higher bids, ascending, and finally the challenge (which the opening lacks). The states that the
    bids lead to are the slice `onward` of the other player's later groups.
    """

    highest: int
    onward: slice
    regrets: Array
    policy: Array
    average: Array
    reach: Array = field(default_factory=lambda: np.zeros(0))
    """The opponent's reach probabilities, by its hands."""


class BidTree:
    """The solver; `iterate` improves both players once."""

    def __init__(self, game: LiarsDice) -> None:
        """Starts with uniform policies."""
        if game.bids > MAX_BIDS:
            raise ValueError(f"There are {game.bids} bids; the whole tree is for {MAX_BIDS} at most.")
        self.game = game
        self.iterations = 0
        self.chances = (game.chances(0), game.chances(1))
        # What a challenge of each bid pays the player who is being improved, if it is the bidder.
        self._pays = (game.pays, game.pays.transpose(0, 2, 1).copy())
        most = 1 << max(0, game.bids - 2)
        # By player: for each state in which either acts, a number for each of the player's hands.
        self._space = [[np.zeros((game.bids, len(hands), most)) for _ in (0, 1)] for hands in self.chances]
        self.groups: dict[tuple[int, int], Group] = {}
        for player in (0, 1):
            for highest in range(-1, game.bids):
                group = self._group(player, highest)
                if group is not None:
                    self.groups[player, highest] = group

    def _group(self, player: int, highest: int) -> Group | None:
        if highest < 1:
            if player != (highest + 1) % 2:
                return None
            states, onward = 1, slice(0, 1)
        else:
            states, onward = 1 << (highest - 1), slice(1 << (highest - 1), 1 << highest)
        actions = self.game.bids - 1 - highest + (highest >= 0)
        shape = (actions, len(self.chances[player]), states)
        return Group(highest, onward, np.zeros(shape), np.full(shape, 1.0 / actions), np.zeros(shape))

    def iterate(self) -> None:
        """Improves the first player, then the second."""
        self.iterations += 1
        for player in (0, 1):
            self._spread(player)
            self._improve(player)

    def _spread(self, player: int) -> None:
        """Computes the opponent's reach probability of each state."""
        bids = self.game.bids
        reach = self._space[1 - player]
        for highest in range(-1, bids):
            for actor in (0, 1):
                group = self.groups.get((actor, highest))
                if group is None:
                    continue
                if highest < 0:
                    group.reach = self.chances[1 - player][:, None]
                else:
                    group.reach = reach[actor][highest, :, : group.policy.shape[2]]
                if highest == bids - 1:
                    continue
                onward = reach[1 - actor][highest + 1 :, :, group.onward]
                if actor == player:
                    onward[...] = group.reach
                else:
                    np.multiply(group.reach, group.policy[: bids - 1 - highest], out=onward)

    def _improve(self, player: int) -> None:
        """Computes values from the end, and updates the player's policy by its regrets."""
        bids, hands = self.game.bids, len(self.chances[player])
        values = self._space[player]
        weight = float(self.iterations) ** 2
        for highest in range(bids - 1, -2, -1):
            for actor in (0, 1):
                group = self.groups.get((actor, highest))
                if group is None:
                    continue
                later = values[1 - actor][highest + 1 :, :, group.onward]
                if actor == player:
                    value = self._regret(group, later, player)
                    self._average(group, weight)
                else:
                    value = later.sum(axis=0) if len(later) else np.zeros((hands, group.policy.shape[2]))
                    if highest >= 0:
                        value = value + self._pays[player][highest] @ (group.reach * group.policy[-1])
                if highest >= 0:
                    values[actor][highest, :, : value.shape[1]] = value

    def _regret(self, group: Group, later: Array, player: int) -> Array:
        actions, hands, states = group.policy.shape
        worth = np.empty((actions, hands, states))
        if len(later):
            worth[: len(later)] = later
        if group.highest >= 0:
            worth[-1] = -(self._pays[player][group.highest] @ group.reach)
        value: Array = np.einsum("ahs,ahs->hs", group.policy, worth)
        worth -= value
        group.regrets += worth
        np.maximum(group.regrets, 0.0, out=group.regrets)
        # The next regrets are predicted to equal these.
        predicted = np.maximum(group.regrets + worth, 0.0)
        total = predicted.sum(axis=0)
        group.policy = np.where(total > 0, predicted / np.where(total > 0, total, 1.0), 1.0 / actions)
        return value

    def _average(self, group: Group, weight: float) -> None:
        group.average += weight * group.policy

    def strategy(self) -> dict[tuple[int, int], Array]:
        """Returns the average policy by player and highest bid: arrays of actions by hands by states."""
        found = {}
        for key, group in self.groups.items():
            total = group.average.sum(axis=0)
            even = 1.0 / len(group.average)
            found[key] = np.where(total > 0, group.average / np.where(total > 0, total, 1.0), even)
        return found


def solve_tree(game: LiarsDice, iterations: int, seconds: float = float("inf")) -> BidTree:
    """Runs this many iterations, or as many as fit into a time limit."""
    end = time.monotonic() + seconds
    tree = BidTree(game)
    while tree.iterations < iterations and time.monotonic() < end:
        tree.iterate()
    return tree
