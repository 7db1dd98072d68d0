"""What a seat expects under the other cups, and what bids and challenges are worth to it."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb
from typing import Final

from firmware.odds.claim_chance import counting_faces
from firmware.players.chances import seen_dice
from firmware.players.cup_habits import belief_limit, challenged_with
from firmware.players.cup_heuristic import hidden_dice
from firmware.players.habits import bidding_habit
from firmware.players.seat_view import SeatView
from firmware.rules.claims import FACES, Bid
from firmware.rules.events import BidMade, Dealt
from firmware.rules.games.registry import RULESETS

Spread = tuple[float, ...]
"""The chance of 0, 1, … dice."""
OWN_BIDS: Final = 0.05
"""How much likelier others are assumed to think a face under this seat's cup once it has bid on it."""


@lru_cache(maxsize=65536)
def spread(dice: int, chance: float) -> Spread:
    """Returns the distribution of the number of dice that count."""
    return tuple(comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1))


@lru_cache(maxsize=65536)
def spread_of(parts: tuple[tuple[int, float], ...]) -> Spread:
    """Returns the distribution of the number of dice that count under several cups."""
    total: Spread = (1.0,)
    for dice, chance in parts:
        one = spread(dice, chance)
        longer = [0.0] * (len(total) + dice)
        for a, first in enumerate(total):
            for b, second in enumerate(one):
                longer[a + b] += first * second
        total = tuple(longer)
    return total


def at_least(counts: Spread, need: int) -> float:
    """Returns the chance of at least this many."""
    return 1.0 if need <= 0 else sum(counts[need:])


class CupOutlook:
    """Everything about the dice that one decision needs."""

    def __init__(self, view: SeatView) -> None:
        """Collects the bids of the round and the habits of the other seats."""
        self.view = view
        state = view.state
        self.game = RULESETS[state.ruleset]
        self.others = [seat for seat in self.game.live(state) if seat != view.seat and state.held[seat]]
        self.next = self.game.after(state, view.seat)
        self.faces: dict[int, set[int]] = {}
        for event in reversed(view.events):
            if isinstance(event, Dealt):
                break
            if isinstance(event, BidMade) and isinstance(event.claim, Bid):
                self.faces.setdefault(event.seat, set()).add(event.claim.face)
        wild = counting_faces(2, state.ruleset, state.options)
        self.wild = next((face for face in wild if face != 2), 0)
        self.more = {seat: bidding_habit(view.events, seat, self.wild) for seat in self.others}
        self.limit = belief_limit(view.events, self.next, state.ruleset, state.options, view.model)
        self._counting = {face: counting_faces(face, state.ruleset, state.options) for face in FACES}
        self._base = {face: float(view.model.chance_of_any(self._counting[face])) for face in FACES}
        seen = seen_dice(view)
        self._seen = {face: sum(die in self._counting[face] for die in seen) for face in FACES}

    def counting(self, face: int) -> tuple[int, ...]:
        """Returns the faces that count for a bid on `face`."""
        return self._counting[face]

    def chance(self, seat: int, face: int) -> float:
        """Returns the chance that another seat's hidden die counts for a face, given that seat's bids."""
        base = self._base[face]
        bid = self.faces.get(seat)
        if not bid:
            return base
        more = self.more[seat] if face in bid else -0.03
        return round(min(0.9, max(0.02, base + more)), 3)

    def under(self, seats: Sequence[int], face: int) -> Spread:
        """Returns the distribution of the number of other seats' hidden dice that count for a face."""
        return spread_of(tuple((hidden_dice(self.view, seat), self.chance(seat, face)) for seat in seats))

    def seen(self, face: int) -> int:
        """Returns how many of the dice that this seat sees count for a face: its own and those shown by others."""
        return self._seen[face]

    def challenge_worth(self, bid: Bid, pays: Callable[[int], float]) -> float:
        """Returns the value of a challenge; `pays` returns its payoff for a number of dice that count."""
        seen = self.seen(bid.face)
        counts = self.under(self.others, bid.face)
        return sum(chance * pays(seen + count) for count, chance in enumerate(counts))

    def truth(self, bid: Bid) -> float:
        """Returns the chance that a bid is true."""
        return at_least(self.under(self.others, bid.face), bid.quantity - self.seen(bid.face))

    def bid_worth(self, bid: Bid, shown: int, rerolled: int, pays: Callable[[int], float]) -> float:
        """Returns the value of a bid, after showing some dice that count and re-rolling others.

        `pays` returns what a challenge by the next seat pays this one, given the number of dice that count. If the next
        seat raises instead, the value is taken as zero: every other assumption made the jarl weaker (README.md).
        """
        view, face = self.view, bid.face
        own_hidden = hidden_dice(view, view.seat)
        base = self._base[face]
        public = sum(die in self.counting(face) for hand in view.state.shown for die in hand) + shown
        rest = [seat for seat in self.others if seat != self.next]
        mine = self.seen(face)
        unknown = spread_of(
            (
                (rerolled if shown else own_hidden, base if shown else round(min(0.9, base + OWN_BIDS), 3)),
                *((hidden_dice(view, seat), self.chance(seat, face)) for seat in rest),
            )
        )
        hidden = spread_of(((rerolled, base), *((hidden_dice(view, seat), self.chance(seat, face)) for seat in rest)))
        total = 0.0
        for count, chance in enumerate(self.under((self.next,), face)):
            belief = at_least(unknown, bid.quantity - public - count)
            called = challenged_with(self.limit, belief)
            verdict = (
                sum(part * pays(mine + count + more) for more, part in enumerate(hidden)) if called > 1e-3 else 0.0
            )
            total += chance * called * verdict
        return total
