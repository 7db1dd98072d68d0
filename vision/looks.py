"""Looks at a frame: the finder at one size, and the classifier and the count at every place that it found."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vision.classifier import Chances, Classifier, likeliest
from vision.detector import STRIDE, FaceMap, Segmenter
from vision.faces import find_candidates
from vision.networks import CLASSIFIER, DETECTOR, FOLDER
from vision.outlines import Floats, apart, aspect, edge, off_centre, overlap
from vision.pip_count import Count, count_pips
from vision.rectify import Greys, ImagePatch

WORTH_COUNTING = 0.05
"""Pips are counted where there is at least this probability of a readable top face."""

FIRST_SIDE, SECOND_SIDE = 256, 640
"""The frame's longer side, in pixels, as the finder sees it in the first look and in the second: small dice want a
larger one, large dice a smaller one. Of all pairs of 128 to 960 these read most development pictures."""

CLOSE_UP_SIDE, CLOSE_UP = 128, 0.4
"""Where nothing was found, or a face larger than this part of the frame's shorter side, the frame is seen as small as
this, too: a die may fill the picture."""

ENLARGED = 2.0
"""No frame is enlarged beyond this."""

SURE_WHOLE = 0.9
"""A long region that the classifier takes for one face with this probability is not tried as two, unless it is longer
than LONGEST."""

LONGEST = 1.75
"""A face is no longer than this for its width: oblong dice measure up to 1.5, seen aslant a little more."""

TOO_LONG = 0.8
"""What is left of the rank of a sighting that is longer than any face."""

SMALL, LARGE = (14.0, 24.0), (140.0, 230.0)
"""Edges of a face, in the finder's pixels, between which it begins to see faces well, and ceases to."""

MIN_FIT = 0.03

UNFIT, ALONE, OFF_CENTRE, UNCOUNTED = 0.2, 0.2, 0.5, 0.05
"""What an outline's standing loses at most: seen at a size at which the finder sees badly; sharing nothing with those
of the other looks; by each half edge that its pips lie off its middle; without a count of its value."""

CENTRED, FARTHEST_OFF = 0.05, 0.45
"""Pips lie off the middle where they are farther from it than the first, in half edges; by more than the second counts
no more."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """What one look made of one place.

    `quad` is the finder's outline as the classifier mended it (4×2 pixels of the frame, clockwise).
    `chances` are the classifier's probabilities (ground, 1 to 6, then what is no readable top face), `faults` those of
    FAULTS. A `half` is one of two in a region too long for one.
    """

    quad: Floats
    chances: Chances
    faults: Chances
    count: Count | None
    half: bool = False

    @property
    def value(self) -> int:
        """The likeliest face."""
        return likeliest(self.chances)

    @property
    def rank(self) -> float:
        """How good an account of its place it is: the best one leads."""
        too_long = TOO_LONG if aspect(self.quad) > LONGEST else 1.0
        return max(self.chances[1:7]) * too_long * (0.9 if self.half else 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One look: what the finder saw, and its sightings."""

    view: FaceMap
    sightings: tuple[Sighting, ...]

    def fit(self, size: float) -> float:
        """Returns how well the finder sees, in this look, a face whose mean edge has `size` pixels: MIN_FIT to 1."""
        seen = size * STRIDE / math.sqrt(self.view.scale_x * self.view.scale_y)
        small = (seen - SMALL[0]) / (SMALL[1] - SMALL[0])
        large = (LARGE[1] - seen) / (LARGE[1] - LARGE[0])
        return min(max(small, MIN_FIT), 1.0) * min(max(large, MIN_FIT), 1.0)


