"""What the jarl would have done in a seat's place."""

import random

from firmware.players.characters import character
from firmware.players.seat_view import SeatView
from firmware.rules.commands import Command

ADVISER = "jarl"
TIMES = 10
"""How often the jarl is asked about one decision, since its choice is random."""


def advice(view: SeatView) -> tuple[Command | None, ...]:
    """Returns the jarl's choices for this view, `TIMES` of them; the same view always gives the same choices."""
    jarl, chance = character(ADVISER), random.Random(TIMES)
    return tuple(jarl.choose(view, chance) for _ in range(TIMES))
