"""How the jarl plays bullshit at tables of three and more: it learns whom it can lie to, and whose lies to call.

No equilibrium protects a seat in company, so it estimates from public events how the others claim and call, and does
what pays most by that. It counts in tallies: its own loss against what the others lose on average.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import prod

from firmware.equilibria.box_rules import rank_chances
from firmware.odds.dice_model import DiceModel
from firmware.players.box_belief import StandingClaim, ladder_of_view, standing_claim
from firmware.players.company_calls import call_models
from firmware.players.company_claims import ClaimModel, claim_model
from firmware.players.seat_view import SeatView
from firmware.rules.claims import Pair
from firmware.rules.commands import Challenge, Command, Declare, Roll
from firmware.rules.games.box_game import BoxGame
from firmware.rules.games.registry import RULESETS
from firmware.rules.ladders import Ladder
from firmware.rules.state import Phase

OUT_OF_TURN = 0.1
"""So many tallies a call has to be worth where it need not answer."""
CARE = 0.1
"""Where it must answer, so much of the stake a call has to be worth more than its own throw."""


class Company:
    """What one decision needs of the table: the odds, and how the others claim and call."""

    def __init__(self, view: SeatView) -> None:
        """Looks up the odds; habits are learned when they are asked for."""
        self.view = view
        state, game = view.state, RULESETS[view.state.ruleset]
        self.ladder = ladder_of_view(view)
        self.odds = _odds(self.ladder, view.model)
        self.reached = tuple(sum(self.odds[rank:]) for rank in range(len(self.odds) + 1))
        self.others = [seat for seat in game.live(state) if seat != view.seat]
        self.next = game.after(state, view.seat)
        self.worth = state.worth or 1
        self.exact = state.options.word("lie") == "exact"
        self.standing = self.ladder.rank(state.claim) + 1 if isinstance(state.claim, Pair) else 0

    def model(self, seat: int) -> ClaimModel:
        """Returns how another seat claims."""
        return claim_model(self.view.events, seat, self.ladder, self.odds)

    @cached_property
    def called(self) -> tuple[float, ...]:
        """By rank: how likely a claim of this seat is called."""
        models = call_models(self.view.events, self.others, self.ladder, self.reached)
        only_next = self.view.state.options.word("callers") == "next"
        callers = [seat for seat in self.others if seat == self.next or not only_next]
        return tuple(
            1.0 - prod(1.0 - models[seat].chance(chance, in_turn=seat == self.next) for seat in callers)
            for chance in self.reached[:-1]
        )

    @cached_property
    def believed(self) -> tuple[float, ...]:
        """By rank: what a claim is worth that nobody calls, the fine of the next seat if that tells the truth."""
        honest = self.model(self.next).honest
        return tuple(honest * (1.0 - higher) / len(self.others) for higher in self.reached[1:])

    def claim_worth(self, rank: int, *, true: bool) -> float:
        """Returns what a claim is worth to this seat."""
        raises = self.standing > 0 and rank >= self.standing
        stake = self.worth + raises
        fine = 0.0
        if self.standing and not raises:
            lower = self.view.state.options["lower_tally"]
            fine = float(self.worth if lower == "worth" else lower)
        verdict = stake / len(self.others) if true else -float(stake)
        called = self.called[rank]
        return called * verdict + (1.0 - called) * self.believed[rank] - fine

    def is_true(self, rank: int, roll: int) -> bool:
        """Returns whether a claim is true of a roll."""
        return roll == rank if self.exact else roll >= rank

    def throw_worth(self, ranks: Sequence[int]) -> float:
        """Returns what it is worth to throw and make the best of these claims; the highest result is shown."""
        *lower, top = self.odds
        true = [self.claim_worth(rank, true=True) for rank in ranks]
        false = [self.claim_worth(rank, true=False) for rank in ranks]
        best = (
            max(true[place] if self.is_true(rank, roll) else false[place] for place, rank in enumerate(ranks))
            for roll in range(len(lower))
        )
        return top * self.worth + sum(chance * worth for chance, worth in zip(lower, best, strict=True))


@lru_cache(maxsize=8)
def _odds(ladder: Ladder, model: DiceModel) -> tuple[float, ...]:
    return tuple(rank_chances(ladder, model))


def play_bullshit_in_company(view: SeatView) -> Command | None:
    """Returns the next command of a seat that has a choice."""
    state = view.state
    if state.phase is Phase.CLAIMING and view.seat == state.turn:
        return Declare(view.seat, _claim(Company(view)))
    made = standing_claim(view) if state.phase is Phase.ANSWERING else None
    game = RULESETS[state.ruleset]
    if made is None or not isinstance(game, BoxGame) or view.seat not in game.possible_challengers(state):
        return None
    if _calls(Company(view), made):
        return Challenge(view.seat)
    return Roll(view.seat) if view.seat == state.turn else None


def _calls(here: Company, made: StandingClaim) -> bool:
    true = here.model(made.maker).truth(made.beaten + 1, made.rank)
    calling = (1.0 - true) * here.worth / len(here.others) - true * here.worth
    if here.view.seat != here.view.state.turn:
        return calling > OUT_OF_TURN
    return calling > here.throw_worth(range(len(here.odds) - 1)) + CARE * here.worth


def _claim(here: Company) -> Pair:
    view, ladder = here.view, here.ladder
    legal = [claim for claim in RULESETS[view.state.ruleset].claims(view.state) if isinstance(claim, Pair)]
    if not view.dice:
        return legal[0]
    roll = ladder.rank(Pair(*view.dice))
    ranks = {claim: ladder.rank(claim) for claim in legal}
    return max(legal, key=lambda claim: here.claim_worth(ranks[claim], true=here.is_true(ranks[claim], roll)))
