"""One claim and its answers, solved exactly: a roller must claim, and the next seat answers without seeing the dice.

The roller's payoff depends on the claim, on the answer, and on whether the claim is true. Let `bluff` be the value of
the best lie. For a given `bluff`, the answerer mixes its answers to each claim so that a lie earns at most that and the
truth as little as possible: a point on the lower hull of its answers in the plane (lie, truth). A roll whose best true
claim earns more than `bluff` is claimed truthfully, any other is a lie. In equilibrium there are exactly as many lies
as make the answerer indifferent. This balance is monotone in `bluff`, which is found by bisection, to the last bit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

HALVINGS = 60
"""Bisection stops at adjacent floating-point numbers, usually earlier."""


class AnswerValue(NamedTuple):
    """What an answer to a claim pays the roller for a `lie` and for the `truth`."""

    lie: float
    truth: float


@dataclass(frozen=True, slots=True)
class AnswerHull:
    """The answers to one claim that are worth mixing, ascending by the value of a lie; `places` are their indices.

    `lies_per_truth` has, for each pair of neighbours, the ratio of lies to true claims that makes them equally good.
    """

    rank: int
    lie: tuple[float, ...]
    truth: tuple[float, ...]
    places: tuple[int, ...]
    lies_per_truth: tuple[float, ...]

    def piece(self, bluff: float) -> int:
        """Returns the first of the two answers mixed if lies earn `bluff`; the last if it alone is used."""
        place = 0
        while place < len(self.lie) - 1 and self.lie[place + 1] <= bluff:
            place += 1
        return place

    def truth_at(self, bluff: float) -> tuple[float, float]:
        """Returns what the truth earns if lies earn `bluff`, and the lies per true claim."""
        place = self.piece(bluff)
        if place == len(self.lie) - 1:
            return self.truth[place], 0.0
        share = max(0.0, bluff - self.lie[place]) / (self.lie[place + 1] - self.lie[place])
        return self.truth[place] + share * (self.truth[place + 1] - self.truth[place]), self.lies_per_truth[place]

    def mixture(self, bluff: float, answers: int) -> tuple[float, ...]:
        """Returns the chance of each answer if lies earn `bluff`."""
        chances = [0.0] * answers
        place = self.piece(bluff)
        if place == len(self.lie) - 1:
            chances[self.places[place]] = 1.0
        else:
            share = max(0.0, bluff - self.lie[place]) / (self.lie[place + 1] - self.lie[place])
            chances[self.places[place]] = 1.0 - share
            chances[self.places[place + 1]] = share
        return tuple(chances)


def hull_of(rank: int, answers: Sequence[AnswerValue]) -> AnswerHull:
    """Returns the lower hull of the answers to the claim of this rank, from the strictest answer on."""
    order = sorted(range(len(answers)), key=lambda place: (answers[place].lie, answers[place].truth))
    kept: list[int] = []
    for place in order:
        new = answers[place]
        if kept and new.truth >= answers[kept[-1]].truth:
            continue
        while len(kept) > 1:
            first, last = answers[kept[-2]], answers[kept[-1]]
            if (last.truth - first.truth) * (new.lie - first.lie) < (new.truth - first.truth) * (last.lie - first.lie):
                break
            kept.pop()
        if kept and answers[kept[-1]].lie == new.lie:
            kept.pop()
        kept.append(place)
    # The answerer loses what the roller gains: the slope of the hull is the ratio of lies to truths.
    steps = ((answers[one], answers[other]) for one, other in pairwise(kept))
    ratios = [(one.truth - other.truth) / (other.lie - one.lie) for one, other in steps]
    return AnswerHull(
        rank,
        tuple(answers[place].lie for place in kept),
        tuple(answers[place].truth for place in kept),
        tuple(kept),
        tuple(ratios),
    )


@dataclass(frozen=True, slots=True)
class ClaimStep:
    """The solution of one step.

    `claims[roll]` are the probabilities of the claims, in the order of `ranks`; `answers[place]` those of the answers.
    """

    value: float
    bluff: float
    ranks: tuple[int, ...]
    truths: tuple[float, ...]
    claims: tuple[tuple[float, ...], ...]
    answers: tuple[tuple[float, ...], ...]


def solve_claim(chances: Sequence[float], hulls: Sequence[AnswerHull], answers: int) -> ClaimStep:
    """Solves the step of a roller that must make one of these claims, ascending by rank.

    `chances` are those of the rolls by rank; `answers` returns the possible answers to a claim.
    """
    low = max(hull.lie[0] for hull in hulls)
    high = max(low, *(hull.lie[-1] for hull in hulls))
    below = above = _told(chances, hulls, low)
    if below.surplus < 0:
        above = _told(chances, hulls, high)
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            if not low < middle < high:
                break
            told = _told(chances, hulls, middle)
            if told.surplus < 0:
                low, below = middle, told
            else:
                high, above = middle, told
    bluff = low
    gap = above.surplus - below.surplus
    share = above.surplus / gap if gap > 0 else 1.0
    value = sum(chance * max(bluff, best) for chance, best in zip(chances, below.best, strict=True))
    return ClaimStep(
        value=value,
        bluff=bluff,
        ranks=tuple(hull.rank for hull in hulls),
        truths=tuple(hull.truth_at(bluff)[0] for hull in hulls),
        claims=_mixed_claims(chances, hulls, below, above, share),
        answers=tuple(hull.mixture(bluff, answers) for hull in hulls),
    )


class _TruthfulClaims(NamedTuple):
    """The true claim that each roll makes (None: it lies), for one value of `bluff`."""

    choice: tuple[int | None, ...]
    best: tuple[float, ...]
    room: tuple[float, ...]
    """For each claim, the lies supported by its true claims."""
    surplus: float
    """The difference between the lies told and the lies supported."""


def _told(chances: Sequence[float], hulls: Sequence[AnswerHull], bluff: float) -> _TruthfulClaims:
    choice: list[int | None] = []
    bests: list[float] = []
    room = [0.0] * len(hulls)
    surplus, best, chosen, ratio, place = 0.0, float("-inf"), 0, 0.0, 0
    for roll, chance in enumerate(chances):
        while place < len(hulls) and hulls[place].rank <= roll:
            truth, lies = hulls[place].truth_at(bluff)
            if truth > best:
                best, chosen, ratio = truth, place, lies
            place += 1
        bests.append(best)
        if best > bluff:
            choice.append(chosen)
            room[chosen] += chance * ratio
            surplus -= chance * ratio
        else:
            choice.append(None)
            surplus += chance
    return _TruthfulClaims(tuple(choice), tuple(bests), tuple(room), surplus)


def _mixed_claims(
    chances: Sequence[float], hulls: Sequence[AnswerHull], below: _TruthfulClaims, above: _TruthfulClaims, share: float
) -> tuple[tuple[float, ...], ...]:
    """Mixes the choices just below and just above the balance, and distributes the lies over the supporting claims."""
    room = [share * one + (1 - share) * other for one, other in zip(below.room, above.room, strict=True)]
    lies = share * _lies(chances, below) + (1 - share) * _lies(chances, above)
    spare = lies - sum(room)
    if spare > 1e-12 or not sum(room):
        # Lies beyond the supported ones go to the claim at which a certainly challenged lie costs least.
        room[max(range(len(hulls)), key=lambda place: hulls[place].lie[0])] += max(spare, 1e-300)
    total = sum(room)
    spread = [part / total for part in room]
    claims = []
    for one, other in zip(below.choice, above.choice, strict=True):
        row = [0.0] * len(hulls)
        for choice, weight in ((one, share), (other, 1 - share)):
            if choice is None:
                row = [chance + weight * part for chance, part in zip(row, spread, strict=True)]
            else:
                row[choice] += weight
        claims.append(tuple(row))
    return tuple(claims)


def _lies(chances: Sequence[float], told: _TruthfulClaims) -> float:
    return sum(chance for chance, choice in zip(chances, told.choice, strict=True) if choice is None)
