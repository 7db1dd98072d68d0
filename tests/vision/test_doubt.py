"""Why the eye keeps silent, from what it thinks of a frame."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.seen import opinion, square
from vision.doubt import doubt
from vision.faces import Body
from vision.lean import excess_sides
from vision.opinion import Opinion
from vision.reading import Reason
from vision.segment import FaceMap, Frame
from vision.smear import SMEARED, smear

FRAME = np.asarray(np.random.default_rng(0).normal(110, 12, (480, 640, 3)).clip(0, 255), np.uint8)
WHOLE = Body(cells=60, tops=1, top_cells=55.0, border=False, certainty=0.95)


def why(
    told: list[Opinion],
    bodies: list[Body],
    expect: int | None = None,
    leaning: bool = False,
    others: list[Opinion] | None = None,
    chance: float | None = None,
) -> Reason | None:
    sure = float(np.prod([one.confidence for one in told])) if chance is None else chance
    if expect is not None and len(told) != expect:
        sure = 0.0
    return doubt(FRAME, told, others or [], sure, lambda: bodies, leaning, expect)


def test_dice_all_told_are_no_reason() -> None:
    assert why([opinion()], [WHOLE]) is None
    assert why([opinion()], [WHOLE], expect=1) is None


def test_nothing_is_empty_and_a_piece_at_the_border_is_cut_off() -> None:
    assert why([], []) is Reason.EMPTY
    assert why([], [Body(40, 0, 0.0, True, 0.95)]) is Reason.CUT_OFF


def test_the_number_must_be_the_expected_one() -> None:
    assert why([opinion()], [WHOLE] * 2, expect=1, others=[opinion((400, 300))], chance=0.01) is Reason.TOO_MANY
    assert why([opinion()], [WHOLE], expect=2) is Reason.TOO_FEW


def test_two_faces_of_a_die_that_leans_are_not_two_dice() -> None:
    second = opinion((290, 200))
    assert why([opinion()], [WHOLE], expect=1, others=[second], chance=0.01, leaning=True) is Reason.COCKED


def test_missing_dice_and_too_much_body_mean_that_one_lies_upon_another() -> None:
    assert why([opinion()], [Body(95, 1, 50.0, False, 0.95)], expect=2) is Reason.STACKED
    peeping = opinion((250, 230), sure=0.1, edge=45.0)
    assert why([opinion()], [WHOLE], expect=2, others=[peeping]) is Reason.STACKED


def test_when_all_expected_are_told_other_things_do_not_matter() -> None:
    crumb = opinion((420, 300), sure=0.3, no_top=0.6)
    assert why([opinion()], [WHOLE], expect=1, others=[crumb]) is None
    assert why([opinion(), crumb], [WHOLE]) is Reason.COCKED


def test_a_die_that_cannot_be_told_is_unclear_aslant_or_cut_off() -> None:
    assert why([opinion(), opinion((400, 300), sure=0.5)], [WHOLE]) is Reason.UNCLEAR
    assert why([opinion(), opinion((400, 300), sure=0.1, unreadable=0.6)], [WHOLE]) is Reason.COCKED
    assert why([opinion(), opinion((600, 300), sure=0.5)], [WHOLE]) is Reason.CUT_OFF


def test_what_is_far_smaller_than_the_dice_is_no_reason_of_its_own() -> None:
    speck = opinion((400, 300), sure=0.1, edge=20.0, no_top=0.9)
    assert why([opinion()], [WHOLE], expect=2, others=[speck]) is Reason.TOO_FEW


def test_in_the_box_a_leaning_die_is_aslant_however_well_it_is_read() -> None:
    assert why([opinion()], [WHOLE], expect=1, leaning=True) is Reason.COCKED
    assert why([opinion()], [WHOLE], leaning=True) is None, "another camera may look from the side"
    assert why([opinion(), opinion((36, 200))], [WHOLE], expect=2, leaning=True) is Reason.COCKED, "even beside this"


def test_in_the_box_a_face_that_goes_on_beyond_the_border_is_cut_off_however_well_it_is_read() -> None:
    assert why([opinion((36, 200))], [WHOLE], expect=1) is Reason.CUT_OFF
    assert why([opinion((46, 200))], [WHOLE], expect=1) is None


WIDE = 0.17
"""A side wider by this than any flat die shows, in edges, is much."""


def with_side(rows: slice, frame: Frame = FRAME) -> FaceMap:
    """A view of 48×64 cells of ten pixels of a frame in which dice are at the rows given, in columns 28 to 35."""
    ground = np.ones((48, 64), np.float32)
    ground[rows, 28:36] = 0.0
    bright = frame[5::10, 5::10].max(2)
    return FaceMap(ground, np.zeros_like(ground), np.zeros_like(ground), 10.0, 10.0, bright=bright)


def test_a_flat_die_shows_its_sides_towards_the_middle_only() -> None:
    die = opinion((319.5, 79.5))
    flat, outwards = with_side(slice(4, 14)), with_side(slice(0, 12))
    assert excess_sides(flat, [die])[0] < WIDE
    assert excess_sides(outwards, [die])[0] > WIDE


def test_near_the_middle_a_flat_die_shows_no_sides_at_all() -> None:
    die = opinion((319.5, 239.5))
    assert excess_sides(with_side(slice(20, 28)), [die])[0] < WIDE
    assert excess_sides(with_side(slice(20, 32)), [die])[0] > WIDE


def test_each_die_has_its_own_sides_and_none_of_another() -> None:
    leaning, flat = opinion((319.5, 239.5)), opinion((319.5, 399.5))
    seen = with_side(slice(20, 32))
    seen.ground[36:44, 28:36] = 0.0
    of_leaning, of_flat = excess_sides(seen, [leaning, flat])
    assert of_leaning == excess_sides(seen, [leaning])[0] > WIDE
    assert of_flat < WIDE


def test_what_another_die_may_cover_is_no_side() -> None:
    one, other = opinion((319.5, 239.5), edge=160), opinion((319.5, 431.5), edge=160)
    apart, between = with_side(slice(16, 32)), with_side(slice(16, 48))
    apart.ground[35:48, 28:36] = 0.0
    assert excess_sides(between, [one])[0] > excess_sides(apart, [one])[0]
    assert excess_sides(between, [one, other]) == excess_sides(apart, [one, other])


def test_a_cell_that_an_edge_runs_through_is_of_the_top_face() -> None:
    die = opinion((319.5, 239.5), edge=84)
    top, half_a_cell_more, more = (with_side(slice(20, end)) for end in (28, 29, 30))
    assert excess_sides(half_a_cell_more, [die]) == excess_sides(top, [die])
    assert excess_sides(more, [die])[0] > excess_sides(top, [die])[0]


def test_an_outline_without_area_has_no_sides_and_takes_none() -> None:
    whole = opinion((319.5, 239.5))
    nothing = replace(whole, quad=np.tile(whole.center, (4, 1)))
    of_whole, of_nothing = excess_sides(with_side(slice(20, 32)), [whole, nothing])
    assert of_whole > WIDE
    assert of_nothing < WIDE


def test_the_shadow_of_a_die_is_no_side() -> None:
    die = opinion((319.5, 239.5))
    shaded = FRAME.copy()
    shaded[280:] //= 4
    assert excess_sides(with_side(slice(20, 32), shaded), [die])[0] < WIDE


@pytest.mark.parametrize("roll", range(4))
def test_sides_are_as_wide_whichever_corner_comes_first(roll: int) -> None:
    quad = square((319.5, 239.5), 80.0, 1.5)
    die = replace(opinion((319.5, 239.5)), quad=quad)
    seen = with_side(slice(20, 32))
    seen.ground[20:32, 26:38] = 0.0
    (first,) = excess_sides(seen, [die])
    assert first > WIDE
    assert excess_sides(seen, [replace(die, quad=np.roll(quad, roll, axis=0))])[0] == pytest.approx(first)


def test_a_side_is_as_wide_along_a_long_die_as_across_it() -> None:
    die = replace(opinion((319.5, 239.5)), quad=square((319.5, 239.5), 80.0, 1.5))
    top, below, beside = (with_side(slice(20, 28)) for _ in range(3))
    for view in (top, below, beside):
        view.ground[20:28, 26:38] = 0.0
    below.ground[28:32, 26:38] = 0.0
    beside.ground[20:28, 38:42] = 0.0
    assert excess_sides(top, [die])[0] < WIDE
    assert excess_sides(below, [die])[0] == pytest.approx(excess_sides(beside, [die])[0], abs=0.05)


def test_what_lies_at_a_corner_is_no_side() -> None:
    die = opinion((319.5, 239.5))
    seen = with_side(slice(20, 28))
    before = excess_sides(seen, [die])
    seen.ground[28:32, 36:40] = 0.0
    assert excess_sides(seen, [die]) == before


def test_in_the_box_regions_are_not_sought_where_all_dice_were_read() -> None:
    def never() -> list[Body]:
        raise AssertionError("sought")

    assert doubt(FRAME, [opinion()], [], 0.95, never, False, 1) is None
    with pytest.raises(AssertionError, match="sought"):
        doubt(FRAME, [opinion()], [], 0.5, never, False, 1)


def test_a_region_without_a_top_face_is_the_reason_where_dice_are_unsure() -> None:
    unsure = opinion(sure=0.5)
    assert why([opinion()], [WHOLE, Body(40, 0, 0.0, True, 0.95)]) is Reason.CUT_OFF, "half a die at the border is one"
    assert why([unsure], [WHOLE, Body(40, 0, 0.0, True, 0.95)]) is Reason.CUT_OFF
    assert why([opinion()], [WHOLE, Body(40, 0, 0.0, False, 0.95)], expect=2) is Reason.UNCLEAR
    assert why([opinion()], [WHOLE, Body(40, 0, 0.0, False, 0.6)], expect=2) is Reason.TOO_FEW, "not certain to be one"
    assert why([opinion()], [WHOLE, Body(300, 0, 0.0, False, 0.95)], expect=2) is Reason.TOO_FEW, "far too large"


def test_a_hand_is_a_reason_for_silence_and_silences_nobody() -> None:
    def a_hand() -> float:
        return 0.1

    def never() -> float:
        raise AssertionError("asked")

    assert doubt(FRAME, [opinion()], [], 0.95, lambda: [WHOLE], False, 1, hand=never) is None
    assert doubt(FRAME, [opinion()], [], 0.95, lambda: [WHOLE], False, None, hand=a_hand) is None
    assert doubt(FRAME, [opinion(sure=0.3)], [], 0.3, lambda: [WHOLE], False, 1, hand=a_hand) is Reason.FOREIGN_OBJECT
    assert doubt(FRAME, [], [], 0.0, list, False, 1, hand=a_hand) is Reason.FOREIGN_OBJECT


def test_a_picture_full_of_other_things_is_not_counted() -> None:
    assert why([opinion()], [WHOLE, Body(1200, 0, 0.0, False, 0.7)]) is Reason.FOREIGN_OBJECT


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
