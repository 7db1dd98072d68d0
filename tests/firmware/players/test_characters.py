"""The characters' promises: the truthful one does not lie, the timid one does not challenge, the tracker learns."""

import random
from collections.abc import Iterator

import pytest

from firmware.arena.referee import Referee, seat_players
from firmware.odds.dice_model import FAIR
from firmware.players.box_belief import honest_belief, standing_claim
from firmware.players.chances import reach, truth
from firmware.players.characters import CHARACTERS
from firmware.players.habits import LyingHabit, lying_habit
from firmware.players.seat_view import seat_view
from firmware.rules.claims import Bid, Hands, Pair
from firmware.rules.commands import Challenge, Deal, Declare, MakeBid, Reveal, Roll
from firmware.rules.decide import decide, expect
from firmware.rules.events import Adjudicated, BidMade, Challenged, Declared, Event, Passed, Started
from firmware.rules.evolve import fold
from firmware.rules.games.registry import RULESETS, new_game, ruleset
from firmware.rules.ladders import MIA_TRADITIONAL
from firmware.rules.state import GameState


def table(rules: str, names: tuple[str, ...], seed: int, **options: int) -> Iterator[Referee]:
    """A game among characters, before every move."""
    game = seat_players(rules, options, [CHARACTERS[name] for name in names], seed)
    while game.state.turn is not None:
        yield game
        game.step()


def test_the_truthful_player_lies_only_where_it_must() -> None:
    for rules in ("viking", "mia", "sympkyn-box"):
        for game in table(rules, ("truthful", "bold", "truthful"), seed=3):
            before, dice = game.state, game.hidden
            game_events = len(game.events)
            if before.turn == 1:
                continue
            view = seat_view(before, before.turn or 0, dice, game.events, game.model)
            command = CHARACTERS["truthful"].choose(view, random.Random(1))
            assert game_events == len(view.events)
            if isinstance(command, Declare) and isinstance(dice, Pair):
                legal = RULESETS[rules].claims(before)
                assert command.claim == dice or dice not in legal
                assert command.claim in (dice, legal[0])


def test_the_timid_player_hardly_ever_calls() -> None:
    called = sum(
        isinstance(event, Challenged) and event.seat == 0
        for seed in range(5)
        for game in table("viking", ("timid", "truthful", "truthful"), seed)
        for event in game.events[-1:]
    )
    assert called == 0


def test_only_the_bold_player_lies_where_any_claim_could_be_made() -> None:
    lies = [0, 0]
    for seed in range(10):
        for game in table("mia", ("bold", "truthful", "truthful"), seed):
            match game.events[-3:], game.hidden:
                case [Adjudicated() | Started(), _, Declared(seat=seat, claim=claim)], Pair() as dice if seat < 2:
                    lies[seat] += MIA_TRADITIONAL.rank(dice) < MIA_TRADITIONAL.rank(claim)
    assert lies[0] > 0 == lies[1]


def play(rules: str, *commands: object, seats: int = 3, **options: object) -> tuple[GameState, list[Event]]:
    events = list(
        new_game(rules, ("Astrid", "Bjorn", "Sigrid")[:seats], {k: str(v) for k, v in options.items()}, opens=0)
    )
    state = fold(events)
    for command in commands:
        events += expect(decide(state, command))  # type: ignore[arg-type]
        state = fold(events)
    return state, events


def test_a_liar_is_remembered_only_by_what_was_revealed() -> None:
    lie = (Roll(0), Declare(0, Pair(6, 5)), Challenge(1), Reveal(Pair(3, 1)))
    _, events = play("mia", *lie)
    assert lying_habit(events, 0) == LyingHabit(true=0, false=1)
    _, events = play("mia", *lie[:2])
    assert lying_habit(events, 0) == LyingHabit()


def test_the_tracker_comes_to_doubt_a_liar() -> None:
    lie = (Roll(0), Declare(0, Pair(6, 1)), Challenge(1), Reveal(Pair(3, 1)))
    opening = ((0, Pair(5, 1)), (1, Pair(5, 2)), (2, Pair(5, 3)), (0, Pair(5, 4)))
    claim = [command for seat, pair in opening for command in (Roll(seat), Declare(seat, pair))]
    answers = []
    for commands in (claim, (*lie, *lie, *lie, *lie, *claim)):
        state, events = play("mia", *commands, lives=9)
        answers.append(CHARACTERS["tracker"].choose(seat_view(state, 1, Pair(5, 3), events), random.Random(2)))
    assert not isinstance(answers[0], Challenge)
    assert isinstance(answers[1], Challenge)


def test_a_claim_is_believed_by_the_odds_and_by_the_alternative_claims() -> None:
    options = ruleset("mia").complete_options({})
    reached = reach("mia", options, FAIR)
    assert reached[0] == 1
    assert reached[-1] == pytest.approx(1 / 18)
    opening = honest_belief("mia", options, FAIR, rank=5, beaten=-1, equal=False, lying=0)
    late = honest_belief("mia", options, FAIR, rank=18, beaten=17, equal=False, lying=0)
    assert opening == 1
    assert late < 0.1


def test_the_current_claim_comes_with_the_one_it_had_to_beat() -> None:
    _, events = play("mia", Roll(0), Declare(0, Pair(5, 3)), Roll(1), Declare(1, Pair(6, 1)))
    state = fold(events)
    made = standing_claim(seat_view(state, 2, Pair(6, 1), events))
    assert made is not None
    assert (made.maker, made.rank, made.beaten, made.blind, made.passes) == (1, 9, 7, False, 0)


def test_bids_are_weighed_by_the_dice_that_a_seat_sees() -> None:
    hands = Hands(((2, 2), (3, 4), (5, 6)))
    state, events = play("sympkyn-cups", Deal(), MakeBid(0, Bid(2, 2)), dice=2, result="lose_die")
    own, other = (truth(seat_view(state, seat, hands, events), Bid(2, 2)) for seat in (0, 1))
    assert own == 1
    assert other == pytest.approx(1 - (5 / 6) ** 4 - 4 * (1 / 6) * (5 / 6) ** 3)


def test_dice_are_shown_where_a_bid_is_doubtful() -> None:
    shows = [
        event
        for seed in range(3)
        for game in table("stars", ("bold", "tracker", "bold"), seed, dice=5)
        for event in game.events[-1:]
        if isinstance(event, BidMade) and event.shown
    ]
    assert shows


def test_nobody_passes_for_ever_where_passing_is_free() -> None:
    for seed in range(4):
        passes = 0
        for game in table("sympkyn-box", ("timid", "truthful"), seed):
            if isinstance(game.events[-1], Passed):
                passes += 1
            elif isinstance(game.events[-1], Declared | Adjudicated):
                passes = 0
            assert passes < 5 or game.state.claim == Pair(2, 1)
