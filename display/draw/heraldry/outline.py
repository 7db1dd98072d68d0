"""The shapes that charges are made of, in a square of 100 × 100, x to the right and y down.

An *area* is a polygon. Curves become polygons at once: `smooth` runs through points, `limb` thickens a line.
A *part* is several areas of one ink with one outline around them; later parts lie over earlier ones.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

XY = tuple[float, float]
Area = tuple[XY, ...]

_STEPS = 10
"""Polygon points for every point of a curve."""


class Ink(Enum):
    """What a part is painted in."""

    BODY = "the tincture of the charge"
    ACCENT = "another tincture: tongue and claws"
    SEED = "or, as the middle of a rose; on a charge that is or, gules"
    LINE = "the colour of its outlines"
    DETAIL = "the colour of its outlines, left out where the charge is small"


@dataclass(frozen=True, slots=True)
class ShapePart:
    """Areas that are one piece: outlined together, then filled."""

    areas: tuple[Area, ...]
    ink: Ink = Ink.BODY


Charge = tuple[ShapePart, ...]
"""The parts of a charge, from back to front."""


def body(*areas: Area) -> ShapePart:
    """Makes a part of the tincture of the charge."""
    return ShapePart(areas)


def accent(*areas: Area) -> ShapePart:
    """Makes a part of another tincture."""
    return ShapePart(areas, Ink.ACCENT)


def seed(*areas: Area) -> ShapePart:
    """Makes a part in gold, or on a golden charge in red."""
    return ShapePart(areas, Ink.SEED)


def ink(*areas: Area) -> ShapePart:
    """Makes a part in the colour of the outlines, which stays on small shields, such as an eye."""
    return ShapePart(areas, Ink.LINE)


def detail(*areas: Area) -> ShapePart:
    """Makes a part in the colour of the outlines, which small shields leave out."""
    return ShapePart(areas, Ink.DETAIL)


def polygon(*points: XY) -> Area:
    """Makes an area with straight sides."""
    return points


def circle(x: float, y: float, radius: float) -> Area:
    """Makes a disc."""
    return ellipse(x, y, radius, radius)


def ellipse(x: float, y: float, across: float, down: float, turn: float = 0.0) -> Area:
    """Makes an ellipse of two radii, turned clockwise by degrees."""
    points = ((x + across * math.cos(i * math.tau / 48), y + down * math.sin(i * math.tau / 48)) for i in range(48))
    return turned(tuple(points), turn, (x, y))


def curve(points: Sequence[XY], closed: bool = False) -> Area:
    """Draws a Catmull-Rom spline through points."""
    count = len(points)
    if count < 3 and not closed:
        return tuple(points)

    def at(place: int) -> XY:
        if closed:
            return points[place % count]
        if place < 0:
            return 2 * points[0][0] - points[1][0], 2 * points[0][1] - points[1][1]
        if place >= count:
            return 2 * points[-1][0] - points[-2][0], 2 * points[-1][1] - points[-2][1]
        return points[place]

    found: list[XY] = []
    for place in range(count if closed else count - 1):
        a, b, c, d = (at(place + shift) for shift in (-1, 0, 1, 2))
        found += [_between(a, b, c, d, step / _STEPS) for step in range(_STEPS)]
    return tuple(found) if closed else (*found, points[-1])


def _between(a: XY, b: XY, c: XY, d: XY, t: float) -> XY:
    def along(p: float, q: float, r: float, s: float) -> float:
        return 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t**3)

    return along(a[0], b[0], c[0], d[0]), along(a[1], b[1], c[1], d[1])


def smooth(*points: tuple[float, ...]) -> Area:
    """Makes an area with a smooth outline through points; a point with a third number is a corner.

    >>> len(smooth((0, 0, 1), (50, 10), (100, 0, 1), (50, 100)))
    40
    """
    corners = [place for place, point in enumerate(points) if len(point) > 2]
    flat = [(point[0], point[1]) for point in points]
    if not corners:
        return curve(flat, closed=True)
    outline: list[XY] = []
    for number, place in enumerate(corners):
        end = corners[number + 1] if number + 1 < len(corners) else corners[0] + len(flat)
        run = [flat[at % len(flat)] for at in range(place, end + 1)]
        outline += _run(run)[:-1]
    return tuple(outline)


def _run(run: Sequence[XY]) -> Sequence[XY]:
    """Draws what lies between two corners."""
    return run if len(run) < 3 else curve(run)


def limb(points: Sequence[XY], widths: Sequence[float]) -> Area:
    """Thickens a curve: `widths` are spread over its length; an end of width 0 is a point, others are round."""
    line = curve(points)
    last = len(line) - 1
    left: list[XY] = []
    right: list[XY] = []
    for place, (x, y) in enumerate(line):
        before, after = line[max(0, place - 1)], line[min(last, place + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        half = _spread(widths, place / last) / 2
        left.append((x + dy / length * half, y - dx / length * half))
        right.append((x - dy / length * half, y + dx / length * half))
    end, start = _cap(line[-1], left[-1]), _cap(line[0], right[0])
    return (*left, *end, *reversed(right), *start)


def _spread(widths: Sequence[float], part: float) -> float:
    """Returns the width at a part of the length, eased from one width to the next."""
    at = part * (len(widths) - 1)
    place = min(int(at), len(widths) - 2)
    t = at - place
    return widths[place] + (widths[place + 1] - widths[place]) * t * t * (3 - 2 * t)


def _cap(centre: XY, start: XY) -> Area:
    """Draws the half circle from one side of a line's end to the other, away from the line."""
    radius = math.hypot(start[0] - centre[0], start[1] - centre[1])
    if radius < 0.1:
        return ()
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    angles = (first + math.pi * step / 8 for step in range(1, 8))
    return tuple((centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles)


def stroke(width: float, *points: XY) -> Area:
    """Draws a curve of one width."""
    return limb(points, (width, width))


def tapered(width: float, *points: XY) -> Area:
    """Draws a curve that ends in a point."""
    return limb(points, (width, width * 0.86, 0))


def ring(x: float, y: float, outer: float, inner: float) -> Area:
    """Makes a ring: its outer edge, then its inner edge the other way round."""
    outside, inside = circle(x, y, outer), circle(x, y, inner)
    return (*outside, outside[0], inside[0], *reversed(inside))


def lens(width: float, *points: XY) -> Area:
    """Draws a curve that is pointed at both ends, as a leaf or a stroke of a pen."""
    return limb(points, (0, width, width * 0.9, 0))


def changed(charge: Iterable[ShapePart], change: Callable[[Area], Area]) -> Charge:
    """Changes all areas of a charge."""
    return tuple(replace(part, areas=tuple(change(area) for area in part.areas)) for part in charge)


def framed(charge: Charge) -> Charge:
    """Moves and scales a charge so that it fills the square of 100 × 100 one way, and lies in its middle the other."""
    xs = [x for part in charge for area in part.areas for x, _ in area]
    ys = [y for part in charge for area in part.areas for _, y in area]
    size = 100 / max(max(xs) - min(xs), max(ys) - min(ys))
    x, y = 50 - size * (min(xs) + max(xs)) / 2, 50 - size * (min(ys) + max(ys)) / 2
    return changed(charge, lambda area: moved(area, x, y, size))


def turned(area: Area, degrees: float, centre: XY = (50, 50)) -> Area:
    """Turns an area clockwise about a point."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x0, y0 = centre
    return tuple((x0 + (x - x0) * c - (y - y0) * s, y0 + (x - x0) * s + (y - y0) * c) for x, y in area)


def moved(area: Area, x: float, y: float, size: float = 1.0) -> Area:
    """Scales an area about the origin, then moves it."""
    return tuple((x + px * size, y + py * size) for px, py in area)


def mirrored(area: Area, axis: float = 50) -> Area:
    """Mirrors an area left to right."""
    return tuple((2 * axis - x, y) for x, y in area)


def both(*areas: Area) -> tuple[Area, ...]:
    """Returns areas and their mirror images."""
    return (*areas, *(mirrored(area) for area in areas))


def around(number: int, *areas: Area, centre: XY = (50, 50), first: float = 0.0) -> tuple[Area, ...]:
    """Repeats areas around a point."""
    turns = (first + step * 360 / number for step in range(number))
    return tuple(turned(area, turn, centre) for turn in turns for area in areas)
