"""The four ladders of RULES.md §1."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from firmware.rules.claims import Pair, parse_pair
from firmware.rules.ladders import CLASSIC, LADDERS, MIA_MODERN, MIA_TRADITIONAL, VIKING, Ladder

ODDS = Path(__file__).parents[3] / "../shared/data/rules/odds.json"


def test_every_ladder_ranks_every_result_once() -> None:
    for ladder in LADDERS:
        assert set(ladder.pairs) == {Pair(low, high) for low in range(1, 7) for high in range(low, 7)}
        assert len(ladder.pairs) == 21
        assert ladder.top == Pair(2, 1)
        assert [ladder.rank(pair) for pair in ladder.pairs] == list(range(21))


def test_at_least_and_above_slice_the_ladder() -> None:
    for ladder in LADDERS:
        for rank, pair in enumerate(ladder.pairs):
            assert ladder.at_least(pair) == ladder.pairs[rank:]
            assert ladder.above(pair) == ladder.pairs[rank + 1 :]


def test_ranks_that_are_easily_mistaken() -> None:
    for ladder, high, low in (
        (VIKING, "13", "14"),
        (VIKING, "16", "23"),
        (VIKING, "26", "34"),
        (VIKING, "11", "22"),
        (VIKING, "66", "13"),
        (VIKING, "46", "56"),
        (CLASSIC, "66", "11"),
        (CLASSIC, "11", "65"),
        (CLASSIC, "53", "52"),
        (MIA_TRADITIONAL, "11", "66"),
        (MIA_TRADITIONAL, "66", "65"),
        (MIA_MODERN, "44", "43"),
        (MIA_MODERN, "51", "44"),
        (MIA_MODERN, "31", "22"),
        (MIA_MODERN, "66", "65"),
    ):
        assert ladder.rank(parse_pair(high)) > ladder.rank(parse_pair(low)), high


def test_viking_reads_the_low_digit_first_and_the_others_the_high_one() -> None:
    assert VIKING.spoken(Pair(3, 1)) == "13"
    assert [ladder.spoken(Pair(3, 1)) for ladder in (CLASSIC, MIA_TRADITIONAL, MIA_MODERN)] == ["31"] * 3


DICE = {"fair": [Fraction(1, 6)] * 6, "source": [Fraction(1, 10)] * 2 + [Fraction(1, 5)] * 4}


def chance_of_at_least(ladder: Ladder, pair: Pair, dice: list[Fraction]) -> Fraction:
    return sum(
        (
            dice[result.low - 1] * dice[result.high - 1] * (1 if result.low == result.high else 2)
            for result in ladder.at_least(pair)
        ),
        Fraction(0),
    )


def test_the_odds_printed_in_the_rules() -> None:
    for ladder, dice, pair, chance in (
        (CLASSIC, "fair", (2, 1), Fraction(2, 36)),
        (CLASSIC, "fair", (6, 6), Fraction(3, 36)),
        (CLASSIC, "fair", (1, 1), Fraction(8, 36)),
        (CLASSIC, "fair", (6, 5), Fraction(10, 36)),
        (VIKING, "source", (1, 2), Fraction(1, 50)),
        (VIKING, "source", (1, 1), Fraction(3, 100)),
        (VIKING, "source", (3, 3), Fraction(2, 25)),
        (VIKING, "source", (6, 6), Fraction(1, 5)),
        (VIKING, "source", (1, 3), Fraction(6, 25)),
    ):
        assert chance_of_at_least(ladder, Pair(*pair), DICE[dice]) == chance


def test_the_exact_odds_agree_for_every_result() -> None:
    if not ODDS.exists():
        pytest.skip(f"{ODDS} is not there")
    tables: dict[str, dict[str, dict[str, Any]]] = json.loads(ODDS.read_text())["two_dice"]
    table = next(values for name, values in tables.items() if name.startswith("viking, seed"))
    for pair in VIKING.pairs:
        expected = Fraction(table[VIKING.spoken(pair)]["at_least"])
        assert chance_of_at_least(VIKING, pair, DICE["source"]) == expected
