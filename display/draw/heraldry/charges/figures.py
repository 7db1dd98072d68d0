"""Charges that are figures: stars, the moon, rings and other plain shapes."""

import math

from display.draw.heraldry.outline import (
    Area,
    Charge,
    around,
    body,
    circle,
    detail,
    lens,
    polygon,
    ring,
    smooth,
    stroke,
)


# fmt: off
def _star(points: int, outer: float, inner: float, x: float = 50, y: float = 53) -> Area:
    found = []
    for corner in range(2 * points):
        radius = inner if corner % 2 else outer
        angle = corner * math.pi / points - math.pi / 2
        found.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return tuple(found)


_MULLET = _star(5, 50, 20)
mullet: Charge = (
    body(_MULLET),
    detail(*(stroke(1.1, (50, 53), (50 + (x - 50) * 0.86, 53 + (y - 53) * 0.86)) for x, y in _MULLET[1::2])),
    detail(*(lens(1.8, (50, 53), (x / 2 + 25, y / 2 + 26.5), (x, y)) for x, y in _MULLET[::2])),
)

_RAY = smooth(
    (39, 46, 1), (45, 36), (42, 27), (47, 18), (45.5, 9), (50, 0, 1), (52.5, 9), (53, 18), (54.5, 27), (54, 36),
        (61, 46, 1)
)
estoile: Charge = (
    body(*around(8, _RAY), circle(50, 50, 14)),
    detail(ring(50, 50, 8.4, 7), *around(8, lens(1.5, (50, 36), (48, 24), (50, 10)))),
)


def _crescent() -> Area:
    outer = [_on(50, 52, 45, a) for a in range(-52, 233, 4)]
    inner = [_on(50, 34.5, 33.5, a) for a in range(216, -37, -4)]
    return (*outer, *inner)


def _on(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    return x + radius * math.cos(math.radians(degrees)), y + radius * math.sin(math.radians(degrees))


crescent: Charge = (
    body(_crescent()),
    detail(lens(2.0, *(_on(50, 46, 43.5, a) for a in range(20, 161, 10)))),
)
annulet: Charge = (body(ring(50, 50, 44, 26)), detail(ring(50, 50, 35.6, 34.4)))
roundel: Charge = (body(circle(50, 50, 43)), detail(ring(50, 50, 37, 35.6)))


def _inner(points: Area, part: float) -> Area:
    return tuple((50 + (x - 50) * part, 50 + (y - 50) * part) for x, y in points)


def _frame(points: Area, part: float, wide: float) -> Area:
    outside, inside = _inner(points, part), _inner(points, part - wide)
    return (*outside, outside[0], inside[0], *reversed(inside))


_LOZENGE = polygon((50, 1), (87, 50), (50, 99), (13, 50))
lozenge: Charge = (body(_LOZENGE), detail(_frame(_LOZENGE, 0.8, 0.04)))
_BILLET = polygon((24, 6), (76, 6), (76, 94), (24, 94))
billet: Charge = (
    body(_BILLET),
    detail(polygon((30, 12), (70, 12), (70, 88), (30, 88), (30, 12), (31.4, 13.4), (31.4, 86.6), (68.6, 86.6),
        (68.6, 13.4), (31.4, 13.4))),
)
