"""What a network takes a rectified face for: the first opinion on its value."""

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
"""Few probabilities: of these, plain numbers are faster than arrays."""

MODEL = FOLDER / CLASSIFIER

NO_DIE, NO_TOP = 0, 7
"""Classes beside the values 1 to 6: ground; and a die's side, a half of it, two of them, a top face not to be read."""

FAULTS = ("cocked", "covered", "moving", "cut-off")
"""What the network tells apart of top faces that cannot be read, beside the classes above."""

SCORES = NO_TOP + 1 + len(FAULTS)
"""So many scores the network tells first: of ground, 1 to 6, no top face, and what keeps one from being read."""

MARGIN = 1.45
"""The network sees this much of the outline it is given, so that it can tell and mend an outline that is off."""

WORTH_MENDING = 0.2
"""Only what may be a readable top face has an outline to mend."""

LOOKS = 2
"""How often a face is looked at; its outline is mended between, and the value is taken from the last look."""

CLEAR = 0.95
"""What is seen as clearly, and mended by little, needs no further look."""


SIDE = 64
"""Side of what the network sees, in pixels."""

STILL = 0.1
"""What is mended by less than this, in edges, and seen clearly, is looked at once only."""


def patch_quad(quad: Floats) -> Floats:
    """Returns what the network sees of a face: its outline, grown by MARGIN about its middle."""
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
    """What the network takes an outline for.

    `chances` (8) are the probabilities of NO_DIE, 1 to 6 and NO_TOP, `faults` (4) those of what keeps a top face from
    being read, as in FAULTS: a part of NO_TOP. `quad` is the outline, mended (4×2 pixels), `piece` what was last cut
    from the frame for it.
    """

    chances: Chances
    faults: Chances
    quad: Floats
    piece: ImagePatch


class Classifier:
    """Runs a network that values faces over faces."""

    def __init__(self, model: Path = MODEL) -> None:
        """Loads the network; raises FileNotFoundError where the file is missing."""
        self._network = load_network(model)

    def look(self, frame: Frame | Greys, quad: Floats) -> Classification:
        """Returns what is in `quad`, its outline mended before the last look."""
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
            told = self._network.forward()[0]
            chances = softmax(told[:SCORES].tolist())
            if sum(chances[1:7]) < WORTH_MENDING:
                break
            if look + 1 < LOOKS:
                corners = (np.asarray(told[SCORES:], float).reshape(1, 4, 2) + 0.5) * SIDE - 0.5
                mended = np.asarray(cv2.perspectiveTransform(corners, back)[0])
                if not _sound(mended, quad):
                    break
                moved = cv2.norm(mended, quad, cv2.NORM_L1) / quad.size / edge(quad)
                quad = mended
                if moved < STILL and max(chances) > CLEAR:
                    break
        return Classification(without_faults(chances), chances[NO_TOP + 1 :], quad, piece)


def likeliest(chances: Sequence[float]) -> int:
    """Returns the value, 1 to 6, that is likeliest by probabilities told as in `Classification`.

    >>> likeliest((0.5, 0.1, 0.0, 0.2, 0.1, 0.0, 0.0, 0.1))
    3
    """
    return max(range(1, 7), key=chances.__getitem__)


def softmax(scores: Sequence[float]) -> Chances:
    """Returns the probabilities that a network's scores mean."""
    highest = max(scores)
    odds = [math.exp(score - highest) for score in scores]
    total = sum(odds)
    return tuple(one / total for one in odds)


def without_faults(chances: Chances) -> Chances:
    """Returns the probabilities (8) of ground, 1 to 6 and what is no readable top face, of those of all scores."""
    return *chances[:NO_TOP], sum(chances[NO_TOP:])


def _sound(mended: Floats, quad: Floats) -> bool:
    """Whether a mended outline is still convex and not far from what it mends."""
    return cv2.isContourConvex(mended.astype(np.float32)) and 0.2 < (edge(mended) / edge(quad)) ** 2 < 3
