"""The way in: the registry of rulesets, and a game as a pure function of its events.

>>> from firmware.rules.claims import Pair
>>> from firmware.rules.commands import Challenge, Declare, Reveal, Roll
>>> state = fold(new_game("viking", ("Astrid", "Bjorn", "Sigrid"), opens=0))
>>> for command in (Roll(0), Declare(0, Pair(1, 3)), Challenge(1), Reveal(Pair(5, 6))):
...     state = fold(expect(decide(state, command)), state)
>>> state.stock, state.turn
((5, 6, 6), 1)
>>> decide(state, Challenge(1))
Refusal(reason='No claim stands: there is nothing to challenge.')
"""

from collections.abc import Mapping, Sequence
from typing import Final

from firmware.rules.claims import Claim
from firmware.rules.commands import Command, Move, Refusal
from firmware.rules.decision import Decision
from firmware.rules.events import Event
from firmware.rules.evolve import evolve, fold
from firmware.rules.games.bullshit import Bullshit
from firmware.rules.games.mia import Mia
from firmware.rules.games.stars import Stars
from firmware.rules.games.sympkyn_box import SympkynBox
from firmware.rules.games.sympkyn_cups import SympkynCups
from firmware.rules.games.viking import Viking
from firmware.rules.ladders import CLASSIC, Ladder
from firmware.rules.options import OptionValue, RulesError
from firmware.rules.ruleset import Ruleset
from firmware.rules.state import GameState

__all__ = [
    "RULESETS",
    "Ruleset",
    "claims",
    "decide",
    "evolve",
    "expect",
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
    """The ruleset of this name; raises RulesError."""
    if name not in RULESETS:
        raise RulesError("Rules", f'No ruleset is called "{name}"; there are {", ".join(RULESETS)}.')
    return RULESETS[name]


def new_game(
    rules: str,
    seats: Sequence[str],
    options: Mapping[str, OptionValue] | None = None,
    stock: Sequence[int] | None = None,
    opens: int | None = None,
) -> tuple[Event, ...]:
    """Begins a game, by a roll-off when nobody `opens`; options as values or as text. Raises RulesError."""
    return ruleset(rules).new_game(seats, options, stock, opens)


def decide(state: GameState, command: Command) -> Decision:
    """What comes of a command: the events, or why it is not allowed."""
    return RULESETS[state.ruleset].decide(state, command)


def expect(decision: Decision) -> tuple[Event, ...]:
    """The events of a decision that cannot be a refusal; raises ValueError with the reason if it is one."""
    if isinstance(decision, Refusal):
        raise ValueError(decision.reason)  # noqa: TRY004 - the type is right, the play was not
    return decision


def legal(state: GameState, seat: int) -> tuple[Move, ...]:
    """What the seat may do next; () when nothing."""
    return RULESETS[state.ruleset].legal(state, seat)


def claims(state: GameState) -> tuple[Claim, ...]:
    """What the dial may turn through for the seat in turn, ascending: claims after a shake or with a pass, bids."""
    return RULESETS[state.ruleset].claims(state)


def ladder_of(state: GameState) -> Ladder:
    """The ranking of two dice in this game; the classic one where it has none."""
    return RULESETS[state.ruleset].ladder(state.options) or CLASSIC


def out(state: GameState) -> tuple[int, ...]:
    """The seats that have dropped out, ascending."""
    return RULESETS[state.ruleset].out(state)
