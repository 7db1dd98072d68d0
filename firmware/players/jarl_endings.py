"""How the jarl plays the last rounds of stars against one seat: by their solution."""

import random
from functools import lru_cache
from itertools import combinations_with_replacement

from firmware.equilibria.round_tables import star_table
from firmware.equilibria.star_endings import MOST_DICE, Dice, bid_order
from firmware.players.jarl_box import drawn
from firmware.players.seat_view import SeatView
from firmware.rules.claims import FACES, Bid
from firmware.rules.commands import Challenge, Command, MakeBid


def is_star_ending(view: SeatView) -> bool:
    """Returns whether the round is solved: stars, two seats, few dice, and none shown so far."""
    state = view.state
    live = [held for held in state.held if held]
    return state.ruleset == "stars" and len(live) == 2 and sum(live) <= MOST_DICE and not any(state.shown)


def play_star_ending(view: SeatView, chance: random.Random) -> Command:
    """Draws the move of the seat in turn from the solution."""
    state, seat = view.state, view.seat
    opener = state.bids[0][0] if state.bids else seat
    mine = state.held[seat]
    other = sum(state.held) - mine
    dice: Dice = (mine, other) if seat == opener else (other, mine)
    order = bid_order(sum(dice))
    made = [order.index((bid.quantity, bid.face)) + 1 for _, bid in state.bids if isinstance(bid, Bid)]
    before, standing = [0, 0, *made][-2:]
    table = star_table(dice, 0 if seat == opener else 1)
    action = drawn(chance, table[before, standing, _hands(mine)[view.dice]])
    return MakeBid(seat, Bid(*order[action - 1])) if action else Challenge(seat)


@lru_cache(maxsize=8)
def _hands(dice: int) -> dict[tuple[int, ...], int]:
    """Numbers the hands of this many dice."""
    return {hand: number for number, hand in enumerate(combinations_with_replacement(FACES, dice))}
