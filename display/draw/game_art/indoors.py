"""Pictures under a roof: a bull among tallies, cups on a table, a crown for the best liar, an hourglass."""

import math

from display.draw.game_art.easel import Easel

_HALF_BULL = (
    (0.0, 0.30), (0.10, 0.29), (0.17, 0.33), (0.185, 0.40), (0.165, 0.50), (0.135, 0.62), (0.125, 0.72), (0.15, 0.79),
    (0.145, 0.86), (0.09, 0.915), (0.0, 0.93),
)  # fmt: skip
_HORN = (
    (0.12, 0.30),
    (0.25, 0.28),
    (0.36, 0.20),
    (0.41, 0.07),
    (0.435, 0.05),
    (0.45, 0.16),
    (0.41, 0.28),
    (0.31, 0.37),
    (0.17, 0.40),
)
_EAR = ((0.17, 0.38), (0.27, 0.40), (0.37, 0.46), (0.30, 0.50), (0.20, 0.48))


def bull(easel: Easel) -> None:
    """A bull's head on a barn door, and the score in chalk."""
    colours = easel.colours
    easel.sky(colours.cloth[0], colours.cloth[1] if not easel.flat else colours.cloth[0], end=1.4)
    for plank in range(int(-easel.reach / 0.3) - 1, int(easel.reach / 0.3) + 2):
        easel.line(
            [(plank * 0.3 + 0.15, 0), (plank * 0.3 + 0.15, 1)],
            colours.land[2] if not easel.flat else colours.land[0],
            0.012,
        )
    easel.glow(0, 0.5, 0.75, colours.warm, 110)
    _tallies(easel, -0.75, 5)
    _tallies(easel, 0.60, 3)
    dark = colours.land[2]
    for part, grown in ((_EAR, 0.0), (_HORN, 0.0), (_HALF_BULL, 0.0)):
        outline = [(x + (0.014 if x > 0.01 else 0.0) + grown, y) for x, y in part]
        easel.both(outline, dark)
    easel.both(_EAR, colours.wood[1])
    easel.both([(x * 0.94 + 0.015, y * 0.94 + 0.026) for x, y in _EAR], colours.cloth[2])
    easel.both(_HORN, colours.light)
    easel.both([(0.36, 0.20), (0.41, 0.07), (0.435, 0.05), (0.45, 0.16), (0.42, 0.23)], colours.metal[1])
    easel.both(_HALF_BULL, colours.wood[1])
    easel.both([(0.0, 0.30), (0.07, 0.31), (0.075, 0.40), (0.05, 0.55), (0.0, 0.66)], colours.wood[2])
    easel.both(
        [(0.03, 0.30), (0.06, 0.22), (0.10, 0.30), (0.07, 0.38)], colours.wood[0] if not easel.flat else colours.land[0]
    )
    for side in (-1, 1):
        easel.oval(side * 0.115, 0.475, (0.058, 0.05), colours.light)
        easel.disc(side * 0.112, 0.478, 0.018, dark if not easel.flat else colours.cloth[0])
        easel.line([(side * 0.07, 0.435), (side * 0.155, 0.45)], dark, 0.02)
    easel.oval(0, 0.835, (0.285, 0.18), colours.wood[0] if not easel.flat else colours.land[0])
    for side in (-1, 1):
        easel.oval(side * 0.075, 0.815, (0.06, 0.05), dark if not easel.flat else colours.light)
    easel.ring(0, 0.90, 0.07, colours.metal[0], 0.028)
    easel.ring(0, 0.90, 0.066, colours.metal[2], 0.016)


def _tallies(easel: Easel, left: float, count: int) -> None:
    for stroke in range(min(count, 4)):
        x = left + 0.075 * stroke
        easel.line([(x + 0.008, 0.30), (x - 0.006, 0.66)], easel.colours.light, 0.02)
    if count > 4:
        easel.line([(left - 0.06, 0.58), (left + 0.28, 0.38)], easel.colours.light, 0.02)


