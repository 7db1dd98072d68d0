"""Liar's dice for two players who remember only the latest bids: a solver for games with too many bid sequences.

A state is the player in turn and the latest bids, lowest first; both players forget the earlier ones. The best response
in `recent_bid_response` remembers everything, and so shows how much forgetting costs.

The algorithm is CFR+ with predicted regrets, as in `bid_tree`. Bid sequences that end in the same state are merged: a
player that cannot tell them apart weights each by its own probability of playing it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from firmware.equilibria.liars_dice import Array

Window = tuple[int, ...]
"""The latest bids, ascending; fewer than the limit while fewer have been made."""
Places = NDArray[np.intp]
NOTHING_BID = -1
MEMORY = 3
"""The default number of remembered bids: with two dice each the game then has 4,096 states."""
STRAYING = 0.01
"""The probability of an unplanned action, for inferring how a player came to a state that it would never reach."""


class BiddingRound(Protocol):
    """A round of rising bids by two players in turn, up to a challenge."""

    @property
    def bids(self) -> int:
        """The number of bids."""

    def chances(self, player: int) -> Array:
        """The chance of each hand of a player."""

    def called(self, bid: int, answerer: int) -> Array:
        """What a challenge of a bid is worth to the first player, by first hands and second hands."""


class Onward(NamedTuple):
    """Where a bid leads from the states of a group: the index of each in the next group.

    `order` sorts the states by that index; for each run of equal indices, `starts` has its start and `reached` the
    index.
    """

    places: Places
    order: Places
    starts: Places
    reached: Places


@dataclass(slots=True)
class Group:
    """The states with the same player in turn and the same highest bid; arrays of actions by states by hands.

    The actions are the higher bids, ascending, and finally the challenge (which the opening lacks). `reach` and `worth`
    are by states, first hands and second hands: the reach probability and the value to the first player. `own` is by
    states and hands of the player being improved: its own contribution to the reach.
    """

    places: Mapping[Window, int]
    onward: Mapping[int, Onward]
    policy: Array
    regrets: Array
    average: Array
    reach: Array
    own: Array
    worth: Array


@dataclass(frozen=True, slots=True)
class RecentBidStrategy:
    """The policy of both players: probabilities of actions by states and hands, by player and highest bid."""

    memory: int
    tables: Mapping[tuple[int, int], Array]
    places: Mapping[tuple[int, int], Mapping[Window, int]]


class BidMemory:
    """The solver; `iterate` improves both players once."""

    def __init__(self, game: BiddingRound, memory: int = MEMORY) -> None:
        """Starts with uniform policies."""
        self.game, self.memory = game, memory
        self.iterations = 0
        self._hands = len(game.chances(0)), len(game.chances(1))
        places = _states(game.bids, memory)
        self.groups = {key: self._group(key, places) for key in sorted(places, key=lambda key: key[1])}

    def _group(self, key: tuple[int, int], all_places: Mapping[tuple[int, int], Mapping[Window, int]]) -> Group:
        player, highest = key
        places = all_places[key]
        onward = {}
        for bid in range(highest + 1, self.game.bids):
            behind = all_places[1 - player, bid]
            onward[bid] = _onward([behind[(*window, bid)[-self.memory :]] for window in places])
        actions = len(onward) + (highest != NOTHING_BID)
        shape = (actions, len(places), self._hands[player])
        joint = (len(places), *self._hands)
        policy = np.full(shape, 1.0 / actions)
        zeros = np.zeros(shape), np.zeros(shape)
        return Group(places, onward, policy, *zeros, np.zeros(joint), np.zeros((len(places), 1)), np.zeros(joint))

    def iterate(self) -> None:
        """Improves the first player, then the second."""
        self.iterations += 1
        for player in (0, 1):
            self._spread(player)
            self._improve(player)

    def _spread(self, player: int) -> None:
        """Computes the opponent's reach probability of each state, and the player's own contribution.

        The player's contribution includes unplanned actions, because it needs a belief even in states that it never
        reaches.
        """
        for group in self.groups.values():
            group.reach[:] = 0.0
            group.own = np.zeros((len(group.places), self._hands[player]))
        first = self.groups[0, NOTHING_BID]
        first.reach[0] = np.outer(self.game.chances(0), self.game.chances(1))
        first.own[0] = 1.0
        for (actor, highest), group in self.groups.items():
            for bid, onward in group.onward.items():
                share, behind = group.policy[bid - highest - 1], self.groups[1 - actor, bid]
                own = group.own
                if actor == player:
                    share = (1 - STRAYING) * share + STRAYING / len(group.policy)
                    own = own * share
                _add(behind.reach, onward, group.reach * _by_pair(share, actor))
                _add(behind.own, onward, own)

    def _improve(self, player: int) -> None:
        """Computes the values of states, from the highest bid down, and updates the player's policy by its regrets."""
        for (actor, highest), group in reversed(self.groups.items()):
            worths = [self.groups[1 - actor, bid].worth[onward.places] for bid, onward in group.onward.items()]
            if highest != NOTHING_BID:
                worths.append(np.broadcast_to(self.game.called(highest, actor), group.worth.shape))
            if actor == player:
                self._regret(group, worths, player)
            _weigh(group, group.policy, worths, actor)

    def _regret(self, group: Group, worths: list[Array], player: int) -> None:
        sides = "nij,nij->ni" if player == 0 else "nij,nij->nj"
        sign = 1.0 if player == 0 else -1.0
        pays = sign * np.stack([np.einsum(sides, group.reach, worth) for worth in worths]) / group.own
        pays -= (group.policy * pays).sum(axis=0)
        group.regrets += pays
        np.maximum(group.regrets, 0.0, out=group.regrets)
        # The next regrets are predicted to equal these.
        predicted = np.maximum(group.regrets + pays, 0.0)
        total = predicted.sum(axis=0)
        group.policy = np.where(total > 0, predicted / np.where(total > 0, total, 1.0), 1.0 / len(pays))
        group.average += float(self.iterations) ** 2 * group.policy

    def value(self) -> float:
        """Returns the value of the average policies to the first player; the next iteration is not affected."""
        tables = self.strategy().tables
        for (actor, highest), group in reversed(self.groups.items()):
            worths = [self.groups[1 - actor, bid].worth[onward.places] for bid, onward in group.onward.items()]
            if highest != NOTHING_BID:
                worths.append(np.broadcast_to(self.game.called(highest, actor), group.worth.shape))
            _weigh(group, tables[actor, highest], worths, actor)
        root = self.groups[0, NOTHING_BID].worth[0]
        return float(self.game.chances(0) @ root @ self.game.chances(1))

    def strategy(self) -> RecentBidStrategy:
        """Returns the average policy."""
        tables = {}
        for key, group in self.groups.items():
            total = group.average.sum(axis=0)
            even = 1.0 / len(group.average)
            tables[key] = np.where(total > 0, group.average / np.where(total > 0, total, 1.0), even)
        return RecentBidStrategy(self.memory, tables, {key: group.places for key, group in self.groups.items()})


