"""The reader: frames of a throw in, one reading out."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.abstention import QuestionedThrow, reason_against
from vision.camera_model import CameraModel
from vision.decision import Decision, decide
from vision.detector import FaceMap, Frame
from vision.evidence import Opinion
from vision.leaning import LEANS, SUSPECTED, LeaningJudge
from vision.looks import CLOSE_UP, Look, Looker
from vision.networks import FOLDER
from vision.outlines import Floats
from vision.pip_count import find_pips
from vision.probability import BOTH, ENOUGH, FIRST, LIKELY, SURE, Weights
from vision.reading import ANY_DICE, Die, KnownDice, Pip, Reading, Reason
from vision.rectify import Greys


class Reader:
    """Reads the top faces of all dice. Every reading depends on its frames, and what is told of them, alone."""

    def __init__(
        self, looker: Looker | None = None, *, models: Path = FOLDER, first: Weights = FIRST, both: Weights = BOTH
    ) -> None:
        """Takes what looks at frames, or loads the networks; raises FileNotFoundError where they are missing.

        `models` and the weights of the probabilities are other ones than the shipped where networks are compared.
        """
        self._looker = looker or Looker(models)
        self._leaning = LeaningJudge(models)
        self._weights_first, self._weights_both = first, both

    def read(
        self,
        frames: Frame | Sequence[Frame],
        expect: int | None = None,
        *,
        camera: CameraModel | None = None,
        dice: KnownDice = ANY_DICE,
    ) -> Reading:
        """Reads a frame (H×W×3, BGR), or several of one size that show the same throw at rest.

        Args:
            frames: As many are looked at as it takes for a reading.
            expect: With it, any other number of dice is no reading. It says nothing of camera or dice.
            camera: The calibrated camera. With it, geometry tells dice that lean and top faces that are cut off.
            dice: What is known of the dice: nor is a face that they do not have a reading.

        Raises:
            ValueError: If there is no frame, or they differ in size, or (as CameraModelError) the camera's picture is
                another crop.
        """
        began = time.perf_counter()
        shown = [frames] if isinstance(frames, np.ndarray) else list(frames)
        if not shown or any(frame.shape != shown[0].shape for frame in shown):
            raise ValueError("a reading needs at least one frame, and all of one size")
        throw = Throw(expect, camera and camera.fitted_to(*shown[0].shape[:2]), dice)
        looks: list[Look] = []
        for used, frame in enumerate(shown, 1):
            greys = Greys(frame)
            decision, reason = self._decide(greys, looks, throw)
            if reason is None or used == len(shown):
                break
        faces = _faces(decision) if reason is None else None
        if faces is None:
            seen = tuple(map(_die, decision.possible))
        else:
            seen = tuple(_told(one, decision.probability, greys) for one in decision.told)
        spent = (time.perf_counter() - began) * 1000
        return Reading(faces, reason, decision.probability, seen, spent, expect, frames=used)

    def _decide(self, greys: Greys, looks: list[Look], throw: "Throw") -> tuple[Decision, Reason | None]:
        """Looks at one more frame of a throw; returns the decision, and why no reading is given yet."""
        looks.append(self._looker.first(greys))
        # Where the number of dice is not known, only the second look tells whether a small one was missed.
        alone = len(looks) == 1 and throw.expect is not None
        first = decide(looks, self._weights_first, throw.expect, throw.dice) if alone else None
        certain = first is not None and first.probability >= ENOUGH
        if first is not None and certain and self._against(greys, looks[0].view, first, throw, SUSPECTED) is None:
            return first, None
        looks.append(self._looker.second(greys))
        both, reason = self._thoroughly(greys, looks, throw)
        if first is not None and certain and reason is not None and _faces(first) == _faces(both):
            # The faces were certain at once: only what geometry says after both looks counts against them.
            return first, self._against(greys, _clearest(looks, both), both, throw, LEANS)
        return both, reason

    def _thoroughly(self, greys: Greys, looks: Sequence[Look], throw: "Throw") -> tuple[Decision, Reason | None]:
        """Returns the decision after these looks, the last of them at this frame, and why no reading is given."""
        decision = self._decision(looks, throw)
        if not decision.certain and _may_fill_the_frame(decision, greys):
            near = [looks[0], self._looker.close_up(greys)]
            closer = self._decision(near, throw)
            if closer.certain:
                looks, decision = near, closer
        view = _clearest(looks, decision)
        reason = reason_against(QuestionedThrow(greys.colours.halved(0), view, decision, throw.expect))
        return decision, reason or self._against(greys, view, decision, throw, LEANS)

    def _decision(self, looks: Sequence[Look], throw: "Throw") -> Decision:
        return decide(looks, self._weights_both, throw.expect, throw.dice, witnessed=throw.camera is not None)

    def _against(self, greys: Greys, view: FaceMap, decision: Decision, throw: "Throw", leans: float) -> Reason | None:
        """Returns what geometry says against a reading, where the camera is known; a score over `leans` is leaning."""
        if throw.camera is None:
            return None
        quads = [one.quad for one in decision.told]
        if _cut_off(greys, quads):
            return Reason.CUT_OFF
        score = self._leaning.score(throw.camera, greys, view, quads, throw.dice.size_mm)
        # What nobody could count may be two faces of a leaning die: then the least suspicion is enough.
        return Reason.COCKED if score > (leans if decision.witnessed else SUSPECTED) else None


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """What is known of a throw before it is read."""

    expect: int | None
    camera: CameraModel | None
    dice: KnownDice


OVER_BORDER = 0.5
"""A top face that reaches so many pixels beyond the middle of the frame's outermost ones goes on outside."""


def _cut_off(greys: Greys, quads: Sequence[Floats]) -> bool:
    """Whether a top face goes on beyond the frame."""
    height, width = greys.size
    corners = np.concatenate(quads)
    return bool((corners < -OVER_BORDER).any() or (corners > (width - 1 + OVER_BORDER, height - 1 + OVER_BORDER)).any())


def _faces(decision: Decision) -> tuple[int, ...]:
    return tuple(sorted(one.value for one in decision.told))


def _may_fill_the_frame(decision: Decision, greys: Greys) -> bool:
    """Whether a die may be too large for the usual looks."""
    edges = [one.edge for one in decision.possible]
    return not edges or max(edges) > CLOSE_UP * min(greys.size)


def _clearest(looks: Sequence[Look], decision: Decision) -> FaceMap:
    """Returns the view in which the finder sees the dice best, of several such the finest."""
    dice = [one for one in decision.told if one.die >= LIKELY]

    def clearness(look: Look) -> tuple[float, int]:
        return sum(look.fit(one.edge) for one in dice), look.view.size[1]

    return max(looks, key=clearness).view


def _told(opinion: Opinion, probability: float, greys: Greys) -> Die:
    """Returns a die that is told with others, all right with this probability, and its pips, marked all the same."""
    die = _die(opinion)
    pips = die.pips
    if not pips:
        found = find_pips(greys, opinion.quad, opinion.value)
        pips = () if found is None else _pips(found)
    return replace(die, face=opinion.value, confidence=max(die.confidence, probability), pips=pips)


def _pips(found: Floats) -> tuple[Pip, ...]:
    return tuple(Pip(x, y, r) for x, y, r in found.tolist())


def _die(opinion: Opinion) -> Die:
    x, y = opinion.center.tolist()
    return Die(
        face=opinion.value if opinion.confidence >= SURE else None,
        confidence=opinion.confidence,
        center=(x, y),
        polygon=tuple((a, b) for a, b in opinion.quad.tolist()),
        pips=() if opinion.count is None else _pips(opinion.count.pips),
    )
