"""A seat leaves or joins in the middle of a game: journalled, undone, resumed, recorded."""

from pathlib import Path

import pytest

from firmware.menus.game_menu import MenuMode
from firmware.menus.resume_offer import ResumeMode
from firmware.rules.record.adjudication import adjudicate
from firmware.rules.state import Phase
from firmware.table.play.box_round import BoxRoundMode
from tests.firmware.evening import Evening, labels_of, rows_of

FOUR = ("Astrid", "Bjorn", "Sigrid", "Ulf")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.begin(seats=FOUR)
    return evening


def choose(evening: Evening, *labels: str) -> None:
    """Opens the menu and chooses rows by their labels."""
    evening.table.hold("reveal")
    for label in labels:
        mode = evening.table.mode
        names = labels_of(evening.table)
        evening.turn(names.index(label) - mode.cursor)  # type: ignore[attr-defined]
        evening.press("dial")


def lose_a_life(evening: Evening) -> None:
    """Astrid opens with a true claim, Bjorn doubts it and pays."""
    evening.shake(5, 6)
    evening.claim(5, 6)
    evening.press("challenge")
    evening.reveal(5, 6)
    evening.press("dial")


def test_who_leaves_a_tavern_takes_nothing_from_the_others(evening: Evening) -> None:
    lose_a_life(evening)
    choose(evening, "A seat leaves", "Astrid")
    assert evening.notice == "Astrid has left the table."
    state = evening.table.state
    assert state.seats == ("Bjorn", "Sigrid", "Ulf")
    assert state.stock == (5, 6, 6)
    assert state.turn == 0, "Bjorn challenged and opens"
    assert isinstance(evening.table.mode, BoxRoundMode)


def test_who_leaves_a_knock_out_drops_out_of_it(evening: Evening) -> None:
    evening.begin(seats=FOUR, options={"end": "gambling"})
    lose_a_life(evening)
    choose(evening, "A seat leaves", "Bjorn")
    assert evening.table.state.stock == (6, 0, 6, 6)
    assert evening.table.state.turn == 2
    assert evening.table.state.pot == 4, "the ante stays in the pot"
    assert 'ruling Bjorn -5 "left the table"' in evening.table.active_session.record()


def test_the_last_one_at_a_knock_out_has_won(evening: Evening) -> None:
    evening.begin(seats=FOUR[:3], options={"end": "gambling"})
    choose(evening, "A seat leaves", "Bjorn")
    choose(evening, "A seat leaves", "Sigrid")
    assert evening.table.state.phase is Phase.OVER
    assert evening.table.state.winners == (0,)


def test_too_few_to_go_on_is_reported_with_the_remedy(evening: Evening) -> None:
    evening.begin(seats=FOUR[:3])
    choose(evening, "A seat leaves", "Bjorn")
    assert evening.refused
    assert evening.notice == (
        "Viking Liar's Dice needs at least 3 players, not 2. Let somebody join first, or end this game."
    )
    assert evening.table.state.seats == FOUR[:3]


def test_someone_sits_down_between_two_others_with_as_much_as_the_one_who_stands_worst(evening: Evening) -> None:
    lose_a_life(evening)
    choose(evening, "A seat joins", "Place")
    evening.turn(1)
    evening.press("dial")
    evening.turn(-1)
    evening.press("dial")
    for letter in "Ylva":
        evening.table.type(letter)
    evening.press("dial")
    evening.turn(-1)
    evening.press("dial")
    state = evening.table.state
    assert state.seats == ("Astrid", "Ylva", "Bjorn", "Sigrid", "Ulf")
    assert state.stock == (6, 5, 5, 6, 6)
    assert state.turn == 2, "it is still Bjorn who opens"
    assert evening.notice == "Welcome, Ylva!"


def test_tallies_are_bad_so_the_newcomer_has_as_many_as_anybody(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="bullshit")
    evening.begin(options={"end": "rounds", "rounds": 4})
    evening.shake(1, 4)
    evening.claim(1, 4)
    evening.press("challenge", "dial")
    evening.reveal(1, 4)
    evening.press("dial")
    stock = evening.stock
    assert max(stock) > 0
    choose(evening, "A seat joins", "Sit down")
    assert evening.stock == (*stock, max(stock))
    assert evening.table.state.options["rounds"] == 3, "the rounds that were played count"


def test_a_name_at_the_table_is_not_taken_twice(evening: Evening) -> None:
    choose(evening, "A seat joins", "Name")
    for letter in "Ulf":
        evening.table.type(letter)
    evening.press("dial")
    evening.turn(-1)
    evening.press("dial")
    assert evening.refused
    assert "Two seats are called" in evening.notice
    assert evening.table.state.seats == FOUR


def test_a_round_that_has_begun_is_void_and_opened_again(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    choose(evening, "A seat leaves", "Sigrid")
    state = evening.table.state
    assert (state.phase, state.turn, state.claim) == (Phase.OPEN, 0, None)


def test_the_seats_stay_while_the_dice_are_frozen(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.table.hold("reveal")
    mode = evening.table.mode
    assert isinstance(mode, MenuMode)
    shut = {row.label: row.detail for row in rows_of(evening.table) if not row.enabled}
    assert shut["A seat leaves"] == "The dice are frozen: reveal them first."


def test_a_seat_change_can_be_undone(evening: Evening) -> None:
    lose_a_life(evening)
    choose(evening, "A seat leaves", "Astrid")
    choose(evening, "Take back")
    assert evening.notice == "Taken back: Astrid's leaving."
    assert evening.table.state.seats == FOUR
    assert evening.stock == (6, 5, 6, 6)
    choose(evening, "Take back")
    assert evening.notice == "Taken back: the verdict.", "and what came before it too"


def test_dice_that_may_have_been_shaken_since_judge_no_claim_of_before(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    choose(evening, "A seat leaves", "Sigrid")
    choose(evening, "Take back")
    state = evening.table.state
    assert state.seats == FOUR
    assert (state.phase, state.claim) == (Phase.OPEN, None)


@pytest.mark.parametrize("taken_back", [False, True])
def test_the_power_may_fail_at_once(evening: Evening, taken_back: bool) -> None:
    lose_a_life(evening)
    choose(evening, "A seat leaves", "Astrid")
    if taken_back:
        choose(evening, "Take back")
    evening = Evening(evening.killed())
    assert isinstance(evening.table.mode, ResumeMode)
    evening.press("dial")
    assert evening.table.state.seats == (FOUR if taken_back else FOUR[1:])
    assert evening.stock == ((6, 5, 6, 6) if taken_back else (5, 6, 6))
    if not taken_back:
        choose(evening, "Take back")
        assert evening.table.state.seats == FOUR, "also by somebody who was not there before"


def test_both_games_can_be_written_down_and_judged(evening: Evening) -> None:
    lose_a_life(evening)
    first = evening.table.active_session.record()
    choose(evening, "A seat leaves", "Astrid")
    lose_a_life(evening)
    second = evening.table.active_session.record()
    assert '[Stock "5 6 6"]' in second
    for record, stock in ((first, [6, 5, 6, 6]), (second, [5, 5, 6])):
        judged = adjudicate(record)
        assert judged.error is None
        assert judged.state is not None
        assert list(judged.state.stock) == stock


def test_a_seat_that_leaves_before_the_throw_for_the_opening_does_not_throw(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(opens=None, seats=FOUR)
    choose(evening, "A seat leaves", "Astrid")
    assert evening.table.state.seats == FOUR[1:]
    assert evening.table.state.phase is Phase.ROLL_OFF
