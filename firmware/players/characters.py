"""The characters that a computer player can be."""

from collections.abc import Mapping
from typing import Final

from firmware.players.player import ComputerPlayer
from firmware.players.random_player import RandomPlayer

CHARACTERS: Final[Mapping[str, ComputerPlayer]] = {player.name: player for player in (RandomPlayer(),)}
"""All characters by name."""
