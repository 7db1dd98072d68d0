"""Pictures out of doors: a longship at sunset, the moor under the moon, a sky full of stars."""

import math
import random

from display.draw.game_art.easel import Easel


def longship(easel: Easel) -> None:
    """A longship under sail; the sail bears the two ends of its dice, a Meier."""
    colours = easel.colours
    easel.sky(*colours.sky, end=0.72)
    easel.glow(0.52, 0.66, 0.9, colours.warm, 190)
    easel.disc(0.52, 0.66, 0.2, colours.warm)
    easel.ridge(0.72, 0.02, colours.land[0], 1.0, 0.8)
    easel.ridge(0.77, 0.012, colours.land[1], 0.3, 2.2)
    dark, plank = colours.land[2] if not easel.flat else colours.wood[0], colours.wood
    easel.line([(0.0, 0.62), (0.0, 0.07)], plank[0] if not easel.flat else plank[1], 0.026)
    _sail(easel)
    for end in (-1, 1):
        easel.line([(end * 0.02, 0.10), (end * 0.52, 0.56)], plank[0], 0.006)
    hull = [(-0.60, 0.60), (-0.40, 0.665), (0.40, 0.665), (0.60, 0.60), (0.54, 0.72), (0.38, 0.82), (-0.38, 0.82)]
    easel.shape([*hull, (-0.54, 0.72)], dark if not easel.flat else colours.land[0])
    for strake in range(3):
        y = 0.69 + 0.04 * strake
        inset = 0.045 * strake
        easel.line(
            [(-0.55 + inset, y - 0.03), (-0.38 + inset, y), (0.38 - inset, y), (0.55 - inset, y - 0.03)],
            plank[1],
            0.009,
        )
    for end in (-1, 1):
        stem = [(end * x, y) for x, y in ((0.54, 0.68), (0.60, 0.58), (0.655, 0.46), (0.69, 0.36))]
        easel.line(stem, plank[1], 0.036)
    head = [
        (-0.665, 0.40),
        (-0.69, 0.31),
        (-0.76, 0.30),
        (-0.835, 0.335),
        (-0.84, 0.36),
        (-0.765, 0.365),
        (-0.72, 0.40),
    ]
    easel.shape(head, plank[1])
    easel.shape([(-0.70, 0.325), (-0.665, 0.255), (-0.66, 0.33)], plank[1])
    easel.disc(-0.735, 0.328, 0.013, colours.warm)
    for turn in range(9):
        angle = 0.7 * turn
        far = 0.052 * (1 - turn / 11)
        easel.disc(0.665 + far * math.cos(angle), 0.335 + far * math.sin(angle), 0.017, plank[1])
    for place in range(7):
        x = -0.42 + 0.14 * place
        easel.disc(x, 0.655, 0.056, colours.land[2])
        easel.disc(x, 0.655, 0.049, (colours.cloth, colours.metal)[place % 2][1])
        easel.disc(x, 0.655, 0.017, colours.light)
    easel.ridge(0.80, 0.017, colours.land[1] if not easel.flat else colours.land[0], 2.0, 2.6)
    easel.ridge(0.885, 0.022, colours.land[2] if not easel.flat else colours.land[1], 4.1, 1.9)
    for wave in range(7):
        x = -0.9 + 0.3 * wave
        easel.line([(x, 0.835), (x + 0.05, 0.825), (x + 0.11, 0.835)], colours.sky[1], 0.006)


def _sail(easel: Easel) -> None:
    colours = easel.colours
    for stripe in range(8):
        left, right = -0.40 + 0.1 * stripe, -0.30 + 0.1 * stripe
        tone = colours.light if stripe % 2 else colours.cloth[1]
        bulge = [
            (x * (1 + 0.10 * math.sin(math.pi * part)), 0.12 + 0.42 * part)
            for part in (0, 0.3, 0.6, 1)
            for x in (left,)
        ]
        back = [
            (x * (1 + 0.10 * math.sin(math.pi * part)), 0.12 + 0.42 * part)
            for part in (1, 0.6, 0.3, 0)
            for x in (right,)
        ]
        easel.shape([*bulge, *back], tone)
    easel.line([(-0.43, 0.12), (0.43, 0.12)], colours.wood[1], 0.024)
    for left, pips in ((-0.29, ((0.5, 0.5),)), (0.05, ((0.26, 0.26), (0.74, 0.74)))):
        side = 0.24
        easel.shape(
            [(left - 0.012, 0.208), (left + side + 0.012, 0.208), (left + side + 0.012, 0.472), (left - 0.012, 0.472)],
            colours.land[2],
        )
        easel.shape([(left, 0.22), (left + side, 0.22), (left + side, 0.46), (left, 0.46)], colours.light)
        for x, y in pips:
            easel.disc(left + side * x, 0.22 + side * y, 0.036, colours.land[2])


