"""The starting throw: one die each, the highest opens, the tied throw again (RULES.md V1)."""

from dataclasses import replace
from pathlib import Path

import pytest

from display.scene import TableScene
from firmware.journal.observation import RollDelay, SeenDie
from firmware.rules.message import literal
from firmware.rules.state import Phase
from firmware.table.play.roll_off import RollOffMode
from firmware.table.requests import ReadDice, WatchRoll
from tests.firmware.evening import Evening, observation, scene_of, unsure


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
    assert evening.notice == "Bjorn threw highest and opens."


def test_the_camera_is_asked_for_one_die(evening: Evening) -> None:
    evening.table.on_shake()
    (request,) = evening.table.drain_requests()
    assert isinstance(request, WatchRoll)
    assert request.dice == 1
    evening.press("dial")
    assert "still reading" in evening.notice
    evening.table.on_observation(request.serial, observation(4))
    assert evening.notice == "", "what it had to wait for is over"


def test_a_throw_that_the_camera_did_not_see_can_be_read_as_it_lies(evening: Evening) -> None:
    evening.table.on_shake()
    (shake,) = evening.table.drain_requests()
    assert isinstance(shake, WatchRoll)
    evening.table.on_roll_overdue(shake.serial, RollDelay.UNSEEN)
    assert "saw no shake" in evening.notice
    evening.table.press("dial")
    assert evening.table.drain_requests() == (ReadDice(shake.serial, 1),)
    evening.table.on_observation(shake.serial, observation(4))
    assert thrower(evening) == "Bjorn"


def test_the_tied_throw_again(evening: Evening) -> None:
    for face in (5, 3, 5):
        evening.shake(face)
    assert evening.notice == "Astrid and Sigrid each threw a five, the highest: only they throw again."
    assert thrower(evening) == "Astrid"
    evening.shake(1)
    assert thrower(evening) == "Sigrid"
    evening.shake(2)
    assert evening.table.state.turn == 2


def test_a_throw_that_is_not_read_is_thrown_again(evening: Evening) -> None:
    evening.shake(seen=unsure("The die leans", "cocked"))
    assert "The die leans" in evening.notice
    assert thrower(evening) == "Astrid"


def test_the_dial_enters_what_the_camera_cannot_read(evening: Evening) -> None:
    evening.turn(4)
    assert evening.offer("dial") == "Threw a 4"
    evening.press("dial")
    assert evening.table.active_session.throws == {0: 4}
    assert thrower(evening) == "Bjorn"


def test_without_a_camera_a_shake_waits_for_nothing(evening: Evening) -> None:
    evening.table.on_camera_lost(literal("no camera"))
    evening.table.on_shake()
    assert not evening.table.drain_requests()
    evening.press("dial")
    assert thrower(evening) == "Astrid", "nothing is selected beforehand"
    evening.turn(6)
    evening.press("dial")
    assert thrower(evening) == "Bjorn"


def test_the_push_has_the_camera_read_a_throw_where_no_key_or_lid_tells_of_it(evening: Evening) -> None:
    assert evening.offer("dial") == "I shook"
    evening.press("dial")
    (request,) = evening.asked
    assert isinstance(request, WatchRoll)
    assert request.dice == 1
    evening.press("dial")
    assert evening.asked == ()
    assert evening.refused
    evening.table.on_observation(request.serial, observation(5))
    assert thrower(evening) == "Bjorn"


def faces(evening: Evening) -> list[int | None]:
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    return [throw.face for throw in scene.throws]


def lit(evening: Evening) -> list[str]:
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    return [throw.name for throw in scene.throws if throw.lit]


def test_pressing_in_a_row_records_no_throw_that_nobody_made(evening: Evening) -> None:
    lies = observation(4)
    evening.shake(seen=lies)
    for _ in range(4):
        evening.press("dial")
        for request in evening.asked:
            assert isinstance(request, WatchRoll)
            evening.table.on_observation(request.serial, lies)
    assert evening.table.active_session.throws == {0: 4}
    assert evening.notice.startswith("Bjorn: the die has not moved.")


def test_the_same_face_in_another_place_is_a_throw(evening: Evening) -> None:
    evening.shake(4)
    moved = SeenDie(4, ((50, 0), (59, 0), (59, 9), (50, 9)), ())
    evening.shake(seen=replace(observation(4), dice=(moved,)))
    assert evening.table.active_session.throws == {0: 4, 1: 4}


def test_all_throws_stay_on_the_screen_until_the_opener_shakes(evening: Evening) -> None:
    assert (faces(evening), lit(evening)) == ([None, None, None], ["Astrid"])
    for face in (5, 3, 5):
        evening.shake(face)
    assert (faces(evening), lit(evening)) == ([5, 3, 5], ["Astrid"]), "in a tie too"
    evening.press("claim")
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    assert scene.prompt == "Astrid and Sigrid each threw a five, the highest: only they throw again."
    evening.shake(1)
    evening.shake(2)
    assert (faces(evening), lit(evening)) == ([1, 3, 2], ["Sigrid"]), "the winner"
    again = Evening(evening.killed(), rules=None)
    again.press("dial")
    assert faces(again) == [1, 3, 2], "after a power cut too"
    again.shake(5, 6)
    assert faces(again) == []


def test_holding_challenge_undoes_a_throw(evening: Evening) -> None:
    evening.shake(4)
    evening.shake(6)
    evening.table.hold("challenge")
    assert evening.notice == "Taken back: Bjorn's throw."
    again = Evening(evening.killed(), rules=None)
    again.press("dial")
    assert (thrower(again), faces(again)) == ("Bjorn", [4, None, None])


def test_power_may_fail_between_the_last_throw_and_what_comes_of_it(evening: Evening) -> None:
    for seat, face in enumerate((2, 5, 4)):
        evening.table.active_session.throw(seat, face)  # the rows that are in the journal before the event
    again = Evening(evening.killed(), rules=None)
    again.press("dial")
    assert thrower(again) == "Sigrid"
    assert isinstance(scene_of(again.table), TableScene)
    again.shake(3)
    assert again.table.state.phase is Phase.OPEN
    assert again.notice == "Bjorn threw highest and opens."


def test_why_a_throw_was_not_read_stays_until_there_is_another(evening: Evening) -> None:
    evening.shake(seen=unsure("The die leans", "cocked"))
    for control in ("claim", "reveal", "challenge"):
        evening.press(control)
        assert "The die leans" in evening.notice
    evening.turn(1)
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    assert scene.notice is not None
    assert "The die leans" in scene.notice.text
    evening.shake(4)
    scene = scene_of(evening.table)
    assert scene.notice is None
