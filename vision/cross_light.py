"""Combines two frames of the same dice, each lit from one side, into one without glare in which pips stand out."""

import cv2
import numpy as np

from vision.segmentation import Frame

EVENED = 0.06
"""Scale on which the light is equalised, as a fraction of the frame's width: larger than a die's pips, smaller than the
lamp's own gradient."""

DARKEST = 8.0
"""Grey level below which the ratio of the two lights is noise."""


def matt(left: Frame, right: Frame) -> Frame:
    """Returns the darker of two frames (H×W×3, BGR, of one size) at every pixel, after equalising their light.

    A specular highlight is elsewhere in the other light, and disappears. A drilled pip without paint has one wall in
    the shade of either light, and becomes dark all round. Dark colours stay dark.
    """
    sigma = EVENED * left.shape[1]
    lights = [_light(frame, sigma) for frame in (left, right)]
    even = (lights[0] + lights[1]) / 2
    evened = [frame * (even / light)[..., None] for frame, light in zip((left, right), lights, strict=True)]
    return np.asarray(np.clip(np.minimum(*evened), 0, 255), np.uint8)


def _light(frame: Frame, sigma: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Returns the local brightness of a frame."""
    shrunk = cv2.resize(frame, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(shrunk, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), sigma / 8)
    whole = cv2.resize(grey, (frame.shape[1], frame.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.maximum(whole, DARKEST), np.float32)