def solve_by_memory(game: BiddingRound, iterations: int, memory: int = MEMORY) -> RecentBidStrategy:
    """Runs this many iterations."""
    solver = BidMemory(game, memory)
    for _ in range(iterations):
        solver.iterate()
    return solver.strategy()


def _states(bids: int, memory: int) -> dict[tuple[int, int], dict[Window, int]]:
    """Numbers the states, by player in turn and highest bid."""
    found: dict[tuple[int, int], dict[Window, int]] = {(0, NOTHING_BID): {(): 0}}
    new: list[tuple[int, Window]] = [(0, ())]
    while new:
        player, window = new.pop()
        for bid in range(window[-1] + 1 if window else 0, bids):
            after = (*window, bid)[-memory:]
            group = found.setdefault((1 - player, bid), {})
            if after not in group:
                group[after] = len(group)
                new.append((1 - player, after))
    return found


def _onward(places: list[int]) -> Onward:
    found = np.array(places, dtype=np.intp)
    order = np.argsort(found, kind="stable")
    sorted_places = found[order]
    starts = np.flatnonzero(np.append(True, sorted_places[1:] != sorted_places[:-1]))
    return Onward(found, order, starts, sorted_places[starts])


def _add(behind: Array, onward: Onward, flow: Array) -> None:
    """Adds the values of states to those of their successors."""
    if len(onward.reached) < len(onward.places):
        behind[onward.reached] += np.add.reduceat(flow[onward.order], onward.starts, axis=0)
    else:
        behind[onward.places] += flow


def _weigh(group: Group, policy: Array, worths: list[Array], actor: int) -> None:
    """Sets the values of a group's states to those of its actions, weighted by a policy."""
    group.worth[:] = 0.0
    for share, worth in zip(policy, worths, strict=True):
        group.worth += _by_pair(share, actor) * worth


def _by_pair(share: Array, player: int) -> Array:
    """Expands an array over the player's hands to both players' hands."""
    return share[:, :, None] if player == 0 else share[:, None, :]
