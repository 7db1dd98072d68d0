"""When a child counts as dead, and when the next is started."""

from firmware.eye.lifeline import PATIENCE, PATIENCE_AT_START, PAUSES, PROVEN, Lifeline, Step


def running(now: float = 0.0) -> Lifeline:
    line = Lifeline()
    line.started(now)
    line.opened(now)
    return line


def steps(line: Lifeline, first: float, last: float) -> set[Step]:
    """What is to be done at every half second of a span."""
    return {line.step(first + half / 2) for half in range(round((last - first) * 2) + 1)}


def test_the_first_start_is_due_at_once() -> None:
    assert Lifeline().step(0.0) is Step.START


def test_signs_of_life_keep_it_alive() -> None:
    line = running()
    for second in range(100):
        line.sign(second)
        assert line.step(second) is Step.WAIT
    assert steps(line, 99.0, 99.0 + PATIENCE - 0.1) == {Step.WAIT}
    assert line.step(99.0 + PATIENCE + 0.1) is Step.KILL


def test_a_camera_may_take_its_time_to_open() -> None:
    line = Lifeline()
    line.started(0.0)
    assert steps(line, 0.0, PATIENCE_AT_START - 1) == {Step.WAIT}
    assert Step.KILL in steps(line, PATIENCE_AT_START - 1, PATIENCE_AT_START + 1)


def test_a_child_is_not_blamed_for_the_time_in_which_nobody_looked() -> None:
    """The main process may have been stopped: what the child said meanwhile waits to be heard."""
    line = running()
    assert line.step(1.0) is Step.WAIT
    assert line.step(3600.0) is Step.WAIT
    assert Step.KILL in steps(line, 3600.0, 3600.0 + PATIENCE + 0.5)


def test_pauses_grow_up_to_the_longest() -> None:
    line, now, pauses = Lifeline(), 0.0, []
    for _ in range(len(PAUSES) + 2):
        line.started(now)
        line.ended(now)
        due = now
        while line.step(due) is Step.WAIT:
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
    assert line.step(3.0 + PAUSES[1] - 0.1) is Step.WAIT


def test_good_service_makes_failures_forgotten() -> None:
    line, now = running(), 0.0
    for _ in range(4):
        line.ended(now)
        line.started(now)
    line.opened(now)
    line.sign(now + PROVEN + 1)
    line.ended(now + PROVEN + 2)
    assert line.step(now + PROVEN + 2 + PAUSES[0]) is Step.START


def test_who_waits_for_the_eye_does_not_wait_for_the_pause() -> None:
    line = running()
    line.ended(1.0)
    assert line.step(1.0) is Step.WAIT
    line.hurry()
    assert line.step(1.0) is Step.START


def test_an_end_that_is_told_twice_counts_once() -> None:
    line = running()
    line.ended(1.0)
    line.ended(5.0)
    assert line.step(1.0 + PAUSES[0]) is Step.START
