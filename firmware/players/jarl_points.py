"""How the jarl plays a round of a cup game for a point, which the latest true bid scores, else the challenger.

To be caught costs nothing but the round, so it weighs each move by its chance to score, less an even share. If its bid
is raised, that chance is taken as even; but once the highest face is bid, only the number can rise, so a bid for
exactly the dice that count scores, and a bid for too many does not.
"""

from firmware.players.cup_outlook import CupOutlook
from firmware.players.cup_payoffs import Payoff
from firmware.players.seat_view import SeatView
from firmware.rules.claims import FACES, Bid
from firmware.rules.commands import Challenge, Command, MakeBid

PLAUSIBLE = 0.02
"""It makes no bid that is less likely to be true than this, unless there is no other move."""


def is_for_a_point(view: SeatView) -> bool:
    """Returns whether the latest true bid of the round scores."""
    state = view.state
    return bool(state.points) and state.options.word("truth") == "at_least"


def play_for_a_point(view: SeatView, bids: list[Bid]) -> Command:
    """Returns the move that is most likely to score."""
    state, seat = view.state, view.seat
    outlook = CupOutlook(view)
    dice, even = sum(state.held), 1 / sum(held > 0 for held in state.held)
    called = Payoff((*(-even,) * dice, *(1 - even,) * (dice + 1)), dice)
    only_more = Payoff((*(-even,) * dice, 1 - even, *(0.0,) * dice), dice)
    last = FACES[-1] if state.options.word("raise_rule") != "quantity" else None
    choices: list[tuple[float, Command]] = []
    if state.claim is not None:
        choices.append((_chance_by_calling(view, outlook) - even, Challenge(seat)))
    plausible = [bid for bid in bids if outlook.truth(bid) > PLAUSIBLE]
    for bid in plausible if plausible or choices else bids:
        raised = only_more if bid.face == last else None
        choices.append((outlook.bid_worth(bid, 0, 0, called, raised), MakeBid(seat, bid)))
    return max(choices, key=lambda choice: choice[0])[1]


def _chance_by_calling(view: SeatView, outlook: CupOutlook) -> float:
    """Returns the chance to score by a challenge: no bid is true, or a bid of this seat is and no later one.

    The numbers of dice of different faces are taken as independent.
    """
    least: dict[int, int] = {}
    """By face: the lowest of the later bids."""
    total = 0.0
    for bidder, bid in reversed(view.state.bids):
        if not isinstance(bid, Bid):
            continue
        if bidder == view.seat:
            more = outlook.truth(Bid(least[bid.face], bid.face)) if bid.face in least else 0.0
            others = {face: quantity for face, quantity in least.items() if face != bid.face}
            total += max(0.0, outlook.truth(bid) - more) * _none_true(outlook, others)
        least[bid.face] = min(bid.quantity, least.get(bid.face, bid.quantity))
    return total + _none_true(outlook, least)


def _none_true(outlook: CupOutlook, bids: dict[int, int]) -> float:
    chance = 1.0
    for face, quantity in bids.items():
        chance *= 1.0 - outlook.truth(Bid(quantity, face))
    return chance
