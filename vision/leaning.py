"""Whether a die leans, with a calibrated camera: a score from three kinds of evidence.

- How far the exact corners of all tops of the throw are from those of flat dice of one size.
- How much of its body is visible where a flat die could not be.
- A network that sees the die with its surroundings, and where it and the others would be if they lay flat.

The weights and the threshold were chosen on the development renders, on which the network was not trained, on the
training renders, and on throws of the simulated box.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from vision.camera_model import CameraModel
from vision.flat_dice import Size, body, excess, flat_poses
from vision.leaning_network import LeaningNetwork
from vision.networks import FOLDER, LEANING
from vision.outlines import Floats
from vision.rectify import ImagePyramid
from vision.segmentation import FaceMap

EXCESS_WEIGHT, RESIDUAL_WEIGHT, LEANING_THRESHOLD = 20.0, 120.0, 3.1
"""Weights of an excess of one face and of a residual of one edge, in log odds; the score above which a die is judged to
lean.

Of 42 combinations of weights, with the sixth stage of the network, this one refused the fewest flat throws of renders
and of the simulated box with a threshold 0.7 below the lowest score of a throw with a leaning or stacked die: a
development or training render, or one of 1,960 throws of the simulated box. With the shipped network it is 1.1 below.
`python -m vision.evaluation.leaning_dice` prints false positives and recall at several thresholds, `python -m
tests.vision.troubled` the readings in the simulated box.
"""

FIRST_PASS_LEANING_THRESHOLD = 1.0
"""The same after the first pass alone, which shows less of a die's sides: above it, the second pass decides. The lowest
score of a throw with a leaning die is 3.05, and 2 % of the flat throws exceed the threshold."""

UNCOUNTED_LOG_ODDS = -0.5
"""The network must be this certain that a die lies flat if no count of pips agrees with its value.

Two faces of a die that leans by 45° look like one top face of the same size, so that geometry has no objection. Of such
dice in the simulated box, that the network was least certain of had 0.9; of 16 flat dice without a count after both
passes over development and training renders, -1.0.
"""


class LeaningEvidence(NamedTuple):
    """The evidence that a die leans: the network's log odds, the excess in faces, the residual in edges.

    The residual is the root mean square of the throw's residuals: the size of a leaning die seems different, and so a
    flat one may fit worse than itself.
    """

    network: float
    excess: float
    residual: float

    @property
    def score(self) -> float:
        """The sum of the evidence; compare with LEANING_THRESHOLD.

        >>> LeaningEvidence(-5.0, 0.25, 0.0).score, LeaningEvidence(2.0, 0.25, 0.02).score
        (0.0, 9.4)
        """
        return self.network + EXCESS_WEIGHT * self.excess + RESIDUAL_WEIGHT * self.residual


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

        `quads` are the exact outlines of the tops (4×2 pixels), `size` that of a blessed set.
        """
        poses = flat_poses(camera, quads, size)
        if poses is None:
            return None
        beyond = excess(camera, view, quads, poses)
        bodies = [body(camera, pose) for pose in poses]
        residual = math.sqrt(fmean(pose.residual**2 for pose in poses))
        signs = []
        for k, (quad, extra, pose) in enumerate(zip(quads, beyond, poses, strict=True)):
            odds = self._network.judge(camera, colours, view, quad, pose, [*bodies[:k], *bodies[k + 1 :]])
            signs.append(LeaningEvidence(odds, extra, residual))
        return signs


def leans(evidence: LeaningEvidence, counted: bool, threshold: float = LEANING_THRESHOLD) -> bool:
    """Returns whether a die leans.

    `counted` says whether a count of pips agrees with its value. A die without a count must clearly be flat.

    >>> two_faces = LeaningEvidence(0.3, 0.0, 0.0)
    >>> leans(two_faces, counted=True), leans(two_faces, counted=False)
    (False, True)
    >>> leans(LeaningEvidence(2.0, 0.0, 0.0), True, FIRST_PASS_LEANING_THRESHOLD)
    True
    """
    return evidence.score > threshold or (not counted and evidence.network > UNCOUNTED_LOG_ODDS)
