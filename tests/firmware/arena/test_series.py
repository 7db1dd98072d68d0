"""Series of games among computer players: complete, the same with any number of processes, correctly counted."""

import json

import pytest

from firmware.arena.intervals import wilson
from firmware.arena.referee import seat_players
from firmware.arena.series import Series, play_series, seating
from firmware.commands import main
from firmware.players.characters import CHARACTERS
from firmware.players.seat_view import SeatView
from firmware.rules.commands import Challenge, Command
from firmware.rules.errors import RefusedError
from firmware.rules.games.registry import RULESETS
from tests.firmware.rules.random_games import CONFIGURATIONS

DUEL = {name: {"min_players": 2} if name in ("viking", "mia") else {} for name in RULESETS}


@pytest.mark.parametrize("rules", RULESETS)
def test_the_same_seed_gives_the_same_results_however_many_processes(rules: str) -> None:
    series = Series(rules, DUEL[rules], ("weigher", "bold"), 6, seed=4)
    one, again = play_series(series), play_series(series)
    assert (one.shares, one.moves) == (again.shares, again.moves)


def test_processes_divide_the_games_and_change_nothing() -> None:
    series = Series("sympkyn-cups", {}, ("weigher", "bold"), 150, seed=4)
    assert play_series(series).shares == play_series(series, processes=2).shares


def test_all_characters_play_every_variant_of_every_game_to_its_end() -> None:
    players = list(CHARACTERS.values())
    for place, (rules, options) in enumerate(CONFIGURATIONS):
        for first in range(0, len(players), 3):
            table = [players[(first + seat) % len(players)] for seat in range(3)]
            shares = seat_players(rules, options, table, seed=place).play()
            assert sum(shares) == pytest.approx(1)


def test_two_seats_of_the_same_character_win_equally_often() -> None:
    shares = play_series(Series("sympkyn-cups", {}, ("threshold", "threshold"), 400, seed=7)).shares
    assert shares[0].low < 0.5 < shares[0].high


def test_everybody_sits_everywhere_equally_often() -> None:
    series = Series("stars", {}, ("bold", "timid", "truthful"), 60, seed=1)
    places = [seating(series, number) for number in range(60)]
    assert {[order.index(0) for order in places].count(seat) for seat in range(3)} == {20}


def test_a_player_that_breaks_the_rules_is_stopped() -> None:
    class Rude:
        name = "rude"

        def choose(self, view: SeatView, chance: object) -> Command | None:
            del chance
            return Challenge(view.seat)

    with pytest.raises(RefusedError):
        seat_players("mia", DUEL["mia"], [Rude(), Rude()], seed=1).play()


def test_intervals_hold_the_true_share_nineteen_times_in_twenty() -> None:
    chances = [wilson(won, 40) for won in range(41)]
    assert chances[0].low == 0
    assert chances[40].high == 1
    assert [round(bound, 4) for bound in chances[20]] == [0.5, 0.3520, 0.6480]


def test_the_command_prints_a_line_for_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--rules", "mia", "--seats", "timid,weigher", "--games", "40", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    timid, weigher = found["seats"]
    assert timid["share"] + weigher["share"] == pytest.approx(1)
    assert weigher["low"] > found["even"] == 0.5


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--rules", "mia", "--seats", "timid,odin"], 'No computer player is called "odin"'),
        (["--rules", "chess", "--seats", "timid,bold"], 'No ruleset is called "chess"'),
        (["--seats", "timid,bold", "--option", "lives=3"], "--option needs a game"),
        (["--rules", "mia", "--seats", "timid,bold", "--option", "lives=many"], "lives"),
    ],
)
def test_unplayable_series_are_refused(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words]) == 2
    assert told in capsys.readouterr().err
