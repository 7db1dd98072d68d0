"""Ornaments: shields, drinking horns, a crown, runes, the lined tray and the dice box. Sizes are in pixels."""

import math

import numpy as np
import pygame

from display.draw import knotwork, wood
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.draw.theme import Colour, Ramp

RUNES = "ᚠᚢᚦᚨᚱᚲᚷᚹᚺᚾᛁᛃᛇᛈᛉᛊᛏᛒᛖᛗᛚᛜᛞᛟ"


def shield(context: DrawingContext, side: int, tones: Ramp, parts: int = 4) -> pygame.Surface:
    """Draws a painted round shield with an iron rim, boss and nails."""
    theme = context.theme

    def draw(big: pygame.Surface) -> None:
        s = float(big.get_width())
        middle = s / 2
        disc = pygame.Surface(big.get_size(), pygame.SRCALPHA)
        pygame.draw.circle(disc, (255, 255, 255), (middle, middle), s * 0.47)
        planks = pygame.transform.smoothscale(wood.sawn(context, (200, 200), theme.lit_board, 3), big.get_size())
        planks = pygame.transform.rotate(planks, 90)
        for wedge in range(parts):
            if wedge % 2:
                continue
            points = [(middle, middle)]
            for step in range(13):
                angle = (wedge + step / 12) * math.tau / parts
                points.append((middle + s * math.cos(angle), middle + s * math.sin(angle)))
            paint = pygame.Surface(big.get_size(), pygame.SRCALPHA)
            pygame.draw.polygon(paint, (*tones[1], 205), points)
            planks.blit(paint, (0, 0))
        for line in range(1, 7):
            x = s * line / 7
            pygame.draw.line(planks, theme.night, (x, 0), (x, s), max(1, round(s * 0.006)))
        big.blit(wood.masked(planks, disc), (0, 0))
        pygame.draw.circle(big, theme.iron[0], (middle, middle), s * 0.475, max(2, round(s * 0.045)))
        pygame.draw.circle(big, theme.iron[2], (middle, middle), s * 0.468, max(1, round(s * 0.012)))
        for nail in range(16):
            angle = nail * math.tau / 16
            at = middle + s * 0.452 * math.cos(angle), middle + s * 0.452 * math.sin(angle)
            pygame.draw.circle(big, theme.iron[2], at, s * 0.012)
        for radius, tone in (
            (0.15, theme.iron[0]),
            (0.14, theme.iron[1]),
            (0.105, theme.iron[2]),
            (0.09, theme.iron[1]),
        ):
            pygame.draw.circle(big, tone, (middle, middle), s * radius)
        pygame.draw.circle(big, theme.gleam, (middle - s * 0.03, middle - s * 0.035), s * 0.022)
        shade = pygame.Surface(big.get_size(), pygame.SRCALPHA)
        for ring in range(18):
            pygame.draw.circle(
                shade, (0, 0, 0, 6 * ring), (middle, middle), s * (0.36 + 0.006 * ring), max(1, round(s * 0.007))
            )
        big.blit(shade, (0, 0))

    return context.drawn(("shield", tones, parts), (side, side), 3, draw)


def _curve(p: float) -> tuple[float, float]:
    """Returns a point on a drinking horn's centre line, from tip (0) to mouth (1), as fractions of its side."""
    (x0, y0), (x1, y1), (x2, y2) = (0.06, 0.30), (0.22, 1.02), (0.74, 0.32)
    q = 1 - p
    return q * q * x0 + 2 * q * p * x1 + p * p * x2, q * q * y0 + 2 * q * p * y1 + p * p * y2


def horn_shape(surface: pygame.Surface, box: pygame.Rect, tones: Ramp, metal: Ramp) -> None:
    """Draws a drinking horn into `box`, the horn in `tones`, bands and tip in `metal`."""
    side = float(min(box.size))
    for layer, (shift, share) in enumerate(((0.0, 1.0), (-0.12, 0.66), (-0.25, 0.26))):
        for step in range(120):
            p = step / 119
            x, y = _curve(p)
            radius = (0.018 + 0.135 * p**1.35) * side
            banded = p < 0.10 or 0.36 < p < 0.41 or p > 0.90
            ramp = metal if banded else tones
            at = box.left + x * side + shift * radius, box.top + y * side + shift * radius
            pygame.draw.circle(surface, ramp[layer], at, radius * share)
    x, y = _curve(1.0)
    lip = pygame.Rect(0, 0, round(side * 0.31), round(side * 0.17))
    rim = pygame.Surface(lip.size, pygame.SRCALPHA)
    pygame.draw.ellipse(rim, metal[2], rim.get_rect())
    pygame.draw.ellipse(rim, tones[0], rim.get_rect().inflate(-lip.width * 0.16, -lip.height * 0.24))
    turned = pygame.transform.rotate(rim, -52)
    surface.blit(turned, turned.get_rect(center=(box.left + (x + 0.035) * side, box.top + (y - 0.045) * side)))


