"""Past games on the screen."""

from pathlib import Path

from firmware.menus.past_games import PastGamesMode, ReplayMode
from firmware.rules.games.registry import RULESETS
from tests.firmware.evening import Evening, labels_of, said, scene_of
from tests.firmware.journalled import journal_game


def replay(tmp_path: Path, rules: str) -> tuple[Evening, ReplayMode]:
    journal_game(tmp_path, rules, {}, seed=4)
    evening = Evening(tmp_path)
    evening.table.hold("reveal")
    evening.choose("Past games")
    assert isinstance(evening.table.mode, PastGamesMode)
    evening.turn(3)
    evening.press("dial")
    mode = evening.table.mode
    assert isinstance(mode, ReplayMode)
    return evening, mode


def test_every_game_is_told_from_its_first_action_to_its_end(tmp_path: Path) -> None:
    for rules in RULESETS:
        evening, mode = replay(tmp_path / rules, rules)
        for _ in mode.pages:
            scene_of(evening.table)
            evening.turn(1)
        assert str(mode.page.title) == "The end"
        assert len(mode.pages) > 4


def test_what_a_seat_knew_is_told_where_its_dice_came_to_light_and_nowhere_else(tmp_path: Path) -> None:
    _, mode = replay(tmp_path, "viking")
    lines = [[said(line) for line in page.lines] for page in mode.pages]
    claims = [page for page in lines if page and " alone knew: " not in page[0] and page[0].count(": ") == 1]
    knew = [line for page in lines for line in page if " alone knew: " in line]
    assert 0 < len(knew) < len(claims)
    assert len(knew) == sum("calls it a lie!" in line for page in lines for line in page)
    assert {line.endswith("A bluff!") for line in knew} == {True, False}


def test_a_box_without_past_games_says_so(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.table.hold("reveal")
    evening.choose("Past games")
    mode = evening.table.mode
    assert isinstance(mode, PastGamesMode)
    assert said(mode.subtitle) == "No game is over yet."
    assert labels_of(evening.table) == ["Back", "How the dice fall"]
