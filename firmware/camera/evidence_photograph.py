"""A reading and its frame become a sight: what was read, with a photograph small enough to keep."""

import cv2
import numpy as np

from firmware.camera.reading_text import reading_message
from firmware.journal.observation import SeenDie, Sight
from hardware.ports import Frame, Image
from vision.reading import Reading

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


def take(reading: Reading, frame: Frame) -> Sight:
    """The sight of a reading of this frame; what was seen is told in pixels of the photograph."""
    encoded, scale = encode(frame.image)
    dice = tuple(
        SeenDie(
            face=die.face,
            polygon=tuple((x * scale, y * scale) for x, y in die.polygon),
            pips=tuple((pip.x * scale, pip.y * scale, pip.r * scale) for pip in die.pips),
        )
        for die in reading.dice
    )
    reason = None if reading.reason is None else reading.reason.value
    return Sight(reading.faces, reason, _said(reading), reading.confidence, dice, encoded, frame.at)


def _said(reading: Reading) -> str:
    said = reading_message(reading)
    return "" if said is None else str(said)


def blind(message: str, at: float) -> Sight:
    """The sight of a camera that fails."""
    return Sight(None, "camera", message, 0.0, (), b"", at)
