"""Each of the six games from the start screen to its end, by keys alone, with every house rule; killed on the way."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from display.draw.surface_cache import SurfaceCache
from display.window import MainWindow
from firmware.app.autoplay.demo_player import DemoPlayer, Tally
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.menus.resume_offer import ResumeMode
from firmware.rules.games.registry import RULESETS
from firmware.rules.options import Option, OptionValue
from firmware.rules.record.adjudication import adjudicate
from firmware.table.play.showdown import ShowdownMode
from firmware.table.play.winner import WinnerMode
from tests.firmware.calibrate.drawn_dice import DrawnDiceCamera
from tests.firmware.evening import Evening
from tests.firmware.keyboard import Keyboard

NUMBERS: dict[str, tuple[OptionValue, ...]] = {
    "lives": (2, 1),
    "dice": (2, 3),
    "ante": (1, 3),
    "meier_accept": (1, 2),
    "meier_challenge": (2, 3),
    "mia_penalty": (2, 3),
    "min_players": (3, 2),
    "limit": (4, 3),
    "rounds": (2, 3),
    "wild": (0, 1, 6),
    "points_to_win": (2, 1),
    "show_per_round": (0, 1),
}
"""The values tried for options that are numbers; of all others every value is tried."""
MOVES = 3000
"""The longest game allowed."""


def values(option: Option) -> tuple[OptionValue, ...]:
    if option.is_flag:
        return (False, True)
    numbers = NUMBERS.get(option.name, (1, 2) if option.lowest is not None else ())
    return (*numbers, *option.choices)


def evenings() -> Iterator[tuple[str, int, dict[str, OptionValue]]]:
    """Enough games of each kind for every value of every option: with two or three, eight, three and four seats."""
    for rules, game in RULESETS.items():
        options = game.options
        for number in range(max(len(values(option)) for option in options)):
            chosen = {option.name: values(option)[number % len(values(option))] for option in options}
            if chosen.get("end") == "open":
                continue  # it has no end; see below
            fewest = game.min_seats(game.complete_options(chosen))
            yield rules, (fewest, 8, 3, 4)[number], chosen


@pytest.fixture(scope="module")
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    stage = MainWindow((480, 320), surfaces=surfaces)
    yield stage
    stage.close()


class GameByKeys:
    """A box with its own dice, a keyboard, and one person who plays all seats."""

    def __init__(self, folder: Path, stage: MainWindow, seed: int, blind: bool) -> None:
        self.folder, self.stage, self.seed, self.blind = folder, stage, seed, blind
        inbox: Inbox[BoxMessage] = Inbox()
        self.eye = DrawnDiceCamera(inbox.put, seed=seed, doubt=0.05)
        self.tally = Tally()
        self._sit_down(inbox, "viking")
        self._plays_on()

    def _sit_down(self, inbox: Inbox[BoxMessage], rules: str | None) -> None:
        pygame.event.clear()
        self.evening = Evening(self.folder, can_peek=True, rules=rules, seed=self.seed)
        self.box = MainLoop(self.evening.table, self.stage, self.eye, inbox)
        self.keyboard = Keyboard(self.box, self.blind)
        self.keyboard.step()

    def _plays_on(self) -> None:
        self.player = DemoPlayer(self.evening.table, self.box.truths, random.Random(self.seed), self.tally)
        self.box.watch = self.player.count

    def is_killed(self) -> None:
        """The power fails, but not while dice are laid, and returns; the game continues."""
        while isinstance(self.evening.table.mode, ShowdownMode):
            self.plays(1)
        truths = self.box.truths
        self.evening.killed()
        state = self.evening.table.state
        inbox: Inbox[BoxMessage] = Inbox()
        self.eye = DrawnDiceCamera(inbox.put, seed=self.seed, doubt=0.05, memory=self.eye.memory)
        self._sit_down(inbox, None)
        assert isinstance(self.evening.table.mode, ResumeMode)
        self.keyboard.key(pygame.K_RETURN)
        assert self.evening.table.state == state
        self.box.truths.update(truths)
        self._plays_on()

    def plays(self, moves: int) -> None:
        """Plays this many moves, or to the end of the game."""
        for _ in range(moves):
            if isinstance(self.evening.table.mode, WinnerMode):
                return
            if self.box.window.playing:
                self.keyboard.key(pygame.K_RETURN)
            elif (move := self.player.next()) is None:
                self.keyboard.step()
            else:
                self.keyboard.does(move)


@pytest.mark.parametrize(("rules", "seats", "options"), list(evenings()))
def test_a_game_is_played_to_its_end_by_keys(
    tmp_path: Path, stage: MainWindow, rules: str, seats: int, options: dict[str, OptionValue]
) -> None:
    table = GameByKeys(tmp_path, stage, seed=seats, blind=seats != 3)
    table.keyboard.lays_out(rules, seats, options)
    session = table.evening.table.active_session
    assert (session.entry.rules, len(session.state.seats)) == (rules, seats)
    assert {name: session.state.options[name] for name in options} == options
    table.plays(40)
    if not isinstance(table.evening.table.mode, WinnerMode):
        table.is_killed()
    table.plays(MOVES)
    assert isinstance(table.evening.table.mode, WinnerMode)
    assert table.tally.disagreements == 0
    state = table.evening.table.state
    judged = adjudicate(table.evening.table.active_session.record())
    assert judged.error is None, judged.error
    assert judged.state is not None
    assert (judged.state.stock, judged.state.winners) == (state.stock, state.winners)


def test_a_game_without_end_is_ended_by_the_table(tmp_path: Path, stage: MainWindow) -> None:
    table = GameByKeys(tmp_path, stage, seed=1, blind=True)
    table.keyboard.lays_out("bullshit", 3, {"end": "open"})
    table.plays(200)
    assert not isinstance(table.evening.table.mode, WinnerMode)
    while not isinstance(table.evening.table.mode, WinnerMode):
        table.keyboard.key(pygame.K_ESCAPE)
        table.keyboard.opens("menu.stop")
        table.keyboard.opens("menu.stop_yes")
    assert table.evening.table.context.current_game.journal.unfinished() is None


def test_dice_are_shown_and_re_rolled(tmp_path: Path, stage: MainWindow) -> None:
    table = GameByKeys(tmp_path, stage, seed=2, blind=True)
    table.keyboard.lays_out("stars", 3, {"dice": 5})
    table.plays(MOVES)
    assert isinstance(table.evening.table.mode, WinnerMode)
    assert " rerolls " in table.evening.table.active_session.record()
    assert table.tally.disagreements == 0
