"""From evidence to probabilities: the fitted numbers, and the thresholds for a reading.

Two logistic curves give the probability of a die at a place, and of its value: one pair for the first pass alone, one
for both. A third calibrates the probability of the whole reading. `python -m vision.evaluation.fitting` prints all
these numbers, fitted to the development pictures.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

OTHER_SIZE = math.log(2)
"""Log size ratio to the certain dice from which an uncertain hypothesis is hardly a die."""

CONTRADICTION_FACTOR = 0.15
"""Factor for a probability that is contradicted outright."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence about a place, each number a probability or share (0 to 1) unless stated otherwise.

    `strength`: the segmentation sees a top face, readable or not. `something`, `face`, `value`: the classifier sees no
    bare ground, a readable face, the likeliest value. `readable`: the segmentation calls the face readable. `found`:
    the share of the passes that found it. `agrees`, `clearly_agrees`, `contradicts`: the share of them in which the pip
    count gives the same value, gives it clearly, clearly gives another. `edge` in pixels; `aspect`: length over width,
    at least 1. `odd_size`: the logarithm of its size relative to the certain dice (0 without any). `along` (0 or 1):
    the pips of a two or three lie along an edge.
    """

    strength: float
    something: float
    face: float
    value: float
    readable: float
    found: float
    agrees: float
    clearly_agrees: float
    contradicts: float
    edge: float
    aspect: float
    odd_size: float = 0.0
    along: float = 0.0

    def for_die(self) -> tuple[float, ...]:
        """Returns the features for "there is a die": 1, then values that grow with the evidence for it."""
        return (
            1.0,
            log_odds(self.strength),
            log_odds(self.something),
            log_odds(self.face),
            self.found,
            self.clearly_agrees,
            min(0.0, math.log(self.edge / 45)),
            -max(0.0, self.aspect - 1.6),
        )

    def for_value(self) -> tuple[float, ...]:
        """Returns the features for "it shows this value", likewise."""
        return (
            1.0,
            log_odds(self.value),
            log_odds(self.readable),
            self.agrees,
            -self.contradicts,
            self.found,
        )


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the two curves, in the order of `Evidence.for_die` and `Evidence.for_value`.

    `reading` (offset, slope) is the curve over the log odds of the weakest die: the probability that all is right.
    """

    die: tuple[float, ...]
    value: tuple[float, ...]
    reading: tuple[float, float] = (0.0, 1.0)

    def judge(self, evidence: Evidence) -> tuple[float, float]:
        """Returns the probabilities that there is a die, and that it shows the value if so.

        An uncertain die of an impossible size for this throw is penalised independently of the curves.
        """
        die, right = curve(self.die, evidence.for_die()), curve(self.value, evidence.for_value())
        if evidence.odd_size > OTHER_SIZE and die * right < FACE_THRESHOLD:
            die *= CONTRADICTION_FACTOR
        return die, right

    def probability(self, weakest: float) -> float:
        """Returns the probability of a correct reading whose `reading_chance` is `weakest`."""
        offset, slope = self.reading
        return curve((offset, slope), (1.0, log_odds(weakest)))


FIRST_PASS_WEIGHTS = Weights(
    die=(-1.01, 0.0, 0.9, 0.26, 0.84, 0.84, 0.0, 0.0),
    value=(0.84, 1.04, 0.18, 0.1, 0.98, 0.18),
    reading=(1.71, 0.45),
)
"""For the first pass alone."""

BOTH_PASSES_WEIGHTS = Weights(
    die=(-2.84, 1.32, 0.53, 0.72, 0.51, 0.0, 0.57, 0.16),
    value=(0.28, 1.45, 0.0, 0.23, 0.08, 0.26),
    reading=(1.15, 0.78),
)
"""For both passes."""

READING_THRESHOLD = 0.92
"""The minimum probability of a reading. On the development pictures the most probable wrong guess has 0.89, and 0.93 in
cross-validation over tables."""

UNCOUNTED_THRESHOLD = 0.955
"""The same if the camera is known and some die has no agreeing pip count, so that only the classifier supports its
face. Of 897 readings in the simulated box three were wrong, all of this kind, with probabilities up to 0.951."""

CONTRADICTED_THRESHOLD = 0.98
"""The same if a clear pip count contradicts the classifier's value of some die. Of 7,900 later readings in the
simulated box two were wrong, both with a die of seed 32204 whose 2 has a stain in it; throw 151 had 0.963."""

FIRST_PASS_THRESHOLD = 0.97
"""From this probability on, the first pass over a known number of dice needs no second one. If the number is unknown,
only a second pass shows whether a die was missed."""

FACE_THRESHOLD = 0.8
"""The minimum probability for showing a die's face."""

DIE_THRESHOLD = 0.5
"""If the number of dice is unknown, this probability makes a hypothesis a die."""

CANDIDATE_THRESHOLD = 0.2
"""The minimum probability for showing a die."""

MAX_CERTAINTY = 0.995
"""The bound on the certainty of any single piece of evidence."""


def log_odds(chance: float) -> float:
    """Returns the log odds of a probability, bounded by MAX_CERTAINTY."""
    bounded = min(max(chance, 1 - MAX_CERTAINTY), MAX_CERTAINTY)
    return math.log(bounded / (1 - bounded))


def curve(weights: Sequence[float], evidence: Sequence[float]) -> float:
    """Returns the logistic curve's value."""
    total = sum(weight * one for weight, one in zip(weights, evidence, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


WRONG_COUNT_CHANCE = 0.02
"""The probability that the number of dice is not the expected one in spite of it: someone took or added one."""


def reading_chance(dice: Sequence[tuple[float, float]], others: Sequence[float], expect: int | None) -> float:
    """Returns the probability of the weakest part of a reading: that its dice are all the dice, and all are right.

    `dice` holds for each the probabilities that it is a die and that its value is right if so, `others` the probability
    of a die at every other place. Light, background and kind of dice are the same all over a picture, so that errors
    are correlated: a product over many nearly certain dice would hardly ever reach the threshold. If the number is
    known, the most probable other place counts only as far as it may be one of the dice instead, or an extra one.

    >>> round(reading_chance([(0.9, 1.0)], [0.1], None), 3), round(reading_chance([(0.9, 1.0)], [0.1], 1), 3)
    (0.81, 0.887)
    >>> round(reading_chance([(0.99, 1.0)] * 2, [0.99], 2), 2), reading_chance([(0.9, 1.0)] * 8, [], 9)
    (0.25, 0.0)
    """
    if not dice or (expect is not None and expect != len(dice)):
        return 0.0
    weakest, other = min(die * right for die, right in dice), max(others, default=0.0)
    if expect is None:
        return weakest * (1 - other)
    die = min(die for die, _ in dice)
    return (
        weakest * (1 - other) / (1 - other + other * ((1 - die) / max(die, 1e-6) + WRONG_COUNT_CHANCE))
        if other < 1
        else 0.0
    )
