"""The options of a ruleset: values, texts, presets, errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.rules.errors import SetupError
from firmware.rules.games.registry import RULESETS, ruleset
from firmware.rules.options import Option, Options, write_value


def values_of(option: Option) -> list[int | str | bool]:
    if option.is_flag:
        return [True, False]
    numbers = [] if option.lowest is None or option.highest is None else [option.lowest, option.highest]
    return [*option.choices, *numbers]


def test_every_value_is_written_and_read_again() -> None:
    for game in RULESETS.values():
        for option in game.options:
            assert option.check(option.default) == option.default
            for value in values_of(option):
                assert option.parse(write_value(value)) == value


def test_every_option_says_what_it_is_and_what_it_may_be() -> None:
    for game in RULESETS.values():
        assert len({option.name for option in game.options}) == len(game.options)
        for option in game.options:
            assert option.summary
            assert str(option.allowed())


@given(text=st.text(max_size=8))
def test_text_that_is_not_a_value_is_refused(text: str) -> None:
    for game in RULESETS.values():
        for option in game.options:
            if text in {write_value(value) for value in values_of(option)} or text.isdigit():
                continue
            with pytest.raises(SetupError) as caught:
                option.parse(text)
            assert (caught.value.tag, caught.value.option) == ("Option", option.name)


def test_a_bad_number_names_the_range() -> None:
    for text, said in (
        ("7", "0 to 6"),
        ("-1", "0 to 6"),
        ("red", "0 to 6"),
        ("", "0 to 6"),
        ("1.5", "0 to 6"),
        ("١", "0 to 6"),
    ):
        with pytest.raises(SetupError, match=said):
            ruleset("sympkyn-cups").complete_options({"wild": text})


def test_a_bad_word_names_the_choices() -> None:
    with pytest.raises(SetupError, match=r'"end" cannot be "later"; it may be tavern, gambling'):
        ruleset("viking").complete_options({"end": "later"})
    with pytest.raises(SetupError, match="it may be true, false"):
        ruleset("bullshit").complete_options({"bluff_21": "1"})
    with pytest.raises(SetupError, match="it may be 0 to 99 or worth"):
        ruleset("bullshit").complete_options({"lower_tally": "cup"})


def test_an_unknown_option_names_those_there_are() -> None:
    with pytest.raises(SetupError, match=r'No option is called "lifes"; there are end, ante, lives'):
        ruleset("viking").complete_options({"lifes": "3"})


def test_single_options_take_precedence_over_a_preset() -> None:
    options = ruleset("sympkyn-cups").complete_options({"wild": "0", "preset": "ildhafn"})
    assert (options.word("raise_rule"), options.flag("last_die_sum"), options.number("wild")) == ("quantity", True, 0)
    assert ruleset("sympkyn-cups").complete_options({"preset": "base"}) == ruleset("sympkyn-cups").complete_options({})
    with pytest.raises(SetupError, match='No preset is called "hall"; it may be base, ildhafn'):
        ruleset("sympkyn-cups").complete_options({"preset": "hall"})


def test_flags_and_numbers_are_not_interchangeable() -> None:
    with pytest.raises(SetupError):
        ruleset("viking").complete_options({"lives": True})
    with pytest.raises(SetupError):
        ruleset("bullshit").complete_options({"bluff_21": 1})


def test_options_are_equal_whatever_their_order() -> None:
    one, other = Options({"lives": 3, "end": "tavern"}), Options({"end": "tavern", "lives": 3})
    assert one == other
    assert hash(one) == hash(other)
    assert one != Options({"lives": 4, "end": "tavern"})


def test_an_unknown_ruleset_names_those_there_are() -> None:
    with pytest.raises(SetupError, match="viking, bullshit, sympkyn-box, sympkyn-cups, mia, stars"):
        ruleset("maexchen")
