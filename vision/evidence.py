"""What is thought of one place: all that was seen of it, weighed, with calibrated probabilities."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import cv2
import numpy as np

from vision.classifier import NO_DIE, NO_TOP, Chances, likeliest
from vision.detector import FaceMap
from vision.looks import Look, Sighting, places
from vision.outlines import Floats, aspect, edge, grown, in_half_edges, middle, off_centre, overlap, to_border
from vision.pip_count import Count
from vision.probability import Evidence, Weights
from vision.reading import ANY_DICE, KnownDice

INSIDE = 0.6
"""The finder's view of a face is taken from this part of its outline: it marks faces shrunk."""

MIN_CHANCE = 1e-3
"""No look is so sure of anything that it outweighs all the others."""

IN_A_ROW = 0.1
"""Pips that are spread so much less across than along lie in a row along an edge."""

NEAR_BORDER = 0.08
"""A face so near to the frame's border, in edges, may go on beyond it."""

SHAPES_FROM = 0.8
"""Faces told with at least this probability say how large the dice are, and whether they are oblong."""

OTHER_FACE, SAME_FACE, MIN_SAME = 0.55, 0.85, 0.1
"""Outlines that overlap so little are of different faces; so much, of the same; what remains of the weight at least."""

HALF = 0.4
"""What a sighting as one of two halves weighs beside the others."""


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """What is thought of one place.

    `quad` is its outline (4×2 pixels, clockwise), `center` the middle of that; `value` the likeliest face; `die` the
    probability that a die lies there, `right` that its top face can be read and shows `value`, given that one does.
    `nothing`, `no_top` and `unreadable` are the networks' words for no die, for a part of one, and for a face that
    nobody should read, `faults` for why not (FAULTS). `outlines` are those of all looks that saw the place, and what
    each counts (1 in all).
    """

    quad: Floats
    center: Floats
    value: int
    die: float
    right: float
    count: Count | None
    evidence: Evidence
    nothing: float
    no_top: float
    unreadable: float
    faults: Chances
    outlines: tuple[tuple[Floats, float], ...] = ()

    @property
    def confidence(self) -> float:
        """The probability that a die lies there that shows `value`."""
        return self.die * self.right

    @property
    def edge(self) -> float:
        """The mean edge in pixels."""
        return self.evidence.edge

    def near_border(self, height: int, width: int) -> bool:
        """Whether the face so nearly reaches the border of a frame of height×width pixels that it may go on there."""
        return to_border(self.quad, height, width) < NEAR_BORDER


def form_opinions(looks: Sequence[Look], weights: Weights, known: KnownDice = ANY_DICE) -> list[Opinion]:
    """Returns what is thought of every place that the looks found, the surest first; `known` is known of the dice."""
    opinions = [_opinion(looks, place, weights) for place in places(looks)]
    sure = [one for one in opinions if one.confidence >= SHAPES_FROM]
    informed = [_informed(one, [other for other in sure if other is not one], weights, known) for one in opinions]
    return sorted(informed, key=lambda one: -one.confidence)


def _informed(one: Opinion, sure: Sequence[Opinion], weights: Weights, known: KnownDice) -> Opinion:
    """Returns an opinion with what the other dice add to it, of which some are `sure`."""
    if one.value not in known.faces:
        # A face that these dice do not have was not seen, whatever it looks like.
        return replace(one, right=0.0)
    odd_size = abs(math.log(one.edge / median(other.edge for other in sure))) if sure else 0.0
    along = float(one.value in (2, 3) and _along_an_edge(one))
    evidence = replace(one.evidence, odd_size=odd_size, along=along)
    die, right = weights.judge(evidence)
    return replace(one, evidence=evidence, die=die, right=right)


def _along_an_edge(one: Opinion) -> bool:
    """Whether its pips lie in a row along an edge of its face.

    On most cubes the two and the three lie along the diagonal, on oblong dice and some cubes along an edge. Plugs and
    sockets have two holes in a row as well.
    """
    if one.count is None:
        return False
    across = np.sort(np.ptp(in_half_edges(one.quad, one.count.pips[:, :2]), axis=1))
    return bool(across[0] < IN_A_ROW * across[1])


