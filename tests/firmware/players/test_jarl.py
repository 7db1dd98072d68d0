"""The jarl plays by its solutions, learns about the others, and beats them."""

import random

import pytest

from firmware.arena.series import Series, play_series
from firmware.equilibria.box_rules import rank_chances
from firmware.equilibria.round_tables import bullshit_tables
from firmware.odds.dice_model import FAIR
from firmware.players.characters import CHARACTERS
from firmware.players.claim_types import SeatKind, seat_model
from firmware.players.company_calls import call_models
from firmware.players.company_claims import claim_model
from firmware.players.cup_habits import belief_limit
from firmware.players.seat_view import seat_view
from firmware.rules.claims import Bid, Hands, Pair
from firmware.rules.commands import Challenge, Command, Deal, Declare, MakeBid, Pass, Reveal, Roll
from firmware.rules.decide import decide, expect
from firmware.rules.events import Event
from firmware.rules.evolve import fold
from firmware.rules.games.registry import new_game, ruleset
from firmware.rules.ladders import CLASSIC
from firmware.rules.state import GameState

JARL = CHARACTERS["jarl"]


def play(
    rules: str, *commands: Command, seats: tuple[str, ...] = ("Astrid", "Bjorn"), **options: object
) -> tuple[GameState, list[Event]]:
    given = {name: str(value) for name, value in options.items()}
    events = list(new_game(rules, seats, given, opens=0))
    return play_on(events, *commands)


def play_on(events: list[Event], *commands: Command) -> tuple[GameState, list[Event]]:
    events = list(events)
    for command in commands:
        events += expect(decide(fold(events), command))
    return fold(events), events


@pytest.mark.parametrize(
    ("rules", "options", "other", "games"),
    [
        ("viking", {"min_players": 2}, "bold", 60),
        ("mia", {"min_players": 2}, "timid", 60),
        ("bullshit", {}, "bold", 40),
        ("sympkyn-cups", {}, "bold", 150),
        ("stars", {"dice": 4}, "truthful", 30),
    ],
)
def test_the_jarl_beats_others(rules: str, options: dict[str, int], other: str, games: int) -> None:
    shares = play_series(Series(rules, options, ("jarl", other), games, seed=11)).shares
    assert shares[0].low > 0.5


def test_in_mia_it_calls_the_pass_of_its_own_lie() -> None:
    state, events = play("mia", Roll(0), Declare(0, Pair(5, 5)), Pass(1), min_players=2)
    view = seat_view(state, 0, Pair(3, 1), events)
    assert {JARL.choose(view, random.Random(seed)) for seed in range(20)} == {Challenge(0)}


def test_it_shows_the_highest_roll_if_obliged_and_rolls_against_the_lowest_claim() -> None:
    state, events = play("mia", Roll(0), Declare(0, Pair(3, 1)), min_players=2)
    view = seat_view(state, 1, Pair(3, 1), events)
    assert JARL.choose(view, random.Random(1)) == Roll(1)


def test_at_a_table_of_three_it_lets_others_call_each_other_in_bullshit() -> None:
    for other, games in (("weigher", 12), ("threshold", 40)):
        shares = play_series(Series("bullshit", {}, ("jarl", other, other), games, seed=11)).shares
        assert shares[0].low > 1 / 3


def test_at_a_table_of_three_it_beats_trackers_to_the_point() -> None:
    shares = play_series(Series("sympkyn-cups", {}, ("jarl", "tracker", "tracker"), 500, seed=12)).shares
    assert shares[0].low > 1 / 3


@pytest.mark.parametrize(
    ("bids", "hand", "move"),
    [
        # The standing bid is false, but a challenge would give the point to an earlier one.
        ((Bid(1, 2), Bid(2, 2), Bid(3, 2), Bid(9, 5)), (6, 6, 6, 6, 6), MakeBid(1, Bid(5, 6))),
        # False bids stand over its own true one: whoever calls them, it scores.
        ((Bid(1, 5), Bid(2, 6), Bid(8, 6), Bid(9, 6)), (6, 6, 6, 1, 1), Challenge(1)),
        # No bid is true: who calls scores.
        ((Bid(15, 5),), (6, 6, 6, 6, 6), Challenge(1)),
    ],
)
def test_for_a_point_it_looks_for_the_latest_true_bid(
    bids: tuple[Bid, ...], hand: tuple[int, ...], move: Command
) -> None:
    made = [MakeBid(place % 3, bid) for place, bid in enumerate(bids)]
    state, events = play("sympkyn-cups", Deal(), *made, seats=("Astrid", "Bjorn", "Sigrid"))
    view = seat_view(state, 1, Hands(((1, 2, 3, 4, 5), hand, (1, 2, 3, 4, 5))), events)
    assert JARL.choose(view, random.Random(1)) == move


