"""The best response in the last rounds of stars: what it wins of the whole game against given policies.

It shares no code with the solver. What a challenge leads to is asked of the rules themselves, for every pair of hands;
all sequences of bids are walked through, and the responder, who remembers all of them, takes the best action at each.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from firmware.rules.claims import FACES, Bid, Hands
from firmware.rules.commands import Challenge, Command, Deal, MakeBid, Reveal
from firmware.rules.decide import decide, expect
from firmware.rules.evolve import fold
from firmware.rules.games.registry import new_game, ruleset
from firmware.rules.state import GameState, Phase

Numbers = NDArray[np.float64]
Round = tuple[int, int]
"""The dice of the opener and of the other seat."""
Policies = Callable[[Round, int], NDArray[np.floating[Any]]]
"""Returns, for a round and a player (0: the opener), the probability of each action by the player's previous bid, the
standing bid (0: none), its hand and the action; action 0 is the challenge, action n the n-th bid."""
Hand = tuple[int, ...]
RESPONDER, OPPONENT = 0, 1


def star_response(dice: Round, policies: Policies, responder: int) -> float:
    """Returns what the best response wins (1 the game, -1 its loss) as this player of the round: 0 the opener."""
    return _Responses(policies).worth(dice, responder)


class _Responses:
    """The best responses in a round and in all that may follow it."""

    def __init__(self, policies: Policies) -> None:
        self._policies = policies
        self._known: dict[tuple[Round, int], float] = {}

    def worth(self, dice: Round, responder: int) -> float:
        if (dice, responder) not in self._known:
            self._known[dice, responder] = self._solved(dice, responder)
        return self._known[dice, responder]

    def _solved(self, dice: Round, responder: int) -> float:
        stock = dice[responder], dice[1 - responder]
        mine, theirs = _hands(stock[RESPONDER]), _hands(stock[OPPONENT])
        bids = _bids(stock)
        called = tuple(
            tuple(
                np.array([[self._after(stock, bidder, bid, one, other) for other in theirs] for one in mine])
                for bid in bids
            )
            for bidder in (RESPONDER, OPPONENT)
        )
        walk = _Walk(called, np.asarray(self._policies(dice, 1 - responder), dtype=float))
        value = walk.worth(0, 0, np.array(list(theirs.values())), mine=responder == 0)
        return float(value @ np.array(list(mine.values())))

    def _after(self, stock: Round, bidder: int, bid: Bid, mine: Hand, theirs: Hand) -> float:
        """Returns what a challenge of a bid is worth to the responder, which is the first seat of this game."""
        hands = Hands((mine, theirs))
        end = _played(stock, bidder, MakeBid(bidder, bid), Challenge(1 - bidder), Reveal(hands))
        if end.phase is Phase.OVER:
            return 1.0 if RESPONDER in end.winners else -1.0
        opens = end.turn
        if opens is None:
            raise ValueError("Nobody opens the next round.")
        return self.worth((end.stock[opens], end.stock[1 - opens]), 0 if opens == RESPONDER else 1)


@dataclass(frozen=True, slots=True)
class _Walk:
    """A round: what a challenge of each bid is worth, by bidder, bid, own and other hand; the opponent's policy."""

    called: Sequence[Sequence[Numbers]]
    policy: Numbers

    def worth(self, before: int, standing: int, reach: Numbers, *, mine: bool) -> Numbers:
        """Returns the value for each of the responder's hands, times the reach probability of the opponent's."""
        bids = len(self.called[RESPONDER])
        if mine:
            options = [self.called[OPPONENT][standing - 1] @ reach] if standing else []
            options += [self.worth(standing, bid, reach, mine=False) for bid in range(standing + 1, bids + 1)]
            best: Numbers = np.max(options, axis=0)
            return best
        reached = reach[:, None] * self.policy[before, standing]
        total = np.zeros(len(self.called[RESPONDER][0]))
        if standing:
            total = self.called[RESPONDER][standing - 1] @ reached[:, 0]
        for bid in range(standing + 1, bids + 1):
            if reached[:, bid].any():
                total = total + self.worth(standing, bid, reached[:, bid], mine=True)
        return total


def _hands(dice: int) -> dict[Hand, float]:
    """Returns the hands, ascending, with their chances."""
    thrown = Counter(tuple(sorted(faces)) for faces in product(FACES, repeat=dice))
    return {hand: count / len(FACES) ** dice for hand, count in sorted(thrown.items())}


def _bids(stock: Round) -> tuple[Bid, ...]:
    claims = ruleset("stars").claims(_played(stock, 0))
    return tuple(claim for claim in claims if isinstance(claim, Bid))


def _played(stock: Round, opens: int, *commands: Command) -> GameState:
    """Returns a game with these dice after its deal and some commands."""
    state = fold(new_game("stars", ("responder", "opponent"), stock=stock, opens=opens))
    for command in (Deal(), *commands):
        state = fold(expect(decide(state, command)), state)
    return state
