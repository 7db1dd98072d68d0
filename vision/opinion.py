"""The opinions on one face weighed against each other: the finder's, the classifier's and the count of the pips."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
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

LEAST_STRENGTH, MOST_NOTHING = 0.64, 0.6
"""What is not surely read is a die if the finder is so strong at least, and the classifier sees ground at most so."""

SMALLEST, LARGEST = 0.5, 2.0
"""What is not surely read and beyond these sizes, compared with the dice that are, is no die of this table."""

SAME_PLACE = 0.5
"""Two opinions whose centres are nearer than this, in edges, are on one and the same die."""


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """What is thought of one candidate.

    `quad` is its outline, mended (4×2 pixels, clockwise); `value` the likeliest face and `confidence` the probability
    that the candidate is a top face that shows it; `nothing` the probability that there is no die, `no_top` that it is
    a die whose top face cannot be read.
    """

    candidate: Candidate
    quad: Floats
    count: Count | None
    value: int
    confidence: float
    nothing: float
    no_top: float

    @property
    def center(self) -> Floats:
        """The middle of the outline."""
        return np.asarray(self.quad.mean(0))

    @property
    def edge(self) -> float:
        """The mean edge in pixels."""
        return float(np.sqrt(max(cv2.contourArea(self.quad.astype(np.float32)), 1e-6)))

    def leaves(self, height: int, width: int) -> bool:
        """Whether the face reaches over the border of a frame of height×width pixels."""
        slack = 0.05 * self.edge
        low, high = self.quad.min(0), self.quad.max(0)
        return bool((low < -slack).any() or high[0] > width - 1 + slack or high[1] > height - 1 + slack)


def form_opinion(candidate: Candidate, quad: Floats, chances: Floats, count: Count | None) -> Opinion:
    """Weighs the finder's classes (9), the classifier's probabilities (8) and the count of the pips."""
    classes = candidate.classes
    finder = np.concatenate([[classes[GROUND]], classes[1:7], [classes[UNREADABLE] + classes[BODY]]])
    weights = chances * (finder + FINDER_FLOOR) ** FINDER_POWER
    if count is not None:
        weights[count.value] *= CLEAR_WEIGHT if count.clear else COUNT_WEIGHT
    weights = weights / weights.sum()
    value = int(np.argmax(weights[1:7])) + 1
    return Opinion(candidate, quad, count, value, float(weights[value]), float(weights[NO_DIE]), float(weights[NO_TOP]))


def dice_among(opinions: Sequence[Opinion]) -> list[Opinion]:
    """Returns the opinions on candidates that are dice, read or not, one for each; leaves out ground and clutter."""
    sizes = [opinion.edge for opinion in opinions if opinion.confidence >= SURE]
    usual = float(np.median(sizes)) if sizes else None
    dice: list[Opinion] = []
    for opinion in sorted(opinions, key=lambda one: -one.confidence):
        apart = all(
            np.hypot(*(opinion.center - other.center)) > SAME_PLACE * min(opinion.edge, other.edge) for other in dice
        )
        if apart and _is_die(opinion, usual):
            dice.append(opinion)
    return dice


def _is_die(opinion: Opinion, usual: float | None) -> bool:
    if opinion.confidence >= SURE:
        return True
    if usual is not None and not SMALLEST * usual < opinion.edge < LARGEST * usual:
        return False
    return opinion.candidate.strength >= LEAST_STRENGTH and opinion.nothing < MOST_NOTHING
