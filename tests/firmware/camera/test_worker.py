"""The camera worker without a process: orders in, answers out, frame by frame."""

from collections.abc import Iterator

import numpy as np
import pytest

from firmware.camera.messages import (
    Busy,
    CloseOrder,
    ClosePeekOrder,
    DiceReading,
    Moved,
    OrderAccepted,
    Peeked,
    PeekOrder,
    ReadOrder,
    RollOverdue,
    RollReading,
    Warned,
    WatchOrder,
    WorkerHeartbeat,
)
from firmware.camera.worker_settings import Pace
from firmware.journal.observation import RollDelay
from hardware.ports import CameraError, Image
from tests.firmware.camera.fake_cameras import (
    Clock,
    FakeDiceCamera,
    ScriptedCamera,
    ScriptedReader,
    SlowReader,
    TwoLamps,
    abstention,
    reading,
)
from tests.firmware.camera.worker_harness import WorkerHarness, shaken
from vision.reading import Reading, Reason

UNCLEAR = abstention(Reason.UNCLEAR)
HELD = Pace(answer_step=1.0)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(clock: Clock) -> ScriptedCamera:
    return ScriptedCamera(clock)


@pytest.fixture
def bench(table: ScriptedCamera, clock: Clock) -> Iterator[WorkerHarness]:
    made = WorkerHarness(table, clock, ScriptedReader([reading(2, 5)]))
    yield made
    made.close()


def test_shaken_dice_are_read_when_they_lie_still(bench: WorkerHarness, table: ScriptedCamera) -> None:
    bench.pass_time(1.0)
    bench.order(WatchOrder(1, 2))
    assert bench.pass_time(3.0) == []  # no shake yet
    assert shaken(bench, table) == []
    (answer,) = bench.pass_time(1.5)
    assert isinstance(answer, RollReading)
    assert (answer.serial, answer.observation.faces) == (1, (2, 5))
    assert bench.reader.asked == [2, 2, 2]


def test_a_hidden_roll_is_answered_a_fixed_time_after_rest_however_long_its_faces_take(
    table: ScriptedCamera, clock: Clock
) -> None:
    """The delay would else tell of the faces."""
    delays = set()
    for seconds in (0.001, 0.1, 0.17):
        bench = WorkerHarness(table, clock, SlowReader([reading(2, 5)], clock=clock, seconds=seconds), HELD)
        bench.pass_time(1.0)
        bench.order(WatchOrder(1, 2))
        shaken(bench, table)
        rested = clock.now
        while not (said := bench.pass_time(0.01)):
            assert clock.now < rested + 5
        assert isinstance(said[0], RollReading)
        delays.add(round(clock.now - rested, 1))
        bench.close()
    assert len(delays) == 1


def test_dice_that_move_while_their_answer_is_held_are_read_again(table: ScriptedCamera, clock: Clock) -> None:
    bench = WorkerHarness(table, clock, ScriptedReader([reading(2, 5)] * 3 + [reading(1, 1)]), HELD)
    bench.pass_time(1.0)
    bench.order(WatchOrder(1, 2))
    shaken(bench, table)
    bench.pass_time(0.8)
    assert len(bench.reader.asked) == 3
    assert shaken(bench, table) == []
    (answer,) = bench.pass_time(2.0)
    assert isinstance(answer, RollReading)
    assert answer.observation.faces == (1, 1)
    bench.close()


def test_a_shake_that_was_not_seen_is_reported_once(bench: WorkerHarness, table: ScriptedCamera) -> None:
    bench.pass_time(1.0)
    bench.order(WatchOrder(1, 2))
    assert bench.pass_time(3.5) == []
    assert bench.pass_time(10.0) == [RollOverdue(1, RollDelay.UNSEEN)]
    shaken(bench, table)
    (answer,) = bench.pass_time(1.5)
    assert isinstance(answer, RollReading)


def test_dice_that_never_rest_are_reported_once(bench: WorkerHarness, table: ScriptedCamera) -> None:
    bench.pass_time(1.0)
    bench.order(WatchOrder(1, 2))
    assert shaken(bench, table, scenes=140) == [RollOverdue(1, RollDelay.MOVING)]


def test_a_process_that_was_held_up_does_not_say_that_the_dice_move(
    bench: WorkerHarness, table: ScriptedCamera, clock: Clock
) -> None:
    bench.pass_time(1.0)
    bench.order(WatchOrder(1, 2))
    shaken(bench, table, scenes=3)
    clock.now += 15.0
    table.scene += 1
    assert bench.pass_time(0.05) == [RollOverdue(1, RollDelay.SLOW)]


