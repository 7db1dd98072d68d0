"""From evidence to probabilities: the few numbers that were fitted, and from which probability on the eye speaks.

Two logistic curves tell for every place the probability that a die lies there, and that it shows the value told: one
pair of them for the first look, one for the second, one for all looks. `python -m vision.fitting` prints these numbers.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

MOST_ELSE = 0.02
"""The probability that the number of dice is not the expected one in spite of it: someone took or added one."""


OTHER_SIZE = math.log(2)
"""What is not surely read and so many times larger or smaller than the dice that are, is hardly one of them."""

TORN, UNTORN = 0.5, 0.9
"""Where the count tells another value clearly in so many looks, the classifier must be so sure of its own."""

DOUBTED = 0.15
"""What is left of a probability that something contradicts outright."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of one place, each number a probability or share (0 to 1) where nothing else is said.

    `strength`: the finder sees a top face, readable or not. `something`, `face`, `value`: the classifier sees no bare
    ground, a readable face, the likeliest value. `least`: the least of `value` over looks and turns.
    `readable`: the finder calls the face readable. `found`: the share of the looks that
    found it. `agrees`, `clearly_agrees`, `contradicts`: the share in which the count of the pips tells the same value,
    tells it clearly, and tells another one clearly. `edge` in pixels; `aspect`: length over width, at least 1.
    `off_centre`: how far the middle of the pips counted lies from that of the outline, in half edges (0 where unknown).
    `second_face`, `second_value`: the second opinion's probabilities of a readable face and of this value (0.5 where it
    was not asked).
    `odd_size`: by how much it is larger or smaller than the dice that are sure, as a logarithm (0 where none is).
    `side` (0 or 1): it lies where a sure die shows its side, as seen from straight above.
    `along` (0 or 1): a two or three lies along an edge where no oblong dice are known to lie.
    `in_shape`, `at_odds` (0 or 1): on oblong dice the face is square for a 1 or 2 and long for more, or the reverse;
    what is longer than any face is at odds too.
    """

    strength: float
    something: float
    face: float
    value: float
    least: float
    readable: float
    found: float
    agrees: float
    clearly_agrees: float
    contradicts: float
    edge: float
    aspect: float
    off_centre: float = 0.0
    second_face: float = 0.5
    second_value: float = 0.5
    odd_size: float = 0.0
    side: float = 0.0
    along: float = 0.0
    in_shape: float = 0.0
    at_odds: float = 0.0

    def for_die(self) -> tuple[float, ...]:
        """Returns what the curve for "a die lies here" weighs: 1, then what is the larger the more speaks for it."""
        return (
            1.0,
            _log_odds(self.strength),
            _log_odds(self.something),
            _log_odds(self.face),
            self.found,
            self.clearly_agrees,
            min(0.0, math.log(self.edge / 45)),
            -max(0.0, self.aspect - 1.6),
            _log_odds(self.second_face),
        )

    def for_value(self) -> tuple[float, ...]:
        """Returns what the curve for "it shows this value" weighs, likewise."""
        return (
            1.0,
            _log_odds(self.value),
            _log_odds(self.least),
            _log_odds(self.readable),
            self.agrees,
            -self.contradicts,
            self.found,
            min(0.0, math.log(self.edge / 40)),
            -max(0.0, self.aspect - 1.5),
            -max(0.0, self.off_centre - 0.1) * 10,
            self.in_shape,
            -self.at_odds,
            _log_odds(self.second_value),
        )


@dataclass(frozen=True, slots=True)
class Weights:
    """The two curves' weights, in the order of `Evidence.for_die` and `Evidence.for_value`."""

    die: tuple[float, ...]
    value: tuple[float, ...]

    def judge(self, evidence: Evidence) -> tuple[float, float]:
        """Returns the probabilities that a die lies there, and that it shows the value if so.

        Six things are doubt whatever the curves say, for few examples of them could be fitted to: a size that no die of
        this throw can have, a place that is the side of another die, a face whose shape speaks against its value, two
        holes in a row, pips that clearly make another value, and a classifier that does not know: its doubt is halved
        at most.
        """
        die, right = _curve(self.die, evidence.for_die()), _curve(self.value, evidence.for_value())
        right = min(right, (1 + evidence.value) / 2)
        if (evidence.odd_size > OTHER_SIZE and die * right < SURE) or evidence.side:
            die *= DOUBTED
        torn = evidence.contradicts >= TORN and evidence.value < UNTORN
        if evidence.at_odds or evidence.along or torn:
            right *= DOUBTED
        return die, right


