"""What a seat expects under the other cups, and what bids and challenges are worth to it."""

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from firmware.odds.dice_model import DiceModel
from firmware.players.chances import counting_by_face, seen_dice
from firmware.players.cup_habits import belief_limit, challenged_with
from firmware.players.cup_heuristic import hidden_dice
from firmware.players.cup_payoffs import Payoff
from firmware.players.habits import bidding_habit
from firmware.players.seat_view import SeatView
from firmware.rules.claims import Bid
from firmware.rules.games.registry import RULESETS
from firmware.rules.options import Options

Cup = tuple[int, float]
"""The number of hidden dice under a cup, and the chance of each that it counts."""
OWN_BIDS: Final = 0.05
"""How much likelier others are assumed to think a face under this seat's cup once it has bid on it."""
OTHER_FACES: Final = -0.03
"""How much likelier a face is under the cup of a seat that has bid on others."""
HARDLY: Final = 1e-3
"""A challenge that is no likelier than this is left out of the value of a bid."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How many dice count."""

    counts: tuple[float, ...]
    """The chance of 0, 1, … dice."""
    reached: tuple[float, ...]
    """The chance of at least 0, 1, … dice."""

    def at_least(self, need: int) -> float:
        """Returns the chance of at least this many."""
        if need <= 0:
            return 1.0
        return self.reached[need] if need < len(self.reached) else 0.0


@lru_cache(maxsize=65536)
def spread_of(parts: tuple[Cup, ...]) -> Spread:
    """Returns the distribution of the number of dice that count under several cups: dice, and the chance of each."""
    total: tuple[float, ...] = (1.0,)
    for dice, chance in parts:
        one = _binomial(dice, chance)
        longer = [0.0] * (len(total) + dice)
        for a, first in enumerate(total):
            for b, second in enumerate(one):
                longer[a + b] += first * second
        total = tuple(longer)
    return Spread(total, (1.0, *(sum(total[need:]) for need in range(1, len(total)))))


@lru_cache(maxsize=65536)
def _binomial(dice: int, chance: float) -> tuple[float, ...]:
    return tuple(comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1))


@lru_cache(maxsize=256)
def _base_chances(rules: str, options: Options, model: DiceModel) -> tuple[float, ...]:
    """Returns by face, from 0, the chance that a die counts for a bid on it."""
    return tuple(float(model.chance_of_any(counting)) for counting in counting_by_face(rules, options))


class _Cups(NamedTuple):
    """What is to be expected for one face under the cups of the others: the number and chance of the dice of each."""

    answerer: Cup
    rest: tuple[Cup, ...]
    seen: int
    """How many of the dice that this seat sees count: its own and those shown by others."""
    public: int
    """How many of the dice that everybody sees count."""
    others: Spread


class _Answers(NamedTuple):
    """How the next seat answers a bid on one face."""

    called: tuple[float, ...]
    """By the number of dice that it still needs, besides its own and those that lie open: how likely it challenges."""
    hidden: tuple[float, ...]
    """The chance that 0, 1, … dice count which neither this seat nor the next one sees."""


class CupOutlook:
    """Everything about the dice that one decision needs."""

    def __init__(self, view: SeatView) -> None:
        """Collects the bids of the round and the habits of the other seats."""
        state, seat, events = view.state, view.seat, view.events
        self.view = view
        game = RULESETS[state.ruleset]
        self._answerer = game.after(state, seat)
        self._limit = belief_limit(events, self._answerer, state.ruleset, state.options, view.model)
        self._own = hidden_dice(view, seat)
        self._base = _base_chances(state.ruleset, state.options, view.model)
        self._counting = counting_by_face(state.ruleset, state.options)
        wild = next((face for face in self._counting[2] if face != 2), 0)
        self._seats: list[tuple[int, int, set[int], float]] = []
        for other in game.live(state):
            if other != seat and state.held[other]:
                bid_on = {bid.face for bidder, bid in state.bids if bidder == other and isinstance(bid, Bid)}
                more = bidding_habit(events, other, wild) if bid_on else 0.0
                self._seats.append((other, hidden_dice(view, other), bid_on, more))
        self._visible = seen_dice(view)
        self._open = tuple([die for hand in state.shown for die in hand])
        self._cups: dict[int, _Cups] = {}
        self._answers: dict[tuple[int, int], _Answers] = {}

    def _of(self, face: int) -> _Cups:
        if face in self._cups:
            return self._cups[face]
        base, counting = self._base[face], self._counting[face]
        answerer: Cup = (0, base)
        rest: list[Cup] = []
        every: list[Cup] = []
        for other, hidden, bid_on, more in self._seats:
            chance = round(min(0.9, max(0.02, base + (more if face in bid_on else OTHER_FACES))), 3) if bid_on else base
            every.append((hidden, chance))
            if other == self._answerer:
                answerer = (hidden, chance)
            else:
                rest.append((hidden, chance))
        seen = sum(map(self._visible.count, counting))
        public = sum(map(self._open.count, counting))
        found = self._cups[face] = _Cups(answerer, tuple(rest), seen, public, spread_of(tuple(every)))
        return found

    def seen(self, face: int) -> int:
        """Returns how many of the dice that this seat sees count for a face: its own and those shown by others."""
        return self._of(face).seen

    def challenge_worth(self, bid: Bid, payoff: Payoff) -> float:
        """Returns the value of a challenge."""
        cups = self._of(bid.face)
        return payoff.expected(cups.seen - bid.quantity, cups.others.counts)

    def truth(self, bid: Bid) -> float:
        """Returns the chance that a bid is true."""
        cups = self._of(bid.face)
        return cups.others.at_least(bid.quantity - cups.seen)

    def bid_worth(self, bid: Bid, shown: int, rerolled: int, payoff: Payoff, raised: Payoff | None = None) -> float:
        """Returns the value of a bid, after showing some dice that count and re-rolling others.

        `payoff` is what a challenge by the next seat pays this one, `raised` what this seat may expect if that seat
        raises instead; without it, zero: where dice are lost, other assumptions made the jarl weaker (README.md).
        """
        face = bid.face
        cups = self._of(face)
        answers = self._answers.get((face, shown)) or self._answer(face, shown, rerolled)
        called, last = answers.called, len(answers.called) - 1
        need = bid.quantity - cups.public - shown
        surplus = cups.seen - bid.quantity
        total = 0.0
        for count, chance in enumerate(spread_of((cups.answerer,)).counts):
            challenged = called[min(max(0, need - count), last)]
            if challenged > HARDLY:
                total += chance * challenged * payoff.expected(surplus + count, answers.hidden)
            if raised is not None:
                total += chance * (1.0 - challenged) * raised.expected(surplus + count, answers.hidden)
        return total

    def _answer(self, face: int, shown: int, rerolled: int) -> _Answers:
        cups, base = self._of(face), self._base[face]
        own = (rerolled, base) if shown else (self._own, round(min(0.9, base + OWN_BIDS), 3))
        beliefs = (*spread_of((own, *cups.rest)).reached, 0.0)
        called = tuple([challenged_with(self._limit, belief) for belief in beliefs])
        hidden = spread_of(((rerolled, base), *cups.rest)).counts
        answers = self._answers[face, shown] = _Answers(called, hidden)
        return answers
