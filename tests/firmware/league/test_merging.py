import itertools
from dataclasses import replace

import pytest

from firmware.league.errors import ResultError
from firmware.league.game_result import LeagueResult, parsed_result
from firmware.league.merging import Corrections, merge
from firmware.league.ratings import standings

A, B = "a" * 64, "b" * 64
HOUR = 3600.0


def result(
    number: int, box: str = A, seats: tuple[str, ...] = ("Astrid", "Bjorn", "Sigrid"), at: float = 0.0
) -> LeagueResult:
    return LeagueResult(
        f"{number:064x}", box, 30, "viking", seats, (1, 2, 3)[: len(seats)], 9, 1e9 + at, 1e9 + at + 1200
    )


def test_a_game_counts_once_however_often_and_in_whatever_order_it_comes() -> None:
    results = [result(1), result(2, B, at=HOUR), result(1), result(2, B, at=HOUR)]
    leagues = {merge(order) for order in itertools.permutations(results)}
    assert len(leagues) == 1
    assert [game.id[-1] for game in leagues.pop().games] == ["1", "2"]


def test_a_reopened_game_counts_with_its_final_result() -> None:
    later = replace(result(1), rows=44, places=(3, 2, 1))
    assert [merge(order).games[0].places for order in ([result(1), later], [later, result(1)])] == [(3, 2, 1)] * 2


def test_a_clock_that_was_wrong_is_corrected() -> None:
    games = [result(1, at=10 * HOUR), result(2, B, at=2 * HOUR)]
    assert [game.id[-1] for game in merge(games).games] == ["2", "1"]
    assert [game.id[-1] for game in merge(games, Corrections({"aaaa": -9 * HOUR})).games] == ["1", "2"]


def test_one_name_at_two_boxes_at_once_is_two_people() -> None:
    league = merge([result(1, A), result(2, B, ("Astrid", "Ulf", "Egil"), at=600), result(3, A, at=5 * HOUR)])
    assert league.shared == ("Astrid",)
    assert [game.seats[0] for game in league.games] == ["Astrid (aaaaaa)", "Astrid (bbbbbb)", "Astrid (aaaaaa)"]
    assert league.games[0].seats[1] == "Bjorn"


def test_one_name_at_two_boxes_one_after_the_other_is_one_person() -> None:
    league = merge([result(1, A), result(2, B, ("Astrid", "Ulf", "Egil"), at=HOUR)])
    assert league.shared == ()


def test_people_say_who_somebody_is() -> None:
    who = Corrections({}, {("Astrid", "b"): "Astrid of York"})
    league = merge([result(1, A), result(2, B, ("Astrid", "Ulf", "Egil"), at=600)], who)
    assert [game.seats[0] for game in league.games] == ["Astrid", "Astrid of York"]
    assert league.shared == ()


def test_who_wins_more_is_rated_higher_and_intervals_shrink() -> None:
    few, many = (standings(merge([result(n, at=n * HOUR) for n in range(games)])) for games in (2, 12))
    assert [each.name for each in many] == ["Astrid", "Bjorn", "Sigrid"]
    assert (many[0].games, many[0].won, many[1].won) == (12, 12, 0)
    assert many[0].high - many[0].low < few[0].high - few[0].low
    assert all(each.low < each.rating < each.high for each in many)


def test_a_result_is_read_as_it_was_written_and_says_nothing_of_dice() -> None:
    text = result(1).to_json()
    assert parsed_result(text) == result(1)
    assert set(LeagueResult.__dataclass_fields__) == {
        "id", "box", "rows", "rules", "seats", "places", "rounds", "begun", "ended",
    }  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        "", "[]", "{}", "[" * 5000, '{"seats": 1, "places": 2}', "x" * 20000,
        result(1).to_json().replace("viking", "poker"),
        result(1).to_json().replace("Bjorn", "Astrid"),
        result(1).to_json().replace("[1,2,3]", "[1,2]"),
        result(1).to_json().replace("1000000000.0", "1e400"),
        result(1).to_json().replace('"rows":30', '"rows":-1'),
        result(1).to_json().replace('"rounds":9', '"rounds":9,"dice":[1,2]'),
    ],
)  # fmt: skip
def test_whatever_is_no_result_is_refused(wrong: str) -> None:
    with pytest.raises(ResultError):
        parsed_result(wrong)
