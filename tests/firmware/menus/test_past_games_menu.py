"""Past games on the screen."""

from pathlib import Path

from display.scene import RevealScene, TableScene
from firmware.menus.game_replay import ReplayMode
from firmware.menus.past_games import PastGamesMode
from firmware.odds.game_odds import game_odds
from firmware.rules.games.registry import RULESETS
from firmware.statistics.known_rounds import known_rounds
from tests.firmware.evening import Evening, labels_of, said, scene_of
from tests.firmware.journalled_games import journal_game


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


def test_every_game_is_shown_from_its_first_action_to_its_end(tmp_path: Path) -> None:
    for rules in RULESETS:
        evening, mode = replay(tmp_path / rules, rules)
        verdicts = 0
        for _ in mode.steps:
            verdicts += isinstance(scene_of(evening.table), RevealScene)
            evening.turn(1)
        assert verdicts
        assert str(mode.shown.said) == "The end"
        assert len(mode.steps) > 4


def test_what_a_seat_knew_is_shown_in_its_own_replay_only_and_once_revealed(tmp_path: Path) -> None:
    evening, mode = replay(tmp_path, "viking")
    known = {
        (claim.seat, claim.saw)
        for each in known_rounds(mode.game.events(), game_odds(mode.game.state.options, None).model)
        for claim in each.claims
        if claim.knowing
    }
    told = set()
    for viewer in (None, 0, 1, 2):
        assert mode.viewer == viewer
        evening.turn(-len(mode.steps))
        for _ in mode.steps:
            scene = scene_of(evening.table)
            words = scene.prompt if isinstance(scene, TableScene) else ""
            if " alone knew: " in words:
                assert viewer is not None
                assert words.startswith(mode.game.state.seats[viewer])
                told.add((viewer, mode.shown.knew[viewer].saw))
            evening.turn(1)
        evening.press("reveal")
    assert mode.viewer is None
    assert told
    assert told <= known


def test_a_game_plays_at_its_own_pace_and_as_many_times_as_fast(tmp_path: Path) -> None:
    evening, mode = replay(tmp_path, "mia")
    assert evening.table.tick(0.0) is None
    evening.press("dial")
    assert evening.table.tick(10.0) == mode.shown.seconds >= 1.5
    assert evening.table.tick(10.0 + mode.shown.seconds - 0.1) is not None
    assert mode.number == 0
    evening.turn(1)
    assert evening.table.tick(20.0) == mode.shown.seconds / 2
    evening.table.tick(20.0 + mode.shown.seconds)
    assert mode.number == 1
    now = 30.0
    while (wait := evening.table.tick(now)) is not None:
        now += wait
    assert mode.number + 1 == len(mode.steps)
    assert not mode.playing
    evening.press("dial")
    assert mode.number == 0


def test_a_box_without_past_games_says_so(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.table.hold("reveal")
    evening.choose("Past games")
    mode = evening.table.mode
    assert isinstance(mode, PastGamesMode)
    assert said(mode.subtitle) == "There are no finished games yet."
    assert labels_of(evening.table) == ["Back", "How the dice fall"]
