"""How a heuristic player bids and challenges in a cup game."""

import random
from typing import NamedTuple

from firmware.odds.claim_chance import counting_faces
from firmware.players.chances import BidOdds, counting_by_face, truth
from firmware.players.habits import bidding_habit
from firmware.players.personality import Personality, Trust
from firmware.players.seat_view import SeatView
from firmware.rules.claims import FACES, Bid, Total
from firmware.rules.commands import Challenge, Command, MakeBid
from firmware.rules.games.cup_game import CupGame
from firmware.rules.games.registry import RULESETS
from firmware.rules.state import Phase

CONSIDERED = 40
"""How many of the lowest legal bids are considered."""


class LikelyBid(NamedTuple):
    """A legal bid and the chance that it is true."""

    claim: Bid | Total
    true: float


def play_cups(view: SeatView, personality: Personality, chance: random.Random) -> Command | None:
    """Returns the next command of the seat in turn."""
    state, seat = view.state, view.seat
    if seat != state.turn or not state.held:
        return None
    bids = legal_bids(view)
    standing = trusted_bid(view, personality) if state.phase is Phase.ANSWERING and state.claim is not None else None
    if standing is not None:
        if not bids:
            return Challenge(seat)
        best = max(bid.true for bid in bids)
        if (1 - standing > best) if personality.weighs else standing < personality.cup_doubt:
            return Challenge(seat)
    return with_show(view, _chosen(view, personality, bids, chance), personality.showing)


def legal_bids(view: SeatView) -> list[LikelyBid]:
    """Returns the lowest legal bids with their odds."""
    claims = RULESETS[view.state.ruleset].claims(view.state)[:CONSIDERED]
    odds = BidOdds(view)
    return [LikelyBid(claim, odds.truth(claim)) for claim in claims if isinstance(claim, Bid | Total)]


def trusted_bid(view: SeatView, personality: Personality) -> float:
    """Returns how likely the standing bid is to be true, in this character's opinion."""
    state = view.state
    claim = state.claim
    if claim is None or state.owner is None:
        return 1.0
    if personality.trust is Trust.ODDS or not isinstance(claim, Bid):
        return truth(view, claim)
    wild = counting_faces(claim.face, state.ruleset, state.options)
    more = 0.15
    if personality.trust is Trust.TRACKED:
        more = bidding_habit(view.events, state.owner, next((face for face in wild if face != claim.face), 0))
    return truth_with_more(view, claim, more * hidden_dice(view, state.owner))


def hidden_dice(view: SeatView, seat: int) -> int:
    """Returns how many of a seat's dice are hidden from everybody else."""
    shown = view.state.shown
    return view.state.held[seat] - (len(shown[seat]) if shown else 0)


def truth_with_more(view: SeatView, bid: Bid, more: float) -> float:
    """Returns the chance that a bid is true if its face is this many times likelier than by the odds."""
    whole = int(more) if more >= 0 else int(more) - 1
    share = more - whole
    low = truth(view, Bid(max(1, bid.quantity - whole), bid.face))
    high = truth(view, Bid(max(1, bid.quantity - whole - 1), bid.face))
    return low + share * (high - low)


def _chosen(view: SeatView, personality: Personality, bids: list[LikelyBid], chance: random.Random) -> LikelyBid:
    if chance.random() < personality.lying:
        return chance.choice(bids[: max(1, len(bids) // 3)])
    if personality.held_only:
        held = [bid for bid in bids if isinstance(bid.claim, Total) or bid.claim.face in view.dice]
        bids = held or bids
    good = [bid for bid in bids if bid.true >= personality.bidding]
    if not good:
        return max(bids, key=lambda bid: bid.true)
    return good[-1] if personality.highest else max(good, key=lambda bid: bid.true)


def with_show(view: SeatView, bid: LikelyBid, showing: float) -> MakeBid:
    """Makes the bid; if it is doubtful and the rules allow it, shows the dice that count and re-rolls the rest."""
    if bid.true >= showing or not isinstance(bid.claim, Bid):
        return MakeBid(view.seat, bid.claim)
    shown = shown_for_faces(view)[bid.claim.face]
    rerolled = hidden_dice(view, view.seat) - len(shown)
    if not shown or rerolled < 1:
        return MakeBid(view.seat, bid.claim)
    return MakeBid(view.seat, bid.claim, shown, rerolled)


def shown_for_faces(view: SeatView) -> tuple[tuple[int, ...], ...]:
    """Returns by face, from 0, the seat's hidden dice that count for bids on it and that it may show now."""
    state = view.state
    game = RULESETS[state.ruleset]
    if not isinstance(game, CupGame) or not game.may_show(state):
        return ((),) * (len(FACES) + 1)
    hidden = list(view.dice)
    for face in state.shown[view.seat]:
        hidden.remove(face)
    counting = counting_by_face(state.ruleset, state.options)
    return tuple([tuple([die for die in hidden if die in counts]) for counts in counting])
