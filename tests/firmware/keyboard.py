"""A keyboard at the box: real key events of a window, handled by the desk's adapter."""

from collections.abc import Callable

import pygame

from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.menus.game_cards import CardsMode
from firmware.menus.house_rules_menu import HouseRulesMode, turned
from firmware.menus.plan_menu import PlanMode
from firmware.menus.start import StartMode
from firmware.rules.games.registry import ruleset
from firmware.rules.options import OptionValue
from firmware.table.mode import ListMode
from firmware.texts import Texts
from hardware.desk.keyboard_mouse import DeskControls
from hardware.ports import Control, Held, PeekRequested, Pressed, SeatPressed, Shaken, Turned
from tests.firmware.evening import labels_of, scene_of

KEYS = {
    Control.CLAIM: pygame.K_c,
    Control.REVEAL: pygame.K_r,
    Control.CHALLENGE: pygame.K_x,
    Control.DIAL: pygame.K_RETURN,
}


class Keyboard:
    """Does with keys what a player wants to do with controls: every stroke goes through SDL's queue and one step.

    A `blind` one has the scenes made and not drawn. `strokes` counts the keys that were pressed.
    """

    def __init__(self, box: MainLoop, blind: bool = False) -> None:
        self.box = box
        self.strokes = 0
        self.now = 0.0
        self.step: Callable[[], object] = self._unseen if blind else box.step
        stage = box.window
        self.desk = DeskControls(
            box.inbox.put, stage.hit, lambda: box.table.mode.typing, up_increases=lambda: stage.up_increases
        )

    def _unseen(self) -> None:
        while (message := self.box.inbox.pop()) is not None:
            self.box.dispatch(message)
        scene_of(self.box.table)
        self.box.camera.watchdog(self.now)

    # Strokes

    def does(self, move: BoxMessage) -> None:
        """Presses the keys for a move."""
        match move:
            case Pressed(control=control):
                self.key(KEYS[control])
            case Turned(steps=steps):
                self.key(pygame.K_RIGHT if steps > 0 else pygame.K_LEFT, times=abs(steps))
            case Shaken():
                self.key(pygame.K_SPACE)
            case Held(control=Control.REVEAL):
                self.key(pygame.K_ESCAPE)
            case PeekRequested(open=is_open):
                self.post(pygame.KEYDOWN if is_open else pygame.KEYUP, pygame.K_p)
            case SeatPressed(seat=seat):
                self.calls(seat)
            case _:
                raise AssertionError(f"No key does {move}.")

    def calls(self, seat: int) -> None:
        """A keyboard has no seat buttons: CHALLENGE, then a push of the dial names the seat."""
        self.key(pygame.K_x)
        for _ in self.box.table.state.seats:
            if self.box.table.state.challenger == seat:
                return
            self.key(pygame.K_RETURN)
        raise AssertionError(f"No push of the dial names seat {seat}.")

    def key(self, key: int, times: int = 1) -> None:
        """Presses and releases a key."""
        for _ in range(times):
            self.strokes += 1
            self.post(pygame.KEYDOWN, key)
            self.post(pygame.KEYUP, key)

    def post(self, kind: int, key: int) -> None:
        """Posts the event of a key going down or up."""
        pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=""))
        self.now += 0.01
        self.desk.pump(pygame.event.get(), self.now)
        self.step()

    # The start screen

    def lays_out(self, rules: str, seats: int, options: dict[str, OptionValue]) -> None:
        """Chooses game, players and house rules on the start screen, and begins."""
        if isinstance(self.box.table.mode, StartMode):
            self.key(pygame.K_x)
        self.opens("setup.game")
        titles = [str(card.title) for card in self._cards().cards()]
        self._takes(titles.index(Texts().say(f"game.{rules}")))
        self.key(pygame.K_x)
        self.sets_players(seats)
        if options:
            self.opens("setup.rules")
            self._takes(len(self._cards().cards()) - 1)
            for name, value in options.items():
                self.sets_option(rules, name, value)
            self.opens("control.back")
        self.opens("setup.begin")

    def sets_players(self, seats: int) -> None:
        """Turns to a number of players."""
        mode = self.box.table.mode
        assert isinstance(mode, PlanMode)
        self.opens("setup.players")
        self.does(Turned(seats - len(mode.plan.seats)))
        self.key(pygame.K_RETURN)
        assert len(mode.plan.seats) == seats

    def sets_option(self, rules: str, name: str, wanted: OptionValue) -> None:
        """Sets a house rule to a value."""
        mode = self.box.table.mode
        assert isinstance(mode, HouseRulesMode)
        game = ruleset(rules)
        option = next(option for option in game.options if option.name == name)
        value = game.complete_options(mode.context.current_game.plan.options)[name]
        steps = next(steps for steps in sorted(range(-99, 100), key=abs) if turned(option, value, steps) == wanted)
        self.opens(f"option.{name}")
        self.does(Turned(steps))
        self.key(pygame.K_RETURN)
        assert game.complete_options(mode.context.current_game.plan.options)[name] == wanted

    def opens(self, key: str) -> None:
        """Turns to a row of the list on the screen, by the key of its text, and pushes."""
        mode = self.box.table.mode
        assert isinstance(mode, ListMode)
        lines = labels_of(self.box.table)
        self.does(Turned(lines.index(Texts().say(key)) - mode.cursor))
        self.key(pygame.K_RETURN)

    def _cards(self) -> CardsMode:
        mode = self.box.table.mode
        assert isinstance(mode, CardsMode)
        return mode

    def _takes(self, card: int) -> None:
        self.does(Turned(card - self._cards().index))
        self.key(pygame.K_RETURN)
