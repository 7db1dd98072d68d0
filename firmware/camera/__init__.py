"""The camera: it and the reader run in a process of their own, which the main process supervises.

Orders go down a pipe (`messages`: watch a shake, look, peek), readings come up as observations with a photograph. The
worker opens the camera, watches dice until they rest, reads several frames and fuses the readings; the supervisor
replaces a worker that has died or hangs, and answers what it was asked. Importing this package loads neither OpenCV nor
a camera; the worker does.

Read first: `messages.py`, `supervisor.py`, `worker.py`.
"""

from firmware.camera.messages import (
    CameraLost,
    CameraMessage,
    CameraOpened,
    DiceReading,
    Moved,
    Peeked,
    RollOverdue,
    RollReading,
    SetLamp,
    TrueFaces,
    Warned,
)
from firmware.camera.supervisor import CameraSupervisor
from firmware.camera.worker_settings import SWIFT, Pace

__all__ = [
    "SWIFT",
    "CameraLost",
    "CameraMessage",
    "CameraOpened",
    "CameraSupervisor",
    "DiceReading",
    "Moved",
    "Pace",
    "Peeked",
    "RollOverdue",
    "RollReading",
    "SetLamp",
    "TrueFaces",
    "Warned",
]
