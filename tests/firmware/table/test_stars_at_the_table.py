"""Liar's Dice with stars at the table (RULES.md §7): stars, the difference, Show and Re-roll."""

from pathlib import Path

import pytest

from display.scene import RevealScene, TableScene
from firmware.rules.claims import Bid
from firmware.rules.options import OptionValue
from firmware.rules.state import Phase
from firmware.table.mode import NextStep
from firmware.table.play.bidding import BiddingMode, DialTarget
from firmware.table.play.dial_entry import DialEntry, PlaceEntry
from firmware.table.play.ruling import DiceCountMode
from firmware.table.play.verdict import VerdictMode
from firmware.table.requests import ReadDice
from tests.firmware.evening import Evening, labels_of, observation, rows_of, said, scene_of, unsure


def begun(folder: Path, seats: int = 2, can_peek: bool = False, **options: OptionValue) -> Evening:
    evening = Evening(folder, rules="stars", can_peek=can_peek)
    evening.begin(seats=("Astrid", "Bjorn", "Sigrid", "Ulf")[:seats], options=options)
    evening.press("dial")
    return evening


def cups(evening: Evening) -> BiddingMode:
    assert isinstance(evening.table.mode, BiddingMode)
    return evening.table.mode


def challenged(evening: Evening, *hands: tuple[int, ...]) -> VerdictMode:
    evening.press("challenge")
    for hand in hands:
        evening.lay(*hand)
    assert isinstance(evening.table.mode, VerdictMode)
    return evening.table.mode


def to_show(evening: Evening, count: int) -> None:
    """Pushes to the dice that are to be shown, and turns to how many."""
    while cups(evening).aim is not DialTarget.SHOW:
        evening.press("dial")
    evening.turn(count - cups(evening).count)


@pytest.mark.parametrize(
    ("bid", "dice", "stock"),
    [
        ((4, 6), (6, 6, 6, 6, 6, 6, 6, 2), (4, 1)),
        ((4, 6), (6, 6, 2, 3, 4, 5, 2, 3), (2, 4)),
        ((4, 5), (1, 1, 5, 5, 5, 5, 2, 3), (4, 2)),
    ],
    ids=["three too many", "two too few", "stars count"],
)
def test_a_challenge_costs_the_difference(
    tmp_path: Path, bid: tuple[int, int], dice: tuple[int, ...], stock: tuple[int, ...]
) -> None:
    evening = begun(tmp_path, dice=4)
    evening.bid(*bid)
    challenged(evening, dice[:4], dice[4:])
    assert evening.stock == stock


def test_an_exact_bid_costs_all_others_a_die(tmp_path: Path) -> None:
    evening = begun(tmp_path, seats=4, dice=2)
    evening.bid(3, 6)
    challenged(evening, (6, 6), (6, 2), (3, 3), (4, 4))
    assert evening.stock == (2, 1, 1, 1)
    scene = scene_of(evening.table)
    assert isinstance(scene, RevealScene)
    assert "The count is exactly 3, with the stars: three sixes is true." in scene.verdict.lines


def test_the_prompt_counts_the_pushes_until_dice_can_be_shown(tmp_path: Path) -> None:
    evening = begun(tmp_path)
    evening.press("claim")
    for turns, pushes in (
        ("Turn: how many", "push the dial twice to show"),
        ("Turn: the face", "push the dial to show"),
    ):
        assert evening.offer("dial") == turns
        scene = scene_of(evening.table)
        assert isinstance(scene, TableScene)
        assert pushes in scene.prompt
        evening.press("dial")
    assert evening.offer("dial") == "Turn: dice to show"


def test_stars_are_bid_at_half(tmp_path: Path) -> None:
    evening = begun(tmp_path)
    evening.bid(4, 5)
    mode = cups(evening)
    assert mode.bids()[:2] == (Bid(4, 6), Bid(2, 1))
    evening.bid_to(2, 1)
    assert evening.offer("claim") == "Bid two stars"


def test_every_legal_bid_can_be_reached_by_the_dial(tmp_path: Path) -> None:
    evening = begun(tmp_path, dice=3)
    evening.bid(1, 3)
    for bid in cups(evening).bids():
        assert isinstance(bid, Bid)
        evening.bid_to(bid.quantity, bid.face)


