"""A child process with a pipe to it, for whatever must not stop the main loop: a camera, a calibration.

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
    """A child process, as the main process holds it."""

    @property
    def pipe(self) -> Connection:
        """This end of the pipe."""

    def kill(self) -> None:
        """Ends it without asking; returns at once."""

    def join(self, seconds: float) -> bool:
        """Waits at most so long for its end; whether it has ended and was reaped."""


@dataclass(frozen=True, slots=True)
class SpawnedProcess:
    """A `ChildProcess` of the operating system."""

    pipe: Connection
    process: "SpawnProcess"

    def kill(self) -> None:
        """Ends it by SIGKILL: a camera that hangs in its driver reacts to nothing else."""
        self.process.kill()

    def join(self, seconds: float) -> bool:
        """Waits at most so long for its end."""
        self.process.join(seconds)
        return self.process.exitcode is not None


def spawn(target: Callable[[Connection, Task], None], task: Task, name: str, daemon: bool) -> SpawnedProcess:
    """Starts a process that runs `target` with its end of the pipe and its task, and returns at once.

    It starts with interrupts from the keyboard blocked, as they go to all processes of the terminal; `target` begins
    with `ignore_interrupts`.
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
    """Ignores interrupts from now on, in a process that `spawn` started with them blocked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def listen(pipe: Connection, take: Callable[[Any], None], ended: Callable[[], None], name: str) -> None:
    """Starts a thread that gives every message of a pipe to `take`, and calls `ended` once its other end has closed."""

    def receive() -> None:
        while True:
            try:
                message = pipe.recv()
            except (EOFError, OSError):
                break
            take(message)
        ended()

    threading.Thread(target=receive, name=name, daemon=True).start()