def horn(context: DrawingContext, side: int, mirrored: bool = False) -> pygame.Surface:
    """Draws a drinking horn with gold bands."""
    piece = context.drawn(
        ("horn",), (side, side), 3, lambda big: horn_shape(big, big.get_rect(), context.theme.bone, context.theme.gold)
    )
    if mirrored:
        return context.cached(("horn mirrored", side), lambda: pygame.transform.flip(piece, True, False))
    return piece


def crown(context: DrawingContext, width: int) -> pygame.Surface:
    """Draws a gold crown with a band of knotwork."""
    height = round(width * 0.6)
    gold = context.theme.gold

    def draw(big: pygame.Surface) -> None:
        w, h = big.get_size()
        tops = ((0.02, 0.22), (0.26, 0.10), (0.5, 0.0), (0.74, 0.10), (0.98, 0.22))
        points: list[tuple[float, float]] = [(w * 0.10, h * 0.94)]
        for number, (x, y) in enumerate(tops):
            points.append((w * (0.5 + (x - 0.5) * 0.96), h * (y + 0.10)))
            if number < 4:
                points.append((w * (x + 0.12), h * 0.52))
        points.append((w * 0.90, h * 0.94))
        pygame.draw.polygon(big, gold[0], points)
        pygame.draw.polygon(big, gold[1], [(w / 2 + (x - w / 2) * 0.95, y * 0.97 + h * 0.015) for x, y in points])
        for x, y in tops:
            at = w * (0.5 + (x - 0.5) * 0.96), h * (y + 0.08)
            pygame.draw.circle(big, gold[0], at, w * 0.038)
            pygame.draw.circle(big, gold[2], (at[0] - w * 0.005, at[1] - w * 0.005), w * 0.028)
        for x in (0.38, 0.5, 0.62):
            pygame.draw.polygon(
                big,
                context.theme.bad[1] if x == 0.5 else context.theme.good[1],
                [(w * x, h * 0.48), (w * (x + 0.03), h * 0.56), (w * x, h * 0.64), (w * (x - 0.03), h * 0.56)],
            )
        strap = knotwork.band(context, (round(w * 0.84), round(h * 0.24)), gold)
        ground = pygame.Rect(round(w * 0.08), round(h * 0.70), round(w * 0.84), round(h * 0.26))
        pygame.draw.rect(big, context.theme.night, ground, border_radius=round(h * 0.05))
        big.blit(strap, (ground.left, ground.top + round(h * 0.01)))
        pygame.draw.rect(big, gold[2], ground, max(1, round(h * 0.015)), border_radius=round(h * 0.05))

    return context.drawn(("crown",), (width, height), 3, draw)


