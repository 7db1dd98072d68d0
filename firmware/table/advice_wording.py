"""What the jarl would have done, and whether a challenge was right by the odds, in words."""

from collections import Counter
from fractions import Fraction

from firmware.dice_sets.die_set import DieSet
from firmware.odds.claim_chance import claim_chance, seat_dice
from firmware.odds.game_odds import game_odds
from firmware.players.decisions import SeatDecision
from firmware.rules.claims import Bid, Claim
from firmware.rules.commands import Accept, Challenge, Command, Declare, MakeBid, Pass, Roll
from firmware.rules.message import Message
from firmware.rules.state import GameState
from firmware.statistics.known_rounds import EVEN
from firmware.table.advisor import Commands
from firmware.table.odds_wording import in_words
from firmware.table.wording import claim_name
from firmware.texts.source import text

ALWAYS = 0.85
"""From this share on the jarl is said to do a thing, without how often."""


def deed_words(decision: SeatDecision) -> Message:
    """Returns what the seat did."""
    state, name = decision.view.state, decision.view.state.seats[decision.seat]
    match decision.made:
        case Declare(claim=claim) | MakeBid(claim=claim):
            return text("replay.claims", name=name, claim=claim_name(state, claim))
        case Pass(claim=claim):
            return text("replay.passes", name=name, claim=_claim(state, claim))
        case Challenge():
            return text("table.challenged", name=name)
        case Accept():
            return text("advice.accepted", name=name)
        case _:
            return text("advice.believed", name=name, claim=_claim(state, None))


def judgement(decision: SeatDecision, commands: Commands, die_set: DieSet | None) -> Message:
    """Returns whether a challenge was right by the odds, and what the jarl would have done."""
    odds, jarl = odds_words(decision, die_set), jarl_words(decision, commands)
    return jarl if odds is None else text("advice.both", odds=odds, jarl=jarl)


def odds_words(decision: SeatDecision, die_set: DieSet | None) -> Message | None:
    """Returns whether a challenge was right by the odds, as its challenger could know them; None of anything else."""
    view, state = decision.view, decision.view.state
    if not isinstance(decision.made, Challenge) or state.claim is None:
        return None
    dice = seat_dice(state, view.seat, view.dice)
    if dice is None:
        return None
    chance = claim_chance(state.claim, state.ruleset, state.options, dice, game_odds(state.options, die_set).model)
    return in_words("call_right" if chance <= EVEN else "call_wrong", chance)


def jarl_words(decision: SeatDecision, commands: Commands) -> Message:
    """Returns what the jarl would have done, and how often where it does not always do the same."""
    same = sum(_alike(command, decision.made) for command in commands)
    if same >= ALWAYS * len(commands):
        return text("advice.same")
    if same:
        share = Fraction(same, len(commands))
        return text("advice.sometimes", n=share.numerator, times=share.denominator)
    counts = Counter(_kind(command) for command in commands)
    kind, count = counts.most_common(1)[0]
    command = next(command for command in commands if _kind(command) == kind)
    return _jarl_would(decision.view.state, command, often=count < ALWAYS * len(commands))


def _jarl_would(state: GameState, command: Command | None, *, often: bool) -> Message:
    match command:
        case Challenge():
            return text("advice.challenge")
        case Roll():
            return text("advice.believe")
        case Accept():
            return text("advice.accept")
        case Pass(claim=claim):
            return text("advice.pass", claim=_claim(state, claim))
        case Declare(claim=claim) | MakeBid(claim=claim):
            bid = not isinstance(command, Declare)
            code = ("bid_often" if often else "bid") if bid else ("claim_often" if often else "claim")
            return text(f"advice.{code}", claim=claim_name(state, claim))
        case _:
            return text("advice.wait")


def _claim(state: GameState, claim: Claim | None) -> Message:
    """Names a claim, or the one that stands."""
    named = claim or state.claim
    return claim_name(state, named if named is not None else Bid(1, 1))


def _kind(command: Command | None) -> tuple[object, ...]:
    """Returns the key by which advice is grouped: a claim by its wording, whether dice were shown or not."""
    match command:
        case Declare(claim=claim) | MakeBid(claim=claim) | Pass(claim=claim):
            return type(command), claim
    return (type(command),)


def _alike(one: Command | None, other: Command | None) -> bool:
    return _kind(one) == _kind(other)
