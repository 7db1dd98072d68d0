"""The camera in a real process of its own, over the simulated box."""

import math
import multiprocessing
import os
import queue
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import pytest

from firmware.camera import (
    SWIFT,
    CameraLost,
    CameraMessage,
    CameraOpened,
    CameraSupervisor,
    DiceReading,
    Peeked,
    RollReading,
    TrueFaces,
)
from firmware.camera.supervisor import SILENT
from firmware.camera.watchdog import MAX_SILENCE_PER_STEP, SILENCE_TIMEOUT
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_throws import Habits
from tests.firmware.camera import fake_cameras

PROJECT = Path(__file__).parents[3]
PATIENT = 600.0
"""Seconds after which a test gives up; a process starts slowly on a busy computer, and on an emulated one."""

M = TypeVar("M")


class Watched:
    """A camera whose messages are gathered.

    For its handle time passes only where the test lets it: how fast this computer is decides about nothing.
    """

    def __init__(self, camera: str = "sim:5", **settings: object) -> None:
        self.messages: queue.Queue[CameraMessage] = queue.Queue()
        chosen = {
            "pace": SWIFT,
            "reader": fake_cameras.read_as_one_and_two,
            "opener": fake_cameras.open_tidy,
            **settings,
        }
        self.seen: list[CameraMessage] = []
        self.clock = fake_cameras.Clock()
        self.camera = CameraSupervisor(camera, self.messages.put, clock=self.clock, **chosen)  # type: ignore[arg-type]

    def pass_time(self, seconds: int) -> None:
        """Lets time pass for the handle."""
        for _ in range(seconds):
            self.clock.now += 1.0
            self.camera.watchdog(self.clock.now)

    def await_one(self, kind: type[M]) -> M:
        """The next message of a kind; all others are kept in `seen`."""
        deadline = time.monotonic() + PATIENT
        while time.monotonic() < deadline:
            try:
                message = self.messages.get(timeout=0.1)
            except queue.Empty:
                continue
            self.seen.append(message)
            if isinstance(message, kind):
                return message
        pytest.fail(f"no {kind.__name__} came, only {self.seen}")


@pytest.fixture
def watch() -> Iterator[Callable[..., Watched]]:
    made: list[Watched] = []

    def make(camera: str = "sim:5", **settings: object) -> Watched:
        made.append(Watched(camera, **settings))
        made[-1].camera.start()
        return made[-1]

    yield make
    for each in made:
        each.camera.close()
    for child in multiprocessing.active_children():
        child.join(PATIENT)
    assert children() == []


def children() -> list[int]:
    """The child processes that were started here and have not been reaped."""
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


def throw_of(seed: int, number: int, dice: int = 2) -> tuple[int, ...] | None:
    box = SimulatedBox(seed, habits=Habits(0, 0, 0))
    box.restore_throw(dice, number)
    return box.truth()


def await_file(path: Path) -> None:
    """Waits until another process has written a file."""
    deadline = time.monotonic() + PATIENT
    pause = threading.Event()
    while not path.exists():
        assert time.monotonic() < deadline, f"{path} never came"
        pause.wait(0.05)


def difference(first: bytes, second: bytes) -> float:
    """The greatest difference between two photographs, in grey levels of blocks large enough to average out noise."""
    grey = [cv2.imdecode(np.frombuffer(each, np.uint8), cv2.IMREAD_GRAYSCALE) for each in (first, second)]
    small = [
        cv2.resize(each, (80, 60), interpolation=cv2.INTER_AREA).astype(float) for each in grey if each is not None
    ]
    return float(np.abs(small[0] - small[1]).max())


def test_dice_are_thrown_read_looked_at_and_peeked_at(watch: Callable[..., Watched]) -> None:
    watched = watch(send_ground_truth=True, reader=fake_cameras.read_in_tears)
    assert watched.await_one(CameraOpened).name == "simulated box"
    watched.camera.watch_roll(2, serial=1)
    assert watched.await_one(TrueFaces).faces == throw_of(5, 1)
    rested = watched.await_one(RollReading)
    assert (rested.serial, rested.observation.faces) == (1, (1, 2))
    assert rested.observation.photograph.startswith(b"\xff\xd8")
    watched.camera.read_dice(serial=2, expect=2)
    assert watched.await_one(DiceReading).observation.faces == (1, 2)
    watched.camera.peek(serial=3, dice=2)
    assert watched.await_one(Peeked).encoded.startswith(b"\xff\xd8")
    watched.camera.read_dice(serial=5, expect=1)
    assert watched.await_one(DiceReading).observation.reason == "unclear", "the reader fails, and is asked again"
    # An interrupt from the keyboard reaches the child too, but does not end it.
    os.kill(children()[0], signal.SIGINT)
    watched.camera.read_dice(serial=6, expect=2)
    after = watched.await_one(DiceReading)
    assert (after.serial, after.observation.faces) == (6, (1, 2))
    assert not [message for message in watched.seen if isinstance(message, CameraLost)]


