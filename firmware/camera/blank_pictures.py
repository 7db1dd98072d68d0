"""Recognises pictures in which nothing can be seen, black or mere noise, without reading them.

A small or busy computer takes a second to read a picture, and people should be told at once.
"""

from hardware.pi.frame_health import is_black, is_noise
from hardware.ports import Image
from vision.reading import Reading, Reason


def blank(image: Image, dice: int) -> Reading | None:
    """Returns why a picture of this many dice shows nothing at all; None if it is to be read.

    >>> import numpy as np
    >>> blank(np.zeros((48, 64, 3), np.uint8), 2).reason
    <Reason.TOO_DARK: 'too-dark'>
    >>> blank(np.full((48, 64, 3), 20, np.uint8), 2) is None
    True
    """
    if is_black(image):
        return Reading(None, Reason.TOO_DARK, 0.0, (), 0.0, dice)
    if is_noise(image):
        return Reading(None, Reason.CAMERA, 0.0, (), 0.0, dice)
    return None
