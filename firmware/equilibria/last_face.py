"""A round of sympkyn with cups for two, played for points: whoever made the latest true bid wins it.

Only the highest face decides: once somebody bids on it, nothing but the number can rise. A true bid on a lower face is
a move in waiting, as the other seat may not challenge it with profit, and wins where all bids on the highest face are
false. So the hands are how many dice of the highest face each seat has, and the public states how many waiting moves
were made and which numbers were bid since. The game is solved over its whole tree by CFR+.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

import numpy as np

from firmware.equilibria.self_play import Values, matched

MAX_BID = 7
"""Higher bids are so unlikely to be true that the solution ignores them."""
MAX_WAITING = 3
"""The most waiting moves."""
CHALLENGE = 0


@dataclass(slots=True)
class BidNode:
    """What the seat in turn does in a public state: regrets and averages, hands by actions.

    Action 0 is the challenge, action b a bid of b dice, the last one a waiting move.
    """

    legal: Values
    regrets: Values
    sums: Values


@dataclass(slots=True)
class LastFace:
    """The solver for this many dice of either seat, each counting with the same chance."""

    dice: tuple[int, int]
    chance: float
    nodes: dict[tuple[int, int], BidNode] = field(default_factory=dict)
    turn: int = 0

    @property
    def bids(self) -> int:
        """The highest bid considered."""
        return min(MAX_BID, sum(self.dice))

    @property
    def waiting(self) -> int:
        """The action of a waiting move."""
        return self.bids + 1

    def hands(self, player: int) -> Values:
        """Returns the chance of 0, 1, … counting dice."""
        dice = self.dice[player]
        return np.array([comb(dice, k) * self.chance**k * (1 - self.chance) ** (dice - k) for k in range(dice + 1)])

    def solve(self, iterations: int) -> float:
        """Improves the play; returns its value to the first seat, weighted towards later iterations."""
        total = weight = 0.0
        first, second = self.hands(0), self.hands(1)
        for _ in range(iterations):
            self.turn += 1
            value, _ = self._improve(0, (), first, second)
            total += self.turn * float(first @ value)
            weight += self.turn
        return total / weight

    def policy(self, waited: int, made: Sequence[int], hand: int) -> tuple[float, ...]:
        """Returns the chance of each action after so many waiting moves and these bids, by a seat with so many dice."""
        node = self.nodes[waited, _key(made)]
        return tuple(float(chance) for chance in matched(node.sums, node.legal, axis=1)[hand])

    def _node(self, waited: int, made: tuple[int, ...], player: int) -> BidNode:
        node = self.nodes.get((waited, _key(made)))
        if node is None:
            last = made[-1] if made else 0
            may_wait = float(not made and waited < MAX_WAITING)
            legal = np.array([float(bool(made)), *(float(bid > last) for bid in range(1, self.bids + 1)), may_wait])
            shape = (self.dice[player] + 1, self.bids + 2)
            node = self.nodes[waited, _key(made)] = BidNode(legal, np.zeros(shape), np.zeros(shape))
        return node

    def _improve(self, waited: int, made: tuple[int, ...], own: Values, others: Values) -> tuple[Values, Values]:
        """Improves everything after this state; returns its values for each hand of the seat in turn, and of the other.

        `own` and `others` are the chances that the hands come here; each value is weighted by the other's.
        """
        player = (waited + len(made)) % 2
        node = self._node(waited, made, player)
        policy = matched(node.regrets, node.legal, axis=1)
        pays = np.zeros_like(node.regrets)
        theirs = np.zeros(len(others))
        if made:
            outcome = self._outcome(player, waited, made)
            pays[:, CHALLENGE] = outcome @ others
            theirs -= outcome.T @ (own * policy[:, CHALLENGE])
        for action in range(1, self.bids + 2):
            if not node.legal[action]:
                continue
            reached = own * policy[:, action]
            after = (waited + 1, made) if action == self.waiting else (waited, (*made, action))
            back, pays[:, action] = self._improve(*after, others, reached)
            theirs += back
        value = (policy * pays).sum(axis=1)
        node.regrets = np.maximum(node.regrets + (pays - value[:, None]) * node.legal, 0.0)
        node.sums += self.turn * own[:, None] * policy
        return value, theirs

    def _outcome(self, challenger: int, waited: int, made: tuple[int, ...]) -> Values:
        """Returns what a challenge pays the challenger: an array of its hands by the other's."""
        none_true = 1.0 if not waited or (waited - 1) % 2 == challenger else -1.0
        outcome = np.full((self.dice[challenger] + 1, self.dice[1 - challenger] + 1), none_true)
        counts = np.arange(outcome.shape[0])[:, None] + np.arange(outcome.shape[1])[None, :]
        for place, bid in enumerate(made):
            outcome[counts >= bid] = -1.0 if (len(made) - place) % 2 else 1.0
        return outcome


def _key(made: Sequence[int]) -> int:
    return sum(1 << bid for bid in made)


@lru_cache(maxsize=32)
def last_face(first: int, second: int, chance: float, iterations: int = 150) -> LastFace:
    """Solves a round in which the seats hold this many dice."""
    solver = LastFace((first, second), chance)
    solver.solve(iterations)
    return solver
