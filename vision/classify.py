"""What a network takes a rectified face for: the first opinion on its value."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Floats, rectify

MODEL = Path(__file__).parent / "model" / "value.onnx"

SIDE = 48
NO_DIE, NO_TOP = 0, 7
"""Classes beside the values 1 to 6: ground, and a die's side, a half of it, two of them, a die aslant."""

MARGIN = 1.24
"""The network sees this much of the face's outline, so that it can tell a face from half a die."""


def face_patch(frame: NDArray[np.uint8], quad: Floats) -> NDArray[np.float32]:
    """Returns the face in `quad` with a margin, 48×48, its grey levels brought to mean 0 and deviation 1."""
    middle = quad.mean(0)
    grey, _ = rectify(frame, middle + (quad - middle) * MARGIN, SIDE, SIDE)
    return np.asarray((grey - grey.mean()) / (grey.std() + 2.0), np.float32)


class Classifier:
    """Runs the network `vision/model/value.onnx` over faces."""

    def __init__(self, model: Path = MODEL) -> None:
        """Loads the network; raises FileNotFoundError where the file is missing."""
        if not model.is_file():
            raise FileNotFoundError(f"the eye's network {model} is missing: install the program again")
        self._network = cv2.dnn.readNetFromONNX(str(model))

    def classify(self, frame: NDArray[np.uint8], quad: Floats) -> Floats:
        """Returns the probabilities (8) of what is in `quad`: NO_DIE, 1 to 6, NO_TOP."""
        self._network.setInput(face_patch(frame, quad)[None, None])
        return np.asarray(self._network.forward()[0], float)
