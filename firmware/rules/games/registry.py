"""The registry of rulesets: begins games, and answers questions about a state of any game."""

from collections.abc import Mapping, Sequence
from typing import Final

from firmware.rules.claims import Claim
from firmware.rules.commands import Move
from firmware.rules.errors import SetupError
from firmware.rules.events import Event
from firmware.rules.evolve import evolve, fold
from firmware.rules.games.bullshit import Bullshit
from firmware.rules.games.mia import Mia
from firmware.rules.games.stars import Stars
from firmware.rules.games.sympkyn_box import SympkynBox
from firmware.rules.games.sympkyn_cups import SympkynCups
from firmware.rules.games.viking import Viking
from firmware.rules.ladders import CLASSIC, Ladder
from firmware.rules.message import message
from firmware.rules.options import OptionValue
from firmware.rules.ruleset import Ruleset
from firmware.rules.state import GameState

__all__ = [
    "RULESETS",
    "Ruleset",
    "claims",
    "evolve",
    "fold",
    "ladder_of",
    "legal",
    "new_game",
    "out",
    "ruleset",
]

RULESETS: Final[Mapping[str, Ruleset]] = {
    game.name: game for game in (Viking(), Bullshit(), SympkynBox(), SympkynCups(), Mia(), Stars())
}
"""All rulesets by name, in the order of RULES.md."""


def ruleset(name: str) -> Ruleset:
    """Returns the ruleset of this name; raises SetupError."""
    if name not in RULESETS:
        unknown = message('No ruleset is called "{name}"; there are {known}.', name=name, known=", ".join(RULESETS))
        raise SetupError("Rules", unknown)
    return RULESETS[name]


def new_game(
    rules: str,
    seats: Sequence[str],
    options: Mapping[str, OptionValue] | None = None,
    stock: Sequence[int] | None = None,
    opens: int | None = None,
) -> tuple[Event, ...]:
    """Begins a game, with a roll-off when nobody `opens`; options as values or as text. Raises SetupError."""
    return ruleset(rules).new_game(seats, options, stock, opens)


def legal(state: GameState, seat: int) -> tuple[Move, ...]:
    """The legal moves of a seat."""
    return RULESETS[state.ruleset].legal(state, seat)


def claims(state: GameState) -> tuple[Claim, ...]:
    """The legal claims or bids of the seat in turn, ascending: after a roll, with a pass, or on dice under cups."""
    return RULESETS[state.ruleset].claims(state)


def ladder_of(state: GameState) -> Ladder:
    """The ranking of two dice in this game; the classic one if it has none."""
    return RULESETS[state.ruleset].ladder(state.options) or CLASSIC


def out(state: GameState) -> tuple[int, ...]:
    """The seats that have dropped out, ascending."""
    return RULESETS[state.ruleset].out(state)
