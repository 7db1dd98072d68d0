"""Icons: the controls, the marks of a tone, the wax seal and an arrow. Sizes are in pixels."""

import math
from collections.abc import Callable

import pygame

from display.draw.drawing_context import DrawingContext
from display.draw.ornament import horn_shape
from display.draw.theme import Colour, Ramp, contrast

Draw = Callable[[pygame.Surface, float], None]
"""Draws on a square surface whose side is the number."""


def _fine(context: DrawingContext, key: tuple[object, ...], side: int, draw: Draw) -> pygame.Surface:
    return context.drawn(key, (side, side), 4, lambda big: draw(big, side * 4.0))


def _points(side: float, *points: tuple[float, float]) -> list[tuple[float, float]]:
    return [(x * side, y * side) for x, y in points]


def _stroke(
    surface: pygame.Surface,
    side: float,
    colour: Colour,
    start: tuple[float, float],
    end: tuple[float, float],
    width: int,
) -> None:
    """Draws a line between two points, given as fractions of the side."""
    first, last = _points(side, start, end)
    pygame.draw.line(surface, colour, first, last, width)


def _eye(surface: pygame.Surface, s: float, colour: Colour, dark: Colour) -> None:
    upper = [(s * (0.2 + 0.6 * i / 20), s * (0.5 - 0.19 * math.sin(math.pi * i / 20))) for i in range(21)]
    lower = [(s * (0.8 - 0.6 * i / 20), s * (0.5 + 0.19 * math.sin(math.pi * i / 20))) for i in range(21)]
    pygame.draw.polygon(surface, colour, upper + lower)
    pygame.draw.circle(surface, dark, (s * 0.5, s * 0.5), s * 0.125)
    pygame.draw.circle(surface, colour, (s * 0.5, s * 0.5), s * 0.05)


def _axe(surface: pygame.Surface, s: float, colour: Colour, handle: Colour, mirror: bool) -> None:
    def at(x: float, y: float) -> tuple[float, float]:
        return ((1 - x) * s if mirror else x * s, y * s)

    pygame.draw.polygon(surface, handle, [at(0.27, 0.76), at(0.33, 0.80), at(0.71, 0.27), at(0.65, 0.23)])
    blade = [
        at(0.60, 0.30),
        at(0.66, 0.20),
        at(0.70, 0.16),
        at(0.83, 0.30),
        at(0.86, 0.44),
        at(0.72, 0.40),
        at(0.66, 0.37),
    ]
    pygame.draw.polygon(surface, colour, blade)


def _knob(surface: pygame.Surface, s: float, tones: Ramp, colour: Colour) -> None:
    pygame.draw.circle(surface, tones[0], (s / 2, s / 2), s * 0.34)
    for notch in range(20):
        angle = notch * math.tau / 20
        inner, outer = s * 0.29, s * 0.345
        start = s / 2 + inner * math.cos(angle), s / 2 + inner * math.sin(angle)
        end = s / 2 + outer * math.cos(angle), s / 2 + outer * math.sin(angle)
        pygame.draw.line(surface, tones[2], start, end, max(1, round(s * 0.022)))
    pygame.draw.circle(surface, tones[1], (s / 2, s / 2), s * 0.265)
    pygame.draw.circle(surface, tones[2], (s / 2, s / 2), s * 0.265, max(1, round(s * 0.014)))
    pygame.draw.polygon(surface, colour, _points(s, (0.5, 0.27), (0.57, 0.42), (0.43, 0.42)))
    for side in (-1, 1):
        box = pygame.Rect(0, 0, round(s * 0.9), round(s * 0.9))
        box.center = round(s / 2), round(s / 2)
        first, last = (math.radians(18), math.radians(66)) if side > 0 else (math.radians(114), math.radians(162))
        pygame.draw.arc(surface, colour, box, first, last, max(2, round(s * 0.045)))
        angle = math.radians(14 if side > 0 else 166)
        x, y = s / 2 + s * 0.43 * math.cos(angle), s / 2 - s * 0.43 * math.sin(angle)
        pygame.draw.polygon(
            surface, colour, [(x - s * 0.075, y - s * 0.06), (x + s * 0.075, y - s * 0.06), (x, y + s * 0.085)]
        )


