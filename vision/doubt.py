"""Decides when a reading abstains, and for which reason."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.calibration import LIKELY, SURE, bar
from vision.cocked import flat_body
from vision.faces import LEAST_CELLS, Body
from vision.opinion import Opinion
from vision.reading import Reason
from vision.segment import Frame
from vision.smear import SMEARED, smear

MOST_DICE = 40

DARK, BRIGHT = 12.0, 250.0
"""Median grey level of a frame below and above which there is nothing to be seen."""

HIDDEN_SURE, SMALLEST_HIDDEN, LARGEST_HIDDEN = 0.92, 0.2, 1.6
"""What has no top face is yet a die from this certainty and between these sizes, compared with the dice found."""

REACHES_IN = 0.02
"""Share of the frame from which what looks like a hand is one."""

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

OVERHANG = 1.16
"""Where dice are missing and the others show so many times more body than they would lying flat, one hides under
another."""

CLUTTER = 15.0
"""So many times the dice's own area of what looks like dice and is none: a picture in which to trust no count."""


def doubt(
    frame: Frame,
    told: Sequence[Opinion],
    others: Sequence[Opinion],
    chance: float,
    find_bodies: Callable[[], Sequence[Body]],
    leaning: bool,
    expect: int | None,
    hand: Callable[[], float] = float,
) -> Reason | None:
    """Returns why a frame cannot be told, or None where it can.

    `told` are the opinions on what is taken for the dice, `others` those on what else there is; `chance` is the
    probability that those told are all, and right. `find_bodies` finds the regions of dice, when it is asked.
    `leaning` says that some die that is seen whole does not lie flat, which is known where the number of dice is given:
    that is the box, whose camera looks straight down. `hand` tells, when it is asked, the share of the frame that looks
    like a hand: it silences nobody, for other things do so too, but it is a reason for silence.
    """
    places = (*told, *others)
    dice = [one for one in places if one.die >= LIKELY]
    speaks = bool(told) and chance >= bar(expect)
    height, width = frame.shape[:2]
    if speaks and expect is not None:
        # All that must lie there was read: what else there is, is not a die that counts.
        if leaning:
            return Reason.COCKED
        return Reason.CUT_OFF if any(one.over_border(height, width) for one in told) else None
    bodies = find_bodies()
    usual = float(np.median([body.cells / body.tops for body in bodies if body.tops] or [0]))
    hidden = [body for body in bodies if body.tops == 0 and _hides_a_die(body, usual)]
    if speaks and not any(body.border for body in hidden):
        strange = sum(body.cells for body in bodies if not body.tops)
        return Reason.FOREIGN_OBJECT if strange > CLUTTER * sum(body.cells for body in bodies if body.tops) else None
    if not dice:
        return Reason.FOREIGN_OBJECT if hand() > REACHES_IN else _nothing_seen(frame, bodies)
    if len(dice) > (MOST_DICE if expect is None else expect) and all(one.confidence >= SURE for one in dice):
        # Two faces of a die that stands on its edge are told as two dice.
        return Reason.COCKED if leaning else Reason.TOO_MANY
    sure = [one for one in places if one.confidence >= SURE]
    size = float(np.median([one.edge for one in sure])) if sure else None
    suspects = [one for one in places if one.confidence < SURE and _suspicious(one, size)]
    if any(one.near_border(height, width) for one in suspects) or any(body.border for body in hidden):
        return Reason.CUT_OFF
    if any(_peeps_out(one, upper) for one in suspects for upper in sure):
        return Reason.STACKED
    if any(smear(frame, one.center, one.edge) > SMEARED for one in suspects):
        return Reason.MOVING
    spoilt = [FAULT_REASONS[one.faults.index(max(one.faults))] for one in suspects if max(one.faults) > SPOILT]
    if spoilt:
        return spoilt[0]
    if any(one.unreadable > UNREAD or one.no_top > NO_FACE for one in suspects):
        return Reason.COCKED
    if suspects or hidden or expect is None or len(sure) >= expect:
        return Reason.FOREIGN_OBJECT if hand() > REACHES_IN else Reason.COCKED if leaning else Reason.UNCLEAR
    return Reason.STACKED if _overhang(sure, bodies, height, width) > OVERHANG else Reason.TOO_FEW


def _overhang(dice: Sequence[Opinion], bodies: Sequence[Body], height: int, width: int) -> float:
    """Returns how many times more body is seen for the top faces than if these dice lay flat and alone."""
    found = [body for body in bodies if body.tops]
    seen = sum(body.cells for body in found) / max(sum(body.top_cells for body in found), 1e-6)
    axis = np.array([(width - 1) / 2, (height - 1) / 2])
    bodies_of = (flat_body(one.quad, axis, max(height, width)) for one in dice)
    flat = sum(cv2.contourArea(outline.astype(np.float32)) for outline in bodies_of)
    return seen * sum(one.edge**2 for one in dice) / max(flat, 1e-6)


def _suspicious(one: Opinion, size: float | None) -> bool:
    """Whether what was not told may be a die all the same; `size` is the edge of those that were."""
    if one.evidence.strength < SUSPICIOUS:
        return False
    return size is None or SMALLEST * size < one.edge < LARGEST * size


def _peeps_out(one: Opinion, upper: Opinion) -> bool:
    """Whether what is seen of one die is what another that lies upon it leaves to be seen."""
    near = float(np.hypot(*(one.center - upper.center))) < NEAR * (one.edge + upper.edge) / 2
    return near and one.edge < PEEPING * upper.edge


def _hides_a_die(body: Body, usual: float) -> bool:
    """Whether a region without a top face is yet (part of) a die; `usual` is the size of the dice that were found."""
    return body.certainty > HIDDEN_SURE and SMALLEST_HIDDEN * usual < body.cells < LARGEST_HIDDEN * usual


def _nothing_seen(frame: Frame, bodies: Sequence[Body]) -> Reason:
    # A sample of some 20,000 pixels, however large the frame is.
    step = max(1, max(frame.shape) // 160)
    sample = frame[::step, ::step]
    level = float(np.median(sample))
    if level < DARK and float(np.percentile(sample, 99)) < 4 * DARK:
        return Reason.TOO_DARK
    if level > BRIGHT:
        return Reason.TOO_BRIGHT
    parts = [body for body in bodies if body.certainty > HIDDEN_SURE and body.cells >= LEAST_CELLS]
    if any(body.border for body in parts):
        return Reason.CUT_OFF
    return Reason.UNCLEAR if parts else Reason.EMPTY
