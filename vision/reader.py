"""The eye: one frame in, one reading out."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.calibration import ALL, ENOUGH, FIRST, LIKELY, POSSIBLE, SURE, Weights, bar, reading_chance
from vision.cocked import CockedJudge, leaning
from vision.doubt import doubt, message
from vision.faces import find_bodies
from vision.lean import excess_sides
from vision.looks import Look, Looker
from vision.opinion import Opinion, form_opinions
from vision.outlines import Floats
from vision.pips import find_pips
from vision.reading import ANY_DICE, Die, Known, Pip, Reading, Reason
from vision.segment import FaceMap, Frame


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
        """All that may be dice, those told first."""
        return (*self.told, *(one for one in self.others if one.die >= POSSIBLE))


def judge(looks: Sequence[Look], weights: Weights, expect: int | None, known: Known = ANY_DICE) -> Judgement:
    """Weighs the looks at a frame."""
    # Where the number of dice is given, that is the box, whose camera looks straight down.
    opinions = sorted(form_opinions(looks, weights, known, expect is not None), key=lambda one: -one.die)
    number = expect if expect is not None else sum(one.die >= LIKELY for one in opinions)
    told, others = tuple(opinions[:number]), tuple(opinions[number:])
    chance = reading_chance([(one.die, one.right) for one in told], [one.die for one in others], expect)
    return Judgement(told, others, chance if told else 0.0)


class Reader:
    """Reads the top faces of all dice in a frame. Every reading depends on the frame alone."""

    def __init__(self, looker: Looker | None = None) -> None:
        """Takes what looks at frames, or loads the eye's networks; raises FileNotFoundError where they are missing."""
        self._looker = looker or Looker()
        self._cocked_judge = CockedJudge()

    def read(self, frame: Frame, expect: int | None = None, known: Known = ANY_DICE) -> Reading:
        """Reads a frame (H×W×3, BGR).

        With `expect`, any other number of dice is no reading; nor is a face that the dice, if `known`, do not have.
        """
        began = time.perf_counter()
        looks: tuple[Look, ...] = (self._looker.first(frame),)
        judged = judge(looks, FIRST, expect, known)
        sure = expect is not None and judged.chance >= max(bar(expect), ENOUGH**expect)
        reason = self._doubt(frame, looks, judged, expect) if sure else Reason.UNCLEAR
        if reason is not None:
            # Whoever is silent costs people a shake: that is worth the time of looking again.
            looks = (*looks, *self._looker.further(frame))
            judged = judge(looks, ALL, expect, known)
            reason = self._doubt(frame, looks, judged, expect)
        faces = tuple(sorted(one.value for one in judged.told)) if reason is None else None
        shown = [_told(one, judged.chance, frame) for one in judged.told] if faces else list(map(_die, judged.possible))
        said = "" if reason is None else message(reason, len(shown), expect)
        spent = (time.perf_counter() - began) * 1000
        return Reading(faces, reason, said, judged.chance, tuple(shown), spent)

    def _doubt(self, frame: Frame, looks: Sequence[Look], judged: Judgement, expect: int | None) -> Reason | None:
        """Returns why nothing is told of a frame, None where the reading is told."""
        view = _clearest(looks, judged.told)
        bodies = find_bodies(view, [one.quad for one in judged.possible if one.confidence >= SURE])
        cocked = expect is not None and self._cocked(frame, view, judged.told)
        hand = float((view.hand > LIKELY).mean()) if view.hand.size else 0.0
        return doubt(frame, judged.told, judged.others, judged.chance, bodies, cocked, expect, hand)

    def _cocked(self, frame: Frame, view: FaceMap, told: Sequence[Opinion]) -> bool:
        """Whether any of these dice that is seen whole is cocked, the camera looking straight down."""
        dice = [one for one in told if one.die >= LIKELY]
        chances = self._cocked_judge.judge(frame, [one.quad for one in dice])
        judged = zip(dice, chances, excess_sides(view, dice), strict=True)
        return any(leaning(chance, excess) and not one.over_border(*frame.shape[:2]) for one, chance, excess in judged)


def _clearest(looks: Sequence[Look], told: Sequence[Opinion]) -> FaceMap:
    """Returns the view in which the finder sees the dice best, of several such the finest."""

    def clearness(look: Look) -> tuple[float, int]:
        return sum(look.fit(one.quad) for one in told), look.view.probabilities.shape[2]

    return max(looks, key=clearness).view


def _told(opinion: Opinion, chance: float, frame: Frame) -> Die:
    """Returns a die that is told with others, all right with probability `chance`, and its pips ringed all the same."""
    die = _die(opinion)
    pips = die.pips
    if not pips:
        found = find_pips(frame, opinion.quad, opinion.value)
        pips = () if found is None else _pips(found)
    return replace(die, face=opinion.value, confidence=max(die.confidence, chance), pips=pips)


def _pips(found: Floats) -> tuple[Pip, ...]:
    return tuple(Pip(float(x), float(y), float(r)) for x, y, r in found)


def _die(opinion: Opinion) -> Die:
    return Die(
        face=opinion.value if opinion.confidence >= SURE else None,
        confidence=opinion.confidence,
        center=(float(opinion.center[0]), float(opinion.center[1])),
        polygon=tuple((float(x), float(y)) for x, y in opinion.quad),
        pips=() if opinion.count is None else _pips(opinion.count.pips),
    )
