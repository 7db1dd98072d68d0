"""`bullshit`: RULES.md §3, its worked examples and its table of gaps."""

from firmware.rules.claims import Pair
from firmware.rules.commands import Challenge, Declare, Refusal, Reveal, Roll, Rule, Show, Unread, VoidRoll
from firmware.rules.decide import decide
from firmware.rules.events import from_json, to_json
from firmware.rules.games.registry import legal, new_game, ruleset
from firmware.rules.message import literal
from firmware.rules.record.narration import narrate
from firmware.rules.state import Phase
from tests.firmware.rules.play_commands import play, refused, start
from tests.firmware.rules.records import NAMES, allowed, outcome, refusal


def bullshit(lines: str, seats: int = 4, stock: str = "", **options: str) -> dict[str, object]:
    return allowed("bullshit", lines, seats=seats, stock=stock, **options)


class TestWorkedExamples:
    def test_1_an_honest_roll_called_costs_the_caller_who_rolls_next(self) -> None:
        state = bullshit("Astrid rolls 5-2 claims 5-2")
        assert (state["worth"], state["turn"]) == (1, 1)
        state = bullshit("Astrid rolls 5-2 claims 5-2; Sigrid challenges")
        assert (state["stock"], state["turn"]) == ([0, 0, 1, 0], 2)
        assert bullshit("Astrid rolls 5-2 claims 5-2; Sigrid challenges; Sigrid rolls 3-1 claims 3-1")["turn"] == 3

    def test_2_a_lie_called_costs_the_liar_who_rolls_again(self) -> None:
        state = bullshit("Astrid rolls 3-1 claims 5-2; Sigrid challenges")
        assert (state["stock"], state["turn"], state["worth"]) == ([1, 0, 0, 0], 0, 1)

    def test_3_a_raise_doubles_the_worth(self) -> None:
        state = bullshit("Astrid rolls 5-2 claims 5-2; Bjorn rolls 3-2 claims 6-1; Astrid challenges")
        assert (state["stock"], state["turn"]) == ([0, 2, 0, 0], 1)

    def test_4_two_raises_make_three(self) -> None:
        rolled = "Astrid rolls 4-1 claims 4-1; Bjorn rolls 4-2 claims 4-2; Sigrid rolls 3-1 claims 4-3"
        assert bullshit(f"{rolled}; Ulf challenges")["stock"] == [0, 0, 3, 0]

    def test_5_a_lower_announcement_costs_one_and_stands(self) -> None:
        lower = "Astrid rolls 6-1 claims 6-1; Bjorn rolls 4-3 claims 4-3"
        assert bullshit(lower)["stock"] == [0, 1, 0, 0]
        assert bullshit(lower)["worth"] == 1
        assert bullshit(f"{lower}; Sigrid rolls 5-1 claims 5-1")["worth"] == 2

    def test_6_a_lower_announcement_may_be_a_lie(self) -> None:
        lower = "Astrid rolls 6-1 claims 6-1; Bjorn rolls 3-1 claims 4-3; Sigrid challenges"
        assert bullshit(lower)["stock"] == [0, 2, 0, 0]

    def test_7_a_shown_21_costs_all_others_the_worth(self) -> None:
        rolled = "Astrid rolls 4-1 claims 4-1; Bjorn rolls 4-2 claims 4-2; Sigrid rolls 4-3 claims 4-3"
        state = allowed("bullshit", f"{rolled}; Astrid shows 2-1")
        assert (state["stock"], state["worth"], state["turn"]) == ([0, 3, 3], 1, 1)

    def test_8_a_21_shown_on_the_first_roll_costs_one(self) -> None:
        state = bullshit("Astrid shows 2-1")
        assert (state["stock"], state["turn"], state["starter"]) == ([0, 1, 1, 1], 1, 1)
        assert state["last"] == {
            "claim": "2-1",
            "claim_true": True,
            "actual": "2-1",
            "challenger": None,
            "owner": 0,
            "lost": {"1": 1, "2": 1, "3": 1},
        }

    def test_9_understating_is_a_lie_only_by_option(self) -> None:
        for claim, lie, payer in (
            ("5-3", "below", 0),
            ("5-1", "below", 1),
            ("5-1", "exact", 0),
        ):
            state = bullshit(f"Astrid rolls 5-2 claims {claim}; Bjorn challenges", lie=lie)
            assert state["stock"] == [int(seat == payer) for seat in range(4)]


