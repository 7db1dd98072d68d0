"""When the eye keeps silent, and what it says then."""

from collections.abc import Sequence

import numpy as np

from vision.faces import LEAST_CELLS, Body
from vision.opinion import Opinion
from vision.reading import Die, Reason
from vision.segment import UNREADABLE, Frame
from vision.smear import SMEARED, smear

MOST_DICE = 40

DARK, BRIGHT = 12.0, 250.0
"""Median grey level of a frame below and above which there is nothing to be seen."""

HIDDEN_SURE, SMALLEST_HIDDEN, LARGEST_HIDDEN = 0.85, 0.2, 1.6
"""What has no top face is yet a die from this certainty and between these sizes, compared with the dice found."""

OVERHANG = 1.27
"""Where dice are missing and the others show more body than this for their top faces, one hides under another."""

CLUTTER = 10.0
"""So many times the dice's own area of what looks like dice and is none: a picture in which to trust no count."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def doubt(
    frame: Frame,
    opinions: Sequence[Opinion],
    bodies: Sequence[Body],
    dice: Sequence[Die],
    leaning: bool,
    expect: int | None,
) -> Reason | None:
    """Returns why a frame cannot be told, or None where it can.

    `leaning` says that some die shows sides as no flat one does. It counts where the number of dice is given: that is
    the box, whose camera looks straight down.
    """
    if not opinions:
        return _nothing_seen(frame, bodies)
    told = sum(die.face is not None for die in dice)
    if expect is not None and told == expect:
        # All that must lie there was read: what else there is, is not a die that counts.
        return Reason.COCKED if leaning else None
    if told > (MOST_DICE if expect is None else expect):
        return Reason.TOO_MANY
    usual = float(np.median([body.cells / body.tops for body in bodies if body.tops] or [0]))
    hidden = [body for body in bodies if body.tops == 0 and _hides_a_die(body, usual)]
    untold = [opinion for opinion, die in zip(opinions, dice, strict=True) if die.face is None]
    height, width = frame.shape[:2]
    if any(opinion.at_border(height, width) for opinion in untold) or any(body.border for body in hidden):
        return Reason.CUT_OFF
    if any(smear(frame, opinion.center, opinion.edge) > SMEARED for opinion in untold):
        return Reason.MOVING
    if any(opinion.candidate.classes[UNREADABLE] > 0.4 or opinion.no_top > 0.5 for opinion in untold):
        return Reason.COCKED
    if untold or hidden:
        return Reason.UNCLEAR
    found = [body for body in bodies if body.tops]
    if expect is None:
        strange = sum(body.cells for body in bodies if not body.tops)
        return Reason.FOREIGN_OBJECT if strange > CLUTTER * sum(body.cells for body in found) else None
    overhang = sum(body.cells for body in found) / max(sum(body.top_cells for body in found), 1e-6)
    return Reason.STACKED if overhang > OVERHANG else Reason.TOO_FEW


def _hides_a_die(body: Body, usual: float) -> bool:
    """Whether a region without a top face is yet (part of) a die; `usual` is the size of the dice that were found."""
    return body.certainty > HIDDEN_SURE and SMALLEST_HIDDEN * usual < body.cells < LARGEST_HIDDEN * usual


def _nothing_seen(frame: Frame, bodies: Sequence[Body]) -> Reason:
    level = float(np.median(frame[::8, ::8]))
    if level < DARK and float(np.percentile(frame[::8, ::8], 99)) < 4 * DARK:
        return Reason.TOO_DARK
    if level > BRIGHT:
        return Reason.TOO_BRIGHT
    parts = [body for body in bodies if body.certainty > HIDDEN_SURE and body.cells >= LEAST_CELLS]
    if any(body.border for body in parts):
        return Reason.CUT_OFF
    return Reason.UNCLEAR if parts else Reason.EMPTY


def dice_words(count: int) -> str:
    """Returns a number of dice in words.

    >>> dice_words(1), dice_words(2), dice_words(12)
    ('one die', 'two dice', '12 dice')
    """
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} die" if count == 1 else f"{number} dice"


def message(reason: Reason, found: int, expect: int | None) -> str:
    """Returns one sentence for people: what is the matter and what to do about it."""
    seen = dice_words(found)
    wanted = dice_words(expect) if expect is not None else "the dice"
    return {
        Reason.EMPTY: "There are no dice: put them in and shake.",
        Reason.TOO_FEW: f"Only {seen} can be seen where {wanted} must lie: look for what is missing and shake again.",
        Reason.TOO_MANY: f"There seem to be {seen} where {wanted} must lie: take out what is too many and shake again.",
        Reason.TOUCHING: "Dice touch so closely that they cannot be told apart: shake again.",
        Reason.COCKED: "A die lies aslant: shake again.",
        Reason.STACKED: "One die lies upon another: shake again.",
        Reason.MOVING: "The dice were still moving: wait until they rest, then read again.",
        Reason.CUT_OFF: "A die lies partly out of the picture: shake again.",
        Reason.FOREIGN_OBJECT: "Something that is no die lies in the picture: take it out and read again.",
        Reason.TOO_DARK: "It is too dark to read the dice: give more light and read again.",
        Reason.TOO_BRIGHT: "It is too bright to read the dice: give less light and read again.",
        Reason.BLURRED: "The picture is blurred: focus or clean the lens and read again.",
        Reason.UNCLEAR: "The pips of a die are not clear enough: shake again.",
        Reason.CAMERA: "The camera gave no picture: check its cable.",
    }[reason]
