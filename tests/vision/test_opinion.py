"""Three opinions on a face are weighed; what is no die is left out, what is a die is not."""

import numpy as np
from numpy.typing import NDArray

from vision.classify import NO_DIE, NO_TOP
from vision.faces import Candidate
from vision.opinion import SURE, Opinion, dice_among, form_opinion
from vision.pips import Count
from vision.segment import GROUND, UNREADABLE

Floats = NDArray[np.float64]


def square(center: tuple[float, float] = (200.0, 200.0), edge: float = 80.0) -> Floats:
    return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * edge / 2 + center


def found(value: int, chance: float = 0.8, strength: float = 0.9) -> Candidate:
    classes = np.zeros(9)
    classes[value] = strength * chance
    classes[UNREADABLE] = strength * (1 - chance)
    classes[GROUND] = 1 - strength
    return Candidate(square(), classes, 60.0)


def classified(value: int, chance: float = 0.9, rest: int = NO_TOP) -> Floats:
    chances = np.zeros(8)
    chances[value] = chance
    chances[rest] += 1 - chance
    return chances


def counted(value: int, margin: float = 3.0) -> Count:
    return Count(value, np.zeros((value, 3)), margin, 0.1, 40.0)


def opinion(
    value: int = 5, count: int | None = 5, chance: float = 0.9, strength: float = 0.9, quad: Floats | None = None
) -> Opinion:
    seen = counted(count) if count is not None else None
    place = square() if quad is None else quad
    return form_opinion(found(value, strength=strength), place, classified(value, chance), seen)


def test_three_that_agree_are_sure() -> None:
    assert opinion(5, count=5).value == 5
    assert opinion(5, count=5).confidence > 0.97


def test_agreement_is_surer_than_silence_and_silence_than_contradiction() -> None:
    torn = form_opinion(found(5), square(), classified(5, 0.9, rest=4), counted(4))
    assert opinion(5, count=5).confidence > opinion(5, count=None).confidence > torn.confidence


def test_two_networks_against_a_clear_count_are_not_sure() -> None:
    split = classified(6, 0.6, rest=4)
    assert form_opinion(found(6), square(), split, counted(4)).confidence < SURE


def test_ground_is_left_out_and_a_die_that_cannot_be_read_is_not() -> None:
    ground = form_opinion(found(1, 0.5, strength=0.55), square((500, 500)), classified(NO_DIE), None)
    aslant = form_opinion(found(1, 0.1, strength=0.9), square((700, 500)), classified(NO_TOP), None)
    assert dice_among([opinion(), ground, aslant])[1:] == [aslant]


def test_one_die_seen_twice_is_one_die() -> None:
    near = opinion(4, count=4, chance=0.7, quad=square((215, 205)))
    sure = opinion(5)
    assert dice_among([near, sure]) == [sure]


def test_outlines_that_lie_over_one_another_are_one_die() -> None:
    left = opinion(quad=square((200, 200)))
    assert not left.apart_from(opinion(quad=square((250, 200))))
    assert left.apart_from(opinion(quad=square((282, 200))))


def test_an_outline_longer_than_any_face_is_not_sure() -> None:
    long = np.array([(0, 0), (160, 0), (160, 80), (0, 80)]) + 200.0
    assert opinion(quad=long).confidence < SURE
    oblong = np.array([(0, 0), (115, 0), (115, 80), (0, 80)]) + 200.0
    assert opinion(quad=oblong).confidence >= SURE


def test_a_mark_far_smaller_than_the_dice_is_none_of_them() -> None:
    mark = form_opinion(found(1, 0.3), square((400, 400), 12), classified(NO_TOP, 0.6, rest=1), None)
    sure = opinion()
    assert dice_among([sure, mark]) == [sure]


def test_a_face_that_reaches_the_border_may_go_on_beyond_it() -> None:
    assert opinion(quad=square((20, 200))).at_border(480, 640)
    assert not opinion(quad=square((60, 200))).at_border(480, 640)
    assert opinion(quad=square((600, 200))).at_border(480, 640)
    assert opinion(quad=square((200, 442))).at_border(480, 640)