def test_dice_at_rest_that_take_long_to_read_are_not_said_to_move(table: ScriptedCamera, clock: Clock) -> None:
    bench = WorkerHarness(table, clock, SlowReader([reading(2, 5)], clock=clock, seconds=7.0))
    bench.pass_time(1.0)
    bench.order(WatchOrder(1, 2))
    shaken(bench, table, scenes=3)
    delay, answer = bench.pass_time(30.0)
    assert delay == RollOverdue(1, RollDelay.SLOW)
    assert isinstance(answer, RollReading)
    bench.close()


def test_a_reading_gives_up_on_moving_dice_only_after_enough_frames(
    bench: WorkerHarness, table: ScriptedCamera, clock: Clock
) -> None:
    bench.pass_time(1.0)
    bench.order(ReadOrder(1, 2))
    clock.now += 5.0
    table.scene += 1
    assert bench.pass_time(0.05) == [], "one frame after a long pause tells nothing"
    (answer,) = bench.pass_time(2.0)
    assert isinstance(answer, DiceReading)
    assert answer.observation.faces == (2, 5)


def test_dice_are_not_read_before_they_have_lain_still_for_a_while(bench: WorkerHarness, table: ScriptedCamera) -> None:
    bench.pass_time(1.0)
    bench.order(WatchOrder(1, 2))
    shaken(bench, table)
    bench.pass_time(0.2)
    assert bench.reader.asked == []


def test_a_shake_that_began_before_the_order_counts(bench: WorkerHarness, table: ScriptedCamera) -> None:
    bench.pass_time(1.0)
    assert shaken(bench, table, scenes=2) == [Moved()]
    bench.order(WatchOrder(1, 2))
    (answer,) = bench.pass_time(2.0)
    assert isinstance(answer, RollReading)


def test_a_shake_over_before_its_report_counts_once(bench: WorkerHarness, table: ScriptedCamera) -> None:
    bench.pass_time(1.0)
    assert shaken(bench, table) == [Moved()]
    assert bench.pass_time(5.0) == []
    bench.order(WatchOrder(1, 2))
    (answer,) = bench.pass_time(2.0)
    assert isinstance(answer, RollReading)
    bench.order(WatchOrder(2, 2))
    assert bench.pass_time(3.0) == []  # no shake since


def test_after_a_restart_a_shake_that_was_seen_to_begin_is_not_waited_for(bench: WorkerHarness) -> None:
    bench.order(WatchOrder(1, 2, shake_seen=True))
    (answer,) = bench.pass_time(2.0)
    assert isinstance(answer, RollReading)


def test_it_tells_that_a_shake_was_seen_to_begin(bench: WorkerHarness, table: ScriptedCamera) -> None:
    bench.pass_time(1.0)
    bench.order(WatchOrder(1, 2))
    table.scene += 1
    bench.worker.step()
    heard = []
    while bench.ours.poll():
        heard.append(bench.ours.recv())
    assert heard[-1] == WorkerHeartbeat(shake_seen=1)


def test_it_tells_when_it_begins_and_ends_to_read(bench: WorkerHarness) -> None:
    """The camera has a shorter timeout than the reader: what is missing after a reading is the camera's fault."""
    bench.pass_time(1.0)
    bench.order(ReadOrder(1, 2))
    while not bench.reader.asked:
        bench.worker.step()
    heard = []
    while bench.ours.poll():
        heard.append(bench.ours.recv())
    assert [type(message) for message in heard[-2:]] == [Busy, WorkerHeartbeat]


def test_a_disturbance_at_rest_is_reported_once(bench: WorkerHarness, table: ScriptedCamera) -> None:
    assert bench.pass_time(2.0) == []
    assert shaken(bench, table) == [Moved()]
    assert bench.pass_time(2.0) == []
    assert shaken(bench, table) == [Moved()]


def test_a_look_reads_dice_at_rest_without_waiting_for_a_shake(bench: WorkerHarness) -> None:
    bench.pass_time(1.0)
    bench.order(ReadOrder(7, 3))
    (answer,) = bench.pass_time(0.3)
    assert isinstance(answer, DiceReading)
    assert (answer.serial, answer.observation.faces) == (7, (2, 5))
    assert bench.reader.asked == [3, 3, 3]


def test_a_look_at_dice_that_never_rest_abstains(bench: WorkerHarness, table: ScriptedCamera) -> None:
    bench.pass_time(1.0)
    bench.order(ReadOrder(7, 2))
    (answer,) = shaken(bench, table, scenes=60)[:1]
    assert isinstance(answer, DiceReading)
    assert (answer.observation.faces, answer.observation.reason) == (None, "moving")
    assert answer.observation.photograph


