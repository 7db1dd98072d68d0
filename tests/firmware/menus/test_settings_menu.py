"""The settings on the screen: reached from the start and from the menu, changed by the dial, saved at once."""

import random
from pathlib import Path

from firmware.app.navigation import open_table, word_list
from firmware.config.settings import LANGUAGE, MUTE, THEME, VOLUME, Preferences
from firmware.journal.database import Journal
from firmware.menus.settings_menu import SettingsMode
from firmware.menus.start import StartMode
from firmware.table.context import Equipment
from firmware.table.destinations import SettingsMenu
from firmware.table.table import Table
from tests.firmware.evening import Evening, labels_of, notice_of, rows_of, scene_of


def table_with(folder: Path) -> Table:
    journal = Journal(folder / "state")
    equipment = Equipment(word_list, random.Random(1), Preferences(folder / "config"))
    return open_table(journal, lambda: 0.0, equipment, rules="viking")


def to_row(table: Table, label: str) -> None:
    mode = table.mode
    labels = labels_of(table)
    table.turn(labels.index(label) - mode.cursor)  # type: ignore[attr-defined]


def test_the_start_screen_leads_to_the_settings_and_back(tmp_path: Path) -> None:
    table = table_with(tmp_path)
    table.press("challenge")
    to_row(table, "Settings")
    table.press("dial")
    assert isinstance(table.mode, SettingsMode)
    table.press("challenge")
    table.press("challenge")
    assert isinstance(table.mode, StartMode)
    table.context.current_game.journal.close()


def test_the_menu_of_a_game_leads_to_the_settings_and_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    table = evening.table
    table.hold("reveal")
    to_row(table, "Settings")
    table.press("dial")
    assert isinstance(table.mode, SettingsMode)
    table.press("challenge")
    table.press("challenge")
    assert table.offers()["dial"].enabled


def test_the_dial_changes_a_value_at_once_and_for_good(tmp_path: Path) -> None:
    table = table_with(tmp_path)
    table.open(SettingsMenu())
    table.press("dial")
    table.turn(1)
    assert table.context.preferences.settings.word(THEME) == "day"
    assert Preferences(tmp_path / "config").settings.word(THEME) == "day"
    table.press("dial")
    to_row(table, "Volume")
    table.press("dial")
    table.turn(-2)
    assert table.context.preferences.settings.number(VOLUME) == 5
    assert [row.value for row in rows_of(table)][:3] == ["daylight", "5 of 10", "no"]
    table.context.current_game.journal.close()


def test_a_change_that_is_not_kept_is_reported(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("")
    table = table_with(tmp_path)
    table.open(SettingsMenu())
    to_row(table, "Silent")
    table.press("dial")
    table.turn(1)
    assert table.context.preferences.settings.flag(MUTE)
    assert table.context.refused
    assert "cannot be written" in notice_of(table)
    table.context.current_game.journal.close()


def test_every_option_that_leaves_a_choice_has_a_line(tmp_path: Path) -> None:
    table = table_with(tmp_path)
    table.open(SettingsMenu())
    assert labels_of(table) == [
        "Look",
        "Volume",
        "Silent",
        "Voice",
        "Skald",
        "Newcomers",
        "Trainer",
        "Show",
        "Language",
        "Full screen",
        "For the crowd",
        "Seen from afar",
        "Count every roll",
        "Lid switch",
        "Dial",
        "Maintenance",
    ]
    assert all(row.detail for row in rows_of(table))
    table.context.current_game.journal.close()


def test_another_language_is_spoken_at_once_here_and_behind(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    table = evening.table
    table.hold("reveal")
    to_row(table, "Settings")
    table.press("dial")
    to_row(table, "Language")
    table.press("dial")
    while table.context.language != "de":
        table.turn(1)
    assert scene_of(table).title == "Einstellungen"  # type: ignore[union-attr]
    table.press("dial")
    table.press("challenge")
    menu = scene_of(table)
    assert menu.title == "Die Rechte des Tisches"  # type: ignore[union-attr]
    assert menu.subtitle == "Lügenwürfel der Wikinger, Runde 1"  # type: ignore[union-attr]
    table.press("challenge")
    assert scene_of(table).what == "Schüttle den Kasten"  # type: ignore[union-attr]


def test_the_start_screen_speaks_the_other_language_too(tmp_path: Path) -> None:
    table = table_with(tmp_path)
    table.open(SettingsMenu())
    to_row(table, "Language")
    table.press("dial")
    while table.context.language != "de":
        table.turn(1)
    table.press("dial")
    table.press("challenge")
    assert scene_of(table).subtitle == "Wer wagt es zu glauben?"  # type: ignore[union-attr]
    assert Preferences(tmp_path / "config").settings.word(LANGUAGE) == "de"
    table.context.current_game.journal.close()
