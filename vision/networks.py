"""The files of the reader's networks."""

from pathlib import Path

import cv2

FOLDER = Path(__file__).parent / "models"

DETECTOR, CLASSIFIER, CORNERS, LEANING = "faces.onnx", "value.onnx", "corners.onnx", "leaning.onnx"
"""Files of the networks in such a folder."""


def load_network(model: Path) -> cv2.dnn.Net:
    """Loads a network; raises FileNotFoundError if the file is missing."""
    if not model.is_file():
        raise FileNotFoundError(f"the reader's network {model} is missing: install the program again")
    return cv2.dnn.readNetFromONNX(str(model))
