"""What a computer player is: a function of what its seat may know, and of chance."""

import random
from typing import Protocol

from firmware.players.seat_view import SeatView
from firmware.rules.commands import Command


class ComputerPlayer(Protocol):
    """Plays any seat of any game; it keeps nothing from one call to the next."""

    @property
    def name(self) -> str:
        """What the player is called on the command line."""

    def choose(self, view: SeatView, chance: random.Random) -> Command | None:
        """Returns the next command of the seat; None where it does nothing, as while another seat is in turn."""
