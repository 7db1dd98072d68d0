"""The reader: frames of a throw in, one reading out."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.abstention import QuestionedThrow, reason_against, shows_hand
from vision.camera_model import CameraModel
from vision.corners import CornerNetwork
from vision.decision import LOOKS_AT_A_FRAME, Decision, decide
from vision.detection import CLOSE_UP, THIRD_SIDE, DetectionPass, DetectionPipeline
from vision.hypotheses import DieHypothesis
from vision.leaning import FIRST_PASS_LEANING_THRESHOLD, LEANING_THRESHOLD, LeaningJudge, leans
from vision.networks import CORNERS, FOLDER
from vision.outlines import Floats, middle
from vision.pip_count import count_pips, find_pips
from vision.probability import (
    BOTH_PASSES_WEIGHTS,
    FACE_THRESHOLD,
    FIRST_PASS_THRESHOLD,
    FIRST_PASS_WEIGHTS,
    Weights,
)
from vision.reading import ANY_DICE, Die, KnownDice, Pip, Reading, Reason
from vision.rectify import Greys
from vision.segmentation import FaceMap, Frame


class Reader:
    """Reads the top faces of all dice. A reading depends only on its frames and the given knowledge."""

    def __init__(
        self,
        pipeline: DetectionPipeline | None = None,
        *,
        models: Path = FOLDER,
        first: Weights = FIRST_PASS_WEIGHTS,
        both: Weights = BOTH_PASSES_WEIGHTS,
    ) -> None:
        """Takes a detection pipeline, or loads the networks; raises FileNotFoundError if they are missing.

        `models` and the weights of the probabilities differ from the shipped ones when networks are compared.
        """
        self._pipeline = pipeline or DetectionPipeline(models)
        self._leaning = LeaningJudge(models)
        self._corners = CornerNetwork(models / CORNERS)
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
            frames: Only as many are used as a reading needs.
            expect: The number of dice; any other number is no reading. It implies nothing about camera or dice.
            camera: The calibrated camera, with which leaning dice and cut-off top faces are detected geometrically, and
                outlines are exact.
            dice: What is known about the dice; a face that they do not have is no reading.

        Raises:
            ValueError: If there is no frame, or they differ in size, or (as CameraModelError) the camera's picture is
                another crop.
        """
        began = time.perf_counter()
        shown = [frames] if isinstance(frames, np.ndarray) else list(frames)
        if not shown or any(frame.shape != shown[0].shape for frame in shown):
            raise ValueError("a reading needs at least one frame, and all of one size")
        throw = ThrowContext(expect, camera and camera.fitted_to(*shown[0].shape[:2]), dice)
        passes: list[DetectionPass] = []
        for used, frame in enumerate(shown, 1):
            greys = Greys(frame)
            decision, objection = self._decide(greys, passes, throw)
            if objection is None or used == len(shown):
                break
        if objection is None:
            faces, reason = _faces(decision), None
            seen = tuple(_read_die(one, decision.probability, greys) for one in decision.dice)
        else:
            faces, reason = None, objection.reason
            seen = tuple(_die(one, faulty=one in objection.dice) for one in decision.possible)
        spent = (time.perf_counter() - began) * 1000
        return Reading(faces, reason, decision.probability, seen, spent, expect, frames=used)

    def with_exact_outlines(self, frame: Frame, reading: Reading) -> Reading:
        """Returns a reading of this frame with exact outlines of its dice, and the pips counted within these.

        A reading with a calibrated camera has them. This changes no value and is for people who look at the dice, as it
        may take longer than to read them.
        """
        if reading.faces is None:
            return reading
        greys = Greys(frame)
        return replace(reading, dice=tuple(self._with_exact_outline(die, greys) for die in reading.dice))

    def _with_exact_outline(self, die: Die, greys: Greys) -> Die:
        quad = self._corners.locate(greys.colours, np.array(die.polygon))
        x, y = middle(quad).tolist()
        pips = _pips_of(quad, die.face, greys) or die.pips
        return replace(die, polygon=_polygon(quad), center=(x, y), pips=pips)

    def _decide(
        self, greys: Greys, passes: list[DetectionPass], throw: "ThrowContext"
    ) -> tuple[Decision, "Objection | None"]:
        """Runs the passes over one more frame; returns the decision, and why there is no reading yet."""
        passes.append(self._pipeline.first(greys))
        # If the number of dice is unknown, only the second pass shows whether a small one was missed.
        alone = len(passes) == 1 and throw.expect is not None
        first = decide(passes, self._weights_first, throw.expect, throw.dice) if alone else None
        if first is None or first.probability < FIRST_PASS_THRESHOLD:
            passes.append(self._pipeline.second(greys))
            return self._decide_after_both(greys, passes, throw)
        if throw.camera is not None:
            first = self._with_exact_corners(first, greys)
        # The first pass shows less clearly whether a die leans: it is not enough where no pip count confirms a value.
        confirmed = throw.camera is None or all(one.counted for one in first.dice)
        if confirmed and self._objection(greys, passes, passes[0].view, first, throw) is None:
            return first, None
        passes.append(self._pipeline.second(greys))
        both, objection = self._decide_after_both(greys, passes, throw)
        if objection is None or objection.dice or _faces(first) != _faces(both):
            return both, objection
        # The faces were certain at once: only geometry after both passes can still rule them out.
        objection = self._objection(greys, passes, finest_view(passes), both, throw)
        return (first, None) if objection is None else (both, objection)

    def _decide_after_both(
        self, greys: Greys, passes: Sequence[DetectionPass], throw: "ThrowContext"
    ) -> tuple[Decision, "Objection | None"]:
        """Returns the decision after both passes of the last frame, and why there is no reading.

        Where it is uncertain, one at another scale is tried instead of the last one.
        """
        decision = self._decision(greys, passes, throw)
        other_pass = None if decision.certain else self._pass_at_another_scale(greys, decision, throw.expect)
        if other_pass is not None:
            others = [*passes[:-1], other_pass]
            other_decision = self._decision(greys, others, throw)
            if other_decision.certain:
                passes, decision = others, other_decision
        view = finest_view(passes)
        reason = reason_against(QuestionedThrow(greys.colours.halved(0), view, decision, throw.expect))
        # That a die leans says more than that its face is unclear.
        sees_faces = bool(decision.dice) and all(one.confidence >= FACE_THRESHOLD for one in decision.dice)
        if reason is None or (reason is Reason.UNCLEAR and sees_faces):
            objection = self._objection(greys, passes, view, decision, throw)
            if reason is None or objection is not None:
                return decision, objection
        return decision, Objection(reason)

    def _pass_at_another_scale(self, greys: Greys, decision: Decision, expect: int | None) -> DetectionPass | None:
        """Returns the pass that may make an uncertain decision certain, if there is one."""
        if _may_fill_the_frame(decision, greys):
            return self._pipeline.close_up(greys)
        # Every further pass may miss a die, and only a known number of dice would reveal that. A pass that enlarges the
        # frame shows no more of it.
        if expect is not None and max(greys.size) >= THIRD_SIDE:
            return self._pipeline.third(greys)
        return None

    def _decision(self, greys: Greys, passes: Sequence[DetectionPass], throw: "ThrowContext") -> Decision:
        known = throw.camera is not None
        decision = decide(passes, self._weights_both, throw.expect, throw.dice, require_counts=known)
        return self._with_exact_corners(decision, greys) if known else decision

    def _with_exact_corners(self, decision: Decision, greys: Greys) -> Decision:
        """Returns the decision with the corners that the corner network locates.

        Only geometry needs them so exactly: they do not change values or probabilities.
        """
        quads = [self._corners.locate(greys.colours, one.quad) for one in decision.dice]
        exact = [replace(one, quad=quad, center=middle(quad)) for one, quad in zip(decision.dice, quads, strict=True)]
        return replace(decision, dice=tuple(exact))

    def _objection(
        self,
        greys: Greys,
        passes: Sequence[DetectionPass],
        view: FaceMap,
        decision: Decision,
        throw: "ThrowContext",
    ) -> "Objection | None":
        """Returns why a hand, the frame's border or geometry rules a reading out, if the camera is known.

        `view` is the one that shows the dice best.
        """
        if throw.camera is None:
            return None
        if shows_hand([look.view for look in passes[-LOOKS_AT_A_FRAME:]]):
            return Objection(Reason.FOREIGN_OBJECT)
        cut_off = tuple(one for one in decision.dice if _is_cut_off(greys, one.quad))
        if cut_off:
            return Objection(Reason.CUT_OFF, cut_off)
        quads = [one.quad for one in decision.dice]
        signs = self._leaning.signs(throw.camera, greys.colours, view, quads, throw.dice.size_mm)
        threshold = FIRST_PASS_LEANING_THRESHOLD if len(passes) == 1 else LEANING_THRESHOLD
        if signs is None:
            return Objection(Reason.COCKED)
        leaning = tuple(
            one for one, sign in zip(decision.dice, signs, strict=True) if leans(sign, one.counted, threshold)
        )
        return Objection(Reason.COCKED, leaning) if leaning else None


