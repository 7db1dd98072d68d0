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
    shown = annotate(frame, Reading((1,), None, 0.98, (die(1),), 5.0))
    assert shown.shape == frame.shape
    assert (frame == before).all()
    changed = np.abs(shown.astype(int) - frame).sum(2) > 0
    assert changed[95:185, 95:185].any(), "outline and ring"
    assert not changed[300:, 300:].any(), "nothing elsewhere"
    assert (shown[140, 140] == frame[140, 140]).all(), "the ring leaves its pip to be seen"


def test_an_abstention_is_shown_with_its_reason() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    shown = annotate(frame, Reading(None, Reason.UNCLEAR, 0.4, (die(None),), 5.0), "Shake again.")
    assert (shown[:60, :200] != frame[:60, :200]).any()


def test_no_label_covers_that_of_the_die_beside_it() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    first, square = die(1), [(x + 60, y) for x, y in SQUARE]
    beside = Die(6, 0.97, (200.0, 140.0), tuple(square), ())
    alone, both = (annotate(frame, Reading((1,), None, 0.98, dice, 5.0)) for dice in ((first,), (first, beside)))
    assert (both[188:230] == alone[188:230]).all(), "the first die's label, below it"
    assert (both[60:92, 170:230] != frame[60:92, 170:230]).any(), "the other's, above"


def test_a_label_leaves_the_dice_about_it_to_be_seen() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    below = Die(6, 0.97, (140.0, 225.0), tuple((x, y + 85) for x, y in SQUARE), ())
    shown = annotate(frame, Reading((1, 6), None, 0.97, (die(1), below), 5.0))
    assert (shown[190:260, 105:175] == 120).all(), "the inside of the lower one"
    assert (shown[60:92, 110:170] != 120).any(), "the upper one's label, above it"


@pytest.mark.parametrize("reason", [None, Reason.UNCLEAR])
def test_the_verdict_leaves_a_die_in_the_corner_to_be_seen(reason: Reason | None) -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    corner = Die(2, 0.97, (50.0, 50.0), ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0)), ())
    faces, advice = ((2,), "") if reason is None else (None, "The pips of a die are not clear enough: shake again.")
    shown = annotate(frame, Reading(faces, reason, 0.9, (corner,), 5.0), advice)
    assert (shown[15:85, 15:85] == 120).all()
    assert (shown[:60, 560:] != 120).any(), "it stands on the right"


def test_a_verdict_of_two_lines_stands_above_the_lower_border_where_dice_fill_the_upper_corners() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    across = ((5.0, 5.0), (635.0, 5.0), (635.0, 90.0), (5.0, 90.0))
    reading = Reading(None, Reason.UNCLEAR, 0.4, (Die(None, 0.4, (320.0, 48.0), across, ()),), 5.0)
    shown = annotate(frame, reading, "The pips of a die are not clear enough: shake again.")
    assert (shown[400:, :200] != 120).any()
    assert (shown[10:85, 10:200] == 120).all()


def test_the_reason_stands_above_what_to_do_about_it_at_either_border() -> None:
    above, below = (np.full((480, 640, 3), 120, np.uint8) for _ in range(2))
    across = Die(None, 0.4, (320.0, 48.0), ((5.0, 5.0), (635.0, 5.0), (635.0, 90.0), (5.0, 90.0)), ())
    for frame, dice in ((above, ()), (below, (across,))):
        shown = annotate(frame, Reading(None, Reason.UNCLEAR, 0.4, dice, 5.0), "Shake again.").astype(int)
        words = shown[95:] if dice else shown
        ember, _ = np.nonzero(words[..., 2] - words[..., 0] > 100)
        parchment, _ = np.nonzero(words.min(2) > 180)
        assert ember.size, "the reason"
        assert parchment.size, "what to do"
        assert ember.max() < parchment.min()


def test_a_label_goes_beside_the_die_where_others_lie_above_and_below() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    others = [Die(6, 0.97, (140.0, 140.0 + d), tuple((x, y + d) for x, y in SQUARE), ()) for d in (-90, 90)]
    shown = annotate(frame, Reading((1, 6, 6), None, 0.97, (die(1), *others), 5.0))
    assert (shown[125:155, 190:250] != 120).any(), "on its right"


def test_a_line_leads_from_a_label_that_found_no_room_beside_its_die() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    about = [(x, y) for x in (-85, 0, 85) for y in (-85, 0, 85)]
    dice = [
        Die(4, 0.97, (300.0 + dx, 240.0 + dy), tuple((x + 160 + dx, y + 100 + dy) for x, y in SQUARE), ())
        for dx, dy in about
    ]
    alone = annotate(frame, Reading((4,) * 9, None, 0.97, tuple(one for one in dice if one.center != (300, 240)), 5.0))
    shown = annotate(frame, Reading((4,) * 9, None, 0.97, tuple(dice), 5.0))
    changed = np.abs(shown.astype(int) - alone).sum(2) > 0
    ys, xs = np.nonzero(changed)
    assert ((xs < 170) | (xs > 430) | (ys < 110) | (ys > 370)).any(), "its label, beyond them all"
    for one in dice:
        (left, upper), (right, lower) = one.polygon[0], one.polygon[2]
        inside = shown[int(upper) + 8 : int(lower) - 8, int(left) + 8 : int(right) - 8]
        assert (inside == 120).mean() > 0.85, "but for a line, every die is to be seen"


def test_a_single_die_that_fills_the_picture_is_not_covered_by_its_label() -> None:
    frame = np.full((90, 90, 3), 120, np.uint8)
    fills = Die(3, 0.97, (45.0, 45.0), ((8.0, 8.0), (82.0, 8.0), (82.0, 82.0), (8.0, 82.0)), ())
    shown = annotate(frame, Reading((3,), None, 0.97, (fills,), 5.0))
    assert (shown[15:75, 15:75] == 120).all(2).mean() > 0.9, "only the reading covers a corner"
    unread = annotate(
        frame, Reading(None, Reason.UNCLEAR, 0.5, (Die(None, 0.5, (45.0, 45.0), fills.polygon, ()),), 5.0)
    )
    assert (unread != frame).any()


def test_the_ring_of_a_small_pip_is_thin() -> None:
    frame = np.full((960, 1280, 3), 120, np.uint8)
    small = Die(1, 0.97, (140.0, 140.0), SQUARE, (Pip(140.0, 140.0, 2.5),))
    shown = annotate(frame, Reading((1,), None, 0.97, (small,), 5.0))
    assert (shown[139:142, 139:142] == 120).all(), "the pip can be seen"


def test_an_unread_face_gets_no_number() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    unsure, hopeless = (
        annotate(frame, Reading(None, Reason.UNCLEAR, 0.4, (Die(None, sure, (140.0, 140.0), SQUARE, ()),), 5.0))
        for sure in (0.62, 0.02)
    )
    assert (unsure == hopeless).all()


@pytest.mark.parametrize("size", [(24, 32), (960, 1280), (2464, 3280)])
def test_pictures_of_any_size_can_be_annotated(size: tuple[int, int]) -> None:
    shown = annotate(np.zeros((*size, 3), np.uint8), Reading((1,), None, 0.98, (die(1),), 5.0))
    assert shown.shape[:2] == size
