"""What modes share: the game, preferences, notices, requests to the box, navigation."""

import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Protocol

from firmware.config.house_rules import HouseRulesFile
from firmware.config.roll_of_arms import RollOfArms
from firmware.config.settings import LANGUAGE, Preferences
from firmware.dice_sets.die_set import DieSet
from firmware.journal.reveal_photograph import RevealPhotograph
from firmware.journal.session import Session
from firmware.players.question import ComputerPlayers, NoComputerPlayers
from firmware.rules.commands import Command, Refusal
from firmware.rules.events import Event
from firmware.rules.message import Message
from firmware.rules.state import GameState
from firmware.table.advisor import Advisor
from firmware.table.current_game import CurrentGame
from firmware.table.destinations import Destination
from firmware.table.evening_games import EveningGames
from firmware.table.maintenance_port import MaintenancePort, NoMaintenance
from firmware.table.requests import Request
from firmware.texts.source import text

WordLists = Callable[[str, str], tuple[str, ...]]
"""Returns a list of words (names, letters) by its code and a language."""


@dataclass(frozen=True, slots=True)
class Equipment:
    """What a table needs from outside.

    `word_lists` are period names and the like. `can_peek`: the camera can show the dice to one player on the screen
    (updated when a camera opens). `turns_off`: leaving powers the box off. Reveals are numbered from `first_reveal`.
    `drawable`: whether the screen's fonts can draw a name. `die_set`: the blessed dice in use, None if unknown.
    `maintenance`: what the box's keeper can do with the machine. `computer_players` play seats of the computer.
    """

    word_lists: WordLists
    rng: random.Random
    preferences: Preferences = field(default_factory=Preferences)
    can_peek: bool = False
    turns_off: bool = False
    first_reveal: int = 1
    drawable: Callable[[str], bool] = str.isprintable
    die_set: DieSet | None = None
    maintenance: MaintenancePort = field(default_factory=NoMaintenance)
    computer_players: ComputerPlayers = field(default_factory=NoComputerPlayers)


class Navigator(Protocol):
    """Opens and closes modes, and hands input on to the one on top."""

    def go(self, destination: Destination) -> None:
        """Replaces all open modes."""

    def open(self, destination: Destination) -> None:
        """Opens a mode on top of the current one."""

    def close(self) -> None:
        """Returns to the mode below."""

    def forward_press(self, control: str) -> None:
        """Forwards a press to the mode on top."""

    def forward_shake(self) -> None:
        """Forwards a shake to the mode on top."""


class Context:
    """What modes share.

    `notice` is the current notice, or None; `refused`: it is a refusal; `aloud`: the voice speaks it; `brief`: it soon
    gives way to the prompt. `camera_failure` is why the camera does not work, or None; `camera_starting`: it only does
    not work yet.
    """

    def __init__(self, current_game: CurrentGame, equipment: Equipment, navigator: Navigator) -> None:
        """Starts without a notice and without requests."""
        self.current_game = current_game
        self.navigator = navigator
        self.preferences = equipment.preferences
        self.rng = equipment.rng
        self.drawable = equipment.drawable
        self.can_peek = equipment.can_peek
        self.turns_off = equipment.turns_off
        self.die_set = equipment.die_set
        self.maintenance = equipment.maintenance
        self.advisor = Advisor(equipment.computer_players)
        self.can_advise = not isinstance(equipment.computer_players, NoComputerPlayers)
        self.house_rules = HouseRulesFile(current_game.journal.path.parent)
        self.evening = EveningGames(current_game.journal.path, equipment.die_set)
        self.roll_of_arms = RollOfArms(current_game.journal.path.parent)
        self.notice: Message | None = None
        self.refused = False
        self.aloud = False
        self.brief = False
        self.camera_failure: Message | None = None
        self.camera_starting = False
        self._word_lists = equipment.word_lists
        self._reveals = count(equipment.first_reveal)
        self._requests: deque[Request] = deque()

    # The game

    @property
    def active_session(self) -> Session:
        """The current game; raises RuntimeError without one."""
        return self.current_game.active_session

    @property
    def state(self) -> GameState:
        """The state of the current game."""
        return self.active_session.state

    def do(self, *commands: Command, photographs: Sequence[RevealPhotograph] = ()) -> tuple[Event, ...] | None:
        """Carries out commands as one action; shows a refusal and returns None."""
        events = self.active_session.do(*commands, photographs=photographs)
        if isinstance(events, Refusal):
            self.warn(events.reason)
            return None
        return events

    def name(self, seat: int | None) -> str:
        """Returns the name of a seat."""
        return "" if seat is None else self.state.seats[seat]

    def names(self, seats: Sequence[int]) -> tuple[str, ...]:
        """Returns the names of several seats."""
        return tuple(self.state.seats[seat] for seat in seats)

    def next_serial(self) -> int:
        """Returns the serial number of the next request for a reading."""
        session = self.active_session
        return session.journal.next_seq(session.entry.number)

    def next_reveal(self) -> int:
        """Returns a number unique to one showing of a verdict."""
        return next(self._reveals)

    # The box

    @property
    def camera_works(self) -> bool:
        """Whether the camera works."""
        return self.camera_failure is None

    @property
    def why_no_camera(self) -> Message:
        """Why nothing that needs the camera can be done now, as an offer that is off says it."""
        return text("verdict.eye_starting" if self.camera_starting else "verdict.no_eye")

    @property
    def folder(self) -> Path:
        """The folder with the journal and its companion files."""
        return self.current_game.journal.path.parent

    @property
    def language(self) -> str:
        """The language of the table as a two-letter code."""
        return self.preferences.settings.word(LANGUAGE)

    def word_list(self, code: str) -> tuple[str, ...]:
        """Returns a word list in the language of the table."""
        return self._word_lists(code, self.language)

    def request(self, request: Request) -> None:
        """Queues a request to the box."""
        self._requests.append(request)

    def drain_requests(self) -> Sequence[Request]:
        """Returns the requests since the last call."""
        asked = tuple(self._requests)
        self._requests.clear()
        return asked

    # Notices

    def notify(self, notice: Message | None, *, aloud: bool = False, brief: bool = False) -> None:
        """Shows a notice; None removes it."""
        self.notice, self.refused, self.aloud, self.brief = notice, False, aloud, brief

    def warn(self, why: Message) -> None:
        """Shows a warning: something is impossible or wrong."""
        self.notice, self.refused, self.aloud, self.brief = why, True, False, False