@dataclass(frozen=True, slots=True, eq=False)
class ThrowContext:
    """What is known about a throw before it is read."""

    expect: int | None
    camera: CameraModel | None
    dice: KnownDice


@dataclass(frozen=True, slots=True, eq=False)
class Objection:
    """Why there is no reading; `dice` are those that rule it out, if it is certain dice of the decision that do."""

    reason: Reason
    dice: tuple[DieHypothesis, ...] = ()


OVER_BORDER = 0.5
"""A top face that reaches this many pixels beyond the centres of the outermost pixels is cut off."""


def _is_cut_off(greys: Greys, quad: Floats) -> bool:
    """Whether the frame cuts off a top face."""
    height, width = greys.size
    return bool((quad < -OVER_BORDER).any() or (quad > (width - 1 + OVER_BORDER, height - 1 + OVER_BORDER)).any())


def _faces(decision: Decision) -> tuple[int, ...]:
    return tuple(sorted(one.value for one in decision.dice))


def _may_fill_the_frame(decision: Decision, greys: Greys) -> bool:
    """Whether a die may be too large for the usual passes."""
    edges = [one.edge for one in decision.possible]
    return not edges or max(edges) > CLOSE_UP * min(greys.size)


def finest_view(passes: Sequence[DetectionPass]) -> FaceMap:
    """Returns the view with the highest resolution."""
    return max((look.view for look in passes), key=lambda view: view.size[1])


