"""Hypotheses: all evidence about one place, weighed into calibrated probabilities."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median

import cv2
import numpy as np

from vision.classifier import NO_DIE, NO_TOP, Chances, likeliest
from vision.detection import Detection, DetectionPass, places
from vision.outlines import Floats, aspect, edge, grown, in_half_edges, middle, overlap, to_border
from vision.pip_count import PipCount
from vision.probability import Evidence, Weights
from vision.reading import ANY_DICE, KnownDice
from vision.segmentation import FaceMap

INSIDE = 0.6
"""The part of an outline over which the segmentation is averaged, since it marks faces shrunk."""

MIN_CHANCE = 1e-3
"""The smallest probability of a pass, so that none outweighs all others."""

IN_A_ROW = 0.1
"""Pips whose spread across is less than this fraction of that along lie in a row along an edge."""

NEAR_BORDER = 0.08
"""A face this close to the frame's border, in edges, may be cut off."""

SHAPES_FROM = 0.8
"""Faces with at least this probability determine the size of the dice, and whether they are oblong."""

OTHER_FACE, SAME_FACE, MIN_SAME = 0.55, 0.85, 0.1
"""Overlap below which outlines are of different faces, and above which of the same; the minimum weight."""

HALF = 0.4
"""The weight of a detection that is one of two halves."""


@dataclass(frozen=True, slots=True, eq=False)
class DieHypothesis:
    """A hypothesis about one place.

    `quad` is its outline (4×2 pixels, clockwise), `center` the outline's centre; `value` the likeliest face; `die` the
    probability that there is a die, `right` the probability that its top face is readable and shows `value`, given that
    there is one. `nothing`, `no_top` and `unreadable` are the networks' probabilities of no die, of a part of one, and
    of an unreadable face, `faults` those of its causes (FAULTS).
    """

    quad: Floats
    center: Floats
    value: int
    die: float
    right: float
    count: PipCount | None
    evidence: Evidence
    nothing: float
    no_top: float
    unreadable: float
    faults: Chances

    @property
    def confidence(self) -> float:
        """The probability that there is a die showing `value`."""
        return self.die * self.right

    @property
    def edge(self) -> float:
        """The mean edge in pixels."""
        return self.evidence.edge

    @property
    def counted(self) -> bool:
        """Whether a count of pips agrees with the value; a single pip needs none.

        Two faces of a leaning die, detected as one, show at least two pips.
        """
        return self.value == 1 or self.evidence.agrees > 0

    def near_border(self, height: int, width: int) -> bool:
        """Whether the face is so close to the border of a frame of height×width pixels that it may be cut off."""
        return to_border(self.quad, height, width) < NEAR_BORDER


def form_hypotheses(
    passes: Sequence[DetectionPass], weights: Weights, known: KnownDice = ANY_DICE
) -> list[DieHypothesis]:
    """Returns a hypothesis for every place found, the most probable first; `known` describes the dice."""
    hypotheses = [_hypothesis(passes, place, weights) for place in places(passes)]
    sure = [one for one in hypotheses if one.confidence >= SHAPES_FROM]
    informed = [_informed(one, [other for other in sure if other is not one], weights, known) for one in hypotheses]
    return sorted(informed, key=lambda one: -one.confidence)


def _informed(one: DieHypothesis, sure: Sequence[DieHypothesis], weights: Weights, known: KnownDice) -> DieHypothesis:
    """Returns a hypothesis updated by the other dice, of which some are `sure`."""
    if one.value not in known.faces:
        # A face that these dice do not have cannot be right.
        return replace(one, right=0.0)
    odd_size = abs(math.log(one.edge / median(other.edge for other in sure))) if sure else 0.0
    along = float(one.value in (2, 3) and _along_an_edge(one))
    evidence = replace(one.evidence, odd_size=odd_size, along=along)
    die, right = weights.judge(evidence)
    return replace(one, evidence=evidence, die=die, right=right)


def _along_an_edge(one: DieHypothesis) -> bool:
    """Whether its pips lie in a row along an edge of its face.

    On most cubes two and three lie on the diagonal, on oblong dice and some cubes along an edge. Plugs and sockets also
    have two holes in a row.
    """
    if one.count is None:
        return False
    across = np.sort(np.ptp(in_half_edges(one.quad, one.count.pips[:, :2]), axis=1))
    return bool(across[0] < IN_A_ROW * across[1])


