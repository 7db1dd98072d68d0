"""`viking`: RULES.md §2, its worked examples and its table of gaps."""

import pytest

from firmware.rules.claims import Pair
from firmware.rules.commands import (
    Accept,
    Challenge,
    ChooseOpener,
    Command,
    Declare,
    Pass,
    Reveal,
    Roll,
    RollOff,
    Rule,
    Show,
    Unread,
)
from firmware.rules.errors import SetupError
from firmware.rules.events import Ending, Verdict
from firmware.rules.games.registry import claims, legal, new_game
from firmware.rules.ladders import VIKING
from firmware.rules.message import literal
from firmware.rules.state import GameState, Phase
from tests.firmware.rules.play_commands import play, refused, start

THREE = ("Astrid", "Bjorn", "Sigrid")
FOUR = (*THREE, "Ulf")
MEIER = Pair(1, 2)


def viking(
    *commands: Command, seats: tuple[str, ...] = THREE, stock: tuple[int, ...] | None = None, **options: str
) -> GameState:
    """Seat 0 opens."""
    return start(new_game("viking", seats, options, stock, opens=0), *commands)


def claimed(dice: Pair, claim: Pair, answer: int = 1) -> tuple[Command, ...]:
    """Seat 0 claims and seat `answer` challenges; the dice come to light."""
    return (Roll(0), Declare(0, claim), Challenge(answer), Reveal(dice))


def test_a_challenge_costs_whoever_was_wrong_and_the_challenger_opens() -> None:
    """Worked examples 1 to 7."""
    for dice, claim, stock in (
        (Pair(5, 6), Pair(5, 6), (6, 5, 6)),
        (Pair(5, 6), Pair(1, 3), (5, 6, 6)),
        (Pair(1, 3), Pair(6, 6), (5, 6, 6)),
        (Pair(2, 6), Pair(3, 4), (6, 5, 6)),
        (Pair(2, 2), Pair(1, 1), (5, 6, 6)),
        (Pair(1, 1), Pair(2, 2), (6, 5, 6)),
        (Pair(5, 6), MEIER, (4, 6, 6)),
        (MEIER, MEIER, (6, 4, 6)),
        (MEIER, Pair(1, 1), (6, 5, 6)),
    ):
        state = viking(*claimed(dice, claim))
        assert state.stock == stock
        assert (state.phase, state.turn, state.starter) == (Phase.OPEN, 1, 1)
        assert state.last is not None
        assert state.last.actual == dice
        assert state.last.verdict is (Verdict.UPHELD if stock[1] < 6 else Verdict.REFUTED)


def test_an_accepted_meier_costs_one_life_and_the_box_stays_shut() -> None:
    """Worked example 6, V6."""
    state = viking(Roll(0), Declare(0, MEIER), Accept(1))
    assert state.stock == (6, 5, 6)
    assert state.turn == 1
    assert state.last is not None
    assert (state.last.ending, state.last.actual, state.last.verdict) == (Ending.ACCEPTED, None, None)


def test_an_equal_claim_is_legal_and_a_lower_one_says_why_not() -> None:
    """Worked example 8."""
    state = viking(Roll(0), Declare(0, Pair(3, 4)), Roll(1))
    assert play(state, Declare(1, Pair(3, 4))).owner == 1
    assert refused(state, Declare(1, Pair(4, 6))) == "46 ranks below 34."


def test_the_tavern_game_ends_with_the_first_seat_without_lives() -> None:
    """Worked example 9."""
    state = viking(*claimed(Pair(3, 3), Pair(3, 3)), stock=(6, 1, 6))
    assert state.phase is Phase.OVER
    assert (state.winners, state.losers, state.turn) == ((0, 2), (1,), None)
    assert refused(state, Roll(0)) == "The game is over."


def test_a_challenger_who_drops_out_cannot_open() -> None:
    """Worked example 10, V5."""
    state = viking(*claimed(Pair(3, 3), Pair(3, 3)), seats=FOUR, stock=(6, 1, 6, 6), end="gambling")
    assert (state.phase, state.turn, state.stock) == (Phase.OPEN, 2, (6, 0, 6, 6))


