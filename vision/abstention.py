"""Why a reading is not given: what is wrong with the throw or the picture, most telling sign first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

import numpy as np

from vision.decision import Decision
from vision.detector import FaceMap, Frame
from vision.evidence import Opinion
from vision.faces import MIN_CELLS, DiceBlob, find_bodies
from vision.motion_blur import SMEARED, smear
from vision.probability import LIKELY, SURE
from vision.reading import Reason

MAX_DICE = 40
"""More dice than these are not read."""

DARK, BRIGHT = 12.0, 250.0
"""Median grey level of a frame below and above which there is nothing to be seen."""

HIDDEN_SURE, SMALLEST_HIDDEN, LARGEST_HIDDEN = 0.92, 0.2, 1.6
"""What has no top face is yet a die from this certainty and between these sizes, compared with the dice found."""

REACHES_IN = 0.02
"""Share of the frame that the hand map must cover for a hand to count as in view."""

SUSPICIOUS = 0.3
"""Where the finder sees a face with this probability and none was told, something is the matter."""

UNREAD, NO_FACE = 0.4, 0.5
"""Probabilities, the finder's and the classifier's, from which a face is one that nobody should read."""

SMALLEST, LARGEST = 0.4, 2.0
"""What is smaller or larger than this, compared with the dice that were told, is none."""

FAULT_REASONS = (Reason.COCKED, Reason.STACKED, Reason.MOVING, Reason.CUT_OFF)
"""What to say of the classifier's FAULTS, in their order: what covers a die is most often another one."""

SPOILT = 0.3
"""The probability of a fault from which it is named."""

NEAR, PEEPING = 1.1, 0.75
"""What is nearer to a die than this, in edges, and smaller than this part of it, peeps out under it."""


@dataclass(frozen=True)
class QuestionedThrow:
    """A throw whose reading is in question: the frame, the view in which the finder saw it best, and the decision."""

    frame: Frame
    view: FaceMap
    decision: Decision
    expect: int | None

    @cached_property
    def sure(self) -> list[Opinion]:
        """The dice whose faces are told."""
        return [one for one in self.decision.places if one.confidence >= SURE]

    @cached_property
    def dice(self) -> list[Opinion]:
        """What is likely a die, read or not."""
        return [one for one in self.decision.places if one.die >= LIKELY]

    @cached_property
    def suspects(self) -> list[Opinion]:
        """What may be a die and is not read."""
        size = median(one.edge for one in self.sure) if self.sure else None
        return [one for one in self.decision.places if one.confidence < SURE and _suspicious(one, size)]

    @cached_property
    def bodies(self) -> list[DiceBlob]:
        """The regions that the finder takes for dice."""
        return find_bodies(self.view, [one.quad for one in self.decision.possible if one.confidence >= SURE])

    @cached_property
    def hidden(self) -> list[DiceBlob]:
        """Regions without a top face that are dice, or parts of them, all the same."""
        sizes = [body.cells / body.tops for body in self.bodies if body.tops]
        usual = median(sizes) if sizes else 0.0
        return [body for body in self.bodies if body.tops == 0 and _hides_a_die(body, usual)]

    @property
    def hand(self) -> bool:
        """Whether something that looks like a hand reaches in."""
        return bool(self.view.hand.size and (self.view.hand > LIKELY).mean() > REACHES_IN)


def reason_against(scene: QuestionedThrow) -> Reason | None:
    """Returns why a reading of this throw is not given, None where it is."""
    if not scene.decision.certain:
        return next(_reasons(scene))
    if scene.expect is None and any(body.border for body in scene.hidden):
        # Where the number of dice is known and so many were read, whatever else there is does not count.
        return Reason.CUT_OFF
    return Reason.TOO_MANY if len(scene.decision.told) > MAX_DICE else None


def _reasons(scene: QuestionedThrow) -> Iterator[Reason]:
    """Yields the reasons for not giving an uncertain reading, the most telling first; there is always one."""
    height, width = scene.frame.shape[:2]
    if not scene.dice:
        yield Reason.FOREIGN_OBJECT if scene.hand else _nothing_seen(scene.frame, scene.bodies)
    most = MAX_DICE if scene.expect is None else scene.expect
    if len(scene.dice) > most and all(one.confidence >= SURE for one in scene.dice):
        yield Reason.TOO_MANY
    if any(one.near_border(height, width) for one in scene.suspects) or any(body.border for body in scene.hidden):
        yield Reason.CUT_OFF
    if any(_peeps_out(one, upper) for one in scene.suspects for upper in scene.sure):
        yield Reason.STACKED
    if any(smear(scene.frame, one.center, one.edge) > SMEARED for one in scene.suspects):
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


def _suspicious(one: Opinion, size: float | None) -> bool:
    """Whether what was not told may be a die all the same; `size` is the edge of those that were."""
    if one.evidence.strength < SUSPICIOUS:
        return False
    return size is None or SMALLEST * size < one.edge < LARGEST * size


def _peeps_out(one: Opinion, upper: Opinion) -> bool:
    """Whether what is seen of one die is what another that lies upon it leaves to be seen."""
    near = float(np.hypot(*(one.center - upper.center))) < NEAR * (one.edge + upper.edge) / 2
    return near and one.edge < PEEPING * upper.edge


def _hides_a_die(body: DiceBlob, usual: float) -> bool:
    """Whether a region without a top face is yet (part of) a die; `usual` is the size of the dice that were found."""
    return body.certainty > HIDDEN_SURE and SMALLEST_HIDDEN * usual < body.cells < LARGEST_HIDDEN * usual


def _nothing_seen(frame: Frame, bodies: Sequence[DiceBlob]) -> Reason:
    """Returns why no die is seen."""
    # A sample of some 20,000 pixels, however large the frame is.
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
