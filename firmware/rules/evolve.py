"""The state after an event. It knows no rules: every decision of a rule is in the event."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from firmware.rules.errors import EventError
from firmware.rules.events import (
    Accepted,
    Adjudicated,
    BidMade,
    Challenged,
    Dealt,
    Declared,
    Event,
    GameOver,
    Passed,
    Rolled,
    RolledOff,
    RollVoided,
    RoundOpened,
    Ruled,
    Scored,
    Shown,
    Started,
    TurnMoved,
    Verdict,
)
from firmware.rules.message import message
from firmware.rules.state import GameState, Phase

T = TypeVar("T")

NOBODY: Final[frozenset[int]] = frozenset()


def evolve(state: GameState | None, event: Event) -> GameState:
    """Returns the state after `event`; raises EventError unless `Started` is the first."""
    if isinstance(event, Started):
        return _started(event)
    if state is None:
        raise EventError(message("A game begins with Started, not with {event}.", event=type(event).__name__))
    return _HANDLERS[type(event)](state, event)


def fold(events: Iterable[Event], state: GameState | None = None) -> GameState:
    """Returns the state after all `events`, from the beginning or from `state`; raises EventError without a game."""
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise EventError(message("Without events there is no game."))
    return state


def _started(event: Started) -> GameState:
    return GameState(
        ruleset=event.ruleset,
        options=event.options,
        seats=event.seats,
        stock=event.stock,
        phase=Phase.ROLL_OFF if event.opens is None else Phase.OPEN,
        turn=event.opens,
        starter=event.opens,
        tied=(),
        claim=None,
        owner=None,
        roller=None,
        challenger=None,
        seen=NOBODY,
        worth=event.worth,
        pot=event.pot,
        points=event.points,
        held=(),
        shown=event.shown,
        shows=(0,) * len(event.shown),
        bids=(),
        settling=None,
        last=None,
        winners=(),
        losers=(),
        round=1,
    )


def _rolled_off(state: GameState, event: RolledOff) -> GameState:
    return state._replace(tied=event.tied)


def _round_opened(state: GameState, event: RoundOpened) -> GameState:
    return _without_round(
        state,
        phase=Phase.OPEN,
        turn=event.seat,
        starter=event.seat,
        tied=(),
        worth=None if state.worth is None else 1,
        winners=(),
        losers=(),
    )


def _without_round(state: GameState, **changes: Any) -> GameState:
    """Clears the state of the finished round, and applies the changes."""
    return state._replace(
        claim=None,
        owner=None,
        roller=None,
        challenger=None,
        seen=NOBODY,
        held=(),
        shown=((),) * len(state.shown),
        shows=(0,) * len(state.shows),
        bids=(),
        **changes,
    )


def _rolled(state: GameState, event: Rolled) -> GameState:
    return state._replace(
        phase=Phase.CLAIMING,
        roller=event.seat,
        seen=NOBODY if event.blind else frozenset((event.seat,)),
        settling=None,
    )


def _declared(state: GameState, event: Declared) -> GameState:
    stock = state.stock
    if event.fine:
        stock = _with(stock, event.seat, stock[event.seat] + event.fine)
    return state._replace(
        phase=Phase.ANSWERING,
        stock=stock,
        claim=event.claim,
        owner=event.seat,
        turn=event.turn,
        worth=event.worth,
    )


def _passed(state: GameState, event: Passed) -> GameState:
    return state._replace(claim=event.claim, owner=event.seat, turn=event.turn)


def _accepted(state: GameState, event: Accepted) -> GameState:
    del event
    return state


def _challenged(state: GameState, event: Challenged) -> GameState:
    return state._replace(phase=Phase.REVEALING, challenger=event.seat)


def _shown(state: GameState, event: Shown) -> GameState:
    del event
    return state._replace(phase=Phase.REVEALING, challenger=None)


def _roll_voided(state: GameState, event: RollVoided) -> GameState:
    del event
    return state._replace(phase=Phase.CLAIMING, roller=None, seen=NOBODY)


def _dealt(state: GameState, event: Dealt) -> GameState:
    return state._replace(held=event.held, settling=None)


def _bid_made(state: GameState, event: BidMade) -> GameState:
    shown, shows = state.shown, state.shows
    if event.shown:
        seat = event.seat
        shown = _with(shown, seat, tuple(sorted(shown[seat] + event.shown)))
        shows = _with(shows, seat, shows[seat] + 1)
    return state._replace(
        phase=Phase.ANSWERING,
        claim=event.claim,
        owner=event.seat,
        turn=event.turn,
        shown=shown,
        shows=shows,
        bids=(*state.bids, (event.seat, event.claim)),
    )


def _adjudicated(state: GameState, event: Adjudicated) -> GameState:
    void = event.verdict is Verdict.NO_VERDICT
    points = state.points
    if event.winner is not None and points:
        points = _with(points, event.winner, points[event.winner] + 1)
    return _without_round(
        state,
        stock=event.stock,
        phase=Phase.OPEN,
        turn=event.starter,
        starter=event.starter,
        worth=None if state.worth is None else 1,
        points=points,
        settling=() if void else None,
        last=event,
        round=state.round if void else state.round + 1,
    )


def _ruled(state: GameState, event: Ruled) -> GameState:
    settling = state.settling
    if settling is not None and event.pays and event.seat not in settling:
        settling = (*settling, event.seat)
    return state._replace(stock=_with(state.stock, event.seat, event.stock), settling=settling)


def _scored(state: GameState, event: Scored) -> GameState:
    return state._replace(points=_with(state.points, event.seat, event.points))


def _turn_moved(state: GameState, event: TurnMoved) -> GameState:
    return state._replace(turn=event.seat)


def _game_over(state: GameState, event: GameOver) -> GameState:
    return _without_round(
        state,
        phase=Phase.OVER,
        turn=None,
        tied=(),
        winners=event.winners,
        losers=event.losers,
    )


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Replaces the value of one seat."""
    return (*values[:seat], value, *values[seat + 1 :])


_HANDLERS: Final[dict[type[Any], Callable[[GameState, Any], GameState]]] = {
    RolledOff: _rolled_off,
    RoundOpened: _round_opened,
    Rolled: _rolled,
    Declared: _declared,
    Passed: _passed,
    Accepted: _accepted,
    Challenged: _challenged,
    Shown: _shown,
    RollVoided: _roll_voided,
    Dealt: _dealt,
    BidMade: _bid_made,
    Adjudicated: _adjudicated,
    Ruled: _ruled,
    Scored: _scored,
    TurnMoved: _turn_moved,
    GameOver: _game_over,
}
