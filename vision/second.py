"""The second opinion on a face: a larger classifier, asked only where the eye has to look from all sides.

It learned apart from the first, sees colours, and twice as much of what lies about the face: what both take for a die
is one, and where they differ there is doubt.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.classify import SCORES, Chances, softmax, without_faults
from vision.networks import FOLDER, load_network
from vision.outlines import grown
from vision.rectify import Floats, Frame, Sizes, cut, evened, straighten

MODEL = FOLDER / "second.onnx"

SIDE = 96
MARGIN = 2.0
"""The network sees this much of the outline it is given."""

FAR = 2.5
"""What lies farther away than this many times the outline is left aside."""

VIEWS = ((0, 1), (1, 1), (2, 1), (0, -1))
"""It sees a face as it is, turned by a quarter, by a half, and mirrored."""


def wide_patch(frame: Frame, quad: Floats) -> tuple[NDArray[np.float32], Floats]:
    """Returns the face in `quad` with what lies about it (3×96×96, mean 0, deviation 1) and the way back to the frame.

    The way back is the homography (3×3) from the patch.
    """
    wide = grown(quad, MARGIN)
    seen, back = straighten(cut(Sizes(frame), wide, SIDE, SIDE), wide, SIDE, SIDE)
    return evened(seen).transpose(2, 0, 1), back


def about(frame: Frame, quad: Floats) -> tuple[Frame, Floats]:
    """Returns the part of a frame that is seen of a face, and more, and its outline there: large frames stay as is."""
    reach = grown(quad, FAR)
    left, upper = np.clip(reach.min(0), 0, None).astype(int).tolist()
    right, lower = np.ceil(reach.max(0)).clip(0, None).astype(int).tolist()
    part = frame[upper:lower, left:right]
    return (part, quad - (left, upper)) if part.size else (frame, quad)


class LargeClassifier:
    """Runs the network `vision/model/second.onnx` over faces."""

    def __init__(self, model: Path = MODEL) -> None:
        """Loads the network; raises FileNotFoundError where the file is missing."""
        self._network = load_network(model, sparing=True)

    def judge(self, frame: Frame, quad: Floats) -> Chances:
        """Returns what it takes the face in `quad` (4×2 pixels) of a frame (H×W×3, BGR) for, the mean over all views.

        These are the probabilities (8) of ground, 1 to 6, and what is no top face that can be read.
        """
        part, quad = about(frame, quad)
        # One by one, for all at once would take four times the memory.
        scores = np.mean([self._scores(part, np.roll(quad, roll, axis=0)[::way]) for roll, way in VIEWS], axis=0)
        return without_faults(softmax(scores.tolist()))

    def _scores(self, frame: Frame, quad: Floats) -> Floats:
        self._network.setInput(np.ascontiguousarray(wide_patch(frame, quad)[0])[None])
        return np.asarray(self._network.forward()[0, :SCORES], float)
