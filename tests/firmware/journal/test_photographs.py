"""Photographs as evidence: they survive a power failure, and stay with their verdict."""

from dataclasses import replace
from pathlib import Path

from display.scene import TableScene
from firmware.journal.observation import Observation
from firmware.rules.commands import Rule
from firmware.rules.message import literal
from firmware.table.play.showdown import ShowdownMode
from firmware.table.progress import destination_of
from tests.firmware.evening import Evening, observation, scene_of
from tests.firmware.table.test_every_game_resumes import resumed

ILDHAFN = {"preset": "ildhafn"}


def photographed(name: str, *faces: int) -> Observation:
    return replace(observation(*faces), photograph=name.encode())


def challenged(folder: Path, dice: int = 2) -> Evening:
    evening = Evening(folder, rules="sympkyn-cups")
    evening.begin(options={**ILDHAFN, "dice": dice})
    evening.press("dial")
    evening.bid(2, 5)
    evening.press("challenge")
    return evening


def pictures(evening: Evening) -> list[bytes]:
    return [item.observation.photograph for item in evening.table.active_session.reveal_photographs]


def test_what_was_laid_before_the_power_went_is_seen_again(tmp_path: Path) -> None:
    evening = challenged(tmp_path)
    evening.lay(seen=photographed("Astrid's", 5, 5))
    evening.lay(seen=photographed("Bjorn's", 2, 3))
    again = resumed(evening)
    scene = scene_of(again.table)
    assert isinstance(again.table.mode, ShowdownMode)
    assert isinstance(scene, TableScene)
    assert scene.photograph is not None
    assert scene.photograph.encoded == b"Bjorn's"
    again.lay(seen=photographed("Sigrid's", 4, 4))
    assert pictures(again) == [b"Astrid's", b"Bjorn's", b"Sigrid's"]
    assert [item.seat for item in again.table.active_session.reveal_photographs] == [0, 1, 2]
    assert pictures(resumed(again)) == [b"Astrid's", b"Bjorn's", b"Sigrid's"], "and after the verdict too"


def test_a_photograph_of_all_dice_together_is_kept_once(tmp_path: Path) -> None:
    evening = challenged(tmp_path)
    evening.press("dial")
    evening.lay(seen=photographed("all", 5, 5, 2, 3, 4, 4))
    assert pictures(evening) == [b"all"]
    assert pictures(resumed(evening)) == [b"all"]


def test_dice_that_are_laid_again_after_an_undo_have_new_photographs_only(tmp_path: Path) -> None:
    evening = challenged(tmp_path)
    for name in ("one", "two", "three"):
        evening.lay(seen=photographed(name, 5, 5))
    evening.table.active_session.undo()
    evening.table.go(destination_of(evening.table.state))
    evening.lay(seen=photographed("new", 5, 5))
    again = resumed(evening)
    assert [item.observation.photograph for item in again.table.active_session.photographs.laid] == [b"new"]


def test_after_an_undone_verdict_the_previous_one_has_its_own_photographs(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    for name in ("first", "second"):
        evening.shake(5, 6)
        evening.claim(1, 3)
        evening.press("challenge")
        evening.reveal(seen=photographed(name, 5, 6))
        evening.press("dial")
    assert pictures(evening) == [b"second"]
    evening.table.active_session.undo()
    assert pictures(evening) == [b"first"]
    assert pictures(resumed(evening)) == [b"first"]


def test_a_photograph_that_cannot_be_read_costs_no_game(tmp_path: Path) -> None:
    evening = challenged(tmp_path)
    for name in ("one", "two", "three"):
        evening.lay(seen=photographed(name, 5, 5))
    evening.journal._files.db.execute("UPDATE photographs SET body = '{'")
    again = resumed(evening)
    assert pictures(again) == []
    assert again.table.state.stock == evening.table.state.stock


def test_commands_done_together_are_undone_together(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    session = evening.table.active_session
    assert session.do(Rule(0, -1, literal("late")), Rule(2, -2, literal("late")))
    assert session.state.stock == (5, 6, 4)
    assert not isinstance(session.do(Rule(0, -1, literal("late")), Rule(9, -2, literal("nobody"))), tuple), (
        "one is refused, none is done"
    )
    assert session.state.stock == (5, 6, 4)
    again = resumed(evening)
    again.table.active_session.undo()
    assert again.table.state.stock == (6, 6, 6)
