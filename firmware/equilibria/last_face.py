"""Sympkyn with cups for two, once the bids are on the highest face: whoever made the latest true bid wins the round.

Bids on lower faces come to nothing as soon as somebody bids on the highest, and then only the number rises. That end of
a round is small: the hands are how many dice of that face each seat has, the public states the sets of bids made. It is
solved over its whole tree by CFR+.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

import numpy as np

from firmware.equilibria.self_play import Values, matched

MOST_BID = 7
"""Higher bids are so unlikely to be true that the solution does without them."""


@dataclass(slots=True)
class BidNode:
    """What the seat in turn does where these bids have been made: regrets and averages, hands by actions.

    The first action is the challenge, action b the bid b; a bid that does not rise is no action.
    """

    legal: Values
    regrets: Values
    sums: Values


@dataclass(slots=True)
class LastFace:
    """The solver for so many dice of either seat, each of which counts with the same chance."""

    dice: tuple[int, int]
    chance: float
    nodes: dict[int, BidNode] = field(default_factory=dict)
    turn: int = 0

    @property
    def bids(self) -> int:
        """The highest bid considered."""
        return min(MOST_BID, sum(self.dice))

    def hands(self, player: int) -> Values:
        """Gives the chance of 0, 1, … counting dice."""
        dice = self.dice[player]
        return np.array([comb(dice, k) * self.chance**k * (1 - self.chance) ** (dice - k) for k in range(dice + 1)])

    def solve(self, iterations: int) -> float:
        """Improves the play; gives the value of the average iteration to the first seat."""
        total = weight = 0.0
        first, second = self.hands(0), self.hands(1)
        for _ in range(iterations):
            self.turn += 1
            value = self._improve(0, (), first, second)
            total += self.turn * float(first @ value[0])
            weight += self.turn
        return total / weight

    def policy(self, made: Sequence[int], hand: int) -> tuple[float, ...]:
        """Gives the chance of each action where these bids have been made, in order, by a seat with so many dice."""
        node = self.nodes[_key(made)]
        return tuple(float(chance) for chance in matched(node.sums, node.legal, axis=1)[hand])

    def _improve(self, player: int, made: tuple[int, ...], own: Values, others: Values) -> tuple[Values, Values]:
        """Improves everything that follows; gives what it is worth to each hand of the seat in turn, and of the other.

        `own` and `others` are the chances that the hands come here. The values are weighted by the other seat's.
        """
        count, last = self.bids + 1, made[-1] if made else 0
        node = self.nodes.get(_key(made))
        if node is None:
            legal = np.array([float(bool(made)), *(float(bid > last) for bid in range(1, count))])
            hands = self.dice[player] + 1
            node = BidNode(legal, np.zeros((hands, count)), np.zeros((hands, count)))
            self.nodes[_key(made)] = node
        policy = matched(node.regrets, node.legal, axis=1)
        pays = np.zeros_like(node.regrets)
        theirs = np.zeros(len(others))
        if made:
            outcome = self._outcome(player, made)
            pays[:, 0] = outcome @ others
            theirs -= outcome.T @ (own * policy[:, 0])
        for bid in range(last + 1, count):
            reached = own * policy[:, bid]
            back, mine = self._improve(1 - player, (*made, bid), others, reached)
            pays[:, bid] = mine
            theirs += back
        value = (policy * pays).sum(axis=1)
        node.regrets = np.maximum(node.regrets + (pays - value[:, None]) * node.legal, 0.0)
        node.sums += self.turn * own[:, None] * policy
        return value, theirs

    def _outcome(self, challenger: int, made: tuple[int, ...]) -> Values:
        """Gives what a challenge pays the challenger: an array of its hands by the other's."""
        outcome = np.ones((self.dice[challenger] + 1, self.dice[1 - challenger] + 1))
        for mine in range(outcome.shape[0]):
            for other in range(outcome.shape[1]):
                for place in range(len(made) - 1, -1, -1):
                    if made[place] <= mine + other:
                        outcome[mine, other] = -1.0 if (len(made) - place) % 2 else 1.0
                        break
        return outcome


def _key(made: Sequence[int]) -> int:
    return sum(1 << bid for bid in made)


@lru_cache(maxsize=32)
def last_face(first: int, second: int, chance: float, iterations: int = 200) -> tuple[LastFace, float]:
    """Solves the end of a round where the first of two seats bids first; gives it with its value to that seat."""
    solver = LastFace((first, second), chance)
    return solver, solver.solve(iterations)
