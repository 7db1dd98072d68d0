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

HIDDEN_BODY, HIDDEN_SURE = 0.2, 0.8
"""A part of a die without a top face counts from this share of a whole die's area, and from this certainty."""

HIDDEN_FACE, LARGEST_HIDDEN = 0.6, 1.25
"""So does what is no larger than a die, though uncertain, where a top face shows through with this probability."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def doubt(
    frame: Frame, opinions: Sequence[Opinion], bodies: Sequence[Body], dice: Sequence[Die], expect: int | None
) -> Reason | None:
    """Returns why a frame cannot be told, or None where it can."""
    if not opinions:
        return _nothing_seen(frame, bodies)
    untold = [opinion for opinion, die in zip(opinions, dice, strict=True) if die.face is None]
    height, width = frame.shape[:2]
    if any(opinion.leaves(height, width) for opinion in untold):
        return Reason.CUT_OFF
    usual = float(np.median([body.cells / body.tops for body in bodies if body.tops] or [0]))
    hidden = [body for body in bodies if body.tops == 0 and _hides_a_die(body, usual)]
    if any(body.border for body in hidden):
        return Reason.CUT_OFF
    if any(smear(frame, opinion.center, opinion.edge) > SMEARED for opinion in untold):
        return Reason.MOVING
    if expect is not None and len(dice) > expect:
        return Reason.TOO_MANY
    if any(opinion.candidate.classes[UNREADABLE] > 0.4 or opinion.no_top > 0.5 for opinion in untold):
        return Reason.COCKED
    if expect is not None and len(dice) < expect:
        return Reason.UNCLEAR if hidden else Reason.TOO_FEW
    if len(dice) > MOST_DICE:
        return Reason.TOO_MANY
    return Reason.UNCLEAR if untold or hidden else None


def _hides_a_die(body: Body, usual: float) -> bool:
    """Whether a region without a top face is yet (part of) a die; `usual` is the size of the dice that were found."""
    if body.cells < HIDDEN_BODY * usual:
        return False
    return body.certainty > HIDDEN_SURE or (body.face > HIDDEN_FACE and body.cells < LARGEST_HIDDEN * usual)


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
