"""The count of all cups: one seat's photograph at a time, and the dice that count fly into the sum below it."""

from dataclasses import dataclass

import pygame

from display.draw import wood
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.easing import clamp, ease
from display.draw.emblem import emblem
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import Count, DieMarks, Photograph, SeatPanel
from display.widgets.photo_crop import Crop, crop, decode
from display.widgets.photo_view import FRAME

FLIGHT_SECONDS = 0.3
_APPEARS_SECONDS = 0.2
_SUM_SHARE = 0.37
"""The part of the width, or on a portrait screen of the height, that the sum takes beside the photograph."""
_NAME_HEIGHT = 0.11
"""The height of the name above a photograph, in units."""
_ROWS = (0.22, 0.5, 0.28)
"""The shares of the sum's height for the addends, the total, and the bid it is compared with."""


@dataclass(frozen=True, slots=True)
class Shot:
    """When a photograph of the count is shown, in seconds: it begins, its first die flies, die by die, it ends."""

    begins: float
    first: float
    pace: float
    ends: float


def worth(die: DieMarks, count: Count) -> int:
    """Returns what a die that counts adds to the sum."""
    return (die.face or 0) if count.pips else 1


def parts(photographs: tuple[Photograph, ...], count: Count) -> tuple[int, ...]:
    """Returns what each photograph adds to the sum, and last what came from dice that are in none, if anything.

    >>> parts((), Count(3, "against a bid of two"))
    (3,)
    """
    seen = tuple(sum(worth(die, count) for die in photograph.dice) for photograph in photographs)
    rest = count.total - sum(seen)
    return (*seen, rest) if rest > 0 else seen


def sum_text(addends: tuple[int, ...], total: int | None) -> str:
    """Writes a sum, with its total once that is known.

    >>> sum_text((1, 2), None), sum_text((1, 2, 1), 4), sum_text((3,), 3)
    ('1 + 2', '1 + 2 + 1 = 4', '3')
    """
    adding = " + ".join(map(str, addends))
    return adding if total is None or len(addends) < 2 else f"{adding} = {total}"


@dataclass(slots=True)
class _Print:
    """A photograph as it fills the screen: the picture in its frame, where it is, and how it was cropped."""

    number: int
    framed: pygame.Surface
    at: tuple[int, int]
    view: Crop
    picture: pygame.Surface


