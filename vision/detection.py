"""A detection pass over a frame: segmentation at one scale, then classifier and pip count at every place found."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vision.classifier import Chances, Classifier, likeliest
from vision.faces import find_candidates, halves
from vision.networks import CLASSIFIER, DETECTOR, FOLDER
from vision.outlines import Floats, apart, aspect, off_centre, overlap
from vision.pip_count import PipCount, count_pips
from vision.rectify import Greys, ImagePatch
from vision.segmentation import FaceMap, Segmenter

WORTH_COUNTING = 0.05
"""Pips are counted from this probability of a readable top face on."""

FIRST_SIDE, SECOND_SIDE = 256, 640
"""The frame's longer side in pixels for segmentation in the first and in the second pass: small dice need a larger one,
large dice a smaller one. Of all pairs from 128 to 960 this one reads most development pictures."""

THIRD_SIDE = 960
"""The same for the pass that is tried instead of the second where that leaves the reading uncertain, except for frames
that are smaller than this. With 768, one development picture fewer is read."""

CLOSE_UP_SIDE, CLOSE_UP = 128, 0.4
"""If nothing was found, or a face larger than this fraction of the frame's shorter side, the frame is also tried at
this scale: a die may fill the picture."""

ENLARGED = 2.0
"""Frames are not enlarged beyond this factor."""

SURE_WHOLE = 0.9
"""A long region that the classifier takes for one face with this probability is not split in two, unless it is longer
than LONGEST."""

LONGEST = 1.75
"""The maximum aspect ratio of a face: oblong dice measure up to 1.5, slightly more in perspective."""

TOO_LONG = 0.8
"""Factor for the rank of a detection longer than any face."""

ALONE, OFF_CENTRE, UNCOUNTED = 0.2, 0.5, 0.05
"""The maximum penalties of an outline: for no overlap with the other passes; per half edge between its centre and the
pips'; for no count of its value."""

CENTRED, FARTHEST_OFF = 0.05, 0.45
"""The distance of pips from the centre, in half edges, at which the penalty begins, and at which it is largest."""


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """What one pass detected at one place.

    `quad` is the outline of the segmentation as corrected by the classifier (4×2 pixels of the frame, clockwise).
    `chances` are the classifier's probabilities (ground, 1 to 6, no readable top face), `faults` those of FAULTS. A
    `half` is one of two in a region too long for one face.
    """

    quad: Floats
    chances: Chances
    faults: Chances
    count: PipCount | None
    half: bool = False

    @property
    def value(self) -> int:
        """The likeliest face."""
        return likeliest(self.chances)

    @property
    def rank(self) -> float:
        """How well it explains its place; the best detection leads."""
        too_long = TOO_LONG if aspect(self.quad) > LONGEST else 1.0
        return max(self.chances[1:7]) * too_long * (0.9 if self.half else 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class DetectionPass:
    """One pass: the segmentation, and its detections."""

    view: FaceMap
    detections: tuple[Detection, ...]


class DetectionPipeline:
    """Runs detection passes over frames at several scales."""

    def __init__(self, models: Path = FOLDER) -> None:
        """Loads the networks of a folder; raises FileNotFoundError where they are missing."""
        self.segmenter, self.classifier = Segmenter(models / DETECTOR), Classifier(models / CLASSIFIER)

    def first(self, greys: Greys) -> DetectionPass:
        """Returns the quick pass over a frame."""
        return self.look(greys, FIRST_SIDE)

    def second(self, greys: Greys) -> DetectionPass:
        """Returns the pass that also sees small dice, and takes about three times as long.

        The segmentation gets the maximum of the colour channels instead of colours: a red die on brown wood, say, is
        pale there.
        """
        side = min(SECOND_SIDE, round(ENLARGED * max(greys.size)))
        return self.look(greys, side, in_brightest=True)

    def third(self, greys: Greys) -> DetectionPass:
        """Returns the pass for a frame that the second one leaves uncertain: finer, and in colours."""
        return self.look(greys, THIRD_SIDE)

    def close_up(self, greys: Greys) -> DetectionPass:
        """Returns the pass for a die that fills the picture."""
        return self.look(greys, CLOSE_UP_SIDE)

    def look(self, greys: Greys, long_side: int, in_brightest: bool = False) -> DetectionPass:
        """Returns a pass over a frame scaled to `long_side` pixels."""
        view = self.segmenter.segment(greys, long_side, in_brightest)
        found = []
        for quad in find_candidates(view):
            whole, piece = self._detect(greys, quad, half=False)
            found.append((whole, piece))
            if whole.rank < SURE_WHOLE:
                found += [self._detect(greys, half, half=True) for half in halves(quad)]
        return DetectionPass(view, _counted(found))

    def _detect(self, greys: Greys, found: Floats, half: bool) -> tuple[Detection, ImagePatch]:
        """Returns the classifier's detection at a place, without a count, and the patch it saw."""
        seen = self.classifier.look(greys, found)
        return Detection(seen.quad, seen.chances, seen.faults, None, half), seen.piece


def _counted(seen: Sequence[tuple[Detection, ImagePatch]]) -> tuple[Detection, ...]:
    """Returns the detections, with the pips counted on those that may be readable faces."""
    found = [one for one, _ in seen]
    worth = [k for k, one in enumerate(found) if sum(one.chances[1:7]) > WORTH_COUNTING]
    counts = count_pips([(seen[k][1], found[k].quad) for k in worth])
    for k, count in zip(worth, counts, strict=True):
        found[k] = replace(found[k], count=count)
    return tuple(found)


def places(passes: Sequence[DetectionPass]) -> list[list[Detection]]:
    """Groups the detections of all passes by die, with the best of each pass.

    The one with the best outline comes first: its size and shape are evidence.
    """
    everything = [(number, detection) for number, look in enumerate(passes) for detection in look.detections]
    everything.sort(key=lambda one: -one[1].rank)
    found: list[dict[int, Detection]] = []
    for number, detection in everything:
        home = next((place for place in found if not apart(next(iter(place.values())).quad, detection.quad)), None)
        if home is None:
            found.append({number: detection})
        else:
            home.setdefault(number, detection)
    return [_best_first(list(place.values())) for place in found]


def _best_first(place: Sequence[Detection]) -> list[Detection]:
    return sorted(place, key=lambda one: -_standing(one, place))


def _standing(detection: Detection, seen: Sequence[Detection]) -> float:
    """Returns the quality of an outline, compared with those of all passes at the same place.

    An outline that includes a side of the die is longer than the others, and its pips are off its centre.
    """
    others = [(one.rank, overlap(one.quad, detection.quad)) for one in seen if one is not detection]
    weight = sum(rank for rank, _ in others)
    shared = sum(rank * common for rank, common in others) / weight if weight else 1.0
    standing = detection.rank * (1 - ALONE * (1 - shared))
    count = detection.count
    if count is None or count.value != detection.value:
        return standing * (1 - UNCOUNTED)
    off = off_centre(detection.quad, count.pips[:, :2])
    return standing * (1 - OFF_CENTRE * (min(max(off, CENTRED), FARTHEST_OFF) - CENTRED))
