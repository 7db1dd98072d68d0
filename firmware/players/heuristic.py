"""A heuristic player: a personality and the odds."""

import random
from dataclasses import dataclass

from firmware.players.box_heuristic import play_box
from firmware.players.cup_heuristic import play_cups
from firmware.players.obligations import obliged
from firmware.players.personality import Personality
from firmware.players.seat_view import SeatView
from firmware.rules.commands import Command
from firmware.rules.games.box_game import BoxGame
from firmware.rules.games.registry import RULESETS


@dataclass(frozen=True, slots=True)
class Heuristic:
    """Plays by simple rules, with the parameters of its personality."""

    name: str
    personality: Personality

    def choose(self, view: SeatView, chance: random.Random) -> Command | None:
        """Returns the next command of the seat."""
        command = obliged(view)
        if command is not None:
            return command
        play = play_box if isinstance(RULESETS[view.state.ruleset], BoxGame) else play_cups
        return play(view, self.personality, chance)
