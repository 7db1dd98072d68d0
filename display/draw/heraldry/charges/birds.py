"""Birds: the eagle displayed, and the raven."""

from display.draw.heraldry.outline import (
    Area,
    Charge,
    ShapePart,
    accent,
    body,
    both,
    circle,
    detail,
    ink,
    lens,
    limb,
    mirrored,
    polygon,
    smooth,
    stroke,
    tapered,
)


# fmt: off
def _talon(x: float, y: float) -> ShapePart:
    """Draws a bird's foot with four claws, seen from the front."""
    return accent(
        tapered(3.4, (x, y), (x - 6, y + 3), (x - 9, y + 9)),
        tapered(3.4, (x, y), (x - 1, y + 7), (x - 2, y + 12)),
        tapered(3.4, (x, y), (x + 5, y + 4), (x + 6, y + 10)),
        tapered(3, (x, y), (x + 6, y - 2), (x + 10, y + 1)),
    )


def _feather(x: float, y: float, tip_x: float, tip_y: float, wide: float, bow: float) -> Area:
    """Draws a flight feather from its quill to its rounded, slightly hooked tip."""
    mid_x, mid_y = (x + tip_x) / 2 + bow, (y + tip_y) / 2 - abs(bow) * 0.3
    return limb([(x, y), (mid_x, mid_y), (tip_x, tip_y)], (wide * 0.6, wide, wide * 1.04, wide * 0.3))


_FEATHERS = (
    (30, 30, 2, 30), (29, 33, 2, 45), (29, 36, 4, 58), (30, 39, 9, 69), (32, 41, 17, 77), (35, 43, 26, 79),
        (38, 44, 34, 75),
)
_WING: tuple[ShapePart, ...] = (
    *(body(_feather(x, y, a, b, 9.2, -3)) for x, y, a, b in _FEATHERS),
    detail(*(stroke(1.0, (x + (a - x) * 0.45 - 2, y + (b - y) * 0.45),
        (x + (a - x) * 0.93, y + (b - y) * 0.93)) for x, y, a, b in _FEATHERS)),
    # The arm of the wing, which ends in a curl above.
    body(
        smooth((46, 44, 1), (38, 50), (29, 46), (23, 38), (20, 28), (16, 20), (9, 19), (7, 24, 1), (4, 17), (8, 8),
            (18, 4),
               (28, 9), (33, 19), (38, 27), (46, 30, 1)),
    ),
    detail(
        *(lens(1.4, (x, y), (x - 3, y + 4), (x - 1, y + 9)) for x, y in ((41, 33), (36, 32), (31, 27), (38, 40),
            (32, 37), (27, 32))),
        lens(1.5, (31, 19), (24, 11), (15, 12)),
    ),
)


def _pair(parts: tuple[ShapePart, ...]) -> tuple[ShapePart, ...]:
    """Adds the mirror image of parts, piece by piece."""
    return tuple(ShapePart((*part.areas, *(mirrored(area) for area in part.areas)), part.ink) for part in parts)


eagle: Charge = (
    *_pair(_WING),
    # Tail: a fan of feathers below a knot.
    body(*both(limb([(48, 68), (40, 82), (27, 90)], (5, 8, 7.4, 2)), limb([(49, 68), (45, 86),
        (38, 97)], (5, 8.4, 8, 3)))),
    body(limb([(50, 66), (50, 86), (50, 99)], (6, 9.4, 9, 4))),
    detail(stroke(1, (50, 76), (50, 95)), *both(stroke(1, (45, 78), (40, 92)), stroke(1, (42, 78), (31, 87)))),
    *_pair((_talon(30, 78),)),
    body(*both(limb([(44, 58), (36, 66), (31, 78)], (11, 8, 3.6)))),
    detail(*both(stroke(1, (34.5, 69.4), (38.2, 71.4)), stroke(1, (32.6, 73), (35.6, 74.6)))),
    accent(tapered(2, (36.5, 17), (31, 21), (28, 26))),
    # The body and the head in one, the head turned to dexter.
    body(
        smooth((50, 74), (42, 68), (37, 56), (38, 42), (43, 33), (43, 27), (39, 22, 1), (33, 21), (30, 25, 1),
            (27, 19), (29, 12),
               (35, 8), (42, 3), (51, 2), (58, 7), (60, 15), (64, 20, 1), (59, 21), (61, 28, 1), (57.5, 28), (58, 34),
                   (62, 42),
               (63, 56), (58, 68)),
    ),
    ink(circle(42.5, 11, 2.1)),
    detail(lens(1.4, (31, 14), (36, 15), (41, 17)), stroke(1.1, (36, 8), (37.6, 12), (36.4, 15.4))),
    detail(
        *(lens(1.5, (x - 3, y), (x, y + 4), (x + 3, y)) for x, y in ((45, 40), (55, 40), (50, 46), (44, 51), (56, 51),
            (50, 57), (45, 62), (55, 62), (50, 36))),
    ),
    body(polygon((43.5, 67), (56.5, 67), (55, 71.6), (45, 71.6))),
)

raven: Charge = (
    accent(
        *(tapered(2.8, (47, 95), (x, 96.4), (x - 3, 98.6)) for x in (38, 43)),
        tapered(2.8, (47, 95), (53, 96.4), (57, 99)),
        *(tapered(2.8, (62, 93), (x, 94.6), (x - 3, 97)) for x in (53, 58)),
        tapered(2.8, (62, 93), (68, 94.6), (72, 97)),
    ),
    body(limb([(50, 76), (49, 86), (47, 95)], (8, 4, 3)), limb([(62, 76), (63, 85), (62, 93)], (8, 4, 3))),
    # Tail, then the body with its head, then the near wing.
    body(
        *(limb([(66, 62), (82, 74), (a, b)], (9, 9, 8, 3)) for a, b in ((99, 80), (97, 86), (92, 90))),
    ),
    body(
        smooth((2, 24, 1), (9, 18), (18, 16), (23, 10), (33, 7), (43, 11), (49, 20), (57, 29), (70, 44), (78, 58),
            (76, 70), (66, 78),
               (52, 80), (40, 75), (32, 65), (28, 54), (31, 51, 1), (25, 48), (28, 44, 1), (22, 41), (26, 38, 1),
                   (21, 33), (17, 29),
               (10, 28)),
    ),
    ink(circle(29, 16.4, 2.4)),
    detail(lens(1.3, (3, 24), (12, 22.6), (20, 24)), stroke(1.1, (19, 16), (21, 20), (19.6, 24))),
    detail(*(lens(1.4, (x, y), (x - 3.4, y + 4), (x - 2, y + 8)) for x, y in ((34, 42), (40, 50), (36, 54), (44, 62),
        (50, 70), (42, 68)))),
    body(
        smooth((46, 34, 1), (54, 34), (64, 41), (76, 52), (88, 66), (97, 79, 1), (88, 78), (93, 85, 1), (82, 80),
            (84, 86, 1), (74, 79),
               (75, 84, 1), (66, 76), (58, 70), (50, 60), (45, 48)),
    ),
    detail(
        lens(1.5, (54, 42), (68, 53), (84, 71)), lens(1.5, (52, 49), (66, 60), (80, 75)), lens(1.5, (53, 57),
            (62, 66), (72, 76)),
        *(lens(1.3, (x, y), (x + 1, y + 5), (x + 5, y + 7)) for x, y in ((50, 40), (56, 40))),
    ),
)
