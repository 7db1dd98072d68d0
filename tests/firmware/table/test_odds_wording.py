from fractions import Fraction
from itertools import count
from random import Random

from firmware.rules.claims import Bid, Pair
from firmware.rules.commands import Deal, Declare, MakeBid, Roll
from firmware.rules.evolve import fold
from firmware.rules.games.registry import new_game
from firmware.table.odds_wording import FAMILIAR, odds_now, simple
from tests.firmware.rules.play_commands import play, start


def test_the_odds_of_a_box_game_say_that_they_count_a_fresh_throw() -> None:
    state = fold(new_game("viking", ("Astrid", "Bjorn", "Sigrid"), {"odds": "fair"}, opens=0))
    *_, fresh, basis = map(str, odds_now(state, None))
    assert fresh == "These are the odds of a fresh throw, not of the dice in the box."
    assert basis == "Worked out for fair cubes."


def test_the_odds_of_a_claim_say_what_makes_it_true_and_what_beats_it() -> None:
    def first_odds(rules: str, claim: Pair, **options: str) -> list[str]:
        new = new_game(rules, ("Astrid", "Bjorn", "Sigrid"), options, opens=0)
        return [str(line) for line in odds_now(start(new, Roll(0), Declare(0, claim)), None)[:-2]]

    assert first_odds("viking", Pair(1, 3), odds="fair") == [
        "two throws in about seven are thirteen or better.",
        "two throws in nine beat thirteen.",
    ]
    assert first_odds("viking", Pair(1, 2), odds="fair") == ["One throw in 18 is Meier."], "nothing beats it"
    (exact, _) = first_odds("bullshit", Pair(3, 4), lie="exact")
    assert exact == "One throw in 18 is forty-three."


def first_found(chance: Fraction) -> Fraction:
    """The definition: the first denominator with a fraction that is close enough."""
    return next(
        near
        for near in (Fraction(round(chance * below), below) for below in count(2))
        if abs(near - chance) <= min(chance, 1 - chance) / 20
    )


def test_the_simplest_fraction_is_the_first_that_is_close() -> None:
    chance = Random(5)
    for _ in range(2000):
        of = chance.randint(2, 10 ** chance.randint(1, 6))
        exact = Fraction(chance.randint(1, of - 1), of)
        if exact.denominator <= FAMILIAR or 1 in (exact.numerator, (1 - exact).numerator):
            assert simple(exact) == exact
        elif min(exact, 1 - exact) > Fraction(1, 3000):
            assert simple(exact) == first_found(exact)


def test_familiar_fractions_are_told_exactly() -> None:
    """A stranger noticed "three throws in about seven" where it was four in nine."""
    assert simple(Fraction(4, 9)) == Fraction(4, 9)
    assert simple(Fraction(13, 18)) == Fraction(5, 7)


def test_one_in_so_many_is_told_exactly() -> None:
    """A Meier was one throw "in about 48" at the verdict, and one in 50 in the story of the same game."""
    for of in (7, 50, 49, 999):
        assert (simple(Fraction(1, of)), simple(Fraction(of - 1, of))) == (Fraction(1, of), Fraction(of - 1, of))


def test_a_bid_that_is_beyond_all_chance_is_told_at_once() -> None:
    """Sixteen ones of twenty-five dice once kept a box busy without end: every denominator was tried, up to 10**9."""
    names = tuple(f"Viking {number}" for number in range(1, 9))
    dealt = start(new_game("sympkyn-cups", names, {}, opens=0), Deal())
    told = [str(odds_now(play(dealt, MakeBid(0, Bid(quantity, 1))), None)[0]) for quantity in (1, 15, 40)]
    assert told == [
        "For somebody with no cup, the bid is true 1399 times in about 1400.",
        "For somebody with no cup, the bid is true one time in about 743.",
        "For somebody with no cup, the bid is true one time in more than 10000.",
    ]
