"""The last rounds of stars for two seats: few dice, played for the whole game.

A challenge costs the difference, and what is left opens the next round, which is solved already: a payoff is the chance
to win the game. So the rounds are solved from the fewest dice up, by `bid_memory`, whose players remember the latest
two bids. Show and Re-roll is left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from firmware.equilibria.bid_memory import BidMemory, RecentBidStrategy
from firmware.equilibria.liars_dice import Array, LiarsDice

MOST_DICE = 3
"""The most dice of both seats together in a solved round."""
MEMORY = 2
ITERATIONS = 400
FACES, STAR = 6, 1
Dice = tuple[int, int]
"""The dice of the opener and of the other seat."""


@lru_cache(maxsize=16)
def bid_order(dice: int) -> tuple[tuple[int, int], ...]:
    """Returns all bids on this many dice as quantity and face, ascending: stars count double and rank above."""
    every = [(quantity, face) for quantity in range(1, dice + 1) for face in range(1, FACES + 1)]
    return tuple(sorted(every, key=lambda bid: (2 * bid[0], 1, 0) if bid[1] == STAR else (bid[0], 0, bid[1])))


@dataclass(frozen=True)
class StarRound:
    """A round, and the values (to the opener, -1 to 1) of all rounds that may follow it, by their dice."""

    dice: Dice
    later: Mapping[Dice, float]

    @property
    def order(self) -> tuple[tuple[int, int], ...]:
        """All bids as quantity and face, ascending."""
        return bid_order(sum(self.dice))

    @property
    def bids(self) -> int:
        """The number of bids."""
        return len(self.order)

    @cached_property
    def _fair(self) -> LiarsDice:
        return LiarsDice(self.dice, FACES, STAR)

    def hands(self, player: int) -> tuple[tuple[int, ...], ...]:
        """The hands of a player, each ascending."""
        return self._fair.hands(player)

    def chances(self, player: int) -> Array:
        """The chance of each of those hands."""
        return self._fair.chances(player)

    @cached_property
    def _worth(self) -> tuple[tuple[Array, ...], ...]:
        return tuple(tuple(self._of_challenge(bid, bidder) for bid in self.order) for bidder in (0, 1))

    def called(self, bid: int, answerer: int) -> Array:
        """What a challenge of a bid is worth to the first player, by first hands and second hands."""
        return self._worth[1 - answerer][bid]

    def _of_challenge(self, bid: tuple[int, int], bidder: int) -> Array:
        quantity, face = bid
        first, second = (
            np.array([sum(die in (face, STAR) for die in hand) for hand in self.hands(player)]) for player in (0, 1)
        )
        over = first[:, None] + second[None, :] - quantity
        sign = 1.0 if bidder == 0 else -1.0
        return np.array([[sign * self._after(int(each), bidder) for each in row] for row in over])

    def _after(self, over: int, bidder: int) -> float:
        """Returns the value to the bidder when this many more dice count than were bid; who was right opens."""
        mine, other = self.dice[bidder], self.dice[1 - bidder]
        if over >= 0:
            left = other - max(1, over)
            return 1.0 if left <= 0 else self.later[mine, left]
        left = mine + over
        return -1.0 if left <= 0 else -self.later[other, left]


def star_endings(most: int = MOST_DICE, iterations: int = ITERATIONS) -> Iterator[tuple[StarRound, RecentBidStrategy]]:
    """Solves all rounds with up to this many dice, the fewest first."""
    values: dict[Dice, float] = {}
    for dice in sorted(((mine, other) for mine in range(1, most) for other in range(1, most - mine + 1)), key=sum):
        ending = StarRound(dice, values)
        solver = BidMemory(ending, MEMORY)
        for _ in range(iterations):
            solver.iterate()
        values[dice] = solver.value()
        yield ending, solver.strategy()


def table(ending: StarRound, strategy: RecentBidStrategy, player: int) -> Array:
    """Returns a player's policy by its previous bid, the standing bid (0: none), its hand, and the action.

    Action 0 is the challenge, action n the n-th bid.
    """
    bids = ending.bids
    found = np.zeros((bids + 1, bids + 1, len(ending.hands(player)), bids + 1))
    for (actor, highest), policy in strategy.tables.items():
        if actor != player:
            continue
        for window, place in strategy.places[actor, highest].items():
            before, standing = [0, 0, *(bid + 1 for bid in window)][-2:]
            higher = policy[: bids - highest - 1, place]
            found[before, standing, :, highest + 2 :] = higher.T
            if highest >= 0:
                found[before, standing, :, 0] = policy[-1, place]
    return found