FIRST = Weights(
    die=(-0.6, 0.41, 0.91, 0.3, 0.39, 0.37, 0.22, 0.2, 0.0),
    value=(-0.28, 0.0, 0.84, 0.3, 0.53, 0.27, 0.0, 0.0, 0.05, 0.0, 0.61, 0.48, 0.0),
)
"""After the first look."""

SECOND = Weights(
    die=(-1.44, 0.99, 0.89, 0.12, 0.78, 0.0, 0.64, 0.03, 0.0),
    value=(-2.96, 0.0, 0.77, 0.85, 0.61, 1.0, 1.03, 0.65, 0.0, 0.11, 0.55, 0.33, 0.0),
)
"""Of the second look alone."""

ALL = Weights(
    die=(-2.69, 1.5, 0.7, 0.0, 0.13, 0.23, 0.2, 0.02, 0.45),
    value=(-2.42, 1.09, 0.0, 1.03, 0.2, 1.32, 0.0, 0.0, 0.0, 0.0, 0.78, 0.0, 0.05),
)
"""After all looks."""

ENOUGH = 0.97
"""The first or the second look at a known number of dice needs no further ones if its reading is right with this
probability for each die. Where the number is not known, only further looks tell whether a die was missed."""

SPEAK = 0.8
"""The least probability of being right at which, after all looks, dice of unknown number are told."""

EACH, ALL_TOLD = 0.92, 0.75
"""In the box, where people pay for what is told, each die must be right with this probability, and all together."""

SURE = 0.8
"""The least probability of being right at which one die's face is told."""

LIKELY = 0.5
"""Where the number of dice is not known, what is a die with this probability is one."""

POSSIBLE = 0.2
"""What is a die with less than this probability is not shown as one."""


MOST_CERTAIN = 0.995
"""No single piece of evidence counts for more certainty than this, or for less than the rest of it."""


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, 1 - MOST_CERTAIN), MOST_CERTAIN)
    return math.log(bounded / (1 - bounded))


def _curve(weights: Sequence[float], evidence: Sequence[float]) -> float:
    """Returns the logistic curve's value."""
    total = sum(weight * one for weight, one in zip(weights, evidence, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def chance_of(number: int, dice: Sequence[float]) -> float:
    """Returns the probability of exactly `number` dice where each place holds one with the probability given.

    >>> round(chance_of(2, [0.5, 0.5]), 3), round(chance_of(2, [1.0, 1.0, 0.0]), 3)
    (0.25, 1.0)
    """
    chances = [1.0] + [0.0] * number
    for die in dice:
        for k in range(number, 0, -1):
            chances[k] = chances[k] * (1 - die) + chances[k - 1] * die
        chances[0] *= 1 - die
    return chances[number]


def reading_chance(told: Sequence[tuple[float, float]], others: Sequence[float], expect: int | None) -> float:
    """Returns the probability that those told are all the dice there are, and all right.

    `told` holds for each the probabilities that it is a die and that its value is right if so, `others` for every other
    place that it is a die. That `expect` dice lie there, is known but for MOST_ELSE. Where the number is not known, the
    weakest die and the likeliest of the others decide: light, ground and kind of dice are the same all over a picture,
    so that the eye errs in all of it or nowhere. Multiplied, many dice that are each almost sure would hardly ever be
    told, nor two beside a grain of wood that resembles dice a little in ten places.

    >>> round(reading_chance([(0.9, 1.0)], [0.1], None), 3), round(reading_chance([(0.9, 1.0)], [0.1], 1), 3)
    (0.81, 0.964)
    >>> reading_chance([(0.9, 1.0)] * 8, [], None)
    0.9
    """
    if expect is None:
        weakest = min((die * right for die, right in told), default=1.0)
        return weakest * (1 - max(others, default=0.0))
    if expect != len(told):
        return 0.0
    chance = 1.0
    for die, right in told:
        chance *= die * right
    for die in others:
        chance *= 1 - die
    return chance / (chance_of(expect, [*(die for die, _ in told), *others]) + MOST_ELSE)


def bar(expect: int | None) -> float:
    """Returns the least probability of being right at which a reading is told.

    >>> bar(None), round(bar(2), 4), bar(8)
    (0.8, 0.8464, 0.75)
    """
    return SPEAK if expect is None else max(ALL_TOLD, EACH**expect)
