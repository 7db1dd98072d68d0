"""Reasons for an abstention: what is wrong with the throw or the picture, the most specific first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

import cv2
import numpy as np

from vision.decision import Decision
from vision.faces import MIN_CELLS, DiceBlob, find_bodies
from vision.hypotheses import DieHypothesis
from vision.motion_blur import SMEARED, smear
from vision.probability import DIE_THRESHOLD, FACE_THRESHOLD
from vision.reading import Reason
from vision.segmentation import FaceMap, Frame

MAX_DICE = 40
"""More dice are not read."""

DARK, BRIGHT = 12.0, 250.0
"""Median grey levels of a frame below and above which nothing can be seen."""

HIDDEN_SURE, SMALLEST_HIDDEN, LARGEST_HIDDEN = 0.92, 0.2, 1.6
"""A region without a top face is a die above this certainty and between these sizes, relative to the dice found."""

HAND_MIN_SHARE = 0.02
"""The share of the frame that the hand map must cover for a hand."""

SUSPICIOUS = 0.3
"""A face with this probability in the segmentation that was not read is suspicious."""

UNREAD, NO_FACE = 0.4, 0.5
"""Probabilities of segmentation and classifier from which a face is unreadable."""

SMALLEST, LARGEST = 0.4, 2.0
"""Regions smaller or larger than this, relative to the dice read, are no dice."""

FAULT_REASONS = (Reason.COCKED, Reason.STACKED, Reason.MOVING, Reason.CUT_OFF)
"""The reasons for the classifier's FAULTS, in their order: what covers a die is usually another one."""

MOVING, SLIGHTLY_MOVING = FAULT_REASONS.index(Reason.MOVING), 0.03
"""The index of the fault of a moving die, and the probability of it up to which the network rules it out. Of the
development and training pictures with such gradients, two show moving dice (0.16 and 0.6), three do not (0.01 or less).
"""

SPOILT = 0.3
"""The probability from which a fault is reported."""

NEAR, PEEPING = 1.1, 0.75
"""A region closer to a die than this, in edges, and smaller than this fraction of it, peeps out from below it."""


@dataclass(frozen=True)
class QuestionedThrow:
    """An uncertain throw: the frame, the view in which the segmentation saw it best, and the decision."""

    frame: Frame
    view: FaceMap
    decision: Decision
    expect: int | None

    @cached_property
    def sure(self) -> list[DieHypothesis]:
        """The dice whose faces were read."""
        return [one for one in self.decision.places if one.confidence >= FACE_THRESHOLD]

    @cached_property
    def dice(self) -> list[DieHypothesis]:
        """Likely dice, read or not."""
        return [one for one in self.decision.places if one.die >= DIE_THRESHOLD]

    @cached_property
    def suspects(self) -> list[DieHypothesis]:
        """Possible dice that were not read."""
        size = median(one.edge for one in self.sure) if self.sure else None
        return [one for one in self.decision.places if one.confidence < FACE_THRESHOLD and _suspicious(one, size)]

    @cached_property
    def bodies(self) -> list[DiceBlob]:
        """The regions that the segmentation takes for dice."""
        return find_bodies(self.view, [one.quad for one in self.decision.possible if one.confidence >= FACE_THRESHOLD])

    @cached_property
    def hidden(self) -> list[DiceBlob]:
        """Regions without a top face that are dice, or parts of them, nevertheless."""
        sizes = [body.cells / body.tops for body in self.bodies if body.tops]
        usual = median(sizes) if sizes else 0.0
        return [body for body in self.bodies if body.tops == 0 and _hides_a_die(body, usual)]

    @property
    def hand(self) -> bool:
        """Whether something like a hand is in view."""
        return shows_hand([self.view])


def shows_hand(views: Sequence[FaceMap]) -> bool:
    """Whether the segmentation sees something like a hand: in the first view, and some of it in all others.

    The first view alone, with the lowest resolution, sometimes shows one on empty felt.
    """
    first, *others = (view.hand for view in views)
    if not first.size or (first > DIE_THRESHOLD).mean() <= HAND_MIN_SHARE:
        return False
    in_all = [first, *(cv2.resize(other, first.shape[::-1], interpolation=cv2.INTER_AREA) for other in others)]
    return bool((np.min(in_all, axis=0) > DIE_THRESHOLD).any())