def test_the_last_one_standing_takes_the_antes_of_all_starters() -> None:
    state = viking(*claimed(Pair(3, 3), Pair(3, 3)), stock=(6, 1, 0), end="gambling", ante="5")
    assert (state.phase, state.winners, state.losers, state.pot) == (Phase.OVER, (0,), (1, 2), 15)


def test_two_survivors_of_a_gambling_game_play_on() -> None:
    """V3."""
    state = viking(Roll(0), Declare(0, Pair(5, 6)), stock=(2, 0, 2), end="gambling")
    assert state.turn == 2


def test_a_seat_with_one_life_loses_only_that() -> None:
    """V8: what was paid is what was there."""
    state = viking(*claimed(MEIER, MEIER), stock=(6, 1, 6))
    assert state.stock == (6, 0, 6)
    assert state.last is not None
    assert state.last.lost == ((1, 1),)


def test_a_meier_can_only_be_accepted_or_challenged() -> None:
    state = viking(Roll(0), Declare(0, MEIER))
    assert {move.kind.value for move in legal(state, 1)} == {"accept", "challenge"}
    assert refused(state, Roll(1)) == "Nothing beats a Meier: accept it or challenge it."


def test_only_a_meier_can_be_accepted() -> None:
    state = viking(Roll(0), Declare(0, Pair(1, 1)))
    assert refused(state, Accept(1)) == "Only a declared Meier can be accepted."


def test_after_double_ones_remain_double_ones_and_meier() -> None:
    """V12."""
    state = viking(Roll(0), Declare(0, Pair(1, 1)), Roll(1))
    assert claims(state) == (Pair(1, 1), MEIER)


def test_min_raise_higher_forbids_the_equal_claim() -> None:
    """V4."""
    state = viking(Roll(0), Declare(0, Pair(3, 4)), Roll(1), min_raise="higher")
    assert refused(state, Declare(1, Pair(3, 4))) == "34 already stands; the claim must be higher."


def test_an_option_lets_the_loser_open() -> None:
    """V5."""
    assert viking(*claimed(Pair(5, 6), Pair(1, 3)), starter="loser").turn == 0
    assert viking(*claimed(Pair(1, 3), Pair(1, 3)), starter="loser").turn == 1


def test_options_set_what_a_meier_costs() -> None:
    accepted = viking(Roll(0), Declare(0, MEIER), Accept(1), meier_accept="2")
    assert accepted.stock == (6, 4, 6)
    assert viking(*claimed(Pair(5, 6), MEIER), meier_challenge="4").stock == (2, 6, 6)


def test_options_set_lives_and_players() -> None:
    assert viking(lives="3").stock == (3, 3, 3)
    assert viking(seats=("Astrid", "Bjorn"), min_players="2").seats == ("Astrid", "Bjorn")


def test_what_cannot_be_played_names_the_tag() -> None:
    for seats, options, stock, opens, tag in (
        (("Astrid", "Bjorn"), {}, None, 0, "Seats"),
        (("Astrid", "Bjorn", "Astrid"), {}, None, 0, "Seats"),
        (THREE, {"lives": "0"}, None, 0, "Option"),
        (THREE, {"lives": "many"}, None, 0, "Option"),
        (THREE, {"ends": "tavern"}, None, 0, "Option"),
        (THREE, {"preset": "ildhafn"}, None, 0, "Option"),
        (THREE, {}, (6, 6), 0, "Stock"),
        (THREE, {}, (6, 6, 0), 0, "Stock"),
        (THREE, {"end": "gambling"}, (6, 0, 0), 0, "Stock"),
        (THREE, {"end": "gambling"}, (0, 6, 6), 0, "Opens"),
        (THREE, {}, None, 3, "Opens"),
    ):
        with pytest.raises(SetupError) as caught:
            new_game("viking", seats, options, stock, opens)
        assert caught.value.tag == tag


def test_only_the_seat_in_turn_acts() -> None:
    state = viking(Roll(0), Declare(0, Pair(3, 4)))
    assert refused(state, Challenge(2)) == "It is Bjorn's turn, not Sigrid's."
    assert refused(state, Challenge(0)) == "It is Bjorn's turn, not Astrid's."
    assert refused(state, Roll(7)) == "There is no seat 7."


