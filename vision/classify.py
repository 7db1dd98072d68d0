"""What a network takes a rectified face for: the first opinion on its value."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Floats, rectify

MODEL = Path(__file__).parent / "model" / "value.onnx"

SIDE = 56
NO_DIE, NO_TOP = 0, 7
"""Classes beside the values 1 to 6: ground, and a die's side, a half of it, two of them, a die aslant."""

MARGIN = 1.45
"""The network sees this much of the outline it is given, so that it can tell and mend an outline that is off."""

WORTH_MENDING = 0.2
"""Only what may be a readable top face has an outline to mend."""

LOOKS = 2
"""How often the outline is mended; the value is taken from the last look."""


def patch_quad(quad: Floats) -> Floats:
    """Returns what the network sees of a face: its outline, grown by MARGIN about its middle."""
    middle = quad.mean(0)
    return np.asarray(middle + (quad - middle) * MARGIN)


def face_patch(frame: NDArray[np.uint8], quad: Floats) -> tuple[NDArray[np.float32], Floats]:
    """Returns the face in `quad` with a margin (56×56, mean 0, deviation 1) and the homography back to the frame."""
    grey, back = rectify(frame, patch_quad(quad), SIDE, SIDE)
    return np.asarray((grey - grey.mean()) / (grey.std() + 2.0), np.float32), back


class Classifier:
    """Runs the network `vision/model/value.onnx` over faces."""

    def __init__(self, model: Path = MODEL) -> None:
        """Loads the network; raises FileNotFoundError where the file is missing."""
        if not model.is_file():
            raise FileNotFoundError(f"the eye's network {model} is missing: install the program again")
        self._network = cv2.dnn.readNetFromONNX(str(model))

    def classify(self, frame: NDArray[np.uint8], quad: Floats) -> tuple[Floats, Floats]:
        """Returns the probabilities (8) of what is in `quad` (NO_DIE, 1 to 6, NO_TOP) and the mended outline (4×2)."""
        chances = np.zeros(8)
        for look in range(LOOKS):
            patch, back = face_patch(frame, quad)
            self._network.setInput(patch[None, None])
            told = np.asarray(self._network.forward()[0], float)
            chances = np.exp(told[:8] - told[:8].max())
            chances = chances / chances.sum()
            if chances[1:7].sum() < WORTH_MENDING:
                break
            if look + 1 < LOOKS:
                corners = (told[8:].reshape(4, 2) + 0.5) * SIDE - 0.5
                mended = cv2.perspectiveTransform(corners[None], back)[0]
                if not _sound(mended, quad):
                    break
                quad = mended
        return chances, quad


def _sound(mended: Floats, quad: Floats) -> bool:
    """Whether a mended outline is still convex and not far from what it mends."""
    before = cv2.contourArea(quad.astype(np.float32))
    after = cv2.contourArea(mended.astype(np.float32))
    return cv2.isContourConvex(mended.astype(np.float32)) and 0.2 * before < after < 3 * before
