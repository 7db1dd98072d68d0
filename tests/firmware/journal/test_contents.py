"""Rows are folded into a game; notes since the last action last until the next one, or an undo."""

from typing import Any

import pytest

from firmware.journal.contents import Contents, SeatChange, fold_rows
from firmware.journal.database import Row
from firmware.rules.events import to_json
from firmware.rules.games.registry import new_game

START = new_game("stars", ("Astrid", "Bjorn"), opens=0)


def event(action: int) -> Row:
    """A row of an action; the fold does not depend on the event."""
    return Row("event", {"action": action, "event": to_json(START[-1])})


def folded(*rows: Row) -> Contents:
    return fold_rows(enumerate((event(0), *rows), start=1))


BETWEEN = (
    Row("throw", {"seat": 1, "face": 4}),
    Row("laid", {"seat": 0, "faces": [2, 3]}),
    Row("laid", {"seat": 0, "faces": [5]}),
    Row("showing", {"faces": [1, 1]}),
)


def between(contents: Contents) -> tuple[Any, ...]:
    return contents.throws, contents.laid, contents.laid_rows, contents.showing


def test_what_was_done_since_the_last_action_is_known() -> None:
    assert between(folded(event(1), *BETWEEN)) == ({1: 4}, {0: (2, 3, 5)}, [4, 5], (1, 1))


def test_an_action_and_an_undo_forget_what_was_done_before_them() -> None:
    for last in (event(2), Row("undo", {"action": 1})):
        assert between(folded(event(1), *BETWEEN, last)) == ({}, {}, [], ())


def test_actions_stand_with_the_numbers_of_their_first_rows_and_undone_ones_are_counted() -> None:
    contents = folded(event(1), event(1), event(2), Row("undo", {"action": 2}), event(2))
    assert [(action.first, len(action.events)) for action in contents.actions] == [(1, 1), (2, 2), (6, 1)]
    assert contents.undone == 1


def test_rows_of_other_kinds_are_left_out() -> None:
    contents = folded(Row("world", {"throw": 1}), Row("follows", {"game": 3, "what": "join", "name": "Ulf"}))
    assert contents.seat_change == SeatChange(3, "join", "Ulf")
    assert len(contents.actions) == 1


def test_rows_that_are_no_game_are_refused() -> None:
    for rows in ([], [event(1)], [event(0), event(2)], [event(0), Row("undo", {}), Row("undo", {})]):
        with pytest.raises((ValueError, IndexError)):
            fold_rows(enumerate(rows, start=1))
