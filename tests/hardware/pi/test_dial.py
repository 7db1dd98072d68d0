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


def test_many_turns_add_up() -> None:
    assert steps(*CLOCKWISE * 7, *BACK * 3) == 4


def test_a_turn_that_is_taken_back_is_none() -> None:
    assert steps((True, False), (True, True), (True, False), (False, False)) == 0


@pytest.mark.parametrize("lost", range(3))
def test_an_edge_lost_in_a_quick_turn_never_turns_back(lost: int) -> None:
    left = [contacts for index, contacts in enumerate(CLOCKWISE) if index != lost]
    assert steps(*left) in (0, 1)
    assert steps(*CLOCKWISE, *left, *CLOCKWISE) in (2, 3)


def test_a_transition_that_cannot_be_is_passed_over() -> None:
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
