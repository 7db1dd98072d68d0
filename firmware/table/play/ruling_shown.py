"""The verdict that the table has given on a challenge, shown as one of the box would be."""

from collections.abc import Mapping
from dataclasses import replace

from firmware.rules.events import Adjudicated
from firmware.rules.message import Message
from firmware.rules.state import Phase
from firmware.table.context import Context
from firmware.table.controls import DIAL
from firmware.table.destinations import RulingShown
from firmware.table.mode import GameMode, NextStep, Offer


class RulingShownMode(GameMode):
    """Shows who was right by the ruling of the table, and who pays. `number` identifies the showing."""

    def __init__(self, context: Context, ruling: RulingShown) -> None:
        """Shows a ruling that is in the journal already."""
        super().__init__(context)
        self.ruling = ruling
        self.number = context.next_reveal()

    @property
    def last(self) -> Adjudicated:
        """The adjudication as the table has ruled; raises RuntimeError without one."""
        last, ruling = self.context.state.last, self.ruling
        if last is None:
            raise RuntimeError("Nothing has been adjudicated.")
        return replace(
            last, verdict=ruling.verdict, actual=ruling.count, reason=None, lost=ruling.payments, winner=ruling.winner
        )

    @property
    def step(self) -> NextStep:
        """A push to continue."""
        return NextStep.VERDICT

    @property
    def actor(self) -> int | None:
        """The seat in turn."""
        return self.context.state.turn

    @property
    def idle_control(self) -> Message:
        """There is a verdict."""
        return self.text("why.decided")

    def offers(self) -> Mapping[str, Offer]:
        """The push continues."""
        return {DIAL: Offer(self.text("control.go_on"))}

    def press(self, control: str) -> None:
        """Continues."""
        del control
        self.continue_game()

    def on_shake(self) -> None:
        """Continues: the next seat has begun to shake."""
        if self.context.state.phase is Phase.OVER:
            super().on_shake()
        else:
            self.continue_game()
            self.context.navigator.forward_shake()
