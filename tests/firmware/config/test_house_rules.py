"""House rules as data: named, chosen, changed, forgotten, and never half written."""

from pathlib import Path

from firmware.config.house_rules import FILE, HouseRulesFile, SavedRules
from firmware.menus.house_rules_menu import HouseRulesMode
from firmware.menus.house_rules_naming import ForgettingMode, NamingMode
from firmware.menus.plan_menu import PlanMode
from firmware.menus.start import StartMode
from tests.firmware.evening import Evening, labels_of, rows_of

FAIR = SavedRules("The fair", "mia", {"lives": 5, "ranking": "modern"})


def test_what_is_kept_is_there_the_next_evening(tmp_path: Path) -> None:
    HouseRulesFile(tmp_path).keep(FAIR)
    HouseRulesFile(tmp_path).keep(SavedRules('Ulf\'s "wild" house', "stars", {"show_on_opening": True}))
    houses = HouseRulesFile(tmp_path)
    assert houses.of("mia") == (FAIR,)
    assert houses.of("stars")[0].options == {"show_on_opening": True}
    assert houses.of("viking") == ()


def test_house_rules_of_the_same_name_are_replaced_and_can_be_removed(tmp_path: Path) -> None:
    houses = HouseRulesFile(tmp_path)
    houses.keep(FAIR)
    houses.keep(SavedRules("The fair", "mia", {"lives": 2}))
    assert [house.options for house in houses.of("mia")] == [{"lives": 2}]
    houses.forget(FAIR)
    assert HouseRulesFile(tmp_path).of("mia") == ()


def test_a_damaged_file_is_set_aside_and_told(tmp_path: Path) -> None:
    for text in ('[[house]]\nname = "half', "[[house]", "\x00"):
        (tmp_path / FILE).write_text(text)
        houses = HouseRulesFile(tmp_path)
        assert "set aside" in str(houses.trouble)
        (aside,) = tmp_path.glob(f"{FILE}.damaged-*")
        assert aside.read_text() == text
        aside.unlink()
        assert houses.of("mia") == ()


def test_house_rules_that_cannot_be_played_are_left_out_and_the_others_stay(tmp_path: Path) -> None:
    for entry in (
        'rules = "mia"',
        'name = "x"\nrules = "chess"',
        'name = "x"\nrules = "mia"\n[house.options]\nlives = 1000',
    ):
        (tmp_path / FILE).unlink(missing_ok=True)
        HouseRulesFile(tmp_path).keep(FAIR)
        with (tmp_path / FILE).open("a") as file:
            file.write(f"[[house]]\n{entry}\n")
        houses = HouseRulesFile(tmp_path)
        assert houses.of("mia") == (FAIR,)
        assert "cannot be played" in str(houses.trouble)


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    houses = HouseRulesFile(tmp_path / "file")
    houses.keep(FAIR)
    assert "cannot be saved" in str(houses.trouble)


def to(evening: Evening, label: str) -> None:
    """Turns to a row of the list and pushes."""
    if isinstance(evening.table.mode, StartMode):
        evening.press("challenge")
    mode = evening.table.mode
    assert isinstance(mode, PlanMode | HouseRulesMode | NamingMode | ForgettingMode)
    labels = labels_of(evening.table)
    evening.turn(labels.index(label) - mode.cursor)
    evening.press("dial")


def to_house_rules(evening: Evening) -> None:
    """Opens the card that holds every rule of the game."""
    to(evening, "House rules")
    evening.turn(99)
    evening.press("dial")


def change(evening: Evening, label: str, steps: int) -> None:
    to(evening, label)
    evening.turn(steps)
    evening.press("dial")


def value(evening: Evening, label: str) -> str:
    mode = evening.table.mode
    assert isinstance(mode, PlanMode | HouseRulesMode)
    return next(row.value for row in rows_of(evening.table) if row.label == label)


def test_rules_are_kept_chosen_changed_and_forgotten_by_buttons_and_dial(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="mia")
    to_house_rules(evening)
    change(evening, "Lives", 2)
    to(evening, "Keep these rules")
    to(evening, "Keep")
    assert evening.notice == "Kept as Our house."
    assert value(evening, "Rules") == "Our house"
    change(evening, "Ranking", 1)
    assert value(evening, "Rules") == "2 changed"
    to(evening, "Keep these rules")
    change(evening, "Name", 1)
    to(evening, "Keep")
    assert [house.name for house in evening.table.context.house_rules.of("mia")] == ["Our house", "The fair"]
    change(evening, "Rules", -1)
    assert value(evening, "Lives") == "5"
    assert value(evening, "Ranking") == "traditional"
    to(evening, "Forget rules")
    to(evening, "Yes, forget them")
    assert [house.name for house in evening.table.context.house_rules.of("mia")] == ["The fair"]


def test_chosen_house_rules_are_played(tmp_path: Path) -> None:
    HouseRulesFile(tmp_path).keep(FAIR)
    evening = Evening(tmp_path, rules="mia")
    to_house_rules(evening)
    change(evening, "Rules", 1)
    evening.press("challenge")
    assert value(evening, "House rules") == "The fair"
    evening.turn(-99)
    evening.press("dial")
    assert evening.stock == (5, 5, 5)


def test_house_rules_may_be_given_a_typed_name(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="stars")
    to_house_rules(evening)
    change(evening, "Dice", -2)
    to(evening, "Keep these rules")
    to(evening, "Name")
    for letter in "Ulf's":
        evening.table.type(letter)
    evening.press("dial")
    to(evening, "Keep")
    assert [house.name for house in evening.table.context.house_rules.of("stars")] == ["Ulf's"]


def test_house_rules_are_named_letter_by_letter_without_a_keyboard(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="stars")
    to_house_rules(evening)
    to(evening, "Keep these rules")
    to(evening, "Name")
    evening.press("reveal")
    for steps in (20, -6, -9):
        evening.turn(steps)
        evening.press("dial")
    evening.press("claim")
    to(evening, "Keep")
    assert [house.name for house in evening.table.context.house_rules.of("stars")] == ["Uof"]


def test_ildhafn_is_offered_first_with_cups_and_the_base_game_is_one_turn_away(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="sympkyn-cups")
    evening.press("challenge")
    assert value(evening, "House rules") == "Ildhafn"
    to_house_rules(evening)
    change(evening, "Rules", -1)
    assert value(evening, "Rules") == "as written"
    assert value(evening, "Wild face") == "none"
