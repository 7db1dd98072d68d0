"""A photograph with close-ups of its dice: it fades in, then every pip is ringed and counted."""

import math

import pygame

from display.draw import wood
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.easing import clamp, ease
from display.draw.lettering import CAP_MIDDLE, Typeface
from display.scene import DieMarks, Photograph
from display.widgets.photo_crop import Crop, crop, decode, views

FRAME = 0.016
"""The width of a photograph's frame, in units."""
CORNER = 0.3
"""How much of its sides the outline of an unread die covers, from each corner."""
RING_SECONDS = 0.16


def _ring(context: DrawingContext, radius: int) -> pygame.Surface:
    def make() -> pygame.Surface:
        fine, side = 4, radius * 2 + 6
        big = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA)
        centre = side * fine / 2, side * fine / 2
        width = max(2, round(radius * 0.24)) * fine
        pygame.draw.circle(big, context.theme.night, centre, radius * fine + fine * 2, width + 3 * fine)
        pygame.draw.circle(big, context.theme.ring, centre, radius * fine, width)
        return pygame.transform.smoothscale(big, (side, side))

    return context.cached(("ring", radius), make)


def _tally(context: DrawingContext, figure: str, side: int) -> pygame.Surface:
    """Draws the count of a die, or "?" if the camera could not read it, on a dark disc with a gold rim."""

    def make() -> pygame.Surface:
        fine = 3
        big = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA)
        middle = side * fine / 2
        pygame.draw.circle(big, context.theme.disc, (middle, middle), middle)
        pygame.draw.circle(big, context.theme.gold[1], (middle, middle), middle * 0.95, max(2, round(middle * 0.1)))
        piece = pygame.transform.smoothscale(big, (side, side))
        px = round(side * 0.72)
        word = context.letters.word(figure, Typeface.NAME, px, context.theme.ink)
        top = round(side / 2 + CAP_MIDDLE * px) - context.letters.baseline(Typeface.NAME, px)
        piece.blit(word, ((side - word.get_width()) // 2, top))
        return piece

    return context.cached(("tally", figure, side), make)


class PhotographAnimation:
    """Shows a photograph and the close-ups of its dice.

    It fades in at `appears` for `fade` seconds. The first pip is ringed at `counts`, each further one `pace` seconds
    later.
    """

    def __init__(
        self,
        context: DrawingContext,
        room: pygame.Rect,
        gap: int,
        photograph: Photograph,
        appears: float,
        fade: float,
        counts: float,
        pace: float,
    ) -> None:
        """Crops and scales the picture to fit into `room`, with `gap` pixels between it and the close-ups."""
        self._context = context
        self._appears, self._fade, self._pace = appears, fade, pace
        self._pieces: list[tuple[pygame.Surface, Crop]] = []
        self._first: dict[int, float] = {}
        pips = 0
        for number, die in enumerate(photograph.dice):
            self._first[number] = counts + pace * pips
            pips += len(die.pips)
        self._dice = photograph.dice
        # Among many dice a number would cover some of them.
        self._numbered = not photograph.whole
        self._whole = Crop(room, room)
        self._close: tuple[tuple[DieMarks, Crop], ...] = ()
        picture = decode(photograph.encoded)
        if picture is not None:
            if photograph.whole:
                self._whole = crop(picture.get_size(), (*photograph.dice, *photograph.others), room)
            else:
                self._whole, self._close = views(picture.get_size(), photograph.dice, room, gap)
            for view in (self._whole, *(view for _, view in self._close)):
                cut = pygame.transform.smoothscale(picture.subsurface(view.source), view.target.size)
                self._pieces.append((cut, view))
        self.ends = max(appears + fade, counts + pace * max(0, pips - 1) + RING_SECONDS if pips else 0.0)

    @property
    def targets(self) -> tuple[pygame.Rect, ...]:
        """Returns the boxes of the picture and of its close-ups, the whole picture first."""
        return self._whole.target, *(view.target for _, view in self._close)

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
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
                if (counted or not die.pips) and self._numbered:
                    self._count(surface, die, self._beside(die), counted)
        surface.set_clip(clip)
        return covered

    def _outline(self, surface: pygame.Surface, die: DieMarks) -> None:
        """Draws the outline of a die, of an unread one only the corners, in red."""
        outline = [self._whole.place(x, y) for x, y in die.polygon]
        if len(outline) < 3:
            return
        theme, read = self._context.theme, die.face is not None
        inner = theme.gold[1] if read else theme.wax[1]
        for colour, thick in ((theme.night, max(3, self._context.px(0.011))), (inner, max(2, self._context.px(0.006)))):
            if read:
                pygame.draw.lines(surface, colour, True, outline, thick)
                continue
            for one, other in zip(outline, (*outline[1:], outline[0]), strict=True):
                for corner, toward in ((one, other), (other, one)):
                    end = pygame.Vector2(corner).lerp(toward, CORNER)
                    pygame.draw.line(surface, colour, corner, end, thick)

    def _close_up(self, surface: pygame.Surface, number: int, counted: int, t: float) -> None:
        for die, view in self._close:
            if die is not self._dice[number]:
                continue
            surface.set_clip(view.target)
            self._rings(surface, die, view, number, counted, t)
            if counted or not die.pips:
                self._count(surface, die, self._corner(die, view), counted)

    def _corner(self, die: DieMarks, view: Crop) -> pygame.Rect:
        """Chooses the corner of a close-up that is farthest from the die's pips."""
        side = min(self._context.px(0.085), view.target.width // 3)
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

    def _rings(self, surface: pygame.Surface, die: DieMarks, view: Crop, number: int, counted: int, t: float) -> None:
        for pip, (x, y, r) in enumerate(die.pips[:counted]):
            due = self._first[number] + self._pace * pip
            grown = 1.4 + 1.6 * (1 - ease((t - due) / RING_SECONDS))
            ring = _ring(self._context, max(4, round(r * view.zoom * grown)))
            surface.blit(ring, ring.get_rect(center=view.place(x, y)))

    def _count(self, surface: pygame.Surface, die: DieMarks, place: pygame.Rect, counted: int) -> None:
        # The final count is the face that was read, even if other pips were found: everybody can compare.
        read = die.face if counted >= len(die.pips) else counted
        figure = str(read) if die.face is not None else "?"
        surface.blit(_tally(self._context, figure, place.width), place)

    def _beside(self, die: DieMarks) -> pygame.Rect:
        """Finds a box for the count beside a die: within the picture, and clear of every die."""
        side = min(self._context.px(0.095), max(self._context.px(0.06), self._whole.target.height // 4))
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

    def _circle(self, die: DieMarks) -> tuple[tuple[float, float], float]:
        """Returns the circle around a die on the screen: its centre and radius in pixels."""
        outline = [self._whole.place(x, y) for x, y in die.polygon] or [self._whole.target.center]
        middle = sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)
        return middle, max(math.hypot(x - middle[0], y - middle[1]) for x, y in outline)


def frame(canvas: Canvas, picture: pygame.Rect) -> pygame.Rect:
    """Draws a frame around the box of a photograph; returns its outer box."""
    context = canvas.context
    edge, blur = context.px(FRAME), context.px(0.016)
    outer = picture.inflate(2 * edge, 2 * edge)
    canvas.put(wood.shadow(context, outer.size, edge, blur), (outer.left - blur, outer.top - blur // 2))
    canvas.put(wood.panel(context, outer.size, context.theme.lit_board, seed=2), outer.topleft)
    pygame.draw.rect(canvas.surface, context.theme.gold[0], picture.inflate(4, 4), 2)
    pygame.draw.rect(canvas.surface, context.theme.night, picture)
    return outer
