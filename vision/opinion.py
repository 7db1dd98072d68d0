"""The opinions on one face weighed against each other: the finder's, the classifier's and the count of the pips."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

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

CONTRADICTED = 0.97
"""Against a clear count of the pips a value must be at least so sure to be told."""

FINDER_FLOOR, FINDER_POWER = 0.03, 0.5
"""The finder sees little of a small face: its view of the value is softened by these."""


SURE = 0.91
"""The least probability of being right at which a die's face is told."""

LEAST_STRENGTH, MOST_ELSE = 0.68, 0.6
"""What is not surely read is a die if the finder is so strong at least, and the classifier sees something else than a
top face with no more than this probability."""

CERTAIN_STRENGTH = 0.85
"""From this strength the finder alone is believed that there is a die, unless the classifier sees ground."""

SMALLEST, LARGEST = 0.5, 2.0
"""What is not surely read and beyond these sizes, compared with the dice that are, is no die of this table."""

LONGEST = 1.75
"""A face is no longer than this for its width: oblong dice measure up to 1.5, seen aslant a little more."""

NEAR_BORDER = 0.08
"""A face this near to the frame's border, in edges, may go on beyond it."""

SAME_PLACE, MOST_SHARED = 0.5, 0.25
"""Outlines with centres nearer than this, in edges, or that share more than this of the smaller, are of one die."""


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

    @property
    def aspect(self) -> float:
        """How many times the outline is longer than it is wide, at least 1."""
        sides = np.linalg.norm(np.roll(self.quad, -1, axis=0) - self.quad, axis=1)
        one, other = sides[0] + sides[2], sides[1] + sides[3]
        return float(max(one, other) / max(min(one, other), 1e-6))

    def apart_from(self, other: "Opinion") -> bool:
        """Whether the two outlines are those of two dice."""
        if np.hypot(*(self.center - other.center)) < SAME_PLACE * min(self.edge, other.edge):
            return False
        shared, _ = cv2.intersectConvexConvex(self.quad.astype(np.float32), other.quad.astype(np.float32))
        return bool(shared < MOST_SHARED * min(self.edge, other.edge) ** 2)

    def at_border(self, height: int, width: int) -> bool:
        """Whether the face reaches the border of a frame of height×width pixels, or nearly so."""
        near = NEAR_BORDER * self.edge
        low, high = self.quad.min(0), self.quad.max(0)
        return bool((low < near).any() or high[0] > width - 1 - near or high[1] > height - 1 - near)


def form_opinion(candidate: Candidate, quad: Floats, chances: Floats, count: Count | None) -> Opinion:
    """Weighs the finder's classes (9), the classifier's probabilities (8) and the count of the pips."""
    classes = candidate.classes
    finder = np.concatenate([[classes[GROUND]], classes[1:7], [classes[UNREADABLE] + classes[BODY]]])
    weights = chances * (finder + FINDER_FLOOR) ** FINDER_POWER
    if count is not None:
        weights[count.value] *= CLEAR_WEIGHT if count.clear else COUNT_WEIGHT
    weights = weights / weights.sum()
    value = int(np.argmax(weights[1:7])) + 1
    opinion = Opinion(
        candidate, quad, count, value, float(weights[value]), float(weights[NO_DIE]), float(weights[NO_TOP])
    )
    contradicted = count is not None and count.clear and count.value != value and opinion.confidence < CONTRADICTED
    # What is longer than any die's face is two dice in one outline, whatever it looks like.
    doubtful = contradicted or opinion.aspect > LONGEST
    return replace(opinion, confidence=opinion.confidence * 0.5) if doubtful else opinion


def dice_among(opinions: Sequence[Opinion]) -> list[Opinion]:
    """Returns the opinions on candidates that are dice, read or not, one for each; leaves out ground and clutter."""
    sizes = [opinion.edge for opinion in opinions if opinion.confidence >= SURE]
    usual = float(np.median(sizes)) if sizes else None
    dice: list[Opinion] = []
    for opinion in sorted(opinions, key=lambda one: -one.confidence):
        if all(opinion.apart_from(other) for other in dice) and _is_die(opinion, usual):
            dice.append(opinion)
    return dice


def _is_die(opinion: Opinion, usual: float | None) -> bool:
    if opinion.confidence >= SURE:
        return True
    if usual is not None and not SMALLEST * usual < opinion.edge < LARGEST * usual:
        return False
    if opinion.nothing >= MOST_ELSE:
        return False
    if opinion.candidate.strength >= CERTAIN_STRENGTH:
        return True
    return opinion.candidate.strength >= LEAST_STRENGTH and opinion.nothing + opinion.no_top < MOST_ELSE
