"""The panel of a verdict: studded (good), split (bad) or stitched (doubt), with its word and who pays."""

import pygame

from display.draw import icons, wood
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.easing import drop
from display.draw.emblem import emblem
from display.draw.lettering import LEADING, Typeface
from display.draw.theme import Colour, portrait
from display.scene import SeatPanel, Tone, VerdictPanel
from display.widgets.tones import tones_of

DROP_SECONDS = 0.5
FEW = 3
"""Up to this many payers are shown with their emblems."""
_LONG = 42
"""Texts with more letters than this take two lines."""
SEAM = 0.026
"""The inset of the seam and the studs from the edge, in units."""


def _ground(context: DrawingContext, size: tuple[int, int], tone: Tone) -> pygame.Surface:
    """Draws the empty panel in the shape of its tone."""
    tones = tones_of(context, tone)
    theme = context.theme

    def make() -> pygame.Surface:
        rim = (tones[0], tones[2], theme.ink) if tone is not Tone.PLAIN else theme.gold
        whole = wood.panel(context, size, (tones[0], tones[1], tones[1]), seed=1, rim=rim)
        if tone is Tone.BAD:
            return _split(context, whole)
        piece = whole.copy()
        inset = context.px(SEAM)
        if tone is Tone.DOUBT:
            _stitches(context, piece, inset)
        else:
            for x in (inset, size[0] - inset):
                for y in (inset, size[1] - inset):
                    pygame.draw.circle(piece, theme.night, (x + 1, y + 2), context.px(0.013))
                    pygame.draw.circle(piece, tones[2], (x, y), context.px(0.012))
                    pygame.draw.circle(piece, theme.ink, (x - 1, y - 1), context.px(0.005))
        return piece

    return context.cached(("verdict", size, tone), make)


