"""Child processes with a pipe, for work that must not block the main loop: the camera, the calibration.

Importing this loads neither OpenCV nor a camera, so that the main process starts quickly.
"""

import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

Task = TypeVar("Task")


class ChildProcess(Protocol):
    """A child process, seen from its parent."""

    @property
    def pipe(self) -> Connection:
        """This end of the pipe."""

    def kill(self) -> None:
        """Kills it and returns at once."""

    def join(self, seconds: float) -> bool:
        """Waits for its end, at most this long; returns whether it has ended and was reaped."""


@dataclass(frozen=True, slots=True)
class SpawnedProcess:
    """A spawned operating-system process."""

    pipe: Connection
    process: "SpawnProcess"

    def kill(self) -> None:
        """Kills it with SIGKILL: a process hanging in a camera driver ignores everything else."""
        self.process.kill()

    def join(self, seconds: float) -> bool:
        """Waits for its end, at most this long; returns whether it has ended."""
        self.process.join(seconds)
        return self.process.exitcode is not None


def spawn(target: Callable[[Connection, Task], None], task: Task, name: str, daemon: bool) -> SpawnedProcess:
    """Spawns a process that runs `target` with its end of the pipe and its task; returns at once.

    It starts with SIGINT blocked, since Ctrl+C reaches every process of the terminal; `target` must first call
    `ignore_interrupts`.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(theirs, task), name=name, daemon=daemon)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    theirs.close()
    return SpawnedProcess(ours, process)


def ignore_interrupts() -> None:
    """Ignores interrupts from now on; for processes started by `spawn`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def listen(pipe: Connection, take: Callable[[Any], None], ended: Callable[[], None], name: str) -> None:
    """Starts a thread that passes messages from the pipe to `take`, and calls `ended` when the other end closes."""

    def receive() -> None:
        while True:
            try:
                message = pipe.recv()
            except (EOFError, OSError):
                break
            take(message)
        ended()

    threading.Thread(target=receive, name=name, daemon=True).start()
