"""How the jarl plays cup games: it weighs every bid and the challenge by the expected dice and answers."""

import random
from math import inf

from firmware.equilibria.last_face import MAX_BID, MAX_WAITING
from firmware.equilibria.round_tables import points_table
from firmware.players.cup_heuristic import CONSIDERED, hidden_dice, play_cups, shown_for_faces
from firmware.players.cup_outlook import CupOutlook
from firmware.players.cup_payoffs import bidder_payoff, challenger_payoff
from firmware.players.jarl_box import drawn
from firmware.players.jarl_endings import is_star_ending, play_star_ending
from firmware.players.jarl_points import is_for_a_point, play_for_a_point
from firmware.players.personality import Personality, Trust
from firmware.players.seat_view import SeatView
from firmware.rules.claims import Bid, Total
from firmware.rules.commands import Challenge, Command, MakeBid
from firmware.rules.games.registry import RULESETS

HIGHEST = 6
DOUBTFUL = 0.4
"""It challenges a waiting move whose chance of truth is lower than this."""
CANDIDATES = 10
"""How many of the likeliest bids it weighs."""
SUMS = Personality(doubt=0.5, cup_doubt=0.45, trust=Trust.ODDS, bidding=0.55, highest=True)
"""How bids are named when every seat has one die left: as totals."""


def play_cups_as_jarl(view: SeatView, chance: random.Random) -> Command | None:
    """Returns the next command of the seat in turn."""
    state = view.state
    if view.seat != state.turn or not state.held:
        return None
    claims = RULESETS[state.ruleset].claims(state)
    bids = [claim for claim in claims if isinstance(claim, Bid)]
    if isinstance(state.claim, Total) or (claims and not bids):
        return play_cups(view, SUMS, chance)
    if is_star_ending(view):
        return play_star_ending(view, chance)
    if ends_on_highest_face(view):
        return _on_highest_face(view, chance)
    if is_for_a_point(view):
        return play_for_a_point(view, bids)
    return _weighed(view, bids)


def ends_on_highest_face(view: SeatView) -> bool:
    """Returns whether only bids on the highest face matter in this round: two seats, playing for points."""
    state = view.state
    options = state.options
    return (
        state.ruleset == "sympkyn-cups"
        and bool(state.points)
        and options.word("raise_rule") == "face"
        and options.word("truth") == "at_least"
        and options.number("wild") == 0
        and sorted(held for held in state.held if held) == [5, 5]
    )


def _on_highest_face(view: SeatView, chance: random.Random) -> Command:
    """Plays a round for points by its solution, and challenges a low bid that is unlikely to be true."""
    state, seat = view.state, view.seat
    outlook = CupOutlook(view)
    lower = [bid for _, bid in state.bids if isinstance(bid, Bid) and bid.face != HIGHEST]
    made = [bid.quantity for _, bid in state.bids if isinstance(bid, Bid) and bid.face == HIGHEST]
    if not made and lower and outlook.truth(lower[-1]) < DOUBTFUL:
        return Challenge(seat)
    if made and made[-1] > MAX_BID:
        return Challenge(seat)
    waited = len(lower) if len(lower) <= MAX_WAITING else MAX_WAITING - (len(lower) - MAX_WAITING) % 2
    weights = [float(part) for part in points_table()[waited, sum(1 << bid for bid in made), outlook.seen(HIGHEST)]]
    waiting = _waiting_bid(outlook)
    if waiting is None and sum(weights[:-1]) > 0:
        weights[-1] = 0.0
    action = drawn(chance, weights)
    if action == MAX_BID + 1:
        return MakeBid(seat, waiting or Bid(1, HIGHEST))
    return MakeBid(seat, Bid(action, HIGHEST)) if action else Challenge(seat)


def _waiting_bid(outlook: CupOutlook) -> Bid | None:
    """Returns the highest bid below the highest face that is certain to be true."""
    claims = RULESETS[outlook.view.state.ruleset].claims(outlook.view.state)
    bids = [claim for claim in claims if isinstance(claim, Bid) and claim.face != HIGHEST]
    return next((bid for bid in reversed(bids) if outlook.seen(bid.face) >= bid.quantity), None)


def _weighed(view: SeatView, bids: list[Bid]) -> Command:
    state, seat = view.state, view.seat
    outlook = CupOutlook(view)
    payoff = bidder_payoff(view)
    hidden = hidden_dice(view, seat)
    shows = shown_for_faces(view)
    best: tuple[Bid, tuple[int, ...], int] | None = None
    most = -inf
    if isinstance(state.claim, Bid):
        most = outlook.challenge_worth(state.claim, challenger_payoff(view))
    for bid in sorted(bids[:CONSIDERED], key=outlook.truth, reverse=True)[:CANDIDATES]:
        worth = outlook.bid_worth(bid, 0, 0, payoff)
        if worth > most:
            most, best = worth, (bid, (), 0)
        shown = shows[bid.face]
        rerolled = hidden - len(shown)
        if shown and rerolled:
            worth = outlook.bid_worth(bid, len(shown), rerolled, payoff)
            if worth > most:
                most, best = worth, (bid, shown, rerolled)
    return MakeBid(seat, *best) if best is not None else Challenge(seat)
