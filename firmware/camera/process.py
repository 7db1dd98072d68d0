"""Starts and ends the child process; nothing here loads OpenCV, so that the main process starts quickly."""

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from firmware.camera.messages import Alive, Lying

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

Task = TypeVar("Task")


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that a simulated shake lasts, whether dice are watched until they rest, and frames that must agree."""

    shaking: float = 0.6
    watch: bool = True
    frames: int = 3


SWIFT = Pace(shaking=0.0, watch=False)
"""For a demo without spectators: dice of the camera's own lie still as soon as they are thrown."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All that a child needs; it must be picklable, functions by their names.

    `opener` stands for `hardware.cameras.open_camera` and `reader` for `vision.reader.Reader` where they are None.
    `seed` is for a simulated box whose name tells none; `lying` is what lay in it when the last child ended.
    """

    camera: str
    seed: int
    pace: Pace = Pace()
    tell_truth: bool = False
    lying: Lying = field(default_factory=Lying)
    opener: Callable[..., Any] | None = None
    reader: Callable[[], Any] | None = None


class Child(Protocol):
    """A running child, as the main process holds it."""

    @property
    def line(self) -> Connection:
        """What leads to it."""

    def kill(self) -> None:
        """Ends it without asking; returns at once."""

    def join(self, seconds: float) -> bool:
        """Waits at most so long for its end; whether it has ended and left no zombie."""


@dataclass(frozen=True, slots=True)
class SpawnedChild:
    """A child in a process of its own."""

    line: Connection
    process: "SpawnProcess"

    def kill(self) -> None:
        """Ends it by SIGKILL: a camera that hangs in its driver listens to nothing else."""
        self.process.kill()

    def join(self, seconds: float) -> bool:
        """Waits at most so long for its end."""
        self.process.join(seconds)
        return self.process.exitcode is not None


def spawn(target: Callable[[Connection, Task], None], task: Task, name: str, daemon: bool) -> SpawnedChild:
    """Starts a process that runs `target` with its end of the line and its task, and returns at once.

    It is born deaf to an interrupt from the keyboard, which goes to all processes of the terminal; `target` begins with
    `stay_deaf`.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(theirs, task), name=name, daemon=daemon)
    deaf = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, deaf)
    theirs.close()
    return SpawnedChild(ours, process)


def stay_deaf() -> None:
    """Ignores interrupts from now on, in a process that was born deaf to them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def launch(settings: Settings) -> SpawnedChild:
    """Starts a child and returns at once."""
    return spawn(_run, settings, "meierbox-eye", daemon=True)


def _run(line: Connection, settings: Settings) -> None:
    """The child's main function."""
    stay_deaf()
    threading.Thread(target=_end_with_parent, name="parent-watch", daemon=True).start()
    with suppress(OSError):  # where nobody listens any more, serving ends at once
        line.send(Alive())
    from firmware.camera.worker import serve  # noqa: PLC0415 - loads OpenCV, which the main process must not wait for

    serve(line, settings)


def _end_with_parent() -> None:
    """Ends this process when its parent has ended, however it did and whatever this process hangs in."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
