"""The worker with a camera that throws its own dice: a simulated box, a folder of photographs."""

from collections.abc import Iterator

import pytest

from firmware.camera.messages import (
    ClosePeekOrder,
    FromWorker,
    Peeked,
    PeekOrder,
    ReadOrder,
    RollReading,
    TrueFaces,
    WatchOrder,
)
from firmware.camera.worker_settings import SWIFT
from firmware.table.requests import Hand
from tests.firmware.camera.fake_cameras import (
    Clock,
    FakeDiceCamera,
    ScriptedCamera,
    ScriptedReader,
    abstention,
    reading,
)
from tests.firmware.camera.worker_harness import WorkerHarness, shaken
from vision.reading import Reason


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(clock: Clock) -> ScriptedCamera:
    return ScriptedCamera(clock)


@pytest.fixture
def tray(clock: Clock) -> FakeDiceCamera:
    return FakeDiceCamera(clock)


@pytest.fixture
def bench(tray: FakeDiceCamera, clock: Clock) -> Iterator[WorkerHarness]:
    made = WorkerHarness(tray, clock, ScriptedReader([reading(2, 5)]), truth=True)
    yield made
    made.close()


def told(messages: list[FromWorker]) -> tuple[int, ...] | None:
    truth, rested = messages
    assert isinstance(truth, TrueFaces)
    assert isinstance(rested, RollReading)
    assert truth.serial == rested.serial
    return truth.faces


def test_a_shake_throws_sends_the_truth_and_is_read_at_rest(bench: WorkerHarness, tray: FakeDiceCamera) -> None:
    bench.order(WatchOrder(1, 2))
    assert bench.pass_time(0.6) == []
    assert told(bench.pass_time(1.5)) == (1, 1)
    assert tray.throws == 1


def test_without_permission_no_truth_is_revealed(tray: FakeDiceCamera, clock: Clock) -> None:
    discreet = WorkerHarness(tray, clock, ScriptedReader([reading(2, 5)]))
    discreet.order(WatchOrder(1, 2))
    (answer,) = discreet.pass_time(2.0)
    assert isinstance(answer, RollReading)
    discreet.close()


def test_a_swift_shake_is_read_at_once(clock: Clock) -> None:
    swift = WorkerHarness(FakeDiceCamera(clock, shaking=0), clock, ScriptedReader([reading(2, 5)]), SWIFT, truth=True)
    swift.order(WatchOrder(1, 2))
    assert [swift.worker.step() for _ in range(3)] == [0, 0, 0]
    assert told(swift.said()) == (1, 1)
    swift.close()


def test_people_are_waited_for_even_by_a_fast_camera(table: ScriptedCamera, clock: Clock) -> None:
    swift = WorkerHarness(table, clock, ScriptedReader([reading(2, 5)]), SWIFT)
    swift.pass_time(1.0)
    swift.order(WatchOrder(1, 2))
    assert swift.pass_time(2.0) == []
    shaken(swift, table)
    (answer,) = swift.pass_time(1.5)
    assert isinstance(answer, RollReading)
    swift.close()


def test_dice_are_carved_as_the_game_has_them(bench: WorkerHarness, tray: FakeDiceCamera) -> None:
    for serial, shape in enumerate(("cube", "", "oblong"), start=1):
        bench.order(WatchOrder(serial, 2, shape))
        bench.pass_time(2.0)
    assert tray.carved == ["cube", "oblong"], "and as they are where nobody says"


def test_a_look_and_a_peek_find_the_dice_of_a_hand(bench: WorkerHarness, tray: FakeDiceCamera) -> None:
    hand = Hand(1, 7, 0)
    bench.order(ReadOrder(9, 5, hand))
    bench.pass_time(1.0)
    bench.order(PeekOrder(4, 5, hand), ReadOrder(10, 2))
    assert tray.brought == [(5, hand), (5, hand), (2, None)]


def test_a_shake_made_by_an_earlier_worker_is_not_repeated(bench: WorkerHarness, tray: FakeDiceCamera) -> None:
    tray.throws = 3
    bench.order(WatchOrder(1, 2, shake_seen=True))
    assert told(bench.pass_time(1.0)) == (3, 3)
    assert tray.brought == [(2, None)]


def test_idle_dice_are_not_watched(bench: WorkerHarness, clock: Clock) -> None:
    assert bench.worker.step() == 0.5
    assert clock.now == 1000.0


def test_a_peek_shows_what_is_under_the_flap(bench: WorkerHarness, tray: FakeDiceCamera) -> None:
    bench.order(PeekOrder(4, 2))
    truth, answer = bench.said()
    assert truth == TrueFaces(4, (0, 0)), "whoever looks knows"
    assert isinstance(answer, Peeked)
    assert answer.encoded.startswith(b"\xff\xd8")
    assert "encoded" not in repr(answer)
    assert tray.flap_open
    bench.order(ClosePeekOrder())
    assert not tray.flap_open


UNCLEAR = abstention(Reason.UNCLEAR)
