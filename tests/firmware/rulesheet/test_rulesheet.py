"""Rule sheets: what they say is what the rules do, in every game and with every house rule."""

import re
import string
from collections.abc import Callable

import pytest

from firmware.rules.claims import Bid
from firmware.rules.games.registry import RULESETS
from firmware.rules.games.viking import MEIER
from firmware.rules.ladders import CLASSIC, MIA_MODERN, MIA_TRADITIONAL, VIKING
from firmware.rules.message import Message
from firmware.rules.options import OptionValue, RulesError
from firmware.rulesheet import sheet_wording
from firmware.rulesheet.as_text import WIDTH, sheet_text
from firmware.rulesheet.facts import facts_of
from firmware.rulesheet.sheet import Sheet, rule_sheet
from firmware.rulesheet.trials import Role, TrialRounds
from firmware.texts import Texts, languages
from tests.firmware.rulesheet.sample_house_rules import CHANGES


def words(sheet: Sheet, render: Callable[[Message], str] = str) -> str:
    """The running text of a sheet; a paragraph a line."""
    parts = (*sheet.needs, *sheet.steps, *sheet.beats, *sheet.ending)
    costs = (f"{render(case)}: {render(text)}" for case, text in sheet.costs)
    return "\n".join((render(sheet.aim), *map(render, parts), *costs))


def test_the_ladder_is_the_one_of_the_rules() -> None:
    for name, option, ladder in (
        ("viking", {}, VIKING),
        ("bullshit", {}, CLASSIC),
        ("sympkyn-box", {}, CLASSIC),
        ("mia", {}, MIA_TRADITIONAL),
        ("mia", {"ranking": "modern"}, MIA_MODERN),
    ):
        sheet = rule_sheet(name, option)
        assert [rung.name for rung in sheet.ladder] == [ladder.spoken(pair) for pair in reversed(ladder.pairs)], name
        assert all("".join(map(str, rung.dice)) == rung.name for rung in sheet.ladder), "as they are read"
        assert sheet.oblong == (name == "viking")


def test_statements_about_the_ladder_are_true() -> None:
    for name, options in (*((name, {}) for name in RULESETS), ("mia", {"ranking": "modern"})):
        trial = TrialRounds(name, options)
        said = words(rule_sheet(name, options))
        low_first = trial.ladder is not None and trial.ladder.low_first
        assert ("smaller die is read first" in said) == low_first
        assert ("larger die is read first" in said) == (trial.ladder is not None and not low_first)
        assert ("Every double beats every unequal pair" in said) == bool(facts_of(trial).get("doubles_on_top")), name


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
        ("stars", {}, "Exactly that many: everybody but the bidder loses one die"),
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
def test_who_opens_next_is_determined_by_playing(name: str, options: dict[str, OptionValue], opener: str) -> None:
    assert opener in str(rule_sheet(name, options).steps[-1])


def test_raises_are_those_of_the_rules() -> None:
    after_fives, after_stars = rule_sheet("stars", {}).raises
    assert after_fives.after == Bid(4, 5)
    assert after_fives.least == (2, 5, 5, 5, 5, 4), "two stars weigh as much as four of a face"
    assert after_stars.least == (3, 5, 5, 5, 5, 5)
    by_face, _ = rule_sheet("sympkyn-cups", {}).raises
    assert by_face.least == (None, None, None, None, 5, 1)
    by_both, _ = rule_sheet("sympkyn-cups", {"raise_rule": "monotone"}).raises
    assert by_both.least == (None, None, None, None, 5, 4)


def test_whatever_beats_a_bid_does_so_from_the_least_number_on() -> None:
    """Else a sheet that names the least number would not tell the whole rule."""
    tried = 0
    for name, options in CHANGES:
        for step in rule_sheet(name, options).raises:
            bids = {bid for bid in TrialRounds(name, options).bids_after(step.after, dice=6) if isinstance(bid, Bid)}
            most = max(bid.quantity for bid in bids)
            for face, least in enumerate(step.least, start=1):
                expected = set() if least is None else {Bid(number, face) for number in range(least, most + 1)}
                assert {bid for bid in bids if bid.face == face} == expected, (name, options)
                tried += 1
    assert tried > 200


def test_every_house_rule_has_its_words() -> None:
    for name, options in CHANGES:
        sheet = rule_sheet(name, options)
        text = sheet_text(sheet, str)
        assert max(map(len, text.splitlines())) <= WIDTH
        assert not re.search(r"[{}]|\w_\w", text), "no field is left open, no option's name stands for its words"
        assert all(str(part).strip() for part in (*sheet.steps, *sheet.ending, *sheet.needs))
        assert sheet.costs
        written = RULESETS[name].complete_options({})
        changed = {key for key, value in options.items() if key != "preset" and value != written[key]}
        starred = [rule for rule in sheet.house if rule.changed]
        assert len(starred) <= len(changed), (name, options)
        assert ("* changed at this table" in text) == bool(starred)


