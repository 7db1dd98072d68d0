"""What decks the hall: torches on the wall, round shields, drinking horns, a crown, runes, the dice box."""

import math
from collections.abc import Callable

import numpy as np
import pygame

from display import knotwork, wood
from display.kit import Kit
from display.lettering import Face
from display.motion import clamp
from display.picture import Box
from display.theme import Colour, Ramp

FLICKER_SECONDS = 1.6
_PHASES = 8
RUNES = "ᚠᚢᚦᚨᚱᚲᚷᚹᚺᚾᛁᛃᛇᛈᛉᛊᛏᛒᛖᛗᛚᛜᛞᛟ"


def drawn(
    kit: Kit, key: tuple[object, ...], size: tuple[int, int], fine: int, draw: Callable[[pygame.Surface], None]
) -> pygame.Surface:
    """Draws a piece `fine` times too large and shrinks it, for soft edges; kept under `key` and size."""

    def make() -> pygame.Surface:
        big = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
        draw(big)
        return pygame.transform.smoothscale(big, size)

    return kit.stored((*key, size), make)


def _flame_shape(phase: float, layer: int, width: float, height: float) -> list[tuple[float, float]]:
    """Outlines one layer of a flame: broad below, with a tongue that leans as the phase goes round."""
    reach = (0.98, 0.74, 0.48)[layer]
    girth = (0.31, 0.215, 0.115)[layer]
    left, right = [], []
    for step in range(31):
        p = step / 30
        body = math.sin(math.pi * (0.02 + 0.98 * p) ** 0.62) ** 0.75 * (1 - 0.35 * p)
        lick = 1 + 0.16 * math.sin(7 * p + phase * 2 + layer)
        half = width * girth * max(0.0, body) * lick
        lean = width * 0.11 * p * p * (math.sin(phase) + 0.5 * math.sin(2 * phase + 5 * p))
        y = height * (0.985 - reach * p * (0.96 + 0.04 * math.cos(phase * 3)))
        left.append((width / 2 + lean - half, y))
        right.append((width / 2 + lean + half, y))
    return left + right[::-1]


