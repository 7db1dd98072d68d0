"""Measures dice by the outlines of their top faces."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from hardware.ports import Image
from vision.reading import Reading, Reason

OBLONG = 1.15
"""Dice whose long sides exceed their width by this factor are oblong; single outlines may be further off."""
FACE = 0.905
"""The share of a die's edge covered by the outline of its top face, which excludes the rounded edges: the median over
the simulated box's dice, from the palest to the darkest. Sizes are accurate to 5 % (`python -m
tests.firmware.calibrate.dice_kinds`)."""
MEIER_DIE = (25.4, 19.05)
"""1 × ¾ × ¾ inch (RULES.md V1)."""
USUAL_CUBE = (16.0, 16.0)
ENDS = (1, 2)
TOP = 0.8
"""The share of the smaller side of a die's outline, upright in the picture, that is looked at to focus on its top."""


class OutlinedDie(Protocol):
    """A die as seen: its face (None if unreadable), and the outline of its top face in pixels."""

    @property
    def face(self) -> int | None:
        """The face on top."""

    @property
    def polygon(self) -> Sequence[tuple[float, float]]:
        """The corners in order."""


@dataclass(frozen=True, slots=True)
class TopFace:
    """The top face of a die: its value, and its edges in pixels, the longer first."""

    face: int
    long: float
    across: float


def oblong(dice: Sequence[TopFace]) -> bool | None:
    """Returns whether dice are oblong, by the median of their long sides (3 to 6); None if none is seen."""
    sides = [die.long / die.across for die in dice if die.face not in ENDS]
    return float(np.median(sides)) > OBLONG if sides else None


def faces_seen(dice: Iterable[OutlinedDie]) -> list[TopFace]:
    """Returns the readable top faces with four corners."""
    found = []
    for die in dice:
        if die.face is None or len(die.polygon) != 4:
            continue
        corners = np.array(die.polygon, float)
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        one, other = float(sides[0] + sides[2]) / 2 / FACE, float(sides[1] + sides[3]) / 2 / FACE
        found.append(TopFace(die.face, max(one, other), min(one, other)))
    return found


def dice_lie_in(reading: Reading) -> bool:
    """Returns whether dice lie in a box: some were outlined, or those that are there lean or touch.

    Nothing else counts, such as a picture that is too dark or blurred: an empty box must never be taken for a full one.
    """
    return bool(reading.dice) or reading.reason in (Reason.TOUCHING, Reason.COCKED, Reason.STACKED)


def top_of(die: OutlinedDie, image: Image) -> Image:
    """Returns the middle of a die's top face in a picture, in which nothing else is seen: a view, not a copy."""
    corners = np.array(die.polygon, float)
    middle, half = corners.mean(axis=0), np.ptp(corners, axis=0).min() * TOP / 2
    left, upper = (max(0, round(place - half)) for place in middle)
    right, lower = (round(place + half) + 1 for place in middle)
    return image[upper:lower, left:right]


@dataclass(frozen=True, slots=True)
class MeasuredEdges:
    """Edges (pixels) of faces at the same height that are all `edge_mm` long."""

    edges: tuple[float, ...]
    edge_mm: float


def die_edges(dice: Sequence[TopFace], known: tuple[float, float] | None) -> MeasuredEdges | None:
    """Returns the edges for measuring the scale; `known` are the dice's edges in mm, the longer first.

    Without `known`, oblong dice count as Meier dice and cubes as 16 mm. A lying oblong die is as high as it is wide;
    one standing on end is left out. None if no die is usable.
    """
    shape = oblong(dice) if known is None else known[0] > OBLONG * known[1]
    if shape is None or not dice:
        return None
    _, across = known or (MEIER_DIE if shape else USUAL_CUBE)
    if not shape:
        # The shorter edge: a wrong outline includes part of a side.
        return MeasuredEdges(tuple(die.across for die in dice), across)
    lying = tuple(die.across for die in dice if die.face not in ENDS)
    return MeasuredEdges(lying, across) if lying else None
