"""Bullshit Dice at the table (RULES.md §3): worth, calls by anyone, lower announcements, the shown 21, the endings."""

from pathlib import Path

import pytest

from display.scene import RevealScene, TableScene
from firmware.rules.claims import Pair
from firmware.rules.events import Verdict
from firmware.rules.state import Phase
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.verdict import VerdictMode
from firmware.table.play.winner import WinnerMode
from firmware.table.requests import Peek, ReadDice
from firmware.table.undo import last_action_text
from tests.firmware.evening import Evening, labels_of, observation, rows_of, said, scene_of, unsure

SEATS = ("Astrid", "Bjorn", "Sigrid", "Ulf")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return begun(tmp_path)


def begun(folder: Path, can_peek: bool = False, seats: tuple[str, ...] = SEATS, **options: int | str | bool) -> Evening:
    evening = Evening(folder, rules="bullshit", can_peek=can_peek)
    evening.begin(seats=seats, options=options)
    return evening


def say(evening: Evening, dice: tuple[int, int], claim: tuple[int, int]) -> None:
    evening.shake(*dice)
    evening.claim(*claim)


def call(evening: Evening, seat: int, *faces: int) -> None:
    evening.table.challenge_from_seat(seat)
    evening.reveal(*faces)


def round_of(evening: Evening) -> BoxRoundMode:
    assert isinstance(evening.table.mode, BoxRoundMode)
    return evening.table.mode


def show(evening: Evening) -> None:
    """Shows a twenty-one: it stands at the top of the dial."""
    evening.turn(99)
    assert evening.offer("claim") == "Show a twenty-one"
    evening.press("claim")


def test_an_honest_announcement_costs_the_caller_who_rolls_next(evening: Evening) -> None:
    say(evening, (5, 2), (5, 2))
    call(evening, 2, 5, 2)
    assert evening.stock == (0, 0, 1, 0)
    evening.press("dial")
    assert evening.table.state.turn == 2


def test_a_lie_costs_the_liar_who_rolls_again(evening: Evening) -> None:
    say(evening, (3, 1), (5, 2))
    call(evening, 2, 3, 1)
    assert evening.stock == (1, 0, 0, 0)
    evening.press("dial")
    assert evening.table.state.turn == 0


def test_the_cups_worth_grows_with_every_higher_announcement(evening: Evening) -> None:
    say(evening, (4, 1), (4, 1))
    say(evening, (4, 2), (4, 2))
    say(evening, (3, 1), (4, 3))
    assert evening.table.state.worth == 3
    call(evening, 3, 3, 1)
    assert evening.stock == (0, 0, 3, 0)


def test_the_roller_cannot_call_the_own_roll(evening: Evening) -> None:
    say(evening, (5, 2), (5, 2))
    evening.table.challenge_from_seat(0)
    assert "cannot call their own announcement" in evening.notice
    assert evening.table.state.phase is Phase.ANSWERING


@pytest.mark.parametrize(("callers", "said"), [("any", "Anybody may call it a lie."), ("next", "Or call it a lie.")])
def test_the_screen_says_who_may_call(tmp_path: Path, callers: str, said: str) -> None:
    evening = begun(tmp_path, callers=callers)
    say(evening, (5, 2), (5, 2))
    assert said in scene_of(evening.table).prompt  # type: ignore[union-attr]


def challenged(evening: Evening) -> TableScene:
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    return scene


def test_without_seat_buttons_the_next_seat_challenges_unless_corrected(
    evening: Evening,
) -> None:
    say(evening, (5, 2), (5, 2))
    evening.press("challenge")
    assert evening.table.state.phase is Phase.REVEALING, "the dice are frozen at once"
    assert (challenged(evening).who, challenged(evening).what) == ("Bjorn", "calls it a lie!")
    assert evening.offer("dial") == "No, Sigrid did"
    evening.press("dial")
    assert challenged(evening).who == "Sigrid"
    assert evening.table.state.challenger == 2
    evening.turn(1)
    assert evening.table.state.challenger == 3
    evening.turn(1)
    assert evening.table.state.challenger == 1, "the roller is not among them"
    evening.turn(-1)
    evening.reveal(5, 2)
    assert evening.stock == (0, 0, 0, 1), "who is named pays"


def test_a_corrected_challenge_stands_when_the_power_goes(evening: Evening) -> None:
    say(evening, (3, 1), (5, 2))
    evening.press("challenge", "dial")
    again = Evening(evening.killed(), rules=None)
    again.press("dial")
    assert again.table.state.challenger == 2
    assert again.offer("dial") == "No, Ulf did"


def test_an_accidental_call_can_be_undone(evening: Evening) -> None:
    say(evening, (3, 1), (5, 2))
    evening.press("challenge")
    evening.table.hold("challenge")
    assert evening.notice == "Taken back: Bjorn's challenge."
    assert evening.offer("dial") == "I shook"


