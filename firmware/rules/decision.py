"""What a decision comes to."""

from typing import NamedTuple

from firmware.rules.commands import Refusal
from firmware.rules.events import Event

Decision = tuple[Event, ...] | Refusal


class Outcome(NamedTuple):
    """Who has won and who has lost when a game is over."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
