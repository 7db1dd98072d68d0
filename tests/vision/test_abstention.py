"""Why a reading is not given, from what is thought of a throw."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.seen import hypothesis
from vision.abstention import MAX_DICE, QuestionedThrow, reason_against, shows_hand
from vision.decision import Decision
from vision.hypotheses import DieHypothesis
from vision.motion_blur import SMEARED, smear
from vision.outlines import Floats
from vision.probability import READING_THRESHOLD
from vision.reading import Reason
from vision.segmentation import FaceMap, Frame

FRAME = np.asarray(np.random.default_rng(0).normal(110, 12, (480, 640, 3)).clip(0, 255), np.uint8)


def view_of(*regions: tuple[slice, slice], certainty: float = 0.95, hand: float = 0.0) -> FaceMap:
    """Returns the detector's map of 48×64 cells of ten pixels, with dice in these regions (rows, columns)."""
    ground = np.ones((48, 64), np.float32)
    for rows, columns in regions:
        ground[rows, columns] = 1 - certainty
    hands = np.zeros_like(ground)
    hands[: round(48 * hand)] = 1.0
    return FaceMap(ground, np.zeros_like(ground), np.zeros_like(ground), 10.0, 10.0, hand=hands)


DIE = (slice(16, 24), slice(16, 24))
"""Where the die of `hypothesis()` is seen."""


def why(
    told: list[DieHypothesis],
    others: list[DieHypothesis] | None = None,
    expect: int | None = None,
    probability: float = 0.5,
    view: FaceMap | None = None,
    frame: Frame = FRAME,
) -> Reason | None:
    shown = view_of(DIE) if view is None else view
    return reason_against(
        QuestionedThrow(frame, shown, Decision(tuple(told), tuple(others or ()), probability), expect)
    )


def test_a_reading_that_is_certain_is_given() -> None:
    assert why([hypothesis()], probability=READING_THRESHOLD) is None
    assert why([hypothesis()], expect=1, probability=READING_THRESHOLD) is None
    assert why([hypothesis()], probability=READING_THRESHOLD - 0.01) is not None


def test_where_the_number_is_known_nothing_beside_the_dice_matters() -> None:
    crumb = hypothesis((420, 300), sure=0.3, no_top=0.6)
    at_border = view_of(DIE, (slice(20, 26), slice(58, 64)))
    assert why([hypothesis()], [crumb], 1, READING_THRESHOLD, view_of(DIE, hand=0.5)) is None
    assert why([hypothesis()], None, 1, READING_THRESHOLD, at_border) is None
    assert why([hypothesis()], None, None, READING_THRESHOLD, at_border) is Reason.CUT_OFF, (
        "half a die at the border may count"
    )


def test_no_more_dice_than_anybody_lays_out_are_read() -> None:
    many = [hypothesis()] * (MAX_DICE + 1)
    assert why(many, probability=READING_THRESHOLD) is Reason.TOO_MANY
    assert why(many[1:], probability=READING_THRESHOLD) is None


def test_nothing_is_empty_dark_bright_or_cut_off() -> None:
    nothing = view_of()
    assert why([], view=nothing) is Reason.EMPTY
    assert why([], view=nothing, frame=np.zeros_like(FRAME)) is Reason.TOO_DARK
    assert why([], view=nothing, frame=np.full_like(FRAME, 255)) is Reason.TOO_BRIGHT
    assert why([], view=view_of((slice(20, 26), slice(58, 64)))) is Reason.CUT_OFF
    assert why([], view=view_of(DIE)) is Reason.UNCLEAR
    assert why([], view=view_of(hand=0.2)) is Reason.FOREIGN_OBJECT


def test_the_number_must_be_the_expected_one() -> None:
    assert why([hypothesis()], [hypothesis((400, 300))], 1) is Reason.TOO_MANY
    assert why([hypothesis()], None, 2) is Reason.TOO_FEW


