"""Two frames of the same dice, each lit from one side, become one in which pips stand out and nothing glints."""

import cv2
import numpy as np

from vision.segmentation import Frame

EVENED = 0.06
"""Light is evened over this part of the frame's width: wider than a die's pips, narrower than the lamp's own slope."""

DARKEST = 8.0
"""Grey levels; where it is darker the ratio of the two lights is noise."""


def matt(left: Frame, right: Frame) -> Frame:
    """Returns the darker of two frames (H×W×3, BGR, of one size) at every pixel, after evening their light.

    A glint lies elsewhere in the other light, and goes. A drilled pip without fill has one wall in the shade of either
    light, and becomes dark all round. What is dark by its colour stays so.
    """
    sigma = EVENED * left.shape[1]
    lights = [_light(frame, sigma) for frame in (left, right)]
    even = (lights[0] + lights[1]) / 2
    evened = [frame * (even / light)[..., None] for frame, light in zip((left, right), lights, strict=True)]
    return np.asarray(np.clip(np.minimum(*evened), 0, 255), np.uint8)


def _light(frame: Frame, sigma: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Returns how bright a frame is round each pixel."""
    shrunk = cv2.resize(frame, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(shrunk, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), sigma / 8)
    whole = cv2.resize(grey, (frame.shape[1], frame.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.maximum(whole, DARKEST), np.float32)
