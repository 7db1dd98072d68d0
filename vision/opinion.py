"""The opinions on one face weighed against each other: the finder's, the classifier's and the count of the pips."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.classify import NO_DIE, NO_TOP
from vision.faces import Candidate
from vision.pips import Count
from vision.segment import BODY, GROUND, UNREADABLE

Floats = NDArray[np.float64]

COUNT_WEIGHT, CLEAR_WEIGHT = 3.0, 12.0
"""How many times likelier a value becomes by the count of the pips, and by a count that is clear by itself."""

FINDER_FLOOR, FINDER_POWER = 0.03, 0.5
"""The finder sees little of a small face: its view of the value is softened by these."""


SURE = 0.9
"""The least probability of being right at which a die's face is told."""

CERTAIN_DIE = 0.75
"""A candidate whose finder's strength reaches this is a die, even where it cannot be read."""

SMALLEST, LARGEST = 0.25, 4.0
"""What is not surely read and beyond these sizes, compared with the dice that are, is no die of this table."""


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """What is thought of one candidate.

    `value` is the likeliest face and `confidence` the probability that the candidate is a top face that shows it.
    `nothing` is the probability that there is no die, `no_top` that it is a die whose top face cannot be read.
    """

    candidate: Candidate
    count: Count | None
    value: int
    confidence: float
    nothing: float
    no_top: float


def form_opinion(candidate: Candidate, classified: Floats, count: Count | None) -> Opinion:
    """Weighs the finder's classes (9), the classifier's probabilities (8) and the count of the pips."""
    classes = candidate.classes
    finder = np.concatenate([[classes[GROUND]], classes[1:7], [classes[UNREADABLE] + classes[BODY]]])
    weights = classified * (finder + FINDER_FLOOR) ** FINDER_POWER
    if count is not None:
        weights[count.value] *= CLEAR_WEIGHT if count.clear else COUNT_WEIGHT
    weights = weights / weights.sum()
    value = int(np.argmax(weights[1:7])) + 1
    return Opinion(candidate, count, value, float(weights[value]), float(weights[NO_DIE]), float(weights[NO_TOP]))


def dice_among(opinions: Sequence[Opinion]) -> list[Opinion]:
    """Returns the opinions on candidates that are dice, read or not; leaves out what is ground or clutter."""
    read = [opinion.candidate.cells for opinion in opinions if opinion.confidence >= SURE]
    usual = float(np.median(read)) if read else None
    return [opinion for opinion in opinions if _is_die(opinion, usual)]


def _is_die(opinion: Opinion, usual: float | None) -> bool:
    if opinion.confidence >= SURE:
        return True
    if usual is not None and not SMALLEST * usual < opinion.candidate.cells < LARGEST * usual:
        return False
    return opinion.candidate.strength >= CERTAIN_DIE or opinion.nothing + opinion.no_top < 0.4
