"""The table's rulings, which may change a seat's stock or points at any time, and their consequences.

- A ruling never takes more than there is.
- It may end the game, or reopen it; then whoever would have opened the next round opens it.
- If it knocks out the seat in turn, the turn moves on. If it knocks out a party to the claim or to the challenge, the
  round is void and the next live seat opens.
- After a round without a verdict, rulings stand in for the verdict: if only one seat pays, or only one of the two
  parties, that decides who opens. So does a point (C2: its winner opens).
"""

from typing import Final

from firmware.rules.commands import Refusal, Rule, Score
from firmware.rules.events import Event, GameOver, RolledOff, RoundOpened, Ruled, Scored, TurnMoved
from firmware.rules.evolve import evolve
from firmware.rules.message import Message, message
from firmware.rules.ruleset import Decision, Ruleset
from firmware.rules.state import GameState, Phase
from firmware.rules.stock import StockKind, name_of

MAX_STOCK: Final = 999
MAX_CHANGE: Final = 99


def rule(game: Ruleset, state: GameState, command: Rule) -> Decision:
    """Changes a stock by 1 to 99, up or down."""
    seat, delta = command.seat, command.delta
    refused = _refused(state, seat, delta, name_of(game.stock_kind))
    if refused is not None:
        return refused
    now = min(max(0, state.stock[seat] + delta), MAX_STOCK)
    pays = (delta > 0) == (game.stock_kind is StockKind.TALLIES)
    ruled = Ruled(seat, delta, command.reason, now, pays)
    return (ruled, *_what_follows(game, state, evolve(state, ruled), seat))


def score(game: Ruleset, state: GameState, command: Score) -> Decision:
    """Changes points by 1 to 99, up or down, in a game with points."""
    seat, delta = command.seat, command.delta
    if not state.points:
        stock = name_of(game.stock_kind)
        return Refusal(message("This game is not played for points: a ruling changes the {stock}.", stock=stock))
    refused = _refused(state, seat, delta, message("points", context="stock"))
    if refused is not None:
        return refused
    scored = Scored(seat, delta, command.reason, min(max(0, state.points[seat] + delta), MAX_STOCK))
    after = evolve(state, scored)
    ended = _end(game, after)
    if ended is not None:
        return (scored, *ended)
    settles = state.settling is not None and state.phase is Phase.OPEN and delta > 0 and game.is_live(state, seat)
    return (scored, RoundOpened(seat)) if settles and seat != state.starter else (scored,)


def _refused(state: GameState, seat: int, delta: int, stock: Message) -> Refusal | None:
    """Refuses an unknown seat, and a zero or excessive change."""
    if not 0 <= seat < len(state.seats):
        return Refusal(message("There is no seat {seat}.", seat=seat))
    if not 1 <= abs(delta) <= MAX_CHANGE:
        return Refusal(
            message(
                "A ruling changes the {stock} by 1 to {most}, not by {delta}.",
                stock=stock,
                most=MAX_CHANGE,
                delta=delta,
            )
        )
    return None


def _what_follows(game: Ruleset, before: GameState, state: GameState, seat: int) -> tuple[Event, ...]:
    ended = _end(game, state)
    if ended is not None:
        return ended
    if game.is_live(before, seat) and not game.is_live(state, seat):
        return _knocked_out(game, state, seat)
    return _reopened(game, state)


def _end(game: Ruleset, state: GameState) -> tuple[Event, ...] | None:
    """Ends or reopens the game; returns None if it just continues."""
    result = game.result_now(state)
    if result is not None:
        same = state.phase is Phase.OVER and result == (state.winners, state.losers)
        return () if same else (GameOver(*result),)
    if state.phase is Phase.OVER:
        return (RoundOpened(game.live_from(state.options, state.stock, state.starter or 0)),)
    return None


def _knocked_out(game: Ruleset, state: GameState, seat: int) -> tuple[Event, ...]:
    """Removes a seat that was just eliminated from the current round."""
    following = game.after(state, seat)
    match state.phase:
        case Phase.ROLL_OFF:
            left = tuple(other for other in state.tied if other != seat)
            if len(left) == len(state.tied):
                return ()
            return (RoundOpened(left[0]),) if len(left) == 1 else (RolledOff((), left),)
        case Phase.OPEN:
            return _reopened(game, state) or ((RoundOpened(following),) if seat == state.turn else ())
        case Phase.ANSWERING if seat == state.turn:
            return (TurnMoved(following),)
        case _ if seat in (state.turn, state.owner, state.challenger):
            return (RoundOpened(following),)
        case _:
            return ()


def _reopened(game: Ruleset, state: GameState) -> tuple[Event, ...]:
    """Opens the next round according to the rulings after a round without a verdict."""
    if not state.settling or state.last is None or state.last.challenger is None or state.phase is not Phase.OPEN:
        return ()
    opener, owner, payers = state.last.challenger, state.last.owner, state.settling
    parties = tuple(seat for seat in payers if seat in (opener, owner))
    if 1 in (len(payers), len(parties)):
        opener = game.opener_after(state.options, opener, owner, (parties or payers)[0])
    opener = game.live_from(state.options, state.stock, opener)
    return () if opener == state.starter else (RoundOpened(opener),)
