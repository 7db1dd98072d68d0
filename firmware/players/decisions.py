"""The decisions of the seats of a game and what each seat knew at the time, as far as the public events show."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware.odds.dice_model import DiceModel
from firmware.players.obligations import obliged
from firmware.players.seat_view import HiddenDice, SeatView, seat_view
from firmware.rules.claims import Hands, Pair
from firmware.rules.commands import Accept, Challenge, Command, Declare, MakeBid, Pass, Roll
from firmware.rules.events import (
    Accepted,
    Adjudicated,
    BidMade,
    Challenged,
    Dealt,
    Declared,
    Event,
    Passed,
    Rolled,
    RollVoided,
)
from firmware.rules.evolve import evolve, fold
from firmware.rules.state import GameState, Phase


class SeatDecision(NamedTuple):
    """A decision: what the seat knew, what it did, and the index of the event in the game (from 0)."""

    view: SeatView
    made: Command
    at: int

    @property
    def seat(self) -> int:
        """The seat that decided."""
        return self.view.seat


def decisions(events: Sequence[Event], model: DiceModel) -> Iterator[SeatDecision]:
    """Yields the decisions of a game in order; `events` are all valid events from the first.

    Only public events are used. A decision that depended on dice is included only if those dice were revealed; one that
    did not, such as the answer to a claim in a box game, is included at once.
    """
    revealed = _revealed(events)
    state: GameState | None = None
    for at, event in enumerate(events):
        if state is None:
            state = fold((event,))
            continue
        made = _command(state, event)
        if made is not None:
            seat, hidden = made.seat, revealed[at]
            view = seat_view(state, seat, hidden, events[:at], model)
            if _knows(state, seat, hidden) and obliged(view) is None:
                yield SeatDecision(view, made, at)
        state = evolve(state, event)


def last_round(choices: Sequence[SeatDecision], events: Sequence[Event]) -> tuple[SeatDecision, ...]:
    """Returns the decisions of the round that was adjudicated last, or of the first round if none was."""
    ends = [at for at, event in enumerate(events) if isinstance(event, Adjudicated)]
    first = ends[-2] if len(ends) > 1 else 0
    last = ends[-1] if ends else len(events)
    return tuple(choice for choice in choices if first < choice.at <= last)


def _command(state: GameState, event: Event) -> Declare | Pass | Accept | Challenge | MakeBid | Roll | None:
    """Returns the command behind an event, if the seat had an alternative."""
    match event:
        case Declared(seat, claim):
            return Declare(seat, claim)
        case Passed(seat, claim):
            return Pass(seat, claim)
        case Accepted(seat):
            return Accept(seat)
        case Challenged(seat):
            return Challenge(seat)
        case BidMade(seat, claim, _, shown, rerolled):
            return MakeBid(seat, claim, shown, rerolled)
        case Rolled(seat, blind) if state.phase is Phase.ANSWERING:
            return Roll(seat, blind)
    return None


def _knows(state: GameState, seat: int, hidden: HiddenDice) -> bool:
    """Returns whether the dice that the seat saw are known; a claim on unseen dice is no decision to learn from."""
    if state.held:
        return isinstance(hidden, Hands) and len(hidden.dice[seat]) == state.held[seat]
    return isinstance(hidden, Pair) if seat in state.seen else state.phase is Phase.ANSWERING


def _revealed(events: Sequence[Event]) -> list[HiddenDice]:
    """Returns, for each event, the dice that were there before it, if they were revealed later.

    A hand that was re-rolled after the event has no dice: nobody knows what they were.
    """
    found: list[HiddenDice] = [None] * len(events)
    dice: HiddenDice = None
    for at in range(len(events) - 1, -1, -1):
        match events[at]:
            case Adjudicated(revealed=revealed):
                dice = revealed
            case Rolled() | RollVoided() | Dealt():
                dice = None
            case BidMade(seat=seat, rerolled=rerolled) if rerolled and isinstance(dice, Hands):
                dice = Hands((*dice.dice[:seat], (), *dice.dice[seat + 1 :]))
        found[at] = dice
    return found
