"""The photograph comes out of the dark, and every pip is ringed and counted."""

import math

import pygame

from display.draw.composition import Box
from display.draw.drawing_context import Kit
from display.draw.easing import clamp, ease
from display.draw.lettering import CAP_MIDDLE, Face
from display.scene import Photograph, SeenDie
from display.widgets.photographs import Crop, crop, decode, views

RING_SECONDS = 0.16


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
        pygame.draw.circle(big, kit.theme.disc, (middle, middle), middle)
        pygame.draw.circle(big, kit.theme.gold[1], (middle, middle), middle * 0.95, max(2, round(middle * 0.1)))
        piece = pygame.transform.smoothscale(big, (side, side))
        px = round(side * 0.72)
        word = kit.letters.word(figure, Face.NAME, px, kit.theme.ink)
        top = round(side / 2 + CAP_MIDDLE * px) - kit.letters.baseline(Face.NAME, px)
        piece.blit(word, ((side - word.get_width()) // 2, top))
        return piece

    return kit.stored(("tally", figure, side), make)


class Exhibit:
    """A photograph with the close-ups of its dice.

    It is seen from `appears` on; the first pip is ringed at `counts`, the next ones `pace` seconds after each other.
    """

    def __init__(
        self,
        kit: Kit,
        room: Box,
        gap: int,
        photograph: Photograph,
        appears: float,
        fade: float,
        counts: float,
        pace: float,
    ) -> None:
        """Cuts and scales the picture once, to lie within `room` with `gap` pixels between it and the close-ups."""
        self._kit = kit
        self._appears, self._fade, self._pace = appears, fade, pace
        self._pieces: list[tuple[pygame.Surface, Crop]] = []
        self._first: dict[int, float] = {}
        pips = 0
        for number, die in enumerate(photograph.dice):
            self._first[number] = counts + pace * pips
            pips += len(die.pips)
        self._dice = photograph.dice
        self._whole = Crop(room, room)
        self._close: tuple[tuple[SeenDie, Crop], ...] = ()
        picture = decode(photograph.encoded)
        if picture is not None:
            if photograph.others:
                self._whole = crop(picture.get_size(), (*photograph.dice, *photograph.others), room)
            else:
                self._whole, self._close = views(picture.get_size(), photograph.dice, room, gap)
            for view in (self._whole, *(view for _, view in self._close)):
                cut = pygame.transform.smoothscale(picture.subsurface(view.source), view.target.size)
                self._pieces.append((cut, view))
        self.ends = max(appears + fade, counts + pace * max(0, pips - 1) + RING_SECONDS if pips else 0.0)

    @property
    def targets(self) -> tuple[Box, ...]:
        """Tells where the picture and its close-ups stand, the whole picture first."""
        return self._whole.target, *(view.target for _, view in self._close)

    def draw(self, surface: pygame.Surface, t: float) -> Box:
        """Draws the picture and the rings that are due at `t` seconds."""
        shown = clamp((t - self._appears) / self._fade)
        covered = pygame.Rect(self._whole.target.topleft, (0, 0))
        if shown <= 0:
            return covered
        for piece, view in self._pieces:
            piece.set_alpha(round(255 * shown) if shown < 1 else None)
            covered = surface.blit(piece, view.target).union(covered if covered.width else view.target)
        if shown < 1 or not self._pieces:
            return covered
        clip = surface.get_clip()
        for number, die in enumerate(self._dice):
            if t < self._first[number]:
                continue
            counted = min(len(die.pips), 1 + int((t - self._first[number]) / self._pace)) if self._pace else 0
            surface.set_clip(self._whole.target)
            self._outline(surface, die)
            if self._close:
                self._close_up(surface, number, counted, t)
            else:
                self._rings(surface, die, self._whole, number, counted, t)
                if counted or not die.pips:
                    self._count(surface, die, self._beside(die), counted)
        surface.set_clip(clip)
        return covered

    def _outline(self, surface: pygame.Surface, die: SeenDie) -> None:
        outline = [self._whole.place(x, y) for x, y in die.polygon]
        if len(outline) > 2:
            pygame.draw.lines(surface, self._kit.theme.night, True, outline, max(3, self._kit.px(0.011)))
            pygame.draw.lines(surface, self._kit.theme.gold[1], True, outline, max(2, self._kit.px(0.006)))

    def _close_up(self, surface: pygame.Surface, number: int, counted: int, t: float) -> None:
        for die, view in self._close:
            if die is not self._dice[number]:
                continue
            surface.set_clip(view.target)
            self._rings(surface, die, view, number, counted, t)
            if counted or not die.pips:
                self._count(surface, die, self._corner(die, view), counted)

    def _corner(self, die: SeenDie, view: Crop) -> Box:
        """Chooses the corner of a close-up that is farthest from the die's pips."""
        side = min(self._kit.px(0.085), view.target.width // 3)
        room = view.target.inflate(-2, -2)
        spots = [view.place(x, y) for x, y, _ in die.pips] or [view.target.center]
        corners = []
        for edge in ("topright", "bottomright", "topleft", "bottomleft"):
            place = pygame.Rect(0, 0, side, side)
            setattr(place, edge, getattr(room, edge))
            corners.append(place)
        return max(
            corners,
            key=lambda place: min(math.hypot(place.centerx - x, place.centery - y) for x, y in spots),
        )

    def _rings(self, surface: pygame.Surface, die: SeenDie, view: Crop, number: int, counted: int, t: float) -> None:
        for pip, (x, y, r) in enumerate(die.pips[:counted]):
            due = self._first[number] + self._pace * pip
            grown = 1.4 + 1.6 * (1 - ease((t - due) / RING_SECONDS))
            ring = _ring(self._kit, max(4, round(r * view.zoom * grown)))
            surface.blit(ring, ring.get_rect(center=view.place(x, y)))

    def _count(self, surface: pygame.Surface, die: SeenDie, place: Box, counted: int) -> None:
        # In the end stands what the eye read, even where it found its pips otherwise: everybody can compare.
        read = die.face if counted >= len(die.pips) else counted
        figure = str(read) if die.face is not None else "?"
        surface.blit(_tally(self._kit, figure, place.width), place)

    def _beside(self, die: SeenDie) -> Box:
        """Finds a place for the count beside a die: not over its pips nor another die, and within the picture."""
        side = min(self._kit.px(0.095), max(self._kit.px(0.06), self._whole.target.height // 4))
        middle, reach = self._circle(die)
        others = [self._circle(other) for other in self._dice if other is not die]
        room = self._whole.target
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
        outline = [self._whole.place(x, y) for x, y in die.polygon] or [self._whole.target.center]
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