def _opinion(
    looks: Sequence[Look],
    place: Sequence[tuple[Look, Sighting]],
    weights: Weights,
) -> Opinion:
    quad = place[0][1].quad
    size = edge(quad)
    all_fits = [look.fit(size) for look in looks]
    seen = [sighting for _, sighting in place]
    # Who drew another outline speaks of something else: it counts less, and so does `found`.
    all_parts = [look.fit(size) * (HALF if one.half else 1.0) * _same(one.quad, quad) for look, one in place]
    found = sum(all_parts) / sum(all_fits)
    fits, parts = _shares(all_fits), _shares(all_parts)
    chances = _together([one.chances for one in seen], parts)
    value = likeliest(chances)
    shown = [_finder_says(look.view, quad) for look in looks]
    log_odds, unreadable = 0.0, 0.0
    for fit, (face, not_to_be_read) in zip(fits, shown, strict=True):
        strength = min(max(face + not_to_be_read, 1e-4), 1 - 1e-4)
        log_odds += fit * math.log(strength / (1 - strength))
        unreadable += fit * not_to_be_read / max(face + not_to_be_read, 1e-6)
    counts = [(part, one.count) for part, one in zip(parts, seen, strict=True) if one.count is not None]
    count = next((count for _, count in counts if count.value == value), None)
    evidence = Evidence(
        strength=1 / (1 + math.exp(-log_odds)),
        something=1 - chances[NO_DIE],
        face=sum(chances[1:7]),
        value=chances[value],
        readable=1 - unreadable,
        found=min(1.0, found),
        agrees=sum(part for part, count in counts if count.value == value),
        clearly_agrees=sum(part for part, count in counts if count.value == value and count.clear),
        contradicts=sum(part for part, count in counts if count.value != value and count.clear),
        edge=size,
        aspect=aspect(quad),
        off_centre=off_centre(quad, count.pips[:, :2]) if count is not None else 0.0,
    )
    die, right = weights.judge(evidence)
    faults = tuple(_weighed(each, parts) for each in zip(*(one.faults for one in seen), strict=True))
    outlines = tuple((one.quad, part) for one, part in zip(seen, parts, strict=True))
    nothing, no_top, center = chances[NO_DIE], chances[NO_TOP], middle(quad)
    return Opinion(quad, center, value, die, right, count, evidence, nothing, no_top, unreadable, faults, outlines)


def _weighed(values: Sequence[float], parts: Sequence[float]) -> float:
    return sum(value * part for value, part in zip(values, parts, strict=True))


def _together(told: Sequence[Chances], parts: Sequence[float]) -> Chances:
    """Returns what several told together, each counting so much: their geometric mean, made probabilities again."""
    logs = [[math.log(chance + MIN_CHANCE) for chance in one] for one in told]
    odds = [math.exp(_weighed(each, parts)) for each in zip(*logs, strict=True)]
    total = sum(odds)
    return tuple(one / total for one in odds)


def _shares(weights: Sequence[float]) -> list[float]:
    """Returns what each is of them all."""
    total = sum(weights)
    return [one / total for one in weights]


def _same(outline: Floats, quad: Floats) -> float:
    """Returns how far (MIN_SAME to 1) an outline is that of the same face as `quad`."""
    if outline is quad:
        return 1.0
    return min(max((overlap(outline, quad) - OTHER_FACE) / (SAME_FACE - OTHER_FACE), MIN_SAME), 1.0)


def _span(places: Sequence[float], cells: int) -> tuple[int, int]:
    """Returns the first and the last of so many cells that lie about these places."""
    first = min(max(math.floor(min(places)), 0), cells - 1)
    return first, min(max(math.ceil(max(places)), first), cells - 1)


def _finder_says(view: FaceMap, quad: Floats) -> tuple[float, float]:
    """Returns the finder's mean probabilities of a face, readable or not, over the inside of an outline."""
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
