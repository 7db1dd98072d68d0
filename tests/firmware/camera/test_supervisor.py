"""The supervisor of the camera worker: orders, answers, timeouts and restarts."""

import threading
from collections.abc import Iterator

import pytest

from firmware.camera.messages import (
    Busy,
    CameraFailed,
    CameraLost,
    CameraOpened,
    CloseOrder,
    ClosePeekOrder,
    DiceReading,
    Moved,
    Opened,
    OrderAccepted,
    Peeked,
    PeekOrder,
    ReadOrder,
    RollReading,
    WatchOrder,
    WorkerHeartbeat,
)
from firmware.camera.supervisor import ANSWER_SECONDS, SILENT, STARTING, CameraSupervisor
from firmware.camera.watchdog import BUSY_TIMEOUT, MAX_SILENCE_PER_STEP, START_TIMEOUTS
from firmware.camera.worker_settings import WorkerSettings
from firmware.journal.observation import Observation
from firmware.rules.message import literal
from firmware.table.requests import Hand
from tests.firmware.camera.supervisor_harness import PATIENT, PlayedChild, SupervisorHarness, wait_until

SIGHT = Observation((1, 2), None, None, 0.99, (), b"jpeg", 5.0)
HAND = Hand(1, 7, 0)


@pytest.fixture
def stage() -> Iterator[SupervisorHarness]:
    made = SupervisorHarness()
    yield made
    made.camera.close()
    for child in made.children:
        child.end()


def test_an_opened_camera_is_reported(stage: SupervisorHarness) -> None:
    stage.camera.start()
    assert stage.told_nothing()
    stage.child.say(Opened("box"))
    assert stage.told() == CameraOpened("box")


def test_a_roll_is_watched_and_its_reading_forwarded(stage: SupervisorHarness) -> None:
    child = stage.open()
    stage.camera.watch_roll(2, serial=1)
    assert child.hear() == WatchOrder(1, 2)
    child.say(OrderAccepted(), RollReading(1, SIGHT))
    assert stage.told() == RollReading(1, SIGHT)


def test_orders_name_the_hand_and_the_shape_of_the_dice(stage: SupervisorHarness) -> None:
    child = stage.open()
    stage.camera.use("cube")
    stage.camera.read_dice(serial=3, expect=3, hand=HAND)
    assert child.hear() == ReadOrder(3, 3, HAND, "cube")
    stage.camera.peek(serial=4, dice=3, hand=HAND)
    child.say(OrderAccepted())
    assert child.hear() == PeekOrder(4, 3, HAND, "cube")
    stage.camera.watch_roll(2, serial=5)
    child.say(OrderAccepted())
    assert child.hear() == WatchOrder(5, 2, "cube")


def test_a_camera_announces_that_it_allows_peeking(stage: SupervisorHarness) -> None:
    stage.camera.start()
    stage.child.say(Opened("box", can_peek=True))
    assert stage.told() == CameraOpened("box", can_peek=True)


def test_only_the_latest_order_waits_until_the_child_accepts_the_previous_one(stage: SupervisorHarness) -> None:
    child = stage.open()
    for serial in range(1, 200):
        stage.camera.read_dice(serial, expect=2)
    assert child.hear() == ReadOrder(1, 2)
    assert child.hears_nothing()
    child.say(OrderAccepted())
    assert child.hear() == ReadOrder(199, 2)


def test_an_answer_to_an_older_order_is_dropped(stage: SupervisorHarness) -> None:
    child = stage.open()
    stage.camera.read_dice(1, expect=2)
    stage.camera.read_dice(2, expect=2)
    child.say(DiceReading(1, SIGHT), DiceReading(2, SIGHT))
    assert stage.told() == DiceReading(2, SIGHT)


def test_an_answer_to_another_kind_of_order_is_ignored(stage: SupervisorHarness) -> None:
    child = stage.open()
    stage.camera.watch_roll(2, serial=1)
    stage.camera.read_dice(1, expect=2)
    child.say(RollReading(1, SIGHT), DiceReading(1, SIGHT))
    assert stage.told() == DiceReading(1, SIGHT)


def test_a_repeated_answer_is_forwarded_once(stage: SupervisorHarness) -> None:
    child = stage.open()
    stage.camera.read_dice(1, expect=2)
    child.say(DiceReading(1, SIGHT), DiceReading(1, SIGHT), Moved())
    assert [stage.told(), stage.told()] == [DiceReading(1, SIGHT), Moved()]


def test_a_peek_does_not_replace_a_read_order(stage: SupervisorHarness) -> None:
    child = stage.open()
    stage.camera.read_dice(1, expect=2)
    stage.camera.peek(2, 2)
    assert isinstance(child.hear(), ReadOrder)
    child.say(OrderAccepted())
    assert child.hear() == PeekOrder(2, 2)
    child.say(OrderAccepted(), Peeked(2, b"jpeg"), DiceReading(1, SIGHT))
    assert [stage.told(), stage.told()] == [Peeked(2, b"jpeg"), DiceReading(1, SIGHT)]


