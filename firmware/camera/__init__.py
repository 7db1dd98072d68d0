"""The camera process: the camera and the reader, supervised by the main process.

Orders go down a pipe (`messages`: watch a roll, read, peek); readings come back as observations with a photograph. The
worker opens the camera, waits until the dice rest, reads several frames and fuses the readings. The supervisor replaces
a worker that has died or hangs, and answers its pending orders. Importing this package loads neither OpenCV nor a
camera; only the worker does.

Read first: `messages.py`, `supervisor.py`, `worker.py` (its loop; `worker_start.py` opens camera and reader).
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
