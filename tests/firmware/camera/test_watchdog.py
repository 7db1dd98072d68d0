"""When a child counts as dead, and when its replacement is started."""

from firmware.camera.watchdog import (
    BUSY_TIMEOUT,
    PROVEN_SECONDS,
    RESTART_DELAYS,
    SILENCE_TIMEOUT,
    START_TIMEOUTS,
    Watchdog,
    WatchdogAction,
)


def running(now: float = 0.0) -> Watchdog:
    watchdog = Watchdog()
    watchdog.started(now)
    watchdog.opened(now)
    return watchdog


def steps(watchdog: Watchdog, first: float, last: float) -> set[WatchdogAction]:
    """The outcome at every half second of a span."""
    return {watchdog.step(first + half / 2) for half in range(round((last - first) * 2) + 1)}


def test_the_first_start_is_due_at_once() -> None:
    assert Watchdog().step(0.0) is WatchdogAction.START


def test_signs_of_life_keep_it_alive() -> None:
    watchdog = running()
    for second in range(100):
        watchdog.heartbeat(second)
        assert watchdog.step(second) is WatchdogAction.WAIT
    assert steps(watchdog, 99.0, 99.0 + SILENCE_TIMEOUT - 0.1) == {WatchdogAction.WAIT}
    assert watchdog.step(99.0 + SILENCE_TIMEOUT + 0.1) is WatchdogAction.KILL


def test_a_camera_may_take_its_time_to_open() -> None:
    watchdog = Watchdog()
    watchdog.started(0.0)
    first = START_TIMEOUTS[0]
    assert steps(watchdog, 0.0, first - 1) == {WatchdogAction.WAIT}
    assert WatchdogAction.KILL in steps(watchdog, first - 1, first + 1)


def test_a_start_that_was_given_up_gives_the_next_ones_more_time() -> None:
    """Otherwise a computer too slow for the first start would restart its camera forever."""
    watchdog, now, waited = Watchdog(), 0.0, []
    for _ in range(len(START_TIMEOUTS) + 1):
        watchdog.started(now)
        began = now
        while watchdog.step(now) is WatchdogAction.WAIT:
            now += 0.5
        waited.append(now - began - 0.5)
        watchdog.ended(now)
    assert waited == [*START_TIMEOUTS, START_TIMEOUTS[-1]]


def test_every_sign_of_a_start_counts() -> None:
    watchdog = Watchdog()
    watchdog.started(0.0)
    steps(watchdog, 0.0, 15.0)
    watchdog.heartbeat(15.0)
    assert steps(watchdog, 15.0, 15.0 + START_TIMEOUTS[0]) == {WatchdogAction.WAIT}


def test_work_of_its_own_may_take_long_but_not_forever() -> None:
    watchdog = running()
    watchdog.heartbeat(0.0, busy=True)
    assert steps(watchdog, 0.0, BUSY_TIMEOUT) == {WatchdogAction.WAIT}
    assert watchdog.step(BUSY_TIMEOUT + 0.1) is WatchdogAction.KILL


def test_when_the_work_is_done_a_camera_is_waited_for_no_longer_than_ever() -> None:
    watchdog = running()
    watchdog.heartbeat(0.0, busy=True)
    assert steps(watchdog, 0.0, 10.0) == {WatchdogAction.WAIT}
    watchdog.heartbeat(10.0)
    assert steps(watchdog, 10.0, 10.0 + SILENCE_TIMEOUT) == {WatchdogAction.WAIT}
    assert watchdog.step(10.0 + SILENCE_TIMEOUT + 0.1) is WatchdogAction.KILL


def test_a_child_is_not_blamed_for_the_time_in_which_nobody_looked() -> None:
    """The main process may have been stopped while messages of the child were waiting."""
    watchdog = running()
    assert watchdog.step(1.0) is WatchdogAction.WAIT
    assert watchdog.step(3600.0) is WatchdogAction.WAIT
    assert WatchdogAction.KILL in steps(watchdog, 3600.0, 3600.0 + SILENCE_TIMEOUT + 0.5)


def test_on_a_computer_that_crawls_the_child_has_as_much_more_time() -> None:
    """If the main process is slow, so is the child."""
    watchdog, late = running(), 3.0
    assert [watchdog.step(late * turn) for turn in range(3)] == [WatchdogAction.WAIT] * 3
    assert watchdog.step(late * 3) is WatchdogAction.KILL, "but not for ever"


def test_pauses_grow_up_to_the_longest() -> None:
    watchdog, now, pauses = Watchdog(), 0.0, []
    for _ in range(len(RESTART_DELAYS) + 2):
        watchdog.started(now)
        watchdog.ended(now)
        due = now
        while watchdog.step(due) is WatchdogAction.WAIT:
            due += 0.25
        pauses.append(due - now)
        now = due
    assert pauses == [*RESTART_DELAYS, RESTART_DELAYS[-1], RESTART_DELAYS[-1]]


def test_a_camera_that_opens_and_fails_at_once_is_no_reason_to_start_afresh_sooner() -> None:
    watchdog = running()
    watchdog.ended(1.0)
    watchdog.started(2.0)
    watchdog.opened(2.5)
    watchdog.ended(3.0)
    assert watchdog.step(3.0 + RESTART_DELAYS[1] - 0.1) is WatchdogAction.WAIT


def test_good_service_makes_failures_forgotten() -> None:
    watchdog, now = running(), 0.0
    for _ in range(4):
        watchdog.ended(now)
        watchdog.started(now)
    watchdog.opened(now)
    watchdog.heartbeat(now + PROVEN_SECONDS + 1)
    watchdog.ended(now + PROVEN_SECONDS + 2)
    assert watchdog.step(now + PROVEN_SECONDS + 2 + RESTART_DELAYS[0]) is WatchdogAction.START


def test_who_waits_for_the_camera_does_not_wait_for_the_pause() -> None:
    watchdog = running()
    watchdog.ended(1.0)
    assert watchdog.step(1.0) is WatchdogAction.WAIT
    watchdog.restart_now()
    assert watchdog.step(1.0) is WatchdogAction.START


def test_an_end_reported_twice_counts_once() -> None:
    watchdog = running()
    watchdog.ended(1.0)
    watchdog.ended(5.0)
    assert watchdog.step(1.0 + RESTART_DELAYS[0]) is WatchdogAction.START
