"""The start screen and the plan behind it: who sits where, who opens, the house rules."""

from pathlib import Path

import pytest

from display.scene import StartScene
from firmware.menus.house_rules_menu import HouseRulesMode
from firmware.menus.plan_menu import PlanMode
from firmware.menus.start import StartMode
from firmware.rules.state import Phase
from firmware.table.destinations import StartScreen
from firmware.table.plan import BY_THROW, GamePlan, with_computers
from firmware.texts import Texts
from tests.firmware.evening import Evening, labels_of, rows_of, scene_of


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def setup(evening: Evening) -> PlanMode:
    """Opens the plan, unless it is open."""
    if isinstance(evening.table.mode, StartMode):
        evening.press("challenge")
    assert isinstance(evening.table.mode, PlanMode)
    return evening.table.mode


def line(evening: Evening, label: str) -> None:
    """Turns to a line of the list."""
    mode = evening.table.mode if isinstance(evening.table.mode, HouseRulesMode) else setup(evening)
    labels = labels_of(evening.table)
    evening.turn(labels.index(label) - mode.cursor)


def to_house_rules(evening: Evening) -> HouseRulesMode:
    """Opens the card that holds every rule of the game."""
    line(evening, "House rules")
    evening.press("dial")
    evening.turn(99)
    evening.press("dial")
    mode = evening.table.mode
    assert isinstance(mode, HouseRulesMode)
    return mode


def change(evening: Evening, label: str, steps: int) -> None:
    line(evening, label)
    evening.press("dial")
    evening.turn(steps)
    evening.press("dial")


def type_name(evening: Evening, seat: int, name: str) -> None:
    line(evening, f"Seat {seat}")
    evening.press("dial")
    for letter in name:
        evening.table.type(letter)
    evening.press("dial")


def test_a_game_begins_with_one_press(evening: Evening) -> None:
    evening.press("dial")
    assert evening.table.state.seats == ("Astrid", "Bjorn", "Sigrid")
    assert evening.table.state.phase is Phase.ROLL_OFF


def test_the_start_screen_shows_the_game_and_who_plays_it(evening: Evening) -> None:
    change(evening, "Players", 1)
    evening.press("challenge")
    scene = scene_of(evening.table)
    assert isinstance(scene, StartScene)
    assert (scene.game.art, scene.game.name) == ("viking", "Viking Liar's Dice")
    assert [player.name for player in scene.players] == ["Astrid", "Bjorn", "Sigrid", "Ulf"]
    assert len({player.shield for player in scene.players}) == 4
    assert scene.begin_details == ("4 at the table", "Opens: the highest throw")


def test_turning_the_dial_there_begins_nothing_and_says_what_does(evening: Evening) -> None:
    evening.turn(3)
    assert isinstance(evening.table.mode, StartMode)
    assert "push the dial to begin" in evening.notice


def test_seats_come_and_go_by_the_dial(evening: Evening) -> None:
    change(evening, "Players", 2)
    assert len(setup(evening).plan.seats) == len(set(setup(evening).plan.seats)) == 5
    change(evening, "Players", -9)
    assert len(setup(evening).plan.seats) == 3, "viking needs three"
    change(evening, "Players", 99)
    assert len(setup(evening).plan.seats) == 12


def test_a_name_is_typed_over_the_old_one(evening: Evening) -> None:
    type_name(evening, 2, "Torsten")
    assert setup(evening).plan.seats == ("Astrid", "Torsten", "Sigrid")
    line(evening, "Seat 2")
    evening.press("dial")
    evening.table.type("\b")
    assert setup(evening).plan.seats[1] == "", "a backspace on a fresh name clears it"
    for letter in "Bo":
        evening.table.type(letter)
    evening.table.type("\b")
    assert setup(evening).plan.seats[1] == "B"


def test_a_name_takes_no_marks_that_a_record_cannot_write(evening: Evening) -> None:
    type_name(evening, 1, 'Sig;rid "O\'Dell"')
    assert setup(evening).plan.seats[0] == "Sigrid O'Dell"


def test_letters_are_letters_only_while_a_name_is_changed(evening: Evening) -> None:
    line(evening, "Seat 1")
    assert not setup(evening).typing
    evening.press("dial")
    assert setup(evening).typing
    evening.press("dial")
    assert not setup(evening).typing


def test_the_dial_turns_through_names_that_nobody_bears(evening: Evening) -> None:
    change(evening, "Seat 1", 1)
    seats = setup(evening).plan.seats
    assert seats[0] not in ("Astrid", "Bjorn", "Sigrid")
    change(evening, "Seat 1", -1)
    assert setup(evening).plan.seats == ("Astrid", "Bjorn", "Sigrid")


