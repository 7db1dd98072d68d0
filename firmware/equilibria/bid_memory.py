"""Liar's dice for two players who remember the latest bids only: a solver for games with too many lines to list.

A state is the player in turn and the latest bids, lowest first. What was bid before is forgotten, by both players, in
the strategy that comes out; a best response remembers everything, and so tells what forgetting costs
(`recent_bid_response`). The algorithm is CFR+ with predicted regrets as in `bid_tree`. Lines that end in the same state
are added up: a player takes each for as likely as it makes it itself, where it remembers nothing that tells them apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from firmware.equilibria.liars_dice import Array, LiarsDice

Window = tuple[int, ...]
"""The latest bids, ascending; fewer than are remembered while fewer were made."""
Places = NDArray[np.intp]
NOTHING_BID = -1
MEMORY = 3
"""So many bids are remembered, if nobody says otherwise: with two dice each the game has 4,096 states then."""
STRAYING = 0.01
"""How often a player is taken to do something else than it does, where it guesses how it came to a state."""


class Onward(NamedTuple):
    """Where a bid leads from the states of a group: the place of each in the group behind.

    `order` sorts them by that place; of each run of equal places, `starts` has the first and `reached` the place.
    """

    places: Places
    order: Places
    starts: Places
    reached: Places


@dataclass(slots=True)
class Group:
    """The states in which one player acts and the highest bid is the same; arrays of actions by states by hands.

    The actions are the higher bids, ascending, and, last, the challenge (the opening has none). `reach` and `worth` are
    by states, first hands and second hands: how likely play comes there, and what it is worth to the first player;
    `own` is by states and hands of the player who is being improved: its own part in that likelihood.
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
    """What both players do by the latest bids: chances of actions by states and hands, by player and highest bid."""

    memory: int
    tables: Mapping[tuple[int, int], Array]
    places: Mapping[tuple[int, int], Mapping[Window, int]]


class BidMemory:
    """The solver; `iterate` improves both players once."""

    def __init__(self, game: LiarsDice, memory: int = MEMORY) -> None:
        """Begins with every action equally likely."""
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
        """Works out how likely the opponent of a player comes to each state, and what of it the player makes itself.

        The player is taken to do now and then what it does not do: it needs a guess where it never comes.
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
        """Works out what states are worth, from the highest bid down, and moves the player's policy by its regrets."""
        for (actor, highest), group in reversed(self.groups.items()):
            worths = [self.groups[1 - actor, bid].worth[onward.places] for bid, onward in group.onward.items()]
            if highest != NOTHING_BID:
                called = self.game.pays[highest] if actor == 1 else -self.game.pays[highest]
                worths.append(np.broadcast_to(called, group.worth.shape))
            if actor == player:
                self._regret(group, worths, player)
            group.worth[:] = 0.0
            for share, worth in zip(group.policy, worths, strict=True):
                group.worth += _by_pair(share, actor) * worth

    def _regret(self, group: Group, worths: list[Array], player: int) -> None:
        sides = "nij,nij->ni" if player == 0 else "nij,nij->nj"
        sign = 1.0 if player == 0 else -1.0
        pays = sign * np.stack([np.einsum(sides, group.reach, worth) for worth in worths]) / group.own
        pays -= (group.policy * pays).sum(axis=0)
        group.regrets += pays
        np.maximum(group.regrets, 0.0, out=group.regrets)
        # The next regrets are predicted to be these.
        predicted = np.maximum(group.regrets + pays, 0.0)
        total = predicted.sum(axis=0)
        group.policy = np.where(total > 0, predicted / np.where(total > 0, total, 1.0), 1.0 / len(pays))
        group.average += float(self.iterations) ** 2 * group.policy

    def strategy(self) -> RecentBidStrategy:
        """Returns the average policy."""
        tables = {}
        for key, group in self.groups.items():
            total = group.average.sum(axis=0)
            even = 1.0 / len(group.average)
            tables[key] = np.where(total > 0, group.average / np.where(total > 0, total, 1.0), even)
        return RecentBidStrategy(self.memory, tables, {key: group.places for key, group in self.groups.items()})


def solve_by_memory(game: LiarsDice, iterations: int, memory: int = MEMORY) -> RecentBidStrategy:
    """Runs so many iterations."""
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
    """Adds what comes from each state to where it leads."""
    if len(onward.reached) < len(onward.places):
        behind[onward.reached] += np.add.reduceat(flow[onward.order], onward.starts, axis=0)
    else:
        behind[onward.places] += flow


def _by_pair(share: Array, player: int) -> Array:
    """Spreads what a player does with its hand over both players' hands."""
    return share[:, :, None] if player == 0 else share[:, None, :]
