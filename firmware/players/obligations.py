"""Moves on which the rules leave no choice; they are the same for every player."""

from firmware.players.seat_view import SeatView
from firmware.rules.claims import Pair
from firmware.rules.commands import Command, Roll, Show
from firmware.rules.games.registry import RULESETS
from firmware.rules.state import Phase


def obliged(view: SeatView) -> Command | None:
    """Returns the seat's only possible command; None if it has a choice or has nothing to do.

    A roll that must be shown is shown (the 21 of bullshit, RULES.md B8); a round is opened with a roll that the seat
    looks at; a voided roll is rolled again.
    """
    state = view.state
    if view.seat != state.turn or state.held:
        return None
    game = RULESETS[state.ruleset]
    if game.ladder(state.options) is None:
        return None
    if state.phase is Phase.OPEN or (state.phase is Phase.CLAIMING and state.roller is None):
        return Roll(view.seat)
    if state.phase is Phase.CLAIMING and view.dice and game.must_show(state.options, Pair(*view.dice)):
        return Show(view.seat)
    return None
