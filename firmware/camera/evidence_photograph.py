"""Turns a reading and its frame into an observation with a photograph small enough to store."""

import cv2
import numpy as np

from firmware.camera.reading_text import reading_message
from firmware.journal.observation import Observation, SeenDie
from hardware.ports import Frame, Image
from vision.reading import Die, Reading

WIDEST = 1280
"""Pixels; wider frames are scaled down."""
QUALITY = 85


def encode(image: Image) -> tuple[bytes, float]:
    """Returns the image as a JPEG of at most `WIDEST` pixels, and the scale factor (1 or less)."""
    height, width = image.shape[:2]
    scale = min(1.0, WIDEST / width)
    if scale < 1:
        size = (WIDEST, max(1, round(height * scale)))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    _, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes(), scale


def to_observation(reading: Reading, frame: Frame) -> Observation:
    """Returns the observation for a reading of this frame; coordinates are pixels of the photograph."""
    encoded, scale = encode(frame.image)
    dice = tuple(_seen_die(die, scale) for die in reading.dice)
    reason = None if reading.reason is None else reading.reason.value
    return Observation(reading.faces, reason, reading_message(reading), reading.confidence, dice, encoded, frame.at)


def _seen_die(die: Die, scale: float) -> SeenDie:
    polygon = tuple((x * scale, y * scale) for x, y in die.polygon)
    return SeenDie(die.face, polygon, tuple((pip.x * scale, pip.y * scale, pip.r * scale) for pip in die.pips))
