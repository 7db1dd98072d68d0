import json
from pathlib import Path

import pytest

from firmware.journal.game_export import exported_game
from firmware.journal.journal_reader import JournalReader
from firmware.league.broker_settings import read_broker_settings
from firmware.league.errors import LeagueSettingsError, ResultError
from firmware.league.merging import merge
from firmware.league.sources import results_of
from tests.firmware.journalled_games import journal_game

GAMES = ("viking", "bullshit", "sympkyn-cups", "mia", "stars")


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("box")
    for number, rules in enumerate(GAMES):
        journal_game(folder, rules, {}, seed=number)
    journal_game(folder, "viking", {}, seed=9, actions=3)
    return folder


def exported(box: Path, number: int, path: Path) -> Path:
    with JournalReader(box) as reader:
        path.write_text(json.dumps(exported_game(reader, number)))
    return path


def test_finished_games_have_results_with_the_winners_first(box: Path) -> None:
    results = results_of(box)
    assert [each.rules for each in results] == list(GAMES)
    assert len({each.box for each in results}) == 1
    assert all(min(each.places) == 1 for each in results)
    assert all(each.rounds > 0 for each in results)


def test_a_journal_and_the_exports_of_its_games_are_the_same_results(box: Path, tmp_path: Path) -> None:
    journal = results_of(box)
    files = [exported(box, number, tmp_path / f"{number}.json") for number in range(1, len(GAMES) + 1)]
    assert tuple(result for file in files for result in results_of(file)) == journal
    assert merge([*journal, *journal]).games == merge(journal).games


def test_an_export_that_was_changed_is_refused(box: Path, tmp_path: Path) -> None:
    path = exported(box, 1, tmp_path / "1.json")
    path.write_text(path.read_text().replace("Bjorn", "Egil"))
    with pytest.raises(ResultError, match="it was changed"):
        results_of(path)


def test_a_broker_is_named_in_a_file_that_nobody_has_by_default(tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    with pytest.raises(LeagueSettingsError, match="publishes nothing"):
        read_broker_settings(path)
    path.write_text('host = "hall.example"\ntls = true\nuser = "box"\npassword = "mead"\n')
    path.chmod(0o644)
    with pytest.raises(LeagueSettingsError, match="chmod 600"):
        read_broker_settings(path)
    path.chmod(0o600)
    assert read_broker_settings(path).port == 8883
    path.write_text('host = "hall.example"\nevent = "#"\n')
    with pytest.raises(LeagueSettingsError, match="letters"):
        read_broker_settings(path)
