"""A camera supervisor whose child processes are played by the test, on a clock that the test sets."""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection

import pytest

from firmware.camera.messages import (
    CameraMessage,
    CameraOpened,
    FromWorker,
    Opened,
    Order,
    WorkerHeartbeat,
)
from firmware.camera.supervisor import CameraSupervisor
from firmware.camera.worker_settings import WorkerSettings
from tests.firmware.camera.fake_cameras import Clock

PATIENT = 5.0
"""Seconds that a test waits for a message between threads before it fails."""


@dataclass
class PlayedChild:
    """A child without a process; `theirs` is its end of the pipe, through which the test speaks."""

    settings: WorkerSettings
    pipe: Connection
    theirs: Connection
    killed: bool = False
    unkillable: bool = False
    joined: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def end(self) -> None:
        """Ends by itself: the pipe is closed on this side, by one thread."""
        with self.lock:
            self.theirs.close()

    def kill(self) -> None:
        self.killed = True
        if not self.unkillable:
            self.end()

    def join(self, seconds: float) -> bool:
        self.joined.append(seconds)
        return self.killed and not self.unkillable

    def say(self, *messages: FromWorker) -> None:
        for message in messages:
            self.theirs.send(message)

    def hear(self) -> Order:
        """The next order; it is not yet acknowledged."""
        assert self.theirs.poll(PATIENT), "the child was told nothing"
        order: Order = self.theirs.recv()
        return order

    def hears_nothing(self) -> bool:
        return not self.theirs.poll(0.05)


class SupervisorHarness:
    """A supervisor with its clock, its messages and all the children it has had."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.children: list[PlayedChild] = []
        self.messages: queue.Queue[CameraMessage] = queue.Queue()
        self.camera = CameraSupervisor("sim:1", self.messages.put, launcher=self.launch, clock=self.clock)

    def launch(self, settings: WorkerSettings) -> PlayedChild:
        ours, theirs = Pipe()
        self.children.append(PlayedChild(settings, ours, theirs))
        return self.children[-1]

    @property
    def child(self) -> PlayedChild:
        return self.children[-1]

    def open(self) -> PlayedChild:
        self.camera.start()
        self.child.say(WorkerHeartbeat(), Opened("box"))
        assert self.told() == CameraOpened("box")
        return self.child

    def told(self) -> CameraMessage:
        return self.messages.get(timeout=PATIENT)

    def told_nothing(self) -> bool:
        return self.messages.empty()

    def pass_time(self, seconds: float) -> None:
        self.clock.now += seconds
        self.camera.watchdog(self.clock.now)

    def hang(self) -> None:
        """Keeps the child silent until it is killed."""
        child = self.child
        while not child.killed:
            self.pass_time(1.0)


def wait_until(true: Callable[[], bool]) -> None:
    """Waits for another thread to make the condition true."""
    never: queue.Queue[None] = queue.Queue()
    for _ in range(round(PATIENT / 0.01)):
        if true():
            return
        with pytest.raises(queue.Empty):
            never.get(timeout=0.01)
    pytest.fail("it never came true")
