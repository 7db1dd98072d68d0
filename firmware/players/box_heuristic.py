"""How a heuristic player answers and claims in a box game."""

import random

from firmware.players.box_belief import belief, ladder_of_view
from firmware.players.chances import reach
from firmware.players.habits import lying_habit
from firmware.players.personality import Lies, Personality, Trust
from firmware.players.seat_view import SeatView
from firmware.rules.claims import Pair
from firmware.rules.commands import Accept, Challenge, Command, Declare, Pass, Roll
from firmware.rules.events import Passed, Rolled
from firmware.rules.games.box_game import BoxGame
from firmware.rules.games.registry import RULESETS
from firmware.rules.state import Phase

OUT_OF_TURN = 0.15
"""How much surer of a lie a player has to be to challenge when it does not have to answer."""
CAUGHT = 0.5
"""How often a player that weighs the risk challenges out of turn."""


def play_box(view: SeatView, personality: Personality, chance: random.Random) -> Command | None:
    """Returns the next command of a seat with a choice."""
    if view.state.phase is Phase.ANSWERING:
        return _answer(view, personality, chance) if view.seat == view.state.turn else _call(view, personality)
    if view.state.phase is Phase.CLAIMING and view.seat == view.state.turn:
        return Declare(view.seat, _claim(view, personality, chance))
    return None


def _game(view: SeatView) -> BoxGame:
    game = RULESETS[view.state.ruleset]
    if not isinstance(game, BoxGame):
        raise TypeError(f"{game.name} is no box game.")
    return game


def trusted(view: SeatView, personality: Personality) -> float:
    """Returns how likely the standing claim is to be true, in this character's opinion."""
    state = view.state
    if personality.trust is Trust.ODDS or view.dice or not isinstance(state.claim, Pair):
        return belief(view) if view.dice else _by_odds(view)
    found = belief(view)
    if personality.trust is Trust.TRACKED and state.owner is not None and 0 < found < 1:
        lean = lying_habit(view.events, state.owner).lean()
        return found * lean / (found * lean + 1 - found)
    return found


def _by_odds(view: SeatView) -> float:
    claim = view.state.claim
    if not isinstance(claim, Pair):
        return 0.0
    return reach(view.state.ruleset, view.state.options, view.model)[ladder_of_view(view).rank(claim)]


def _call(view: SeatView, personality: Personality) -> Command | None:
    """Challenges out of turn, where the rules allow it."""
    if view.seat not in _game(view).possible_challengers(view.state):
        return None
    return Challenge(view.seat) if trusted(view, personality) < personality.doubt - OUT_OF_TURN else None


def _answer(view: SeatView, personality: Personality, chance: random.Random) -> Command:
    state, seat, game = view.state, view.seat, _game(view)
    true = trusted(view, personality)
    if true < (_weighed(view) if personality.weighs else personality.doubt):
        return Challenge(seat)
    if game.refuse_accept(state) is None:
        return Accept(seat)
    may_roll = game.refuse_roll(state) is None
    if game.refuse_pass(state) is None:
        claim = _honest_pass(view)
        if has_passed(view):
            willing = not may_roll and bool(view.dice)
        else:
            willing = not may_roll or bool(view.dice) or chance.random() < personality.passing
        if claim is not None and willing:
            return Pass(seat, claim)
    return Roll(seat) if may_roll else Challenge(seat)


def has_passed(view: SeatView) -> bool:
    """Returns whether the seat has already passed this roll on, so that passing does not go on forever."""
    for event in reversed(view.events):
        match event:
            case Passed(seat=seat) if seat == view.seat:
                return True
            case Rolled():
                return False
            case _:
                pass
    return False


def _honest_pass(view: SeatView) -> Pair | None:
    """Returns the lowest claim that can be passed on; None if it is known to be a lie."""
    claim = _game(view).pass_claims(view.state)[0]
    if view.dice:
        ladder = ladder_of_view(view)
        return claim if ladder.rank(Pair(*view.dice)) >= ladder.rank(claim) else None
    return claim


def _weighed(view: SeatView) -> float:
    """Returns the chance of truth above which the seat's own throw is worth more than a challenge."""
    ladder = ladder_of_view(view)
    claim = view.state.claim
    rank = ladder.rank(claim) if isinstance(claim, Pair) else 0
    table = reach(view.state.ruleset, view.state.options, view.model)
    beaten = table[rank + 1] if rank + 1 < len(table) else 0.0
    # A challenge is worth 1 - 2 * truth; a throw is worth -CAUGHT for every lie it leads to.
    return 0.5 * (1 + CAUGHT * (1 - beaten))


def _claim(view: SeatView, personality: Personality, chance: random.Random) -> Pair:
    """Chooses the claim for a roll."""
    state = view.state
    legal = _game(view).roll_claims(state)
    ladder = ladder_of_view(view)
    standing = ladder.rank(state.claim) if isinstance(state.claim, Pair) else -1
    bullshit = state.ruleset == "bullshit"
    higher = (tuple(pair for pair in legal if ladder.rank(pair) > standing) if bullshit else ()) or legal
    if view.dice:
        dice = Pair(*view.dice)
        free = not bullshit or ladder.rank(dice) > standing or personality.pays_fines
        if dice in legal and free and (dice == ladder.top or chance.random() >= personality.lying):
            return dice
        higher = tuple(pair for pair in higher if ladder.rank(pair) > ladder.rank(dice)) or higher
    return _lie(view, personality, higher, chance)


def _lie(view: SeatView, personality: Personality, claims: tuple[Pair, ...], chance: random.Random) -> Pair:
    if personality.lies is Lies.BELIEVED:
        table = reach(view.state.ruleset, view.state.options, view.model)
        ladder = ladder_of_view(view)
        safe = [pair for pair in claims if table[ladder.rank(pair)] >= personality.doubt]
        return safe[-1] if safe else claims[0]
    return claims[int(len(claims) * personality.daring * chance.random())]
