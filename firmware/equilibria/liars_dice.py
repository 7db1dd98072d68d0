"""Liar's dice for two, as in the literature: one round; a wrong challenger or a caught liar loses 1.

A bid is a quantity and a face; bids rise by quantity, then by face, up to all dice. A wild face counts as every other.
Values are those to the first player.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LiarsDice:
    """The number of dice of each player and of sides, and the wild face (0 for none)."""

    dice: tuple[int, int]
    sides: int = 6
    wild: int = 0

    @property
    def bids(self) -> int:
        """The number of bids."""
        return sum(self.dice) * self.sides

    def hands(self, player: int) -> tuple[tuple[int, ...], ...]:
        """The hands of a player, each ascending."""
        return tuple(combinations_with_replacement(range(1, self.sides + 1), self.dice[player]))

    def chances(self, player: int) -> Array:
        """The chance of each of those hands."""
        ways = [
            factorial(len(hand)) / prod(factorial(hand.count(face)) for face in set(hand))
            for hand in self.hands(player)
        ]
        return np.array(ways, dtype=float) / float(self.sides ** self.dice[player])

    def _counts(self, player: int) -> Array:
        """Returns how many dice of each hand count for each face: an array of faces by hands."""
        return np.array(
            [
                [sum(die in (face, self.wild) for die in hand) for hand in self.hands(player)]
                for face in range(1, self.sides + 1)
            ],
            dtype=float,
        )

    @cached_property
    def pays(self) -> Array:
        """What a challenge of each bid pays its bidder (1 or -1): an array of bids by first hands by second hands."""
        counts = self._counts(0)[:, :, None] + self._counts(1)[:, None, :]
        bids = [(quantity, face) for quantity in range(1, sum(self.dice) + 1) for face in range(self.sides)]
        return np.array([np.where(counts[face] >= quantity, 1.0, -1.0) for quantity, face in bids])

    def called(self, bid: int, answerer: int) -> Array:
        """What a challenge of a bid is worth to the first player, by first hands and second hands."""
        return np.asarray(self.pays[bid] if answerer == 1 else -self.pays[bid])
