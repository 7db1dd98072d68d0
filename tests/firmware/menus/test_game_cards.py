"""The start screen's cards: games, house rules, the five minutes of passers-by; and names spelled by the dial."""

from pathlib import Path

import pytest

from display.draw.game_art.game_pictures import PICTURES as ART
from display.scene import CardsScene
from firmware.config.house_rules import HouseRulesFile, SavedRules
from firmware.config.settings import NEWCOMER
from firmware.menus.game_cards import CardFace, CardsMode, GameCardsMode, HouseCardsMode
from firmware.menus.plan_menu import PlanMode
from firmware.menus.spelling import SpellingMode
from firmware.menus.start import StartMode
from firmware.rules.games.registry import RULESETS
from tests.firmware.evening import Evening, labels_of, said, scene_of


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def setup(evening: Evening) -> PlanMode:
    """Opens the plan, unless it is open."""
    if isinstance(evening.table.mode, StartMode):
        evening.press("challenge")
    assert isinstance(evening.table.mode, PlanMode)
    return evening.table.mode


def push(evening: Evening, label: str) -> None:
    mode = setup(evening)
    evening.turn(labels_of(evening.table).index(label) - mode.cursor)
    evening.press("dial")


def cards(evening: Evening) -> CardsMode:
    assert isinstance(evening.table.mode, CardsMode)
    return evening.table.mode


def here(evening: Evening) -> CardFace:
    return cards(evening).cards()[cards(evening).index]


def test_every_game_has_a_card_with_its_picture_how_it_feels_seats_and_minutes(evening: Evening) -> None:
    push(evening, "Game")
    assert isinstance(evening.table.mode, GameCardsMode)
    games = cards(evening).cards()
    assert [card.rules for card in games[:-1]] == list(RULESETS)
    assert len({card.art for card in games}) == len(games)
    assert {card.art for card in games} <= set(ART)
    assert len({said(card.lines[0]) for card in games}) == len(games)
    scene = scene_of(evening.table)
    assert isinstance(scene, CardsScene)
    assert scene.cards[0].lines[1] == "3 to 12 players · 15 to 20 minutes"
    assert said(here(evening).title) == "Viking Liar's Dice"
    assert said(here(evening).badge) == "selected"


def test_a_card_is_taken_with_a_push_or_left_with_challenge(evening: Evening) -> None:
    push(evening, "Game")
    evening.turn(4)
    evening.press("challenge")
    assert evening.table.context.current_game.rules == "viking"
    push(evening, "Game")
    evening.turn(4)
    assert said(here(evening).title) == "Mia"
    evening.press("dial")
    assert setup(evening).game.name == "mia"


def test_the_dial_stops_at_the_first_and_the_last_card(evening: Evening) -> None:
    push(evening, "Game")
    evening.turn(-3)
    assert cards(evening).index == 0
    evening.turn(99)
    assert cards(evening).index == len(RULESETS)


def test_five_minutes_for_passers_by_are_a_game_with_two_lives_that_nobody_throws_for(evening: Evening) -> None:
    push(evening, "Game")
    evening.turn(99)
    assert said(here(evening).title) == "Five minutes"
    evening.press("dial")
    evening.turn(-99)
    evening.press("dial")
    assert evening.stock == (2, 2, 2)
    assert evening.table.state.turn is not None, "the box has drawn who opens"


def test_house_rules_are_cards_that_say_how_they_differ(tmp_path: Path) -> None:
    HouseRulesFile(tmp_path).keep(SavedRules("The fair", "mia", {"lives": 5, "ranking": "modern"}))
    evening = Evening(tmp_path, rules="mia")
    push(evening, "House rules")
    assert isinstance(evening.table.mode, HouseCardsMode)
    assert [str(card.title) for card in cards(evening).cards()] == ["as written", "The fair", "Change the rules"]
    assert said(here(evening).title) == "as written"
    evening.turn(1)
    scene = scene_of(evening.table)
    assert isinstance(scene, CardsScene)
    assert scene.cards[1].lines == ("Options changed: 2.", "Ranking: modern · Lives: 5")
    evening.press("dial")
    assert setup(evening).plan.options == {"lives": 5, "ranking": "modern"}
    push(evening, "House rules")
    assert said(here(evening).badge) == "selected"


def spell(evening: Evening, text: str) -> None:
    mode = evening.table.mode
    assert isinstance(mode, SpellingMode)
    for letter in text:
        evening.turn(mode.letters.index(letter.lower()) - mode.place)
        evening.press("dial")


def test_a_name_is_spelled_with_dial_and_push_alone(evening: Evening) -> None:
    push(evening, "Seat 2")
    evening.press("reveal")
    spell(evening, "Jón å-lin")
    evening.press("claim")
    assert setup(evening).plan.seats == ("Astrid", "Jón Å-Lin", "Sigrid")


def test_a_letter_can_be_deleted_and_an_empty_name_changes_nothing(evening: Evening) -> None:
    push(evening, "Seat 1")
    evening.press("reveal")
    evening.press("claim")
    assert evening.refused, "there is no name yet"
    spell(evening, "ab")
    evening.press("challenge", "challenge", "challenge")
    assert setup(evening).plan.seats[0] == "Astrid"


def test_whoever_has_a_keyboard_may_type_while_spelling(evening: Evening) -> None:
    push(evening, "Seat 1")
    evening.press("reveal")
    assert evening.table.mode.typing
    for letter in "Ylv;\ba":
        evening.table.type(letter)
    evening.press("claim")
    assert setup(evening).plan.seats[0] == "Yla"


def test_newcomers_are_welcomed_on_the_start_screen(evening: Evening) -> None:
    push(evening, "Newcomers")
    evening.turn(1)
    evening.press("dial")
    assert evening.table.context.preferences.settings.flag(NEWCOMER)