def test_a_hanging_camera_is_killed_and_the_dice_lie_as_they_lay(watch: Callable[..., Watched], tmp_path: Path) -> None:
    hung = tmp_path / "hung"
    opener = fake_cameras.opener_that_hangs_once(hung, capture=4)
    watched = watch(send_ground_truth=True, opener=opener, memory=tmp_path / "box.json")
    watched.camera.watch_roll(2, serial=1)
    before = watched.await_one(RollReading).observation
    (first,) = children()
    watched.camera.read_dice(serial=2, expect=2)  # the fourth frame, in which the camera hangs
    watched.camera.peek(serial=3, dice=2)
    await_file(hung)
    watched.pass_time(math.ceil(SILENCE_TIMEOUT / MAX_SILENCE_PER_STEP) + 1)
    assert watched.await_one(CameraLost) == SILENT
    watched.pass_time(1)
    watched.await_one(CameraOpened)
    looked = watched.await_one(DiceReading)
    assert looked.serial == 2
    assert difference(before.photograph, looked.observation.photograph) < 3
    assert children() != [first]
    watched.camera.watch_roll(2, serial=4)
    assert watched.await_one(TrueFaces).faces == throw_of(5, 2)
    assert difference(before.photograph, watched.await_one(RollReading).observation.photograph) > 20


def test_a_camera_that_is_unplugged_answers_what_was_asked(watch: Callable[..., Watched]) -> None:
    watched = watch(opener=fake_cameras.open_unplugged_at_second_frame)
    watched.camera.watch_roll(2, serial=1)
    assert "unplugged" in str(watched.await_one(CameraLost).message)
    rested = watched.await_one(RollReading)
    assert (rested.observation.faces, rested.observation.reason) == (None, "camera")


def test_a_missing_camera_is_reported_with_its_remedy(
    watch: Callable[..., Watched], capfd: pytest.CaptureFixture[str]
) -> None:
    watched = watch("folder:/nowhere/at/all", opener=None)
    assert "There is no folder /nowhere/at/all" in str(watched.await_one(CameraLost).message)
    watched.camera.close()
    assert capfd.readouterr() == ("", "")


def test_a_bug_in_a_camera_is_reported_without_a_traceback(
    watch: Callable[..., Watched], capfd: pytest.CaptureFixture[str]
) -> None:
    watched = watch(opener=fake_cameras.open_with_a_bug)
    assert "RuntimeError in fake_cameras.py" in str(watched.await_one(CameraLost).message)
    watched.camera.close()
    assert capfd.readouterr() == ("", "")


PARENT = """
import sys, multiprocessing
from firmware.camera import CameraSupervisor, CameraOpened
from tests.firmware.camera import fake_cameras

if __name__ == "__main__":
    def tell(message):
        if isinstance(message, CameraOpened):
            camera.read_dice(1, 2)
            print(multiprocessing.active_children()[0].pid, flush=True)
    camera = CameraSupervisor("sim:5", tell, opener=fake_cameras.open_hanging, reader=fake_cameras.read_as_one_and_two)
    camera.start()
    sys.stdin.read()
"""


def test_the_child_ends_when_its_parent_is_killed_even_while_its_camera_hangs(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    ) as parent:
        assert parent.stdout is not None
        assert parent.stderr is not None
        assert select.select([parent.stdout], [], [], PATIENT)[0], "the child never opened its camera"
        child = os.pidfd_open(int(parent.stdout.readline()))
        parent.kill()
        ended, _, _ = select.select([child], [], [], PATIENT)
        os.close(child)
        assert ended, "the child outlived its parent"
        assert b"Traceback" not in parent.stderr.read()


def test_the_main_process_does_not_load_opencv_for_the_camera() -> None:
    check = "import sys, firmware.camera; sys.exit(bool({'cv2', 'numpy', 'vision', 'hardware'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", check], cwd=PROJECT, check=False).returncode == 0
