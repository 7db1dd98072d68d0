"""What a decision comes to."""

from typing import NamedTuple

from firmware.rules.commands import Refusal
from firmware.rules.events import Event

Decision = tuple[Event, ...] | Refusal


class Kept(NamedTuple):
    """What a ruleset keeps count of beside the stock, as it is at the start."""

    worth: int | None = None
    """The value of bullshit's cup."""
    pot: int = 0
    """The antes of a gambling game."""
    points: tuple[int, ...] = ()
    """Points per seat."""
    shown: tuple[tuple[int, ...], ...] = ()
    """Dice that each seat has put face-up."""


class Outcome(NamedTuple):
    """Who has won and who has lost when a game is over."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
