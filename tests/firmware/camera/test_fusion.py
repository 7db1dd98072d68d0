"""Several frames of the same dice are fused into one reading, or into none."""

from firmware.camera.fusion import Fused, fuse
from tests.firmware.camera.fake_cameras import abstention, reading
from vision.reading import JointReason, Reason


def test_frames_that_agree_are_surer_together_and_the_surest_is_the_evidence() -> None:
    fused = fuse([reading(2, 5, confidence=c) for c in (0.9, 0.95, 0.85)])
    assert fused.reading.faces == (2, 5)
    assert 0.9 < fused.reading.confidence < 0.95, "more than their mean"
    assert fused.best_index == 1


def test_no_number_of_frames_makes_certain() -> None:
    assert 0.8 < fuse([reading(2, 5, confidence=0.8)] * 1000).reading.confidence < 0.9


def test_a_majority_of_frames_must_be_read_and_an_outlier_is_never_the_evidence() -> None:
    for odd_one_out in range(3):
        frames = [reading(2, 5)] * 3
        frames[odd_one_out] = abstention(Reason.BLURRED)
        fused = fuse(frames)
        assert fused.reading.faces == (2, 5)
        assert fused.best_index != odd_one_out
        frames = [abstention(Reason.TOUCHING)] * 3
        frames[odd_one_out] = reading(2, 5)
        fused = fuse(frames)
        assert (fused.reading.faces, fused.reading.reason) == (None, Reason.TOUCHING)
        assert fused.best_index != odd_one_out
    assert fuse([reading(1), abstention(Reason.COCKED)]).reading.faces is None, "half is not enough"


def test_a_contradiction_is_never_outvoted() -> None:
    for frames in ([reading(2, 5), reading(2, 6)], [reading(1), reading(1), reading(1, 1)]):
        fused = fuse(frames)
        assert fused.reading.cause is JointReason.CONTRADICTION
        assert (fused.reading.faces, fused.reading.reason, fused.reading.confidence) == (None, Reason.UNCLEAR, 0.0)


def test_the_commonest_reason_is_given() -> None:
    fused = fuse([abstention(Reason.BLURRED), abstention(Reason.COCKED), abstention(Reason.COCKED)])
    assert (fused.best_index, fused.reading.reason, fused.reading.cause) == (1, Reason.COCKED, None)


def test_one_frame_speaks_for_itself() -> None:
    assert fuse([reading(3)]) == Fused(reading(3), 0)
