"""The soak test's players: they play, and also press wrong controls, leave, undo and overrule."""

import random
from collections import deque
from collections.abc import Callable
from typing import Protocol

from firmware.app.autoplay.demo_player import DemoPlayer, Truths
from firmware.app.main_loop import BoxMessage
from firmware.calibrate.calibration_supervisor import CalibrationSupervisor
from firmware.menus.resume_offer import ResumeMode
from firmware.menus.start import StartMode
from firmware.rules.state import Phase
from firmware.table.destinations import StartScreen
from firmware.table.mode import ListMode, index_of
from firmware.table.plan import GamePlan
from firmware.table.play.roll_off import RollOffMode
from firmware.table.play.showdown import ShowdownMode
from firmware.table.play.winner import WinnerMode
from firmware.table.table import Table
from hardware.ports import Control, Held, LidMoved, PeekRequested, Pressed, Quit, SeatPressed, Shaken, Turned, Typed

CLUMSINESS = 0.12
"""How often somebody does something the game does not ask for."""
AVOIDED = ("calibrate", "bless", "wizard", "newcomers", "forget")
"""Menu rows that lead away from the game; their tasks have separate soak tests."""
RIGHTS = ("undo", "undo", "undo", "rule", "evidence", "pause", "join seat", "leave seat", "settings", "stop", "back")
MAX_TURNS = 12


class PlayedBox(Protocol):
    """What people sit at: `MainLoop`, or a table alone."""

    table: Table
    calibration: CalibrationSupervisor

    @property
    def truths(self) -> Truths:
        """What really lies there."""


class RandomInput:
    """Chooses one action after another; `plan_next` is called at the start screen."""

    def __init__(
        self, box: PlayedBox, rng: random.Random, plan_next: Callable[[], tuple[str, GamePlan | None]]
    ) -> None:
        """Sits down at a box."""
        self.box, self.rng = box, rng
        self.player = DemoPlayer(box.table, box.truths, rng)
        self._plan_next = plan_next
        self._wishes: deque[str] = deque()
        self._planned = False
        self.clumsy = 0

    def on_message(self, message: BoxMessage) -> None:
        """Handles a message that the box has handled."""
        self.player.count(message)

    @property
    def waits(self) -> bool:
        """Whether the table is waiting for the camera."""
        return next(
            (True for name in ("waiting", "resting") if getattr(self.box.table.mode, name, None) is not None), False
        )

    def next(self) -> BoxMessage | None:
        """Returns the next action; None while waiting for the camera."""
        mode = self.box.table.mode
        if self.box.calibration.scene is not None:
            return Pressed(Control.CHALLENGE)
        if self.waits:
            return self._while_waiting()
        if isinstance(mode, ListMode) and self._wishes:
            return self._fulfil(mode)
        self._wishes.clear()
        if self.rng.random() < CLUMSINESS:
            self.clumsy += 1
            return self._something_else()
        if isinstance(mode, StartMode):
            return self._begin()
        self._planned = False
        if isinstance(mode, ResumeMode) and self.rng.random() < 0.9:
            return self._choose("go on")
        if isinstance(mode, WinnerMode) and self.rng.random() < 0.5:
            return Pressed(Control.CHALLENGE)
        if isinstance(mode, RollOffMode) and not self.box.table.context.camera_works:
            return Pressed(Control.DIAL)
        if mode.overlay:
            return self._out_of(mode)
        return self.player.next() or self._anything_lit()

    def _while_waiting(self) -> BoxMessage | None:
        """Sometimes opens the menu instead, which must be possible."""
        if isinstance(self.box.table.mode, ShowdownMode):
            self.player.next()  # it remembers which hand is being read, and enters it by hand if that fails
        if self.rng.random() < 0.02:
            actions: list[BoxMessage] = [Held(Control.REVEAL), Shaken(), Pressed(self.rng.choice(list(Control)))]
            return self.rng.choice(actions)
        return None

    def _begin(self) -> BoxMessage:
        """Plans and begins the next game."""
        if not self._planned:
            self._planned = True
            self.box.table.context.current_game.plan_next(*self._plan_next())
            self.box.table.go(StartScreen())  # which gives names to the seats
        return Pressed(Control.DIAL)

    def _choose(self, *keys: str) -> BoxMessage:
        mode = self.box.table.mode
        self._wishes.extend(keys)
        return self._fulfil(mode) if isinstance(mode, ListMode) else self._anything_lit()

    def _fulfil(self, mode: ListMode) -> BoxMessage:
        """Goes to the wanted row and pushes; a row that is missing is dropped."""
        if mode.changing:
            return Pressed(Control.DIAL)
        try:
            place = index_of(mode.choices(), self._wishes[0])
        except LookupError:
            self._wishes.clear()
            return self._out_of(mode)
        if mode.cursor != place:
            return Turned(place - mode.cursor)
        self._wishes.popleft()
        return Pressed(Control.DIAL)

    def _something_else(self) -> BoxMessage:
        rng, table = self.rng, self.box.table
        playing = table.session is not None and table.state.phase is not Phase.OVER and not table.mode.overlay
        actions: list[tuple[float, Callable[[], BoxMessage]]] = [
            (5, lambda: self._checked(Pressed(rng.choice(list(Control))))),
            (3, lambda: Turned(rng.randint(-MAX_TURNS, MAX_TURNS) or 1)),
            (1, lambda: SeatPressed(rng.randrange(8))),
            (1, Shaken),
            (0.5, lambda: PeekRequested(rng.random() < 0.5)),
            (0.5, lambda: LidMoved(rng.random() < 0.5)),
            (0.5, lambda: Typed(rng.choice("aB9 \b;"))),
            (0.5, lambda: Held(rng.choice(list(Control)))),
            (0.1, Quit),
        ]
        if playing:
            actions.append((3, self._open_menu_action))
        weights = [weight for weight, _ in actions]
        return rng.choices([action for _, action in actions], weights)[0]()

    def _open_menu_action(self) -> BoxMessage:
        """Opens the menu for one of the table's rights."""
        self._wishes.clear()
        right = self.rng.choice(RIGHTS)
        if right == "stop" and self.rng.random() < 0.7:
            right = "back"
        self._wishes.append(right)
        if right == "stop":
            self._wishes.append("yes")
        return Held(Control.REVEAL)

    def _out_of(self, mode: object) -> BoxMessage:
        """Finds the way back from any menu, sometimes after looking around."""
        if self.rng.random() < 0.5:
            return Pressed(Control.CHALLENGE) if self.rng.random() < 0.5 else Held(Control.REVEAL)
        if isinstance(mode, ListMode) and self.rng.random() < 0.5:
            return Turned(self.rng.randint(-4, 4) or 1)
        return self._anything_lit()

    def _anything_lit(self) -> BoxMessage:
        """Presses a random control that has an offer."""
        lit = [Control(control) for control, offer in self.box.table.offers().items() if offer.enabled]
        return self._checked(Pressed(self.rng.choice(lit))) if lit else Turned(self.rng.choice((-1, 1)))

    def _checked(self, press: Pressed) -> BoxMessage:
        """Drops a press that would choose an avoided row."""
        mode = self.box.table.mode
        chooses = isinstance(mode, ListMode) and press.control in (Control.DIAL, Control.CLAIM)
        if chooses and isinstance(mode, ListMode) and mode.here.key in AVOIDED:
            return Turned(-1 if self.rng.random() < 0.5 else 1)
        return press
