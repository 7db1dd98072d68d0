"""Rule sheets: what they say is what the rules do, in every game and with every house rule."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.rules.claims import Bid
from firmware.rules.games.registry import RULESETS, ruleset
from firmware.rules.games.viking import MEIER
from firmware.rules.ladders import CLASSIC, MIA_MODERN, MIA_TRADITIONAL, VIKING, Ladder
from firmware.rules.options import Option, OptionValue, RulesError
from firmware.rulesheet.as_text import WIDTH, sheet_text
from firmware.rulesheet.facts import facts_of
from firmware.rulesheet.sheet import Sheet, rule_sheet
from firmware.rulesheet.trials import Role, Trial
from firmware.rulesheet.wording import Wording
from firmware.texts import languages

TEXTS = Path(__file__).parents[3] / "firmware" / "texts" / "rulesheet-en.toml"
TRANSLATED = tuple(language for language in languages() if language != "en")


def values(option: Option) -> Iterator[OptionValue]:
    """Every word, both flags, and the numbers at both ends and between."""
    if option.is_flag:
        yield from (False, True)
    yield from option.choices
    if option.lowest is not None and option.highest is not None:
        yield from sorted({option.lowest, min(3, option.highest), option.highest})


def every_single_change() -> Iterator[tuple[str, dict[str, OptionValue]]]:
    for name, game in RULESETS.items():
        yield name, {}
        for preset in game.presets:
            yield name, {"preset": preset}
        yield from ((name, {option.name: value}) for option in game.options for value in values(option))


CHANGES = list(every_single_change())


def words(sheet: Sheet) -> str:
    costs = (f"{case}: {text}" for case, text in sheet.costs)
    return "\n".join((sheet.aim, *sheet.needs, *sheet.steps, *sheet.beats, *costs, *sheet.ending))


@pytest.mark.parametrize(
    ("name", "option", "ladder"),
    [
        ("viking", {}, VIKING),
        ("bullshit", {}, CLASSIC),
        ("sympkyn-box", {}, CLASSIC),
        ("mia", {}, MIA_TRADITIONAL),
        ("mia", {"ranking": "modern"}, MIA_MODERN),
    ],
)
def test_the_ladder_is_the_one_of_the_rules(name: str, option: dict[str, str], ladder: Ladder) -> None:
    sheet = rule_sheet(name, option)
    assert [rung.name for rung in sheet.ladder] == [ladder.spoken(pair) for pair in reversed(ladder.pairs)]
    assert all("".join(map(str, rung.dice)) == rung.name for rung in sheet.ladder), "the dice stand as they are read"
    assert sheet.oblong == (name == "viking")


@pytest.mark.parametrize("name", ["viking", "bullshit", "sympkyn-box", "mia"])
def test_what_is_said_of_the_ladder_is_so(name: str) -> None:
    trial = Trial(name, {})
    facts = facts_of(trial)
    said = words(rule_sheet(name, {}))
    assert trial.ladder is not None
    assert ("smaller die is read first" in said) == trial.ladder.low_first
    assert ("larger die is read first" in said) != trial.ladder.low_first
    assert ("Every double beats every unequal pair" in said) == facts["doubles_on_top"]
    assert "Every double beats" not in words(rule_sheet("mia", {"ranking": "modern"}))


@pytest.mark.parametrize(
    ("name", "options", "line"),
    [
        ("viking", {}, "It was true: the challenger loses one life"),
        ("viking", {}, "Meier, and a lie: the liar loses two lives"),
        ("viking", {"meier_challenge": 5}, "Meier, and true: the challenger loses five lives"),
        ("viking", {"meier_accept": 3}, "Meier accepted: whoever accepts loses three lives"),
        ("viking", {"meier_accept": 0}, "Meier accepted: whoever accepts loses no lives"),
        ("bullshit", {}, "For instance: at the third rising number: three tallies"),
        ("bullshit", {"lower_tally": 4}, "You take four tallies at once"),
        ("bullshit", {"lower_tally": "worth"}, "You take the cup's worth in tallies at once"),
        ("sympkyn-box", {}, "21, true or not: one life, like any other claim"),
        ("mia", {"mia_penalty": 3}, "Mia, and true: the challenger loses three lives"),
        ("sympkyn-cups", {"preset": "ildhafn"}, "A false bid: the bidder loses one die"),
        ("stars", {}, "More there: the challenger loses the difference (four 5s bid, six there: two dice)"),
        ("stars", {}, "Just so many: everybody but the bidder loses one die"),
    ],
)
def test_costs_are_what_the_rules_take(name: str, options: dict[str, OptionValue], line: str) -> None:
    assert line in words(rule_sheet(name, options))


@pytest.mark.parametrize(
    ("name", "options", "opener"),
    [
        ("viking", {}, "whoever challenged opens it"),
        ("viking", {"starter": "loser"}, "the one who was wrong opens it"),
        ("sympkyn-box", {}, "the one who was wrong opens it"),
        ("sympkyn-box", {"starter": "winner"}, "the one who was right opens it"),
        ("mia", {"starter": "challenger"}, "whoever challenged opens it"),
        ("stars", {}, "the one who was right opens it"),
        ("sympkyn-cups", {"points_to_win": 3}, "whoever scored opens it"),
    ],
)
def test_who_opens_next_is_found_out_by_playing(name: str, options: dict[str, OptionValue], opener: str) -> None:
    assert opener in rule_sheet(name, options).steps[-1]


def test_raises_are_those_of_the_rules() -> None:
    after_fives, after_stars = rule_sheet("stars", {}).raises
    assert after_fives.after == Bid(4, 5)
    assert after_fives.least == (2, 5, 5, 5, 5, 4), "two stars weigh as much as four of a face"
    assert after_stars.least == (3, 5, 5, 5, 5, 5)
    by_face, _ = rule_sheet("sympkyn-cups", {}).raises
    assert by_face.least == (None, None, None, None, 5, 1)
    by_both, _ = rule_sheet("sympkyn-cups", {"raise_rule": "monotone"}).raises
    assert by_both.least == (None, None, None, None, 5, 4)


@pytest.mark.parametrize(("name", "options"), CHANGES)
def test_whatever_beats_a_bid_does_so_from_the_least_number_on(name: str, options: dict[str, OptionValue]) -> None:
    """Else a sheet that names the least number would not tell the whole rule."""
    trial = Trial(name, options)
    if trial.ladder is not None:
        return
    for step in rule_sheet(name, options).raises:
        bids = {bid for bid in trial.bids_after(step.after, dice=6) if isinstance(bid, Bid)}
        most = max(bid.quantity for bid in bids)
        for face, least in enumerate(step.least, start=1):
            expected = set() if least is None else {Bid(number, face) for number in range(least, most + 1)}
            assert {bid for bid in bids if bid.face == face} == expected


@pytest.mark.parametrize(("name", "options"), CHANGES)
def test_every_house_rule_has_its_words(name: str, options: dict[str, OptionValue]) -> None:
    sheet = rule_sheet(name, options)
    text = sheet_text(sheet)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert not re.search(r"[{}]|\w_\w", text), "no field is left open, no option's name stands for its words"
    assert all(part.strip() for part in (*sheet.steps, *sheet.ending, *sheet.needs))
    assert sheet.costs
    game = ruleset(name)
    changed = {key: value for key, value in options.items() if key != "preset" and value != game.settle({})[key]}
    starred = [rule for rule in sheet.house if rule.changed]
    assert len(starred) <= len(changed)
    assert ("* changed at this table" in text) == bool(starred)


def test_no_fact_is_found_out_for_nothing() -> None:
    text = TEXTS.read_text("utf-8")
    for name, game in RULESETS.items():
        found = set(facts_of(Trial(name, {}))) - {option.name for option in game.options}
        used = {fact for fact in found if re.search(rf"\{{{fact}[:}}]|\b{fact} = ", text)}
        assert found - used <= {"opener"}, "which chooses a text by its name"


def test_who_accepts_a_meier_opens() -> None:
    """As the sheet says."""
    assert Trial("viking", {}).accepted(MEIER).opens is Role.CHALLENGER
    assert "Whoever accepts opens the next round." in words(rule_sheet("viking", {}))


def test_only_what_is_no_rule_of_play_has_no_label() -> None:
    sections = tomllib.loads(TEXTS.read_text("utf-8"))
    for name, game in RULESETS.items():
        assert {option.name for option in game.options} - set(sections[name]["labels"]) <= {"odds"}
        for option in game.options:
            if option.name != "odds":
                worded = {f"{option.name}_{choice}" for choice in option.choices}
                assert worded <= set(sections[name].get("values", {}))


def test_an_idle_option_is_not_listed() -> None:
    assert "Stake of everybody" not in [rule.label for rule in rule_sheet("viking", {}).house]
    assert "Stake of everybody" in [rule.label for rule in rule_sheet("viking", {"end": "gambling"}).house]


def test_house_rules_that_are_those_of_a_preset_bear_its_name() -> None:
    values = RULESETS["sympkyn-cups"].presets["ildhafn"]
    assert rule_sheet("sympkyn-cups", values) == rule_sheet("sympkyn-cups", {"preset": "ildhafn"})
    assert rule_sheet("sympkyn-cups", {}).subtitle == ""


def test_a_preset_is_named_and_its_own_rules_count_as_unchanged() -> None:
    sheet = rule_sheet("sympkyn-cups", {"preset": "ildhafn", "dice": "4"})
    assert sheet.subtitle == "as in Ildhafn"
    assert [(rule.label, rule.value) for rule in sheet.house if rule.changed] == [("Dice", "4")]


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("chess", {}, 'No ruleset is called "chess"'),
        ("viking", {"beards": "1"}, 'No option is called "beards"'),
        ("viking", {"lives": "many"}, 'cannot be "many"'),
        ("mia", {"preset": "ildhafn"}, 'No preset is called "ildhafn"'),
    ],
)
def test_what_cannot_be_played_is_said(name: str, options: dict[str, str], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        rule_sheet(name, options)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize(("name", "options"), CHANGES, ids=str)
def test_a_translated_sheet_says_as_much_as_the_english_one(
    name: str, options: dict[str, OptionValue], language: str
) -> None:
    english, own = (rule_sheet(name, options, Wording(spoken)) for spoken in ("en", language))
    for part in ("needs", "steps", "beats", "costs", "ending", "house"):
        assert len(getattr(own, part)) == len(getattr(english, part)), part
    assert (own.ladder, own.raises) == (english.ladder, english.raises)
    assert [rule.changed for rule in own.house] == [rule.changed for rule in english.house]
    assert bool(own.subtitle) == bool(english.subtitle)
    assert own.headings.keys() == english.headings.keys()
    assert all(len(line) <= WIDTH for line in sheet_text(own).splitlines())


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", RULESETS)
def test_a_translated_sheet_shares_no_sentence_with_the_english_one(name: str, language: str) -> None:
    english, own = (words(rule_sheet(name, {}, Wording(spoken))).splitlines() for spoken in ("en", language))
    assert not set(english) & set(own)


@pytest.mark.parametrize(
    ("language", "name", "options", "said"),
    [
        ("de", "viking", {"meier_challenge": 1}, "verliert ein Leben"),
        ("de", "viking", {"meier_challenge": 2}, "verliert zwei Leben"),
        ("de", "bullshit", {"lower_tally": 1}, "nimmst sofort einen Strich"),
        ("de", "bullshit", {"lower_tally": 2}, "nimmst sofort zwei Striche"),
        ("da", "viking", {"meier_challenge": 1}, "mister et liv"),
        ("da", "viking", {"meier_accept": 0}, "mister ingen liv"),
        ("da", "bullshit", {"lower_tally": 1}, "får du straks en streg"),
        ("da", "bullshit", {"lower_tally": 2}, "får du straks to streger"),
        ("es", "viking", {"meier_challenge": 1}, "pierde una vida"),
        ("es", "viking", {"meier_challenge": 2}, "pierde dos vidas"),
        ("es", "bullshit", {"lower_tally": 1}, "al momento una raya"),
        ("es", "bullshit", {"lower_tally": 2}, "al momento dos rayas"),
    ],
)
def test_every_language_counts_in_its_own_forms(
    language: str, name: str, options: dict[str, OptionValue], said: str
) -> None:
    assert said in words(rule_sheet(name, options, Wording(language)))


def test_english_titles_are_those_of_the_games() -> None:
    assert all(rule_sheet(name, {}).title == str(game.title) for name, game in RULESETS.items())


@pytest.mark.parametrize("language", languages())
def test_a_round_that_is_the_last_is_counted_as_one(language: str) -> None:
    one, two = (rule_sheet("bullshit", {"end": "rounds", "rounds": n}, Wording(language)) for n in (1, 2))
    assert not re.search(r"\b1\b", one.aim)
    assert one.aim != two.aim


def test_who_accepts_a_meier_with_the_last_life_does_not_open() -> None:
    """The game goes on only where it is played for the pot (V5, V6)."""
    assert "if out of the game, the next player" in rule_sheet("viking", {"end": "gambling"}).steps[-2]
    assert "out" not in rule_sheet("viking", {}).steps[-2]


@pytest.mark.parametrize("language", languages())
def test_every_language_of_the_screen_has_sheets_of_its_own(language: str) -> None:
    """One that is begun may lack them and has the English ones, until it is called complete."""
    assert (TEXTS.parent / f"rulesheet-{language}.toml").is_file()


def test_a_language_that_is_not_there_is_named() -> None:
    with pytest.raises(LookupError, match="'xx'"):
        Wording("xx")