def control(context: DrawingContext, name: str, side: int, enabled: bool = True) -> pygame.Surface:
    """Draws the symbol of a control: horn (claim), eye (reveal), crossed axes (challenge) or the dial."""
    theme = context.theme

    def draw(surface: pygame.Surface, s: float) -> None:
        if name == "dial":
            gold = max(theme.gold, key=lambda tone: contrast(tone, theme.board[1]))
            _knob(surface, s, theme.iron, gold if enabled else theme.ink_dim)
            return
        body = {"claim": theme.gold, "reveal": theme.good, "challenge": theme.bad}.get(name, theme.iron)
        if not enabled:
            body = theme.iron
        bright = theme.ink_on(body[1]) if enabled else theme.ink_dim
        pygame.draw.circle(surface, theme.iron[0], (s / 2, s / 2), s * 0.48)
        pygame.draw.circle(surface, theme.iron[2], (s / 2, s * 0.49), s * 0.465, max(1, round(s * 0.02)))
        pygame.draw.circle(surface, body[0], (s / 2, s * 0.51), s * 0.425)
        pygame.draw.circle(surface, body[1], (s / 2, s * 0.485), s * 0.4)
        if name == "claim":
            side = round(s * 0.66)
            box = pygame.Rect(round(s * 0.20), round(s * 0.13), side, side)
            metal = (theme.gold[0], theme.gold[2], theme.gleam) if enabled else theme.iron
            horn_shape(surface, box, theme.horn if enabled else theme.iron, metal)
        elif name == "reveal":
            _eye(surface, s, bright, max(body[:2], key=lambda tone: contrast(tone, bright)))
        elif name == "challenge":
            _axe(surface, s, bright, bright, mirror=False)
            _axe(surface, s, bright, bright, mirror=True)

    return _fine(context, ("control", name, enabled), side, draw)


def seal(context: DrawingContext, side: int) -> pygame.Surface:
    """Draws a wax seal with a rune."""
    tones = context.theme.wax

    def draw(surface: pygame.Surface, s: float) -> None:
        rim = []
        for step in range(48):
            angle = step * math.tau / 48
            radius = s * (0.43 + 0.028 * math.sin(angle * 5 + 1) + 0.02 * math.sin(angle * 8))
            rim.append((s / 2 + radius * math.cos(angle), s / 2 + radius * math.sin(angle)))
        pygame.draw.polygon(surface, tones[0], [(x + s * 0.02, y + s * 0.03) for x, y in rim])
        pygame.draw.polygon(surface, tones[1], rim)
        pygame.draw.circle(surface, tones[0], (s / 2, s / 2), s * 0.31, max(1, round(s * 0.035)))
        pygame.draw.circle(surface, tones[2], (s * 0.49, s * 0.485), s * 0.325, max(1, round(s * 0.015)))
        width = max(2, round(s * 0.055))
        for start, end in (((0.42, 0.32), (0.42, 0.69)), ((0.42, 0.34), (0.6, 0.46)), ((0.6, 0.46), (0.42, 0.57))):
            _stroke(surface, s, tones[0], start, end, width)

    return _fine(context, ("seal",), side, draw)


def arrow(context: DrawingContext, side: int, colour: Colour, turn: int = 0) -> pygame.Surface:
    """Draws an arrowhead that points right, rotated counter-clockwise by `turn` degrees."""

    def draw(surface: pygame.Surface, s: float) -> None:
        tip, back = (0.93, 0.5), (0.30, 0.5)
        pygame.draw.polygon(surface, context.theme.night, _points(s, (0.06, 0.0), (1.0, 0.5), (0.06, 1.0), (0.2, 0.5)))
        pygame.draw.polygon(surface, colour, _points(s, (0.14, 0.1), tip, back))
        pygame.draw.polygon(surface, context.theme.gold[1], _points(s, (0.14, 0.9), tip, back))

    piece = _fine(context, ("arrow", colour), side, draw)
    if turn:
        return context.cached(("arrow", colour, side, turn), lambda: pygame.transform.rotate(piece, turn))
    return piece


