"""A camera worker without its process, on a clock that a test sets."""

from multiprocessing import Pipe
from multiprocessing.connection import Connection

from firmware.camera.messages import (
    Busy,
    FromWorker,
    Order,
    OrderAccepted,
    WorkerHeartbeat,
)
from firmware.camera.worker import CameraWorker
from firmware.camera.worker_settings import Pace
from hardware.ports import Camera
from tests.firmware.camera.fake_cameras import (
    Clock,
    ScriptedCamera,
    ScriptedReader,
)

AT_ONCE = Pace(answer_step=0.0)
"""Answers as soon as it can, where a test is not about the time of the answer."""


class WorkerHarness:
    """A worker, and the main process's end of its pipe."""

    def __init__(
        self, camera: Camera, clock: Clock, reader: ScriptedReader, pace: Pace | None = None, truth: bool = False
    ) -> None:
        self.clock, self.reader = clock, reader
        self.ours, theirs = Pipe()
        self.theirs: Connection = theirs
        self.worker = CameraWorker(theirs, camera, reader, pace or AT_ONCE, truth, clock)

    def order(self, *orders: Order) -> None:
        for order in orders:
            self.worker.handle_order(order)

    def pass_time(self, seconds: float) -> list[FromWorker]:
        """Runs the worker for this long; returns its messages without heartbeats."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            before = self.clock.now
            pause = self.worker.step()
            self.clock.now = max(self.clock.now, before + pause)
        return self.said()

    def said(self) -> list[FromWorker]:
        messages: list[FromWorker] = []
        while self.ours.poll():
            messages.append(self.ours.recv())
        return [message for message in messages if not isinstance(message, WorkerHeartbeat | Busy | OrderAccepted)]

    def close(self) -> None:
        self.ours.close()
        self.theirs.close()


def shaken(bench: WorkerHarness, table: ScriptedCamera, scenes: int = 5) -> list[FromWorker]:
    said = []
    for _ in range(scenes):
        table.scene += 1
        said += bench.pass_time(0.1)
    return said
