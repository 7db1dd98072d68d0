"""`mia`: RULES.md §6, its worked examples and its table of gaps."""

from firmware.rules.record.adjudication import adjudicate
from tests.firmware.rules.records import allowed, outcome, refusal

CIRCLE = "Astrid rolls 4-3 claims 6-1; Bjorn passes; Sigrid passes"
MIA_CIRCLE = "Astrid rolls 2-1 claims 2-1; Bjorn passes; Sigrid passes"


def test_worked_examples() -> None:
    for lines, stock, turn in (
        ("Astrid rolls 3-2 claims 3-2; Bjorn challenges", [3, 2, 3], 1),
        ("Astrid rolls 3-2 claims 4-1; Bjorn challenges", [2, 3, 3], 0),
        ("Astrid rolls 4-3 claims 6-1; Bjorn passes; Sigrid challenges", [3, 2, 3], 1),
        (f"{CIRCLE}; Astrid challenges", [3, 3, 2], 2),
        (f"{CIRCLE}; Astrid passes claims 6-2; Bjorn challenges", [2, 3, 3], 0),
        ("Astrid rolls 1-1 claims 2-1; Bjorn passes; Sigrid challenges", [3, 1, 3], 1),
        ("Astrid rolls 2-1 claims 2-1; Bjorn passes; Sigrid challenges", [3, 3, 1], 2),
        ("Astrid rolls 2-1 claims 6-5; Bjorn challenges", [3, 2, 3], 1),
        (f"{MIA_CIRCLE}; Astrid challenges", [1, 3, 3], 0),
        ("Astrid rolls 1-1 claims 2-1; Bjorn passes; Sigrid passes; Astrid challenges", [3, 3, 1], 2),
    ):
        state = allowed("mia", lines)
        assert (state["stock"], state["turn"]) == (stock, turn)


def test_example_2_the_two_rankings() -> None:
    """M1."""
    for dice, claim, traditional, modern in (
        ("6-6", "5-5", False, True),
        ("1-1", "2-2", True, False),
        ("6-6", "1-1", False, True),
        ("5-5", "6-1", True, False),
        ("3-1", "2-2", False, True),
    ):
        lines = f"Astrid rolls {dice} claims {claim}; Bjorn challenges"
        assert allowed("mia", lines)["last"]["claim_true"] is traditional
        assert allowed("mia", lines, ranking="modern")["last"]["claim_true"] is modern


def test_example_8_a_loser_who_is_out_does_not_open() -> None:
    lines = "Astrid rolls 2-1 claims 2-1; Bjorn challenges"
    state = allowed("mia", lines, seats=4, stock="3 1 3 3")
    assert (state["stock"], state["turn"], state["out"], state["last"]["lost"]) == ([3, 0, 3, 3], 2, [1], {"1": 1})


class TestFacing:
    def test_an_ordinary_claim(self) -> None:
        """A pass hands on the same claim (M18), a roll must go higher."""
        state = allowed("mia", "Astrid rolls 6-6 claims 2-2")
        assert state["legal"] == {"1": ["challenge", "pass 2-2", "roll 1-1", "roll 2-1"]}
        assert "only a roll may raise" in refusal("mia", "Astrid rolls 6-6 claims 2-2; Bjorn passes claims 1-1")
        assert "must be higher" in refusal("mia", "Astrid rolls 6-6 claims 2-2; Bjorn rolls 2-2 claims 2-2")

    def test_a_mia(self) -> None:
        """M5."""
        state = allowed("mia", "Astrid rolls 6-6 claims 2-1")
        assert state["legal"] == {"1": ["challenge", "pass 2-1"]}
        assert "Nothing beats a Mia" in refusal("mia", "Astrid rolls 6-6 claims 2-1; Bjorn rolls 2-1 claims 2-1")

    def test_a_blind_roll_is_refused(self) -> None:
        """M15."""
        assert "no blind shake" in refusal("mia", "Astrid rolls 6-6 claims 3-1; Bjorn blind 4-1 claims 4-1")

    def test_only_the_next_seat_challenges(self) -> None:
        """M17."""
        assert "Bjorn's turn" in refusal("mia", "Astrid rolls 4-3 claims 6-5; Sigrid challenges")


class TestComeRound:
    """M3, M8, M13."""

    def test_the_roller_challenges_rolls_higher_or_passes_with_more(self) -> None:
        words = allowed("mia", CIRCLE)["legal"]["0"]
        assert {"challenge", "pass 6-2", "roll 6-2", "pass 2-1"} <= set(words)
        assert not {"pass 6-1", "roll 6-1"} & set(words)

    def test_the_roller_may_not_pass_the_same_claim(self) -> None:
        assert refusal("mia", f"{CIRCLE}; Astrid passes") == "All others have passed: to pass again, claim more."

    def test_whoever_raises_with_a_pass_answers_for_it(self) -> None:
        again = f"{CIRCLE}; Astrid passes claims 6-2; Bjorn passes; Sigrid passes"
        state = allowed("mia", again)
        assert (state["owner"], state["turn"], state["seen"]) == (2, 0, [0])
        assert "claim more" in refusal("mia", f"{again}; Astrid passes")

    def test_who_rolls_in_between_is_the_roller(self) -> None:
        lines = "Astrid rolls 4-3 claims 4-3; Bjorn rolls 6-1 claims 6-1; Sigrid passes; Astrid passes"
        assert "pass 6-1" not in allowed("mia", lines)["legal"]["1"]

    def test_with_two_seats_left_the_claim_comes_round_after_one_pass(self) -> None:
        """M10."""
        lines = "Astrid rolls 4-3 claims 6-1; Sigrid passes; Astrid passes"
        assert "claim more" in refusal("mia", lines, stock="2 0 3")


class TestMiaComeRound:
    """M4."""

    def test_the_roller_challenges_or_rolls_and_claims_anything(self) -> None:
        words = allowed("mia", MIA_CIRCLE)["legal"]["0"]
        assert len(words) == 22
        assert words[:2] == ["challenge", "roll 3-1"]
        assert "has come round" in refusal("mia", f"{MIA_CIRCLE}; Astrid passes")
        assert allowed("mia", f"{MIA_CIRCLE}; Astrid rolls 3-1 claims 3-1")["claim"] == "3-1"

    def test_an_option_lets_the_roller_claim_only_mia_again(self) -> None:
        assert allowed("mia", MIA_CIRCLE, mia_circle="mia_again")["legal"]["0"] == ["challenge", "roll 2-1"]


def test_the_penalty_and_the_opener_are_options() -> None:
    lines = "Astrid rolls 1-1 claims 2-1; Bjorn challenges"
    assert allowed("mia", lines, mia_penalty="1")["stock"] == [2, 3, 3]
    assert allowed("mia", lines, starter="challenger")["turn"] == 1


def test_the_number_of_players() -> None:
    """M16."""
    assert "at least 3 players" in outcome("mia", "", seats=2)["error"]["message"]
    assert outcome("mia", "", seats=2, min_players="2")["error"] is None


def test_more_than_twelve_are_refused() -> None:
    adjudication = adjudicate('[Rules "mia"]\n[Seats "a; b; c; d; e; f; g; h; i; j; k; l; m"]\n')
    assert adjudication.error is not None
    assert adjudication.error.line == 2