def test_frames_from_before_a_movement_do_not_count(bench: WorkerHarness, table: ScriptedCamera) -> None:
    bench.pass_time(1.0)
    bench.order(ReadOrder(7, 2))
    bench.worker.step()
    bench.worker.step()
    table.scene += 1
    (answer,) = bench.pass_time(1.5)
    assert isinstance(answer, DiceReading)
    assert len(bench.reader.asked) == 2 + 3


def test_the_latest_order_wins(bench: WorkerHarness) -> None:
    bench.pass_time(1.0)
    bench.order(WatchOrder(1, 2), ReadOrder(2, 2), ReadOrder(3, 2))
    (answer,) = bench.pass_time(1.0)
    assert isinstance(answer, DiceReading)
    assert answer.serial == 3


def test_every_order_is_acknowledged(bench: WorkerHarness) -> None:
    bench.order(ReadOrder(1, 2), ClosePeekOrder(), CloseOrder())
    heard = [bench.ours.recv() for _ in range(3)]
    assert heard == [OrderAccepted()] * 3


def test_frames_that_contradict_each_other_are_unclear(table: ScriptedCamera, clock: Clock) -> None:
    bench = WorkerHarness(table, clock, ScriptedReader([reading(1, 2), reading(1, 3), reading(1, 2)]))
    bench.order(ReadOrder(1, 2))
    (answer,) = bench.pass_time(1.0)
    assert isinstance(answer, DiceReading)
    assert (answer.observation.faces, answer.observation.reason) == (None, "unclear")
    bench.close()


def test_a_failing_reader_abstains_and_continues(table: ScriptedCamera, clock: Clock) -> None:
    bench = WorkerHarness(table, clock, ScriptedReader([*[ZeroDivisionError("no pips")] * 3, reading(1, 2)]))
    answers = []
    for serial in (1, 2):
        bench.order(ReadOrder(serial, 2))
        answers += bench.pass_time(1.0)
    warning, first, second = answers
    assert isinstance(warning, Warned)
    assert "ZeroDivisionError in fake_cameras.py" in str(warning.message)
    assert isinstance(first, DiceReading)
    assert isinstance(second, DiceReading)
    assert first.observation.reason == "unclear"
    assert "no pips" not in repr(answers), "what the reader says may tell the dice"
    assert second.observation.faces == (1, 2)
    bench.close()


def test_an_abstention_of_the_reader_comes_with_its_photograph(table: ScriptedCamera, clock: Clock) -> None:
    bench = WorkerHarness(table, clock, ScriptedReader([abstention(Reason.TOUCHING)]))
    bench.order(ReadOrder(1, 2))
    (answer,) = bench.pass_time(1.0)
    assert isinstance(answer, DiceReading)
    assert (answer.observation.reason, str(answer.observation.message)) == (
        "touching",
        "Dice touch so closely that they cannot be told apart: shake again.",
    )
    assert answer.observation.photograph.startswith(b"\xff\xd8")
    bench.close()


def test_a_camera_that_fails_ends_the_server(bench: WorkerHarness, table: ScriptedCamera) -> None:
    table.fails = "unplugged"
    bench.order(ReadOrder(1, 2))
    with pytest.raises(CameraError, match="unplugged"):
        bench.pass_time(1.0)


def test_an_old_frame_is_not_read_twice_and_a_camera_that_gives_no_other_has_failed(
    bench: WorkerHarness, table: ScriptedCamera
) -> None:
    bench.pass_time(1.0)
    table.stale = True
    for serial in (1, 2, 3):  # repeating an order does not restart the timeout
        bench.order(ReadOrder(serial, 2))
        assert bench.pass_time(0.45) == []
    assert bench.reader.asked == []
    bench.order(ReadOrder(4, 2))
    with pytest.raises(CameraError, match="the same picture"):
        bench.pass_time(0.45)


def test_a_camera_without_a_flap_shows_nothing_under_it(bench: WorkerHarness) -> None:
    bench.order(PeekOrder(4, 2))
    assert bench.said() == [Peeked(4, b"")]


@pytest.mark.parametrize(
    ("first", "pairs", "faces"),
    [(UNCLEAR, 1, (2, 5)), (abstention(Reason.COCKED), 0, None), (reading(1, 1), 0, (1, 1))],
)
def test_at_a_reveal_unclear_dice_are_seen_once_more_in_the_light_of_either_side(
    clock: Clock, first: Reading, pairs: int, faces: tuple[int, ...] | None
) -> None:
    camera = TwoLamps(clock)
    bench = WorkerHarness(camera, clock, ScriptedReader([first] * 6 + [reading(2, 5)]))
    bench.pass_time(1.0)
    bench.order(ReadOrder(1, 2))
    (answer,) = bench.pass_time(2.0)
    assert isinstance(answer, DiceReading)
    assert (answer.observation.faces, camera.pairs) == (faces, pairs)
    bench.close()


