"""The reader's networks, read from their files."""

from pathlib import Path

import cv2

FOLDER = Path(__file__).parent / "models"

DETECTOR, CLASSIFIER, LEANING = "faces.onnx", "value.onnx", "cocked.onnx"
"""Files of the networks in such a folder."""


def load_network(model: Path) -> cv2.dnn.Net:
    """Returns the network in a file; raises FileNotFoundError where that is missing."""
    if not model.is_file():
        raise FileNotFoundError(f"the reader's network {model} is missing: install the program again")
    return cv2.dnn.readNetFromONNX(str(model))