def test_a_waiting_read_order_and_a_waiting_peek_are_both_sent(stage: SupervisorHarness) -> None:
    child = stage.open()
    stage.camera.read_dice(1, expect=2)
    stage.camera.read_dice(2, expect=2)
    stage.camera.peek(3, 2)
    assert child.hear() == ReadOrder(1, 2)
    child.say(OrderAccepted())
    assert child.hear() == ReadOrder(2, 2)
    child.say(OrderAccepted())
    assert child.hear() == PeekOrder(3, 2)


def test_no_picture_arrives_after_unpeek(stage: SupervisorHarness) -> None:
    child = stage.open()
    stage.camera.peek(1, 2)
    child.hear()
    stage.camera.unpeek()
    child.say(OrderAccepted(), Peeked(1, b"jpeg"), Moved())
    assert child.hear() == ClosePeekOrder()
    assert stage.told() == Moved()


def test_orders_are_kept_until_the_camera_is_open(stage: SupervisorHarness) -> None:
    stage.camera.read_dice(1, expect=2)
    stage.camera.start()
    assert stage.child.hears_nothing()
    stage.child.say(Opened("box"))
    assert stage.child.hear() == ReadOrder(1, 2)


def test_a_silent_child_is_killed_and_its_replacement_gets_the_order(stage: SupervisorHarness) -> None:
    stage.open()
    stage.camera.watch_roll(2, serial=1)
    stage.hang()
    lost = stage.told()
    assert isinstance(lost, CameraLost)
    assert "does not respond" in str(lost.message)
    stage.pass_time(1.0)
    assert len(stage.children) == 2
    stage.child.say(Opened("box"))
    assert stage.told() == CameraOpened("box")
    assert stage.child.hear() == WatchOrder(1, 2)
    stage.child.say(OrderAccepted(), RollReading(1, SIGHT))
    assert stage.told() == RollReading(1, SIGHT)


def test_a_busy_child_gets_more_time_than_one_waiting_for_its_camera(stage: SupervisorHarness) -> None:
    child = stage.open()
    heard = stage.clock.asked = threading.Event()
    child.say(Busy())
    assert heard.wait(PATIENT)
    for _ in range(int(BUSY_TIMEOUT / MAX_SILENCE_PER_STEP)):
        stage.pass_time(1.0)
    assert not child.killed
    stage.pass_time(1.0)
    assert child.killed


def test_an_order_is_answered_even_if_the_replacement_is_slow_to_start(stage: SupervisorHarness) -> None:
    stage.open()
    stage.camera.watch_roll(2, serial=1)
    stage.hang()
    lost = stage.told()
    assert isinstance(lost, CameraLost)
    for _ in range(round(ANSWER_SECONDS) + 1):
        stage.pass_time(1.0)
    answer = stage.told()
    assert isinstance(answer, RollReading)
    assert (answer.serial, answer.observation.reason) == (1, "camera")
    stage.child.say(Opened("box"))
    assert stage.told() == CameraOpened("box")


def test_a_camera_that_is_slow_to_start_is_said_to_be_starting_until_it_opens(stage: SupervisorHarness) -> None:
    """As long as its process says that it still loads: five minutes here, in which it is neither lost nor replaced."""
    stage.camera.start()
    stage.camera.read_dice(4, expect=2)
    for _ in range(300):
        heard = stage.clock.asked = threading.Event()
        stage.child.say(WorkerHeartbeat())
        assert heard.wait(PATIENT)
        stage.pass_time(1.0)
    assert stage.told() == STARTING
    answer = stage.told()
    assert isinstance(answer, DiceReading), "who waits for dice is let go on by hand"
    assert answer.observation.message == STARTING.message
    assert stage.told_nothing()
    assert len(stage.children) == 1
    stage.child.say(Opened("box"))
    assert stage.told() == CameraOpened("box")


def test_a_camera_whose_starts_are_all_silent_is_starting_at_first_and_then_silent(stage: SupervisorHarness) -> None:
    stage.camera.start()
    for _ in START_TIMEOUTS[1:]:
        stage.hang()
        stage.pass_time(10.0)
    assert stage.told() == STARTING
    assert stage.told_nothing()
    stage.hang()
    assert stage.told() == SILENT


def test_a_camera_that_hung_in_use_is_not_said_to_be_starting_when_its_replacement_is_slow(
    stage: SupervisorHarness,
) -> None:
    stage.open()
    stage.hang()
    assert stage.told() == SILENT
    stage.pass_time(1.0)
    stage.hang()
    assert stage.told_nothing()


def test_the_replacement_learns_that_the_shake_had_begun(stage: SupervisorHarness) -> None:
    child = stage.open()
    stage.camera.watch_roll(2, serial=1)
    child.say(WorkerHeartbeat(shake_seen=1), Moved())
    assert stage.told() == Moved()
    stage.hang()
    stage.pass_time(1.0)
    stage.child.say(Opened("box"))
    assert stage.child.hear() == WatchOrder(1, 2, shake_seen=True)


