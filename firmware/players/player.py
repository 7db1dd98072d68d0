"""The interface of a computer player: a function of what its seat knows, and chance."""

import random
from typing import Protocol

from firmware.players.seat_view import SeatView
from firmware.rules.commands import Command


class ComputerPlayer(Protocol):
    """Plays any seat of any game, without keeping anything between calls."""

    @property
    def name(self) -> str:
        """The player's name on the command line."""

    def choose(self, view: SeatView, chance: random.Random) -> Command | None:
        """Returns the seat's next command; None if it has nothing to do, such as out of turn."""
