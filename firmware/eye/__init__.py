"""The eye: a camera and the reader in a process of their own, and the main process's handle on them.

Importing this loads neither OpenCV nor a camera; the child does.
"""

from firmware.eye.handle import SILENT, Eye
from firmware.eye.messages import (
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
from firmware.eye.process import SWIFT, Pace

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