def test_a_second_challenger_is_told_by_name_that_it_is_late(evening: Evening) -> None:
    say(evening, (3, 1), (5, 2))
    evening.table.challenge_from_seat(2)
    evening.table.challenge_from_seat(3)
    assert evening.notice == "Ulf: Sigrid was first to call it a lie."
    assert evening.table.state.challenger == 2
    evening.table.on_shake()
    assert evening.refused


def test_two_players_are_not_asked_who_calls(tmp_path: Path) -> None:
    evening = begun(tmp_path, seats=("Astrid", "Bjorn"))
    say(evening, (3, 1), (5, 2))
    evening.press("challenge")
    assert evening.table.state.challenger == 1


def test_by_house_rule_only_the_next_may_call(tmp_path: Path) -> None:
    evening = begun(tmp_path, callers="next")
    say(evening, (3, 1), (5, 2))
    evening.table.challenge_from_seat(2)
    assert evening.refused
    evening.press("challenge")
    assert evening.table.state.challenger == 1


def test_the_dial_starts_at_the_lowest_raise_and_turns_down_to_what_costs(evening: Evening) -> None:
    say(evening, (6, 1), (6, 1))
    evening.shake(4, 3)
    mode = round_of(evening)
    assert mode.claims()[mode.dial] == Pair(6, 2)
    assert evening.offer("claim") == "Claim it"
    evening.dial_to(4, 3)
    assert evening.offer("claim") == "Claim it: costs one tally"
    evening.press("claim")
    assert evening.stock == (0, 1, 0, 0)
    assert evening.notice == "Bjorn takes one tally for not going higher."
    assert evening.table.state.worth == 1
    say(evening, (5, 1), (5, 1))
    assert evening.table.state.worth == 2


def test_an_announcement_that_admitted_too_much_is_called_too(evening: Evening) -> None:
    say(evening, (6, 1), (6, 1))
    say(evening, (3, 1), (4, 3))
    call(evening, 2, 3, 1)
    assert evening.stock == (0, 2, 0, 0)


def test_a_twenty_one_is_shown_at_the_top_of_the_dial_and_costs_all_others(evening: Evening) -> None:
    for claim in ((4, 1), (4, 2), (4, 3)):
        say(evening, claim, claim)
    evening.shake(2, 1)
    show(evening)
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_observation(request.serial, observation(2, 1))
    assert isinstance(evening.table.mode, VerdictMode)
    assert evening.stock == (3, 3, 3, 0)
    evening.press("dial")
    assert evening.table.state.turn == 0
    assert evening.table.state.worth == 1


def test_a_twenty_one_stands_at_the_top_of_the_dial_where_reveal_lifts_the_flap(tmp_path: Path) -> None:
    evening = begun(tmp_path, can_peek=True)
    evening.shake(2, 1)
    evening.press("reveal")
    assert evening.asked == (Peek(),)
    evening.turn(99)
    assert evening.offer("claim") == "Show a twenty-one"
    evening.press("claim")
    (request,) = evening.asked
    assert isinstance(request, ReadDice)


def test_the_dial_offers_to_show_whatever_lies_there(evening: Evening) -> None:
    evening.shake(5, 4)
    other = round_of(evening).claims()
    evening.shake(2, 1)
    assert round_of(evening).claims() == other


def test_what_is_shown_and_is_no_twenty_one_is_shaken_again(evening: Evening) -> None:
    evening.shake(5, 4)
    show(evening)
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_observation(request.serial, observation(5, 4))
    assert "That is fifty-four, not twenty-one" in evening.notice
    assert evening.stock == (0, 0, 0, 0)
    assert said(last_action_text(evening.table.context)) == "the verdict"
    assert evening.offer("claim").startswith("·")
    evening.press("claim")
    assert "has to shake again" in evening.notice
    say(evening, (6, 1), (6, 1))
    assert evening.table.state.turn == 1


def test_a_showing_that_the_camera_cannot_read_is_ruled_by_the_table(evening: Evening) -> None:
    evening.shake(2, 1)
    show(evening)
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_observation(request.serial, unsure())
    mode = evening.table.mode
    assert isinstance(mode, VerdictMode)
    assert labels_of(evening.table) == [
        "Read the dice again",
        "Nobody pays",
        "It was a twenty-one",
        "It was no twenty-one",
    ]
    evening.choose("It was a twenty-one")
    assert evening.stock == (0, 1, 1, 1)
    assert evening.table.state.turn == 1


@pytest.fixture
def unreadable(evening: Evening) -> Evening:
    """Astrid's 61 stands, Bjorn's is worth two; Sigrid shows dice that the eye cannot read."""
    say(evening, (6, 1), (6, 1))
    say(evening, (6, 2), (6, 2))
    evening.shake(5, 4)
    show(evening)
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_observation(request.serial, unsure())
    return evening