def rune_band(context: DrawingContext, size: tuple[int, int], colour: Colour, first: int = 0) -> pygame.Surface:
    """Draws a row of evenly spaced runes; they spell nothing."""

    def make() -> pygame.Surface:
        piece = pygame.Surface(size, pygame.SRCALPHA)
        px = max(9, round(size[1] * 0.9))
        step = px * 0.95
        number = max(1, int(size[0] / step))
        margin = (size[0] - number * step) / 2
        for place in range(number):
            rune = RUNES[(first + place * 5) % len(RUNES)]
            for tone, shift in ((context.theme.night, max(1, px // 14)), (colour, 0)):
                word = context.letters.word(rune, Typeface.RUNE, px, tone)
                ink = word.get_bounding_rect()
                at_x = margin + (place + 0.5) * step - ink.centerx
                piece.blit(word, (round(at_x) + shift, size[1] // 2 - ink.centery + shift))
        return piece

    return context.cached(("runes", size, colour, first), make)


def tray(context: DrawingContext, size: tuple[int, int], lining: Ramp) -> pygame.Surface:
    """Draws a leather-lined tray in a frame of knotwork, the background of dice."""

    def make() -> pygame.Surface:
        thick = frame_width(context)
        if context.theme.flat:
            return wood.panel(context, size, lining)
        piece = pygame.Surface(size, pygame.SRCALPHA)
        inner = max(2, size[0] - thick), max(2, size[1] - thick)
        w, h = max(2, inner[0] // 2), max(2, inner[1] // 2)
        random = np.random.default_rng(11)
        hide = 0.40 + 0.16 * wood.noise(random, w, h, 5, 5) + 0.14 * wood.noise(random, w, h, 2, 2)
        hide += 0.14 * wood.noise(random, w, h, w / 3, h / 3)
        light = 0.30 + 0.85 * wood.glow(w, h, (0.5, 0.42), (0.62, 0.62))
        leather = wood.surface(wood.ramp(hide * light, lining), inner)
        mask = wood.rounded(inner, max(2, thick), (255, 255, 255, 255))
        piece.blit(wood.masked(leather, mask), (thick // 2, thick // 2))
        gloom = pygame.Surface(size, pygame.SRCALPHA)
        for step in range(round(thick * 1.2)):
            fade = round(130 * (1 - step / (thick * 1.2)) ** 2)
            edge = pygame.Rect(
                thick - 1 + step, thick - 1 + step, size[0] - 2 * (thick - 1 + step), size[1] - 2 * (thick - 1 + step)
            )
            if edge.width > 2 and edge.height > 2:
                pygame.draw.rect(gloom, (0, 0, 0, fade), edge, 1, border_radius=max(1, thick - step))
        piece.blit(gloom, (0, 0))
        piece.blit(knotwork.frame(context, size, thick, context.theme.knot), (0, 0))
        return piece

    return context.cached(("tray", size, lining), make)


def frame_width(context: DrawingContext) -> int:
    """Returns the width of the knotwork around trays and boards."""
    return max(9, context.px(0.034))


def chest(context: DrawingContext, width: int) -> pygame.Surface:
    """Draws the closed dice box: planks, iron straps, a gold clasp, runes and a plait."""
    theme = context.theme
    height = round(width * 0.66)

    def make() -> pygame.Surface:
        piece = pygame.Surface((width, height), pygame.SRCALPHA)
        lid_h = round(height * 0.36)
        body = pygame.Rect(round(width * 0.035), lid_h - 2, round(width * 0.93), height - lid_h + 2)
        piece.blit(wood.panel(context, body.size, theme.lit_board, seed=3), body)
        shade = pygame.Surface(body.size, pygame.SRCALPHA)
        for row in range(body.height):
            near = max(0.0, 1 - row / (body.height * 0.35))
            pygame.draw.line(shade, (0, 0, 0, round(40 + 120 * near)), (0, row), (body.width, row))
        piece.blit(wood.masked(shade, wood.rounded(body.size, max(3, context.px(0.018)), (255, 255, 255, 255))), body)
        knot = knotwork.band(context, (round(body.width * 0.60), round(height * 0.17)), theme.knot)
        place = knot.get_rect(center=(body.centerx, body.top + round(body.height * 0.56)))
        pygame.draw.rect(piece, theme.night, place.inflate(6, 6), border_radius=4)
        piece.blit(knot, place)
        lid = pygame.Rect(0, 0, width, lid_h)
        piece.blit(wood.panel(context, lid.size, theme.lit_board, seed=4), lid)
        runes = rune_band(context, (round(width * 0.58), round(lid_h * 0.5)), theme.gold[1], 7)
        piece.blit(runes, runes.get_rect(center=(width // 2, round(lid_h * 0.42))))
        for x in (0.13, 0.87):
            strap = pygame.Rect(0, 0, round(width * 0.075), height)
            strap.centerx = round(width * x)
            pygame.draw.rect(piece, theme.iron[0], strap)
            pygame.draw.rect(piece, theme.iron[1], strap.inflate(-max(2, strap.width // 4), 0))
            pygame.draw.line(
                piece, theme.iron[2], (strap.left + 1, 0), (strap.left + 1, height), max(1, strap.width // 10)
            )
            for y in (0.10, 0.27, 0.45, 0.70, 0.92):
                pygame.draw.circle(piece, theme.iron[0], (strap.centerx + 1, height * y + 1), strap.width * 0.24)
                pygame.draw.circle(piece, theme.iron[2], (strap.centerx, height * y), strap.width * 0.2)
        pygame.draw.line(piece, theme.night, (0, lid_h), (width, lid_h), max(2, height // 50))
        clasp = pygame.Rect(0, 0, round(width * 0.11), round(height * 0.24))
        clasp.center = width // 2, lid_h
        pygame.draw.rect(piece, theme.gold[0], clasp, border_radius=clasp.width // 4)
        pygame.draw.rect(
            piece,
            theme.gold[1],
            clasp.inflate(-max(2, clasp.width // 7), -max(2, clasp.width // 7)),
            border_radius=clasp.width // 5,
        )
        pygame.draw.circle(piece, theme.night, clasp.center, max(2, round(clasp.width * 0.17)))
        return piece

    return context.cached(("chest", width), make)
