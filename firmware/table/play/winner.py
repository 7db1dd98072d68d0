"""The end of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from firmware.rules.options import RulesError
from firmware.table.mode import CHALLENGE, CLAIM, DIAL, Mode, Offer

if TYPE_CHECKING:
    from firmware.table.table import Table


class Winner(Mode):
    """Shows who won, or how all stand in a game that was `stopped`; another game is one press away."""

    def __init__(self, table: Table, stopped: bool = False) -> None:
        """Shows the end of the table's game."""
        super().__init__(table)
        self.stopped = stopped

    def offers(self) -> Mapping[str, Offer]:
        """Another game, or the start screen."""
        again = Offer(self.say("control.again"))
        return {DIAL: again, CLAIM: again, CHALLENGE: Offer(self.say("control.setup"))}

    @property
    def idle_control(self) -> str:
        """The game is over."""
        return self.say("why.over")

    def press(self, control: str) -> None:
        """Begins the same game again, opened by a loser of this one, or goes to the start screen."""
        if control == CHALLENGE:
            self.table.to_setup()
            return
        state = self.table.state
        opens = state.losers[0] if state.losers else 0
        try:
            self.table.begin(state.seats, dict(state.options), opens)
        except RulesError as error:
            self.table.refuse(str(error))
