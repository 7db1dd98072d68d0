"""A round with the box for two seats: a chain of claim steps, from the highest claim down.

Once a claim is believed and the box shaken again, the old dice are gone, so "must beat this claim" is a game of its
own. Where an equal claim is allowed, a step leads back to itself with the seats exchanged: its value is the fixed point
of a function that falls, found by the Illinois method. Without passing the solution is exact. With passing it is not: a
pass is met as if its answerer's knowledge were that of the claim it passes on (see `_pass`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from firmware.equilibria.box_rules import TOP, BoxRules, Outcome, for_lives
from firmware.equilibria.claim_step import Answer, AnswerHull, ClaimStep, hull_of, solve_claim

SETTLED = 1e-13
"""A value that moves less is found; values are of the size of one life."""


class Reply(IntEnum):
    """The answers to a claim, as the answers of a `ClaimStep` are numbered."""

    CHALLENGE = 0
    ROLL = 1
    PASS = 2
    ACCEPT = 3


NEVER = Answer(1e9, 1e9)
"""An answer that the rules do not allow."""

Situation = tuple[int, int | None]
"""Which seat must roll, and the rank that it must beat (None: it opens)."""


@dataclass(frozen=True, slots=True)
class BoxRound:
    """The solution of a round: a step for every situation. Values are to the seat that rolls."""

    rules: BoxRules
    steps: dict[Situation, ClaimStep]

    def value(self, seat: int = 0) -> float:
        """What opening is worth to a seat."""
        return self.steps[seat, None].value


def solve_round(rules: BoxRules, outcome: Outcome = for_lives) -> BoxRound:
    """Solves a round whose ends are worth what `outcome` says."""
    opening = (0.0, 0.0)
    while True:
        found = _Chain(rules, outcome, opening).solve()
        now = (found.value(0), found.value(1))
        if not (rules.passing and rules.reopens) or max(abs(now[0] - opening[0]), abs(now[1] - opening[1])) < 1e-9:
            return found
        opening = now


class _Chain:
    """Works its way down from the highest claim. `opening` is what opening is worth, where a round can begin anew."""

    def __init__(self, rules: BoxRules, outcome: Outcome, opening: tuple[float, float]) -> None:
        self.rules, self.outcome, self.opening = rules, outcome, opening
        self.steps: dict[Situation, ClaimStep] = {}
        self.hulls: dict[Situation, AnswerHull] = {}
        """The answers to a claim of this rank by this seat."""

    def solve(self) -> BoxRound:
        for rank in range(TOP, -1, -1):
            if rank == TOP:
                self._add_hulls(rank)
                if self.rules.equal:
                    self._solve_both(rank)
            elif self.rules.equal:
                self._solve_repeated(rank)
            else:
                self._solve_both(rank)
                self._add_hulls(rank)
        self._solve_both(None)
        return BoxRound(self.rules, self.steps)

    def _solve_both(self, standing: int | None) -> None:
        for seat in (0, 1):
            self.steps[seat, standing] = self._step(seat, standing)

    def _step(self, seat: int, standing: int | None) -> ClaimStep:
        hulls = [self.hulls[seat, rank] for rank in self.rules.claims(standing)]
        return solve_claim(self.rules.chances, hulls, len(Reply))

    def _add_hulls(self, rank: int) -> None:
        for seat in (0, 1):
            self.hulls[seat, rank] = self._hull(seat, rank, self._rolling(1 - seat, rank))

    def _rolling(self, seat: int, rank: int) -> float | None:
        """What rolling against a claim is worth to a seat; None where it may not."""
        return None if rank == TOP else self.steps[seat, rank].value

    def _hull(self, seat: int, rank: int, rolling: float | None) -> AnswerHull:
        """The answers to a seat's claim; `rolling` is what rolling against it is worth to the other."""
        other, stake, rules = 1 - seat, self.rules.stake(rank), self.rules
        answers = [NEVER] * len(Reply)
        answers[Reply.CHALLENGE] = Answer(
            self._worth(seat, seat, stake, rules.opener(other, seat)),
            self._worth(seat, other, stake, rules.opener(other, other)),
        )
        if rolling is not None:
            answers[Reply.ROLL] = Answer(-rolling, -rolling)
        if rank == TOP and rules.accept is not None:
            accepted = self._worth(seat, other, rules.accept, other)
            answers[Reply.ACCEPT] = Answer(accepted, accepted)
        if rules.passing:
            answers[Reply.PASS] = self._pass(seat, rank)
        return hull_of(rank, answers)

    def _pass(self, seat: int, rank: int) -> Answer:
        """The box comes back to the roller, who knows the dice: it challenges a lie, and rolls on after the truth."""
        other, stake, rules = 1 - seat, self.rules.stake(rank), self.rules
        caught = self._worth(seat, other, stake, rules.opener(seat, other))
        wrong = self._worth(seat, seat, stake, rules.opener(seat, seat))
        if rank < TOP:
            on = self.steps[seat, rank].value if (seat, rank) in self.steps else wrong
        else:
            on = self.opening[seat] if rules.reopens else wrong
        return Answer(caught, max(on, wrong))

    def _worth(self, seat: int, loser: int, lives: int, opener: int) -> float:
        worth = self.outcome(loser, lives, opener)
        return worth if seat == 0 else -worth

    def _solve_repeated(self, rank: int) -> None:
        """Solves both seats' steps against a claim that they may repeat; each depends on the other's value."""

        def against(seat: int, others: float) -> float:
            self.hulls[seat, rank] = self._hull(seat, rank, others)
            self.steps[seat, rank] = self._step(seat, rank)
            return self.steps[seat, rank].value

        bound = max(abs(self._worth(0, loser, self.rules.stake(TOP), 0)) for loser in (0, 1)) + 1.0
        value = fixed_point(lambda worth: against(0, against(1, worth)), -bound, bound)
        against(0, against(1, value))


def fixed_point(function: Callable[[float], float], low: float, high: float) -> float:
    """Finds where a function, whose slope is below one, meets its argument; it lies from `low` to `high`."""
    below, above = function(low) - low, function(high) - high
    while high - low > SETTLED:
        middle = high - above * (high - low) / (above - below) if above != below else 0.5 * (low + high)
        gap = function(middle) - middle
        if abs(gap) < SETTLED:
            return middle
        if gap > 0:
            low, below, above = middle, gap, above * 0.5
        else:
            high, above, below = middle, gap, below * 0.5
    return 0.5 * (low + high)
