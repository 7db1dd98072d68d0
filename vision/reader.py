"""The eye: one frame in, one reading out."""

import time

import numpy as np

from vision.classify import Classifier
from vision.doubt import doubt, message
from vision.faces import Candidate, find_bodies, find_candidates
from vision.lean import leans
from vision.opinion import SURE, Opinion, dice_among, form_opinion
from vision.pips import count_pips
from vision.reading import Die, Pip, Reading
from vision.segment import Frame, Segmenter

WORTH_COUNTING = 0.05
"""Pips are counted where there is at least this probability of a readable top face."""


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
        opinions = dice_among([seen for one in find_candidates(view) for seen in self._look(frame, one)])
        bodies = find_bodies(view, [opinion.quad for opinion in opinions])
        dice = tuple(_die(opinion) for opinion in opinions)
        told = [opinion for opinion in opinions if opinion.confidence >= SURE]
        leaning = leans(view, told, frame.shape[0], frame.shape[1])
        reason = doubt(frame, opinions, bodies, dice, leaning, expect)
        sure = float(np.prod([die.confidence for die in dice])) if dice else 0.0
        spent = (time.perf_counter() - began) * 1000
        if reason is not None:
            return Reading(None, reason, message(reason, len(dice), expect), sure, dice, spent)
        return Reading(tuple(sorted(die.face for die in dice if die.face is not None)), None, "", sure, dice, spent)

    def _look(self, frame: Frame, candidate: Candidate) -> list[Opinion]:
        """Returns the opinion on a candidate, or on its halves where they are two dice."""
        whole = self._opinion(frame, candidate)
        halves = candidate.halves()
        if halves is None or whole.confidence >= SURE:
            return [whole]
        parts = [self._opinion(frame, half) for half in halves]
        both = all(part.confidence >= SURE for part in parts) and parts[0].apart_from(parts[1])
        return parts if both else [whole]

    def _opinion(self, frame: Frame, candidate: Candidate) -> Opinion:
        chances, quad = self._classifier.classify(frame, candidate.quad)
        count = count_pips(frame, quad) if chances[1:7].sum() > WORTH_COUNTING else None
        return form_opinion(candidate, quad, chances, count)


def _die(opinion: Opinion) -> Die:
    count = opinion.count
    pips: tuple[Pip, ...] = ()
    if count is not None and count.value == opinion.value:
        pips = tuple(Pip(float(x), float(y), float(r)) for x, y, r in count.pips)
    return Die(
        face=opinion.value if opinion.confidence >= SURE else None,
        confidence=opinion.confidence,
        center=(float(opinion.center[0]), float(opinion.center[1])),
        polygon=tuple((float(x), float(y)) for x, y in opinion.quad),
        pips=pips,
    )
