"""Creatures without fur or feathers: a serpent, a bee, a scallop's shell."""

import math

from display.draw.heraldry.outline import (
    Charge,
    accent,
    body,
    both,
    circle,
    detail,
    ellipse,
    ink,
    lens,
    limb,
    polygon,
    smooth,
    stroke,
    tapered,
    turned,
)

# fmt: off
serpent: Charge = (
    accent(tapered(2, (15, 21), (8, 23), (2, 20)), tapered(2, (15, 22), (8, 25), (2, 28))),
    # The tail, the lower coil from behind, the upper coil, and the neck that rises out of them.
    body(limb([(70, 82), (84, 78), (92, 66), (88, 52), (95, 44)], (10, 9, 6, 3, 0))),
    body(limb([(22, 84), (14, 76), (24, 67), (50, 66), (76, 67), (86, 76), (78, 84)], (11, 12, 12, 12, 12, 11))),
    body(limb([(78, 84), (66, 91), (50, 93), (32, 91), (22, 84)], (11, 13, 14, 13, 11))),
    body(limb([(28, 66), (24, 58), (34, 51), (52, 50), (70, 52), (76, 60), (70, 67)], (10, 10.5, 11, 11, 10.5, 10))),
    body(limb([(70, 67), (58, 73), (44, 73), (28, 66)], (10, 12.5, 12.5, 10))),
    body(
        limb([(62, 60), (70, 46), (64, 34), (48, 31), (38, 27), (38, 17), (34, 16)], (13, 13, 12, 10.5, 10, 10, 9)),
        smooth((14, 21, 1), (20, 14), (29, 9), (39, 9), (44, 15), (41, 23), (32, 26), (22, 25)),
    ),
    ink(circle(29.5, 14.5, 2.2)),
    detail(lens(1.2, (15, 21), (24, 21.5), (33, 20))),
    detail(
        *(stroke(1.1, (x, 87 + abs(x - 50) / 14), (x + 2, 98 - abs(x - 50) / 8)) for x in (34, 42, 50, 58, 66)),
        *(stroke(1.1, (x, 69), (x + 1.6, 77.6)) for x in (42, 50, 58)),
        *(stroke(1.1, (x - 4, y), (x + 4.6, y + 2)) for x, y in ((66, 56), (68.6, 49), (67.4, 42))),
    ),
)

_FORE_WING = smooth((44, 36, 1), (34, 22), (20, 12), (7, 13), (3, 22), (10, 33), (26, 40), (44, 42, 1))
_HIND_WING = smooth((44, 43, 1), (30, 42), (16, 46), (11, 55), (16, 62), (28, 59), (44, 49, 1))
bee: Charge = (
    body(*both(tapered(2.2, (46, 10), (40, 4), (34, 3)), stroke(2, (40, 50), (30, 66), (32, 74)), stroke(2, (44, 46),
        (34, 30), (36, 24)))),
    body(*both(_FORE_WING)),
    body(*both(_HIND_WING)),
    detail(*both(lens(1.3, (42, 38), (26, 28), (10, 19)), lens(1.2, (40, 40), (26, 34), (14, 31)), lens(1.2, (41, 46),
        (28, 50), (16, 55)))),
    body(smooth((50, 99, 1), (42, 88), (37, 72), (38, 56), (44, 48), (50, 46), (56, 48), (62, 56), (63, 72), (58, 88))),
    ink(
        smooth((38.2, 57, 1), (50, 61), (61.8, 57, 1), (63, 64, 1), (50, 68), (37, 64, 1)),
        smooth((37.6, 72, 1), (50, 76), (62.4, 72, 1), (61, 79, 1), (50, 83), (39, 79, 1)),
        smooth((41.4, 86, 1), (50, 89), (58.6, 86, 1), (55.4, 92, 1), (50, 93.5), (44.6, 92, 1)),
    ),
    body(ellipse(50, 38, 12.5, 13)),
    detail(lens(1.4, (44, 32), (46, 40), (43, 46)), lens(1.4, (56, 32), (54, 40), (57, 46)), lens(1.4, (50, 30),
        (50, 38), (50, 48))),
    body(ellipse(50, 18, 10.5, 9)),
    ink(*both(turned(ellipse(43.6, 16, 2.4, 3.8), 20, (43.6, 16)))),
)


def _fan() -> tuple[tuple[float, ...], ...]:
    """Returns the scalloped edge of the shell: nine ribs around its hinge."""
    ribs = 9
    found: list[tuple[float, ...]] = []
    for rib in range(ribs):
        for part, reach in ((0.0, 0.93), (0.28, 0.985), (0.5, 1.0), (0.72, 0.985)):
            angle = math.radians(197 + (rib + part) * 146 / ribs)
            corner = (1,) if part == 0.0 else ()
            found.append((50 + 56 * reach * math.cos(angle), 66 + 66 * reach * math.sin(angle), *corner))
    angle = math.radians(197 + 146)
    found.append((50 + 56 * 0.93 * math.cos(angle), 66 + 66 * 0.93 * math.sin(angle), 1))
    return tuple(found)


def _furrow(number: int) -> tuple[tuple[float, float], ...]:
    angle = math.radians(197 + number * 146 / 9)
    x, y = 50 + 56 * 0.93 * math.cos(angle), 66 + 66 * 0.93 * math.sin(angle)
    return (50 + (x - 50) * 0.09, 84), (50 + (x - 50) * 0.5, y + (84 - y) * 0.52), (x, y)


escallop: Charge = (
    body(polygon((22, 78), (78, 78), (84, 92), (62, 90), (50, 97), (38, 90), (16, 92))),
    body(smooth(*_fan(), (94, 58), (76, 80), (56, 90, 1), (44, 90, 1), (24, 80), (6, 58))),
    ink(*(limb(_furrow(number), (1.2, 2.2, 2.8)) for number in range(1, 9))),
    detail(lens(1.4, (26, 80), (50, 88), (74, 80))),
)