class Looker:
    """Looks at frames: at one size, and at a larger one."""

    def __init__(self, models: Path = FOLDER) -> None:
        """Loads the networks of a folder; raises FileNotFoundError where they are missing."""
        self.segmenter, self.classifier = Segmenter(models / DETECTOR), Classifier(models / CLASSIFIER)

    def first(self, greys: Greys) -> Look:
        """Returns the quick look at a frame."""
        return self.look(greys, FIRST_SIDE)

    def second(self, greys: Greys) -> Look:
        """Returns the look that sees small dice too, and takes some three times as long.

        The finder is shown, for its colours, how bright each pixel is in its brightest one: what it hardly tells apart
        otherwise, a red die on brown wood, say, is pale there.
        """
        side = min(SECOND_SIDE, round(ENLARGED * max(greys.size)))
        return self.look(greys, side, in_brightest=True)

    def close_up(self, greys: Greys) -> Look:
        """Returns the look that sees a die which fills the picture."""
        return self.look(greys, CLOSE_UP_SIDE)

    def look(self, greys: Greys, long_side: int, in_brightest: bool = False) -> Look:
        """Returns a look at a frame, its longer side seen as so many pixels."""
        view = self.segmenter.segment(greys, long_side, in_brightest)
        found = []
        for candidate in find_candidates(view):
            whole, piece = self._sight(greys, candidate.quad, half=False)
            found.append((whole, piece))
            halves = candidate.halves()
            if halves is not None and whole.rank < SURE_WHOLE:
                found += [self._sight(greys, half.quad, half=True) for half in halves]
        return Look(view, _counted(found))

    def _sight(self, greys: Greys, found: Floats, half: bool) -> tuple[Sighting, ImagePatch]:
        """Returns what the classifier makes of a place, nothing being counted yet, and the piece that it saw."""
        seen = self.classifier.look(greys, found)
        return Sighting(seen.quad, seen.chances, seen.faults, None, half), seen.piece


def _counted(seen: Sequence[tuple[Sighting, ImagePatch]]) -> tuple[Sighting, ...]:
    """Returns the sightings, with the pips of those that may be readable faces counted, each on its piece."""
    found = [one for one, _ in seen]
    worth = [k for k, one in enumerate(found) if sum(one.chances[1:7]) > WORTH_COUNTING]
    counts = count_pips([(seen[k][1], found[k].quad) for k in worth])
    for k, count in zip(worth, counts, strict=True):
        found[k] = replace(found[k], count=count)
    return tuple(found)


def places(looks: Sequence[Look]) -> list[list[tuple[Look, Sighting]]]:
    """Returns the sightings of all looks by the die that they are of, of each look its best.

    The one with the best outline comes first: its size and shape are evidence.
    """
    everything = [(look, sighting) for look in looks for sighting in look.sightings]
    everything.sort(key=lambda one: -one[1].rank)
    found: list[list[tuple[Look, Sighting]]] = []
    for look, sighting in everything:
        home = next((place for place in found if not apart(place[0][1].quad, sighting.quad)), None)
        if home is None:
            found.append([(look, sighting)])
        elif all(other is not look for other, _ in home):
            home.append((look, sighting))
    return [_best_first(place) if len(place) > 1 else place for place in found]


def _best_first(place: Sequence[tuple[Look, Sighting]]) -> list[tuple[Look, Sighting]]:
    return sorted(place, key=lambda one: -_standing(one[0], one[1], place))


def _standing(look: Look, sighting: Sighting, place: Sequence[tuple[Look, Sighting]]) -> float:
    """Returns how good the outline is of what one of several looks saw of a place.

    What has taken in a side of the die is longer than those of the other looks, and its pips lie off its middle.
    """
    others = [
        (other.fit(edge(one.quad)) * one.rank, overlap(one.quad, sighting.quad))
        for other, one in place
        if one is not sighting
    ]
    weight = sum(part for part, _ in others)
    shared = sum(part * common for part, common in others) / weight if weight else 1.0
    standing = sighting.rank * (1 - UNFIT * (1 - look.fit(edge(sighting.quad)))) * (1 - ALONE * (1 - shared))
    count = sighting.count
    if count is None or count.value != sighting.value:
        return standing * (1 - UNCOUNTED)
    off = off_centre(sighting.quad, count.pips[:, :2])
    return standing * (1 - OFF_CENTRE * (min(max(off, CENTRED), FARTHEST_OFF) - CENTRED))
