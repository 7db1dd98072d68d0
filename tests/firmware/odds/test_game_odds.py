"""The odds used for a game, and their wording after a reveal and on request."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from display.scene import PageScene, RevealScene
from firmware.config.settings import NEWCOMER
from firmware.dice_sets.die_set import DieSet, PipStyle, Shape
from firmware.odds.game_odds import Basis, game_odds
from firmware.rules.games.registry import RULESETS
from firmware.table.odds_wording import simple
from tests.firmware.evening import Evening, labels_of, scene_of

BONE = DieSet("bone", Shape.OBLONG, PipStyle.RINGS, (1, 2, 3, 4, 5, 6), thrown=(4, 4, 48, 48, 48, 48))


@pytest.mark.parametrize(
    ("odds", "die_set", "basis", "end"),
    [
        ("declared", BONE, Basis.DECLARED, Fraction(1, 10)),
        ("fair", BONE, Basis.FAIR, Fraction(1, 6)),
        ("measured", BONE, Basis.MEASURED, Fraction(5, 206)),
        ("measured", replace(BONE, thrown=(4, 4, 4, 4, 4, 4)), Basis.DECLARED, Fraction(1, 10)),
        ("measured", None, Basis.DECLARED, Fraction(1, 10)),
    ],
)
def test_the_option_of_viking_chooses_the_odds(odds: str, die_set: DieSet | None, basis: Basis, end: Fraction) -> None:
    options = RULESETS["viking"].complete_options({"odds": odds})
    found = game_odds(options, die_set)
    assert (found.basis, found.model.chance_of(1)) == (basis, end)


def test_cubes_are_fair_until_a_set_of_them_is_measured() -> None:
    options = RULESETS["mia"].complete_options({})
    assert game_odds(options, None).basis is Basis.FAIR
    assert game_odds(options, replace(BONE, shape=Shape.CUBE)).basis is Basis.MEASURED


def test_a_simple_fraction_is_close_to_the_chance() -> None:
    for n in range(1, 60):
        chance = Fraction(n, 60)
        assert abs(simple(chance) - chance) <= min(chance, 1 - chance) / 20


def odds_told(evening: Evening) -> str:
    scene = scene_of(evening.table)
    assert isinstance(scene, RevealScene)
    return scene.odds


def test_after_a_reveal_the_odds_of_the_roll_or_the_claim_are_shown(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="mia")
    evening.begin()
    evening.shake(6, 6)
    evening.claim(6, 5)
    evening.press("challenge")
    evening.reveal(6, 6)
    assert "beat" in odds_told(evening)
    evening.press("dial")
    evening.shake(3, 1)
    evening.claim(6, 5)
    evening.press("challenge")
    evening.reveal(3, 1)
    assert odds_told(evening) == "Two throws in about seven are sixty-five or better."


def test_newcomers_ask_in_the_menu_and_others_do_not_see_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="viking")
    evening.begin()
    evening.shake(6, 6)
    evening.claim(6, 6)
    evening.table.hold("reveal")
    assert "What are the odds?" not in labels_of(evening.table)
    evening.press("challenge")
    evening.table.context.preferences.set_temporarily(NEWCOMER, True)
    evening.table.hold("reveal")
    evening.choose("What are the odds?")
    scene = scene_of(evening.table)
    assert isinstance(scene, PageScene)
    assert scene.lines[0] == "One throw in five is double sixes or better."
    assert scene.lines[-1].startswith("Worked out for oblong dice by the rules")


@pytest.mark.parametrize("rules", ["viking", "mia", "bullshit", "sympkyn-box"])
def test_the_odds_before_a_reveal_are_the_same_whatever_lies_in_the_box(tmp_path: Path, rules: str) -> None:
    told = []
    for dice in ((2, 1), (6, 6), (5, 3)):
        evening = Evening(tmp_path / f"{dice}", rules=rules)
        evening.begin()
        evening.table.context.preferences.set_temporarily(NEWCOMER, True)
        evening.shake(*dice)
        evening.claim(6, 4) if rules != "viking" else evening.claim(1, 6)
        evening.table.hold("reveal")
        evening.choose("What are the odds?")
        told.append(scene_of(evening.table))
    assert told[0] == told[1] == told[2]
