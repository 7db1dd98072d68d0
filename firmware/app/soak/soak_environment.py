"""The machine around the box of a soak test: adjustable clocks, pins, and a faulty camera and disk."""

import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

from display.sound.speaker import MixerSpeaker
from firmware.app.box_ports import BoxPorts
from firmware.camera import CameraSupervisor
from hardware.cameras import CameraOptions, open_camera
from hardware.ports import Camera
from hardware.simulated.fault_orders import FaultOrders, ordered_faults
from hardware.simulated.panel import SimulatedPanel

TURN_SECONDS = 0.2
"""The interval of the box's turns during an action that takes time, in seconds."""
NO_DRIVER = "none-on-order"
"""A driver that SDL does not have."""
DRIVERS = {"screen": "SDL_VIDEODRIVER", "sound": "SDL_AUDIODRIVER"}
_WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE", "ALTER", "CREATE", "COMMIT")


class TableClock:
    """Monotonic seconds of the machine, plus those that the soak test skips."""

    def __init__(self) -> None:
        """Starts with the machine's clock."""
        self.skipped = 0.0
        self._stopped: float | None = None

    def __call__(self) -> float:
        """Returns the seconds."""
        return (time.monotonic() if self._stopped is None else self._stopped) + self.skipped

    def stop(self) -> None:
        """Lets only skipped time pass: on a busy machine a contact would have pauses that no real one has."""
        self._stopped = time.monotonic() if self._stopped is None else self._stopped

    def go_on(self) -> None:
        """Follows the machine's clock again."""
        if self._stopped is not None:
            self.skipped -= time.monotonic() - self._stopped
            self._stopped = None

    def skip(self, seconds: float) -> None:
        """Skips this many seconds."""
        self.skipped += seconds


class WallClock:
    """Seconds since 1970, adjustable."""

    def __init__(self) -> None:
        """Starts with the machine's clock."""
        self.offset = 0.0

    def __call__(self) -> float:
        """Returns the seconds."""
        return time.time() + self.offset


class DiskFault(Enum):
    """A disk failure, with SQLite's message and error code."""

    FULL = ("database or disk is full", sqlite3.SQLITE_FULL)
    READ_ONLY = ("attempt to write a readonly database", sqlite3.SQLITE_READONLY)


@dataclass(slots=True)
class Disk:
    """A disk that can be made to fail; `fault` is the current failure, or None."""

    fault: DiskFault | None = None
    refused: int = 0

    def check(self, sql: str) -> None:
        """Raises the failure for a statement that writes."""
        if self.fault is None or not sql.lstrip().upper().startswith(_WRITING):
            return
        self.refused += 1
        words, code = self.fault.value
        error = sqlite3.OperationalError(words)
        error.sqlite_errorcode = code
        raise error


def connection_on(disk: Disk) -> type[sqlite3.Connection]:
    """Returns a connection class for a journal on this disk."""

    class DiskConnection(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            disk.check(sql)
            return super().execute(sql, parameters)

    return DiskConnection


class RealTimeSupervisor(CameraSupervisor):
    """A supervisor in real time, however the table's clock is advanced."""

    def watchdog(self, now: float) -> None:  # noqa: ARG002 - that is the other clock
        """Replaces a worker that has died or hangs."""
        super().watchdog(time.monotonic())


def open_faulty(orders: Path, spec: str, options: CameraOptions) -> Camera:
    """Opens a simulated box with the faults ordered in a file."""
    return open_camera(spec, replace(options, faults=ordered_faults(orders)))


@dataclass(slots=True)
class SoakEnvironment:
    """Everything around the box. `folder` holds the orders to the camera."""

    folder: Path
    clock: TableClock = field(default_factory=TableClock)
    wall: WallClock = field(default_factory=WallClock)
    disk: Disk = field(default_factory=Disk)
    run_box: Callable[[], object] = lambda: None
    """Lets the box do a turn: it keeps running while people hold a button."""
    panel: SimulatedPanel = field(init=False)
    orders: FaultOrders = field(init=False)
    speaker: MixerSpeaker = field(init=False)

    def __post_init__(self) -> None:
        """Sets everything up; screen and sound use SDL's dummy drivers."""
        self.panel = SimulatedPanel(self._pass_time)
        self.orders = FaultOrders(self.folder / "camera-faults.json")
        self.speaker = MixerSpeaker(clock=self.clock)
        for port in DRIVERS:
            self.plug_in(port)

    def _pass_time(self, seconds: float) -> None:
        while seconds > TURN_SECONDS:
            self.clock.skip(TURN_SECONDS)
            seconds -= TURN_SECONDS
            self.run_box()
        self.clock.skip(seconds)

    def ports(self) -> BoxPorts:
        """Returns the box's ports."""
        camera: Callable[..., RealTimeSupervisor] = partial(
            RealTimeSupervisor, opener=partial(open_faulty, self.orders.file)
        )
        return BoxPorts(
            clock=self.clock,
            wall_clock=self.wall,
            camera=camera,
            pins=lambda _: self.panel.factory,
            speaker=lambda: self.speaker,
            connection=connection_on(self.disk),
        )

    @staticmethod
    def unplug(port: str) -> None:
        """Removes screen or sound: SDL finds no driver."""
        os.environ[DRIVERS[port]] = NO_DRIVER

    @staticmethod
    def plug_in(port: str) -> None:
        """Restores it."""
        os.environ[DRIVERS[port]] = "dummy"
