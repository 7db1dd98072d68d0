"""The shape of a shield, what divides its field, and the ordinaries; 100 wide, `HEIGHT` high, y down."""

import math
from itertools import product

from display.draw.heraldry.outline import Area, Charge, polygon

HEIGHT = 118.0
_WAIST = 0.46
"""Down to this part of its height a shield has straight sides."""


def shield_outline(inset: float = 0.0) -> Area:
    """Outlines a heater shield, `inset` units inside its edge.

    >>> shield_outline()[0], max(y for _, y in shield_outline()) == HEIGHT
    ((0.0, 0.0), True)
    """
    wide, high = 100 - 2 * inset, HEIGHT - 2.25 * inset
    waist = high * _WAIST
    right = []
    for step in range(25):
        t = step / 24
        # A cubic from the waist to the point, tangent to the side.
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x = wide * (a * 1.0 + b * 1.0 + c * 0.84 + d * 0.5)
        y = a * waist + b * (waist + high * 0.22) + c * (high * 0.86) + d * high
        right.append((x, y))
    left = [(wide - x, y) for x, y in reversed(right[:-1])]
    return tuple((x + inset, y + inset) for x, y in ((0.0, 0.0), (wide, 0.0), *right, *left))


_L, _R, _B = -20.0, 120.0, 140.0
"""Left, right and bottom of what covers the shield amply."""


def _band(x0: float, y0: float, x1: float, y1: float, width: float) -> Area:
    """Makes a band along a line, far beyond its ends."""
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    nx, ny = -uy * width / 2, ux * width / 2
    a, b = (x0 - 200 * ux, y0 - 200 * uy), (x1 + 200 * ux, y1 + 200 * uy)
    return polygon((a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny))


def _bar(top: float, bottom: float) -> Area:
    return polygon((_L, top), (_R, top), (_R, bottom), (_L, bottom))


def _post(left: float, right: float) -> Area:
    return polygon((left, -20), (right, -20), (right, _B), (left, _B))


def _gyrons() -> tuple[Area, ...]:
    middle = (50.0, 52.0)
    reach = 160.0
    edges = [(middle[0] + reach * math.cos(a), middle[1] + reach * math.sin(a)) for a in _EIGHTHS]
    return tuple(polygon(middle, edges[i], edges[(i + 1) % 8]) for i in range(1, 8, 2))


_EIGHTHS = [i * math.tau / 8 - math.pi / 2 for i in range(8)]


def _lozenges() -> tuple[Area, ...]:
    wide, high = 25.0, 33.0
    cells = product(range(-1, 6), range(-1, 6))
    return tuple(
        polygon(
            (x * wide, (y - 0.5) * high),
            ((x + 0.5) * wide, y * high),
            (x * wide, (y + 0.5) * high),
            ((x - 0.5) * wide, y * high),
        )
        for x, y in cells
    )


def _checks() -> tuple[Area, ...]:
    side = 100 / 6
    return tuple(
        polygon(
            (x * side, y * side),
            ((x + 1) * side, y * side),
            ((x + 1) * side, (y + 1) * side),
            (x * side, (y + 1) * side),
        )
        for x, y in product(range(6), range(8))
        if (x + y) % 2
    )


DIVISIONS: dict[str, tuple[Area, ...]] = {
    "plain": (),
    "per-pale": (_post(50, _R),),
    "per-fess": (_bar(52, _B),),
    "per-bend": (polygon((-20, -20), (120, 120), (-20, 140)),),
    "per-bend-sinister": (polygon((120, -20), (-20, 120), (-20, 140), (120, 140)),),
    "per-chevron": (polygon((50, 42), (130, 122), (130, 160), (-30, 160), (-30, 122)),),
    "per-saltire": (
        polygon((50, 52), (-30, -28), (-30, 132)),
        polygon((50, 52), (130, -28), (130, 132)),
    ),
    "quarterly": (
        polygon((50, -20), (_R, -20), (_R, 52), (50, 52)),
        polygon((_L, 52), (50, 52), (50, _B), (_L, _B)),
    ),
    "gyronny": _gyrons(),
    "paly": tuple(_post(100 / 6 * at, 100 / 6 * (at + 1)) for at in (1, 3, 5)),
    "barry": tuple(_bar(18.5 * at, 18.5 * (at + 1)) for at in (1, 3, 5)),
    "bendy": tuple(_band(-20, -20 + 31.0 * at, 120, 120 + 31.0 * at, 11) for at in (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5)),
    "checky": _checks(),
    "lozengy": _lozenges(),
}
"""What is painted in the second tincture, by the division of the field."""

