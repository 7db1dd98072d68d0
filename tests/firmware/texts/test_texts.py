"""The words of the screen: every text that the program asks for is there, and no other."""

import ast
import re
from itertools import product
from pathlib import Path

import pytest

from firmware.menus.house_rules_menu import SHOWN_ONLY
from firmware.rules.claims import Bid, Claim, Pair, Total
from firmware.rules.games.registry import RULESETS, fold, ladder_of, new_game, ruleset
from firmware.table.wording import claim_name
from firmware.texts import Texts, _load

ROOT = Path(__file__).parents[3]


def asked() -> set[str]:
    """The keys that stand in the code as they are, and patterns of those that are put together."""
    found: set[str] = set()
    for path in [
        path
        for part in ("table", "menus", "calibrate", "app", "texts")
        for path in (ROOT / "firmware" / part).rglob("*.py")
    ]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(r"[a-z]+\.[a-z_0-9]*[a-z0-9]", node.value):
                    found.add(re.escape(node.value))
            elif isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else ".+"
                    for part in node.values
                ]
                if re.match(r"[a-z]+\\\.", parts[0]):
                    found.add("".join(parts))
    return found


def test_every_text_that_is_asked_for_is_there() -> None:
    keys = _load("en").keys()
    sections = {key.split(".")[0] for key in keys}
    missing = [
        pattern
        for pattern in asked()
        if pattern.split("\\.")[0] in sections and not any(re.fullmatch(pattern, key) for key in keys)
    ]
    assert not missing


def test_no_text_is_there_for_nothing() -> None:
    patterns = [*asked(), r"setup\.names"]
    assert not [key for key in _load("en") if not any(re.fullmatch(pattern, key) for pattern in patterns)]


@pytest.mark.parametrize("name", ["viking", "mia", "sympkyn-box", "bullshit"])
def test_all_claims_of_a_ladder_have_names_of_their_own(name: str) -> None:
    state = fold(new_game(name, ("Astrid", "Bjorn", "Sigrid"), opens=0))
    assert len({str(claim_name(state, pair)) for pair in ladder_of(state).pairs}) == 21


@pytest.mark.parametrize(
    ("rules", "claim", "name"),
    [
        ("viking", Pair(5, 6), "fifty-six"),
        ("viking", Pair(1, 2), "Meier"),
        ("mia", Pair(5, 6), "sixty-five"),
        ("mia", Pair(1, 2), "Mia"),
        ("bullshit", Pair(1, 2), "twenty-one"),
        ("bullshit", Pair(2, 5), "fifty-two"),
        ("sympkyn-box", Pair(6, 6), "double sixes"),
        ("sympkyn-cups", Bid(4, 5), "four fives"),
        ("sympkyn-cups", Bid(1, 1), "one one"),
        ("sympkyn-cups", Total(13), "a total of 13"),
        ("stars", Bid(3, 1), "three stars"),
        ("stars", Bid(14, 6), "14 sixes"),
    ],
)
def test_claims_are_named_as_the_table_speaks_them(rules: str, claim: Claim, name: str) -> None:
    state = fold(new_game(rules, ("Astrid", "Bjorn", "Sigrid"), opens=0))
    assert str(claim_name(state, claim)) == name


@pytest.mark.parametrize("name", RULESETS)
def test_all_house_rules_have_words(name: str) -> None:
    texts = Texts()
    game = ruleset(name)
    assert texts.say(f"game.{name}")
    assert texts.say(f"setup.about_{name}")
    for option in game.options:
        if option.name not in SHOWN_ONLY:
            assert texts.say(f"option.{option.name}")
            assert texts.say(f"detail.{name}_{option.name}")
            for word in option.choices:
                assert texts.say(f"option.{option.name}_{word}")
    for preset, values in game.presets.items():
        assert not values or texts.say(f"rules.preset_{preset}")


def test_period_names_are_enough_for_a_full_table_and_differ() -> None:
    names = Texts().names()
    assert len(names) == len(set(names)) >= 12
    assert all(one == other or not one.startswith(other + " ") for one, other in product(names, names))


def test_a_language_that_is_not_there_is_named() -> None:
    with pytest.raises(LookupError, match="'xx'"):
        Texts("xx")
