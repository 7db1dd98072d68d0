"""The jarl: plays box games by their solutions, and cup games by inference and odds."""

import random
from dataclasses import dataclass

from firmware.players.jarl_box import play_box_as_jarl
from firmware.players.jarl_bullshit import play_bullshit_as_jarl
from firmware.players.jarl_cups import play_cups_as_jarl
from firmware.players.obligations import obliged
from firmware.players.seat_view import SeatView
from firmware.rules.commands import Command
from firmware.rules.games.box_game import BoxGame
from firmware.rules.games.registry import RULESETS


@dataclass(frozen=True, slots=True)
class Jarl:
    """The strongest character."""

    name: str = "jarl"

    def choose(self, view: SeatView, chance: random.Random) -> Command | None:
        """Returns the next command of the seat."""
        command = obliged(view)
        if command is not None:
            return command
        if view.state.ruleset == "bullshit":
            return play_bullshit_as_jarl(view, chance)
        if isinstance(RULESETS[view.state.ruleset], BoxGame):
            return play_box_as_jarl(view, chance)
        return play_cups_as_jarl(view, chance)
