"""Whatever game is cut off, wherever: it stands as it stood; and whatever was done last can be taken back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.menus.resume_offer import ResumeMode
from firmware.rules.state import Phase
from firmware.table.play.bidding import Aim, BiddingMode
from firmware.table.play.showdown import ShowdownMode
from firmware.table.play.verdict import VerdictMode
from firmware.table.requests import Cast, Look
from tests.firmware.evening import NAMES, Evening, sight

Step = Callable[[Evening], object]


def show(evening: Evening, *faces: int) -> None:
    """Shows dice which the eye reads."""
    mode = evening.table.mode
    assert isinstance(mode, BiddingMode)
    while mode.aim is not Aim.SHOW:
        evening.press("dial")
    evening.turn(len(faces) - mode.count)
    evening.press("reveal")
    (request,) = evening.asked
    assert isinstance(request, Look)
    evening.table.take_reading(request.serial, sight(*faces))


def shake_blind(evening: Evening, *faces: int) -> None:
    evening.press("reveal")
    evening.shake(*faces)


def roll_21(evening: Evening) -> None:
    """Rolls a 21 and shows it."""
    evening.shake(2, 1)
    evening.press("reveal")
    (request,) = evening.asked
    assert isinstance(request, Look)
    evening.table.take_reading(request.serial, sight(2, 1))


# What everybody has in the end, and how it came to that.
EVENINGS: dict[str, tuple[tuple[int, ...], list[Step]]] = {
    "viking": (
        (6, 6, 4),
        [
            lambda e: e.shake(2, 2),
            lambda e: e.claim(3, 4),
            lambda e: e.shake(1, 2),
            lambda e: e.claim(1, 2),
            lambda e: e.press("challenge"),
            lambda e: e.reveal(1, 2),
            lambda e: e.press("dial"),
        ],
    ),
    "mia": (
        (3, 3, 2),
        [
            lambda e: e.shake(4, 3),
            lambda e: e.claim(6, 1),
            lambda e: e.press("dial"),
            lambda e: e.press("dial"),
            lambda e: e.press("challenge"),
            lambda e: e.reveal(4, 3),
            lambda e: e.press("dial"),
        ],
    ),
    "sympkyn-box": (
        (3, 3, 2),
        [
            lambda e: e.shake(4, 3),
            lambda e: e.claim(4, 3),
            lambda e: shake_blind(e, 3, 1),
            lambda e: e.claim(5, 1),
            lambda e: e.pass_as(6, 1),
            lambda e: e.press("challenge"),
            lambda e: e.reveal(3, 1),
            lambda e: e.press("dial"),
        ],
    ),
    "bullshit": (
        (0, 3, 2),
        [
            lambda e: e.shake(6, 1),
            lambda e: e.claim(6, 1),
            lambda e: e.shake(4, 3),
            lambda e: e.claim(4, 3),
            lambda e: e.shake(6, 2),
            lambda e: e.claim(6, 2),
            roll_21,
            lambda e: e.press("dial"),
        ],
    ),
    "sympkyn-cups": (
        (5, 5, 5),
        [
            lambda e: e.press("dial"),
            lambda e: e.bid(2, 5),
            lambda e: e.bid(3, 5),
            lambda e: e.press("challenge"),
            lambda e: e.lay(5, 5, 2, 3, 4),
            lambda e: e.lay(1, 1, 2, 3, 4),
            lambda e: e.lay(1, 1, 2, 3, 4),
        ],
    ),
    "stars": (
        (8, 7, 8),
        [
            lambda e: e.press("dial"),
            lambda e: e.bid(2, 5),
            lambda e: show(e, 5, 5),
            lambda e: e.bid(6, 5),
            lambda e: e.press("challenge"),
            lambda e: e.lay(2, 3, 4, 6, 2, 3, 4, 6),
            lambda e: e.lay(5, 5, 5, 2, 3, 4),
            lambda e: e.lay(2, 3, 4, 6, 2, 3, 4, 6),
            lambda e: e.press("dial"),
        ],
    ),
}
POINTS = [(rules, deeds) for rules, (_, steps) in EVENINGS.items() for deeds in range(1, len(steps) + 1)]


def begun(folder: Path, rules: str) -> Evening:
    evening = Evening(folder, rules=rules)
    evening.begin()
    return evening


def played(evening: Evening, steps: list[Step]) -> None:
    for step in steps:
        step(evening)


def resumed(evening: Evening, flap: bool = False) -> Evening:
    again = Evening(evening.killed(), rules=None, flap=flap)
    assert isinstance(again.table.mode, ResumeMode)
    again.press("dial")
    return again


@pytest.mark.parametrize(("rules", "deeds"), POINTS)
def test_a_game_goes_on_wherever_it_was_cut_off(tmp_path: Path, rules: str, deeds: int) -> None:
    stock, steps = EVENINGS[rules]
    whole = begun(tmp_path / "whole", rules)
    played(whole, steps)
    cut = begun(tmp_path / "cut", rules)
    played(cut, steps[:deeds])
    if cut.table.state.phase is Phase.OVER:
        return
    judged = isinstance(cut.table.mode, VerdictMode)
    before, laid, showing = cut.table.state, dict(cut.table.playing.laid), cut.table.playing.showing
    again = resumed(cut)
    assert again.table.state == before
    assert (again.table.playing.laid, again.table.playing.showing) == (laid, showing)
    # A verdict that was seen already is not shown again.
    played(again, steps[deeds + judged :])
    assert again.table.state.stock == whole.table.state.stock == stock
    assert again.table.state.last == whole.table.state.last


@pytest.mark.parametrize("rules", EVENINGS)
def test_everything_can_be_taken_back_one_by_one(tmp_path: Path, rules: str) -> None:
    evening = begun(tmp_path, rules)
    states = [evening.table.state]
    for step in EVENINGS[rules][1]:
        step(evening)
        if evening.table.state != states[-1]:
            states.append(evening.table.state)
    while len(states) > 1:
        now = evening.table.state
        evening.table.hold("reveal")
        evening.turn(1)
        evening.press("dial")
        assert evening.notice.startswith("Taken back: "), evening.notice
        assert evening.table.state != now
        while len(states) > 1 and states[-1] != evening.table.state and evening.table.state in states:
            states.pop()
        if evening.table.state == states[0]:
            break
    assert evening.table.state == states[0]


@pytest.mark.parametrize("rules", EVENINGS)
def test_the_table_may_rule_at_any_time(tmp_path: Path, rules: str) -> None:
    evening = begun(tmp_path, rules)
    for step in EVENINGS[rules][1]:
        step(evening)
        if evening.table.state.phase is Phase.OVER:
            break
        before = evening.table.state
        evening.table.hold("reveal")
        evening.turn(2)
        evening.press("dial")
        evening.turn(99)
        evening.press("dial")
        ruled = evening.table.state
        if before.points:
            assert (ruled.points[0], ruled.stock) == (max(0, before.points[0] - 1), before.stock)
        else:
            assert ruled.stock[0] == max(0, before.stock[0] - 1)
        evening.table.hold("reveal")
        evening.turn(1)
        evening.press("dial")
        assert evening.table.state == before


def test_simulated_hands_that_were_not_thrown_yet_are_thrown_when_the_game_is_taken_up(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="stars", flap=True)
    evening.begin(options={"dice": 4})
    evening.press("dial")
    evening.table.playing.note_hand(0, ((3, 4),))
    again = resumed(evening, flap=True)
    assert again.asked == (Cast(1, 4), Cast(2, 4)), "the first hand is known"


def test_an_undo_of_a_showing_brings_the_simulated_hand_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="stars", flap=True)
    evening.begin(options={"dice": 4})
    evening.press("dial")
    session = evening.table.playing
    for seat in range(len(NAMES)):
        session.note_hand(seat, ((seat + 1, 4),))
    evening.bid(1, 5)
    session.note_showing((5,))
    session.note_hand(1, ((9, 3),))
    evening.bid(2, 5)
    assert session.hand(1) == ((9, 3),)
    again = resumed(evening, flap=True)
    for some in (session, again.table.playing):
        assert some.hand(1) == ((9, 3),)
    again.table.playing.undo()
    assert again.table.playing.hand(1) == ((2, 4),)
    assert resumed(again, flap=True).table.playing.hand(1) == ((2, 4),)


def test_a_hand_of_an_earlier_deal_is_no_hand(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="sympkyn-cups", flap=True)
    evening.begin(options={"result": "lose_die", "dice": 2}, seats=("Astrid", "Bjorn", "Sigrid"))
    evening.press("dial")
    evening.table.playing.note_hand(1, ((2, 2),))
    evening.bid(6, 6)
    evening.press("challenge")
    for hand in ((1, 2), (2, 3), (3, 4)):
        evening.lay(*hand)
    evening.press("dial", "dial")
    assert evening.table.playing.hand(1) == ()
    assert isinstance(evening.table.mode, BiddingMode | ShowdownMode)
