"""A whole game with mock pins, the main loop, the camera's own process, and a camera that dies twice."""

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from display.draw.surface_cache import SurfaceCache
from display.window import MainWindow
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.pi_devices import PiDevices
from firmware.camera import CameraLost, CameraOpened, CameraSupervisor, RollReading, Warned
from firmware.rules.state import Phase
from firmware.table.play.winner import WinnerMode
from hardware.pi.pins import Part
from hardware.ports import Control
from tests.firmware.app.dying_camera import DEAD, UNPLUGGED, open_dying
from tests.firmware.camera.fake_cameras import read_as_one_and_two
from tests.firmware.camera.worker_harness import AT_ONCE
from tests.firmware.evening import NAMES, Evening, begin
from tests.firmware.undrawn_window import UndrawnWindow
from tests.hardware.pi.mock_pins import Fingers

BUTTONS = {
    Control.CLAIM: Part.CLAIM,
    Control.REVEAL: Part.REVEAL,
    Control.CHALLENGE: Part.CHALLENGE,
    Control.DIAL: Part.DIAL_PUSH,
}
PATIENT = 400.0
BY_HAND = 10
"""The number of presses and turns each time the camera is lost."""


@pytest.fixture(scope="module")
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    stage = UndrawnWindow((800, 480), surfaces=surfaces)
    yield stage
    stage.close()


PAUSE = 20.0
"""Seconds to skip when a camera is lost: the longest delay before the supervisor restarts it."""


class TrueTimeSupervisor(CameraSupervisor):
    """The camera's process runs in real time, whatever the clock of pins and main loop."""

    skipped = 0.0

    def watchdog(self, now: float) -> None:  # noqa: ARG002 - that is the other clock
        super().watchdog(time.monotonic() + self.skipped)


class DyingCameraBox:
    """Players who press whatever is lit, over a camera that fails on request."""

    def __init__(self, folder: Path, stage: MainWindow) -> None:
        self.fate = folder / "fate"
        self.fingers, self.chance = Fingers(), random.Random(5)
        self.woken = threading.Event()
        inbox: Inbox[BoxMessage] = Inbox()
        inbox.wake = self.woken.set
        self.heard: Counter[type] = Counter()
        self.evening = Evening(folder, seed=5, rules="viking")
        self.camera = TrueTimeSupervisor(
            "scripted",
            inbox.put,
            opener=partial(open_dying, self.fate),
            reader=read_as_one_and_two,
            clock=lambda: time.monotonic() + self.camera.skipped,
            pace=AT_ONCE,
        )
        devices = PiDevices(
            inbox.put, lambda text: inbox.put(Warned(text)), self.fingers.factory, inbox.wake, self.fingers.clock
        )
        self.box = MainLoop(self.evening.table, stage, self.camera, inbox, clock=self.fingers.clock, devices=devices)
        self.box.watch = self._hear
        self.camera.start()
        self.end = time.monotonic() + PATIENT

    def _hear(self, message: BoxMessage) -> None:
        """Counts notices; a shake counts only if the camera read it."""
        if isinstance(message, CameraLost):
            assert self.evening.table.context.camera_failure is not None, "the table is told"
            self.camera.skipped += PAUSE
        if not isinstance(message, RollReading) or message.observation.faces is not None:
            self.heard[type(message)] += 1

    def step(self, seconds: float = 0.02, *, awaited: bool = False) -> None:
        """Lets the time of pins and main loop go on; where the real camera is awaited, as long in truth."""
        table = self.evening.table
        assert time.monotonic() < self.end, f"stuck in {table.mode} after {self.heard}"
        awaited |= table.context.camera_failure is not None or getattr(table.mode, "waiting", None) is not None
        if awaited:
            self.woken.clear()  # players' own actions do not restart the camera at once
            self.woken.wait(seconds)
        self.fingers.wait(seconds)
        self.box.step()
        self.box.window.skip()

    def until(self, come: Callable[[], bool], *, playing: bool = True) -> None:
        """Waits for something within the game; who plays meanwhile rests while the table is without its camera.

        How long a child takes to start depends on the computer, and the rounds ruled by hand meanwhile end the game.
        """
        while not come():
            assert not isinstance(self.evening.table.mode, WinnerMode), f"over too early, after {self.heard}"
            if playing and self.evening.table.context.camera_failure is None:
                self.press()
            self.step(awaited=not playing)

    def until_read(self) -> None:
        """Plays until the camera has read one more shake."""
        before = self.heard[RollReading]
        self.until(lambda: self.heard[RollReading] > before)

    def until_lost(self, fate: str) -> None:
        """Plays until the camera has come to its fate; in the same step it may be back already.

        It is written again and again, since a camera that happens to be opened anew takes itself for plugged in.
        """
        before = self.heard[CameraLost]

        def lost() -> bool:
            self.fate.write_text(fate)
            return self.heard[CameraLost] > before

        self.until(lost)

    def press(self) -> None:
        """Presses a lit control, or turns the dial."""
        table = self.evening.table
        lit = [control for control, offer in table.offers().items() if offer.enabled]
        if lit and self.chance.random() < 0.6:
            self.fingers.tap(BUTTONS[Control(self.chance.choice(lit))])
        else:
            self.fingers.turn(self.chance.choice([-1, 1, 2]))

    def close(self) -> None:
        self.camera.close()
        self.box.devices.close()


def test_a_game_is_played_to_its_end_though_the_camera_dies_twice(tmp_path: Path, stage: MainWindow) -> None:
    hall = DyingCameraBox(tmp_path, stage)
    try:
        table = hall.evening.table
        begin(table, NAMES, {"lives": 4}, 0)
        hall.until(lambda: hall.heard[CameraOpened] > 0, playing=False)
        hall.until_read()
        for fate in (UNPLUGGED, DEAD):
            hall.until_lost(fate)
            for _ in range(BY_HAND):
                hall.press()
                hall.step()
            hall.until(lambda: table.context.camera_failure is None, playing=False)
            hall.until_read()
        while not isinstance(table.mode, WinnerMode):
            hall.press()
            hall.step()
        assert table.state.phase is Phase.OVER
        assert hall.heard[CameraLost] >= 2
        assert hall.heard[CameraOpened] >= 3
    finally:
        hall.close()