def _split(context: DrawingContext, whole: pygame.Surface) -> pygame.Surface:
    """Breaks the right end off a panel along a jagged line."""
    width, height = whole.get_size()
    end, line = _crack((width, height))
    gap = max(2, context.px(0.006))
    left, right = whole.copy(), whole.copy()
    pygame.draw.polygon(left, (0, 0, 0, 0), [*line, (width + 1, height), (width + 1, 0)])
    pygame.draw.polygon(right, (0, 0, 0, 0), [(x + gap, y) for x, y in line] + [(-1, height), (-1, 0)])
    pygame.draw.lines(left, context.theme.bad[2], False, [(x - gap, y) for x, y in line], max(1, gap // 2))
    piece = pygame.Surface((width, height), pygame.SRCALPHA)
    hanging = pygame.transform.rotozoom(right.subsurface((width - 2 * end, 0, 2 * end, height)), -4, 0.93)
    piece.blit(hanging, hanging.get_rect(midright=(width, height // 2 + gap)))
    piece.blit(left, (0, 0))
    return piece


def _crack(size: tuple[int, int]) -> tuple[int, list[tuple[float, float]]]:
    """Returns how much of a split panel is broken off, in pixels, and the jagged line along which it is."""
    width, height = size
    end = min(round(height * 0.28), round(width * 0.07))
    zigzag = ((0.10, 0.0), (-0.06, 0.22), (0.14, 0.40), (-0.10, 0.63), (0.08, 0.80), (-0.02, 1.0))
    swing = min(height * 0.36, width * 0.09)
    return end, [(width - end + x * swing, y * height) for x, y in zigzag]


def _stitches(context: DrawingContext, piece: pygame.Surface, inset: int) -> None:
    """Draws a seam along the edge of a panel, in place."""
    width, height = piece.get_size()
    stitch, thick = context.px(0.022), max(1, context.px(0.005))
    tone = context.theme.doubt[2]
    for x in range(inset + stitch, width - inset - stitch, 2 * stitch):
        for y in (inset, height - inset):
            pygame.draw.line(piece, tone, (x, y), (x + stitch, y), thick)
    for y in range(inset + stitch, height - inset - stitch, 2 * stitch):
        for x in (inset, width - inset):
            pygame.draw.line(piece, tone, (x, y), (x, y + stitch), thick)


def draw(canvas: Canvas, box: pygame.Rect, verdict: VerdictPanel, payers: tuple[SeatPanel, ...] = ()) -> None:
    """Draws a verdict: mark and word, beside or below them why, and last who pays, as large as the word."""
    context = canvas.context
    ink = context.theme.ink_on(tones_of(context, verdict.tone)[1])
    canvas.put(_ground(context, box.size, verdict.tone), box.topleft)
    inner = _inside(context, box, verdict.tone)
    why = tuple(line for line in verdict.lines if line not in verdict.pays)
    line = round(context.px(context.scale.great) * LEADING)
    narrow = portrait(context.size)
    pay_height = min((2 if narrow else 1) * line, round(inner.height * 0.5)) if verdict.pays else 0
    upper = pygame.Rect(inner.left, inner.top, inner.width, inner.height - pay_height)
    word = pygame.Rect(upper.left, upper.top, upper.width, min(upper.height, line) if narrow else upper.height)
    beside = _word(canvas, word, verdict, ink, alone=narrow or not why)
    rest = pygame.Rect(upper.left, word.bottom, upper.width, upper.bottom - word.bottom) if narrow else beside
    largest = context.px(context.scale.text * 1.3)
    canvas.write_all(why, rest, Typeface.TEXT, largest, ink, relief=context.theme.relief)
    if verdict.pays:
        _pays(canvas, pygame.Rect(inner.left, upper.bottom, inner.width, pay_height), verdict, payers, ink)
    canvas.name_part("verdict", box)


def _inside(context: DrawingContext, box: pygame.Rect, tone: Tone) -> pygame.Rect:
    """Returns the room for text on a panel: off its broken end, its studs or its seam."""
    pad = context.px(0.035)
    inner = box.inflate(-round(1.2 * pad), -round(0.6 * pad))
    if tone is Tone.BAD:
        _, crack = _crack(box.size)
        inner.width = round(min(x for x, _ in crack)) - context.gap // 2 - (inner.left - box.left)
    if tone is Tone.DOUBT:
        inner = inner.clip(box.inflate(-2 * context.px(SEAM + 0.018), -2 * context.px(SEAM + 0.005)))
    return inner


def _word(canvas: Canvas, box: pygame.Rect, verdict: VerdictPanel, ink: Colour, *, alone: bool) -> pygame.Rect:
    """Draws mark and word, in the middle if they stand `alone`; returns the remaining space beside them."""
    context = canvas.context
    theme = context.theme
    side = min(round(box.height * 0.86), context.px(0.15), round(box.width * 0.2))
    most = round((box.width - side) * (1.0 if alone else 0.66)) - context.gap, box.height
    fitted = context.letters.fit(verdict.word, Typeface.TITLE, most, context.px(context.scale.great * 1.1), 1)
    whole = side + context.gap + fitted.width
    left = box.left + ((box.width - whole) // 2 if alone else 0)
    mark = icons.mark(context, verdict.tone.value, side)
    canvas.put(mark, mark.get_rect(midleft=(left, box.centery)).topleft)
    room = pygame.Rect(left + side + context.gap, box.top, fitted.width + 2, box.height)
    canvas.write(
        verdict.word,
        room,
        Typeface.TITLE,
        fitted.px,
        ink,
        align="left",
        relief=theme.relief,
        inlay=theme.ivory,
        parted_below=0.0,
    )
    canvas.name_part("verdict word", room)
    taken = room.right + 2 * context.gap
    return pygame.Rect(taken, box.top, box.right - taken, box.height)


def _pays(canvas: Canvas, box: pygame.Rect, verdict: VerdictPanel, payers: tuple[SeatPanel, ...], ink: Colour) -> None:
    """Draws who pays, behind the emblems of those who do where they are few."""
    context = canvas.context
    great = context.px(context.scale.great)
    said = " ".join(verdict.pays)
    high = min(round(great * 0.86), box.height)
    pieces = [piece for panel in payers[:FEW] if (piece := emblem(context, panel, high)) is not None]
    pieces = pieces if len(payers) <= FEW else []
    aside = sum(piece.get_width() + context.gap for piece in pieces)
    lines = 2 if portrait(context.size) or len(said) > _LONG else 1
    fitted = context.letters.fit(said, Typeface.NAME, (box.width - aside, box.height), great, lines)
    left = box.left + (box.width - aside - fitted.width) // 2
    for number, piece in enumerate(pieces):
        place = piece.get_rect(midleft=(left, box.centery))
        canvas.put(piece, place.topleft)
        canvas.name_part(f"payer {number}", place)
        left = place.right + context.gap
    room = pygame.Rect(left, box.top, fitted.width + 2, box.height)
    canvas.write(
        said,
        room,
        Typeface.NAME,
        fitted.px,
        ink,
        lines=len(fitted.lines),
        relief=context.theme.relief,
        parted_below=0.0,
    )
    canvas.name_part("who pays", room)


class DropIn:
    """Drops a panel from above the screen into its box."""

    def __init__(self, piece: pygame.Surface, box: pygame.Rect, starts: float) -> None:
        """Drops `piece` into `box` from `starts` on."""
        self._piece, self._box, self._starts = piece, box, starts
        self.ends = starts + DROP_SECONDS

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the panel at `t` seconds."""
        if t < self._starts:
            return pygame.Rect(self._box.topleft, (0, 0))
        way = drop((t - self._starts) / DROP_SECONDS)
        return surface.blit(self._piece, (self._box.left, round(-self._box.height + self._box.bottom * way)))
