"""The eye: one frame in, one reading out."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from vision.calibration import ALL, ENOUGH, FIRST, LIKELY, POSSIBLE, SECOND, SURE, Weights, bar, reading_chance
from vision.cocked import COCKED, GLIMPSED, SUSPECTED, CockedJudge, glance_judge, leaning
from vision.doubt import doubt
from vision.faces import Body, find_bodies
from vision.lean import agreed, excess_sides
from vision.looks import Look, Looker
from vision.opinion import Opinion, SecondOpinion, form_opinions
from vision.outlines import Floats
from vision.pips import find_pips
from vision.reading import ANY_DICE, Die, Known, Pip, Reading, Reason
from vision.rectify import Greys
from vision.segment import FaceMap, Frame

ODD_SIZE = 0.2
"""A die whose `odd_size` is that much must be looked at again: a square end is up to 0.15 smaller than a long side."""


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What was made of the looks at a frame.

    `told` are the opinions on what is taken for the dice, `others` those on what else may be one; `chance` is the
    probability that this is right.
    """

    told: tuple[Opinion, ...]
    others: tuple[Opinion, ...]
    chance: float

    @property
    def possible(self) -> tuple[Opinion, ...]:
        """All that may be dice, the likelier first."""
        return tuple(one for one in (*self.told, *self.others) if one.die >= POSSIBLE)

    def enough(self, expect: int) -> bool:
        """Whether it is sure enough of so many dice, after few looks, that no more must be taken.

        One that differs much in size from the others may be outlined badly, so that pips are missing: that is not.
        """
        alike = all(one.evidence.odd_size < ODD_SIZE for one in self.told)
        return alike and self.chance >= max(bar(expect), ENOUGH**expect)


def judge(
    looks: Sequence[Look],
    weights: Weights,
    expect: int | None,
    known: Known = ANY_DICE,
    second: SecondOpinion | None = None,
) -> Judgement:
    """Weighs the looks at a frame, with a second opinion on each face if there is one."""
    # Where the number of dice is given, that is the box, whose camera looks straight down.
    opinions = sorted(form_opinions(looks, weights, known, expect is not None, second), key=lambda one: -one.die)
    number = expect if expect is not None else sum(one.die >= LIKELY for one in opinions)
    told, others = tuple(opinions[:number]), tuple(opinions[number:])
    chance = reading_chance([(one.die, one.right) for one in told], [one.die for one in others], expect)
    # However surely so many dice lie there, none is told that would not be shown as one.
    possible = bool(told) and all(one.die >= POSSIBLE for one in told)
    return Judgement(told, others, chance if possible else 0.0)


class Reader:
    """Reads the top faces of all dice in a frame. Every reading depends on the frame alone."""

    def __init__(self, looker: Looker | None = None) -> None:
        """Takes what looks at frames, or loads the eye's networks; raises FileNotFoundError where they are missing."""
        self._looker = looker or Looker()
        self._glance_judge, self._cocked_judge = glance_judge(), CockedJudge()

    def read(self, frame: Frame, expect: int | None = None, known: Known = ANY_DICE) -> Reading:
        """Reads a frame (H×W×3, BGR).

        With `expect`, any other number of dice is no reading; nor is a face that the dice, if `known`, do not have.
        """
        began = time.perf_counter()
        greys = Greys(frame)
        reason: Reason | None = Reason.UNCLEAR
        # Dice of unknown number are told after all looks only.
        steps = (ALL,) if expect is None else (FIRST, SECOND, ALL)
        # Whoever is silent costs people a shake: that is worth the time of looking again.
        for looks, weights in zip(self._looker.looks(greys, alone=expect is not None), steps, strict=True):
            second = partial(self._looker.second.judge, frame) if weights is ALL else None
            judged = judge(looks, weights, expect, known, second)
            if expect is None or weights is ALL or judged.enough(expect):
                reason = self._doubt(frame, greys, looks, judged, expect, weights)
            if reason is None:
                break
        faces = tuple(sorted(one.value for one in judged.told)) if reason is None else None
        shown = [_told(one, judged.chance, greys) for one in judged.told] if faces else list(map(_die, judged.possible))
        spent = (time.perf_counter() - began) * 1000
        return Reading(faces, reason, judged.chance, tuple(shown), spent, expect)

    def _doubt(
        self,
        frame: Frame,
        greys: Greys,
        looks: Sequence[Look],
        judged: Judgement,
        expect: int | None,
        weights: Weights,
    ) -> Reason | None:
        """Returns why nothing is told of a frame after a look that is weighed so, None where the reading is told."""
        view = _clearest(looks, [one for one in judged.told if one.die >= LIKELY])

        def bodies() -> list[Body]:
            return find_bodies(view, [one.quad for one in judged.possible if one.confidence >= SURE])

        def hand() -> float:
            return float((view.hand > LIKELY).mean()) if view.hand.size else 0.0

        cocked = expect is not None and self._leans(greys, looks, judged.told, weights)
        return doubt(frame, judged.told, judged.others, judged.chance, bodies, cocked, expect, hand)

    def _leans(self, greys: Greys, looks: Sequence[Look], told: Sequence[Opinion], weights: Weights) -> bool:
        """Whether any of these dice leans; where there are looks left, whether it is suspected of that.

        Each look has its say: its outlines, and its view of the sides. What goes on beyond the frame tells nothing.
        """
        dice = [one for one in told if one.die >= LIKELY]
        fits = np.array([[look.fit(one.edge) for one in dice] for look in looks])
        excess = agreed(np.array([excess_sides(look.view, dice) for look in looks]), fits)
        asked = [(one, each) for one, each in zip(dice, excess, strict=True) if not one.over_border(*greys.size)]

        def leans(network: CockedJudge, one: Opinion, each: float, aslant: float) -> bool:
            return leaning(sum(part * network.judge(greys, quad) for quad, part in one.outlines), each) > aslant

        if weights is FIRST:
            # Of what the narrow network suspects the wide one is asked: that is quicker than another look.
            asked = [(one, each) for one, each in asked if leans(self._glance_judge, one, each, GLIMPSED)]
        aslant = COCKED if weights is ALL else SUSPECTED
        return any(leans(self._cocked_judge, one, each, aslant) for one, each in asked)


def _clearest(looks: Sequence[Look], told: Sequence[Opinion]) -> FaceMap:
    """Returns the view in which the finder sees the dice best, of several such the finest."""

    def clearness(look: Look) -> tuple[float, int]:
        return sum(look.fit(one.edge) for one in told), look.view.size[1]

    return max(looks, key=clearness).view


def _told(opinion: Opinion, chance: float, greys: Greys) -> Die:
    """Returns a die that is told with others, all right with probability `chance`, and its pips ringed all the same."""
    die = _die(opinion)
    pips = die.pips
    if not pips:
        found = find_pips(greys, opinion.quad, opinion.value)
        pips = () if found is None else _pips(found)
    return replace(die, face=opinion.value, confidence=max(die.confidence, chance), pips=pips)


def _pips(found: Floats) -> tuple[Pip, ...]:
    return tuple(Pip(x, y, r) for x, y, r in found.tolist())


def _die(opinion: Opinion) -> Die:
    x, y = opinion.center.tolist()
    return Die(
        face=opinion.value if opinion.confidence >= SURE else None,
        confidence=opinion.confidence,
        center=(x, y),
        polygon=tuple((a, b) for a, b in opinion.quad.tolist()),
        pips=() if opinion.count is None else _pips(opinion.count.pips),
    )
