"""`stars`: RULES.md §7, its worked examples and its table of gaps."""

from typing import Any

from firmware.rules.claims import Bid, Hands
from firmware.rules.commands import Challenge, Deal, MakeBid, Reveal
from firmware.rules.games.registry import claims, new_game
from tests.firmware.rules.play_commands import refused, start
from tests.firmware.rules.records import NAMES, allowed, refusal

TABLE = "deal 6 6 1 2 3 3 4 5 / 6 6 2 3 3 3 4 5 / 6 1 2 2 2 3 4 5"
FIVES = "deal 5 5 1 2 3 4 6 6 / 5 1 2 3 4 6 6 3 / 5 2 3 4 6 2 3 4"
SIXES_AND_STARS = " / ".join(["6 1 2 3 4 5 2 3"] * 5)
SMALL = "deal 2 3 4 5 / 5 5 6 6"


def stars(lines: str, seats: int = 3, stock: str = "", **options: str) -> dict[str, Any]:
    return allowed("stars", lines, seats=seats, stock=stock, **options)


class TestWorkedExamples:
    def test_1_the_difference_is_lost(self) -> None:
        state = stars(f"{TABLE}; Astrid bids 4x6; Bjorn challenges")
        assert (state["last"]["actual"], state["stock"], state["turn"]) == (7, [8, 5, 8], 0)
        state = stars("deal 6 2 2 2 3 3 4 5 / 6 2 2 3 3 3 4 5 / 2 2 2 2 2 3 4 5; Astrid bids 4x6; Bjorn challenges")
        assert (state["stock"], state["turn"]) == ([6, 8, 8], 1)

    def test_2_stars_count_as_every_face(self) -> None:
        state = stars(f"{FIVES}; Astrid bids 4x5; Bjorn challenges")
        assert (state["last"]["actual"], state["stock"], state["turn"]) == (6, [8, 6, 8], 0)

    def test_3_nothing_else_counts_as_a_star(self) -> None:
        deal = "deal 2 2 1 1 / 1 3 3 4"
        assert stars(f"{deal}; Astrid bids 5x2; Bjorn challenges", 2, "4 4")["last"]["actual"] == 5
        assert stars(f"{deal}; Astrid bids 3x1; Bjorn challenges", 2, "4 4")["last"]["actual"] == 3

    def test_4_after_four_fives(self) -> None:
        words = set(stars(f"{TABLE}; Astrid bids 4x5")["legal"]["1"])
        assert {"bid 4x6", "bid 5x2", "bid 5x6", "bid 6x2", "bid 2x1"} <= words
        assert not {"bid 4x5", "bid 4x2", "bid 3x6", "bid 1x1"} & words

    def test_5_around_stars(self) -> None:
        words = set(stars(f"{TABLE}; Astrid bids 3x1")["legal"]["1"])
        assert {"bid 4x1", "bid 7x2", "bid 7x6"} <= words
        assert "bid 6x6" not in words
        assert refusal("stars", f"{TABLE}; Astrid bids 5x2; Bjorn bids 2x1") == (
            "2x1 does not beat 5x2: bid at least 3 stars."
        )
        assert "bid 7x1" in stars(f"{TABLE}; Astrid bids 14x6")["legal"]["1"]

    def test_6_seven_stars_are_cheaper_than_fifteen_sixes(self) -> None:
        deal = f"deal {SIXES_AND_STARS}"
        assert stars(f"{deal}; Astrid bids 15x6; Bjorn challenges", 5)["last"]["lost"] == {"0": 5}
        assert stars(f"{deal}; Astrid bids 7x1; Bjorn challenges", 5)["last"]["lost"] == {"0": 2}

    def test_7_an_exact_bid_costs_all_others_but_spares_bystanders_with_one_die(self) -> None:
        """T14."""
        deal = "deal 6 6 1 2 / 6 2 3 4 / 6 / 2 3 4 5"
        state = stars(f"{deal}; Astrid bids 5x6; Bjorn challenges", 4, "4 4 1 4")
        assert (state["stock"], state["turn"], state["last"]["claim_true"]) == ([4, 3, 1, 3], 0, True)
        out = stars("deal 6 6 1 2 / 6 / 6 3 4 5 / 2 3 4 5; Astrid bids 5x6; Bjorn challenges", 4, "4 1 4 4")
        assert (out["stock"], out["out"], out["turn"]) == ([4, 0, 3, 3], [1], 0)

    def test_8_nobody_loses_more_than_there_is(self) -> None:
        """T6."""
        state = stars("deal 1 1 1 1 6 6 / 6 6 / 2 3; Astrid bids 2x6; Bjorn challenges", 3, "6 2 2")
        assert (state["stock"], state["last"]["lost"], state["out"], state["turn"]) == ([6, 0, 2], {"1": 2}, [1], 0)

    def test_9_show_and_re_roll(self) -> None:
        lines = "deal 2 3 4 5 / 5 5 6 2; Astrid bids 2x5; Bjorn shows 5 5 rerolls 5 3 bids 4x5"
        state = stars(lines, 2, "4 4")
        assert (state["shown"], state["claim"], state["turn"]) == ([[], [5, 5]], "4x5", 0)
        judged = stars(f"{lines}; Astrid challenges", 2, "4 4")
        assert (judged["last"]["actual"], judged["stock"], judged["turn"]) == (4, [3, 4], 1)
        assert judged["shown"] == [[], []]


