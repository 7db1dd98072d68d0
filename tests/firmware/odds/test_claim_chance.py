"""The chance of a claim agrees with published values, and with counting all throws."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from firmware.odds.claim_chance import Dice, claim_chance, higher_chance, public_dice, seat_dice, sum_chances
from firmware.odds.dice_model import DECLARED, FAIR, DiceModel, measured
from firmware.odds.errors import ClaimKindError, DiceModelError
from firmware.rules.claims import Bid, Claim, Pair, Total
from firmware.rules.games.registry import fold, new_game, ruleset
from firmware.rules.ladders import CLASSIC, MIA_MODERN, MIA_TRADITIONAL, VIKING
from firmware.rules.options import Options, OptionValue, complete_options

PUBLISHED = Path(__file__).parents[4] / "shared" / "data" / "rules" / "odds.json"
TABLES = {
    "viking, seed probabilities 1/10 1/10 1/5 1/5 1/5 1/5": ("viking", {}, VIKING, DECLARED),
    "viking ranking, fair cubes": ("viking", {}, VIKING, FAIR),
    "classic (bullshit, sympkyn-box), fair": ("sympkyn-box", {}, CLASSIC, FAIR),
    "mia traditional, fair": ("mia", {}, MIA_TRADITIONAL, FAIR),
    "mia modern, fair": ("mia", {"ranking": "modern"}, MIA_MODERN, FAIR),
}


def options_of(rules: str, **given: OptionValue) -> Options:
    game = ruleset(rules)
    return complete_options(game.options, game.presets, given)


def chance(rules: str, claim: Claim, dice: Dice, model: DiceModel = FAIR, **given: OptionValue) -> Fraction:
    return claim_chance(claim, rules, options_of(rules, **given), dice, model)


@pytest.mark.skipif(not PUBLISHED.exists(), reason="no published odds beside the project")
def test_every_published_chance_of_two_dice_and_of_totals() -> None:
    published = json.loads(PUBLISHED.read_text())
    for table, (rules, given, ladder, model) in TABLES.items():
        for name, values in published["two_dice"][table].items():
            pair = Pair(int(name[0]), int(name[1]))
            at_least = chance(rules, pair, Dice((), 2), model, **given)
            higher = higher_chance(pair, ladder, model)
            assert (str(at_least), str(higher)) == (values["at_least"], values["above"]), (table, name)
            assert str(at_least - higher) == values["exact"], (table, name)
    for dice, totals in published["last_die_sum"].items():
        for total, value in totals.items():
            found = chance("sympkyn-cups", Total(int(total)), Dice((), int(dice)), preset="ildhafn")
            assert str(found) == value, (dice, total)


def test_bids_with_wild_stars_as_published() -> None:
    """odds.json, `cups`: at least 1, 2 and 3 of a face among five unknown dice, 3 among ten."""
    for quantity, unknown, expected in ((1, 5, "211/243"), (2, 5, "131/243"), (3, 5, "17/81"), (3, 10, "13795/19683")):
        assert str(chance("stars", Bid(quantity, 4), Dice((), unknown))) == expected


def throws(model: DiceModel, dice: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    for faces in product(range(1, 7), repeat=dice):
        weight = Fraction(1)
        for face in faces:
            weight *= model.chance_of(face)
        yield faces, weight


def test_bids_agree_with_counting_all_throws() -> None:
    seen = (1, 1, 4, 6)
    for given in ({}, {"wild": 1}, {"wild": 6}, {"truth": "exact"}, {"wild": 4, "truth": "exact"}):
        for quantity, face in product((1, 2, 4, 6), (1, 4, 6)):
            wild = given.get("wild", 0)
            expected = Fraction(0)
            for faces, weight in throws(DECLARED, 3):
                count = sum(die in (face, wild) for die in (*seen, *faces))
                true = count == quantity if "truth" in given else count >= quantity
                expected += weight * true
            found = chance("sympkyn-cups", Bid(quantity, face), Dice(seen, 3), DECLARED, **given)
            assert found == expected, (given, quantity, face)


def test_totals_agree_with_counting_all_throws() -> None:
    sums = sum_chances(3, DECLARED)
    assert sum(sums.values()) == 1
    for total in (3, 8, 12, 18):
        assert sums[total] == sum(weight for faces, weight in throws(DECLARED, 3) if sum(faces) == total)


def test_whoever_sees_both_dice_of_the_box_is_certain() -> None:
    assert chance("viking", Pair(1, 3), Dice((2, 6), 0), DECLARED) == 0
    assert chance("viking", Pair(3, 4), Dice((2, 6), 0), DECLARED) == 1
    assert chance("bullshit", Pair(5, 1), Dice((2, 5), 0)) == 1
    assert chance("bullshit", Pair(5, 1), Dice((2, 5), 0), lie="exact") == 0


def test_questions_that_make_no_sense_are_refused() -> None:
    for rules, claim, dice in (
        ("viking", Bid(2, 5), Dice((), 2)),
        ("stars", Pair(5, 6), Dice((), 5)),
        ("stars", Total(9), Dice((), 5)),
        ("mia", Pair(2, 1), Dice((2,), 1)),
        ("mia", Pair(2, 1), Dice((), 3)),
    ):
        with pytest.raises(ClaimKindError):
            chance(rules, claim, dice)


def test_measured_dice_share_what_their_alike_faces_threw() -> None:
    model = measured((3, 5, 50, 40, 52, 46), range(1, 7), oblong=True)
    assert model.chance_of(1) == model.chance_of(2) == Fraction(8 + 2, 2 * 202)
    assert model.chance_of(3) == model.chance_of(6) == Fraction(188 + 4, 4 * 202)
    four_sided = measured((0, 0, 5, 6, 7, 8), (3, 4, 5, 6), oblong=True)
    assert [four_sided.chance_of(face) for face in range(1, 7)] == [0, 0, *[Fraction(1, 4)] * 4]
    loaded = measured((0, 0, 0, 0, 0, 94), range(1, 7), oblong=False)
    assert loaded.chance_of(6) == Fraction(95, 100)
    for counts in ((0,) * 6, (1, 2, 3)):
        with pytest.raises(DiceModelError, match="bless them"):
            measured(counts, range(1, 7), oblong=False)
    with pytest.raises(DiceModelError, match="sum to 1"):
        DiceModel((Fraction(1, 6),) * 5 + (Fraction(1, 3),))


def test_a_seat_sees_its_own_dice_and_those_shown() -> None:
    """RULES.md §7, example 10: others have shown 1 1 4 5 6, own hand 1 5 5 5 and three more; 24 dice are unknown."""
    names = ("Astrid", "Bjorn", "Sigrid", "Hakon", "Ylva")
    state = fold(new_game("stars", names, {"dice": 8}, opens=0))
    assert public_dice(state) is None
    state = state._replace(claim=Bid(10, 5), held=(7, 8, 8, 7, 6), shown=((), (1, 1, 4), (5, 6), (), ()))
    public = public_dice(state)
    own = seat_dice(state, 0, (1, 5, 5, 5, 2, 3, 4))
    assert public == Dice((1, 1, 4, 5, 6), 31)
    assert own is not None
    assert (own.unseen, sum(face in (1, 5) for face in own.seen)) == (24, 7)
    with pytest.raises(ClaimKindError, match="Astrid"):
        seat_dice(state, 0, (1, 5))
