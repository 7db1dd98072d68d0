"""A round of sympkyn with cups for two, played for points: the seat that made the latest true bid wins it.

Only the highest face decides: once somebody bids on it, only the number can rise. A true bid on a lower face is a
waiting move: the other seat cannot profitably challenge it, and it wins if all bids on the highest face are false. So a
hand is the number of dice with the highest face, and a public state the number of waiting moves and the bids made
since. The whole tree is solved by CFR+.
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
    """The policy of the seat in turn in a public state: regrets and averages, hands by actions.

    Action 0 is the challenge, action b a bid of b dice, the last one a waiting move.
    """

    legal: Values
    regrets: Values
    sums: Values


@dataclass(slots=True)
class LastFace:
    """The solver for these numbers of dice, each die counting with the same chance."""

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
        """Returns the distribution of the number of dice that count."""
        dice = self.dice[player]
        return np.array([comb(dice, k) * self.chance**k * (1 - self.chance) ** (dice - k) for k in range(dice + 1)])

    def solve(self, iterations: int) -> float:
        """Runs an iteration; returns the value to the first seat, weighted towards later iterations."""
        total = weight = 0.0
        first, second = self.hands(0), self.hands(1)
        for _ in range(iterations):
            self.turn += 1
            value, _ = self._improve(0, (), first, second)
            total += self.turn * float(first @ value)
            weight += self.turn
        return total / weight

    def policy(self, waited: int, made: Sequence[int], hand: int) -> tuple[float, ...]:
        """Returns the probability of each action after these waiting moves and bids, by a seat with `dice` dice."""
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
        """Updates everything after this state; returns its values for each hand of the seat in turn, and of the other.

        `own` and `others` are the reach probabilities of the hands; each value is weighted by the other seat's.
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
        """Returns what a challenge pays the challenger, by its hand and the other's."""
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
    """Solves a round for these numbers of dice."""
    solver = LastFace((first, second), chance)
    solver.solve(iterations)
    return solver
