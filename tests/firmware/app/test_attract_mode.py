"""The attract mode: starts when nobody is at the box, explains the game in a minute, and ends at any press."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from display.draw.surface_cache import SurfaceCache
from display.scene import HonoursScene, PageScene, RevealScene, Scene, TableScene, Tone
from display.widgets.control_hints import ANY
from display.window import MainWindow
from firmware.app.attract.attract_mode import MINUTE, AttractGame, AttractMode, honour
from firmware.app.attract.photograph import photograph
from firmware.app.attract.script import script
from firmware.app.attract.todays_winners import TodaysWinners
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.navigation import word_list
from firmware.config.settings import ATTRACT_MINUTES
from firmware.journal.storage.database_file import FILE
from firmware.table.destinations import Winner
from firmware.table.play.winner import WinnerMode
from firmware.texts import languages
from hardware.ports import Control, Held, LidMoved, Pressed, Quit, Shaken, Turned, Typed
from tests.firmware.app.test_main_loop import ScriptedSupervisor
from tests.firmware.evening import Evening, begin

QUIET = ATTRACT_MINUTES.default if isinstance(ATTRACT_MINUTES.default, int) else 0


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    stage = MainWindow((320, 240), surfaces=surfaces)
    yield stage
    stage.close()


@pytest.fixture
def box(tmp_path: Path, stage: MainWindow, clock: Clock) -> Iterator[MainLoop]:
    box = MainLoop(Evening(tmp_path).table, stage, ScriptedSupervisor(), Inbox[BoxMessage](), clock=clock)
    yield box
    box.attract_mode.end()


def to_show(box: MainLoop, clock: Clock) -> None:
    box.step()
    clock.now += QUIET * MINUTE
    box.step()
    assert box.attract_mode.showing


def scenes() -> list[Scene]:
    """Every scene of a show, in their order."""
    show = AttractGame("en", 0.0)
    now, seen = 0.0, [show.scene]
    while now < 61.0:
        now += show.tick(now)
        show.tick(now)
        seen.append(show.scene)
    show.close()
    return seen


def test_it_tells_the_game_in_a_minute_and_begins_again() -> None:
    assert 55 <= sum(step.seconds for step in script()) <= 65
    seen = scenes()
    kinds = [type(scene) for scene in seen]
    assert kinds[0] is TableScene
    assert kinds.count(RevealScene) == 1
    assert kinds[-3:] == [PageScene, PageScene, TableScene], "the ladder, the invitation, and over again"
    lie = next(scene for scene in seen if isinstance(scene, RevealScene))
    assert lie.verdict.tone is Tone.BAD
    assert lie.photographs[0].encoded
    assert all(scene.notice is not None and scene.notice.text for scene in seen)


def test_the_show_is_available_in_every_language() -> None:
    for language in languages():
        show = AttractGame(language, 0.0)
        words = set()
        for second in range(62):
            show.tick(float(second))
            assert show.scene.notice is not None
            words.add(show.scene.notice.text)
        assert len(words) == sum(not step.wordless for step in script())
        show.close()


def test_it_invites_all_the_while_and_bears_no_name_of_people() -> None:
    names = set(word_list("setup.names", "en"))
    for scene in scenes():
        assert [(hint.control, hint.label) for hint in scene.hints] == [(ANY, "Come and play!")]
        if isinstance(scene, TableScene | RevealScene):
            assert not names & {seat.name for seat in scene.seats}


def test_todays_winners_are_shown_and_no_others(box: MainLoop, clock: Clock) -> None:
    del clock
    folder = box.table.context.folder
    evening = Evening.sitting[-1]
    winners = TodaysWinners(folder / FILE)
    evening.begin(options={"lives": 1})
    evening.shake(5, 6)
    evening.claim(1, 2)
    assert winners.read(evening.now) == (), "nobody has won yet"
    evening.press("challenge")
    evening.reveal(5, 6)
    assert [(game.rules, game.winners) for game in winners.read(evening.now)] == [("viking", ("Bjorn", "Sigrid"))]
    assert winners.read(evening.now + 2 * 86_400.0) == (), "that was another day"
    show = AttractGame("en", 0.0, honours=(honour(box.presenter.view, winners.read(evening.now)[0]),))
    seen = [show.scene for second in range(72) if show.tick(float(second)) >= 0]
    (shown,) = {scene for scene in seen if isinstance(scene, HonoursScene)}
    assert [player.name for player in shown.honours[0].winners] == ["Bjorn", "Sigrid"]
    assert shown.honours[0].words.startswith("Viking Liar's Dice, ")
    show.close()


def test_the_photograph_of_the_show_agrees_with_its_text() -> None:
    observation = photograph()
    assert observation.faces == (3, 4)
    assert sorted(len(die.pips) for die in observation.dice) == [3, 4]
    assert observation.photograph.startswith(b"\xff\xd8")


def test_it_begins_after_some_quiet_minutes_at_the_start_screen(box: MainLoop, clock: Clock) -> None:
    box.step()
    clock.now += QUIET * MINUTE - 1
    box.step()
    assert not box.attract_mode.showing
    clock.now += 1
    box.step()
    assert box.attract_mode.showing


@pytest.mark.parametrize(
    "message",
    [Pressed(Control.CLAIM), Held(Control.REVEAL), Turned(3), Shaken(), LidMoved(True), Typed("x")],
    ids=lambda message: type(message).__name__,
)
def test_whatever_anybody_does_ends_it_and_does_nothing_else(box: MainLoop, clock: Clock, message: BoxMessage) -> None:
    to_show(box, clock)
    mode = box.table.mode
    cursor = getattr(mode, "cursor", None)
    box.inbox.put(message)
    box.step()
    assert not box.attract_mode.showing
    assert box.table.mode is mode
    assert getattr(mode, "cursor", None) == cursor
    assert box.table.session is None


def test_to_leave_is_to_leave(box: MainLoop, clock: Clock) -> None:
    to_show(box, clock)
    box.inbox.put(Quit())
    box.step()
    assert box.leaving


def test_after_it_the_first_push_begins_a_game(box: MainLoop, clock: Clock) -> None:
    to_show(box, clock)
    for _ in range(2):
        box.inbox.put(Pressed(Control.DIAL))
        box.step()
    assert box.table.session is not None


def test_whoever_is_at_work_is_not_interrupted(box: MainLoop, clock: Clock) -> None:
    box.step()
    for _ in range(QUIET * 2):
        clock.now += MINUTE - 1
        box.inbox.put(Turned(1))
        box.step()
    assert not box.attract_mode.showing


def test_a_game_that_rests_is_no_start_screen(box: MainLoop, clock: Clock) -> None:
    begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
    box.step()
    clock.now += 10 * QUIET * MINUTE
    box.step()
    assert not box.attract_mode.showing


def test_after_a_game_it_runs_too_and_the_standings_are_there_again(box: MainLoop, clock: Clock) -> None:
    begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
    box.table.go(Winner(stopped=True))
    to_show(box, clock)
    box.inbox.put(Pressed(Control.DIAL))
    box.step()
    assert isinstance(box.table.mode, WinnerMode)
    assert box.table.state.seats == ("Astrid", "Bjorn", "Sigrid")


def test_it_can_be_turned_off(box: MainLoop, clock: Clock) -> None:
    box.table.context.preferences.set_temporarily(ATTRACT_MINUTES, 0)
    box.step()
    clock.now += 100 * MINUTE
    box.step()
    assert not box.attract_mode.showing


def test_it_leaves_nothing_in_the_journal_of_the_table(box: MainLoop, clock: Clock) -> None:
    to_show(box, clock)
    for _ in range(30):
        clock.now += 5.0
        box.step()
    assert box.table.context.current_game.journal.latest() is None


def test_the_same_table_stands_there_when_it_is_over(tmp_path: Path) -> None:
    table, idle = Evening(tmp_path).table, AttractMode()
    idle.tick(table, 0.0)
    scene, wait = idle.tick(table, QUIET * MINUTE)
    assert isinstance(scene, TableScene)
    assert wait is not None
    assert idle.note_activity(QUIET * MINUTE + 1)
    assert idle.tick(table, QUIET * MINUTE + 1) == (None, QUIET * MINUTE)