def cups(easel: Easel) -> None:
    """Three cups on a table; the lifted one shows what nobody should have seen."""
    colours = easel.colours
    easel.sky(colours.land[2], colours.land[1], end=1.0) if not easel.flat else easel.sky(*colours.sky)
    easel.glow(0.30, 0.38, 1.0, colours.warm, 170)
    easel.shape(
        [(-easel.reach, 0.70), (easel.reach, 0.70), (easel.reach, 1.02), (-easel.reach, 1.02)],
        colours.wood[1] if not easel.flat else colours.land[0],
    )
    easel.line([(-easel.reach, 0.70), (easel.reach, 0.70)], colours.wood[2], 0.014)
    for seam in (0.80, 0.91):
        easel.line([(-easel.reach, seam), (easel.reach, seam)], colours.wood[0], 0.008)
    _candle(easel, 0.94)
    for x in (-0.61, 0.03):
        _cup(easel, x, 0.83, 0.0)
    easel.oval(0.585, 0.845, (0.46, 0.08), colours.land[2] if not easel.flat else colours.sky[0])
    _cup(easel, 0.70, 0.70, -0.52)


def _candle(easel: Easel, x: float) -> None:
    colours = easel.colours
    easel.glow(x, 0.30, 0.5, colours.warm, 230)
    easel.shape([(x - 0.045, 0.42), (x + 0.045, 0.42), (x + 0.05, 0.72), (x - 0.05, 0.72)], colours.light)
    easel.shape([(x - 0.03, 0.36), (x, 0.22), (x + 0.03, 0.36), (x, 0.41)], colours.warm)
    easel.shape([(x - 0.014, 0.36), (x, 0.29), (x + 0.014, 0.36), (x, 0.39)], colours.light)


def _cup(easel: Easel, x: float, foot: float, tilt: float) -> None:
    """Draws an upturned leather cup with its mouth at `foot`, turned by `tilt` radians about it."""
    colours = easel.colours

    def turned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        cos, sin = math.cos(tilt), math.sin(tilt)
        return [(x + px * cos - py * sin, foot + px * sin + py * cos) for px, py in points]

    wide, narrow, high = 0.215, 0.155, 0.46
    if tilt == 0:
        easel.oval(x, foot + 0.01, (0.56, 0.10), colours.land[2] if not easel.flat else colours.sky[0])
    body = [
        (-wide, 0.0),
        (-narrow, -high),
        (-narrow * 0.6, -high - 0.028),
        (narrow * 0.6, -high - 0.028),
        (narrow, -high),
        (wide, 0.0),
        (wide * 0.6, 0.032),
        (-wide * 0.6, 0.032),
    ]
    easel.shape(turned([(px * 1.05, py * 1.02) for px, py in body]), colours.land[2])
    easel.shape(turned(body), colours.cloth[1])
    easel.shape(turned([(0.06, 0.03), (0.05, -high - 0.02), (narrow, -high), (wide, 0.0)]), colours.cloth[0])
    easel.shape(turned([(-0.15, 0.02), (-0.12, -high), (-0.08, -high), (-0.10, 0.03)]), colours.cloth[2])
    for y in (-0.07, -high + 0.05):
        width = narrow + (wide - narrow) * (1 + y / high)
        easel.line(
            turned([(-width, y), (-width * 0.5, y + 0.022), (width * 0.5, y + 0.022), (width, y)]),
            colours.metal[1],
            0.024,
        )
    if tilt:
        easel.shape(
            turned(
                [
                    (-wide, 0.0),
                    (-wide * 0.6, -0.03),
                    (wide * 0.6, -0.03),
                    (wide, 0.0),
                    (wide * 0.6, 0.035),
                    (-wide * 0.6, 0.035),
                ]
            ),
            colours.land[2] if not easel.flat else colours.sky[0],
        )


