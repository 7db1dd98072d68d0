"""Why the eye keeps silent, from what it thinks of a frame."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.doubt import doubt, message
from vision.faces import Body, Candidate
from vision.lean import LEANS, excess_sides, leans, off_centre
from vision.opinion import Opinion
from vision.pips import Count
from vision.reading import Die, Reason
from vision.segment import UNREADABLE, FaceMap
from vision.smear import SMEARED, smear

FRAME = np.asarray(np.random.default_rng(0).normal(110, 12, (480, 640, 3)).clip(0, 255), np.uint8)
WHOLE = Body(cells=60, tops=1, top_cells=50.0, border=False, certainty=0.95)


def seen(
    center: tuple[float, float] = (200, 200), sure: float = 0.99, no_top: float = 0.0, unreadable: float = 0.0
) -> Opinion:
    quad = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 40.0 + center
    classes = np.zeros(9)
    classes[5], classes[UNREADABLE] = 0.9 - unreadable, unreadable
    return Opinion(Candidate(quad, classes, 50.0), quad, None, 5, sure, 0.0, no_top)


def why(opinions: list[Opinion], bodies: list[Body], expect: int | None = None, leaning: bool = False) -> Reason | None:
    dice = [Die(5 if one.confidence > 0.9 else None, one.confidence, (0.0, 0.0), (), ()) for one in opinions]
    return doubt(FRAME, opinions, bodies, dice, leaning, expect)


def test_dice_all_told_are_no_reason() -> None:
    assert why([seen()], [WHOLE]) is None
    assert why([seen()], [WHOLE], expect=1) is None


def test_nothing_is_empty_and_a_piece_at_the_border_is_cut_off() -> None:
    assert why([], []) is Reason.EMPTY
    assert why([], [Body(40, 0, 0.0, True, 0.95)]) is Reason.CUT_OFF


def test_the_number_must_be_the_expected_one() -> None:
    pair = [seen(), seen((400, 300))]
    assert why(pair, [WHOLE, WHOLE], expect=1) is Reason.TOO_MANY
    assert why([seen()], [WHOLE], expect=2) is Reason.TOO_FEW


def test_missing_dice_and_too_much_body_mean_that_one_lies_upon_another() -> None:
    assert why([seen()], [Body(95, 1, 50.0, False, 0.95)], expect=2) is Reason.STACKED


def test_when_all_expected_are_told_other_things_do_not_matter() -> None:
    crumb = seen((420, 300), sure=0.3, no_top=0.6)
    assert why([seen(), crumb], [WHOLE], expect=1) is None
    assert why([seen(), crumb], [WHOLE]) is Reason.COCKED


def test_a_die_that_cannot_be_told_is_unclear_aslant_or_cut_off() -> None:
    assert why([seen(), seen((400, 300), sure=0.5)], [WHOLE]) is Reason.UNCLEAR
    assert why([seen(), seen((400, 300), sure=0.1, unreadable=0.6)], [WHOLE]) is Reason.COCKED
    assert why([seen(), seen((610, 300), sure=0.5)], [WHOLE]) is Reason.CUT_OFF


def test_in_the_box_a_leaning_die_is_aslant_however_well_it_is_read() -> None:
    assert why([seen()], [WHOLE], expect=1, leaning=True) is Reason.COCKED
    assert why([seen()], [WHOLE], leaning=True) is None, "another camera may look from the side"


def with_side(rows: slice) -> FaceMap:
    """A view of 48×64 cells of ten pixels in which dice are at the rows given, in columns 28 to 35."""
    ground = np.ones((48, 64), np.float32)
    ground[rows, 28:36] = 0.0
    return FaceMap(np.concatenate([ground[None], np.zeros((8, 48, 64), np.float32)]), 10.0, 10.0)


def test_a_flat_die_shows_its_sides_towards_the_middle_only() -> None:
    die = seen((319.5, 79.5))
    flat, outwards = with_side(slice(4, 14)), with_side(slice(1, 12))
    assert excess_sides(flat, [die], 480, 640)[0] < LEANS
    assert excess_sides(outwards, [die], 480, 640)[0] > LEANS


def test_near_the_middle_a_flat_die_shows_no_sides_at_all() -> None:
    die = seen((319.5, 239.5))
    assert excess_sides(with_side(slice(20, 28)), [die], 480, 640)[0] < LEANS
    assert excess_sides(with_side(slice(20, 31)), [die], 480, 640)[0] > LEANS


def counted(shift: float) -> Opinion:
    """A five whose pips lie so many pixels beside the middle of its outline, of 80 pixels a side."""
    die = seen()
    places = np.array([(-20, -20), (20, -20), (0, 0), (-20, 20), (20, 20)]) + die.center + (shift, 0)
    count = Count(5, np.column_stack([places, np.full(5, 6.0)]), 0.2, 0.3, 80.0)
    return replace(die, count=count)


def test_an_outline_that_takes_in_a_side_has_its_pips_off_centre() -> None:
    assert off_centre(counted(0)) == pytest.approx(0)
    assert off_centre(counted(10)) == pytest.approx(10 / 40)
    assert off_centre(seen()) == 0, "nothing was counted"
    view = with_side(slice(16, 24))
    assert not leans(view, [counted(4)], 480, 640)
    assert leans(view, [counted(10)], 480, 640)


def test_a_hidden_die_is_not_passed_over() -> None:
    assert why([seen()], [WHOLE, Body(40, 0, 0.0, False, 0.95)]) is Reason.UNCLEAR
    assert why([seen()], [WHOLE, Body(40, 0, 0.0, True, 0.95)]) is Reason.CUT_OFF
    assert why([seen()], [WHOLE, Body(40, 0, 0.0, False, 0.6)]) is None, "not certain to be one"
    assert why([seen()], [WHOLE, Body(300, 0, 0.0, False, 0.95)]) is None, "far larger than the dice"


def test_a_picture_full_of_other_things_is_not_counted() -> None:
    assert why([seen()], [WHOLE, Body(900, 0, 0.0, False, 0.7)]) is Reason.FOREIGN_OBJECT


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence_with_a_remedy(reason: Reason) -> None:
    said = message(reason, 1, 2)
    assert ": " in said
    assert said.endswith(".")
    assert said[0].isupper()
    assert message(reason, 1, None)


def test_motion_smears_one_way() -> None:
    frame = np.full((300, 300), 60, np.uint8)
    frame[110:190, 110:190] = 220
    rest = _coloured(frame)
    kernel = np.ones(61) / 61
    moving = np.apply_along_axis(lambda row: np.convolve(row, kernel, "same"), 1, frame.astype(float))
    assert smear(rest, np.array([150.0, 150.0]), 80.0) < SMEARED
    assert smear(_coloured(np.asarray(moving, np.uint8)), np.array([150.0, 150.0]), 80.0) > SMEARED


def _coloured(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.repeat(grey[..., None], 3, axis=2)