def test_the_order_of_all_bids() -> None:
    """T2, T9, T15: as RULES.md §7 writes it for six dice."""
    state = start(new_game("stars", NAMES[:2], stock=(3, 3), opens=0), Deal())
    written = " ".join(f"{bid.quantity}x{bid.face}" for bid in claims(state) if isinstance(bid, Bid))
    ordinary = {x: " ".join(f"{x}x{face}" for face in range(2, 7)) for x in range(1, 7)}
    assert written == " ".join(
        [
            *(ordinary[1], ordinary[2], "1x1", ordinary[3], ordinary[4], "2x1", ordinary[5], ordinary[6]),
            *("3x1", "4x1", "5x1", "6x1"),
        ]
    )


def test_more_than_the_dice_in_play_cannot_be_bid() -> None:
    """T12."""
    assert "more than the 8 dice" in refusal("stars", f"{SMALL}; Astrid bids 9x5", seats=2, stock="4 4")
    assert stars(f"{SMALL}; Astrid bids 8x1", 2, "4 4")["legal"] == {"1": ["challenge"]}


class TestShowAndReRoll:
    """T10, T24."""

    def try_it(self, line: str, **options: str) -> str:
        return refusal("stars", f"{SMALL}; Astrid bids 2x5; {line}", seats=2, stock="4 4", **options)

    def test_any_dice_that_a_seat_holds_may_be_shown(self) -> None:
        state = stars(f"{SMALL}; Astrid bids 2x5; Bjorn shows 5 rerolls 6 6 1 bids 3x6", 2, "4 4")
        assert state["shown"] == [[], [5]]
        assert self.try_it("Bjorn shows 1 rerolls 1 1 1 bids 3x5") == "Bjorn has no hidden 1 to show."
        assert self.try_it("Bjorn shows 6 6 6 rerolls 1 bids 3x5") == "Bjorn has no hidden 6 to show."

    def test_all_others_at_least_one_are_re_rolled(self) -> None:
        assert "all other hidden dice: 3, not 2" in self.try_it("Bjorn shows 5 rerolls 1 1 bids 3x5")
        assert "keep at least one hidden die" in self.try_it("Bjorn shows 5 5 6 6 rerolls 1 bids 3x5")

    def test_the_bid_must_be_a_raise(self) -> None:
        assert "does not beat" in self.try_it("Bjorn shows 5 rerolls 1 1 1 bids 2x5")

    def test_shown_dice_stay_and_cannot_be_shown_again(self) -> None:
        lines = f"{SMALL}; Astrid bids 2x5; Bjorn shows 5 rerolls 1 2 3 bids 3x5; Astrid bids 4x5"
        assert stars(f"{lines}; Bjorn shows 3 rerolls 4 4 bids 5x5", 2, "4 4")["shown"] == [[], [3, 5]]
        assert refusal("stars", f"{lines}; Bjorn shows 5 rerolls 4 4 bids 5x5", seats=2, stock="4 4") == (
            "Bjorn has no hidden 5 to show."
        )

    def test_an_option_limits_how_often(self) -> None:
        lines = f"{SMALL}; Astrid bids 2x5; Bjorn shows 5 rerolls 1 2 3 bids 3x5; Astrid bids 4x5"
        assert "reroll" in stars(lines, 2, "4 4")["legal"]["1"]
        assert "reroll" not in stars(lines, 2, "4 4", show_per_round="1")["legal"]["1"]
        again = f"{lines}; Bjorn shows 3 rerolls 4 4 bids 5x5"
        assert "the limit is 1" in refusal("stars", again, seats=2, stock="4 4", show_per_round="1")

    def test_an_option_allows_it_with_the_first_bid(self) -> None:
        lines = f"{SMALL}; Astrid shows 2 rerolls 1 2 3 bids 1x5"
        assert "first bid" in refusal("stars", lines, seats=2, stock="4 4")
        assert stars(lines, 2, "4 4", show_on_opening="true")["shown"] == [[2], []]
        assert "reroll" not in stars(SMALL, 2, "4 4")["legal"]["0"]
        assert "reroll" in stars(SMALL, 2, "4 4", show_on_opening="true")["legal"]["0"]

    def test_two_hidden_dice_are_needed(self) -> None:
        lines = "deal 2 3 / 5; Astrid bids 1x5"
        assert "reroll" not in stars(lines, 2, "2 1")["legal"]["1"]
        assert "two hidden dice" in refusal("stars", f"{lines}; Bjorn shows 5 rerolls 1 bids 2x5", seats=2, stock="2 1")

    def test_shown_dice_must_be_among_those_revealed(self) -> None:
        state = start(
            new_game("stars", NAMES[:2], stock=(2, 2), opens=0),
            Deal(),
            MakeBid(0, Bid(1, 2)),
            MakeBid(1, Bid(1, 3), shown=(6,), rerolled=1),
            Challenge(0),
        )
        assert "Bjorn has shown" in refused(state, Reveal(Hands(((2, 3), (4, 5)))))


