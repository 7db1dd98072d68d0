"""The reader's networks, read from their files."""

from pathlib import Path

import cv2

FOLDER = Path(__file__).parent / "models"

DETECTOR, CLASSIFIER, LEANING, COCKED = "faces.onnx", "value.onnx", "leaning.onnx", "cocked.onnx"
"""Files of the networks in such a folder; the last is that of the first edition for leaning dice."""


def load_network(model: Path) -> cv2.dnn.Net:
    """Returns the network in a file; raises FileNotFoundError where that is missing."""
    if not model.is_file():
        raise FileNotFoundError(f"the reader's network {model} is missing: install the program again")
    return cv2.dnn.readNetFromONNX(str(model))
