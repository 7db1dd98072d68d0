"""The eye: a camera and the reader in a process of their own, and the main process's handle on them.

Importing this loads neither OpenCV nor a camera; the child does.
"""

from firmware.camera.messages import (
    EyeBack,
    EyeLost,
    EyeMessage,
    Lighten,
    Looked,
    Lying,
    Moved,
    Peeked,
    Rested,
    Truth,
    Warned,
)
from firmware.camera.process import SWIFT, Pace
from firmware.camera.supervisor import SILENT, Eye

__all__ = [
    "SILENT",
    "SWIFT",
    "Eye",
    "EyeBack",
    "EyeLost",
    "EyeMessage",
    "Lighten",
    "Looked",
    "Lying",
    "Moved",
    "Pace",
    "Peeked",
    "Rested",
    "Truth",
    "Warned",
]
