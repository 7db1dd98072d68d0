"""The end of a game."""

from collections.abc import Mapping

from firmware.rules.message import Message
from firmware.rules.options import RulesError
from firmware.statistics.evening_story import EveningStory
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, CLAIM, DIAL
from firmware.table.destinations import GAME, StartScreen
from firmware.table.mode import GameMode, NextStep, Offer
from firmware.table.requests import SavePoster


class WinnerMode(GameMode):
    """Shows who won, or the standings of a game that was `stopped`; another game is one press away."""

    leads_to = (*GAME, StartScreen)

    def __init__(self, context: Context, stopped: bool = False) -> None:
        """Shows the end of the current game."""
        super().__init__(context)
        self.stopped = stopped
        context.evening.end_with(context.active_session.entry.number)
        self._told = False

    @property
    def story(self) -> EveningStory | None:
        """What the evening will be remembered for; None until it is read, or where nothing came to light."""
        return self.context.evening.story if self._told else None

    def tick(self, now: float) -> float | None:
        """Reads the games of the evening, one each time."""
        del now
        if self._told:
            return None
        self._told = not self.context.evening.read_next()
        return 0.0

    @property
    def step(self) -> NextStep:
        """Another game, or other seats."""
        return NextStep.OVER

    def offers(self) -> Mapping[str, Offer]:
        """Another game, the start screen, or a poster of the evening."""
        return {
            CLAIM: Offer(self.text("poster.save")),
            CHALLENGE: Offer(self.text("control.setup_beside_undo")),
            DIAL: Offer(self.text("control.again")),
        }

    @property
    def idle_control(self) -> Message:
        """The game is over."""
        return self.text("why.over")

    def press(self, control: str) -> None:
        """Begins the same game again, opened by a loser, goes to the start screen, or has a poster saved."""
        current_game = self.context.current_game
        if control == CLAIM:
            self.context.request(SavePoster())
            self.context.notify(self.text("poster.saving"))
            return
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
            if state.losers:
                self.context.notify(self.text("setup.opens_as_loser", name=state.seats[opens]))
