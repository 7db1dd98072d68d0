"""From evidence to probabilities: the numbers that were fitted, and from which probability on a reading is given.

Two logistic curves tell for every place the probability that a die lies there, and that it shows the value told: one
pair of them for the first look alone, one for both looks. A third turns what they say of a whole reading into the
probability that it is right. `python -m vision.evaluation.fitting` prints all these numbers, fitted to the development
pictures.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

OTHER_SIZE = math.log(2)
"""What is not surely read and so many times larger or smaller than the dice that are, is hardly one of them."""

DOUBTED = 0.15
"""What is left of a probability that something contradicts outright."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of one place, each number a probability or share (0 to 1) where nothing else is said.

    `strength`: the finder sees a top face, readable or not. `something`, `face`, `value`: the classifier sees no bare
    ground, a readable face, the likeliest value. `readable`: the finder calls the face readable. `found`: the share of
    the looks that found it. `agrees`, `clearly_agrees`, `contradicts`: the share in which the count of the pips tells
    the same value, tells it clearly, and tells another one clearly. `edge` in pixels; `aspect`: length over width, at
    least 1. `off_centre`: how far the middle of the pips counted lies from that of the outline, in half edges (0 where
    unknown). `odd_size`: by how much it is larger or smaller than the dice that are sure, as a logarithm (0 where none
    is). `along` (0 or 1): the pips of a two or three lie along an edge.
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
    off_centre: float = 0.0
    odd_size: float = 0.0
    along: float = 0.0

    def for_die(self) -> tuple[float, ...]:
        """Returns what the curve for "a die lies here" weighs: 1, then what is the larger the more speaks for it."""
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
        """Returns what the curve for "it shows this value" weighs, likewise."""
        return (
            1.0,
            log_odds(self.value),
            log_odds(self.readable),
            self.agrees,
            -self.contradicts,
            self.found,
            min(0.0, math.log(self.edge / 40)),
            -max(0.0, self.aspect - 1.5),
            -max(0.0, self.off_centre - 0.1) * 10,
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
        """Returns the probabilities that a die lies there, and that it shows the value if so.

        What has a size that no die of this throw can have, and is not sure, is doubted whatever the curves say.
        """
        die, right = curve(self.die, evidence.for_die()), curve(self.value, evidence.for_value())
        if evidence.odd_size > OTHER_SIZE and die * right < SURE:
            die *= DOUBTED
        return die, right

    def probability(self, weakest: float) -> float:
        """Returns the probability that a reading is right whose `reading_chance` is `weakest`."""
        offset, slope = self.reading
        return curve((offset, slope), (1.0, log_odds(weakest)))


FIRST = Weights(
    die=(-1.01, 0.0, 0.9, 0.26, 0.84, 0.84, 0.0, 0.0),
    value=(0.84, 1.04, 0.18, 0.1, 0.98, 0.18, 0.0, 0.0, 0.0),
    reading=(1.71, 0.45),
)
"""Of the first look alone."""

BOTH = Weights(
    die=(-2.84, 1.32, 0.53, 0.72, 0.51, 0.0, 0.57, 0.16),
    value=(0.28, 1.45, 0.0, 0.23, 0.08, 0.26, 0.0, 0.0, 0.0),
    reading=(1.15, 0.78),
)
"""After both looks."""

SPEAK = 0.92
"""The least probability of being right at which a reading is given. Of the development pictures the surest wrong best
guess has 0.89, and with each table left out of the fit 0.93."""

UNWITNESSED = 0.955
"""The same where the camera is known and pips were counted on some die for no value: the classifier alone speaks for
that face. Of 897 readings in the simulated box three were wrong, all of this kind, the surest with 0.951."""

ENOUGH = 0.97
"""The first look at a known number of dice needs no second one from this probability on. Where the number is not known,
only a second look tells whether a die was missed."""

SURE = 0.8
"""The least probability of being right at which one die's face is told."""

LIKELY = 0.5
"""Where the number of dice is not known, what is a die with this probability is one."""

POSSIBLE = 0.2
"""What is a die with less than this probability is not shown as one."""

MAX_CERTAINTY = 0.995
"""No single piece of evidence counts for more certainty than this, or for less than the rest of it."""


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


def reading_chance(told: Sequence[tuple[float, float]], others: Sequence[float], expect: int | None) -> float:
    """Returns how sure the weakest part of a reading is: that those told are all the dice there are, and all right.

    `told` holds for each the probabilities that it is a die and that its value is right if so, `others` for every other
    place that it is a die. Light, ground and kind of dice are the same all over a picture, so that the reader errs in
    all of it or nowhere: multiplied, many dice that are each almost sure would hardly ever be told. Where the number is
    known, the likeliest other place is only in doubt as far as it may be one of them instead, or one too many.

    >>> round(reading_chance([(0.9, 1.0)], [0.1], None), 3), round(reading_chance([(0.9, 1.0)], [0.1], 1), 3)
    (0.81, 0.887)
    >>> round(reading_chance([(0.99, 1.0)] * 2, [0.99], 2), 2), reading_chance([(0.9, 1.0)] * 8, [], 9)
    (0.25, 0.0)
    """
    if not told or (expect is not None and expect != len(told)):
        return 0.0
    weakest, other = min(die * right for die, right in told), max(others, default=0.0)
    if expect is None:
        return weakest * (1 - other)
    die = min(die for die, _ in told)
    return (
        weakest * (1 - other) / (1 - other + other * ((1 - die) / max(die, 1e-6) + WRONG_COUNT_CHANCE))
        if other < 1
        else 0.0
    )