def test_the_direction_of_play() -> None:
    """T1."""
    for direction, turn in (
        ("clockwise", 1),
        ("counterclockwise", 3),
    ):
        deal = "deal 2 3 4 5 / 5 5 6 6 / 2 3 4 5 / 2 3 4 5"
        assert stars(f"{deal}; Astrid bids 2x5", 4, "4 4 4 4", direction=direction)["turn"] == turn


def test_the_winner_of_a_challenge_opens_and_the_last_with_dice_wins() -> None:
    """T7."""
    state = stars("deal 2 3 / 5 5; Astrid bids 4x5; Bjorn challenges", 2, "2 2")
    assert (state["phase"], state["winners"], state["losers"]) == ("over", [1], [0])


def test_totals_are_not_called() -> None:
    assert "not called" in refusal("stars", f"{SMALL}; Astrid sums 9", seats=2, stock="4 4")


def test_a_void_challenge_and_a_ruling_leave_the_winner_to_open() -> None:
    lines = "deal ? ? / ? ?; Astrid bids 2x5; Bjorn challenges"
    assert stars(lines, 2, "2 2")["turn"] == 1
    assert stars(f'{lines}; ruling Bjorn -1 "we counted"', 2, "2 2")["turn"] == 0
    assert stars(f'{lines}; ruling Astrid -1 "we counted"', 2, "2 2")["turn"] == 1


def test_an_exact_bid_that_the_table_counted_lets_its_bidder_open() -> None:
    """All others pay, and of the two who were at odds only the challenger (T7)."""
    lines = "deal ? ? / ? ? / ? ?; Astrid bids 2x5; Bjorn challenges"
    assert stars(f'{lines}; ruling Bjorn -1 "exact"; ruling Sigrid -1 "exact"', 3, "2 2 2")["turn"] == 0
    assert stars(f'{lines}; ruling Sigrid -1 "exact"; ruling Bjorn -1 "exact"', 3, "2 2 2")["turn"] == 0
