"""Contacts that bounce, and what a hand does with a button."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from hardware.pi.debouncer import QUIET_SECONDS, STUCK_SECONDS, Change, Debouncer, Gesture, Press


def changes(edges: list[tuple[bool, float]], end: float) -> list[Change]:
    contact = Debouncer()
    found = [contact.edge(closed, at) for closed, at in edges] + [contact.settle(end)]
    return [change for change in found if change]


def test_a_press_that_bounces_at_both_ends_is_one_press() -> None:
    down = [(True, 1.000), (False, 1.001), (True, 1.003), (False, 1.004), (True, 1.006)]
    up = [(False, 1.100), (True, 1.101), (False, 1.102)]
    assert changes(down + up, 2.0) == [Change(True, 1.000), Change(False, 1.100)]


def test_two_quick_presses_are_two_even_if_nobody_looked_in_between() -> None:
    edges = [(True, 1.0), (False, 1.05), (True, 1.1), (False, 1.15)]
    assert [change.closed for change in changes(edges, 9.0)] == [True, False, True, False]


def test_a_spike_is_ignored() -> None:
    assert changes([(True, 1.0), (False, 1.001)], 2.0) == []


def test_a_repeated_level_is_reported_once() -> None:
    assert changes([(True, 1.0), (True, 1.001), (True, 5.0)], 6.0) == [Change(True, 1.0)]


def test_it_tells_when_the_next_call_is_due() -> None:
    contact = Debouncer()
    assert contact.due_at() is None
    contact.edge(True, 1.0)
    due = contact.due_at()
    assert due is not None
    assert contact.settle(due - 0.001) is None
    assert contact.settle(due) == Change(True, 1.0)
    assert contact.due_at() is None


def test_a_contact_that_does_not_settle_chatters_and_reports_nothing() -> None:
    contact = Debouncer()
    times = [1.0 + 0.005 * count for count in range(600)]
    assert [contact.edge(count % 2 == 0, at) for count, at in enumerate(times)] == [None] * 600
    assert contact.chatters(times[-1])
    assert contact.settle(times[-1] + 1) is None, "it came to rest where it had been"
    assert not contact.chatters(times[-1] + 1)


@given(st.lists(st.tuples(st.booleans(), st.floats(0.0, 0.1)), max_size=60))
def test_changes_alternate_and_end_where_the_contact_is(edges: list[tuple[bool, float]]) -> None:
    now, timed, last = 0.0, [], False
    for closed, pause in edges:
        now += pause
        timed.append((closed, now))
        last = closed
    found = changes(timed, now + 1)
    assert [change.closed for change in found] == [index % 2 == 0 for index in range(len(found))]
    assert (len(found) % 2 == 1) is last
    assert all(b.at - a.at > 0.999 * QUIET_SECONDS for a, b in itertools.pairwise(found))


def test_a_long_press_is_held_once_and_its_release_reports_nothing() -> None:
    press = Press(hold=0.8)
    assert press.change(Change(True, 1.0)) is Gesture.DOWN
    assert [press.tick(now) for now in (1.5, 1.79, 1.81, 2.0)] == [None, None, Gesture.HELD, None]
    assert press.change(Change(False, 3.0)) is None


def test_a_long_press_is_held_even_if_nobody_looked_before_its_end() -> None:
    press = Press(hold=0.8)
    press.change(Change(True, 1.0))
    assert press.change(Change(False, 1.9)) is Gesture.HELD


def test_a_stuck_button_is_noticed_once_and_so_is_its_recovery() -> None:
    press = Press()
    press.change(Change(True, 1.0))
    told = [press.tick(1.0 + seconds) for seconds in (1, STUCK_SECONDS - 1, STUCK_SECONDS, 60, 600)]
    assert told == [Gesture.HELD, None, Gesture.STUCK, None, None]
    assert press.due_at() is None
    assert press.change(Change(False, 700)) is Gesture.FREED
    assert press.change(Change(True, 800)) is Gesture.DOWN
    assert press.change(Change(False, 800.1)) is Gesture.TAPPED


def test_a_button_that_is_down_at_the_start_is_no_press() -> None:
    press = Press()
    press.down_already(5.0)
    assert press.tick(6.0) is None
    assert press.change(Change(False, 7.0)) is None


def test_a_discarded_press_has_no_effect_but_may_be_stuck() -> None:
    press = Press()
    press.change(Change(True, 1.0))
    press.void()
    assert not press.undecided
    assert press.tick(2.0) is None
    assert press.tick(1.0 + STUCK_SECONDS) is Gesture.STUCK