def reason_against(scene: QuestionedThrow) -> Reason | None:
    """Returns the reason against a reading of this throw, or None."""
    if not scene.decision.certain:
        return next(_reasons(scene))
    if scene.expect is None and any(body.border for body in scene.hidden):
        # If the expected number of dice was read, everything else in view is irrelevant.
        return Reason.CUT_OFF
    return Reason.TOO_MANY if len(scene.decision.dice) > MAX_DICE else None


def _reasons(scene: QuestionedThrow) -> Iterator[Reason]:
    """Yields the reasons against an uncertain reading, the most specific first; at least one."""
    height, width = scene.frame.shape[:2]
    if not scene.dice:
        yield Reason.FOREIGN_OBJECT if scene.hand else _nothing_seen(scene.frame, scene.bodies)
    most = MAX_DICE if scene.expect is None else scene.expect
    if len(scene.dice) > most and all(one.confidence >= FACE_THRESHOLD for one in scene.dice):
        yield Reason.TOO_MANY
    if any(one.near_border(height, width) for one in scene.suspects) or any(body.border for body in scene.hidden):
        yield Reason.CUT_OFF
    if any(_peeps_out(one, upper) for one in scene.suspects for upper in scene.sure):
        yield Reason.STACKED
    if any(_is_smeared(scene.frame, one) for one in scene.suspects):
        yield Reason.MOVING
    for one in scene.suspects:
        if max(one.faults) > SPOILT:
            yield FAULT_REASONS[one.faults.index(max(one.faults))]
    if any(one.unreadable > UNREAD or one.no_top > NO_FACE for one in scene.suspects):
        yield Reason.COCKED
    if scene.hand:
        yield Reason.FOREIGN_OBJECT
    if scene.suspects or scene.hidden or scene.expect is None or len(scene.sure) >= scene.expect:
        yield Reason.UNCLEAR
    yield Reason.TOO_FEW


def _suspicious(one: DieHypothesis, size: float | None) -> bool:
    """Whether an unread hypothesis may be a die; `size` is the edge of those that were read."""
    if one.evidence.strength < SUSPICIOUS:
        return False
    return size is None or SMALLEST * size < one.edge < LARGEST * size


def _is_smeared(frame: Frame, one: DieHypothesis) -> bool:
    """Whether a die was moving: gradients show it, and the network does not rule it out.

    Pips in a row, and light from the side, also make gradients of one direction stronger.
    """
    return one.faults[MOVING] > SLIGHTLY_MOVING and smear(frame, one.center, one.edge) > SMEARED


def _peeps_out(one: DieHypothesis, upper: DieHypothesis) -> bool:
    """Whether a hypothesis is the visible part of a die below another one."""
    near = float(np.hypot(*(one.center - upper.center))) < NEAR * (one.edge + upper.edge) / 2
    return near and one.edge < PEEPING * upper.edge


def _hides_a_die(body: DiceBlob, usual: float) -> bool:
    """Whether a region without a top face is (part of) a die; `usual` is the size of the dice found."""
    return body.certainty > HIDDEN_SURE and SMALLEST_HIDDEN * usual < body.cells < LARGEST_HIDDEN * usual


def _nothing_seen(frame: Frame, bodies: Sequence[DiceBlob]) -> Reason:
    """Returns why no die is seen."""
    # A sample of about 20,000 pixels is enough for frames of any size.
    step = max(1, max(frame.shape) // 160)
    sample = frame[::step, ::step]
    level = float(np.median(sample))
    if level < DARK and float(np.percentile(sample, 99)) < 4 * DARK:
        return Reason.TOO_DARK
    if level > BRIGHT:
        return Reason.TOO_BRIGHT
    parts = [body for body in bodies if body.certainty > HIDDEN_SURE and body.cells >= MIN_CELLS]
    if any(body.border for body in parts):
        return Reason.CUT_OFF
    return Reason.UNCLEAR if parts else Reason.EMPTY
