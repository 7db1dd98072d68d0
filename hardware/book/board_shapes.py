"""What a board is: its size, its outline, the holes in it, and its weight."""

import math
from dataclasses import dataclass

INCH = 25.4
PLYWOOD = 0.65
"""Density of plywood (g/cm³); birch is 0.65 to 0.70, poplar 0.45."""
SOFT_WOOD, ACRYLIC = 0.5, 1.19


@dataclass(frozen=True, slots=True)
class RectangularHole:
    """A sawn rectangle: left and lower edge, width, height; `hidden` if it does not go through."""

    name: str
    left: float
    low: float
    wide: float
    high: float
    hidden: bool = False

    @property
    def area(self) -> float:
        """Its area (mm²)."""
        return self.wide * self.high


@dataclass(frozen=True, slots=True)
class Hole:
    """A round hole: its centre and diameter; `hidden` if it does not go through."""

    name: str
    x: float
    y: float
    diameter: float
    hidden: bool = False

    @property
    def area(self) -> float:
        """Its area (mm²)."""
        return disc_area(self.diameter)


@dataclass(frozen=True, slots=True)
class Board:
    """One kind of board, `wide` × `high` × `thick`; positions are from its lower left corner, seen from its good side.

    `outline` is set if it is not a rectangle: an SVG path in board coordinates (y up).
    """

    name: str
    pieces: int
    wide: float
    high: float
    thick: float
    note: str
    cutouts: tuple[RectangularHole | Hole, ...] = ()
    outline: str | None = None
    area: float | None = None
    stuff: str = "plywood"

    @property
    def grams(self) -> float:
        """Estimated weight of one piece; only cut-outs that go through are subtracted."""
        area = self.wide * self.high if self.area is None else self.area
        for cutout in self.cutouts:
            if not cutout.hidden:
                area -= cutout.area
        density = {"soft wood": SOFT_WOOD, "opal acrylic": ACRYLIC}.get(self.stuff, PLYWOOD)
        return area * self.thick / 1000 * density


def inches(mm: float) -> str:
    """Returns a length in inches to the nearest 1/32.

    >>> inches(174), inches(25.4), inches(9), inches(0.5)
    ('6 27/32″', '1″', '11/32″', '1/32″')
    """
    return _fraction(mm, 32)


def drill_inches(mm: float) -> str:
    """Returns the diameter of a drill in inches to the nearest 1/64, the finest that drills are sold in.

    >>> drill_inches(2), drill_inches(5), drill_inches(24)
    ('5/64″', '13/64″', '15/16″')
    """
    return _fraction(mm, 64)


def _fraction(mm: float, below: int) -> str:
    whole, parts = divmod(round(mm / INCH * below), below)
    if not parts:
        return f"{whole}″"
    shared = math.gcd(parts, below)
    fraction = f"{parts // shared}/{below // shared}″"
    return f"{whole} {fraction}" if whole else fraction


def disc(diameter: float) -> str:
    """Returns the outline of a disc, as an SVG path."""
    half = diameter / 2
    return f"M 0 {half:g} A {half:g} {half:g} 0 0 1 {diameter:g} {half:g} A {half:g} {half:g} 0 0 1 0 {half:g} Z"


def disc_area(diameter: float) -> float:
    """Returns its area."""
    return math.pi * diameter**2 / 4


def polygon_area(corners: list[tuple[float, float]]) -> float:
    """Returns the area of a polygon whose corners go round counter-clockwise."""
    return sum(x * v - u * y for (x, y), (u, v) in zip(corners, (*corners[1:], corners[0]), strict=True)) / 2