def _read_die(hypothesis: DieHypothesis, probability: float, greys: Greys) -> Die:
    """Returns a die of a complete reading with this probability, and its pips."""
    certain = max(hypothesis.confidence, probability)
    die = replace(_die(hypothesis), face=hypothesis.value, confidence=certain)
    return die if die.pips else replace(die, pips=_pips_of(hypothesis.quad, hypothesis.value, greys))


def _pips_of(quad: Floats, value: int | None, greys: Greys) -> tuple[Pip, ...]:
    """Returns the pips of a face with this value, counted if possible; none if nothing looks like them."""
    if value is None:
        return ()
    (count,) = count_pips([(greys, quad)])
    return _pips(count.pips if count is not None and count.value == value else find_pips(greys, quad, value))


def _die(hypothesis: DieHypothesis, *, faulty: bool = False) -> Die:
    """Returns a die of an incomplete reading; a `faulty` one has no face."""
    x, y = hypothesis.center.tolist()
    read = not faulty and hypothesis.confidence >= FACE_THRESHOLD
    return Die(
        face=hypothesis.value if read else None,
        confidence=0.0 if faulty else hypothesis.confidence,
        center=(x, y),
        polygon=_polygon(hypothesis.quad),
        pips=_pips(hypothesis.count.pips) if read and hypothesis.count else (),
    )


def _polygon(quad: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in quad.tolist())


def _pips(found: Floats | None) -> tuple[Pip, ...]:
    return () if found is None else tuple(Pip(x, y, r) for x, y, r in found.tolist())
