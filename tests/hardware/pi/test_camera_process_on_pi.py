"""The camera's own process over the Pi's camera: the real child, the real motion watch, a strict fake of picamera2.

What befalls the camera is written in a file, since the camera lives in another process.
"""

import queue
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from firmware.camera import CameraLost, CameraMessage, CameraOpened, CameraSupervisor, DiceReading, RollReading
from tests.firmware.camera.fake_cameras import read_as_one_and_two
from tests.firmware.camera.worker_harness import AT_ONCE
from tests.hardware.pi.fated_camera import open_fated

PATIENT = 60.0

SLOWER = 4
"""The table's clock goes so many times slower: on a busy machine a starved camera process does not seem to hang."""

M = TypeVar("M")


class Watched:
    def __init__(self, fate: Path, *lines: str) -> None:
        fate.write_text("\n".join(lines))
        self.messages: queue.Queue[CameraMessage] = queue.Queue()
        self.seen: list[CameraMessage] = []
        self.skipped = 0.0
        opener = partial(open_fated, fate)
        self.eye = CameraSupervisor(
            "pi", self.messages.put, opener=opener, reader=read_as_one_and_two, clock=self.clock, pace=AT_ONCE
        )
        self.eye.start()

    def clock(self) -> float:
        """The time of the main process, in which the pauses between two tries are skipped."""
        return time.monotonic() / SLOWER + self.skipped

    def await_one(self, kind: type[M]) -> M:
        deadline = time.monotonic() + PATIENT
        while time.monotonic() < deadline:
            self.eye.watchdog(self.clock())
            try:
                message = self.messages.get(timeout=0.05)
            except queue.Empty:
                continue
            self.seen.append(message)
            if isinstance(message, CameraLost):
                self.skipped += 20.0
            if isinstance(message, kind):
                return message
        pytest.fail(f"no {kind.__name__} came, only {self.seen}")


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Callable[..., Watched]]:
    made: list[Watched] = []

    def make(*lines: str) -> Watched:
        made.append(Watched(tmp_path / "fate", *lines))
        return made[-1]

    yield make
    for each in made:
        each.eye.close()


def test_dice_are_read_after_a_shake_and_a_camera_that_dies_is_found_again_without_a_restart(
    watch: Callable[..., Watched],
) -> None:
    watched = watch("silent 45", "gone", "busy", "fine")
    assert watched.await_one(CameraOpened).name == "Pi camera 0"
    watched.eye.watch_roll(2, serial=1)
    rested = watched.await_one(RollReading)
    assert (rested.serial, rested.observation.faces) == (1, (1, 2))
    assert rested.observation.photograph.startswith(b"\xff\xd8")
    assert not [message for message in watched.seen if isinstance(message, CameraLost)]
    # The cable comes loose: no frames any more, and then no camera. Then another program takes it for a while.
    watched.eye.watch_roll(2, serial=7)
    assert "gives no more pictures" in str(watched.await_one(CameraLost).message)
    unanswered = watched.await_one(RollReading)
    assert (unanswered.serial, unanswered.observation.faces, unanswered.observation.reason) == (7, None, "camera")
    assert "push both ends of the ribbon cable home" in str(watched.await_one(CameraLost).message)
    assert "in use by another program" in str(watched.await_one(CameraLost).message)
    watched.await_one(CameraOpened)
    watched.eye.read_dice(serial=8, expect=2)
    assert watched.await_one(DiceReading).observation.faces == (1, 2)