def test_an_old_shake_is_not_mistaken_for_the_next_one(stage: SupervisorHarness) -> None:
    child = stage.open()
    stage.camera.watch_roll(2, serial=1)
    stage.camera.watch_roll(2, serial=2)
    child.say(WorkerHeartbeat(shake_seen=1), Moved())
    assert stage.told() == Moved()
    stage.hang()
    stage.pass_time(1.0)
    stage.child.say(Opened("box"))
    assert stage.child.hear() == WatchOrder(2, 2)


def test_a_child_that_ends_is_replaced(stage: SupervisorHarness) -> None:
    stage.open().end()
    lost = stage.told()
    assert isinstance(lost, CameraLost)
    stage.pass_time(1.0)
    assert len(stage.children) == 2


def test_a_camera_failure_is_reported_once_and_answers_open_requests(stage: SupervisorHarness) -> None:
    child = stage.open()
    stage.camera.read_dice(4, expect=2)
    child.say(CameraFailed(literal("The cable is out: plug it in.")))
    assert stage.told() == CameraLost(literal("The cable is out: plug it in."))
    answer = stage.told()
    assert isinstance(answer, DiceReading)
    assert (answer.serial, answer.observation.faces) == (4, None)
    assert (answer.observation.reason, str(answer.observation.message)) == ("camera", "The cable is out: plug it in.")
    for _ in range(3):
        stage.pass_time(20.0)
        stage.child.say(CameraFailed(literal("The cable is out: plug it in.")))
        wait_until(lambda: stage.child.killed)
    assert stage.told_nothing()
    stage.pass_time(20.0)
    stage.child.say(Opened("box"))
    assert stage.told() == CameraOpened("box")
    assert stage.child.hears_nothing()


def test_an_order_that_cost_two_children_is_answered_without_a_third(stage: SupervisorHarness) -> None:
    stage.open()
    stage.camera.watch_roll(2, serial=1)
    stage.hang()
    assert isinstance(stage.told(), CameraLost)
    stage.pass_time(1.0)
    stage.hang()
    answer = stage.told()
    assert isinstance(answer, RollReading)
    assert (answer.serial, answer.observation.reason) == (1, "camera")


def test_a_new_order_restarts_the_child_at_once(stage: SupervisorHarness) -> None:
    stage.open()
    stage.hang()
    stage.pass_time(0.1)
    assert len(stage.children) == 1
    stage.camera.read_dice(1, expect=2)
    stage.pass_time(0.1)
    assert len(stage.children) == 2


def test_a_process_that_cannot_be_started_is_reported_and_retried(stage: SupervisorHarness) -> None:
    refusals = [OSError(11, "Resource temporarily unavailable")] * 2

    def launch(settings: WorkerSettings) -> PlayedChild:
        if refusals:
            raise refusals.pop()
        return stage.launch(settings)

    camera = CameraSupervisor("sim:1", stage.messages.put, launcher=launch, clock=stage.clock)
    camera.start()
    lost = stage.told()
    assert isinstance(lost, CameraLost)
    assert "cannot be started (Resource temporarily unavailable)" in str(lost.message)
    camera.read_dice(5, expect=2)
    camera.watchdog(stage.clock.now)
    answer = stage.told()
    assert isinstance(answer, DiceReading)
    assert answer.observation.reason == "camera"
    camera.watchdog(stage.clock.now + 5.0)
    stage.child.say(Opened("box"))
    assert stage.told() == CameraOpened("box")
    camera.close()


def test_messages_from_a_killed_worker_are_ignored(stage: SupervisorHarness) -> None:
    child = stage.open()
    child.unkillable = True
    stage.camera.read_dice(1, expect=2)
    stage.hang()
    assert isinstance(stage.told(), CameraLost)
    stage.pass_time(1.0)
    child.say(DiceReading(1, SIGHT))
    stage.child.say(Opened("box"))
    assert stage.told() == CameraOpened("box")


def test_a_child_that_hangs_in_the_kernel_is_reaped_when_possible(stage: SupervisorHarness) -> None:
    first = stage.open()
    first.unkillable = True
    stage.hang()
    stage.pass_time(1.0)
    asked = len(first.joined)
    stage.pass_time(0.1)
    assert len(first.joined) == asked + 1
    first.unkillable = False
    stage.pass_time(0.1)
    stage.pass_time(0.1)
    assert len(first.joined) == asked + 2
    assert set(first.joined) == {0}


def test_closing_ends_the_child_and_starts_no_other(stage: SupervisorHarness) -> None:
    child = stage.open()
    child.unkillable = True
    stage.camera.close()
    assert child.hear() == CloseOrder()
    assert child.killed
    stage.pass_time(60.0)
    assert len(stage.children) == 1
