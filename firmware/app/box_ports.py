"""The ports of a box to its machine: clocks, camera, pins, speaker, disk; real, or fakes for tests."""

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
    """What a box is connected to; by default the machine it runs on.

    `clock` returns monotonic seconds, `wall_clock` seconds since 1970. `camera` creates the camera port, `pins` opens
    the pins (None if there are none), `connection` is SQLite's connection class. `machine` is watched for voltage
    and heat where it is a Pi.
    """

    clock: Callable[[], float] = time.monotonic
    wall_clock: Callable[[], float] = time.time
    camera: Callable[..., CameraPort] = CameraSupervisor
    pins: Callable[[Warn], Any | None] = find_pins
    speaker: Callable[[], Speaker] = MixerSpeaker
    connection: type[sqlite3.Connection] = sqlite3.Connection
    machine: Machine = field(default_factory=Machine)
