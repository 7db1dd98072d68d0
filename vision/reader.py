"""The eye: one frame in, one reading out."""

import time
from collections.abc import Sequence

import numpy as np

from vision.classify import Classifier
from vision.doubt import doubt, message
from vision.faces import Candidate, find_bodies, find_candidates
from vision.opinion import SURE, Opinion, dice_among, form_opinion
from vision.pips import count_pips
from vision.reading import Die, Pip, Reading
from vision.segment import Frame, Segmenter


class Reader:
    """Reads the top faces of all dice in a frame. Every reading depends on the frame alone."""

    def __init__(self) -> None:
        """Loads the eye's networks; raises FileNotFoundError where they are missing."""
        self._segmenter = Segmenter()
        self._classifier = Classifier()

    def read(self, frame: Frame, expect: int | None = None) -> Reading:
        """Reads a frame (H×W×3, BGR); with `expect`, any other number of dice is no reading."""
        began = time.perf_counter()
        view = self._segmenter.segment(frame)
        candidates = find_candidates(view, frame.shape[0], frame.shape[1])
        bodies = find_bodies(view, candidates)
        opinions = dice_among(self._opinions(frame, candidates))
        dice = tuple(_die(opinion) for opinion in opinions)
        reason = doubt(frame, opinions, bodies, dice, expect)
        sure = float(np.prod([die.confidence for die in dice])) if dice else 0.0
        spent = (time.perf_counter() - began) * 1000
        if reason is not None:
            return Reading(None, reason, message(reason, len(dice), expect), sure, dice, spent)
        return Reading(tuple(sorted(die.face for die in dice if die.face is not None)), None, "", sure, dice, spent)

    def _opinions(self, frame: Frame, candidates: Sequence[Candidate]) -> list[Opinion]:
        return [
            form_opinion(c, self._classifier.classify(frame, c.quad), count_pips(frame, c.quad)) for c in candidates
        ]


def _die(opinion: Opinion) -> Die:
    candidate, count = opinion.candidate, opinion.count
    pips: tuple[Pip, ...] = ()
    if count is not None and count.value == opinion.value:
        pips = tuple(Pip(float(x), float(y), float(r)) for x, y, r in count.pips)
    return Die(
        face=opinion.value if opinion.confidence >= SURE else None,
        confidence=opinion.confidence,
        center=(float(candidate.center[0]), float(candidate.center[1])),
        polygon=tuple((float(x), float(y)) for x, y in candidate.quad),
        pips=pips,
    )
