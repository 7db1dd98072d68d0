"""When a child counts as dead, and when the next is started."""

from firmware.camera.watchdog import (
    PATIENCE,
    PATIENCE_AT_WORK,
    PATIENCES_AT_START,
    PAUSES,
    PROVEN,
    Watchdog,
    WatchdogAction,
)


def running(now: float = 0.0) -> Watchdog:
    line = Watchdog()
    line.started(now)
    line.opened(now)
    return line


def steps(line: Watchdog, first: float, last: float) -> set[WatchdogAction]:
    """What is to be done at every half second of a span."""
    return {line.step(first + half / 2) for half in range(round((last - first) * 2) + 1)}


def test_the_first_start_is_due_at_once() -> None:
    assert Watchdog().step(0.0) is WatchdogAction.START


def test_signs_of_life_keep_it_alive() -> None:
    line = running()
    for second in range(100):
        line.sign(second)
        assert line.step(second) is WatchdogAction.WAIT
    assert steps(line, 99.0, 99.0 + PATIENCE - 0.1) == {WatchdogAction.WAIT}
    assert line.step(99.0 + PATIENCE + 0.1) is WatchdogAction.KILL


def test_a_camera_may_take_its_time_to_open() -> None:
    line = Watchdog()
    line.started(0.0)
    first = PATIENCES_AT_START[0]
    assert steps(line, 0.0, first - 1) == {WatchdogAction.WAIT}
    assert WatchdogAction.KILL in steps(line, first - 1, first + 1)


def test_a_start_that_was_given_up_gives_the_next_ones_more_time() -> None:
    """Else a computer that is too slow for the first would start its camera for ever."""
    line, now, waited = Watchdog(), 0.0, []
    for _ in range(len(PATIENCES_AT_START) + 1):
        line.started(now)
        began = now
        while line.step(now) is WatchdogAction.WAIT:
            now += 0.5
        waited.append(now - began - 0.5)
        line.ended(now)
    assert waited == [*PATIENCES_AT_START, PATIENCES_AT_START[-1]]


def test_every_sign_of_a_start_counts() -> None:
    line = Watchdog()
    line.started(0.0)
    steps(line, 0.0, 15.0)
    line.sign(15.0)
    assert steps(line, 15.0, 15.0 + PATIENCES_AT_START[0]) == {WatchdogAction.WAIT}


def test_work_of_its_own_may_take_long_but_not_forever() -> None:
    line = running()
    line.sign(0.0, busy=True)
    assert steps(line, 0.0, PATIENCE_AT_WORK) == {WatchdogAction.WAIT}
    assert line.step(PATIENCE_AT_WORK + 0.1) is WatchdogAction.KILL


def test_when_the_work_is_done_a_camera_is_waited_for_no_longer_than_ever() -> None:
    line = running()
    line.sign(0.0, busy=True)
    assert steps(line, 0.0, 10.0) == {WatchdogAction.WAIT}
    line.sign(10.0)
    assert steps(line, 10.0, 10.0 + PATIENCE) == {WatchdogAction.WAIT}
    assert line.step(10.0 + PATIENCE + 0.1) is WatchdogAction.KILL


def test_a_child_is_not_blamed_for_the_time_in_which_nobody_looked() -> None:
    """The main process may have been stopped: what the child said meanwhile waits to be heard."""
    line = running()
    assert line.step(1.0) is WatchdogAction.WAIT
    assert line.step(3600.0) is WatchdogAction.WAIT
    assert WatchdogAction.KILL in steps(line, 3600.0, 3600.0 + PATIENCE + 0.5)


def test_on_a_computer_that_crawls_the_child_has_as_much_more_time() -> None:
    """Where steps of the main process come late, so do the child's."""
    line, late = running(), 3.0
    assert [line.step(late * turn) for turn in range(3)] == [WatchdogAction.WAIT] * 3
    assert line.step(late * 3) is WatchdogAction.KILL, "but not for ever"


def test_pauses_grow_up_to_the_longest() -> None:
    line, now, pauses = Watchdog(), 0.0, []
    for _ in range(len(PAUSES) + 2):
        line.started(now)
        line.ended(now)
        due = now
        while line.step(due) is WatchdogAction.WAIT:
            due += 0.25
        pauses.append(due - now)
        now = due
    assert pauses == [*PAUSES, PAUSES[-1], PAUSES[-1]]


def test_a_camera_that_opens_and_fails_at_once_is_no_reason_to_start_afresh_sooner() -> None:
    line = running()
    line.ended(1.0)
    line.started(2.0)
    line.opened(2.5)
    line.ended(3.0)
    assert line.step(3.0 + PAUSES[1] - 0.1) is WatchdogAction.WAIT


def test_good_service_makes_failures_forgotten() -> None:
    line, now = running(), 0.0
    for _ in range(4):
        line.ended(now)
        line.started(now)
    line.opened(now)
    line.sign(now + PROVEN + 1)
    line.ended(now + PROVEN + 2)
    assert line.step(now + PROVEN + 2 + PAUSES[0]) is WatchdogAction.START


def test_who_waits_for_the_camera_does_not_wait_for_the_pause() -> None:
    line = running()
    line.ended(1.0)
    assert line.step(1.0) is WatchdogAction.WAIT
    line.hurry()
    assert line.step(1.0) is WatchdogAction.START


def test_an_end_that_is_told_twice_counts_once() -> None:
    line = running()
    line.ended(1.0)
    line.ended(5.0)
    assert line.step(1.0 + PAUSES[0]) is WatchdogAction.START
