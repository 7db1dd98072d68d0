"""One control has one meaning in all games and phases (firmware/table/CONTROLS.md)."""

import os
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from display.draw.surface_cache import SurfaceCache
from display.scene import TableScene
from display.window import MainWindow
from firmware.app.autoplay.demo_player import DemoPlayer
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.menus.spelling import SpellingMode
from firmware.rules.games.registry import RULESETS
from firmware.table.controls import CONTROLS, DIAL, EVERY_CONTROL, MEANINGS
from firmware.table.play.winner import WinnerMode
from firmware.table.table import Table
from tests.firmware.calibrate.drawn_dice import DrawnDiceCamera
from tests.firmware.evening import Evening, labels_of, scene_of
from tests.firmware.keyboard import Keyboard

MOVES = 90
SHORT = {"lives": 1, "dice": 2, "limit": 2, "blind_open": True}
ALLOWED = {control: {code for codes in kinds.values() for code in codes} for control, kinds in MEANINGS.items()}
SHAKEN = {"control.shaken", "control.shaken_blind", "control.dealt"}
Seen = defaultdict[str, set[str]]


@pytest.fixture(scope="module")
def window(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    window = MainWindow((320, 240), surfaces=surfaces)
    yield window
    window.close()


def note(table: Table, seen: Seen) -> None:
    """Notes the current labels of the controls."""
    for control, offer in table.offers().items():
        if offer.label is not None:
            seen[control].add(offer.label.context or offer.label.template)


def check(seen: Mapping[str, set[str]]) -> None:
    for control in CONTROLS:
        assert seen[control] <= ALLOWED[control] | EVERY_CONTROL, control


def test_no_label_stands_at_two_controls() -> None:
    everything = [code for codes in ALLOWED.values() for code in codes]
    assert len(everything) == len(set(everything))
    assert ALLOWED[DIAL] >= SHAKEN


@pytest.mark.parametrize("rules", RULESETS)
def test_every_control_keeps_its_meaning_in_every_phase(tmp_path: Path, window: MainWindow, rules: str) -> None:
    seen: Seen = defaultdict(set)
    options = {option.name: SHORT[option.name] for option in RULESETS[rules].options if option.name in SHORT}
    for can_peek in (False, True):
        inbox: Inbox[BoxMessage] = Inbox()
        evening = Evening(tmp_path / str(can_peek), rules=rules, can_peek=can_peek)
        box = MainLoop(evening.table, window, DrawnDiceCamera(inbox.put, seed=5, doubt=0.15), inbox)
        keyboard = Keyboard(box, blind=True)
        evening.begin(opens=None, options=options)
        player = DemoPlayer(evening.table, box.truths, random.Random(5))
        box.watch = player.count
        for _ in range(MOVES):
            note(evening.table, seen)
            if isinstance(evening.table.mode, WinnerMode):
                break
            move = player.next()
            keyboard.does(move) if move else keyboard.step()
    check(seen)
    assert seen[DIAL] & SHAKEN
    assert len(set.union(*seen.values())) > 8, "many phases were seen"


def test_the_dial_says_that_it_turns_where_its_push_does_nothing(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(4, 3)
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    hint = next(hint for hint in scene.hints if hint.control == DIAL)
    assert (hint.label, hint.enabled) == ("Turn: the\u00a0claim", True)
    evening.press(DIAL)
    assert evening.notice == "Turn the dial to your choice, then press CLAIM."
    evening.dial_to(6, 6)
    evening.press("claim")
    assert evening.offer(DIAL) == "I shook"


def test_every_control_keeps_its_meaning_in_the_menus(tmp_path: Path) -> None:
    seen: Seen = defaultdict(set)
    for playing in (False, True):
        evening = Evening(tmp_path / str(playing))
        table = evening.table
        if playing:
            evening.begin()
            evening.shake(5, 6)
            evening.claim(1, 3)
            table.hold("reveal")
        else:
            note(table, seen)
            evening.press("challenge")
        top = len(labels_of(table))
        for row in range(top):
            evening.turn(-99)
            evening.turn(row)
            here = table.mode
            note(table, seen)
            if labels_of(table)[row] in ("Begin", "Quick game", "Back to the game", "Take back", "Close meierbox"):
                continue
            evening.press("dial")
            note(table, seen)
            if getattr(here, "changing", False):
                if "reveal" in here.offers():
                    evening.press("reveal")
                    assert isinstance(table.mode, SpellingMode)
                    note(table, seen)
                    evening.press("challenge")
                else:
                    evening.press("dial")
            while table.mode is not here and table.mode.overlay:
                table.close()
            if table.mode is not here:
                table.hold("reveal")
    check(seen)
