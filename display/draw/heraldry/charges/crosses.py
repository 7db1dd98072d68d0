"""Crosses that stand alone on the field."""

from display.draw.heraldry.outline import Area, Charge, around, body, circle, detail, polygon, ring, smooth

# fmt: off
_FLARED: Area = smooth((46, 48, 1), (45, 34), (38, 16), (29, 3, 1), (50, 6), (71, 3, 1), (62, 16), (55, 34),
    (54, 48, 1))
cross_patty: Charge = (
    body(*around(4, _FLARED), polygon((44, 44), (56, 44), (56, 56), (44, 56))),
    detail(ring(50, 50, 9.4, 8)),
)

_CROSSLET: Area = polygon(
    (45, 50), (45, 25.5), (36, 25.5), (36, 15.5), (45, 15.5), (45, 3), (55, 3), (55, 15.5), (64, 15.5), (64, 25.5),
    (55, 25.5), (55, 50),
)
cross_crosslet: Charge = (
    body(*around(4, _CROSSLET), polygon((44, 44), (56, 44), (56, 56), (44, 56))),
    detail(ring(50, 50, 4.4, 3.2), *around(4, polygon((46, 20), (54, 20), (54, 21), (46, 21)))),
)

_MOLINE: Area = smooth(
    (44, 50, 1), (45, 40), (45, 29), (41, 22), (34, 21), (31, 25), (34, 29, 1), (28, 28), (26, 21), (30, 14),
        (38, 11), (45, 13),
    (50, 19, 1), (55, 13), (62, 11), (70, 14), (74, 21), (72, 28), (66, 29, 1), (69, 25), (66, 21), (59, 22),
        (55, 29), (55, 40),
    (56, 50, 1),
)
cross_moline: Charge = (
    body(*around(4, *(tuple((50 + (x - 50) * 0.8, y - 7) for x, y in area) for area in (_MOLINE,))), polygon((43, 43),
        (57, 43), (57, 57), (43, 57))),
    detail(ring(50, 50, 5.4, 4.2), *around(4, circle(50, 24, 1.6))),
)

_FLORY: Area = smooth(
    (45, 50, 1), (45, 36), (42, 30), (37, 32), (32, 30), (31, 24), (36, 20), (42, 21), (44, 18), (43, 11), (50, 0, 1),
        (57, 11),
    (56, 18), (58, 21), (64, 20), (69, 24), (68, 30), (63, 32), (58, 30), (55, 36), (55, 50, 1),
)
cross_flory: Charge = (
    body(*around(4, _FLORY), polygon((43, 43), (57, 43), (57, 57), (43, 57))),
    detail(*around(4, polygon((44, 25), (56, 25), (56, 26.2), (44, 26.2)))),
)
