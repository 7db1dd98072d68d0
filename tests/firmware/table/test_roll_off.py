"""The starting throw: one die each, the highest opens, the tied throw again (RULES.md V1)."""

from pathlib import Path

import pytest

from firmware.rules.message import literal
from firmware.rules.state import Phase
from firmware.table.play.roll_off import RollOffMode
from firmware.table.requests import Look, Shake
from tests.firmware.evening import Evening, observation, unsure


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.begin(opens=None)
    return evening


def thrower(evening: Evening) -> str:
    assert isinstance(evening.table.mode, RollOffMode)
    return evening.table.context.name(evening.table.mode.thrower)


def test_everybody_throws_one_die_in_turn_and_the_highest_opens(evening: Evening) -> None:
    for name, face in (("Astrid", 2), ("Bjorn", 5), ("Sigrid", 4)):
        assert thrower(evening) == name
        evening.shake(face)
    assert evening.table.state.phase is Phase.OPEN
    assert evening.notice == "Bjorn opens."


def test_the_eye_is_asked_for_one_die(evening: Evening) -> None:
    evening.table.shaken()
    (request,) = evening.table.take_requests()
    assert isinstance(request, Shake)
    assert request.dice == 1
    evening.press("dial")
    assert "still reading" in evening.notice


def test_a_throw_that_the_camera_did_not_see_can_be_read_as_it_lies(evening: Evening) -> None:
    evening.table.shaken()
    (shake,) = evening.table.take_requests()
    assert isinstance(shake, Shake)
    evening.table.roll_overdue(shake.serial, False)
    assert "saw no shake" in evening.notice
    evening.table.press("dial")
    assert evening.table.take_requests() == (Look(shake.serial, 1),)
    evening.table.take_reading(shake.serial, observation(4))
    assert thrower(evening) == "Bjorn"


def test_the_tied_throw_again(evening: Evening) -> None:
    for face in (5, 3, 5):
        evening.shake(face)
    assert evening.notice == "Astrid and Sigrid threw alike and throw again."
    assert thrower(evening) == "Astrid"
    evening.shake(1)
    assert thrower(evening) == "Sigrid"
    evening.shake(2)
    assert evening.table.state.turn == 2


def test_a_throw_that_is_not_read_is_thrown_again(evening: Evening) -> None:
    evening.shake(seen=unsure("The die leans", "cocked"))
    assert "The die leans" in evening.notice
    assert thrower(evening) == "Astrid"


def test_the_dial_enters_what_the_eye_cannot_read(evening: Evening) -> None:
    evening.turn(-2)
    assert evening.table.offers()["dial"].label is not None
    assert evening.offer("dial") == "Threw a 4"
    evening.press("dial")
    assert evening.table.playing.throws == {0: 4}
    assert thrower(evening) == "Bjorn"


def test_without_an_eye_a_shake_waits_for_nothing(evening: Evening) -> None:
    evening.table.camera_lost(literal("no camera"))
    evening.table.shaken()
    assert not evening.table.take_requests()
    evening.press("dial")
    assert thrower(evening) == "Bjorn"


def test_claim_has_the_eye_read_a_throw_where_no_key_or_lid_tells_of_it(evening: Evening) -> None:
    evening.press("claim")
    (request,) = evening.asked
    assert isinstance(request, Shake)
    assert request.dice == 1
    evening.press("claim")
    assert evening.asked == ()
    assert evening.refused
    evening.table.take_reading(request.serial, observation(5))
    assert thrower(evening) == "Bjorn"
