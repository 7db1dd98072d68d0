"""Locates the corners of a top face with a network, more than twice as exactly as the classifier outlines it.

The corners are those of the flat part of the face, where the rounding of the die's edges begins.
"""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import CORNERS, FOLDER, load_network
from vision.outlines import Floats, edge, grown
from vision.rectify import ImagePyramid, evened, rectify

MODEL = FOLDER / CORNERS

SIDE = 64
"""Side of the network's input, in pixels."""

MARGIN = 1.6
"""The network sees the outline with this margin: the edges of the die, and what lies beside it."""

PASSES, STILL = 2, 0.03
"""The second pass sees the die with the outline that the first one found. If no corner moved farther than this, in
edges, it is left out: that saves half of the second passes, and costs a twentieth of a percent of an edge."""

MAX_MOVED = 0.5
"""A corner that moves farther than this, in edges, belongs to something else than the outlined face. An outline that is
turned by 40° is corrected."""


class CornerNetwork:
    """Runs the network that locates corners."""

    def __init__(self, model: Path = MODEL) -> None:
        """Loads the network; raises FileNotFoundError if the file is missing."""
        self._network = load_network(model)

    def locate(self, colours: ImagePyramid, quad: Floats) -> Floats:
        """Returns the corners of the face in `quad` (both 4×2 pixels, clockwise); `quad` itself if it finds none."""
        found = quad
        for _ in range(PASSES):
            patch, to_frame = corner_patch(colours, found)
            self._network.setInput(network_input(patch)[None])
            # The other outputs are the errors that the network expects, which only its training needs.
            corners = np.asarray(self._network.forward()[0, :8], float).reshape(1, 4, 2)
            moved = np.asarray(cv2.perspectiveTransform((corners + 0.5) * SIDE - 0.5, to_frame)[0], float)
            convex = cv2.isContourConvex(moved.astype(np.float32))
            if not convex or np.abs(moved - quad).max() > MAX_MOVED * edge(quad):
                return quad
            found, step = moved, float(np.abs(moved - found).max())
            if step < STILL * edge(quad):
                break
        return found


def corner_patch(colours: ImagePyramid, quad: Floats) -> tuple[NDArray[np.uint8], Floats]:
    """Returns a face with its margin (side×side×3), rectified, and the homography (3×3) from it to the frame."""
    patch, to_frame = rectify(colours, grown(quad, MARGIN), SIDE, SIDE)
    return np.asarray(np.round(patch), np.uint8), to_frame


def network_input(patch: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Returns the network's input (3×side×side) for a patch (side×side×3)."""
    return np.ascontiguousarray(evened(patch.astype(np.float32)).transpose(2, 0, 1))
