"""The last rounds of stars: their solution, held against the rules, and the jarl that plays by it."""

import random

import pytest

from firmware.equilibria.star_endings import bid_order, star_endings, table
from firmware.players.jarl_endings import is_star_ending, play_star_ending
from firmware.players.seat_view import seat_view
from firmware.rules.claims import Bid, Hands
from firmware.rules.commands import Deal
from firmware.rules.decide import decide, expect
from firmware.rules.evolve import fold
from firmware.rules.games.registry import RULESETS, new_game
from firmware.rules.state import GameState, Phase


def dealt(dice: int) -> GameState:
    state = fold(new_game("stars", ("Astrid", "Bjorn"), {"dice": dice}, opens=0))
    return fold(expect(decide(state, Deal())), state)


@pytest.mark.parametrize("dice", [1, 2])
def test_bids_rank_as_in_the_rules(dice: int) -> None:
    claims = RULESETS["stars"].claims(dealt(dice))
    assert [(bid.quantity, bid.face) for bid in claims if isinstance(bid, Bid)] == list(bid_order(2 * dice))


def test_a_seat_that_has_more_dice_is_ahead_and_every_policy_adds_up_to_one() -> None:
    values = {}
    for ending, strategy in star_endings(most=3, iterations=6):
        values[ending.dice] = ending.later[ending.dice]
        for player in (0, 1):
            shares = table(ending, strategy, player).sum(axis=-1)
            assert set(shares.round(6).ravel()) <= {0.0, 1.0}
    assert values[1, 2] < -0.4
    assert -0.3 < values[1, 1] < 0.3
    assert values[2, 1] > 0.4


@pytest.mark.parametrize("held", [(1, 1), (1, 2), (2, 1)])
def test_the_jarl_plays_the_last_dice_to_a_legal_end(held: tuple[int, int]) -> None:
    for seed in range(40):
        chance = random.Random(seed)
        state = dealt(2)._replace(held=held)
        hands = Hands(tuple(tuple(chance.randint(1, 6) for _ in range(dice)) for dice in held))
        while state.phase in (Phase.OPEN, Phase.ANSWERING):
            assert state.turn is not None
            view = seat_view(state, state.turn, hands)
            assert is_star_ending(view)
            state = fold(expect(decide(state, play_star_ending(view, chance))), state)
        assert state.phase is Phase.REVEALING
