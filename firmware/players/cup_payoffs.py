"""What a challenge in a cup game pays a seat, by how many dice count."""

from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from firmware.players.seat_view import SeatView
from firmware.rules.games.registry import RULESETS


class Party(NamedTuple):
    """Who pays for a challenge."""

    stock: int
    """The most dice that it can lose."""
    each: float
    """What every lost die is worth to the seat that weighs."""


@dataclass(frozen=True, slots=True)
class Payoff:
    """What a challenge pays a seat, by how many more dice count than were bid."""

    by_surplus: tuple[float, ...]
    dice: int
    """The dice in play, and so the place of surplus 0: it is never less than minus this."""

    def expected(self, surplus: int, more: tuple[float, ...]) -> float:
        """Returns the mean payoff where besides a known surplus 0, 1, … further dice count with these chances."""
        first = self.dice + surplus
        if len(more) == 1:
            return self.by_surplus[first]
        return float(sum(map(mul, more, self.by_surplus[first : first + len(more)])))


def challenger_payoff(view: SeatView) -> Payoff:
    """Returns what a challenge of the standing bid pays the seat."""
    state = view.state
    share, dice = _share(view), sum(state.held)
    if state.ruleset == "stars":
        owner = state.owner if state.owner is not None else view.seat
        return _by_difference(dice, Party(state.stock[view.seat], -1.0), -1.0, Party(state.stock[owner], share))
    return _by_truth(dice, -1.0, share, exact=state.options.word("truth") == "exact")


def bidder_payoff(view: SeatView) -> Payoff:
    """Returns what the seat is paid if the next seat challenges its bid."""
    state = view.state
    share, dice = _share(view), sum(state.held)
    if state.ruleset == "stars":
        answerer = RULESETS[state.ruleset].after(state, view.seat)
        return _by_difference(dice, Party(state.stock[answerer], share), 1.0, Party(state.stock[view.seat], -1.0))
    return _by_truth(dice, share, -1.0, exact=state.options.word("truth") == "exact")


def _share(view: SeatView) -> float:
    """What a seat gains by another's loss: the loss divided by the number of other seats."""
    return 1 / max(1, sum([held > 0 for held in view.state.held]) - 1)


@lru_cache(maxsize=64)
def _by_truth(dice: int, true: float, false: float, *, exact: bool) -> Payoff:
    return Payoff((*(false,) * dice, true, *(false if exact else true,) * dice), dice)


@lru_cache(maxsize=65536)
def _by_difference(dice: int, challenger: Party, exact: float, bidder: Party) -> Payoff:
    """The difference is lost, by the challenger if more dice count than were bid, by the bidder if fewer."""
    under = (bidder.each * min(short, bidder.stock) for short in range(dice, 0, -1))
    over = (challenger.each * min(more, challenger.stock) for more in range(1, dice + 1))
    return Payoff((*under, exact, *over), dice)
