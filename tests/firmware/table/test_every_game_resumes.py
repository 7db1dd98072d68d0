"""Any game can be interrupted anywhere: its state is restored, and the last action can be undone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.menus.resume_offer import ResumeMode
from firmware.rules.state import Phase
from firmware.table.play.bidding import BiddingMode, DialTarget
from firmware.table.play.verdict import VerdictMode
from firmware.table.requests import ReadDice
from tests.firmware.evening import NAMES, Evening, observation

Step = Callable[[Evening], object]


def show(evening: Evening, *faces: int) -> None:
    """Shows dice that the camera reads."""
    mode = evening.table.mode
    assert isinstance(mode, BiddingMode)
    while mode.aim is not DialTarget.SHOW:
        evening.press("dial")
    evening.turn(len(faces) - mode.count)
    evening.press("reveal")
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_observation(request.serial, observation(*faces))


def shake_blind(evening: Evening, *faces: int) -> None:
    evening.press("reveal")
    evening.shake(*faces)


def roll_21(evening: Evening) -> None:
    """Rolls a 21 and shows it."""
    evening.shake(2, 1)
    evening.turn(99)
    evening.press("claim")
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_observation(request.serial, observation(2, 1))


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
            lambda e: e.press("claim"),
            lambda e: e.press("claim"),
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


def resumed(evening: Evening, can_peek: bool = False) -> Evening:
    again = Evening(evening.killed(), rules=None, can_peek=can_peek)
    assert isinstance(again.table.mode, ResumeMode)
    again.press("dial")
    return again


@pytest.mark.parametrize(("rules", "deeds"), POINTS)
def test_a_game_resumes_wherever_it_was_interrupted(tmp_path: Path, rules: str, deeds: int) -> None:
    stock, steps = EVENINGS[rules]
    whole = begun(tmp_path / "whole", rules)
    played(whole, steps)
    cut = begun(tmp_path / "cut", rules)
    played(cut, steps[:deeds])
    if cut.table.state.phase is Phase.OVER:
        return
    judged = isinstance(cut.table.mode, VerdictMode)
    before, laid, showing = cut.table.state, dict(cut.table.active_session.laid), cut.table.active_session.showing
    again = resumed(cut)
    assert again.table.state == before
    assert (again.table.active_session.laid, again.table.active_session.showing) == (laid, showing)
    # A verdict that was already shown is not shown again.
    played(again, steps[deeds + judged :])
    assert again.table.state.stock == whole.table.state.stock == stock
    assert again.table.state.last == whole.table.state.last


@pytest.mark.parametrize("rules", EVENINGS)
def test_every_action_can_be_undone_one_by_one(tmp_path: Path, rules: str) -> None:
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


def test_every_hand_is_known_by_the_roll_that_it_came_of(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="stars", can_peek=True)
    evening.begin(options={"dice": 4})
    assert [evening.table.active_session.hand_roll(seat) for seat in range(len(NAMES))] == [None, None, None]
    evening.press("dial")
    deal = evening.table.active_session.hand_roll(0)
    assert deal is not None
    evening.bid(1, 5)
    session = evening.table.active_session
    session.note_showing((5,))
    rerolled = session.hand_roll(1)
    assert (session.hand_roll(0), session.hand_roll(2)) == (deal, deal)
    evening = resumed(evening, can_peek=True)
    assert evening.table.active_session.hand_roll(1) == rerolled != deal, "the same before the bid, after power failed"
    evening.bid(2, 5)
    evening = resumed(evening, can_peek=True)
    session = evening.table.active_session
    assert [session.hand_roll(seat) for seat in range(len(NAMES))] == [deal, rerolled, deal], "and after it"
    session.undo()
    assert session.hand_roll(1) == deal, "an undo brings the first hand back"
    session.note_showing((5,))
    assert session.hand_roll(1) not in (deal, rerolled), "what is re-rolled then is another hand"


def test_a_new_deal_is_a_new_hand(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="sympkyn-cups", can_peek=True)
    evening.begin(options={"result": "lose_die", "dice": 2}, seats=("Astrid", "Bjorn", "Sigrid"))
    evening.press("dial")
    first = evening.table.active_session.hand_roll(1)
    evening.bid(6, 6)
    evening.press("challenge")
    for hand in ((1, 2), (2, 3), (3, 4)):
        evening.lay(*hand)
    evening.press("dial", "dial")
    assert evening.table.active_session.hand_roll(1) not in (None, first)