class TestAnnouncing:
    def test_an_equal_announcement_costs_one(self) -> None:
        """B3."""
        state = bullshit("Astrid rolls 5-3 claims 5-3; Bjorn rolls 5-3 claims 5-3")
        assert (state["stock"], state["worth"]) == ([0, 1, 0, 0], 1)

    def test_an_option_forbids_equal_announcements(self) -> None:
        lines = "Astrid rolls 5-3 claims 5-3; Bjorn rolls 5-3 claims 5-3"
        assert refusal("bullshit", lines, equal="forbidden") == "53 already stands: announce higher or lower."

    def test_a_21_is_not_announced(self) -> None:
        """B9."""
        assert "shown, not announced" in refusal("bullshit", "Astrid rolls 3-1 claims 2-1")

    def test_a_rolled_21_is_not_kept_hidden(self) -> None:
        """B8."""
        assert "must be shown" in refusal("bullshit", "Astrid rolls 2-1 claims 5-2")

    def test_an_option_lets_a_21_be_announced_and_kept_hidden(self) -> None:
        called = allowed("bullshit", "Astrid rolls 3-1 claims 2-1; Sigrid challenges", bluff_21="true")
        assert called["stock"] == [1, 0, 0]
        hidden = allowed("bullshit", "Astrid rolls 2-1 claims 5-2; Sigrid challenges", bluff_21="true")
        assert hidden["stock"] == [0, 0, 1]

    def test_after_66_there_are_calls_lower_announcements_and_a_shown_21(self) -> None:
        state = allowed("bullshit", "Astrid rolls 6-6 claims 6-6")
        words = state["legal"]["1"]
        assert {"challenge", "show 2-1", "roll 6-6", "roll 3-1"} <= set(words)
        assert len(words) == 22
        assert state["legal"]["2"] == ["challenge"]
        assert "0" not in state["legal"]

    def test_a_lower_announcement_costs_what_the_option_says(self) -> None:
        """B15."""
        lines = "Astrid rolls 4-1 claims 4-1; Bjorn rolls 4-2 claims 4-2; Sigrid rolls 3-1 claims 3-1"
        assert allowed("bullshit", lines, lower_tally="4")["stock"] == [0, 0, 4]
        assert allowed("bullshit", lines, lower_tally="worth")["stock"] == [0, 0, 2]

    def test_an_option_raises_the_worth_before_a_shown_21_is_paid(self) -> None:
        """B7."""
        lines = "Astrid rolls 4-1 claims 4-1; Bjorn shows 2-1"
        assert allowed("bullshit", lines)["stock"] == [1, 0, 1]
        assert allowed("bullshit", lines, twentyone_raises="true")["stock"] == [2, 0, 2]
        assert allowed("bullshit", "Astrid shows 2-1", twentyone_raises="true")["stock"] == [0, 1, 1]

    def test_nothing_but_a_21_is_shown(self) -> None:
        assert refusal("bullshit", "Astrid shows 5-2") == "Only a rolled 21 may be shown."


class TestCalling:
    def test_anybody_but_the_roller_may_call(self) -> None:
        """B10."""
        assert "own announcement" in refusal("bullshit", "Astrid rolls 3-1 claims 5-2; Astrid challenges")
        assert bullshit("Astrid rolls 3-1 claims 5-2; Ulf challenges")["stock"] == [1, 0, 0, 0]

    def test_an_option_lets_only_the_next_seat_call(self) -> None:
        assert "Bjorn's turn" in refusal("bullshit", "Astrid rolls 3-1 claims 5-2; Sigrid challenges", callers="next")

    def test_nobody_calls_after_the_next_roll(self) -> None:
        """B11."""
        state = start(new_game("bullshit", NAMES[:3], opens=0), Roll(0), Declare(0, Pair(5, 2)), Roll(1))
        assert "the old claim is gone" in refused(state, Challenge(2))
        assert legal(state, 2) == ()


class TestShowingAtTheBox:
    state = start(new_game("bullshit", NAMES[:3], opens=0), Roll(0))

    def test_the_dice_are_revealed_before_the_others_pay(self) -> None:
        showing = play(self.state, Show(0))
        assert (showing.phase, showing.stock) == (Phase.REVEALING, (0, 0, 0))
        assert play(showing, Reveal(Pair(1, 2))).stock == (0, 1, 1)

    def test_showing_anything_but_a_21_voids_the_roll(self) -> None:
        void = play(self.state, Show(0), Reveal(Pair(5, 2)))
        assert (void.phase, void.turn, void.stock) == (Phase.CLAIMING, 0, (0, 0, 0))
        assert "has not shaken" in refused(void, Declare(0, Pair(5, 2)))
        assert "has not shaken" in refused(void, Show(0))
        assert play(void, Roll(0), Declare(0, Pair(5, 2))).claim == Pair(5, 2)

    def test_a_showing_that_cannot_be_read_is_left_to_the_table(self) -> None:
        unread = play(self.state, Show(0), Reveal(Unread(literal("the dice touch"))))
        assert (unread.phase, unread.turn, unread.stock) == (Phase.OPEN, 1, (0, 0, 0))
        assert play(unread, Rule(1, 1, literal("we saw the 21"))).turn == 1

    def test_the_table_may_rule_that_it_was_not_a_21(self) -> None:
        """The roll is void, not the round (§1)."""
        facing = play(self.state, Declare(0, Pair(5, 2)), Roll(1))
        void = play(facing, Show(1), VoidRoll())
        assert (void.phase, void.turn, void.claim, void.worth) == (Phase.CLAIMING, 1, Pair(5, 2), 1)
        assert "has not shaken" in refused(void, Show(1))
        assert play(void, Roll(1), Declare(1, Pair(5, 3))).worth == 2

    def test_that_ruling_needs_a_showing(self) -> None:
        called = play(self.state, Declare(0, Pair(5, 2)), Challenge(1))
        for state in (self.state, called):
            assert "Nobody is showing" in refused(state, VoidRoll())
        assert "cannot be done" in refused(start(new_game("viking", NAMES[:3], opens=0), Roll(0)), VoidRoll())

    def test_a_roll_voided_unread_is_reported_without_dice(self) -> None:
        showing = play(self.state, Show(0))
        events = decide(showing, VoidRoll())
        assert not isinstance(events, Refusal)
        assert " ".join(map(str, narrate(showing, events))) == "By the table: that was no 21, Astrid shakes again."
        assert tuple(from_json(to_json(event)) for event in events) == events

    def test_only_a_roll_is_shown(self) -> None:
        assert "has not shaken" in refused(start(new_game("bullshit", NAMES[:3], opens=0)), Show(0))

    def test_what_must_be_shown_depends_on_the_options(self) -> None:
        game = ruleset("bullshit")
        assert game.must_show(game.complete_options({}), Pair(2, 1))
        assert not game.must_show(game.complete_options({}), Pair(6, 6))
        assert not game.must_show(game.complete_options({"bluff_21": True}), Pair(2, 1))