def crown(easel: Easel) -> None:
    """A crown over a velvet cushion, in rays of light: nothing beats it."""
    colours = easel.colours
    easel.sky(colours.cloth[0], colours.land[2] if not easel.flat else colours.cloth[0], end=1.2)
    for ray in range(18):
        angle = math.tau * ray / 18
        spread = 0.075
        far = 2 * max(1.0, easel.reach)
        easel.shape(
            [
                (0, 0.42),
                *((far * math.cos(angle + side), 0.42 + far * math.sin(angle + side)) for side in (-spread, spread)),
            ],
            colours.cloth[1] if not easel.flat else colours.land[0],
        )
    easel.glow(0, 0.42, 0.85, colours.warm, 200)
    edge = colours.land[2]
    for outline, tone in (((0.015, 0.02), edge), ((0.0, 0.0), colours.metal[1])):
        grow, down = outline
        spikes = [
            (-0.36 - grow, 0.24 - down),
            (-0.20, 0.42 - down),
            (-0.17 - grow / 2, 0.13 - down),
            (-0.03, 0.38 - down),
            (0.0, 0.06 - down),
        ]
        easel.shape(
            [
                (-0.29 - grow, 0.66 + grow),
                *spikes,
                *((-x, y) for x, y in reversed(spikes[:-1])),
                (0.29 + grow, 0.66 + grow),
            ],
            tone,
        )
    easel.shape([(-0.285, 0.66), (-0.30, 0.57), (0.30, 0.57), (0.285, 0.66)], colours.metal[0])
    easel.line([(-0.30, 0.565), (0.30, 0.565)], colours.metal[2], 0.016)
    easel.line([(-0.285, 0.655), (0.285, 0.655)], colours.metal[2], 0.016)
    for x, tone in (
        (-0.2, colours.light),
        (-0.1, colours.cloth[2]),
        (0.0, colours.light),
        (0.1, colours.cloth[2]),
        (0.2, colours.light),
    ):
        easel.disc(x, 0.61, 0.026, tone)
    for x, y in ((-0.36, 0.235), (-0.17, 0.125), (0.0, 0.055), (0.17, 0.125), (0.36, 0.235)):
        easel.disc(x, y, 0.036, edge)
        easel.disc(x, y, 0.029, colours.metal[2])
    cushion = [
        (-0.72, 0.76),
        (-0.40, 0.72),
        (0.40, 0.72),
        (0.72, 0.76),
        (0.66, 0.86),
        (0.74, 0.97),
        (0.40, 0.99),
        (-0.40, 0.99),
        (-0.74, 0.97),
        (-0.66, 0.86),
    ]
    easel.shape([(x * 1.02, y + 0.012) for x, y in cushion], edge)
    easel.shape(cushion, colours.cloth[1])
    easel.shape([(-0.40, 0.72), (0.40, 0.72), (0.60, 0.775), (-0.60, 0.775)], colours.cloth[2])
    for side in (-1, 1):
        for y in (0.765, 0.965):
            easel.disc(side * 0.725, y, 0.034, colours.metal[1])


def hourglass(easel: Easel) -> None:
    """An hourglass that has begun to run."""
    colours = easel.colours
    easel.sky(*colours.sky, end=1.3)
    easel.glow(0, 0.5, 0.9, colours.warm, 200)
    glass, sand = (colours.light if not easel.flat else colours.land[0]), colours.metal[1]
    half = (
        (0.0, 0.16),
        (0.22, 0.16),
        (0.21, 0.28),
        (0.12, 0.40),
        (0.022, 0.48),
        (0.022, 0.52),
        (0.12, 0.60),
        (0.21, 0.72),
        (0.22, 0.84),
        (0.0, 0.84),
    )
    easel.both([(x * 1.07, y) for x, y in half], colours.land[2] if not easel.flat else colours.light)
    easel.both(half, glass)
    easel.both([(0.0, 0.30), (0.195, 0.295), (0.12, 0.395), (0.018, 0.48), (0.0, 0.48)], sand)
    easel.both([(0.0, 0.70), (0.10, 0.755), (0.205, 0.80), (0.212, 0.835), (0.0, 0.835)], sand)
    easel.line([(0, 0.48), (0, 0.72)], sand, 0.014)
    easel.line([(-0.14, 0.20), (-0.13, 0.27)], colours.land[0] if easel.flat else colours.light, 0.018)
    for y in (0.115, 0.885):
        easel.line([(-0.27, y), (0.27, y)], colours.wood[0] if not easel.flat else colours.light, 0.092)
        easel.line([(-0.27, y - 0.006), (0.27, y - 0.006)], colours.wood[1], 0.068)
        easel.line([(-0.27, y - 0.022), (0.27, y - 0.022)], colours.wood[2], 0.016)
    for side in (-1, 1):
        easel.line([(side * 0.29, 0.15), (side * 0.29, 0.85)], colours.wood[1], 0.034)
        for x, y in ((0.62, 0.42), (0.82, 0.56)):
            easel.star(side * x, y, 0.045, colours.light, 4)
