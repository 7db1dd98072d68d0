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


@pytest.mark.parametrize("size", [(24, 32), (960, 1280), (2464, 3280)])
def test_pictures_of_any_size_can_be_annotated(size: tuple[int, int]) -> None:
    shown = annotate(np.zeros((*size, 3), np.uint8), Reading((1,), None, "", 0.98, (die(1),), 5.0))
    assert shown.shape[:2] == size