def moor(easel: Easel) -> None:
    """A hooded figure on the moor, under a full moon, holds out a box whose secret glows."""
    colours = easel.colours
    easel.sky(*colours.sky, end=1.1)
    easel.glow(-0.42, 0.36, 0.75, colours.light, 120)
    easel.disc(-0.42, 0.36, 0.235, colours.light)
    for x, y, radius in ((-0.50, 0.30, 0.045), (-0.36, 0.42, 0.06), (-0.33, 0.27, 0.025)):
        easel.disc(x, y, radius, _between(colours.light, colours.sky[1], 0.22))
    _stars(easel, 26, 0.45)
    easel.ridge(0.66, 0.05, colours.land[0], 0.4, 0.9)
    easel.ridge(0.76, 0.045, colours.land[1], 2.2, 1.2)
    for x, y, high in ((-0.98, 0.75, 0.26), (-0.80, 0.76, 0.20), (0.88, 0.74, 0.22)):
        easel.shape([(x, y), (x + 0.015, y - high), (x + 0.075, y - high * 1.07), (x + 0.1, y + 0.02)], colours.land[1])
    easel.ridge(0.86, 0.03, colours.land[2], 1.1, 1.5)
    _figure(easel)
    chance = random.Random(4)
    for _ in range(int(70 * easel.reach)):
        x = chance.uniform(-easel.reach, easel.reach)
        high = chance.uniform(0.04, 0.15)
        easel.line([(x, 1.0), (x + chance.uniform(-0.03, 0.03), 1 - high)], colours.land[2], 0.008)


def _figure(easel: Easel) -> None:
    colours = easel.colours
    cloak = colours.land[2] if not easel.flat else colours.land[1]
    easel.glow(0.50, 0.60, 0.36, colours.warm, 230)
    robe = [
        (0.12, 0.30), (0.17, 0.35), (0.20, 0.42), (0.30, 0.58), (0.42, 0.63), (0.42, 0.69), (0.28, 0.68), (0.32, 0.94),
        (-0.16, 0.94), (-0.12, 0.66), (-0.08, 0.46), (-0.04, 0.37), (0.02, 0.31), (0.07, 0.285),
    ]  # fmt: skip
    easel.shape(robe, cloak)
    easel.oval(0.105, 0.40, (0.10, 0.13), colours.wood[0] if not easel.flat else colours.land[0])
    for eye in (0.09, 0.13):
        easel.disc(eye, 0.395, 0.011, colours.warm)
    easel.shape([(0.41, 0.63), (0.63, 0.63), (0.62, 0.74), (0.42, 0.74)], colours.wood[1])
    easel.line([(0.41, 0.665), (0.63, 0.665)], colours.wood[0], 0.008)
    easel.shape([(0.395, 0.60), (0.605, 0.475), (0.625, 0.505), (0.415, 0.63)], colours.wood[2])
    easel.shape([(0.425, 0.625), (0.62, 0.625), (0.60, 0.53)], colours.warm)
    easel.disc(0.52, 0.695, 0.02, colours.metal[2])
    easel.line([(0.40, 0.68), (0.47, 0.755)], cloak, 0.05)


def stars(easel: Easel) -> None:
    """A night sky whose stars are the ones of the dice: eight of them, and one larger than all."""
    colours = easel.colours
    easel.sky(*colours.sky, end=1.35)
    easel.glow(0, 0.34, 0.8, colours.warm, 90)
    _stars(easel, 90, 0.8)
    path = ((-0.95, 0.30), (-0.68, 0.17), (-0.42, 0.36), (0.0, 0.28), (0.42, 0.16), (0.66, 0.36), (0.97, 0.22))
    easel.line(path, _between(colours.sky[0], colours.light, 0.4), 0.006)
    for place, (x, y) in enumerate(path):
        large = place == len(path) // 2
        easel.glow(x, y, 0.3 if large else 0.13, colours.light, 200)
        easel.star(x, y, 0.17 if large else 0.06, colours.metal[2] if large else colours.light)
        if large:
            easel.star(x, y, 0.10, colours.metal[1])
    easel.ridge(0.74, 0.03, colours.land[1], 0.2, 0.7)
    easel.ridge(0.80, 0.02, colours.land[2], 2.2, 0.9)


def _stars(easel: Easel, number: int, depth: float) -> None:
    chance = random.Random(9)
    for _ in range(number):
        x, y = chance.uniform(-easel.reach, easel.reach), chance.uniform(0.02, depth)
        easel.disc(x, y, chance.choice((0.003, 0.004, 0.007)), easel.colours.light)


def _between(first: tuple[int, int, int], second: tuple[int, int, int], part: float) -> tuple[int, int, int]:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return red, green, blue
