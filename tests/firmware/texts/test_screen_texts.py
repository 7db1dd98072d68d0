"""The texts of the screen: all that the program uses are there, no others, and they fit."""

import ast
import re
from itertools import product

import pytest

from firmware.rules.claims import Bid, Claim, Pair, Total
from firmware.rules.games.registry import RULESETS, fold, ladder_of, new_game
from firmware.rules.options import OptionValue
from firmware.table.wording import amount, claim_name
from firmware.texts import Texts, languages
from firmware.texts.source import source
from tests.firmware.texts.parsed_modules import parsed

SEATS = ("Astrid", "Bjorn", "Sigrid")


def asked() -> set[str]:
    """The codes in the program, and patterns of those that are composed."""
    found: set[str] = set()
    for node in (node for place, nodes in parsed() if place.startswith("firmware/") for node in nodes):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if re.fullmatch(r"[a-z]+\.(?!toml)[a-z_0-9]*[a-z0-9]", node.value):
                found.add(re.escape(node.value))
        elif isinstance(node, ast.JoinedStr):
            parts = [
                re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else ".+"
                for part in node.values
            ]
            if re.match(r"[a-z]+\\\.", parts[0]):
                found.add("".join(parts))
    return found


def test_the_texts_that_are_there_are_those_that_are_asked_for() -> None:
    sections = {code.split(".")[0] for code in source()}
    patterns = {pattern for pattern in asked() if pattern.split("\\.")[0] in sections}
    found: set[str] = set()
    absent: list[str] = []
    for pattern in patterns:
        codes = set(filter(re.compile(pattern).fullmatch, source()))
        found |= codes
        absent += [] if codes else [pattern]
    assert absent == []
    assert [code for code in source() if code not in found] == []


def test_lists_within_a_text_are_long_enough() -> None:
    for language in languages():
        texts = Texts(language)
        assert len(texts.say("common.numbers").split("; ")) == 13
        names = texts.names()
        assert len(names) == len(set(names)) >= 12, language
        assert all(one == other or not one.startswith(other + " ") for one, other in product(names, names)), language


def test_all_claims_of_a_ladder_have_names_of_their_own() -> None:
    for language, rules in product(languages(), ("viking", "mia", "sympkyn-box", "bullshit")):
        state = fold(new_game(rules, SEATS, opens=0))
        names = {Texts(language).render(claim_name(state, pair)) for pair in ladder_of(state).pairs}
        assert len(names) == 21, (language, rules)


@pytest.mark.parametrize(
    ("language", "rules", "names"),
    [
        ("en", "viking", {Pair(5, 6): "fifty-six", Pair(1, 2): "Meier", Pair(3, 3): "double threes"}),
        ("en", "mia", {Pair(5, 6): "sixty-five", Pair(1, 2): "Mia"}),
        ("en", "bullshit", {Pair(1, 2): "twenty-one", Pair(2, 5): "fifty-two"}),
        ("en", "sympkyn-cups", {Bid(4, 5): "four fives", Bid(1, 1): "a single one", Total(13): "a total of 13"}),
        ("en", "stars", {Bid(3, 1): "three stars", Bid(14, 6): "14 sixes"}),
        ("de", "viking", {Pair(5, 6): "sechsundfünfzig", Pair(1, 2): "Meier", Pair(3, 3): "Dreierpasch"}),
        ("de", "mia", {Pair(5, 6): "fünfundsechzig", Pair(1, 2): "Mia"}),
        ("de", "sympkyn-cups", {Bid(4, 5): "vier Fünfen", Bid(1, 1): "eine Eins", Total(13): "zusammen 13"}),
        ("de", "stars", {Bid(1, 1): "ein Stern", Bid(14, 6): "14 Sechsen"}),
    ],
)
def test_claims_are_named_as_the_table_speaks_them(language: str, rules: str, names: dict[Claim, str]) -> None:
    state = fold(new_game(rules, SEATS, opens=0))
    assert {claim: Texts(language).render(claim_name(state, claim)).replace("\u00ad", "") for claim in names} == names


def test_german_counts_what_is_paid_in_its_own_forms() -> None:
    lives, tallies = (fold(new_game(rules, SEATS, opens=0)) for rules in ("viking", "bullshit"))
    german = Texts("de")
    assert [german.render(amount(lives, count)) for count in (0, 1, 2)] == ["keine Leben", "ein Leben", "zwei Leben"]
    assert [german.render(amount(tallies, count)) for count in (1, 2)] == ["einen Strich", "zwei Striche"]
    assert [german.render(amount(tallies, count, alone=True)) for count in (1, 2)] == ["ein Strich", "zwei Striche"]


def test_all_house_rules_have_words() -> None:
    wanted = set[str]()
    for name, game in RULESETS.items():
        wanted |= {f"game.{name}", f"setup.about_{name}"}
        wanted |= {f"rules.preset_{preset}" for preset, values in game.presets.items() if values}
        for option in game.options:
            wanted |= {f"option.{option.name}", f"detail.{name}_{option.name}"}
            choices: tuple[OptionValue, ...] = option.choices
            wanted |= {f"option.{option.name}_{choice}" for choice in choices}
    assert wanted - source().keys() == set()
