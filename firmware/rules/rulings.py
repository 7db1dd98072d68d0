"""The table's rulings: a seat's stock or points change, at any time, and what follows from it.

A ruling never takes more than there is. It may end the game, or reopen it: then the seat that would have opened, opens.
When it knocks out the seat in turn, the turn moves on; when it knocks out a party to the claim or the challenge, the
round is void and the next live seat opens. Right after a round without a verdict, rulings that make only one seat pay,
or only one of the two parties, decide who opens, as the verdict would have; and so does a point (C2: its winner opens).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware.rules.commands import Refusal, Rule, Score
from firmware.rules.decision import Decision
from firmware.rules.events import Event, GameOver, RolledOff, RoundOpened, Ruled, Scored, TurnMoved
from firmware.rules.evolve import evolve
from firmware.rules.state import GameState, Phase

if TYPE_CHECKING:
    from firmware.rules.ruleset import Ruleset

MOST_STOCK: Final = 999
MOST_CHANGE: Final = 99


def rule(game: Ruleset, state: GameState, command: Rule) -> Decision:
    """Changes a stock by 1 to 99 either way."""
    seat, delta = command.seat, command.delta
    refused = _unruly(state, seat, delta, game.stock_word[1])
    if refused is not None:
        return refused
    now = min(max(0, state.stock[seat] + delta), MOST_STOCK)
    tallies = game.charged(0, 1) > 0
    ruled = Ruled(seat, delta, command.reason, now, pays=(delta > 0) == tallies)
    return (ruled, *_consequences(game, state, evolve(state, ruled), seat))


def score(game: Ruleset, state: GameState, command: Score) -> Decision:
    """Changes points by 1 to 99 either way, where points are played."""
    seat, delta = command.seat, command.delta
    if not state.points:
        return Refusal(f"No points are played in this game: a ruling changes the {game.stock_word[1]}.")
    refused = _unruly(state, seat, delta, "points")
    if refused is not None:
        return refused
    scored = Scored(seat, delta, command.reason, min(max(0, state.points[seat] + delta), MOST_STOCK))
    after = evolve(state, scored)
    ended = _end(game, after)
    if ended is not None:
        return (scored, *ended)
    settles = state.settling is not None and state.phase is Phase.OPEN and delta > 0 and game.is_live(state, seat)
    return (scored, RoundOpened(seat)) if settles and seat != state.starter else (scored,)


def _unruly(state: GameState, seat: int, delta: int, what: str) -> Refusal | None:
    """Refuses a ruling on nobody, or of no or too great a change."""
    if not 0 <= seat < len(state.seats):
        return Refusal(f"There is no seat {seat}.")
    if not 1 <= abs(delta) <= MOST_CHANGE:
        return Refusal(f"A ruling changes the {what} by 1 to {MOST_CHANGE}, not by {delta}.")
    return None


def _consequences(game: Ruleset, before: GameState, state: GameState, seat: int) -> tuple[Event, ...]:
    ended = _end(game, state)
    if ended is not None:
        return ended
    if game.is_live(before, seat) and not game.is_live(state, seat):
        return _knocked_out(game, state, seat)
    return _settled(game, state)


def _end(game: Ruleset, state: GameState) -> tuple[Event, ...] | None:
    """The game ends by the ruling, or is opened again; None where it just goes on."""
    outcome = game.outcome_now(state)
    if outcome is not None:
        same = state.phase is Phase.OVER and outcome == (state.winners, state.losers)
        return () if same else (GameOver(*outcome),)
    if state.phase is Phase.OVER:
        return (RoundOpened(game.live_from(state.options, state.stock, state.starter or 0)),)
    return None


def _knocked_out(game: Ruleset, state: GameState, seat: int) -> tuple[Event, ...]:
    following = game.after(state, seat)
    match state.phase:
        case Phase.ROLL_OFF:
            left = tuple(other for other in state.tied if other != seat)
            if len(left) == len(state.tied):
                return ()
            return (RoundOpened(left[0]),) if len(left) == 1 else (RolledOff((), left),)
        case Phase.OPEN:
            return _settled(game, state) or ((RoundOpened(following),) if seat == state.turn else ())
        case Phase.FACING if seat == state.turn:
            return (TurnMoved(following),)
        case _ if seat in (state.turn, state.owner, state.challenger):
            return (RoundOpened(following),)
        case _:
            return ()


def _settled(game: Ruleset, state: GameState) -> tuple[Event, ...]:
    if not state.settling or state.last is None or state.last.challenger is None or state.phase is not Phase.OPEN:
        return ()
    opener, owner, payers = state.last.challenger, state.last.owner, state.settling
    parties = tuple(seat for seat in payers if seat in (opener, owner))
    if 1 in (len(payers), len(parties)):
        opener = game.opener_after(state.options, opener, owner, (parties or payers)[0])
    opener = game.live_from(state.options, state.stock, opener)
    return () if opener == state.starter else (RoundOpened(opener),)
