"""What a claim in a box game says about the dice: the odds of a throw, and how likely a player is to claim this."""

from functools import lru_cache
from typing import NamedTuple

from firmware.odds.dice_model import DiceModel
from firmware.players.chances import is_true, reach
from firmware.players.seat_view import SeatView
from firmware.rules.claims import Pair
from firmware.rules.events import Declared, Passed, Rolled, RoundOpened
from firmware.rules.games.registry import RULESETS
from firmware.rules.ladders import Ladder
from firmware.rules.options import Options


class StandingClaim(NamedTuple):
    """The claim made about the roll in the box, who made it, and the rank it had to beat (-1: none)."""

    maker: int
    rank: int
    beaten: int
    blind: bool
    """Whether the seat that made it had not looked at the dice."""
    passes: int
    """How many seats have passed it on since."""


def ladder_of_view(view: SeatView) -> Ladder:
    """Returns the ladder of a box game."""
    ladder = RULESETS[view.state.ruleset].ladder(view.state.options)
    if ladder is None:
        raise ValueError("A cup game has no ladder.")
    return ladder


def standing_claim(view: SeatView) -> StandingClaim | None:
    """Returns the claim made when the dice in the box were rolled, from the public events; None if there was none."""
    ladder = ladder_of_view(view)
    made: Declared | None = None
    passes = 0
    blind = False
    events = reversed(view.events)
    for event in events:
        match event:
            case Passed():
                passes += 1
            case Declared():
                made = event
                break
            case Rolled() | RoundOpened():
                return None
            case _:
                continue
    if made is None:
        return None
    beaten = -1
    for event in events:
        match event:
            case Rolled():
                blind = event.blind
            case Declared(claim=claim) | Passed(claim=claim):
                beaten = ladder.rank(claim)
                break
            case _:
                break
    return StandingClaim(made.seat, ladder.rank(made.claim), beaten, blind, passes)


@lru_cache(maxsize=4096)
def honest_belief(
    rules: str, options: Options, model: DiceModel, rank: int, beaten: int, equal: bool, lying: float
) -> float:
    """Returns the chance that a claim is true if the seat that made it lies only when it has to.

    It tells the truth if its roll beats `beaten`. If it has to lie, every higher claim is equally likely. If not, it
    still lies with the chance `lying`.
    """
    reached = reach(rules, options, model)
    lowest = max(0, beaten if equal else beaten + 1)
    exactly = reached[rank] - (reached[rank + 1] if rank + 1 < len(reached) else 0.0)
    choices = len(reached) - lowest
    if choices <= 0 or rank < lowest:
        return reached[rank]
    must_lie = 1.0 - reached[lowest]
    spread = (must_lie + lying * reached[lowest]) / choices
    told = exactly * (1.0 - lying) + lying * reached[rank] / choices
    lies = spread - lying * reached[rank] / choices
    return told / (told + lies) if told + lies > 0 else 0.0


def belief(view: SeatView, lying: float = 0.0) -> float:
    """Returns the chance that the standing claim is true: 0 or 1 for a seat that knows the dice."""
    state = view.state
    claim = state.claim
    if not isinstance(claim, Pair):
        return 0.0
    ladder = ladder_of_view(view)
    if view.dice:
        return float(is_true(view, claim, Pair(*view.dice)))
    made = standing_claim(view)
    rank = ladder.rank(claim)
    if made is None or made.blind or state.ruleset == "bullshit":
        return reach(state.ruleset, state.options, view.model)[rank]
    equal = "min_raise" in state.options and state.options.word("min_raise") == "equal"
    first = honest_belief(state.ruleset, state.options, view.model, made.rank, made.beaten, equal, lying)
    if rank == made.rank:
        return first
    reached = reach(state.ruleset, state.options, view.model)
    return first * reached[rank] / reached[made.rank] if reached[made.rank] else 0.0