def test_a_ruling_of_no_twenty_one_voids_the_roll_and_the_round_continues(unreadable: Evening) -> None:
    evening = unreadable
    mode = evening.table.mode
    assert isinstance(mode, VerdictMode)
    details = {row.label: row.detail for row in rows_of(evening.table)}
    assert details["It was no twenty-one"] == "Sigrid shakes again."
    evening.choose("It was no twenty-one")
    state = evening.table.state
    assert (state.phase, state.turn, state.claim, state.worth) == (Phase.CLAIMING, 2, Pair(6, 2), 2)
    assert evening.notice == "Sigrid has to shake again: everybody has seen these dice."
    assert evening.offer("claim").startswith("·"), "these dice are void"
    say(evening, (6, 3), (6, 3))
    assert (evening.stock, evening.table.state.turn, evening.table.state.worth) == ((0, 0, 0, 0), 3, 3)


def test_a_ruling_of_no_twenty_one_can_be_undone(unreadable: Evening) -> None:
    evening = unreadable
    evening.choose("It was no twenty-one")
    evening.table.hold("reveal")
    evening.choose("Take back")
    assert evening.notice == "Taken back: the verdict."
    evening.reveal(seen=unsure())
    evening.choose("It was a twenty-one")
    assert evening.stock == (2, 2, 0, 2)


def test_that_it_was_no_twenty_one_holds_when_the_power_goes(unreadable: Evening) -> None:
    unreadable.choose("It was no twenty-one")
    before = unreadable.table.state
    again = Evening(unreadable.killed(), rules=None)
    again.press("dial")
    assert again.table.state == before
    say(again, (6, 3), (6, 3))
    assert again.table.state.turn == 3


def test_a_hidden_twenty_one_is_judged_by_the_ladder_and_told(evening: Evening) -> None:
    say(evening, (2, 1), (6, 1))
    call(evening, 1, 2, 1)
    mode = evening.table.mode
    assert isinstance(mode, VerdictMode)
    assert mode.last.verdict is Verdict.UPHELD
    scene = scene_of(evening.table)
    assert isinstance(scene, RevealScene)
    assert "Astrid hid a twenty-one, which has to be shown: the table may rule." in scene.verdict.lines


def test_an_announcement_below_the_dice_is_a_lie_by_house_rule(tmp_path: Path) -> None:
    evening = begun(tmp_path, lie="exact")
    say(evening, (5, 2), (5, 1))
    call(evening, 1, 5, 2)
    assert evening.stock == (1, 0, 0, 0)


def test_fewest_tallies_win_at_the_limit(tmp_path: Path) -> None:
    evening = begun(tmp_path, limit=1)
    say(evening, (3, 1), (5, 2))
    call(evening, 2, 3, 1)
    evening.press("dial")
    assert isinstance(evening.table.mode, WinnerMode)
    assert evening.table.state.winners == (1, 2, 3)
    assert evening.table.state.losers == (0,)


def test_a_number_of_rounds_ends_the_game(tmp_path: Path) -> None:
    evening = begun(tmp_path, end="rounds", rounds=1)
    say(evening, (3, 1), (5, 2))
    call(evening, 2, 3, 1)
    evening.press("dial")
    assert isinstance(evening.table.mode, WinnerMode)


def test_a_fine_may_knock_out_and_end_the_game(tmp_path: Path) -> None:
    evening = begun(tmp_path, seats=("Astrid", "Bjorn"), end="knockout", limit=1)
    say(evening, (6, 1), (6, 1))
    say(evening, (4, 3), (4, 3))
    assert isinstance(evening.table.mode, WinnerMode)
    assert evening.table.state.winners == (0,)


def test_an_open_game_never_ends(tmp_path: Path) -> None:
    evening = begun(tmp_path, end="open", limit=1)
    say(evening, (3, 1), (5, 2))
    call(evening, 2, 3, 1)
    evening.press("dial")
    assert evening.table.state.phase is Phase.OPEN


def test_the_starting_throw_counts_seats_without_tallies(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="bullshit")
    evening.begin(opens=None, seats=SEATS)
    for face in (2, 5, 4, 1):
        evening.shake(face)
    assert evening.notice == "Bjorn threw highest and opens."


def test_an_opened_box_is_a_call_of_somebody(evening: Evening) -> None:
    say(evening, (3, 1), (5, 2))
    evening.table.on_lid(True)
    assert evening.notice == "The box was opened: that counts as a challenge by Bjorn."
    assert evening.table.state.challenger == 1


def test_seats_that_pay_the_same_share_a_line(evening: Evening) -> None:
    evening.shake(2, 1)
    show(evening)
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_observation(request.serial, observation(2, 1))
    scene = scene_of(evening.table)
    assert isinstance(scene, RevealScene)
    assert scene.verdict.word == "TWENTY-ONE"
    assert scene.verdict.lines == ("Bjorn, Sigrid and Ulf take one tally each.",)