class TestEnd:
    """B13."""

    lie = "Astrid rolls 3-1 claims 5-2; Sigrid challenges"

    def test_the_limit_ends_it_when_a_round_ends(self) -> None:
        state = allowed("bullshit", self.lie, stock="20 5 5")
        assert (state["phase"], state["winners"], state["losers"]) == ("over", [1, 2], [0])

    def test_the_limit_does_not_end_it_within_a_round(self) -> None:
        lines = "Astrid rolls 6-1 claims 6-1; Bjorn rolls 4-3 claims 4-3"
        assert allowed("bullshit", lines, stock="0 20 0")["phase"] == "facing"
        assert allowed("bullshit", f"{lines}; Sigrid challenges", stock="0 20 0")["losers"] == [1]

    def test_a_number_of_rounds(self) -> None:
        state = allowed("bullshit", f"{self.lie}; {self.lie}", end="rounds", rounds="2")
        assert (state["phase"], state["winners"], state["losers"]) == ("over", [1, 2], [0])

    def test_all_win_when_all_are_equal(self) -> None:
        lines = "Astrid rolls 3-1 claims 5-2; Bjorn challenges; Astrid shows 2-1"
        state = allowed("bullshit", lines, seats=2, end="rounds", rounds="2")
        assert (state["stock"], state["winners"], state["losers"]) == ([1, 1], [0, 1], [])

    def test_a_void_round_is_not_counted(self) -> None:
        lines = "Astrid rolls ? claims 5-2; Sigrid challenges"
        assert allowed("bullshit", lines, end="rounds", rounds="1")["phase"] == "open"

    def test_the_limit_knocks_out(self) -> None:
        state = allowed("bullshit", self.lie, end="knockout", stock="20 5 5")
        assert (state["out"], state["turn"], state["phase"]) == ([0], 1, "open")
        assert "is out" in refusal(
            "bullshit", f"{self.lie}; Astrid rolls 3-1 claims 3-1", end="knockout", stock="20 5 5"
        )

    def test_a_seat_knocked_out_by_its_announcement_still_answers_for_it(self) -> None:
        lines = "Astrid rolls 6-1 claims 6-1; Bjorn rolls 3-1 claims 4-3"
        state = allowed("bullshit", lines, end="knockout", stock="0 20 0")
        assert (state["out"], state["owner"], state["phase"]) == ([1], 1, "facing")
        called = allowed("bullshit", f"{lines}; Sigrid challenges", end="knockout", stock="0 20 0")
        assert (called["stock"], called["turn"]) == ([0, 22, 0], 2)

    def test_the_last_one_in_wins(self) -> None:
        lines = "Astrid rolls 6-1 claims 6-1; Bjorn rolls 3-1 claims 4-3"
        state = allowed("bullshit", lines, seats=2, end="knockout", stock="0 20")
        assert (state["phase"], state["winners"], state["losers"]) == ("over", [0], [1])

    def test_an_open_game_does_not_end(self) -> None:
        assert allowed("bullshit", self.lie, end="open", stock="500 0 0")["phase"] == "open"

    def test_a_ruling_between_rounds_may_end_it(self) -> None:
        assert allowed("bullshit", 'ruling Bjorn +1 "sips"', stock="0 20 0")["losers"] == [1]
        lines = 'Astrid rolls 6-1 claims 6-1; ruling Bjorn +1 "sips"'
        assert allowed("bullshit", lines, stock="0 20 0")["phase"] == "facing"


def test_it_takes_two_players() -> None:
    assert outcome("bullshit", "", seats=1)["error"]["line"] == 2
