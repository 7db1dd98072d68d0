"""The decision on a throw: which hypotheses are its dice, and how probable it is that all are read correctly."""

from collections.abc import Sequence
from dataclasses import dataclass

from vision.detection import DetectionPass
from vision.hypotheses import DieHypothesis, form_hypotheses
from vision.probability import (
    CANDIDATE_THRESHOLD,
    CONTRADICTED_THRESHOLD,
    CONTRADICTION_FACTOR,
    DIE_THRESHOLD,
    READING_THRESHOLD,
    UNCOUNTED_THRESHOLD,
    Weights,
    reading_chance,
)
from vision.reading import ANY_DICE, KnownDice

LOOKS_AT_A_FRAME = 2
"""The number of passes over one frame."""

SEEN_AGAIN = 0.55
"""The share of the passes over several frames that must have found a die at its place: one found in only half of them
was moved."""


MOSTLY = 0.5
"""More than this share of the passes contradict a value."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """The decision on a throw.

    `dice` are the hypotheses taken for the dice, `others` what else may be one; `probability` is that of a correct
    reading, and `threshold` what it takes to give it.
    """

    dice: tuple[DieHypothesis, ...]
    others: tuple[DieHypothesis, ...]
    probability: float
    threshold: float = READING_THRESHOLD

    @property
    def places(self) -> tuple[DieHypothesis, ...]:
        """All hypotheses, likelier dice first."""
        return (*self.dice, *self.others)

    @property
    def possible(self) -> tuple[DieHypothesis, ...]:
        """All possible dice, likelier ones first."""
        return tuple(one for one in self.places if one.die >= CANDIDATE_THRESHOLD)

    @property
    def certain(self) -> bool:
        """Whether the reading is certain enough to be given."""
        return self.probability >= self.threshold


def decide(
    passes: Sequence[DetectionPass],
    weights: Weights,
    expect: int | None,
    known: KnownDice = ANY_DICE,
    *,
    require_counts: bool = False,
) -> Decision:
    """Returns the decision on a throw from the passes over it; `expect` is the number of its dice, if known.

    `require_counts` raises the threshold if no count of pips agrees with the value of a die, or a clear one
    contradicts it.
    """
    hypotheses = sorted(form_hypotheses(passes, weights, known), key=lambda one: -one.die)
    number = expect if expect is not None else sum(one.die >= DIE_THRESHOLD for one in hypotheses)
    dice, others = tuple(hypotheses[:number]), tuple(hypotheses[number:])
    chances = [
        (one.die, one.right * (CONTRADICTION_FACTOR if expect is None and one.evidence.along else 1.0)) for one in dice
    ]
    chance = reading_chance(chances, [one.die for one in others], expect)
    # A die must be at least a candidate, even if the number of dice is known.
    possible = bool(dice) and all(one.die >= CANDIDATE_THRESHOLD for one in dice)
    if len(passes) > LOOKS_AT_A_FRAME:
        possible = possible and all(one.evidence.found > SEEN_AGAIN for one in dice)
    probability = weights.probability(chance) if possible and chance else 0.0
    return Decision(dice, others, probability, _threshold(dice) if require_counts else READING_THRESHOLD)


def _threshold(dice: Sequence[DieHypothesis]) -> float:
    """Returns the least probability of a reading of these dice, by what the pip counts say of their values."""
    if any(one.evidence.contradicts > MOSTLY for one in dice):
        return CONTRADICTED_THRESHOLD
    if any(not one.evidence.agrees for one in dice):
        return UNCOUNTED_THRESHOLD
    return READING_THRESHOLD
