"""A pause: shows whose turn it is until somebody presses."""

from collections.abc import Mapping

from firmware.rules.message import Message
from firmware.table.controls import CONTROLS
from firmware.table.mode import Mode, Offer
from firmware.table.progress import seat_to_act


class PauseMode(Mode):
    """Covers the game; any press continues."""

    @property
    def waited_for(self) -> Message:
        """Returns who acts after the pause."""
        seat = seat_to_act(self.context.active_session)
        return self.text("pause.table") if seat is None else self.text("pause.turn", name=self.context.name(seat))

    def offers(self) -> Mapping[str, Offer]:
        """Every control continues."""
        return dict.fromkeys(CONTROLS, Offer(self.text("pause.go_on")))

    def press(self, control: str) -> None:
        """Continues."""
        del control
        self.go_back()

    def on_shake(self) -> None:
        """Shows that the game is paused."""
        self.context.warn(self.text("pause.not_now"))

    def challenge_from_seat(self, seat: int) -> None:
        """Shows that the game is paused."""
        del seat
        self.context.warn(self.text("pause.not_now"))

    def peek_refusal(self) -> Message:
        """Nobody may look while others are away."""
        return self.text("pause.not_now")
