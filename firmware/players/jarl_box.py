"""How the jarl plays viking, mia and sympkyn-box: by the solution for the remaining number of seats."""

import random
from collections.abc import Sequence
from itertools import takewhile

from firmware.equilibria.round_tables import SEATS, PassingTable, passing_table, round_table
from firmware.equilibria.self_play import RoundPlay, Values
from firmware.players.box_belief import StandingClaim, belief, ladder_of_view, standing_claim
from firmware.players.seat_view import SeatView
from firmware.rules.claims import Pair
from firmware.rules.commands import Accept, Challenge, Command, Declare, Pass, Roll
from firmware.rules.events import Declared, Passed
from firmware.rules.games.box_game import BoxGame
from firmware.rules.games.registry import RULESETS
from firmware.rules.state import Phase

CHALLENGE, ROLL, PASS = range(3)


def play_box_as_jarl(view: SeatView, chance: random.Random) -> Command | None:
    """Returns the next command of a seat with a choice."""
    state = view.state
    if state.phase is Phase.CLAIMING and view.seat == state.turn:
        return Declare(view.seat, _claim(view, chance))
    if state.phase is not Phase.ANSWERING or view.seat != state.turn:
        return None
    return _passing_answer(view, chance) if _has_passing(view) else _answer(view, chance)


def _game(view: SeatView) -> BoxGame:
    game = RULESETS[view.state.ruleset]
    if not isinstance(game, BoxGame):
        raise TypeError(f"{game.name} is no box game.")
    return game


def _has_passing(view: SeatView) -> bool:
    return view.state.ruleset in ("mia", "sympkyn-box")


def solved_seats(view: SeatView) -> int:
    """Returns the number of seats whose solution is used: that for four seats also serves more."""
    return min(SEATS[-1], len(RULESETS[view.state.ruleset].live(view.state)))


def _round(view: SeatView) -> RoundPlay:
    raising = view.state.options.word("min_raise")
    return round_table(f"viking-{raising}", solved_seats(view))


def _passing(view: SeatView) -> PassingTable:
    state = view.state
    game = f"mia-{state.options.word('ranking')}" if state.ruleset == "mia" else state.ruleset
    return passing_table(game, solved_seats(view))


def drawn(chance: random.Random, weights: Sequence[float] | Values) -> int:
    """Draws an index by weight; the first if all weights are zero.

    >>> drawn(random.Random(1), (0.0, 1.0, 0.0))
    1
    """
    parts = [float(weight) for weight in weights]
    return chance.choices(range(len(parts)), parts)[0] if sum(parts) > 0 else 0


def _claim(view: SeatView, chance: random.Random) -> Pair:
    state, ladder = view.state, ladder_of_view(view)
    legal = _game(view).roll_claims(state)
    standing = ladder.rank(state.claim) if isinstance(state.claim, Pair) else -1
    if not view.dice:
        return legal[0]
    roll = ladder.rank(Pair(*view.dice))
    if _has_passing(view):
        weights = _passing(view).told[0 if len(legal) == len(ladder.pairs) else standing + 1, roll]
    else:
        weights = _round(view).claims[standing + 1, roll]
    rank = drawn(chance, weights)
    claim = ladder.pairs[rank]
    return claim if claim in legal else legal[0]


def _answer(view: SeatView, chance: random.Random) -> Command:
    game, seat = _game(view), view.seat
    made = standing_claim(view)
    if made is not None and chance.random() < _round(view).challenges[made.beaten + 1, made.rank]:
        return Challenge(seat)
    if game.refuse_accept(view.state) is None:
        return Accept(seat)
    return Roll(seat) if game.refuse_roll(view.state) is None else Challenge(seat)


def _passing_answer(view: SeatView, chance: random.Random) -> Command:
    made = standing_claim(view)
    if made is None or made.blind or made.rank <= made.beaten:
        return _by_belief(view)
    if view.dice:
        return _back(view, chance, made)
    state, ladder = view.state, ladder_of_view(view)
    passes = list(takewhile(lambda event: not isinstance(event, Declared), reversed(view.events)))
    by_maker = [event for event in passes if isinstance(event, Passed) and event.seat == made.maker]
    table = _passing(view)
    rank = ladder.rank(state.claim) if isinstance(state.claim, Pair) else made.rank
    place = min(_distance(view, made.maker), table.answers.shape[1]) - 1
    if rank == made.rank and not by_maker:
        weights = table.answers[made.beaten + 1, place, made.rank]
    elif by_maker:
        weights = table.second[made.beaten + 1, place, made.rank, rank]
    else:
        return _by_belief(view)
    return _legal_answer(view, drawn(chance, weights))


def _distance(view: SeatView, maker: int) -> int:
    """Returns how many live seats lie between the maker of the claim and the seat, counting the seat."""
    game, seat, steps = _game(view), maker, 0
    while seat != view.seat and steps < len(view.state.seats):
        seat = game.after(view.state, seat)
        steps += 1
    return max(1, steps)


def _legal_answer(view: SeatView, answer: int) -> Command:
    game, state, seat = _game(view), view.state, view.seat
    if answer == ROLL and game.refuse_roll(state) is None:
        return Roll(seat)
    if answer == PASS and game.refuse_pass(state) is None:
        return Pass(seat, game.pass_claims(state)[0])
    return Challenge(seat)


def _back(view: SeatView, chance: random.Random, made: StandingClaim) -> Command:
    """Answers when the box has come back to a seat that knows the dice."""
    game, state, seat, ladder = _game(view), view.state, view.seat, ladder_of_view(view)
    roll = ladder.rank(Pair(*view.dice))
    standing = ladder.rank(state.claim) if isinstance(state.claim, Pair) else made.rank
    if roll < standing:
        return Challenge(seat)
    true = [pair for pair in game.pass_claims(state) if ladder.rank(pair) <= roll] if _may_pass(view) else []
    if standing == made.rank:
        action = drawn(chance, _passing(view).back[made.beaten + 1, made.rank, roll])
        if action >= PASS:
            claim = ladder.pairs[action - PASS]
            if _may_pass(view) and claim in game.pass_claims(state):
                return Pass(seat, claim)
        if action == ROLL and game.refuse_roll(state) is None:
            return Roll(seat)
    if true:
        return Pass(seat, true[-1])
    return Roll(seat) if game.refuse_roll(state) is None else Challenge(seat)


def _may_pass(view: SeatView) -> bool:
    return _game(view).refuse_pass(view.state) is None


def _by_belief(view: SeatView) -> Command:
    """Answers a claim that the solution does not cover, such as a claim on a blind roll, by the odds alone."""
    game, state, seat = _game(view), view.state, view.seat
    if belief(view) < 0.5:
        return Challenge(seat)
    if game.refuse_roll(state) is None:
        return Roll(seat)
    return Pass(seat, game.pass_claims(state)[0]) if _may_pass(view) else Challenge(seat)
