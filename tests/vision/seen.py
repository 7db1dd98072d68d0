"""Handmade detection passes, detections and hypotheses for tests."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.classifier import Chances
from vision.detection import Detection, DetectionPass
from vision.hypotheses import DieHypothesis
from vision.outlines import edge
from vision.pip_count import PipCount
from vision.probability import Evidence
from vision.rectify import Greys
from vision.segmentation import UNREADABLE, FaceMap, Frame, Segmenter

Floats = NDArray[np.float64]


def square(center: tuple[float, float] = (200.0, 200.0), edge: float = 80.0, aspect: float = 1.0) -> Floats:
    """Returns an axis-aligned outline with that edge, longer along x by `aspect`."""
    return np.array([(-aspect, -1), (aspect, -1), (aspect, 1), (-aspect, 1)]) * edge / 2 + center


def view_of(quads: dict[int, Floats], strength: float = 0.9) -> FaceMap:
    """Returns the detector's map of a 640×480 frame in which the faces (by class) have these outlines."""
    face, unreadable = np.zeros((2, 120, 160), np.float32)
    for value, quad in quads.items():
        x0, y0 = (quad.min(0) / 4).astype(int)
        x1, y1 = (quad.max(0) / 4).astype(int)
        (unreadable if value == UNREADABLE else face)[y0:y1, x0:x1] = strength
    return FaceMap(1 - face - unreadable, face, unreadable, 4.0, 4.0)


def chances_of(value: int, chance: float = 0.95, rest: int = 7) -> Chances:
    chances = [1e-4] * 8
    chances[value] = chance
    chances[rest] += 1 - chance
    return tuple(chances)


def detection(
    value: int, quad: Floats, chance: float = 0.95, counted: int | None = None, rest: int = 7, half: bool = False
) -> Detection:
    """Returns a face classified as `value`, with its pips counted as `counted`."""
    chances = chances_of(value, chance, rest)
    count = None
    if counted is not None:
        pips = np.column_stack([np.repeat(quad.mean(0)[None], counted, 0), np.full(counted, 5.0)])
        count = PipCount(counted, pips, 3.0, False, 40.0)
    return Detection(quad, chances, (0.0,) * 4, count, half)


def look(*detections: Detection, view: FaceMap | None = None, strength: float = 0.9) -> DetectionPass:
    faces = {one.value: one.quad for one in detections}
    return DetectionPass(view or view_of(faces, strength), detections)


PLAIN = Evidence(0.95, 0.99, 0.98, 0.98, 0.97, 1.0, 1.0, 1.0, 0.0, 80.0, 1.0)


def hypothesis(center: tuple[float, float] = (200, 200), sure: float = 0.99, **known: Any) -> DieHypothesis:
    """Returns the hypothesis of a five; `known` replaces other fields, `edge` and `strength` the evidence."""
    quad = square(center, known.pop("edge", 80.0))
    evidence = replace(PLAIN, strength=known.pop("strength", PLAIN.strength), edge=edge(quad))
    fields: dict[str, Any] = {"quad": quad, "center": quad.mean(0), "value": 5, "die": 0.99, "right": sure}
    fields |= {"count": None, "evidence": evidence, "nothing": 0.0, "no_top": 0.0, "unreadable": 0.0}
    fields |= {"faults": np.zeros(4)}
    return DieHypothesis(**(fields | known))


class WatchedSegmenter(Segmenter):
    """A segmenter that records the input sizes at which it saw the brightest channel, and those with colours."""

    def __init__(self) -> None:
        super().__init__()
        self.in_brightest: set[int] = set()
        self.in_colours: set[int] = set()

    def segment(self, frame: Frame | Greys, long_side: int, in_brightest: bool = False) -> FaceMap:
        (self.in_brightest if in_brightest else self.in_colours).add(long_side)
        return super().segment(frame, long_side, in_brightest)
