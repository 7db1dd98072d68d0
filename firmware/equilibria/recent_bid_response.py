"""The best response in liar's dice for two, remembering all bids, to a strategy that knows only the latest.

It shares no code with the solver. Bids rise, so that every set of bids is one history; with two dice each there are
2^24. A history is split into a prefix, the bids below a limit, and a set of bids above it. For one prefix at a time the
sets are numbered by their bits, so that a bid leads from the sets below a power of two to those above it: from one
slice to another, first forward with the reach probabilities of the opponent's hands, then back with the values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from firmware.equilibria.bid_tree_response import Contest, Numbers

BITS = 14
"""The number of bids above the limit: all sets of them are handled at once."""
Line = tuple[int, ...]


class RecentPolicy(Protocol):
    """A strategy: arrays of actions by states by hands, by player and highest bid (-1: none)."""

    @property
    def memory(self) -> int:
        """The number of bids that it remembers."""

    @property
    def tables(self) -> Mapping[tuple[int, int], Numbers]:
        """The probabilities of the higher bids, ascending, and finally of the challenge."""

    @property
    def places(self) -> Mapping[tuple[int, int], Mapping[Line, int]]:
        """The index of the latest bids in these arrays."""


def recent_bid_response(contest: Contest, policy: RecentPolicy, responder: int) -> float:
    """Returns what the best response wins as this player (0 or 1) against `policy`."""
    walk = _Walk(contest, policy, responder)
    return float(walk.worth((), contest.chances[1 - responder]) @ contest.chances[responder])


@dataclass(slots=True)
class _Walk:
    contest: Contest
    policy: RecentPolicy
    responder: int
    opponent: int = field(init=False)
    limit: int = field(init=False)
    bits: int = field(init=False)
    parity: NDArray[np.intp] = field(init=False)
    latest: list[Line] = field(init=False)
    few: list[int] = field(init=False)
    _places: dict[int, NDArray[np.intp]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Numbers the sets of bids above the limit; `few` are those that leave room for older bids."""
        self.opponent = 1 - self.responder
        bids = len(self.contest.true)
        self.bits = min(BITS, bids)
        self.limit = bids - self.bits
        numbers = range(1 << self.bits)
        self.parity = np.array([number.bit_count() % 2 for number in numbers], dtype=np.intp)
        self.latest = [self._latest(number) for number in numbers]
        self.few = [number for number in numbers if len(self.latest[number]) < self.policy.memory]

    def _latest(self, number: int) -> Line:
        bids = [self.limit + bit for bit in range(self.bits) if number >> bit & 1]
        return tuple(bids[-self.policy.memory :])

    def worth(self, prefix: Line, reach: Numbers) -> Numbers:
        """Returns the value of the history for each of the responder's hands, times the opponent's reach."""
        first = len(prefix) % 2
        mine = (self.parity + first) % 2 == self.responder
        places = self._places_behind(prefix, first)
        reaches = self._forward(prefix, reach, mine, places)
        worths = self._called(prefix, reaches, mine, places)
        for bit in range(self.bits - 1, -1, -1):
            here, behind = worths[: 1 << bit], worths[1 << bit : 2 << bit]
            here[:] = np.where(mine[: 1 << bit, None], np.maximum(here, behind), here + behind)
        found: Numbers = worths[0].copy()
        highest, here_place = (prefix[-1] if prefix else -1), int(places[0])
        for bid in range(highest + 1, self.limit):
            if mine[0]:
                found = np.maximum(found, self.worth((*prefix, bid), reach))
            else:
                share = self.policy.tables[self.opponent, highest][bid - highest - 1, here_place]
                found = found + self.worth((*prefix, bid), reach * share)
        return found

    def _places_behind(self, prefix: Line, first: int) -> NDArray[np.intp]:
        """The index in the policy of each set of bids after a prefix; only the few small ones depend on the prefix."""
        if first not in self._places:
            found = np.zeros(len(self.latest), dtype=np.intp)
            for number, latest in enumerate(self.latest):
                if len(latest) == self.policy.memory:
                    found[number] = self._place(latest, (self.parity[number] + first) % 2)
            self._places[first] = found
        places = self._places[first]
        for number in self.few:
            latest = (*prefix, *self.latest[number])[-self.policy.memory :]
            places[number] = self._place(latest, (self.parity[number] + first) % 2)
        return places

    def _place(self, latest: Line, player: int) -> int:
        return self.policy.places[player, latest[-1] if latest else -1].get(latest, 0)

    def _groups(self, prefix: Line, most: int) -> list[tuple[slice, int]]:
        """The sets below a power of two, in slices with the same highest bid."""
        whole = (slice(0, 1), prefix[-1] if prefix else -1)
        return [whole, *((slice(1 << bit, 2 << bit), self.limit + bit) for bit in range(most))]

    def _forward(self, prefix: Line, reach: Numbers, mine: NDArray[np.bool_], places: NDArray[np.intp]) -> Numbers:
        reaches = np.empty((1 << self.bits, len(reach)))
        reaches[0] = reach
        for bit in range(self.bits):
            size = 1 << bit
            behind = reaches[size : 2 * size]
            behind[:] = reaches[:size]
            for group, highest in self._groups(prefix, bit):
                rows = np.flatnonzero(~mine[group]) + group.start
                table = self.policy.tables[self.opponent, highest] if len(rows) else None
                if table is not None:
                    behind[rows] *= table[self.limit + bit - highest - 1, places[rows]]
        return reaches

    def _called(self, prefix: Line, reaches: Numbers, mine: NDArray[np.bool_], places: NDArray[np.intp]) -> Numbers:
        """The value of a challenge after each set of bids: the responder may decline, the opponent plays its policy."""
        found = np.zeros((1 << self.bits, len(self.contest.chances[self.responder])))
        for group, highest in self._groups(prefix, self.bits):
            if highest < 0:
                found[group] = -np.inf if mine[0] else 0.0
                continue
            true = self.contest.true[highest] if self.responder == 0 else self.contest.true[highest].T
            pays = np.where(true, 1.0, -1.0)
            came = reaches[group]
            rows = np.flatnonzero(~mine[group])
            shares = np.ones_like(came)
            if len(rows):
                shares[rows] = self.policy.tables[self.opponent, highest][-1, places[rows + group.start]]
            worth = (came * shares) @ pays.T
            found[group] = np.where(mine[group, None], -worth, worth)
        return found
