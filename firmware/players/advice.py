"""What the jarl would do in the place of a seat."""

import random

from firmware.players.characters import character
from firmware.players.seat_view import SeatView
from firmware.rules.commands import Command

ADVISER = "jarl"
TIMES = 10
"""The jarl is asked so often, as it does not always do the same."""


def advice(view: SeatView) -> tuple[Command | None, ...]:
    """Returns what the jarl does with this view, each of TIMES times; the same for the same view."""
    jarl, chance = character(ADVISER), random.Random(TIMES)
    return tuple(jarl.choose(view, chance) for _ in range(TIMES))