ORDINARIES: dict[str, tuple[Area, ...]] = {
    "chief": (_bar(-20, 32),),
    "pale": (_post(35, 65),),
    "fess": (_bar(36, 66),),
    "bend": (_band(0, 0, 100, 100, 25),),
    "bend-sinister": (_band(100, 0, 0, 100, 25),),
    "chevron": (polygon((50, 36), (140, 116), (140, 148), (50, 66), (-40, 148), (-40, 116)),),
    "cross": (_bar(38, 62), _post(38, 62)),
    "saltire": (_band(0, 2, 100, 102, 20), _band(100, 2, 0, 102, 20)),
    "pile": (polygon((18, -20), (82, -20), (50, 106)),),
    "bordure": ((*shield_outline(-6), shield_outline(-6)[0], shield_outline(12)[0], *reversed(shield_outline(12))),),
}
"""The areas of every ordinary."""

FieldPlace = tuple[float, float, float]
"""Where a charge lies: its middle and the side of its square."""

_ALONE: dict[int, tuple[FieldPlace, ...]] = {
    1: ((50, 52, 92),),
    3: ((27, 29, 41), (73, 29, 41), (50, 78, 41)),
}
_BESIDE: dict[str, dict[int, tuple[FieldPlace, ...]]] = {
    "chief": {1: ((50, 68, 62),), 3: ((29, 51, 31), (71, 51, 31), (50, 86, 31))},
    "bordure": {1: ((50, 51, 60),), 3: ((33, 35, 28), (67, 35, 28), (50, 73, 28))},
    "fess": {3: ((25, 19, 26), (75, 19, 26), (50, 86, 28))},
    "chevron": {3: ((22, 25, 28), (78, 25, 28), (50, 88, 27))},
    "bend": {2: ((73, 26, 30), (27, 69, 30))},
    "bend-sinister": {2: ((27, 26, 30), (73, 69, 30))},
    "pale": {2: ((18, 46, 28), (82, 46, 28))},
    "pile": {2: ((17, 62, 26), (83, 62, 26))},
    "cross": {4: ((20, 20, 27), (80, 20, 27), (23, 78, 26), (77, 78, 26))},
    "saltire": {4: ((50, 17, 27), (19, 52, 27), (81, 52, 27), (50, 88, 27))},
}


def places(ordinary: str, number: int) -> tuple[FieldPlace, ...]:
    """Places a number of charges around an ordinary, or alone on the field where it is ""."""
    by_number = _BESIDE.get(ordinary, _ALONE)
    return by_number.get(number) or next(iter(by_number.values()))


def inside(charge: Charge, place: FieldPlace, margin: float) -> FieldPlace:
    """Makes a place smaller, and moves it a little, until a charge lies inside the shield with a margin."""
    edge = shield_outline(margin)
    points = [point for part in charge for area in part.areas for point in area[::3]]
    x, y, side = place
    sides = (side * part / 100 for part in range(100, 50, -3))
    rises = (0.0, -2.0, 2.0, -4.0, 4.0, -6.0, 6.0)
    for smaller, rise in product(sides, rises):
        size = smaller / 100
        if all(_holds(edge, x + (px - 50) * size, y + rise + (py - 50) * size) for px, py in points):
            return x, y + rise, smaller
    return x, y, side / 2


def _holds(edge: Area, x: float, y: float) -> bool:
    """Returns whether a convex outline holds a point."""
    signs = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
        for (ax, ay), (bx, by) in zip(edge, (*edge[1:], edge[0]), strict=True)
    ]
    return all(signs) or not any(signs)
