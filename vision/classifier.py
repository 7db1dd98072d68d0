"""Classifies a rectified face with a network."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import CLASSIFIER, FOLDER, load_network
from vision.outlines import edge, grown
from vision.rectify import Floats, Frame, Greys, ImagePatch, cut, evened, straighten

Chances = tuple[float, ...]
"""A few probabilities, for which plain numbers are faster than arrays."""

MODEL = FOLDER / CLASSIFIER

NO_DIE, NO_TOP = 0, 7
"""Classes besides the values 1 to 6: ground; and no top face (a side, half a face, two of them, an unreadable face)."""

FAULTS = ("cocked", "covered", "moving", "cut-off")
"""The network's causes of unreadable top faces, besides the classes above."""

SCORES = NO_TOP + 1 + len(FAULTS)
"""The number of class scores: ground, 1 to 6, no top face, and the faults."""

MARGIN = 1.45
"""The network sees the outline with this margin, so that it can detect and correct errors of the outline."""

WORTH_MENDING = 0.2
"""The outline is corrected only where there may be a readable top face."""

LOOKS = 2
"""The number of passes over a face; the outline is refined in between, and the value comes from the last one."""

CLEAR = 0.95
"""With this certainty and a small correction, no further pass is needed."""


SIDE = 64
"""Side of the network's input, in pixels."""

STILL = 0.1
"""With a smaller correction than this, in edges, and high certainty, one pass is enough."""


def patch_quad(quad: Floats) -> Floats:
    """Returns the outline of the network's input: the face's outline, grown by MARGIN about its centre."""
    return grown(quad, MARGIN)


def face_patch(frame: Frame | Greys, quad: Floats) -> tuple[NDArray[np.float32], Floats]:
    """Returns the face in `quad` with a margin (64×64, mean 0, deviation 1) and the homography to the frame."""
    wide = patch_quad(quad)
    return _patch(_piece(frame, wide), wide)


def _piece(frame: Frame | Greys, wide: Floats) -> ImagePatch:
    return cut(frame, wide, SIDE, SIDE)


def _patch(piece: ImagePatch, wide: Floats) -> tuple[NDArray[np.float32], Floats]:
    grey, back = straighten(piece, wide, SIDE, SIDE)
    return evened(grey), back


@dataclass(frozen=True, slots=True, eq=False)
class Classification:
    """The network's result for an outline.

    `chances` (8) are the probabilities of NO_DIE, 1 to 6 and NO_TOP, `faults` (4) those of FAULTS, which are part of
    NO_TOP. `quad` is the corrected outline (4×2 pixels), `piece` the patch last cut from the frame.
    """

    chances: Chances
    faults: Chances
    quad: Floats
    piece: ImagePatch


class Classifier:
    """Runs the classifier network over faces."""

    def __init__(self, model: Path = MODEL) -> None:
        """Loads the network; raises FileNotFoundError if the file is missing."""
        self._network = load_network(model)

    def look(self, frame: Frame | Greys, quad: Floats) -> Classification:
        """Classifies the face in `quad`, refining its outline before the last pass."""
        frame = frame if isinstance(frame, Greys) else Greys(frame)
        wide = patch_quad(quad)
        piece = _piece(frame, wide)
        chances: Chances = ()
        for look in range(LOOKS):
            if look:
                wide = patch_quad(quad)
                piece = _piece(frame, wide)
            patch, back = _patch(piece, wide)
            self._network.setInput(patch[None, None])
            outputs = self._network.forward()[0]
            chances = softmax(outputs[:SCORES].tolist())
            if sum(chances[1:7]) < WORTH_MENDING:
                break
            if look + 1 < LOOKS:
                corners = (np.asarray(outputs[SCORES:], float).reshape(1, 4, 2) + 0.5) * SIDE - 0.5
                refined = np.asarray(cv2.perspectiveTransform(corners, back)[0])
                if not _is_plausible(refined, quad):
                    break
                moved = cv2.norm(refined, quad, cv2.NORM_L1) / quad.size / edge(quad)
                quad = refined
                if moved < STILL and max(chances) > CLEAR:
                    break
        return Classification(without_faults(chances), chances[NO_TOP + 1 :], quad, piece)


def likeliest(chances: Sequence[float]) -> int:
    """Returns the likeliest value, 1 to 6, by probabilities as in `Classification`.

    >>> likeliest((0.5, 0.1, 0.0, 0.2, 0.1, 0.0, 0.0, 0.1))
    3
    """
    return max(range(1, 7), key=chances.__getitem__)


def softmax(scores: Sequence[float]) -> Chances:
    """Returns the probabilities for a network's scores."""
    highest = max(scores)
    odds = [math.exp(score - highest) for score in scores]
    total = sum(odds)
    return tuple(one / total for one in odds)


def without_faults(chances: Chances) -> Chances:
    """Returns the 8 probabilities of ground, 1 to 6 and no readable top face from those of all scores."""
    return *chances[:NO_TOP], sum(chances[NO_TOP:])


def _is_plausible(refined: Floats, quad: Floats) -> bool:
    """Whether a corrected outline is still convex and close to the original."""
    return cv2.isContourConvex(refined.astype(np.float32)) and 0.2 < (edge(refined) / edge(quad)) ** 2 < 3
