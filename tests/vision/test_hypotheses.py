"""What is seen of one place in one look or several is weighed; agreement makes sure, contradiction does not."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.seen import PLAIN, Floats, detection, hypothesis, look, square, view_of
from vision.classifier import NO_DIE
from vision.detection import DetectionPass, places
from vision.hypotheses import DieHypothesis, form_hypotheses
from vision.outlines import off_centre
from vision.pip_count import PipCount
from vision.probability import BOTH_PASSES_WEIGHTS, FIRST_PASS_WEIGHTS, Weights
from vision.reading import KnownDice
from vision.segmentation import UNREADABLE


def only(*passes: DetectionPass, weights: Weights = FIRST_PASS_WEIGHTS) -> DieHypothesis:
    (found,) = form_hypotheses(passes, weights)
    return found


def test_finder_classifier_and_count_that_agree_are_sure() -> None:
    found = only(look(detection(5, square(), counted=5)))
    assert found.value == 5
    assert found.confidence > 0.9


@pytest.mark.parametrize("weights", [FIRST_PASS_WEIGHTS, BOTH_PASSES_WEIGHTS])
def test_agreement_is_surer_than_silence_and_silence_than_contradiction(weights: Weights) -> None:
    silent = replace(PLAIN, value=0.7, readable=0.5, agrees=0.0, clearly_agrees=0.0)
    agreed, torn = replace(silent, agrees=1.0, clearly_agrees=1.0), replace(silent, contradicts=1.0)
    assert weights.judge(agreed)[1] > weights.judge(silent)[1] > weights.judge(torn)[1]
    counted, uncounted, miscounted = (
        only(look(detection(5, square(), 0.7, count)), weights=weights) for count in (5, None, 4)
    )
    assert counted.confidence >= uncounted.confidence > miscounted.confidence


def test_ground_is_no_die_and_a_die_aslant_is_one_that_shows_nothing() -> None:
    ground = only(look(detection(1, square(), 0.05, rest=NO_DIE), strength=0.3))
    aslant = only(look(detection(1, square(), 0.05), view=view_of({UNREADABLE: square()})))
    assert ground.die < 0.1
    assert aslant.die > ground.die
    assert aslant.right < 0.2


def test_several_looks_that_agree_are_surer_than_those_that_differ() -> None:
    one, same, other = (look(detection(value, square(), 0.8, value)) for value in (5, 5, 3))
    assert (
        only(one, same, weights=BOTH_PASSES_WEIGHTS).confidence
        > only(one, other, weights=BOTH_PASSES_WEIGHTS).confidence
    )


def test_a_look_at_another_size_finds_what_the_first_missed() -> None:
    missed = DetectionPass(view_of({}), ())
    found = look(detection(5, square(), counted=5))
    (seen,) = form_hypotheses([missed, found], BOTH_PASSES_WEIGHTS)
    assert seen.value == 5
    assert seen.evidence.found == pytest.approx(0.5)


def test_one_die_seen_twice_is_one_place_and_dice_that_touch_are_two() -> None:
    left, again, right = (detection(5, square(at)) for at in ((200, 200), (215, 205), (282, 200)))
    assert len(places([look(left), look(again)])) == 1
    assert len(places([look(left, right)])) == 2


def lead(*passes: DetectionPass) -> Floats:
    ((first, *_),) = places(passes)
    return first.quad


def test_of_several_outlines_the_one_that_most_looks_share_leads() -> None:
    shared, longer = square(), square((214, 200), aspect=1.35)
    sure = look(detection(5, longer, 0.97))
    assert lead(look(detection(5, shared, 0.95)), sure, look(detection(5, shared, 0.94))) is shared
    assert lead(sure) is longer


def test_an_outline_with_its_pips_in_the_middle_leads_one_that_takes_in_a_side() -> None:
    wide, right = square((215, 200), aspect=1.375), square()
    with_side = detection(5, wide, 0.96, 5)
    assert with_side.count is not None
    with_side = replace(with_side, count=replace(with_side.count, pips=marks(0)))
    assert lead(look(with_side), look(detection(5, right, 0.95, 5))) is right


def test_two_halves_that_are_read_well_are_two_dice_and_others_are_none() -> None:
    whole = detection(3, square((240, 200), aspect=2.0), 0.3)
    halves = [detection(value, square(at), 0.95, half=True) for value, at in ((5, (200, 200)), (2, (280, 200)))]
    assert sorted(one.value for one in form_hypotheses([look(whole, *halves)], FIRST_PASS_WEIGHTS)) == [2, 5]
    good = detection(3, square((240, 200)), 0.95)
    poor = [replace(half, chances=tuple(0.1 * chance for chance in half.chances)) for half in halves]
    assert max(form_hypotheses([look(good, *poor)], FIRST_PASS_WEIGHTS), key=lambda one: one.confidence).value == 3


def test_what_is_far_larger_or_smaller_than_the_dice_is_hardly_one_of_them() -> None:
    def die_of(edge: float) -> float:
        quads = square((150, 150), 60), square((400, 300), edge)
        seen = look(
            detection(5, quads[0], 0.97, 5), detection(3, quads[1], 0.2), view=view_of({5: quads[0], 3: quads[1]})
        )
        return next(one for one in form_hypotheses([seen], FIRST_PASS_WEIGHTS) if one.value == 3).die

    assert die_of(180) < 0.3 * die_of(65)
    assert die_of(180) < 0.3 * die_of(40)


def test_only_a_die_of_several_pips_needs_a_count() -> None:
    def has_count(value: int, counted: int | None) -> bool:
        return only(look(detection(value, square(), counted=counted))).counted

    assert [has_count(5, counted) for counted in (5, 4, None)] == [True, False, False]
    assert has_count(1, None)


def test_pips_in_a_row_along_an_edge_are_evidence() -> None:
    quad = square()

    def two(*pips: tuple[float, float]) -> DieHypothesis:
        places = np.array([(x, y, 6.0) for x, y in pips])
        return only(
            look(replace(detection(2, quad, 0.97, 2), count=PipCount(2, places, 3.0, False, 40.0))),
            weights=BOTH_PASSES_WEIGHTS,
        )

    assert two((180.0, 200.0), (220.0, 201.0)).evidence.along
    assert not two((180.0, 182.0), (220.0, 219.0)).evidence.along


def test_a_face_that_the_dice_do_not_have_is_not_told() -> None:
    (seen,) = form_hypotheses(
        [look(detection(5, square(), 0.97, 5))], FIRST_PASS_WEIGHTS, KnownDice(faces=frozenset({1, 2, 6}))
    )
    assert seen.confidence == 0


def marks(shift: float) -> Floats:
    middle = np.array([200 + shift, 200])
    places = np.add([(-20, -20), (20, -20), (0, 0), (-20, 20), (20, 20)], middle)
    return np.column_stack([places, np.full(5, 6.0)])


def test_an_outline_that_takes_in_a_side_has_its_pips_off_centre() -> None:
    assert off_centre(square(), marks(0)[:, :2]) == pytest.approx(0)
    assert off_centre(square(), marks(10)[:, :2]) == pytest.approx(10 / 40)


def test_a_face_near_the_border_may_go_on_beyond_it() -> None:
    assert hypothesis((44, 200)).near_border(480, 640)
    assert not hypothesis((60, 200)).near_border(480, 640)