def test_two_equal_names_are_refused_and_nothing_is_lost(evening: Evening) -> None:
    type_name(evening, 2, "Astrid")
    evening.turn(-99)
    evening.press("dial")
    assert evening.refused
    assert "Astrid" in evening.notice
    assert setup(evening).plan.seats == ("Astrid", "Astrid", "Sigrid")
    assert evening.journal.unfinished() is None


def test_a_seat_needs_a_name(evening: Evening) -> None:
    type_name(evening, 3, " ")
    evening.turn(-99)
    evening.press("dial")
    assert "Seat 3 has no name" in evening.notice


def test_the_box_draws_who_opens_or_the_host_says(evening: Evening) -> None:
    change(evening, "Who opens", 1)
    evening.turn(-99)
    evening.press("dial")
    assert evening.table.state.phase is Phase.OPEN
    evening.table.context.current_game.leave_game()
    evening.table.go(StartScreen())
    change(evening, "Who opens", 4)
    evening.turn(-99)
    evening.press("dial")
    assert evening.table.state.turn == 2


def test_house_rules_are_every_option_of_the_game(evening: Evening) -> None:
    mode = to_house_rules(evening)
    labels = labels_of(evening.table)
    assert labels[mode.cursor] == "End of the game", "it opens at the first rule"
    assert labels[2:-2] == [Texts().say(f"option.{option.name}") for option in mode.options]
    assert len(mode.options) == 9
    change(evening, "End of the game", 1)
    change(evening, "Lives", -3)
    change(evening, "Claims", 1)
    assert ("Lives", "3") in [(row.label, row.value) for row in rows_of(evening.table)]
    evening.press("challenge")
    assert setup(evening).plan.options == {"end": "gambling", "lives": 3, "min_raise": "higher"}
    assert any(row.value == "3 changed" for row in rows_of(evening.table))
    evening.turn(-99)
    evening.press("dial")
    assert evening.stock == (3, 3, 3)
    assert evening.table.state.pot == 3


def test_an_impossible_house_rule_is_refused_in_words(evening: Evening) -> None:
    to_house_rules(evening)
    change(evening, "Fewest players", 3)
    evening.press("challenge")
    evening.turn(-99)
    evening.press("dial")
    assert "needs at least 6 players" in evening.notice


def test_the_dial_turns_through_the_games(evening: Evening) -> None:
    setup(evening)
    assert rows_of(evening.table)[1].value == "Viking Liar's Dice"
    change(evening, "Game", 1)
    assert isinstance(evening.table.mode, StartMode), "the start screen shows what was taken"
    setup(evening)
    assert rows_of(evening.table)[1].value == "Bullshit Dice"
    change(evening, "Players", -9)
    assert len(setup(evening).plan.seats) == 2
    change(evening, "Game", -1)
    assert len(setup(evening).plan.seats) == 3, "viking needs three"


def test_house_rules_of_one_game_are_not_those_of_another(evening: Evening) -> None:
    to_house_rules(evening)
    change(evening, "Lives", -3)
    evening.press("challenge")
    change(evening, "Game", 1)
    assert setup(evening).plan.options == {}
    evening.turn(-99)
    evening.press("dial")
    assert evening.table.state.ruleset == "bullshit"


def test_the_game_that_was_played_last_is_offered_again(evening: Evening) -> None:
    change(evening, "Game", 1)
    evening.turn(-99)
    evening.press("dial")
    evening.table.active_session.stop()
    again = Evening(evening.killed(), rules=None)
    assert again.table.context.current_game.rules == "bullshit"


def test_another_game_than_last_evenings_is_offered_to_its_people(tmp_path: Path) -> None:
    before = Evening(tmp_path, rules="sympkyn-box")
    before.begin(seats=("Ragnhild", "Yrsa"), options={"lives": 9})
    before.table.active_session.stop()
    before.killed()
    evening = Evening(tmp_path, rules="viking")
    assert setup(evening).plan.seats == ("Ragnhild", "Yrsa", "Astrid"), "three at least play this game"
    assert setup(evening).plan.options == {}


def test_whoever_plays_alone_against_the_computer_stays_alone_in_a_game_for_three(evening: Evening) -> None:
    games = evening.table.context.current_game
    games.plan_next("stars", with_computers(GamePlan(("Astrid", "Bjorn"), BY_THROW, {}), ("jarl",), ()))
    evening.table.go(StartScreen())
    assert list(games.plan.seats) == ["Astrid", "Loki"]
    games.rules = "viking"
    evening.table.go(StartScreen())
    assert list(games.plan.seats) == ["Astrid", "Loki", "Fenrir"]
    scene = scene_of(evening.table)
    assert isinstance(scene, StartScene)
    assert [player.character for player in scene.players] == ["", "the jarl", "the bold"]
