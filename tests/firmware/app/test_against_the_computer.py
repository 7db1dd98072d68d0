"""Games against the computer, played at the keyboard to their end; a neighbour shakes and lays dice for it."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from display.draw.surface_cache import SurfaceCache
from firmware.app.navigation import open_table, word_list
from firmware.rules.games.registry import RULESETS, ruleset
from firmware.table.computer_seats import THINKING_SECONDS
from firmware.table.context import Equipment
from firmware.table.plan import GamePlan
from firmware.table.progress import destination_of

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

from display.window import MainWindow
from firmware.app.autoplay.demo_player import DemoPlayer
from firmware.app.autoplay.players_at_hand import PlayersAtHand
from firmware.app.autoplay.tour_camera import TourCamera, Truths
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.journal.database import Journal
from firmware.journal.observation import Observation
from firmware.table.play.winner import WinnerMode
from hardware.ports import Control, Pressed, Shaken
from hardware.simulated.remembered_throws import DiceAtRest
from tests.firmware.app.autoplay.fake_photographer import Sketcher
from tests.firmware.evening import observation
from tests.firmware.keyboard import Keyboard
from tests.firmware.undrawn_window import UndrawnWindow

SHORT = {"lives": 2, "dice": 2, "limit": 3}
COMPANY = (("jarl", "bold"), ("truthful", "timid"), ("tracker", "jarl"))
MAX_BEATS = 600


@pytest.fixture(scope="module")
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    opened = UndrawnWindow((320, 240), surfaces=surfaces)
    yield opened
    opened.close()


class LokiEvening:
    """A box at which one person plays against two seats of the computer, by a clock of its own."""

    def __init__(self, folder: Path, stage: MainWindow, rules: str, company: tuple[str, ...], opens: int = 0) -> None:
        self.now = 0.0
        self.inbox: Inbox[BoxMessage] = Inbox()
        players = PlayersAtHand(self.inbox.put)
        equipment = Equipment(word_list, random.Random(1), can_peek=rules != "stars", computer_players=players)
        self.table = open_table(Journal(folder), lambda: 1e9 + self.now, equipment, rules=rules)
        self.camera = TourCamera(self.inbox.put, Sketcher(), oblong=rules == "viking")
        self.box = MainLoop(self.table, stage, self.camera, self.inbox, clock=lambda: self.now)
        options = {name: value for name, value in SHORT.items() if any(o.name == name for o in ruleset(rules).options)}
        seats = ("Astrid", "Loki", "Fenrir")
        game = self.table.context.current_game
        game.plan = GamePlan(seats, opens, options, company)
        game.begin(seats, options, opens)
        self.table.go(destination_of(self.table.state))

    def wait(self, seconds: float = THINKING_SECONDS) -> None:
        """Lets time pass, and the box do all that follows."""
        self.now += seconds
        for _ in range(4):
            self.box.step()


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("company", COMPANY)
def test_every_game_is_played_to_its_end(
    rules: str, company: tuple[str, ...], stage: MainWindow, tmp_path: Path
) -> None:
    evening = LokiEvening(tmp_path, stage, rules, company)
    table, box = evening.table, evening.box
    keyboard, person = Keyboard(box), DemoPlayer(table, box.truths, random.Random(3))
    box.watch = person.count
    for _ in range(MAX_BEATS):
        if isinstance(table.mode, WinnerMode):
            break
        evening.wait()
        computers = table.computer_seats
        if computers.deciding is None:
            if move := person.next():
                keyboard.does(move)
        elif computers.wants_hand and not computers.reading:
            keyboard.does(Pressed(Control.REVEAL))
        elif computers.shakes:
            keyboard.does(Shaken())
    assert isinstance(table.mode, WinnerMode)
    table.context.current_game.journal.close()


class TwentyOne(Sketcher):
    """Sees a twenty-one, and counts how often."""

    def __init__(self) -> None:
        self.seen = 0

    def see(self, oblong: bool, lying: DiceAtRest) -> tuple[Observation, Truths]:
        del oblong, lying
        self.seen += 1
        return observation(1, 2), (1, 2)


def test_what_a_computer_shows_is_read_although_nobody_touches_the_box(stage: MainWindow, tmp_path: Path) -> None:
    evening = LokiEvening(tmp_path, stage, "bullshit", ("truthful", "timid"), opens=1)
    eye = TwentyOne()
    evening.box.camera = TourCamera(evening.inbox.put, eye, oblong=False)
    Keyboard(evening.box).does(Shaken())
    assert eye.seen == 1
    evening.wait()
    evening.wait()
    assert eye.seen == 2
    assert evening.table.state.last is not None
    evening.table.context.current_game.journal.close()
