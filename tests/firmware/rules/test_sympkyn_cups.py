"""`sympkyn-cups`: RULES.md §5, its worked examples and its table of gaps."""

from typing import Any

from firmware.rules.claims import Bid, Hands
from firmware.rules.commands import Challenge, Deal, MakeBid, Reveal
from firmware.rules.games.registry import new_game
from tests.firmware.rules.play_commands import refused, start
from tests.firmware.rules.records import NAMES, allowed, refusal

H = "deal 2 4 4 5 5 / 1 1 4 4 6"
THREE_HANDS = "deal 2 2 3 4 5 / 3 3 3 4 6 / 2 4 4 6 6"


def cups(lines: str, seats: int = 2, stock: str = "", **options: str) -> dict[str, Any]:
    return allowed("sympkyn-cups", lines, seats=seats, stock=stock, **options)


def bids_after(bid: str, rule: str) -> set[str]:
    words = cups(f"{H}; Astrid bids {bid}", raise_rule=rule)["legal"]["1"]
    return {word.removeprefix("bid ") for word in words} - {"challenge"}


class TestRaising:
    """Worked example 1, after five 4s with ten dice in play."""

    def test_face_takes_more_of_the_face_or_any_number_of_a_higher_one(self) -> None:
        more = {f"{quantity}x4" for quantity in range(6, 11)}
        higher = {f"{quantity}x{face}" for quantity in range(1, 11) for face in (5, 6)}
        assert bids_after("5x4", "face") == more | higher

    def test_monotone_lets_neither_face_nor_quantity_fall(self) -> None:
        expected = {f"{quantity}x{face}" for quantity in range(5, 11) for face in (4, 5, 6)} - {"5x4"}
        assert bids_after("5x4", "monotone") == expected

    def test_quantity_takes_a_higher_face_or_more_of_any(self) -> None:
        more = {f"{quantity}x{face}" for quantity in range(6, 11) for face in range(1, 7)}
        assert bids_after("5x4", "quantity") == more | {"5x5", "5x6"}

    def test_only_a_challenge_answers_the_highest_bid(self) -> None:
        """C12."""
        for rule in (
            "face",
            "monotone",
            "quantity",
        ):
            assert bids_after("10x6", rule) == set()
            assert "more than the 10 dice" in refusal(
                "sympkyn-cups", f"{H}; Astrid bids 11x6", seats=2, raise_rule=rule
            )

    def test_any_bid_may_open(self) -> None:
        """C15: ones too."""
        for rule in (
            "face",
            "monotone",
            "quantity",
        ):
            assert len(cups(H, raise_rule=rule)["legal"]["0"]) == 60

    def test_a_refused_bid_names_the_bid_that_it_does_not_beat(self) -> None:
        assert refusal("sympkyn-cups", f"{H}; Astrid bids 5x4; Bjorn bids 6x3", seats=2) == "6x3 does not beat 5x4."


class TestLoseADie:
    def lose(self, bid: str, **options: str) -> list[int]:
        lines = f"{H}; Astrid bids {bid}; Bjorn challenges"
        state = allowed("sympkyn-cups", lines, seats=2, stock="", result="lose_die", **options)
        stock: list[int] = state["stock"]
        return stock

    def test_example_2(self) -> None:
        assert self.lose("5x4") == [4, 5]
        assert self.lose("4x4") == [5, 4]

    def test_example_3_wild_ones(self) -> None:
        """C5: a claim on the wild face counts only itself."""
        assert self.lose("4x5", wild="1") == [5, 4]
        assert self.lose("3x1", wild="1") == [4, 5]

    def test_example_4_wild_sixes(self) -> None:
        assert self.lose("5x4", wild="6") == [5, 4]

    def test_an_option_makes_bids_exact(self) -> None:
        """C14."""
        assert self.lose("3x4", truth="exact") == [4, 5]
        assert self.lose("4x4", truth="exact") == [5, 4]

    def test_who_opens_next(self) -> None:
        """C8."""
        lines = f"{H}; Astrid bids 5x4; Bjorn challenges"
        assert cups(lines, result="lose_die")["turn"] == 0
        assert cups(lines, result="lose_die", starter="winner")["turn"] == 1
        out = cups("deal 4 / 2 5 / 6; Astrid bids 2x4; Bjorn challenges", seats=3, stock="1 2 1", result="lose_die")
        assert (out["out"], out["turn"]) == ([0], 1)

    def test_the_last_with_dice_wins(self) -> None:
        state = cups("deal 4 / 2 5; Astrid bids 2x4; Bjorn challenges", stock="1 2", result="lose_die")
        assert (state["phase"], state["winners"], state["losers"]) == ("over", [1], [0])


