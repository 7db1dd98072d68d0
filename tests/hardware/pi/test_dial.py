"""The rotary encoder, contact by contact."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.pi.dial import DialDecoder

CLOCKWISE = [(True, False), (True, True), (False, True), (False, False)]
BACK = [(False, True), (True, True), (True, False), (False, False)]


def steps(*contacts: tuple[bool, bool]) -> int:
    dial = DialDecoder()
    return sum(dial.turn(a, b) for a, b in contacts)


@pytest.mark.parametrize(("turn", "step"), [(CLOCKWISE, 1), (BACK, -1)])
def test_a_cycle_is_a_step_at_the_detent(turn: list[tuple[bool, bool]], step: int) -> None:
    dial = DialDecoder()
    assert [dial.turn(a, b) for a, b in turn] == [0, 0, 0, step]


@pytest.mark.parametrize(("turn", "step"), [(CLOCKWISE, 1), (BACK, -1)])
def test_half_a_cycle_is_a_step_where_the_dial_rests_open_and_closed(turn: list[tuple[bool, bool]], step: int) -> None:
    dial = DialDecoder()
    assert [dial.turn(a, b, half_cycle=True) for a, b in turn * 2] == [0, step] * 4
    closed = DialDecoder(True, True)
    assert [closed.turn(a, b, half_cycle=True) for a, b in turn[2:]] == [0, step]


def rested(dial: DialDecoder, *contacts: tuple[bool, bool]) -> int:
    for a, b in contacts:
        dial.turn(a, b)
    return dial.come_to_rest()


def test_one_click_tells_which_kind_of_dial_it_is() -> None:
    full, half = DialDecoder(), DialDecoder()
    assert (rested(full, *CLOCKWISE), rested(full, *BACK), rested(full)) == (2, -2, 0)
    assert [rested(half, *part) for part in (CLOCKWISE[:2], CLOCKWISE[2:], BACK[:2])] == [1, 1, -1]
    assert rested(DialDecoder(), *CLOCKWISE * 3, *CLOCKWISE[:2]) == 7


def test_a_lost_edge_or_a_bounce_does_not_make_one_kind_of_dial_look_like_the_other() -> None:
    for lost in range(4):
        assert rested(DialDecoder(), *(at for number, at in enumerate(CLOCKWISE) if number != lost)) in (0, 2)
    there, closed = CLOCKWISE[:2]
    assert rested(DialDecoder(), there, (False, False), there, closed, there, closed) == 1


def test_contacts_that_rest_in_between_tell_nothing() -> None:
    dial = DialDecoder()
    assert (rested(dial, CLOCKWISE[0]), rested(dial, CLOCKWISE[1])) == (0, 0)


def test_many_turns_add_up() -> None:
    assert steps(*CLOCKWISE * 7, *BACK * 3) == 4


def test_a_turn_that_is_reversed_is_no_step() -> None:
    assert steps((True, False), (True, True), (True, False), (False, False)) == 0


@pytest.mark.parametrize("lost", range(3))
def test_an_edge_lost_in_a_quick_turn_never_turns_back(lost: int) -> None:
    left = [contacts for index, contacts in enumerate(CLOCKWISE) if index != lost]
    assert steps(*left) in (0, 1)
    assert steps(*CLOCKWISE, *left, *CLOCKWISE) in (2, 3)


def test_an_impossible_transition_is_ignored() -> None:
    assert steps((True, True), (False, False)) == 0
    assert steps((True, True), (False, False), *CLOCKWISE) == 1


@given(st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_contacts_that_bounce_make_no_more_steps(bounces: list[int]) -> None:
    contacts, here = [], (False, False)
    for there, count in zip(CLOCKWISE, bounces, strict=True):
        contacts += [there, here] * count + [there]
        here = there
    assert steps(*contacts) == 1


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=200))
def test_noise_never_makes_more_steps_than_visits_to_the_detent(noise: list[tuple[bool, bool]]) -> None:
    dial = DialDecoder()
    made = [abs(dial.turn(a, b)) for a, b in noise]
    arrivals = sum(before != (False, False) and now == (False, False) for before, now in itertools.pairwise(noise))
    assert sum(made) <= arrivals
