"""Whether a die leans, under a calibrated camera: a score from three independent signs.

- How far the outline of its top, snapped to the gradients, is from that of any flat die of the throw's common size.
- How much of its body is seen where a flat die could not be.
- A network that sees the die with its surroundings.

The weights were chosen on the renders for development and on throws of the simulated box, neither of which the first
two signs learned from. In the simulated box, which the network resembles too much to be judged by, those two alone
catch all leaning dice at 2 % false alarms.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from vision.camera_model import CameraModel
from vision.cocked import CockedJudge
from vision.flat_dice import Size, excess, settle
from vision.networks import FOLDER, LEANING
from vision.outlines import Floats
from vision.rectify import Greys
from vision.segmentation import FaceMap

EXCESS_WEIGHT, RESIDUAL_WEIGHT = 30.0, 90.0
"""Weights of an excess of one face, and of a residual of one edge, in log odds."""

MIN_NETWORK_LOG_ODDS = -6.0
"""The lower bound of the network's log odds, so that geometry can overrule it."""

LEANING_THRESHOLD, SUSPICION_THRESHOLD = 0.2, -3.0
"""The score from which a die leans, and that from which one is looked at more closely first.

In 1,146 throws of the simulated box, one of 720 with flat dice scored more than -0.6, and of 426 with a leaning die
none less than 0.8; of 800 later ones with such a die one scored 0.37. Each lower threshold costs readings of many dice:
at -1.0 half of the development renders with five to eight are refused. `python -m tests.vision.troubled` counts what is
read. Where no count of pips agrees with a die of two pips or more, SUSPECTED is enough: it may be two faces of a
leaning die that are taken for one.
"""


class LeaningEvidence(NamedTuple):
    """The evidence that a die leans: the network's log odds, the excess in faces, the residual in edges."""

    network: float
    excess: float
    residual: float

    @property
    def score(self) -> float:
        """The sum of the evidence; compare with LEANING_THRESHOLD and SUSPICION_THRESHOLD.

        >>> LeaningEvidence(-9.0, 0.0, 0.01).score, LeaningEvidence(-9.0, 0.2, 0.05).score
        (-5.1, 4.5)
        """
        return max(self.network, MIN_NETWORK_LOG_ODDS) + EXCESS_WEIGHT * self.excess + RESIDUAL_WEIGHT * self.residual


class LeaningJudge:
    """Distinguishes leaning dice from flat ones."""

    def __init__(self, models: Path = FOLDER) -> None:
        """Loads the network of a folder; raises FileNotFoundError if it is missing."""
        self._network = CockedJudge(models / LEANING)

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
            LeaningEvidence(self._network.judge(greys, quad, camera), extra, pose.residual)
            for quad, extra, pose in zip(quads, beyond, poses, strict=True)
        ]

    def score(
        self, camera: CameraModel, greys: Greys, view: FaceMap, quads: Sequence[Floats], size: Size | None = None
    ) -> float:
        """Returns the highest score of all dice of a throw; infinite without evidence."""
        signs = self.signs(camera, greys, view, quads, size)
        return float("inf") if signs is None else max(one.score for one in signs)