class TestHighestCorrect:
    """C2."""

    claims = f"{THREE_HANDS}; Astrid bids 2x2; Bjorn bids 4x3; Sigrid bids 5x6; Astrid challenges"

    def test_example_5_the_latest_true_bid_of_the_round_wins(self) -> None:
        state = cups(self.claims, seats=3)
        assert (state["phase"], state["winners"], state["losers"]) == ("over", [1], [0, 2])
        assert state["points"] == [0, 1, 0]
        assert state["last"]["lost"] == {}

    def test_the_challenger_wins_when_no_bid_is_true(self) -> None:
        lines = f"{THREE_HANDS}; Astrid bids 9x2; Bjorn bids 9x3; Sigrid challenges"
        assert cups(lines, seats=3)["winners"] == [2]

    def test_a_game_for_several_points_is_opened_by_the_last_winner(self) -> None:
        state = cups(self.claims, seats=3, points_to_win="2")
        assert (state["phase"], state["turn"], state["points"], state["stock"]) == ("open", 1, [0, 1, 0], [5, 5, 5])

    def test_the_table_may_award_the_point_of_an_unread_round(self) -> None:
        void = f"deal {' / '.join(['? ? ? ? ?'] * 3)}; Astrid bids 2x2; Bjorn bids 4x3; Sigrid challenges"
        assert cups(void, seats=3)["turn"] == 2
        ruled = cups(f'{void}; ruling Bjorn +1 point "the table looked"', seats=3, points_to_win="2")
        assert (ruled["points"], ruled["stock"], ruled["turn"]) == ([0, 1, 0], [5, 5, 5], 1), "the winner opens"
        won = cups(f'{void}; ruling Bjorn +1 point "the table looked"', seats=3)
        assert (won["phase"], won["winners"]) == ("over", [1])
        again = cups(f'{void}; ruling Bjorn +1 point "a"; ruling Bjorn -1 point "b"', seats=3)
        assert (again["phase"], again["points"]) == ("open", [0, 0, 0])
        assert cups(f'{void}; ruling Bjorn -3 points "below"', seats=3)["points"] == [0, 0, 0]

    def test_rulings_on_points_are_refused_in_a_game_without_points(self) -> None:
        why = refusal("sympkyn-cups", f'{H}; ruling Bjorn +1 point "x"', seats=2, result="lose_die")
        assert why == "This game is not played for points: a ruling changes the dice."
        assert "by 1 to 99" in refusal("sympkyn-cups", f'{H}; ruling Bjorn +0 points "x"', seats=2)

    def test_there_are_no_points_where_dice_are_lost(self) -> None:
        assert cups(H, result="lose_die")["points"] is None