class CupCount:
    """Shows the photographs of all seats one after another, each with its name, and below them the growing sum."""

    def __init__(
        self,
        context: DrawingContext,
        box: pygame.Rect,
        photographs: tuple[Photograph, ...],
        seats: tuple[SeatPanel, ...],
        count: Count,
        shots: tuple[Shot, ...],
        ends: float,
    ) -> None:
        """Fills `box` from the first shot until `ends`, when it vanishes."""
        self._context, self._box = context, box
        self._photographs, self._seats = photographs, seats
        self._count, self._shots = count, shots
        if portrait(context.size):
            high = round(box.height * _SUM_SHARE)
            self._room = pygame.Rect(box.left, box.top, box.width, box.height - high)
            self._band = pygame.Rect(box.left, self._room.bottom, box.width, high)
        else:
            wide = round(box.width * _SUM_SHARE)
            self._room = pygame.Rect(box.left, box.top, box.width - wide, box.height)
            self._band = pygame.Rect(self._room.right + context.gap, box.top, wide - context.gap, box.height)
        self._print: _Print | None = None
        self.ends = ends

    @property
    def band(self) -> pygame.Rect:
        """Returns the box of the sum."""
        return self._band

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the photograph of the moment, the dice in flight and the sum at `t` seconds."""
        if not self._shots or not self._shots[0].begins <= t < self.ends:
            return pygame.Rect(self._box.topleft, (0, 0))
        number = max(place for place, shot in enumerate(self._shots) if shot.begins <= t)
        shot = self._shots[number]
        shown = self._printed(number)
        if shown is not None:
            faded = clamp((t - shot.begins) / _APPEARS_SECONDS)
            shown.framed.set_alpha(round(255 * faded) if faded < 1 else None)
            surface.blit(shown.framed, shown.at)
        landed = self._fly(surface, number, shown, t)
        self._write_sum(surface, number, landed, done=t >= self._shots[-1].ends)
        return self._box.copy()

    def _printed(self, number: int) -> _Print | None:
        """Scales the photograph of a shot when it is first wanted, and keeps only that of the moment."""
        if self._print is None or self._print.number != number:
            self._print = self._make_print(number)
        return self._print

    def _make_print(self, number: int) -> _Print | None:
        context, photograph = self._context, self._photographs[number]
        picture = decode(photograph.encoded)
        if picture is None:
            return None
        edge = context.px(FRAME)
        # The name stands above the picture: on it, it would cover dice.
        head = context.px(_NAME_HEIGHT) if photograph.caption else 0
        room = self._room.inflate(-2 * edge, -2 * edge)
        room = pygame.Rect(room.left, room.top + head, room.width, room.height - head)
        view = crop(picture.get_size(), (*photograph.dice, *photograph.others), room)
        outer = view.target.inflate(2 * edge, 2 * edge)
        whole = pygame.Rect(outer.left, outer.top - head, outer.width, outer.height + head)
        canvas = Canvas(context, pygame.Surface(whole.size, pygame.SRCALPHA))
        canvas.put(wood.panel(context, whole.size, context.theme.lit_board, seed=2), (0, 0))
        scaled = pygame.transform.smoothscale(picture.subsurface(view.source), view.target.size)
        canvas.put(scaled, (edge, head + edge))
        self._name(canvas, photograph.caption, pygame.Rect(edge, edge, view.target.width, head))
        return _Print(number, canvas.surface, whole.topleft, view, scaled)

    def _name(self, canvas: Canvas, name: str, box: pygame.Rect) -> None:
        """Draws whose dice these are: shield and name in the middle of a plate."""
        if not name:
            return
        context, theme = canvas.context, canvas.context.theme
        canvas.put(wood.panel(context, box.size, theme.board, seed=3), box.topleft)
        panel = next((panel for panel in self._seats if panel.name == name), None)
        piece = emblem(context, panel, round(box.height * 0.86)) if panel is not None else None
        aside = 0 if piece is None else piece.get_width() + context.gap
        fitted = context.letters.fit(name, Typeface.NAME, (box.width - aside, box.height), round(box.height * 0.7))
        left = box.left + (box.width - aside - fitted.width) // 2
        if piece is not None:
            canvas.put(piece, piece.get_rect(midleft=(left, box.centery)).topleft)
        room = pygame.Rect(left + aside, box.top, fitted.width + 2, box.height)
        canvas.write(name, room, Typeface.NAME, fitted.px, theme.ink, align="left", relief=theme.relief)

    def _fly(self, surface: pygame.Surface, number: int, shown: _Print | None, t: float) -> int:
        """Outlines the dice that count and draws those in flight; returns how many have landed."""
        shot, landed = self._shots[number], 0
        target = self._band.centerx, self._band.top + round(self._band.height * (_ROWS[0] + _ROWS[1] / 2))
        for place, die in enumerate(self._photographs[number].dice):
            flown = (t - shot.first - place * shot.pace) / FLIGHT_SECONDS
            if flown < 0:
                continue
            landed += flown >= 1
            if shown is None or not die.polygon:
                continue
            self._outline(surface, die, shown.view)
            if flown < 1:
                self._piece(surface, die, shown, target, ease(flown))
        return landed

    def _outline(self, surface: pygame.Surface, die: DieMarks, view: Crop) -> None:
        context = self._context
        outline = [view.place(x, y) for x, y in die.polygon]
        if len(outline) > 2:
            pygame.draw.lines(surface, context.theme.night, True, outline, max(4, context.px(0.016)))
            pygame.draw.lines(surface, context.theme.ring, True, outline, max(2, context.px(0.009)))

    def _piece(
        self, surface: pygame.Surface, die: DieMarks, shown: _Print, target: tuple[int, int], way: float
    ) -> None:
        """Draws the picture of a die on its way from the photograph into the sum, smaller and smaller."""
        spots = [shown.view.place(x, y) for x, y in die.polygon]
        left, top = min(x for x, _ in spots), min(y for _, y in spots)
        cut = pygame.Rect(left, top, max(x for x, _ in spots) - left, max(y for _, y in spots) - top)
        cut = cut.inflate(cut.width // 6, cut.height // 6).clip(shown.view.target)
        if cut.width < 2 or cut.height < 2:
            return
        piece = shown.picture.subsurface(cut.move(-shown.view.target.left, -shown.view.target.top))
        size = max(2, round(cut.width * (1 - 0.5 * way))), max(2, round(cut.height * (1 - 0.5 * way)))
        middle = cut.centerx + (target[0] - cut.centerx) * way, cut.centery + (target[1] - cut.centery) * way
        small = pygame.transform.scale(piece, size)
        place = small.get_rect(center=middle)
        surface.blit(small, place)
        pygame.draw.rect(surface, self._context.theme.ring, place, max(2, self._context.px(0.006)))

    def _write_sum(self, surface: pygame.Surface, number: int, landed: int, *, done: bool) -> None:
        """Writes what has been counted so far, and what it is held against."""
        count, whole = self._count, parts(self._photographs, self._count)
        if not done:
            dice = self._photographs[number].dice[:landed]
            whole = (*whole[:number], sum(worth(die, count) for die in dice))
        write_total(Canvas(self._context, surface), self._band, whole, count.against)


def write_total(canvas: Canvas, box: pygame.Rect, addends: tuple[int, ...], against: str) -> None:
    """Draws the addends, the total, very large, and the bid it is compared with, below each other."""
    context = canvas.context
    theme = context.theme
    tops = (0.0, _ROWS[0], _ROWS[0] + _ROWS[1])
    adding, total, below = (
        pygame.Rect(box.left, box.top + round(box.height * top), box.width, round(box.height * share))
        for top, share in zip(tops, _ROWS, strict=True)
    )
    canvas.write(
        sum_text(addends, None) if len(addends) > 1 else "",
        adding,
        Typeface.NAME,
        context.px(context.scale.great * 0.8),
        theme.ink,
        relief=theme.relief,
    )
    canvas.write(
        str(sum(addends)),
        total,
        Typeface.NAME,
        total.height,
        theme.title[1],
        relief=theme.relief,
        inlay=theme.title,
    )
    size = context.px(context.scale.text * 1.7)
    canvas.write(against, below, Typeface.NAME, size, theme.ink, lines=2, relief=theme.relief)
    canvas.name_part("sum", total)


def write_sum(canvas: Canvas, box: pygame.Rect, text: str) -> None:
    """Draws a finished sum on one line."""
    context = canvas.context
    theme = context.theme
    size = context.px(context.scale.great * 0.7)
    canvas.write(text, box, Typeface.NAME, size, theme.title[1], relief=theme.relief, inlay=theme.title)
    canvas.name_part("sum", box)