def _hypothesis(
    passes: Sequence[DetectionPass],
    seen: Sequence[Detection],
    weights: Weights,
) -> DieHypothesis:
    quad = seen[0].quad
    size = edge(quad)
    # A pass with a different outline saw something else: it counts less, also in `found`.
    likeness = [(HALF if one.half else 1.0) * _same(one.quad, quad) for one in seen]
    parts = [one / sum(likeness) for one in likeness]
    chances = _geometric_mean([one.chances for one in seen], parts)
    value = likeliest(chances)
    shown = [_detector_probabilities(look.view, quad) for look in passes]
    strengths = [min(max(face + not_to_be_read, 1e-4), 1 - 1e-4) for face, not_to_be_read in shown]
    log_odds = fmean(math.log(strength / (1 - strength)) for strength in strengths)
    unreadable = fmean(not_to_be_read / max(face + not_to_be_read, 1e-6) for face, not_to_be_read in shown)
    counts = [(part, one.count) for part, one in zip(parts, seen, strict=True) if one.count is not None]
    count = next((count for _, count in counts if count.value == value), None)
    evidence = Evidence(
        strength=1 / (1 + math.exp(-log_odds)),
        something=1 - chances[NO_DIE],
        face=sum(chances[1:7]),
        value=chances[value],
        readable=1 - unreadable,
        found=sum(likeness) / len(passes),
        agrees=sum(part for part, count in counts if count.value == value),
        clearly_agrees=sum(part for part, count in counts if count.value == value and count.clear),
        contradicts=sum(part for part, count in counts if count.value != value and count.clear),
        edge=size,
        aspect=aspect(quad),
    )
    die, right = weights.judge(evidence)
    faults = tuple(_weighed(each, parts) for each in zip(*(one.faults for one in seen), strict=True))
    nothing, no_top, center = chances[NO_DIE], chances[NO_TOP], middle(quad)
    return DieHypothesis(quad, center, value, die, right, count, evidence, nothing, no_top, unreadable, faults)


def _weighed(values: Sequence[float], parts: Sequence[float]) -> float:
    return sum(value * part for value, part in zip(values, parts, strict=True))


def _geometric_mean(distributions: Sequence[Chances], parts: Sequence[float]) -> Chances:
    """Returns the weighted geometric mean of several probability distributions, normalised."""
    logs = [[math.log(chance + MIN_CHANCE) for chance in one] for one in distributions]
    odds = [math.exp(_weighed(each, parts)) for each in zip(*logs, strict=True)]
    total = sum(odds)
    return tuple(one / total for one in odds)


def _same(outline: Floats, quad: Floats) -> float:
    """Returns how much (MIN_SAME to 1) an outline is that of the same face as `quad`."""
    if outline is quad:
        return 1.0
    return min(max((overlap(outline, quad) - OTHER_FACE) / (SAME_FACE - OTHER_FACE), MIN_SAME), 1.0)


def _span(places: Sequence[float], cells: int) -> tuple[int, int]:
    """Returns the first and the last cell of the range that contains these positions."""
    first = min(max(math.floor(min(places)), 0), cells - 1)
    return first, min(max(math.ceil(max(places)), first), cells - 1)


def _detector_probabilities(view: FaceMap, quad: Floats) -> tuple[float, float]:
    """Returns the segmentation's mean probabilities of a readable and of an unreadable face inside an outline."""
    rows, columns = view.size
    cells = (grown(quad, INSIDE) + 0.5) / (view.scale_x, view.scale_y) - 0.5
    xs, ys = cells.T.tolist()
    left, right = _span(xs, columns)
    upper, lower = _span(ys, rows)
    mask = np.zeros((lower + 1 - upper, right + 1 - left), np.uint8)
    cv2.fillPoly(mask, [np.round(cells - (left, upper)).astype(np.int32)], (1,))
    if not mask.any():
        mask[:] = 1
    inside = slice(upper, lower + 1), slice(left, right + 1)
    return cv2.mean(view.face[inside], mask)[0], cv2.mean(view.unreadable[inside], mask)[0]
