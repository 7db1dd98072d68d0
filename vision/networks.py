"""The eye's networks, read from their files."""

from pathlib import Path

import cv2

FOLDER = Path(__file__).parent / "models"

DETECTOR, CLASSIFIER, LEANING = "faces.onnx", "value.onnx", "cocked.onnx"
"""Files of the networks in such a folder."""


def load_network(model: Path, sparing: bool = False) -> cv2.dnn.Net:
    """Returns the network in a file; raises FileNotFoundError where that is missing.

    One that is `sparing` of memory does not convolve by Winograd's way: that is faster, but keeps the weights many
    times over.
    """
    if not model.is_file():
        raise FileNotFoundError(f"the eye's network {model} is missing: install the program again")
    network = cv2.dnn.readNetFromONNX(str(model))
    if sparing:
        network.enableWinograd(False)
    return network