HONEST_ROLLS = (Pair(6, 5), Pair(3, 2), Pair(6, 1), Pair(5, 5), Pair(4, 1), Pair(6, 6), Pair(3, 1), Pair(5, 4))


def honest_round(*rolls: Pair) -> tuple[GameState, list[Event]]:
    """Three seats announce in turn what they rolled, and nobody calls."""
    made = [command for turn, roll in enumerate(rolls) for command in (Roll(turn % 3), Declare(turn % 3, roll))]
    return play("bullshit", *made, seats=("Astrid", "Bjorn", "Sigrid"))


def test_in_company_it_lies_to_those_who_call_nothing_and_leave_it_to_pay() -> None:
    rolls = (*HONEST_ROLLS, Pair(6, 6), *HONEST_ROLLS[::-1], Pair(6, 4))
    state, events = honest_round(*rolls)
    assert state.turn == 0
    state, events = play_on(events, Roll(0))
    command = JARL.choose(seat_view(state, 0, Pair(3, 1), events), random.Random(1))
    assert isinstance(command, Declare)
    assert CLASSIC.rank(command.claim) > CLASSIC.rank(Pair(6, 4))


def test_in_company_it_learns_who_calls_and_whose_claims_are_true() -> None:
    reached = [sum(rank_chances(CLASSIC, FAIR)[rank:]) for rank in range(21)]
    doubtful = reached[CLASSIC.rank(Pair(6, 6))]
    quiet = call_models(honest_round(*HONEST_ROLLS)[1], (1, 2), CLASSIC, reached)[1]
    _, events = honest_round(Pair(6, 6))
    _, called = play_on(events, Challenge(1), Reveal(Pair(3, 1)))
    loud = call_models(called, (1, 2), CLASSIC, reached)[1]
    stranger = call_models((), (1, 2), CLASSIC, reached)[1]
    chances = [model.chance(doubtful, in_turn=True) for model in (quiet, stranger, loud)]
    assert chances == sorted(set(chances))
    odds = rank_chances(CLASSIC, FAIR)
    honest = claim_model(honest_round(*HONEST_ROLLS)[1], 1, CLASSIC, odds)
    liar, unknown = claim_model(called, 0, CLASSIC, odds), claim_model((), 0, CLASSIC, odds)
    truths = [model.truth(12, 19) for model in (liar, unknown, honest)]
    assert truths == sorted(set(truths))
    assert liar.honest < unknown.honest < honest.honest


def test_in_bullshit_it_comes_to_know_a_seat_that_always_tells_the_truth_and_pays() -> None:
    honest = (Pair(6, 5), Pair(3, 2), Pair(4, 1), Pair(5, 2), Pair(3, 1), Pair(6, 1))
    commands = [made for turn, pair in enumerate(honest) for made in (Roll(turn % 2), Declare(turn % 2, pair))]
    _, events = play("bullshit", *commands)
    plays, chances = bullshit_tables(2), rank_chances(CLASSIC, FAIR)
    model = seat_model(events, 1, CLASSIC, plays, chances)
    assert max(SeatKind, key=lambda kind: model.kinds[kind]) is SeatKind.HONEST
    stranger = seat_model((), 1, CLASSIC, plays, chances)
    assert model.truth(plays[0], chances, 10, 15) > stranger.truth(plays[0], chances, 10, 15)


def test_who_believes_much_is_known_by_revealed_rounds_only() -> None:
    options = ruleset("stars").complete_options({})
    bids = (Deal(), MakeBid(0, Bid(6, 2)))
    believer = (*bids, MakeBid(1, Bid(7, 2)), Challenge(0))
    hands = Hands(((2,) * 8, (3,) * 8))
    limits = []
    for commands in (bids, (*believer, Reveal(hands)), (*bids, Challenge(1), Reveal(hands))):
        _, events = play("stars", *commands)
        limits.append(belief_limit(events, 1, "stars", options, FAIR))
    unknown, trusting, doubting = limits
    assert trusting < unknown < doubting


def test_in_stars_it_bids_what_its_own_dice_bear_out() -> None:
    state, events = play("stars", Deal())
    view = seat_view(state, 0, Hands(((4,) * 8, (3,) * 8)), events)
    command = JARL.choose(view, random.Random(1))
    assert isinstance(command, MakeBid)
    assert isinstance(command.claim, Bid)
    assert command.claim.face == 4
