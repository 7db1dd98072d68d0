"""Whether a die leans, with a calibrated camera: a score from four kinds of evidence.

- How far the outline of its top, snapped to the gradients, is from that of any flat die of the throw's common size.
- How much of its body is visible where a flat die could not be.
- A network that sees the die with its surroundings and the mask of a flat die.
- The network of the first edition, trained on other scenes: a die that it is certain about counts as leaning.

Weights and thresholds were chosen on the development renders, on which none of the networks was trained, and on throws
of the simulated box.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from vision.camera_model import CameraModel
from vision.cocked import CockedJudge
from vision.flat_dice import Size, excess, settle
from vision.leaning_network import LeaningNetwork
from vision.networks import COCKED, FOLDER, LEANING
from vision.outlines import Floats
from vision.rectify import Greys
from vision.segmentation import FaceMap

EXCESS_WEIGHT, RESIDUAL_WEIGHT = 22.0, 75.0
"""Weights of an excess of one face, and of a residual of one edge, in log odds. Fitted together with the network by
logistic regression, to flat dice of development renders and to the same dice under a camera tilted by 14 to 32
degrees."""

MIN_NETWORK_LOG_ODDS = -2.0
"""The lower bound of the network's log odds, so that geometry can overrule it."""

OLDER_EXCESS_WEIGHT, OLDER_RESIDUAL_WEIGHT, OLDER_MARGIN = 30.0, 90.0, 0.5
"""The same weights beside the older network, and the margin by which that must exceed the threshold. It alone refuses
none of 50 flat development throws, and all of 102 throws of the simulated box with a leaning or stacked die."""

SUSPECTED_BY_BOTH = 0.7, 2.2
"""If both networks suspect a die, these are added to their scores. A die that leans slightly on another one, one in 800
throws of the simulated box, scores 1.8 and 0.3; it costs one development throw (2.0 and 0.7)."""

LEANING_THRESHOLD, SUSPICION_THRESHOLD = 2.4, 0.5
"""Scores above which a die is judged to lean, and above which it is examined more closely.

`python -m vision.evaluation.leaning_dice` prints false positives and recall at several scores, `python -m
tests.vision.troubled` the readings in the simulated box. If no pip count agrees with a die of two or more pips,
SUSPICION_THRESHOLD is sufficient: it may be two faces of a leaning die, detected as one.
"""


class LeaningEvidence(NamedTuple):
    """The evidence that a die leans: the network's log odds, the excess in faces, the residual in edges.

    `older` is the log odds of the network of the first edition.
    """

    network: float
    excess: float
    residual: float
    older: float = -9.0

    @property
    def score(self) -> float:
        """The sum of the evidence; compare with LEANING_THRESHOLD and SUSPICION_THRESHOLD.

        >>> LeaningEvidence(-5.0, 0.0, 0.02).score, LeaningEvidence(-1.0, 0.25, 0.02).score
        (-0.5, 6.0)
        """
        score = max(self.network, MIN_NETWORK_LOG_ODDS) + EXCESS_WEIGHT * self.excess + RESIDUAL_WEIGHT * self.residual
        older = self.older + OLDER_EXCESS_WEIGHT * self.excess + OLDER_RESIDUAL_WEIGHT * self.residual
        return max(score, older - OLDER_MARGIN, min(score + SUSPECTED_BY_BOTH[0], older + SUSPECTED_BY_BOTH[1]))


class LeaningJudge:
    """Distinguishes leaning dice from flat ones."""

    def __init__(self, models: Path = FOLDER) -> None:
        """Loads the networks of a folder; raises FileNotFoundError if one is missing."""
        self._network, self._older = LeaningNetwork(models / LEANING), CockedJudge(models / COCKED)

    def signs(
        self, camera: CameraModel, greys: Greys, view: FaceMap, quads: Sequence[Floats], size: Size | None = None
    ) -> list[LeaningEvidence] | None:
        """Returns the evidence for each die of a throw; None if a top lies where the camera sees no floor.

        `quads` are the outlines of the tops (4×2 pixels), `size` that of a blessed set.
        """
        poses = settle(camera, greys.colours.halved(0), quads, size)
        if poses is None:
            return None
        beyond = excess(camera, view, quads, poses)
        return [
            LeaningEvidence(
                self._network.judge(camera, greys.colours, view, quad, pose),
                extra,
                pose.residual,
                self._older.judge(greys, quad, camera),
            )
            for quad, extra, pose in zip(quads, beyond, poses, strict=True)
        ]

    def score(
        self, camera: CameraModel, greys: Greys, view: FaceMap, quads: Sequence[Floats], size: Size | None = None
    ) -> float:
        """Returns the highest score of all dice of a throw; infinite without evidence."""
        signs = self.signs(camera, greys, view, quads, size)
        return float("inf") if signs is None else max(one.score for one in signs)
