"""How the jarl plays bullshit: two seats by the solution, unless the other visibly deviates; more by plain rules."""

import random
from math import prod

import numpy as np

from firmware.equilibria.box_rules import rank_chances
from firmware.equilibria.round_tables import bullshit_tables
from firmware.equilibria.self_play import RoundPlay
from firmware.players.box_belief import StandingClaim, ladder_of_view, standing_claim
from firmware.players.claim_types import SeatModel, seat_model
from firmware.players.jarl_box import solved_seats
from firmware.players.jarl_company import play_bullshit_in_company
from firmware.players.seat_view import SeatView
from firmware.rules.claims import Pair
from firmware.rules.commands import Challenge, Command, Declare, Roll
from firmware.rules.games.registry import RULESETS
from firmware.rules.state import Phase

CLEAR = 0.15
"""It deviates from the solution if another move is worth this much of a tally more."""


class BullshitSeat:
    """The inputs of one decision: the view, the solution for this number of seats, and models of the others."""

    def __init__(self, view: SeatView) -> None:
        """Looks up the solution."""
        self.view = view
        self.ladder = ladder_of_view(view)
        self.plays = bullshit_tables(solved_seats(view))
        self.chances = rank_chances(self.ladder, view.model)

    def play(self, worth: int) -> RoundPlay:
        """Returns the solution for this value of the cup before the next claim."""
        return self.plays[min(max(worth, 1), len(self.plays)) - 1]

    def model(self, seat: int) -> SeatModel:
        """Returns the model of another seat."""
        return seat_model(self.view.events, seat, self.ladder, self.plays, self.chances)

    def callers(self) -> tuple[float, ...]:
        """Returns how often each seat that may challenge this one does, relative to the solution's rate."""
        state, game = self.view.state, RULESETS[self.view.state.ruleset]
        after = game.after(state, self.view.seat)
        if state.options.word("callers") == "next":
            return (self.model(after).calling,)
        others = (seat for seat in game.live(state) if seat not in (after, self.view.seat))
        return (self.model(after).calling, *(self.model(seat).meddling for seat in others))


def play_bullshit_as_jarl(view: SeatView, chance: random.Random) -> Command | None:
    """Returns the next command of a seat with a choice."""
    state = view.state
    if len(RULESETS[state.ruleset].live(state)) > 2:
        return play_bullshit_in_company(view)
    here = BullshitSeat(view)
    if state.phase is Phase.CLAIMING and view.seat == state.turn:
        return Declare(view.seat, _claim(here, chance))
    made = standing_claim(view) if state.phase is Phase.ANSWERING else None
    if made is None or view.seat == made.maker:
        return None
    if _calls(here, made, chance):
        return Challenge(view.seat)
    return Roll(view.seat) if view.seat == state.turn else None


def _calls(here: BullshitSeat, made: StandingClaim, chance: random.Random) -> bool:
    state = here.view.state
    stake = state.worth or 1
    raised = made.beaten >= 0 and made.rank > made.beaten
    play = here.play(stake - raised)
    true = here.model(made.maker).truth(play, here.chances, made.beaten + 1, made.rank)
    opening = play_opening(here)
    calling: float = (1 - true) * (stake / max(1, len(opening) - 1)) - true * stake
    calling += (1 - true) * opening[1] + true * opening[0]
    if here.view.seat != state.turn:
        return calling > CLEAR + 0.5 * stake
    rolling: float = float(here.play(stake).worth[made.rank + 1, 0])
    if abs(calling - rolling) > CLEAR:
        return calling > rolling
    return chance.random() < float(play.challenges[made.beaten + 1, made.rank])


def play_opening(here: BullshitSeat) -> tuple[float, ...]:
    """Returns the value of an opened round to each seat, by distance from the opener."""
    return tuple(float(value) for value in here.plays[0].worth[0])


def _claim(here: BullshitSeat, chance: random.Random) -> Pair:
    view, ladder = here.view, here.ladder
    state = view.state
    legal = [claim for claim in RULESETS[state.ruleset].claims(state) if isinstance(claim, Pair)]
    if not view.dice:
        return legal[0]
    roll = ladder.rank(Pair(*view.dice))
    standing = ladder.rank(state.claim) + 1 if isinstance(state.claim, Pair) else 0
    worth = state.worth or 1
    play = here.play(worth)
    opening = play_opening(here)
    seats = len(opening)
    others = here.callers()
    ranks = [ladder.rank(claim) for claim in legal]
    pays = []
    for rank in ranks:
        raises = standing > 0 and rank >= standing
        stake = worth + raises
        solved_call = float(play.challenges[standing, rank])
        called = 1.0 - prod(1.0 - min(1.0, rate * solved_call) for rate in others)
        true = _is_true(view, rank, roll)
        verdict = stake / (seats - 1) + opening[-1] if true else opening[0] - stake
        believed = float(here.play(worth + raises).worth[rank + 1, seats - 1])
        fine = 0.0 if raises or not standing else _fine(view, worth)
        pays.append(called * verdict + (1 - called) * believed - fine)
    solved = np.array([play.claims[standing, roll, rank] for rank in ranks])
    pays_of = np.array(pays)
    solution = float((solved * pays_of).sum() / solved.sum()) if solved.sum() > 0 else -1e9
    best = int(pays_of.argmax())
    if pays_of[best] > solution + CLEAR or solved.sum() <= 0:
        return legal[best]
    return legal[chance.choices(range(len(ranks)), solved.tolist())[0]]


def _fine(view: SeatView, worth: int) -> float:
    fine = view.state.options["lower_tally"]
    return float(worth if fine == "worth" else fine)


def _is_true(view: SeatView, rank: int, roll: int) -> bool:
    return roll == rank if view.state.options.word("lie") == "exact" else roll >= rank