def flame(kit: Kit, height: int, phase: int = 0) -> pygame.Surface:
    """Draws a flame with its own light; `phase` counts round from 0 to 7."""
    width = round(height * 0.8)

    def make() -> pygame.Surface:
        fine = 3
        big = pygame.Surface((width * fine, height * fine), pygame.SRCALPHA)
        angle = phase * math.tau / _PHASES
        for layer, tone in enumerate(kit.theme.flame):
            shape = pygame.Surface(big.get_size(), pygame.SRCALPHA)
            shape.fill((*tone, 0))
            pygame.draw.polygon(shape, (*tone, 235), _flame_shape(angle, layer, width * fine, height * fine))
            big.blit(wood.soft(shape, max(2, height * fine // 60)), (0, 0))
        return pygame.transform.smoothscale(big, (width, height))

    return kit.stored(("flame", height, phase % _PHASES), make)


def _bracket(kit: Kit, size: tuple[int, int]) -> pygame.Surface:
    theme = kit.theme

    def draw(big: pygame.Surface) -> None:
        w, h = big.get_size()
        shaft = [(w * 0.40, h * 0.22), (w * 0.60, h * 0.22), (w * 0.55, h * 0.98), (w * 0.45, h * 0.98)]
        pygame.draw.polygon(big, theme.board[0], shaft)
        pygame.draw.polygon(
            big,
            theme.board[2],
            [(w * 0.43, h * 0.22), (w * 0.50, h * 0.22), (w * 0.49, h * 0.98), (w * 0.465, h * 0.98)],
        )
        for top, bottom, half in ((0.0, 0.07, 0.34), (0.15, 0.22, 0.27), (0.62, 0.68, 0.17)):
            box = pygame.Rect(round(w * (0.5 - half)), round(h * top), round(w * half * 2), round(h * (bottom - top)))
            pygame.draw.rect(big, theme.iron[0], box, border_radius=box.height // 3)
            pygame.draw.rect(
                big, theme.iron[2], (box.x, box.y, box.width, max(1, box.height // 4)), border_radius=box.height // 4
            )
        for x in (-0.30, -0.1, 0.1, 0.30):
            pygame.draw.line(
                big, theme.iron[0], (w * (0.5 + x), h * 0.04), (w * (0.5 + x * 0.7), h * 0.2), max(2, w // 16)
            )

    return drawn(kit, ("bracket",), size, 3, draw)


class Torch:
    """A torch on the wall, `height` pixels from the tip of its flame to its foot, standing below `top`.

    It flickers for a moment after something has happened in the hall, as in a draught, and then burns still.
    """

    ends = FLICKER_SECONDS

    def __init__(self, kit: Kit, centre: int, top: int, height: int, offset: int = 0) -> None:
        """Places the torch; `offset` lets two torches burn differently."""
        self._kit, self._offset = kit, offset
        self._flame_height = round(height * 0.58)
        self._flame_top = top
        self._centre = centre
        self._foot = height - round(height * 0.50)
        self._foot_top = top + round(height * 0.50)

    def stand(self, surface: pygame.Surface) -> None:
        """Draws what does not move: the light on the wall and the iron."""
        kit = self._kit
        reach = round(self._flame_height * 4.2)
        glow = wood.halo(kit, (reach, reach), kit.theme.ember, 120)
        middle = self._flame_top + round(self._flame_height * 0.55)
        surface.blit(glow, glow.get_rect(center=(self._centre, middle)))
        bracket = _bracket(kit, (max(4, round(self._foot * 0.42)), self._foot))
        surface.blit(bracket, bracket.get_rect(midtop=(self._centre, self._foot_top)))

    def draw(self, surface: pygame.Surface, t: float) -> Box:
        """Draws the flame as it leans at `t` seconds."""
        phase = self._offset
        if t < self.ends:
            phase += int(t * 11)
        piece = flame(self._kit, self._flame_height, phase % _PHASES)
        return surface.blit(piece, piece.get_rect(midtop=(self._centre, self._flame_top)))


def shield(kit: Kit, side: int, tones: Ramp, parts: int = 4) -> pygame.Surface:
    """Draws a painted round shield of planks with an iron rim, boss and nails."""
    theme = kit.theme

    def draw(big: pygame.Surface) -> None:
        s = float(big.get_width())
        middle = s / 2
        disc = pygame.Surface(big.get_size(), pygame.SRCALPHA)
        pygame.draw.circle(disc, (255, 255, 255), (middle, middle), s * 0.47)
        planks = pygame.transform.smoothscale(wood.sawn(kit, (200, 200), theme.lit_board, 3), big.get_size())
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
        pygame.draw.circle(big, theme.ink, (middle - s * 0.03, middle - s * 0.035), s * 0.022)
        shade = pygame.Surface(big.get_size(), pygame.SRCALPHA)
        for ring in range(18):
            pygame.draw.circle(
                shade, (0, 0, 0, 6 * ring), (middle, middle), s * (0.36 + 0.006 * ring), max(1, round(s * 0.007))
            )
        big.blit(shade, (0, 0))

    return drawn(kit, ("shield", tones, parts), (side, side), 3, draw)


def _curve(p: float) -> tuple[float, float]:
    """Follows the middle of a drinking horn from its tip (0) to its mouth (1), in parts of its side."""
    (x0, y0), (x1, y1), (x2, y2) = (0.06, 0.30), (0.22, 1.02), (0.74, 0.32)
    q = 1 - p
    return q * q * x0 + 2 * q * p * x1 + p * p * x2, q * q * y0 + 2 * q * p * y1 + p * p * y2


def horn_shape(surface: pygame.Surface, box: Box, tones: Ramp, metal: Ramp) -> None:
    """Draws a drinking horn into `box` of a surface: horn in its own tones, bands and tip of metal."""
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


def horn(kit: Kit, side: int, mirrored: bool = False) -> pygame.Surface:
    """Draws a drinking horn of horn and gold."""
    piece = drawn(
        kit, ("horn",), (side, side), 3, lambda big: horn_shape(big, big.get_rect(), kit.theme.bone, kit.theme.gold)
    )
    if mirrored:
        return kit.stored(("horn mirrored", side), lambda: pygame.transform.flip(piece, True, False))
    return piece


def crown(kit: Kit, width: int) -> pygame.Surface:
    """Draws a crown of gold whose band is knotwork."""
    height = round(width * 0.6)
    gold = kit.theme.gold

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
                kit.theme.bad[1] if x == 0.5 else kit.theme.good[1],
                [(w * x, h * 0.48), (w * (x + 0.03), h * 0.56), (w * x, h * 0.64), (w * (x - 0.03), h * 0.56)],
            )
        strap = knotwork.band(kit, (round(w * 0.84), round(h * 0.24)), gold)
        ground = pygame.Rect(round(w * 0.08), round(h * 0.70), round(w * 0.84), round(h * 0.26))
        pygame.draw.rect(big, kit.theme.night, ground, border_radius=round(h * 0.05))
        big.blit(strap, (ground.left, ground.top + round(h * 0.01)))
        pygame.draw.rect(big, gold[2], ground, max(1, round(h * 0.015)), border_radius=round(h * 0.05))

    return drawn(kit, ("crown",), (width, height), 3, draw)


def rune_band(kit: Kit, size: tuple[int, int], colour: Colour, first: int = 0) -> pygame.Surface:
    """Writes a row of runes, evenly spread over a width: ornament, it says nothing."""

    def make() -> pygame.Surface:
        piece = pygame.Surface(size, pygame.SRCALPHA)
        px = max(9, round(size[1] * 0.9))
        step = px * 0.95
        number = max(1, int(size[0] / step))
        margin = (size[0] - number * step) / 2
        for place in range(number):
            rune = RUNES[(first + place * 5) % len(RUNES)]
            for tone, shift in ((kit.theme.night, max(1, px // 14)), (colour, 0)):
                word = kit.letters.word(rune, Face.RUNE, px, tone)
                ink = word.get_bounding_rect()
                at_x = margin + (place + 0.5) * step - ink.centerx
                piece.blit(word, (round(at_x) + shift, size[1] // 2 - ink.centery + shift))
        return piece

    return kit.stored(("runes", size, colour, first), make)


def tray(kit: Kit, size: tuple[int, int], lining: Ramp) -> pygame.Surface:
    """Makes a tray lined with leather, framed in knotwork, in which dice are shown."""

    def make() -> pygame.Surface:
        thick = frame_width(kit)
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
        piece.blit(knotwork.frame(kit, size, thick, kit.theme.knot), (0, 0))
        return piece

    return kit.stored(("tray", size, lining), make)


def frame_width(kit: Kit) -> int:
    """Tells how broad the knotwork around trays and boards is, in pixels."""
    return max(9, kit.px(0.034))


def chest(kit: Kit, width: int) -> pygame.Surface:
    """Draws the closed dice box: planks, iron straps, a gold clasp, runes and a plait around its belly."""
    theme = kit.theme
    height = round(width * 0.66)

    def make() -> pygame.Surface:
        piece = pygame.Surface((width, height), pygame.SRCALPHA)
        lid_h = round(height * 0.36)
        body = pygame.Rect(round(width * 0.035), lid_h - 2, round(width * 0.93), height - lid_h + 2)
        piece.blit(wood.plate(kit, body.size, theme.lit_board, seed=3), body)
        shade = pygame.Surface(body.size, pygame.SRCALPHA)
        for row in range(body.height):
            near = max(0.0, 1 - row / (body.height * 0.35))
            pygame.draw.line(shade, (0, 0, 0, round(40 + 120 * near)), (0, row), (body.width, row))
        piece.blit(wood.masked(shade, wood.rounded(body.size, max(3, kit.px(0.018)), (255, 255, 255, 255))), body)
        knot = knotwork.band(kit, (round(body.width * 0.60), round(height * 0.17)), theme.knot)
        place = knot.get_rect(center=(body.centerx, body.top + round(body.height * 0.56)))
        pygame.draw.rect(piece, theme.night, place.inflate(6, 6), border_radius=4)
        piece.blit(knot, place)
        lid = pygame.Rect(0, 0, width, lid_h)
        piece.blit(wood.plate(kit, lid.size, theme.lit_board, seed=4), lid)
        runes = rune_band(kit, (round(width * 0.58), round(lid_h * 0.5)), theme.gold[1], 7)
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

    return kit.stored(("chest", width), make)


class Embers:
    """Sparks that rise through the hall for a while and go out."""

    ends = 5.0

    def __init__(self, kit: Kit, room: Box, number: int = 26) -> None:
        """Lets `number` sparks rise within `room`."""
        self._room = room
        random = np.random.default_rng(5)
        self._sparks = [
            (float(x), float(start), float(speed), float(sway))
            for x, start, speed, sway in zip(
                random.random(number),
                random.random(number) * 2.2,
                0.35 + 0.3 * random.random(number),
                random.random(number),
                strict=True,
            )
        ]
        side = max(4, kit.px(0.016))
        self._piece = wood.halo(kit, (side * 2, side * 2), kit.theme.flame[1], 255)

    def draw(self, surface: pygame.Surface, t: float) -> Box:
        """Draws the sparks that are on their way."""
        covered = pygame.Rect(self._room.topleft, (0, 0))
        for x, start, speed, sway in self._sparks:
            way = (t - start) * speed
            if not 0 < way < 1:
                continue
            at_x = self._room.left + self._room.width * (x + 0.02 * math.sin(t * 3 + sway * 9))
            at_y = self._room.bottom - self._room.height * way
            self._piece.set_alpha(round(255 * clamp((1 - way) * 1.6) * clamp(way * 6)))
            box = surface.blit(self._piece, self._piece.get_rect(center=(round(at_x), round(at_y))))
            covered = box if not covered.width else covered.union(box)
        return covered