def test_a_die_that_is_not_read_is_unclear_leaning_or_cut_off() -> None:
    first = hypothesis()
    for place, known, reason in (
        ((400, 300), {"sure": 0.5}, Reason.UNCLEAR),
        ((400, 300), {"sure": 0.1, "unreadable": 0.6}, Reason.COCKED),
        ((400, 300), {"sure": 0.1, "no_top": 0.6}, Reason.COCKED),
        ((600, 300), {"sure": 0.5}, Reason.CUT_OFF),
        ((250, 230), {"sure": 0.1, "edge": 45.0}, Reason.STACKED),
        ((400, 300), {"sure": 0.1, "faults": (0.0, 0.0, 0.5, 0.1)}, Reason.MOVING),
        ((400, 300), {"sure": 0.1, "faults": (0.5, 0.1, 0.0, 0.0)}, Reason.COCKED),
    ):
        assert why([first], [hypothesis(place, **known)], 2) is reason


def test_what_is_far_smaller_than_the_dice_is_no_reason_of_its_own() -> None:
    speck = hypothesis((400, 300), sure=0.1, edge=20.0, no_top=0.9)
    assert why([hypothesis()], [replace(speck, die=0.1)], 2) is Reason.TOO_FEW


def test_a_region_without_a_top_face_is_a_die_where_it_is_certain_and_as_large_as_one() -> None:
    inside = (slice(30, 36), slice(40, 47))
    assert why([hypothesis()], None, 2, view=view_of(DIE, inside)) is Reason.UNCLEAR
    assert why([hypothesis()], None, 2, view=view_of(DIE, (slice(28, 44), slice(34, 50)))) is Reason.TOO_FEW, (
        "too large"
    )
    vague = view_of(DIE)
    vague.ground[inside] = 0.4
    assert why([hypothesis()], None, 2, view=vague) is Reason.TOO_FEW, "not certain"


def test_unclear_dice_under_a_hand_are_refused_because_of_the_hand() -> None:
    assert why([hypothesis(sure=0.5)], None, 1, view=view_of(DIE, hand=0.1)) is Reason.FOREIGN_OBJECT


def test_motion_smears_one_way() -> None:
    frame = np.full((300, 300), 60, np.uint8)
    frame[110:190, 110:190] = 220
    kernel = np.ones(61) / 61
    moving = np.apply_along_axis(lambda row: np.convolve(row, kernel, "same"), 1, frame.astype(float))
    center = np.array([150.0, 150.0])
    assert smear(_coloured(frame), center, 80.0) < SMEARED < smear(_coloured(moving.astype(np.uint8)), center, 80.0)


def _coloured(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.repeat(grey[..., None], 3, axis=2)


@pytest.mark.parametrize(("fault", "reason"), [(0.1, Reason.MOVING), (0.0, Reason.UNCLEAR)])
def test_a_die_with_gradients_of_one_direction_moves_unless_the_network_rules_it_out(
    fault: float, reason: Reason
) -> None:
    rows = np.random.default_rng(0).normal(110, 40, 480).clip(0, 255).astype(np.uint8)
    striped = np.ascontiguousarray(np.broadcast_to(rows[:, None, None], (480, 640, 3)))
    die = hypothesis(sure=0.5, faults=(0.0, 0.0, fault, 0.0))
    assert why([die], expect=1, frame=striped) is reason


@pytest.mark.parametrize("expect", [None, 2])
def test_there_is_always_a_reason(expect: int | None) -> None:
    rng = np.random.default_rng(3)
    for _ in range(60):
        places: list[DieHypothesis] = []
        for _ in range(int(rng.integers(4))):
            at: Floats = rng.uniform(50, 430, 2)
            known = {"sure": float(rng.random()), "no_top": float(rng.random()), "unreadable": float(rng.random())}
            one = hypothesis((float(at[0]), float(at[1])), edge=float(rng.uniform(20, 120)), **known)
            places.append(replace(one, die=float(rng.random()), faults=tuple(rng.uniform(0, 0.5, 4).tolist())))
        told = sorted(places, key=lambda one: -one.die)[: expect or 4]
        assert why(told, [one for one in places if one not in told], expect, view=view_of(DIE)) is not None


def test_a_hand_is_one_if_every_view_shows_some_of_it() -> None:
    sure, unsure, none = view_of(DIE, hand=0.1), view_of(DIE, hand=0.01), view_of(DIE)
    assert shows_hand([sure])
    assert shows_hand([sure, sure])
    assert not shows_hand([unsure])
    assert not shows_hand([sure, none]), "the first one saw it on empty felt"
