"""A pause: the screen says whose turn it is, and nothing runs until somebody presses."""

from __future__ import annotations

from collections.abc import Mapping

from firmware.table.mode import CONTROLS, Mode, Offer
from firmware.table.play.roll_off import Opening
from firmware.table.play.showdown import Laying


class Pause(Mode):
    """Stands over the game; any press plays on."""

    @property
    def waited_for(self) -> str:
        """Says who acts when the game goes on."""
        mode = self.behind
        seat = mode.thrower if isinstance(mode, Opening) else self.table.state.turn
        if isinstance(mode, Laying):
            seat = mode.seat
        return self.say("pause.table") if seat is None else self.say("pause.turn", name=self.table.name(seat))

    def offers(self) -> Mapping[str, Offer]:
        """Every control plays on."""
        return dict.fromkeys(CONTROLS, Offer(self.say("pause.go_on")))

    def press(self, control: str) -> None:
        """Plays on."""
        del control
        self.go_back()

    def shaken(self) -> None:
        """Says that nobody is playing."""
        self.table.refuse(self.say("pause.not_now"))

    def call(self, seat: int) -> None:
        """Says that nobody is playing."""
        del seat
        self.table.refuse(self.say("pause.not_now"))

    def peek_refusal(self) -> str:
        """Nobody looks while the others are away."""
        return self.say("pause.not_now")
