"""Several frames of the same dice: they speak together or not at all."""

import pytest

from firmware.camera.fusion import agree
from tests.firmware.camera.doubles import abstention, reading
from vision.reading import Cause, Reading, Reason


def test_frames_that_say_the_same_are_surer_together_and_the_surest_is_the_evidence() -> None:
    chosen, joint = agree([reading(2, 5, confidence=c) for c in (0.9, 0.95, 0.85)])
    assert joint.faces == (2, 5)
    assert 0.9 < joint.confidence < 0.95, "more than their mean"
    assert chosen == 1


def test_no_number_of_frames_makes_certain() -> None:
    _, joint = agree([reading(2, 5, confidence=0.8)] * 1000)
    assert 0.8 < joint.confidence < 0.9


@pytest.mark.parametrize("odd_one_out", [0, 1, 2])
def test_one_silent_frame_does_not_silence_the_others(odd_one_out: int) -> None:
    frames = [reading(2, 5)] * 3
    frames[odd_one_out] = abstention(Reason.BLURRED)
    chosen, joint = agree(frames)
    assert joint.faces == (2, 5)
    assert chosen != odd_one_out


@pytest.mark.parametrize("odd_one_out", [0, 1, 2])
def test_one_speaking_frame_is_not_enough(odd_one_out: int) -> None:
    frames = [abstention(Reason.TOUCHING)] * 3
    frames[odd_one_out] = reading(2, 5)
    chosen, joint = agree(frames)
    assert (joint.faces, joint.reason) == (None, Reason.TOUCHING)
    assert chosen != odd_one_out


def test_half_is_not_enough() -> None:
    assert agree([reading(1), abstention(Reason.COCKED)])[1].faces is None


@pytest.mark.parametrize("frames", [[reading(2, 5), reading(2, 6)], [reading(1), reading(1), reading(1, 1)]])
def test_a_contradiction_is_never_outvoted(frames: list[Reading]) -> None:
    _, joint = agree(frames)
    assert (joint.faces, joint.reason, joint.confidence) == (None, Reason.UNCLEAR, 0.0)
    assert joint.cause is Cause.CONTRADICTION


def test_the_commonest_reason_is_given() -> None:
    frames = [abstention(Reason.BLURRED), abstention(Reason.COCKED), abstention(Reason.COCKED)]
    chosen, joint = agree(frames)
    assert (chosen, joint.reason) == (1, Reason.COCKED)


def test_one_frame_speaks_for_itself() -> None:
    assert agree([reading(3)]) == (0, reading(3))
