"""Whether a die leans, with a calibrated camera: a score from three kinds of evidence.

- How far the outline of its top, snapped to the gradients, is from that of any flat die of the throw's common size.
- How much of its body is visible where a flat die could not be.
- A network that sees the die with its surroundings, and where it and the others would be if they lay flat.

Weights and thresholds were chosen on the development renders, on which the network was not trained, and on throws of
the simulated box.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from vision.camera_model import CameraModel
from vision.flat_dice import Size, body, excess, settle
from vision.leaning_network import LeaningNetwork
from vision.networks import FOLDER, LEANING
from vision.outlines import Floats
from vision.rectify import ImagePyramid
from vision.segmentation import FaceMap

EXCESS_WEIGHT, RESIDUAL_WEIGHT = 24.0, 130.0
"""Weights of an excess of one face, and of a residual of one edge, in log odds. Of some 500 combinations with
MIN_NETWORK_LOG_ODDS, each with its threshold 0.2 below the lowest score of a throw that must not be read, those nearby
refuse the fewest flat throws of the development and training renders."""

MIN_NETWORK_LOG_ODDS = -2.0
"""The lower bound of the network's log odds, so that geometry can overrule them."""

LEANING_THRESHOLD, SUSPICION_THRESHOLD = 3.35, 2.55
"""Scores above which a die is judged to lean, and above which it is examined more closely.

They were chosen such that no leaning die is read in the development renders or in 3,690 throws of the simulated box
with a leaning or stacked die, with a margin of 0.2 in 2,060 of them, and as few flat throws as possible are refused.
`python -m vision.evaluation.leaning_dice` prints false positives and recall at several scores, `python -m
tests.vision.troubled` the readings in the simulated box. If no pip count agrees with a die of two or more pips,
SUSPICION_THRESHOLD is sufficient: it may be two faces of a leaning die, detected as one.
"""

UNCOUNTED_LOG_ODDS = -2.0
"""The network must be this certain that a die lies flat if no count of pips agrees with its value.

Two faces of a die that leans by 45° look like one top face of the same size, so that geometry has no objection. Those
read wrongly, two in 632 throws with a leaning die in the simulated box, had -0.2 and 0.3; of 17 flat dice without a
count after both passes over training and development renders one has more than -3.
"""


class LeaningEvidence(NamedTuple):
    """The evidence that a die leans: the network's log odds, the excess in faces, the residual in edges."""

    network: float
    excess: float
    residual: float

    @property
    def score(self) -> float:
        """The sum of the evidence; compare with LEANING_THRESHOLD and SUSPICION_THRESHOLD.

        >>> LeaningEvidence(-5.0, 0.25, 0.0).score, LeaningEvidence(2.0, 0.25, 0.01).score
        (4.0, 9.3)
        """
        odds = max(self.network, MIN_NETWORK_LOG_ODDS)
        return odds + EXCESS_WEIGHT * self.excess + RESIDUAL_WEIGHT * self.residual


class LeaningJudge:
    """Distinguishes leaning dice from flat ones."""

    def __init__(self, models: Path = FOLDER) -> None:
        """Loads the network of a folder; raises FileNotFoundError if it is missing."""
        self._network = LeaningNetwork(models / LEANING)

    def signs(
        self,
        camera: CameraModel,
        colours: ImagePyramid,
        view: FaceMap,
        quads: Sequence[Floats],
        size: Size | None = None,
    ) -> list[LeaningEvidence] | None:
        """Returns the evidence for each die of a throw; None if a top lies where the camera sees no floor.

        `quads` are the outlines of the tops (4×2 pixels), `size` that of a blessed set.
        """
        poses = settle(camera, colours.halved(0), quads, size)
        if poses is None:
            return None
        beyond = excess(camera, view, quads, poses)
        bodies = [body(camera, pose) for pose in poses]
        signs = []
        for k, (quad, extra, pose) in enumerate(zip(quads, beyond, poses, strict=True)):
            odds = self._network.judge(camera, colours, view, quad, pose, [*bodies[:k], *bodies[k + 1 :]])
            signs.append(LeaningEvidence(odds, extra, pose.residual))
        return signs


def leans(signs: Sequence[LeaningEvidence], counted: Sequence[bool], threshold: float) -> bool:
    """Returns whether some die of a throw leans, given a threshold of the score.

    `counted` says for each die whether a count of pips agrees with its value. A die without a count must clearly be
    flat, and SUSPICION_THRESHOLD applies to all dice.

    >>> two_faces = LeaningEvidence(-0.2, 0.0, 0.0)
    >>> leans([two_faces], [True], LEANING_THRESHOLD), leans([two_faces], [False], LEANING_THRESHOLD)
    (False, True)
    >>> flat, suspect = LeaningEvidence(-9.2, 0.0, 0.0), LeaningEvidence(3.0, 0.0, 0.0)
    >>> [leans([flat, suspect], [flat_is_counted, True], LEANING_THRESHOLD) for flat_is_counted in (True, False)]
    [False, True]
    """
    if not all(counted):
        threshold = min(threshold, SUSPICION_THRESHOLD)
    return any(
        one.score > threshold or (not has_count and one.network > UNCOUNTED_LOG_ODDS)
        for one, has_count in zip(signs, counted, strict=True)
    )
