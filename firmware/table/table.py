"""The table: routes input to the mode on top, and readings to the mode at the bottom."""

from collections.abc import Callable, Mapping, Sequence

from firmware.journal.observation import Observation, RollDelay
from firmware.journal.session import Session
from firmware.rules.message import Message
from firmware.rules.state import GameState
from firmware.table.computer_seats import ComputerSeats
from firmware.table.context import Context, Equipment
from firmware.table.controls import CHALLENGE, CONTROLS, REVEAL
from firmware.table.current_game import CurrentGame
from firmware.table.destinations import Destination, GameMenu
from firmware.table.mode import Mode, Offer
from firmware.table.requests import Leave, Request
from firmware.table.undo import last_action_text, undo_last_action
from firmware.texts.source import text

ModeFactory = Callable[[Destination, Context], Mode]
"""Creates the mode for a destination (`firmware.app.navigation`)."""


class Table:
    """A stack of modes over one game: the top one handles input, the bottom one readings.

    `context` is what the modes share.
    """

    def __init__(
        self, current_game: CurrentGame, equipment: Equipment, mode_for: ModeFactory, first: Destination
    ) -> None:
        """Opens the `first` destination."""
        self.context = Context(current_game, equipment, self)
        self._mode_for = mode_for
        self._modes: list[Mode] = []
        self.computer_seats = ComputerSeats(self.context, lambda: self.mode, equipment.computer_players)
        self.go(first)

    # What is shown

    @property
    def mode(self) -> Mode:
        """The mode on top."""
        return self._modes[-1]

    @property
    def session(self) -> Session | None:
        """The current game, or None."""
        return self.context.current_game.session

    @property
    def active_session(self) -> Session:
        """The current game; raises RuntimeError without one."""
        return self.context.active_session

    @property
    def state(self) -> GameState:
        """The state of the current game."""
        return self.context.state

    def offers(self) -> Mapping[str, Offer]:
        """Returns what each of the four controls does now."""
        offers = self._offers()
        nothing = Offer(text("control.nothing"), enabled=False)
        return {control: offers.get(control, nothing) for control in CONTROLS}

    def held(self) -> Mapping[str, Message]:
        """Returns what holding a control does, if it differs from a press."""
        menu = {REVEAL: text("control.leave_menu" if self.mode.overlay else "control.menu")}
        return {**menu, CHALLENGE: text("control.undo")} if self._can_undo() else menu

    def begin_peek(self) -> bool:
        """Prepares a look under the flap; returns whether it is allowed, and shows why not."""
        why = self.computer_seats.peek_refusal()
        if why is None:
            self.mode.before_peek()
            why = self.mode.peek_refusal()
        if why is not None:
            self.context.warn(why)
        return why is None

    # Input

    def press(self, control: str) -> None:
        """Handles a press: does what is offered, or shows why not."""
        self._clear_notice()
        offer = self._offers().get(control)
        if offer is None or not offer.enabled:
            why = None if offer is None else offer.why
            self.context.warn(why or self.mode.idle_control)
        elif not self.computer_seats.press(control):
            self.mode.press(control)

    def hold(self, control: str) -> None:
        """Handles a long press.

        Held, REVEAL opens and closes the menu, and CHALLENGE undoes the last action; any other control counts as
        pressed.
        """
        self._clear_notice()
        if control == CHALLENGE and self.mode.at_table:
            if not self.mode.undo_entry():
                undo_last_action(self.context)
        elif control != REVEAL:
            self.press(control)
        elif self.mode.overlay:
            self.close()
        else:
            self.open(GameMenu())

    def challenge_from_seat(self, seat: int) -> None:
        """Handles a press of a seat's own challenge button."""
        self._clear_notice()
        if seat in self.computer_seats.characters:
            self.context.warn(text("computer.own_button", name=self.context.name(seat)))
        else:
            self.mode.challenge_from_seat(seat)

    def turn(self, steps: int) -> None:
        """Handles a turn of the dial."""
        self._clear_notice()
        if not self._refused_for_computer():
            self.mode.turn(steps)

    def on_dial_rested(self, half_cycles: int) -> None:
        """Handles a dial that came to rest."""
        self.mode.on_dial_rested(half_cycles)

    def type(self, typed: str) -> None:
        """Handles a typed character."""
        self._clear_notice()
        self.mode.type(typed)

    def on_shake(self) -> None:
        """Handles a shake of the box."""
        self._clear_notice()
        if not self._refused_for_computer():
            self.mode.on_shake()

    def on_lid(self, is_open: bool) -> None:
        """Handles a movement of the lid."""
        if not is_open or self.computer_seats.deciding is None:
            self.mode.on_lid(is_open)
        else:
            self.context.warn(text("computer.shut_lid"))

    def on_observation(self, serial: int, observation: Observation) -> None:
        """Handles a reading. It belongs to the game, so the bottom mode gets it even under a menu."""
        if not self.computer_seats.on_observation(serial, observation):
            self._modes[0].on_observation(serial, observation)

    def on_roll_overdue(self, serial: int, delay: RollDelay) -> None:
        """Handles an overdue roll."""
        self._modes[0].on_roll_overdue(serial, delay)

    def tick(self, now: float) -> float | None:
        """Runs timers of the mode on top, of computer seats and of the advisor; returns the seconds until the next."""
        waits = (self.mode.tick(now), self.computer_seats.tick(now), self.context.advisor.tick(now))
        return min((seconds for seconds in waits if seconds is not None), default=None)

    def on_camera_lost(self, why: Message, *, starting: bool = False) -> None:
        """Handles the loss of the camera: dice are then entered by hand. Pending requests are still answered.

        `starting`: nothing is wrong with it, it only does not work yet.
        """
        self.context.camera_failure, self.context.camera_starting = why, starting

    def on_camera_back(self, can_peek: bool) -> None:
        """Handles the return of the camera; `can_peek`: it can show the dice to one player."""
        self.context.camera_failure, self.context.camera_starting = None, False
        self.context.can_peek = can_peek
        self.mode.on_camera_back()

    def on_task_ended(self, notice: Message, done: bool) -> None:
        """Handles the end of a task that used the camera (calibration, blessing), and shows its result."""
        self.mode.on_resume()
        (self.context.notify if done else self.context.warn)(notice)

    # Output

    def drain_requests(self) -> Sequence[Request]:
        """Returns the requests to the box since the last call."""
        return self.context.drain_requests()

    def leave(self) -> None:
        """Ends the program; the game stays in the journal."""
        self.context.request(Leave())

    # Navigation

    def go(self, destination: Destination) -> None:
        """Replaces all open modes."""
        self._modes = [self._mode_for(destination, self.context)]

    def open(self, destination: Destination) -> None:
        """Opens a mode on top of the current one."""
        mode = self._mode_for(destination, self.context)
        mode.overlay = True
        self._modes.append(mode)

    def close(self) -> None:
        """Returns to the mode below, if there is one."""
        if len(self._modes) > 1:
            self._modes.pop()
            self.mode.on_resume()

    def forward_press(self, control: str) -> None:
        """Forwards a press to the mode on top."""
        self.mode.press(control)

    def forward_shake(self) -> None:
        """Forwards a shake to the mode on top."""
        self.mode.on_shake()

    def _can_undo(self) -> bool:
        return self.mode.at_table and (self.mode.can_undo_entry or last_action_text(self.context) is not None)

    def _offers(self) -> Mapping[str, Offer]:
        return self.computer_seats.guarded(self.mode.offers())

    def _refused_for_computer(self) -> bool:
        """Refuses input while a computer's seat decides, and shows why."""
        refused = self.computer_seats.refuses()
        if refused:
            self.context.warn(self.computer_seats.why_not() or self.mode.idle_control)
        return refused

    def _clear_notice(self) -> None:
        self.context.notify(None)
