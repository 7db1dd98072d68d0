"""Turns a reading and its frame into an observation: what was read, with a photograph small enough to keep."""

import cv2
import numpy as np

from firmware.camera.device_messages import message_of
from firmware.journal.observation import SeenDie, Sight
from firmware.rules.message import Message
from hardware.ports import Frame, Image
from vision.reading import Die, Reading

WIDEST = 1280
"""Pixels; a wider frame is scaled down."""
QUALITY = 85


def encode(image: Image) -> tuple[bytes, float]:
    """The image as a JPEG of at most `WIDEST` pixels, and by how much it was scaled (1 or less)."""
    height, width = image.shape[:2]
    scale = min(1.0, WIDEST / width)
    if scale < 1:
        size = (WIDEST, max(1, round(height * scale)))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    _, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes(), scale


def observed(reading: Reading, frame: Frame, why: Message | None = None) -> Sight:
    """The observation of a reading of this frame, its dice in pixels of the photograph.

    `why` is the message of an abstention, instead of the reader's own.
    """
    encoded, scale = encode(frame.image)
    if reading.faces is not None:
        why = None
    elif why is None:
        why = message_of(reading.message)
    dice = tuple(_seen(die, scale) for die in reading.dice)
    reason = None if reading.reason is None else reading.reason.value
    return Sight(reading.faces, reason, why, reading.confidence, dice, encoded, frame.at)


def _seen(die: Die, scale: float) -> SeenDie:
    polygon = tuple((x * scale, y * scale) for x, y in die.polygon)
    return SeenDie(die.face, polygon, tuple((pip.x * scale, pip.y * scale, pip.r * scale) for pip in die.pips))