def test_show_and_reroll_is_read_by_the_camera(tmp_path: Path) -> None:
    evening = begun(tmp_path, dice=4)
    evening.bid(2, 5)
    to_show(evening, 2)
    assert evening.offer("reveal") == "Read two shown"
    evening.press("reveal")
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    assert request.dice == 2
    evening.table.on_observation(request.serial, observation(5, 5))
    assert evening.notice == "Bjorn shows 5 and 5 and re-rolls the others."
    assert evening.offer("challenge").startswith("·"), "a bid must follow"
    evening.bid(4, 5)
    state = evening.table.state
    assert state.shown == ((), (5, 5))
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    assert scene.seats[1].shown == (5, 5)
    challenged(evening, (2, 3, 4, 5), (5, 3))
    assert evening.stock == (3, 4), "an exact hit: RULES.md, example 9"


@pytest.mark.parametrize(("can_peek", "step"), [(False, NextStep.SHOW), (True, NextStep.TELL_SHOWN)])
def test_the_hint_for_shown_dice_depends_on_whose_cups_they_are(tmp_path: Path, can_peek: bool, step: NextStep) -> None:
    """Under real cups the camera reads them; under simulated ones they are chosen with the dial."""
    evening = begun(tmp_path, dice=4, can_peek=can_peek)
    evening.bid(1, 6)
    to_show(evening, 1)
    assert cups(evening).step is step
    evening.press("claim")
    assert cups(evening).step is NextStep.ENTER_SHOWN, "CLAIM does nothing while they are entered"


def test_only_hidden_dice_are_laid_after_a_showing(tmp_path: Path) -> None:
    evening = begun(tmp_path, dice=4)
    evening.bid(2, 5)
    to_show(evening, 3)
    evening.press("reveal")
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_observation(request.serial, observation(5, 5, 5))
    evening.bid(4, 5)
    evening.press("challenge")
    evening.lay(2, 3, 4, 5)
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    assert (scene.who, scene.what) == ("Bjorn", "Lay one die")
    assert scene.photograph is not None
    assert scene.photograph.caption == "Astrid · 4 so far", "the shown dice count"


def test_one_die_at_least_is_rerolled(tmp_path: Path) -> None:
    evening = begun(tmp_path, dice=4)
    evening.bid(2, 5)
    to_show(evening, 99)
    assert cups(evening).count == 3


def test_shown_dice_are_entered_with_the_dial_without_a_camera(tmp_path: Path) -> None:
    evening = begun(tmp_path, dice=4)
    evening.bid(2, 5)
    to_show(evening, 2)
    evening.press("reveal")
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_observation(request.serial, unsure())
    assert "could not be read" in evening.notice
    evening.press("claim")
    enter(evening, 5)
    enter(evening, 4)
    evening.press("challenge")
    assert cups(evening).entry is None, "all entered: nothing is taken back"
    assert evening.table.active_session.showing == (4, 5)


def enter(evening: Evening, face: int) -> None:
    entry = cups(evening).entry
    assert isinstance(entry, DialEntry)
    evening.turn(face - (entry.face or 0))
    evening.press("dial")


def test_a_showing_can_be_left_before_it_is_done(tmp_path: Path) -> None:
    evening = begun(tmp_path, dice=4)
    evening.bid(2, 5)
    to_show(evening, 2)
    evening.press("claim")
    enter(evening, 5)
    evening.press("challenge", "challenge")
    assert cups(evening).entry is None
    evening.press("dial")
    evening.bid(3, 5)
    assert evening.table.state.shown == ((), ())


def test_dice_of_a_simulated_cup_are_shown_by_their_places_in_it(tmp_path: Path) -> None:
    evening = begun(tmp_path, dice=4, can_peek=True)
    evening.bid(2, 5)
    to_show(evening, 2)
    evening.press("claim")
    evening.turn(1)
    evening.press("dial")
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    assert scene.what == "Show die two of two"
    assert scene.prompt == "Chosen so far: 2. Turn to the place of the next, then push."
    assert scene.claim is not None
    assert not scene.claim_by, "the bid that stands, and whose it is, are not on the screen now"
    assert (scene.claim.total, scene.claim.name) == (3, "of four, from the lowest up")
    assert evening.offer("reveal") == "Look at the dice", "whoever forgot them looks again"
    evening.press("dial")
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    assert request.hand is not None
    assert (request.hand.seat, request.dice) == (1, 4)
    evening.table.on_observation(request.serial, observation(6, 5, 2, 5))
    assert evening.table.active_session.showing == (5, 5), "the second and the third from the lowest"


