"""Every abstention is explained, with a remedy."""

import pytest

from firmware.camera.reading_text import reading_message
from vision.reading import Die, JointReason, Reading, Reason

DIE = Die(None, 0.4, (8.0, 8.0), ((0.0, 0.0), (16.0, 0.0), (16.0, 16.0), (0.0, 16.0)), ())


def said(reason: Reason, found: int = 0, expected: int | None = None, cause: JointReason | None = None) -> str:
    return str(reading_message(Reading(None, reason, 0.1, (DIE,) * found, 1.0, expected, cause)))


def test_a_reading_with_faces_needs_no_words() -> None:
    assert reading_message(Reading((2, 5), None, 0.99, (DIE, DIE), 1.0)) is None


def test_every_reason_and_every_cause_has_words_of_its_own_and_a_remedy() -> None:
    texts = [said(reason) for reason in Reason] + [said(Reason.UNCLEAR, cause=cause) for cause in JointReason]
    assert len(set(texts)) == len(Reason) + len(JointReason)
    for text in texts:
        problem, _, remedy = text.partition(": ")
        assert problem[0].isupper(), text
        assert remedy.endswith("."), text


@pytest.mark.parametrize(
    ("reason", "found", "expected", "text"),
    [
        (Reason.TOO_FEW, 1, 2, "Only one die can be seen, but there should be two dice: find the missing die and"),
        (Reason.TOO_FEW, 1, 3, "Only one die can be seen, but there should be three dice: find the missing dice and"),
        (Reason.TOO_FEW, 0, 1, "No dice can be seen, but there should be one die"),
        (Reason.TOO_FEW, 3, None, "Not all of the dice can be seen"),
        (Reason.TOO_MANY, 13, 12, "There seem to be 13 dice, but there should be twelve dice"),
        (Reason.TOO_MANY, 3, None, "There seem to be too many dice"),
    ],
)
def test_a_wrong_number_of_dice_is_counted(reason: Reason, found: int, expected: int | None, text: str) -> None:
    assert said(reason, found, expected).startswith(text)