def mark(context: DrawingContext, tone: str, side: int) -> pygame.Surface:
    """Draws the mark of a tone: a whole shield (good), a split one (bad), scales (doubt), a rune stone (plain)."""
    theme = context.theme
    tones = {"good": theme.good, "bad": theme.bad, "doubt": theme.doubt}.get(tone, theme.gold)

    def shield(surface: pygame.Surface, s: float) -> None:
        pygame.draw.circle(surface, theme.night, (s * 0.51, s * 0.52), s * 0.46)
        pygame.draw.circle(surface, tones[2], (s / 2, s / 2), s * 0.45)
        pygame.draw.circle(surface, tones[1], (s / 2, s / 2), s * 0.38)
        if theme.flat:
            # Planks and boss would be as dark as the tick on them.
            return
        for quarter in range(4):
            angle = quarter * math.tau / 4 + math.tau / 8
            tip = s / 2 + s * 0.38 * math.cos(angle), s / 2 + s * 0.38 * math.sin(angle)
            pygame.draw.line(surface, tones[0], (s / 2, s / 2), tip, max(2, round(s * 0.035)))
        pygame.draw.circle(surface, theme.iron[2], (s / 2, s / 2), s * 0.15)
        pygame.draw.circle(surface, theme.iron[1], (s / 2, s / 2), s * 0.11)

    def draw(surface: pygame.Surface, s: float) -> None:
        width = max(2, round(s * 0.055))
        if tone in ("good", "bad"):
            shield(surface, s)
        if tone == "good":
            tick = _points(s, (0.3, 0.52), (0.45, 0.68), (0.73, 0.32))
            pygame.draw.lines(surface, theme.ink_on(tones[1]), False, tick, width * 2)
        elif tone == "bad":
            crack = _points(s, (0.56, -0.02), (0.46, 0.26), (0.6, 0.44), (0.42, 0.62), (0.53, 1.02))
            pygame.draw.lines(surface, (0, 0, 0, 0), False, crack, round(s * 0.13))
            edge = [(x - s * 0.075, y) for x, y in crack]
            pygame.draw.lines(surface, tones[2], False, edge, max(2, round(s * 0.02)))
        elif tone == "doubt":
            _stroke(surface, s, tones[2], (0.5, 0.12), (0.5, 0.86), width)
            _stroke(surface, s, tones[2], (0.16, 0.28), (0.84, 0.28), width)
            _stroke(surface, s, tones[2], (0.32, 0.88), (0.68, 0.88), width)
            for x in (0.2, 0.8):
                pan = _points(s, (x - 0.16, 0.58), (x + 0.16, 0.58), (x + 0.09, 0.68), (x - 0.09, 0.68))
                pygame.draw.lines(
                    surface,
                    tones[2],
                    False,
                    _points(s, (x - 0.14, 0.58), (x, 0.28), (x + 0.14, 0.58)),
                    max(2, width // 2),
                )
                pygame.draw.polygon(surface, tones[2], pan)
        else:
            pygame.draw.polygon(surface, tones[1], _points(s, (0.5, 0.04), (0.94, 0.5), (0.5, 0.96), (0.06, 0.5)))
            pygame.draw.polygon(surface, theme.night, _points(s, (0.5, 0.14), (0.84, 0.5), (0.5, 0.86), (0.16, 0.5)))
            for start, end in (((0.4, 0.28), (0.4, 0.74)), ((0.4, 0.34), (0.62, 0.48)), ((0.4, 0.52), (0.62, 0.66))):
                _stroke(surface, s, tones[2], start, end, width)

    return _fine(context, ("mark", tone), side, draw)
