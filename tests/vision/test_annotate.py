"""The annotated picture is evidence: same size, same photograph, with marks where the dice are."""

import numpy as np
import pytest

from vision.annotate import annotate
from vision.reading import Die, Pip, Reading, Reason

SQUARE = ((100.0, 100.0), (180.0, 100.0), (180.0, 180.0), (100.0, 180.0))


def die(face: int | None) -> Die:
    return Die(face, 0.98 if face else 0.4, (140.0, 140.0), SQUARE, (Pip(140.0, 140.0, 9.0),))


def test_marks_lie_on_the_die_and_the_photograph_stays_untouched() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    before = frame.copy()
    shown = annotate(frame, Reading((1,), None, "", 0.98, (die(1),), 5.0))
    assert shown.shape == frame.shape
    assert (frame == before).all()
    changed = np.abs(shown.astype(int) - frame).sum(2) > 0
    assert changed[95:185, 95:185].any(), "outline and ring"
    assert not changed[300:, 300:].any(), "nothing elsewhere"
    assert (shown[140, 140] == frame[140, 140]).all(), "the ring leaves its pip to be seen"


def test_an_abstention_is_shown_with_its_reason() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    shown = annotate(frame, Reading(None, Reason.UNCLEAR, "The pips of a die are not clear.", 0.4, (die(None),), 5.0))
    assert (shown[:60, :200] != frame[:60, :200]).any()


def test_no_label_covers_that_of_the_die_beside_it() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    first, square = die(1), [(x + 60, y) for x, y in SQUARE]
    beside = Die(6, 0.97, (200.0, 140.0), tuple(square), ())
    alone, both = (annotate(frame, Reading((1,), None, "", 0.98, dice, 5.0)) for dice in ((first,), (first, beside)))
    assert (both[188:230] == alone[188:230]).all(), "the first die's label, below it"
    assert (both[60:92, 170:230] != frame[60:92, 170:230]).any(), "the other's, above"


def test_a_label_leaves_the_dice_about_it_to_be_seen() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    below = Die(6, 0.97, (140.0, 225.0), tuple((x, y + 85) for x, y in SQUARE), ())
    shown = annotate(frame, Reading((1, 6), None, "", 0.97, (die(1), below), 5.0))
    assert (shown[190:260, 105:175] == 120).all(), "the inside of the lower one"
    assert (shown[60:92, 110:170] != 120).any(), "the upper one's label, above it"


@pytest.mark.parametrize("reason", [None, Reason.UNCLEAR])
def test_the_verdict_leaves_a_die_in_the_corner_to_be_seen(reason: Reason | None) -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    corner = Die(2, 0.97, (50.0, 50.0), ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0)), ())
    faces, message = ((2,), "") if reason is None else (None, "The pips of a die are not clear enough: shake again.")
    shown = annotate(frame, Reading(faces, reason, message, 0.9, (corner,), 5.0))
    assert (shown[15:85, 15:85] == 120).all()
    assert (shown[:60, 560:] != 120).any(), "it stands on the right"


def test_a_verdict_of_two_lines_stands_above_the_lower_border_where_dice_fill_the_upper_corners() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    across = ((5.0, 5.0), (635.0, 5.0), (635.0, 90.0), (5.0, 90.0))
    message = "The pips of a die are not clear enough: shake again."
    shown = annotate(
        frame, Reading(None, Reason.UNCLEAR, message, 0.4, (Die(None, 0.4, (320.0, 48.0), across, ()),), 5.0)
    )
    assert (shown[400:, :200] != 120).any()
    assert (shown[10:85, 10:200] == 120).all()


def test_a_long_message_fits_a_narrow_picture() -> None:
    frame = np.full((480, 320, 3), 120, np.uint8)
    message = "Something that is no die lies in the picture: take it out and read again."
    shown = annotate(frame, Reading(None, Reason.FOREIGN_OBJECT, message, 0.4, (), 5.0))
    letters = np.nonzero((shown > 150).any(2).any(0))[0]
    assert letters.max() < 320 - 2, "the plate ends in a margin"


@pytest.mark.parametrize("size", [(24, 32), (960, 1280), (2464, 3280)])
def test_pictures_of_any_size_can_be_annotated(size: tuple[int, int]) -> None:
    shown = annotate(np.zeros((*size, 3), np.uint8), Reading((1,), None, "", 0.98, (die(1),), 5.0))
    assert shown.shape[:2] == size