class TestSum:
    """Variant 4: C6, C7, C9, C13."""

    def ildhafn(self, lines: str, seats: int = 3, stock: str = "1 1 1") -> dict[str, Any]:
        return cups(lines, seats=seats, stock=stock, preset="ildhafn")

    def test_example_6(self) -> None:
        state = self.ildhafn("deal 4 / 2 / 6; Astrid sums 9; Bjorn sums 13; Sigrid challenges")
        assert (state["stock"], state["last"]["claim"], state["last"]["actual"]) == ([1, 0, 1], "sum 13", 12)

    def test_example_7(self) -> None:
        """A wild one is worth one."""
        state = self.ildhafn("deal 1 / 1; Astrid sums 3; Bjorn challenges", seats=2, stock="1 1")
        assert (state["phase"], state["winners"], state["last"]["actual"]) == ("over", [1], 2)

    def test_the_range_of_a_total_follows_the_live_seats(self) -> None:
        state = self.ildhafn("deal 4 / 6", stock="1 0 1")
        assert state["legal"]["0"] == [f"sum {total}" for total in range(2, 13)]
        assert "2 to 12" in refusal("sympkyn-cups", "deal 4 / 6; Astrid sums 13", stock="1 0 1", preset="ildhafn")

    def test_totals_rise_and_only_a_challenge_answers_the_highest(self) -> None:
        assert self.ildhafn("deal 4 / 2 / 6; Astrid sums 9; Bjorn sums 18")["legal"] == {"2": ["challenge"]}
        lines = "deal 4 / 2 / 6; Astrid sums 9; Bjorn sums 9"
        assert "does not beat sum 9" in refusal("sympkyn-cups", lines, stock="1 1 1", preset="ildhafn")

    def test_totals_are_called_only_in_a_sum_round_and_nothing_else_then(self) -> None:
        assert "call a total" in refusal(
            "sympkyn-cups", "deal 4 / 6; Astrid bids 1x6", seats=2, stock="1 1", preset="ildhafn"
        )
        assert "one die left" in refusal("sympkyn-cups", f"{H}; Astrid sums 20", seats=2, preset="ildhafn")

    def test_no_totals_are_called_in_a_game_for_points(self) -> None:
        assert "1x6" in {
            word.removeprefix("bid ") for word in cups("deal 4 / 6", stock="1 1", last_die_sum="true")["legal"]["0"]
        }

    def test_a_total_means_at_least_even_where_bids_are_exact(self) -> None:
        lines = "deal 4 / 6; Astrid sums 9; Bjorn challenges"
        state = cups(lines, stock="1 1", preset="ildhafn", truth="exact")
        assert state["last"]["claim_true"] is True

    def test_an_option_takes_precedence_over_a_preset(self) -> None:
        assert cups(f"{H}; Astrid bids 4x5; Bjorn challenges", preset="ildhafn", wild="0")["stock"] == [4, 5]


class TestDealing:
    def test_nobody_bids_before_the_dice_are_under_the_cups(self) -> None:
        assert "deal them first" in refusal("sympkyn-cups", "Astrid bids 1x6")
        assert allowed("sympkyn-cups", "")["legal"] == {}

    def test_every_live_seat_is_dealt_what_it_holds(self) -> None:
        assert "3 seats in the game" in refusal("sympkyn-cups", H)
        assert refusal("sympkyn-cups", "deal 1 2 3 4 5 / 1 2 3", seats=2) == "Bjorn holds 5 dice, but 3 were dealt."
        assert "already under the cups" in refusal("sympkyn-cups", f"{H}; {H}", seats=2)

    def test_the_revealed_hands_must_be_what_the_seats_hold(self) -> None:
        state = start(new_game("sympkyn-cups", NAMES[:2], opens=0), Deal(), MakeBid(0, Bid(2, 3)), Challenge(1))
        short = Reveal(Hands(((1, 2, 3, 4, 5), (1, 2, 3, 4))))
        assert refused(state, short) == "Bjorn holds 5 dice, not 4."

    def test_unseen_dice_give_no_verdict(self) -> None:
        state = cups("deal 2 4 4 5 ? / 1 1 4 4 6; Astrid bids 3x4; Bjorn challenges", result="lose_die")
        assert (state["stock"], state["last"]["claim_true"], state["turn"]) == ([5, 5], None, 1)

    def test_a_ruling_within_a_round_takes_effect_at_the_next_deal(self) -> None:
        lines = f'{H}; Astrid bids 4x4; ruling Bjorn -1 "a die on the floor"; Bjorn challenges'
        assert cups(lines, result="lose_die")["stock"] == [5, 3]


def test_only_the_next_seat_challenges() -> None:
    """C10."""
    assert "Bjorn's turn" in refusal("sympkyn-cups", f"{THREE_HANDS}; Astrid bids 3x2; Sigrid challenges")


def test_show_and_re_roll_is_refused() -> None:
    lines = f"{H}; Astrid bids 1x2; Bjorn shows 1 rerolls 1 2 3 4 bids 2x2"
    assert "no Show and Re-roll" in refusal("sympkyn-cups", lines, seats=2)


def test_commands_of_box_games_are_refused() -> None:
    assert "played with cups" in refusal("sympkyn-cups", "Astrid rolls 3-1 claims 3-1")
