"""The characters of computer players."""

from collections.abc import Mapping
from typing import Final

from firmware.players.errors import UnknownCharacterError
from firmware.players.heuristic import Heuristic
from firmware.players.jarl import Jarl
from firmware.players.personality import Lies, Personality, Trust
from firmware.players.player import ComputerPlayer
from firmware.players.random_player import RandomPlayer
from firmware.rules.message import message

TRUTHFUL = Personality(doubt=0.06, cup_doubt=0.15, passing=0.1, pays_fines=True, held_only=True)
TIMID = Personality(doubt=0.01, cup_doubt=0.05, passing=0.8, pays_fines=True, bidding=0.0)
BOLD = Personality(
    doubt=0.4, cup_doubt=0.45, lying=0.35, daring=1.0, passing=0.5, bidding=0.35, highest=True, showing=0.6
)
TRACKER = Personality(
    doubt=0.5, cup_doubt=0.4, trust=Trust.TRACKED, lying=0.05, daring=0.4, bidding=0.6, highest=True, showing=0.5
)
THRESHOLD = Personality(doubt=0.25, cup_doubt=0.25, daring=0.3, bidding=0.5)
COUNTER = Personality(doubt=0.25, cup_doubt=0.35, lies=Lies.BELIEVED, lying=0.1, bidding=0.5, highest=True)
WEIGHER = Personality(doubt=0.5, cup_doubt=0.5, trust=Trust.MAKER, weighs=True, daring=0.5, lying=0.05, bidding=0.9)

CHARACTERS: Final[Mapping[str, ComputerPlayer]] = {
    player.name: player
    for player in (
        Heuristic("truthful", TRUTHFUL),
        Heuristic("timid", TIMID),
        Heuristic("bold", BOLD),
        Heuristic("tracker", TRACKER),
        Heuristic("threshold", THRESHOLD),
        Heuristic("counter", COUNTER),
        Heuristic("weigher", WEIGHER),
        RandomPlayer(),
        Jarl(),
    )
}
"""All characters by name."""


def character(name: str) -> ComputerPlayer:
    """Returns a character by name; raises UnknownCharacterError."""
    if name not in CHARACTERS:
        raise UnknownCharacterError(
            message('No computer player is called "{name}"; there are {known}.', name=name, known=", ".join(CHARACTERS))
        )
    return CHARACTERS[name]