def test_a_second_light_that_is_unclear_too_changes_nothing(clock: Clock) -> None:
    bench = WorkerHarness(TwoLamps(clock), clock, ScriptedReader([UNCLEAR]))
    bench.pass_time(1.0)
    bench.order(ReadOrder(1, 2))
    (answer,) = bench.pass_time(2.0)
    assert isinstance(answer, DiceReading)
    assert answer.observation.reason == "unclear"
    bench.close()


def test_on_a_roll_that_stays_hidden_the_lamp_never_hangs_on_what_is_seen(clock: Clock) -> None:
    camera = TwoLamps(clock)
    bench = WorkerHarness(camera, clock, ScriptedReader([UNCLEAR]))
    bench.pass_time(1.0)
    bench.order(WatchOrder(1, 2))
    shaken(bench, camera)
    (answer,) = bench.pass_time(2.0)
    assert isinstance(answer, RollReading)
    assert camera.pairs == 0
    bench.close()


def test_frames_that_abstain_alone_are_read_together(table: ScriptedCamera, clock: Clock) -> None:
    dim = abstention(Reason.UNCLEAR)
    bench = WorkerHarness(table, clock, ScriptedReader([dim] * 5 + [reading(2, 5), reading(2, 5)]))
    bench.pass_time(1.0)
    bench.order(ReadOrder(1, 2))
    (answer,) = bench.pass_time(2.0)
    assert isinstance(answer, DiceReading)
    assert answer.observation.faces == (2, 5)
    assert len(bench.reader.asked) == 7
    bench.close()


@pytest.mark.parametrize("reason", [Reason.TOO_DARK, Reason.EMPTY])
def test_pictures_without_any_dice_are_told_at_once(table: ScriptedCamera, clock: Clock, reason: Reason) -> None:
    """Three frames are enough: reading noise or darkness again takes a slow computer seconds, and tells nothing."""
    bench = WorkerHarness(table, clock, ScriptedReader([abstention(reason)]))
    bench.pass_time(1.0)
    bench.order(ReadOrder(1, 2))
    (answer,) = bench.pass_time(2.0)
    assert isinstance(answer, DiceReading)
    assert answer.observation.reason == reason.value
    assert len(bench.reader.asked) == 3
    bench.close()


class BlankCamera(FakeDiceCamera):
    """A camera that sees nothing of its dice."""

    noise = np.random.default_rng(1)
    level = 0

    def _picture(self) -> Image:
        return self.noise.integers(0, self.level + 1, (60, 80, 3), np.uint8)


@pytest.mark.parametrize(("level", "reason"), [(0, "too-dark"), (6, "too-dark"), (255, "camera")])
def test_black_pictures_and_noise_are_refused_without_reading_them(clock: Clock, level: int, reason: str) -> None:
    camera = BlankCamera(clock)
    camera.level = level
    bench = WorkerHarness(camera, clock, ScriptedReader([reading(2, 5)]), Pace(watch=False, answer_step=0.0))
    bench.order(ReadOrder(1, 2))
    (answer,) = bench.pass_time(0.5)
    assert isinstance(answer, DiceReading)
    assert (answer.observation.reason, bench.reader.asked) == (reason, [])
    bench.close()


def test_one_black_picture_among_good_ones_does_not_end_a_reading(table: ScriptedCamera, clock: Clock) -> None:
    dark = abstention(Reason.TOO_DARK)
    bench = WorkerHarness(table, clock, ScriptedReader([dark, dark, reading(2, 5)]))
    bench.pass_time(1.0)
    bench.order(ReadOrder(1, 2))
    (answer,) = bench.pass_time(2.0)
    assert isinstance(answer, DiceReading)
    assert answer.observation.faces == (2, 5)
    bench.close()


@pytest.mark.parametrize(
    "script",
    [
        [abstention(Reason.UNCLEAR)] * 5 + [reading(2, 5), reading(2, 6)],
        [abstention(Reason.UNCLEAR)] * 4 + [reading(1, 5), reading(2, 5), reading(2, 5)],
    ],
)
def test_frames_read_together_must_agree_in_any_order_and_with_each_alone(
    table: ScriptedCamera, clock: Clock, script: list[Reading]
) -> None:
    bench = WorkerHarness(table, clock, ScriptedReader([*script, abstention(Reason.UNCLEAR)]))
    bench.pass_time(1.0)
    bench.order(ReadOrder(1, 2))
    (answer,) = bench.pass_time(2.0)
    assert isinstance(answer, DiceReading)
    assert answer.observation.faces is None
    bench.close()