def test_seats_that_are_out_are_skipped() -> None:
    state = viking(Roll(0), Declare(0, Pair(5, 6)), seats=FOUR, stock=(6, 0, 6, 6), end="gambling")
    assert state.turn == 2
    assert refused(state, Roll(1)) == "Bjorn is out of the game."


def test_a_claim_needs_a_roll() -> None:
    assert refused(viking(Roll(0)), Challenge(1)) == "No claim stands: there is nothing to challenge."
    assert refused(viking(), Declare(0, Pair(3, 4))) == "Astrid has not shaken the box yet."
    state = viking(Roll(0), Declare(0, Pair(3, 4)))
    assert refused(state, Declare(1, Pair(3, 4))) == "Bjorn has not shaken the box yet."


def test_after_a_roll_a_seat_may_roll_again_but_not_challenge() -> None:
    state = viking(Roll(0), Declare(0, Pair(3, 4)), Roll(1))
    assert play(state, Roll(1)).phase is Phase.CLAIMING
    assert "the old claim is gone" in refused(state, Challenge(1))
    assert refused(state, Roll(2)) == "It is Bjorn's turn, not Sigrid's."


def test_passes_blind_rolls_and_showings_are_refused() -> None:
    state = viking(Roll(0), Declare(0, Pair(3, 4)))
    assert "no passing" in refused(state, Pass(1))
    assert "no blind shake" in refused(state, Roll(1, blind=True))
    assert "no showing" in refused(play(state, Roll(1)), Show(1))


def test_only_the_roller_has_seen_the_dice() -> None:
    state = viking(Roll(0))
    assert state.seen == {0}
    assert play(state, Declare(0, Pair(3, 4)), Roll(1)).seen == {1}
    assert play(state, Declare(0, Pair(3, 4)), Challenge(1), Reveal(Pair(3, 4))).seen == frozenset()


def test_the_dice_are_frozen_between_challenge_and_reveal() -> None:
    state = viking(Roll(0), Declare(0, Pair(3, 4)), Challenge(1))
    assert (state.phase, state.challenger) == (Phase.REVEALING, 1)
    assert refused(state, Roll(1)) == "The dice are frozen until they are revealed."
    assert refused(state, Challenge(1)) == "The dice must be revealed first."
    assert "stay hidden" in refused(viking(Roll(0)), Reveal(Pair(3, 4)))


class TestNoVerdict:
    def test_nobody_pays_and_the_challenger_opens(self) -> None:
        state = viking(Roll(0), Declare(0, Pair(3, 4)), Challenge(1), Reveal(Unread(literal("the dice touch"))))
        assert (state.stock, state.turn, state.phase) == ((6, 6, 6), 1, Phase.OPEN)
        assert state.last is not None
        assert (state.last.verdict, state.last.reason) == (Verdict.NO_VERDICT, literal("the dice touch"))
        assert state.round == 1

    def test_a_later_ruling_makes_the_loser_open_where_losers_open(self) -> None:
        void = viking(
            Roll(0), Declare(0, Pair(3, 4)), Challenge(1), Reveal(Unread(literal("blurred"))), starter="loser"
        )
        ruled = play(void, Rule(0, -1, literal("we all saw it")))
        assert (ruled.stock, ruled.turn, ruled.starter) == ((5, 6, 6), 0, 0)
        assert play(ruled, Rule(2, -1, literal("and Sigrid, who shook the table"))).turn == 0
        assert play(ruled, Rule(1, -1, literal("and Bjorn, who looked"))).turn == 1, (
            "both parties pay: as if nobody had lost"
        )
        assert play(void, Roll(1), Rule(0, -1, literal("too late"))).turn == 1


