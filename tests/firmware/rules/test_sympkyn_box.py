"""`sympkyn-box`: RULES.md §4, its worked examples and its table of gaps."""

from tests.firmware.rules.records import allowed, refusal


def test_worked_examples() -> None:
    for lines, stock in (
        ("Astrid rolls 4-3 claims 4-3; Bjorn challenges", [3, 2, 3]),
        ("Astrid rolls 6-6 claims 4-3; Bjorn challenges", [3, 2, 3]),
        ("Astrid rolls 4-2 claims 4-3; Bjorn challenges", [2, 3, 3]),
        ("Astrid rolls 3-1 claims 6-1; Bjorn passes claims 6-1; Sigrid challenges", [3, 2, 3]),
        ("Astrid rolls 6-6 claims 4-3; Bjorn passes claims 6-5; Sigrid challenges", [3, 3, 2]),
        ("Astrid rolls 4-3 claims 4-3; Bjorn blind 3-1 claims 5-1; Sigrid challenges", [3, 2, 3]),
        ("Astrid rolls 3-1 claims 6-1; Bjorn passes; Sigrid passes; Astrid challenges", [3, 3, 2]),
        ("Astrid rolls 3-1 claims 2-1; Bjorn challenges", [2, 3, 3]),
    ):
        assert allowed("sympkyn-box", lines)["stock"] == stock


def test_who_has_seen_the_dice() -> None:
    """A roller looks, a blind shaker does not, a pass changes nothing."""
    rolled = "Astrid rolls 4-3 claims 4-3"
    assert allowed("sympkyn-box", rolled)["seen"] == [0]
    assert allowed("sympkyn-box", f"{rolled}; Bjorn passes")["seen"] == [0]
    assert allowed("sympkyn-box", f"{rolled}; Bjorn blind 3-1 claims 5-1")["seen"] == []
    assert allowed("sympkyn-box", f"{rolled}; Bjorn challenges")["seen"] == []


def test_a_roll_must_claim_higher_a_pass_need_not() -> None:
    rolled = "Astrid rolls 6-6 claims 5-5"
    words = allowed("sympkyn-box", rolled)["legal"]["1"]
    assert words == [
        "challenge",
        "pass 5-5",
        "pass 6-6",
        "pass 2-1",
        "roll 6-6",
        "roll 2-1",
        "blind 6-6",
        "blind 2-1",
    ]
    assert refusal("sympkyn-box", f"{rolled}; Bjorn rolls 5-5 claims 5-5") == (
        "55 already stands; the claim must be higher."
    )
    assert refusal("sympkyn-box", f"{rolled}; Bjorn passes claims 4-4") == "44 ranks below 55."


def test_a_21_is_passed_or_challenged() -> None:
    """S7."""
    rolled = "Astrid rolls 3-1 claims 2-1"
    assert allowed("sympkyn-box", rolled)["legal"] == {"1": ["challenge", "pass 2-1"]}
    assert "Nothing beats 21" in refusal("sympkyn-box", f"{rolled}; Bjorn rolls 2-1 claims 2-1")
    assert "Nothing beats 21" in refusal("sympkyn-box", f"{rolled}; Bjorn blind 2-1 claims 2-1")


def test_who_opens_next() -> None:
    """S3: after a false claim, and after a true one."""
    for starter, wrong, right in (
        ("loser", 0, 1),
        ("challenger", 1, 1),
        ("winner", 1, 0),
    ):
        false = "Astrid rolls 4-2 claims 4-3; Bjorn challenges"
        assert allowed("sympkyn-box", false, starter=starter)["turn"] == wrong
        true = "Astrid rolls 4-3 claims 4-3; Bjorn challenges"
        assert allowed("sympkyn-box", true, starter=starter)["turn"] == right


def test_a_loser_who_is_out_does_not_open() -> None:
    state = allowed("sympkyn-box", "Astrid rolls 4-2 claims 4-3; Bjorn challenges", stock="1 3 3")
    assert (state["out"], state["turn"]) == ([0], 1)


def test_a_round_is_not_opened_by_a_pass_or_a_blind_roll() -> None:
    """S5."""
    assert "not opened with a blind shake" in refusal("sympkyn-box", "Astrid blind 4-3 claims 4-3")
    assert "No claim stands" in refusal("sympkyn-box", "Astrid passes claims 4-3")
    opened = allowed("sympkyn-box", "Astrid blind 4-3 claims 4-3", blind_open="true")
    assert opened["seen"] == []
    assert "No claim stands" in refusal("sympkyn-box", "Astrid passes claims 4-3", blind_open="true")


class TestFullCircle:
    """S8."""

    rolled = "Astrid rolls 3-1 claims 6-6; Bjorn passes; Sigrid passes"

    def test_passes_may_go_round_without_end(self) -> None:
        assert allowed("sympkyn-box", f"{self.rolled}; Astrid passes; Bjorn passes")["owner"] == 1

    def test_an_option_makes_the_roller_act_when_the_box_comes_round(self) -> None:
        state = allowed("sympkyn-box", self.rolled, full_circle="must_act")
        assert state["legal"]["0"] == ["challenge", "pass 2-1", "roll 2-1", "blind 2-1"]
        assert "must be higher" in refusal("sympkyn-box", f"{self.rolled}; Astrid passes", full_circle="must_act")

    def test_then_a_21_that_comes_round_can_only_be_challenged(self) -> None:
        lines = "Astrid rolls 2-1 claims 2-1; Bjorn passes; Sigrid passes"
        assert allowed("sympkyn-box", lines, full_circle="must_act")["legal"] == {"0": ["challenge"]}
        assert "only a challenge" in refusal("sympkyn-box", f"{lines}; Astrid passes", full_circle="must_act")


def test_the_last_one_standing_wins() -> None:
    """S12."""
    state = allowed("sympkyn-box", "Astrid rolls 4-2 claims 4-3; Bjorn challenges", seats=2, stock="1 2")
    assert (state["phase"], state["winners"], state["losers"]) == ("over", [1], [0])


def test_there_is_no_accepting_and_no_showing() -> None:
    assert "no accepting" in refusal("sympkyn-box", "Astrid rolls 2-1 claims 2-1; Bjorn accepts")
    assert "no showing" in refusal("sympkyn-box", "Astrid shows 2-1")