def test_chosen_places_can_be_undone_and_leave_room_for_others(tmp_path: Path) -> None:
    evening = begun(tmp_path, dice=4, can_peek=True)
    evening.bid(2, 5)
    to_show(evening, 3)
    evening.press("claim")
    evening.turn(1)
    entry = cups(evening).entry
    assert isinstance(entry, PlaceEntry)
    assert entry.place == 2
    evening.turn(1)
    evening.press("dial", "challenge", "challenge")
    assert cups(evening).entry is None


def test_the_first_bid_shows_nothing_but_by_house_rule(tmp_path: Path) -> None:
    strict, free = begun(tmp_path / "strict"), begun(tmp_path / "free", show_on_opening=True)
    assert cups(strict).most_shown() == 0
    assert cups(free).most_shown() == 7


def test_the_house_may_limit_how_often_one_shows(tmp_path: Path) -> None:
    evening = begun(tmp_path, dice=4, show_per_round=1, show_on_opening=True)
    to_show(evening, 1)
    evening.press("claim")
    enter(evening, 5)
    evening.bid(1, 5)
    evening.bid(2, 5)
    assert cups(evening).most_shown() == 0


def test_play_may_go_the_other_way(tmp_path: Path) -> None:
    evening = begun(tmp_path, seats=3, direction="counterclockwise")
    evening.bid(1, 5)
    assert evening.table.state.turn == 2


def counting(evening: Evening) -> DiceCountMode:
    """The table says that it has counted."""
    evening.press("challenge", "claim")
    assert isinstance(evening.table.mode, VerdictMode)
    labels = labels_of(evening.table)
    assert labels[:2] == ["Read the dice again", "Nobody pays"]
    evening.choose("We have counted")
    assert isinstance(evening.table.mode, DiceCountMode)
    return evening.table.mode


@pytest.mark.parametrize(
    ("count", "label", "detail", "stock", "opener"),
    [
        (-2, "a single six", "Astrid pays two dice", (0, 2, 2), 1),
        (-1, "two sixes", "Astrid pays one die", (1, 2, 2), 1),
        (0, "three sixes", "Bjorn and Sigrid pay one die each", (2, 1, 1), 0),
        (2, "five sixes", "Bjorn pays two dice", (2, 0, 2), 0),
    ],
)
def test_where_the_cost_depends_on_the_count_the_table_tells_how_many(
    tmp_path: Path, count: int, label: str, detail: str, stock: tuple[int, ...], opener: int
) -> None:
    evening = begun(tmp_path, seats=3, dice=2)
    evening.bid(3, 6)
    mode = counting(evening)
    assert said(mode.subtitle) == "Astrid bid three sixes."
    evening.turn(count)
    here = rows_of(evening.table)[mode.cursor]
    assert (here.label, here.detail) == (label, detail)
    evening.press("dial")
    assert (evening.stock, evening.table.state.turn) == (stock, opener)
    scene = scene_of(evening.table)
    assert isinstance(scene, RevealScene)
    assert scene.verdict.word == ("TRUE" if count >= 0 else "A LIE")
    assert scene.count is not None
    assert scene.count.total == 3 + count
    assert scene.verdict.pays == (f"{detail}.",)
    assert f'"the table counted: {label}"' in evening.table.active_session.record()
    evening.table.active_session.undo()
    assert evening.stock == (2, 2, 2), "whoever paid, it is one ruling"


def test_the_table_may_have_counted_none_and_may_go_back(tmp_path: Path) -> None:
    evening = begun(tmp_path, dice=2)
    evening.bid(1, 6)
    mode = counting(evening)
    evening.turn(-9)
    assert labels_of(evening.table)[mode.cursor] == "none"
    evening.press("challenge")
    assert isinstance(evening.table.mode, VerdictMode)
    evening.choose("Nobody pays")
    assert (evening.stock, evening.table.state.phase) == ((2, 2), Phase.OPEN)


def test_dice_that_were_shown_were_there(tmp_path: Path) -> None:
    evening = begun(tmp_path, dice=3)
    evening.bid(1, 5)
    evening.table.active_session.note_showing((5, 5))
    evening.bid(3, 5)
    counting(evening)
    assert labels_of(evening.table) == [f"{n} fives" for n in ("two", "three", "four", "five", "six")]


def test_the_count_is_asked_for_again_when_the_power_went(tmp_path: Path) -> None:
    evening = begun(tmp_path, dice=2)
    evening.bid(2, 6)
    counting(evening)
    again = Evening(evening.killed(), rules=None)
    again.press("dial")
    assert isinstance(again.table.mode, VerdictMode)
    assert "We have counted" in labels_of(again.table)