def test_no_fact_is_looked_up_needlessly() -> None:
    used = {"opener"}  # Which chooses a text by its name.

    def note(entry: object) -> None:
        match entry:
            case str():
                used.update(name for _, name, _, _ in string.Formatter().parse(entry) if name)
            case dict():
                used.update({entry.get("count", "opener"), *entry.get("when", ())})
                for part in entry.values():
                    note(part)
            case list():
                for part in entry:
                    note(part)

    note(dict(sheet_wording.sections()))
    for name, game in RULESETS.items():
        assert set(facts_of(TrialRounds(name, {}))) - {option.name for option in game.options} - used == set(), name


def test_only_what_is_no_rule_of_play_has_no_label() -> None:
    for name, game in RULESETS.items():
        section = sheet_wording.sections()[name]
        assert {option.name for option in game.options} - set(section["labels"]) <= {"odds"}
        for option in game.options:
            if option.name != "odds":
                assert {f"{option.name}_{choice}" for choice in option.choices} <= set(section.get("values", {}))


def test_an_idle_option_is_not_listed() -> None:
    assert "Stake of everybody" not in [str(rule.label) for rule in rule_sheet("viking", {}).house]
    assert "Stake of everybody" in [str(rule.label) for rule in rule_sheet("viking", {"end": "gambling"}).house]


def test_who_accepts_a_meier_opens_unless_that_was_the_last_life() -> None:
    """The game goes on only where it is played for the pot (V5, V6)."""
    assert TrialRounds("viking", {}).accepted(MEIER).opens is Role.CHALLENGER
    assert "Whoever accepts opens the next round." in str(rule_sheet("viking", {}).steps[-2])
    assert "if out of the game, the next player" in str(rule_sheet("viking", {"end": "gambling"}).steps[-2])


def test_a_preset_is_named_and_its_own_rules_count_as_unchanged() -> None:
    sheet = rule_sheet("sympkyn-cups", {"preset": "ildhafn", "dice": "4"})
    assert str(sheet.subtitle) == "as in Ildhafn"
    assert [(str(rule.label), str(rule.value)) for rule in sheet.house if rule.changed] == [("Dice", "4")]


def test_house_rules_that_are_those_of_a_preset_bear_its_name() -> None:
    values = RULESETS["sympkyn-cups"].presets["ildhafn"]
    assert rule_sheet("sympkyn-cups", values) == rule_sheet("sympkyn-cups", {"preset": "ildhafn"})
    assert rule_sheet("sympkyn-cups", {}).subtitle is None


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("chess", {}, 'No ruleset is called "chess"'),
        ("viking", {"beards": "1"}, 'No option is called "beards"'),
        ("viking", {"lives": "many"}, 'cannot be "many"'),
        ("mia", {"preset": "ildhafn"}, 'No preset is called "ildhafn"'),
    ],
)
def test_what_cannot_be_played_is_reported(name: str, options: dict[str, str], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        rule_sheet(name, options)


def test_english_titles_are_those_of_the_games() -> None:
    assert {name: str(rule_sheet(name, {}).title) for name in RULESETS} == {
        name: str(game.title) for name, game in RULESETS.items()
    }


@pytest.mark.parametrize("language", languages()[1:])
def test_every_sheet_is_all_in_its_language_and_fits_its_lines(language: str) -> None:
    render = Texts(language).render
    for name, options in CHANGES:
        sheet = rule_sheet(name, options)
        own = words(sheet, render).splitlines()
        assert not set(own) & set(words(sheet).splitlines()), (name, options)
        text = sheet_text(sheet, render)
        assert max(map(len, text.splitlines())) <= WIDTH, (name, options)
        assert not re.search(r"[{}]|\w_\w", text), (name, options)


@pytest.mark.parametrize(
    ("language", "name", "option", "forms"),
    [
        ("de", "viking", "meier_accept", ("keine Leben", "ein Leben", "zwei Leben")),
        ("de", "bullshit", "lower_tally", ("keine Striche", "einen Strich", "zwei Striche")),
        ("da", "viking", "meier_accept", ("ingen liv", "et liv", "to liv")),
        ("da", "bullshit", "lower_tally", ("ingen streger", "en streg", "to streger")),
        ("es", "viking", "meier_accept", ("cero vidas", "una vida", "dos vidas")),
        ("es", "bullshit", "lower_tally", ("cero rayas", "una raya", "dos rayas")),
        ("en", "viking", "meier_accept", ("no lives", "one life", "two lives")),
    ],
)
def test_every_language_counts_in_its_own_forms(language: str, name: str, option: str, forms: tuple[str, ...]) -> None:
    lowest = next(each.lowest for each in RULESETS[name].options if each.name == option) or 0
    for count, form in tuple(enumerate(forms))[lowest:]:
        assert form in words(rule_sheet(name, {option: str(count)}), Texts(language).render)
