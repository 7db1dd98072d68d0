"""The course of the faults of a soak test: what is recorded of each, and what is a finding."""

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

from display.draw.surface_cache import SurfaceCache
from display.window import MainWindow
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.pi_devices import PiDevices
from firmware.app.soak.fault_course import FaultCourse
from firmware.app.soak.fault_injection import ClockReading
from firmware.app.soak.faults import SoakFault
from firmware.app.soak.report import Report
from firmware.app.soak.soak_environment import SoakEnvironment
from firmware.camera import Warned
from firmware.camera.camera_port import NoCamera
from firmware.rules.message import Message, message
from hardware.pi.pins import Part
from tests.firmware.evening import Evening


class FaultyBox:
    """A box with simulated pins, on which one kind of fault is injected again and again."""

    def __init__(self, folder: Path, stage: MainWindow, fault: SoakFault) -> None:
        self.environment, self.report, self._folder, self._stage = SoakEnvironment(folder), Report(), folder, stage
        self.course = FaultCourse([fault], 1.0, 1, self.environment, random.Random(2), self.report, self._clock_reading)
        self._boxes = 0
        self.deaf = False
        self.start()

    def start(self) -> None:
        """Starts another box on the same pins."""
        self._boxes += 1
        inbox: Inbox[BoxMessage] = Inbox()

        def warn(warning: Message) -> None:
            if not self.deaf:
                inbox.put(Warned(warning))

        clock = self.environment.clock
        self.pins = PiDevices(inbox.put, warn, self.environment.panel.factory, lambda: None, clock)
        table = Evening(self._folder / str(self._boxes)).table
        self.box = MainLoop(table, self._stage, NoCamera(inbox.put, message("no camera")), inbox, clock, self.pins)
        self.box.watch = lambda handled: self.course.on_message(self.box, handled)
        self.environment.run_box = self.box.step

    def turns(self, number: int) -> None:
        for _ in range(number):
            self.course.follow(self.box, 0)
            self.box.step()

    def leave(self) -> None:
        self.course.on_box_left()
        self.pins.close()

    def _clock_reading(self) -> ClockReading:
        return ClockReading(time.monotonic(), self.environment.clock(), 0)


@pytest.fixture
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    stage = MainWindow((480, 320), surfaces=surfaces)
    yield stage
    stage.close()


@pytest.mark.parametrize("fault", [SoakFault.CONTROLS_CHATTER, SoakFault.CONTROLS_STUCK])
def test_a_fault_ends_with_the_box_that_is_left_before_it_could_be_noticed(
    tmp_path: Path, stage: MainWindow, fault: SoakFault
) -> None:
    sitting = FaultyBox(tmp_path, stage, fault)
    sitting.turns(4)
    sitting.leave()
    sitting.start()
    sitting.environment.clock.skip(400.0)
    sitting.turns(4)
    sitting.leave()
    record = sitting.report.faults[fault]
    assert (record.injected, record.mattered) == (2, 0), "the second box met a fault of its own"
    assert sitting.report.findings == []


@pytest.mark.parametrize("leaves", [False, True])
def test_a_fault_that_is_never_noticed_is_a_finding(tmp_path: Path, stage: MainWindow, leaves: bool) -> None:
    sitting = FaultyBox(tmp_path, stage, SoakFault.CONTROLS_STUCK)
    sitting.deaf = True
    sitting.turns(200)
    if leaves:
        sitting.leave()
    else:
        sitting.environment.clock.skip(400.0)
        sitting.turns(1)
        sitting.environment.clock.skip(400.0)
        sitting.turns(1)
    assert [finding for finding in sitting.report.findings if "never noticed" in finding]


def test_a_stuck_button_is_noticed_and_its_recovery_too(tmp_path: Path, stage: MainWindow) -> None:
    sitting = FaultyBox(tmp_path, stage, SoakFault.CONTROLS_STUCK)
    sitting.turns(20)
    sitting.environment.panel.tap(Part.CLAIM)
    sitting.turns(2)
    record = sitting.report.faults[SoakFault.CONTROLS_STUCK]
    assert (record.injected, len(record.noticed), len(record.recovered)) == (1, 1, 1)
    assert sitting.report.findings == []
