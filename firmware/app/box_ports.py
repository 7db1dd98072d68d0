"""The machine around a box: its clocks, its camera, its pins, its speaker and its disk; or what stands for them."""

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from display.sound.speaker import MixerSpeaker, Speaker
from firmware.camera import CameraSupervisor
from firmware.camera.camera_port import CameraPort
from firmware.doctor.machine import Machine
from hardware.message import Warn
from hardware.pi.available_pins import find_pins


@dataclass(frozen=True, slots=True)
class BoxPorts:
    """What a box is joined to; the defaults are the machine that it runs on.

    `clock` gives seconds that only ever grow, `wall_clock` those since 1970. `camera` makes the camera with its reader,
    `pins` opens the pins (None where there are none), `connection` is SQLite's connection to the journal.
    `machine` is watched for voltage and heat where it is a Pi.
    """

    clock: Callable[[], float] = time.monotonic
    wall_clock: Callable[[], float] = time.time
    camera: Callable[..., CameraPort] = CameraSupervisor
    pins: Callable[[Warn], Any | None] = find_pins
    speaker: Callable[[], Speaker] = MixerSpeaker
    connection: type[sqlite3.Connection] = sqlite3.Connection
    machine: Machine = field(default_factory=Machine)
