"""A pause: the screen says whose turn it is, and nothing happens until somebody presses."""

from collections.abc import Mapping

from firmware.rules.message import Message
from firmware.table.controls import CONTROLS
from firmware.table.mode import Mode, Offer
from firmware.table.progress import seat_to_act


class PauseMode(Mode):
    """Stands over the game; any press plays on."""

    @property
    def waited_for(self) -> Message:
        """Returns who acts when the game goes on."""
        seat = seat_to_act(self.context.active_session)
        return self.text("pause.table") if seat is None else self.text("pause.turn", name=self.context.name(seat))

    def offers(self) -> Mapping[str, Offer]:
        """Every control plays on."""
        return dict.fromkeys(CONTROLS, Offer(self.text("pause.go_on")))

    def press(self, control: str) -> None:
        """Plays on."""
        del control
        self.go_back()

    def on_shake(self) -> None:
        """Says that nobody is playing."""
        self.context.warn(self.text("pause.not_now"))

    def challenge_from_seat(self, seat: int) -> None:
        """Says that nobody is playing."""
        del seat
        self.context.warn(self.text("pause.not_now"))

    def peek_refusal(self) -> Message:
        """Nobody looks while the others are away."""
        return self.text("pause.not_now")
