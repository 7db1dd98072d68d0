"""Photographs as evidence: cut to the dice, framed, and the pips ringed one after another."""

import io
import math
from dataclasses import dataclass

import pygame

from display.kit import Kit
from display.lettering import CAP_MIDDLE, Face
from display.motion import clamp, ease
from display.picture import Box
from display.scene import Photograph, SeenDie

RING_SECONDS = 0.16


@dataclass(frozen=True, slots=True)
class Crop:
    """How picture pixels come to stand on the screen: `source` of the picture fills `target`."""

    source: Box
    target: Box

    @property
    def zoom(self) -> float:
        """Gives screen pixels per picture pixel."""
        return self.target.width / self.source.width

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Carries a point of the picture to the screen."""
        return self.target.left + (x - self.source.left) * self.zoom, self.target.top + (
            y - self.source.top
        ) * self.zoom


def decode(encoded: bytes) -> pygame.Surface | None:
    """Decodes a JPEG or PNG; None where the bytes are no picture."""
    try:
        return pygame.image.load(io.BytesIO(encoded)).convert()
    except pygame.error:
        return None


def crop(size: tuple[int, int], dice: tuple[SeenDie, ...], room: Box) -> Crop:
    """Chooses the part of a picture of `size` to show in `room`: all dice with air around them, never distorted."""
    whole = pygame.Rect(0, 0, *size)
    points = [point for die in dice for point in die.polygon]
    source = whole
    if points:
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        air = 0.22 * max(right - left, bottom - top, 0.12 * max(size)) + 0.03 * max(size)
        width, height = right - left + 2 * air, bottom - top + 2 * air
        shape = room.width / room.height
        width, height = max(width, height * shape), max(height, width / shape)
        width, height = min(width, size[0]), min(height, size[1])
        source = pygame.Rect(0, 0, round(width), round(height))
        source.center = round((left + right) / 2), round((top + bottom) / 2)
        source.clamp_ip(whole)
    zoom = min(room.width / source.width, room.height / source.height)
    target = pygame.Rect(0, 0, max(1, round(source.width * zoom)), max(1, round(source.height * zoom)))
    target.center = room.center
    return Crop(source, target)


def _ring(kit: Kit, radius: int) -> pygame.Surface:
    def make() -> pygame.Surface:
        fine, side = 4, radius * 2 + 6
        big = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA)
        centre = side * fine / 2, side * fine / 2
        width = max(2, round(radius * 0.24)) * fine
        pygame.draw.circle(big, kit.theme.night, centre, radius * fine + fine * 2, width + 3 * fine)
        pygame.draw.circle(big, kit.theme.ring, centre, radius * fine, width)
        return pygame.transform.smoothscale(big, (side, side))

    return kit.stored(("ring", radius), make)


def _tally(kit: Kit, figure: str, side: int) -> pygame.Surface:
    """Draws the count of a die, or "?" where the eye cannot tell it, on a dark disc rimmed with gold."""

    def make() -> pygame.Surface:
        fine = 3
        big = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA)
        middle = side * fine / 2
        pygame.draw.circle(big, kit.theme.night, (middle, middle), middle)
        pygame.draw.circle(big, kit.theme.gold[1], (middle, middle), middle * 0.95, max(2, round(middle * 0.1)))
        piece = pygame.transform.smoothscale(big, (side, side))
        px = round(side * 0.72)
        word = kit.letters.word(figure, Face.NAME, px, kit.theme.ink)
        top = round(side / 2 + CAP_MIDDLE * px) - kit.letters.baseline(Face.NAME, px)
        piece.blit(word, ((side - word.get_width()) // 2, top))
        return piece

    return kit.stored(("tally", figure, side), make)


class Exhibit:
    """A photograph that comes out of the dark and whose pips are ringed and counted.

    It is seen from `appears` on, the first pip is ringed at `counts`, the next ones `pace` seconds after each other.
    """

    def __init__(
        self, kit: Kit, room: Box, photograph: Photograph, appears: float, fade: float, counts: float, pace: float
    ) -> None:
        """Cuts and scales the picture once."""
        self._kit = kit
        self._room = room
        self._appears, self._fade, self._counts, self._pace = appears, fade, counts, pace
        picture = decode(photograph.encoded)
        self._piece: pygame.Surface | None = None
        self._dice: list[tuple[SeenDie, int]] = []
        self._crop = Crop(room, room)
        if picture is not None:
            self._crop = crop(picture.get_size(), photograph.dice, room)
            self._piece = pygame.transform.smoothscale(picture.subsurface(self._crop.source), self._crop.target.size)
            first = 0
            for die in photograph.dice:
                self._dice.append((die, first))
                first += len(die.pips)
        pips = sum(len(die.pips) for die, _ in self._dice)
        self.ends = max(appears + fade, counts + pace * max(0, pips - 1) + RING_SECONDS if pips else 0.0)

    @property
    def target(self) -> Box:
        """Tells where the picture stands."""
        return self._crop.target

    def draw(self, surface: pygame.Surface, t: float) -> Box:
        """Draws the picture and the rings that are due at `t` seconds."""
        shown = clamp((t - self._appears) / self._fade)
        if self._piece is None or shown <= 0:
            return pygame.Rect(self._room.topleft, (0, 0))
        self._piece.set_alpha(round(255 * shown) if shown < 1 else None)
        covered = surface.blit(self._piece, self._crop.target)
        if shown < 1:
            return covered
        clip = surface.get_clip()
        surface.set_clip(self._crop.target)
        for die, first in self._dice:
            self._die(surface, die, first, t)
        surface.set_clip(clip)
        return covered

    def _die(self, surface: pygame.Surface, die: SeenDie, first: int, t: float) -> None:
        start = self._counts + self._pace * first
        if t < start:
            return
        outline = [self._crop.place(x, y) for x, y in die.polygon]
        if len(outline) > 2:
            pygame.draw.lines(surface, self._kit.theme.night, True, outline, max(3, self._kit.px(0.011)))
            pygame.draw.lines(surface, self._kit.theme.gold[1], True, outline, max(2, self._kit.px(0.006)))
        counted = 0
        for number, (x, y, r) in enumerate(die.pips):
            due = start + self._pace * number
            if t < due:
                break
            counted = number + 1
            grown = 1.5 + 1.6 * (1 - ease((t - due) / RING_SECONDS))
            radius = max(4, round(r * self._crop.zoom * grown))
            ring = _ring(self._kit, radius)
            surface.blit(ring, ring.get_rect(center=self._crop.place(x, y)))
        if counted and outline:
            tally = _tally(self._kit, str(counted) if die.face is not None else "?", self._kit.px(0.095))
            surface.blit(tally, self._beside(die, tally.get_width()))

    def _beside(self, die: SeenDie, side: int) -> Box:
        """Finds a place for the count beside a die: not over its pips nor another die, and within the picture."""
        middle, reach = self._circle(die)
        others = [self._circle(other) for other, _ in self._dice if other is not die]
        room = self._crop.target
        away = reach + side * 0.42
        place = pygame.Rect(0, 0, side, side)
        for degrees in (-40, -140, 40, 140, -90, 0, 180, 90):
            angle = math.radians(degrees)
            x, y = middle[0] + away * math.cos(angle), middle[1] + away * math.sin(angle)
            place.center = round(x), round(y)
            free = all(math.hypot(x - ox, y - oy) > r * 0.85 + side / 2 for (ox, oy), r in others)
            if free and room.contains(place):
                return place
        place.center = round(middle[0] + away * 0.77), round(middle[1] - away * 0.64)
        return place.clamp(room)

    def _circle(self, die: SeenDie) -> tuple[tuple[float, float], float]:
        """Measures the circle around a die on the screen: centre and radius."""
        outline = [self._crop.place(x, y) for x, y in die.polygon]
        middle = sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)
        return middle, max(math.hypot(x - middle[0], y - middle[1]) for x, y in outline)


class Appearing:
    """A finished piece that fades in and stays."""

    def __init__(self, piece: pygame.Surface, at: tuple[int, int], starts: float, seconds: float = 0.25) -> None:
        """Shows `piece` with its top left corner at `at` from `starts` on."""
        self._piece, self._at, self._starts, self._seconds = piece, at, starts, seconds
        self.ends = starts + seconds

    def draw(self, surface: pygame.Surface, t: float) -> Box:
        """Draws the piece as far as it has appeared."""
        shown = clamp((t - self._starts) / self._seconds)
        if shown <= 0:
            return pygame.Rect(self._at, (0, 0))
        self._piece.set_alpha(round(255 * shown) if shown < 1 else 255)
        return surface.blit(self._piece, self._at)
