"""The decision on a throw: which places are its dice, and how probable it is that all of them are read rightly."""

from collections.abc import Sequence
from dataclasses import dataclass

from vision.evidence import Opinion, form_opinions
from vision.looks import Look
from vision.probability import DOUBTED, LIKELY, POSSIBLE, SPEAK, UNWITNESSED, Weights, reading_chance
from vision.reading import ANY_DICE, KnownDice

LOOKS_AT_A_FRAME = 2
"""There are no more of one frame."""

SEEN_AGAIN = 0.55
"""Share of the looks at several frames that must have found a die where it is told: one that is in half of them only
was moved."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What was made of the looks at a throw.

    `told` are the opinions on what is taken for the dice, `others` those on what else may be one; `probability` is that
    of all this being right, and `least` the one from which on it is given.
    """

    told: tuple[Opinion, ...]
    others: tuple[Opinion, ...]
    probability: float
    least: float = SPEAK

    @property
    def places(self) -> tuple[Opinion, ...]:
        """All opinions, the likelier die first."""
        return (*self.told, *self.others)

    @property
    def possible(self) -> tuple[Opinion, ...]:
        """All that may be dice, the likelier first."""
        return tuple(one for one in self.places if one.die >= POSSIBLE)

    @property
    def certain(self) -> bool:
        """Whether it is certain enough to be given."""
        return self.probability >= self.least

    @property
    def witnessed(self) -> bool:
        """Whether a count of pips agrees with the value of every die told, but for single pips.

        Two faces of a leaning die that are taken for one show at least two pips.
        """
        return all(one.evidence.agrees or one.value == 1 for one in self.told)


def decide(
    looks: Sequence[Look], weights: Weights, expect: int | None, known: KnownDice = ANY_DICE, *, witnessed: bool = False
) -> Decision:
    """Returns the decision on a throw from the looks at it; `expect` is the number of its dice, where that is known.

    `witnessed` asks for more where no count of pips agrees with the value of a die.
    """
    opinions = sorted(form_opinions(looks, weights, known), key=lambda one: -one.die)
    number = expect if expect is not None else sum(one.die >= LIKELY for one in opinions)
    told, others = tuple(opinions[:number]), tuple(opinions[number:])
    chances = [(one.die, one.right * (DOUBTED if expect is None and one.evidence.along else 1.0)) for one in told]
    chance = reading_chance(chances, [one.die for one in others], expect)
    # However surely so many dice lie there, none is told that would not be shown as one.
    possible = bool(told) and all(one.die >= POSSIBLE for one in told)
    if len(looks) > LOOKS_AT_A_FRAME:
        possible = possible and all(one.evidence.found > SEEN_AGAIN for one in told)
    least = UNWITNESSED if witnessed and any(not one.evidence.agrees for one in told) else SPEAK
    return Decision(told, others, weights.probability(chance) if possible and chance else 0.0, least)