class TestRollOff:
    def test_the_highest_die_opens(self) -> None:
        state = start(new_game("viking", THREE), RollOff(((0, 3), (1, 6), (2, 5))))
        assert (state.phase, state.turn, state.starter) == (Phase.OPEN, 1, 1)

    def test_the_tied_best_throw_again(self) -> None:
        state = start(new_game("viking", THREE), RollOff(((0, 6), (1, 6), (2, 5))))
        assert (state.phase, state.tied) == (Phase.ROLL_OFF, (0, 1))
        assert refused(state, RollOff(((0, 6), (2, 5)))).startswith("Sigrid does not throw now")
        assert refused(state, RollOff(((0, 6),))) == "Bjorn has not thrown: Astrid and Bjorn throw again."
        assert play(state, RollOff(((0, 1), (1, 2)))).turn == 1

    def test_nobody_plays_before_the_roll_off_and_nobody_throws_after(self) -> None:
        state = start(new_game("viking", THREE))
        assert refused(state, Roll(0)) == "First a throw decides who opens: every seat throws one die."
        assert refused(viking(), RollOff(((0, 1), (1, 2), (2, 3)))) == "Who opens is already settled."

    def test_seats_that_are_out_do_not_throw(self) -> None:
        state = start(new_game("viking", FOUR, {"end": "gambling"}, (6, 0, 6, 6)), RollOff(((0, 3), (2, 5), (3, 1))))
        assert state.turn == 2

    def test_the_host_may_choose_instead(self) -> None:
        assert start(new_game("viking", THREE), ChooseOpener(2)).turn == 2

    def test_the_host_cannot_choose_a_seat_that_is_out(self) -> None:
        state = start(new_game("viking", FOUR, {"end": "gambling"}, (6, 0, 6, 6)))
        assert refused(state, ChooseOpener(1)) == "Bjorn is out of the game and cannot open."

    def test_a_seat_that_is_knocked_out_no_longer_throws(self) -> None:
        new = new_game("viking", FOUR, {"end": "gambling"}, (6, 1, 1, 6))
        three_tied = start(new, RollOff(((0, 6), (1, 6), (2, 6), (3, 1))))
        two_tied = play(three_tied, Rule(1, -1, literal("left the table")))
        assert (two_tied.phase, two_tied.tied) == (Phase.ROLL_OFF, (0, 2))
        alone = play(two_tied, Rule(2, -1, literal("left the table")))
        assert (alone.phase, alone.turn, alone.tied) == (Phase.OPEN, 0, ())


class TestRuling:
    def test_it_changes_a_stock_and_nothing_else(self) -> None:
        state = viking(Roll(0), Declare(0, Pair(3, 4)))
        ruled = play(state, Rule(2, -1, literal("die on the floor")))
        assert ruled == state._replace(stock=(6, 6, 5))

    def test_it_never_takes_more_than_there_is(self) -> None:
        assert play(viking(), Rule(1, -9, literal("cheating"))).stock == (6, 0, 6)

    def test_it_may_end_the_game_and_open_it_again(self) -> None:
        state = viking(*claimed(Pair(3, 3), Pair(3, 3)), stock=(6, 1, 6))
        reopened = play(state, Rule(1, 1, literal("the host is kind")))
        assert (reopened.phase, reopened.turn, reopened.winners) == (Phase.OPEN, 1, ())
        again = play(reopened, Rule(2, -6, literal("and stern")))
        assert (again.phase, again.losers) == (Phase.OVER, (2,))

    def test_the_turn_moves_on_from_a_seat_that_it_knocks_out(self) -> None:
        state = viking(Roll(0), Declare(0, Pair(3, 4)), seats=FOUR, stock=(6, 1, 6, 6), end="gambling")
        ruled = play(state, Rule(1, -1, literal("left the table")))
        assert (ruled.phase, ruled.turn, ruled.claim) == (Phase.ANSWERING, 2, Pair(3, 4))

    def test_the_round_is_void_when_it_knocks_out_the_owner_of_the_claim(self) -> None:
        state = viking(Roll(0), Declare(0, Pair(3, 4)), seats=FOUR, stock=(1, 6, 6, 6), end="gambling")
        ruled = play(state, Rule(0, -1, literal("left the table")))
        assert (ruled.phase, ruled.turn, ruled.claim, ruled.starter) == (Phase.OPEN, 1, None, 1)

    def test_the_next_seat_opens_when_it_knocks_out_the_opener(self) -> None:
        state = viking(seats=FOUR, stock=(1, 6, 6, 6), end="gambling")
        assert play(state, Rule(0, -1, literal("left the table"))).turn == 1
        assert play(state, Roll(0), Rule(0, -1, literal("left the table"))).turn == 1

    def test_it_must_change_something(self) -> None:
        assert "by 1 to 99" in refused(viking(), Rule(0, 0, literal("nothing")))


def test_any_claim_may_open_a_round() -> None:
    assert claims(viking(Roll(0))) == VIKING.pairs
