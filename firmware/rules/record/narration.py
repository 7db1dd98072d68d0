"""Tells in words what happened."""

from collections.abc import Sequence

from firmware.rules.claims import Bid, Claim, Hands, Pair, Total
from firmware.rules.events import (
    Adjudicated,
    BidMade,
    Dealt,
    Declared,
    Ending,
    Event,
    GameOver,
    Passed,
    RolledOff,
    RollVoided,
    RoundOpened,
    Ruled,
    Scored,
    TurnMoved,
    Verdict,
)
from firmware.rules.evolve import evolve
from firmware.rules.games.registry import ladder_of, ruleset
from firmware.rules.state import GameState


def tell(state: GameState, events: Sequence[Event]) -> str:
    """What came of an action, as sentences; "" when there is nothing to say. `state` is the one before the events."""
    said = []
    over = any(isinstance(event, GameOver) for event in events)
    for event in events:
        said.append(_tell(state, event))
        if isinstance(event, Adjudicated) and not over:
            said.append(f"Next to open: {state.seats[event.starter]}.")
        state = evolve(state, event)
    return " ".join(sentence for sentence in said if sentence)


def names(state: GameState, seats: Sequence[int]) -> str:
    """The seats' names as a list in words: `Astrid, Bjorn and Sigrid`."""
    listed = [state.seats[seat] for seat in seats]
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} and {listed[-1]}" if listed else "nobody"


def claim_words(state: GameState, claim: Claim | int) -> str:
    """A claim as it is said aloud: `13`, `4x5`, `a total of 13`."""
    match claim:
        case Pair():
            return ladder_of(state).spoken(claim)
        case int():
            return str(claim)
        case Bid(quantity, face):
            return f"{quantity}x{face}"
        case Total(value):
            return f"a total of {value}"


def amount(state: GameState, count: int) -> str:
    """A stock in words: `1 life`, `3 dice`."""
    one, many = ruleset(state.ruleset).stock_word
    return f"{count} {one if count == 1 else many}"


def _tell(state: GameState, event: Event) -> str:
    match event:
        case RolledOff(_, tied) if tied:
            return f"{names(state, tied)} throw again."
        case RoundOpened(seat) | TurnMoved(seat):
            return f"{state.seats[seat]} opens." if isinstance(event, RoundOpened) else f"{state.seats[seat]} answers."
        case Declared(seat, claim, turn, worth, fine):
            paid = f"{state.seats[seat]} pays {amount(state, fine)} for not going higher. " if fine else ""
            value = f", worth {worth}" if worth is not None else ""
            return f"{paid}{claim_words(state, claim)} stands{value}; {state.seats[turn]} answers."
        case Passed(seat, claim, turn):
            return f"{state.seats[seat]} answers for {claim_words(state, claim)}; {state.seats[turn]} is next."
        case BidMade(_, claim, turn):
            said = claim_words(state, claim)
            return f"{said[0].upper()}{said[1:]} stands; {state.seats[turn]} answers."
        case Dealt(held):
            return f"{sum(held)} dice lie under the cups."
        case RollVoided(seat, None):
            return f"By the table: that was no 21, {state.seats[seat]} shakes again."
        case RollVoided(seat, Pair() as dice):
            return f"That is {claim_words(state, dice)}, no 21: {state.seats[seat]} shakes again."
        case Adjudicated():
            return _adjudicated(state, event)
        case Ruled(seat, delta, reason, stock):
            return f"By the table: {state.seats[seat]} {delta:+}, which makes {amount(state, stock)} ({reason})."
        case Scored(seat, delta, reason, points):
            return f"By the table: {state.seats[seat]} {delta:+} {_points(delta)}, which makes {points} ({reason})."
        case GameOver(winners, losers):
            lost = f"; {names(state, losers)} {'loses' if len(losers) == 1 else 'lose'}" if losers else ""
            return f"The game is over: {names(state, winners)} {'win' if len(winners) > 1 else 'wins'}{lost}."
        case _:
            return ""


def _points(delta: int) -> str:
    return "point" if abs(delta) == 1 else "points"


def _adjudicated(state: GameState, event: Adjudicated) -> str:
    parts = [_finding(state, event)]
    word = ruleset(state.ruleset).stock_word
    for seat, paid in event.lost:
        parts.append(f"{state.seats[seat]} pays {amount(state, paid)} and has {event.stock[seat] or f'no {word[1]}'}.")
    if event.winner is not None:
        parts.append(f"{state.seats[event.winner]} wins the round.")
    if not event.lost and event.winner is None:
        parts.append("Nobody pays.")
    return " ".join(parts)


def _finding(state: GameState, event: Adjudicated) -> str:
    if event.verdict is Verdict.NO_VERDICT:
        return f"No verdict: {(event.reason or 'the dice could not be read').rstrip('.')}."
    if event.ending is Ending.ACCEPTED:
        return "The Meier is accepted, the box stays shut."
    if event.ending is Ending.SHOWN:
        return f"{state.seats[event.owner]} shows the 21."
    truth = "true" if event.verdict is Verdict.UPHELD else "false"
    claim = claim_words(state, event.claim)
    if isinstance(event.claim, Total):
        return f"The dice come to {event.actual}: {claim} is {truth}."
    if isinstance(event.revealed, Hands):
        return f"The count is {event.actual}: {claim} is {truth}."
    return f"The dice are {claim_words(state, event.actual or 0)}: {claim} is {truth}."
