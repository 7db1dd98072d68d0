"""The end of a game."""

from collections.abc import Mapping

from firmware.rules.message import Message
from firmware.rules.options import RulesError
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, DIAL
from firmware.table.destinations import GAME, StartScreen
from firmware.table.mode import GameMode, NextStep, Offer


class WinnerMode(GameMode):
    """Shows who won, or the standings of a game that was `stopped`; another game is one press away."""

    leads_to = (*GAME, StartScreen)

    def __init__(self, context: Context, stopped: bool = False) -> None:
        """Shows the end of the current game."""
        super().__init__(context)
        self.stopped = stopped

    @property
    def step(self) -> NextStep:
        """Another game, or other seats."""
        return NextStep.OVER

    def offers(self) -> Mapping[str, Offer]:
        """Another game, or the start screen."""
        return {DIAL: Offer(self.text("control.again")), CHALLENGE: Offer(self.text("control.setup"))}

    @property
    def idle_control(self) -> Message:
        """The game is over."""
        return self.text("why.over")

    def press(self, control: str) -> None:
        """Begins the same game again, opened by a loser, or goes to the start screen."""
        current_game = self.context.current_game
        if control == CHALLENGE:
            current_game.leave_game()
            self.go(StartScreen())
            return
        state = self.context.state
        opens = state.losers[0] if state.losers else 0
        try:
            current_game.begin(state.seats, dict(state.options), opens)
        except RulesError as error:
            self.context.warn(error.message)
        else:
            self.continue_game()
