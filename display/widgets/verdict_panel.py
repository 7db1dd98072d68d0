"""The panel of a verdict: studded (good), split (bad) or stitched (doubt), with its word, mark and lines."""

import pygame

from display.draw import icons, wood
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.easing import drop
from display.draw.lettering import Typeface
from display.scene import Tone, VerdictPanel
from display.widgets.tones import tones_of

DROP_SECONDS = 0.5
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
    end = min(round(height * 0.42), round(width * 0.1))
    zigzag = ((0.10, 0.0), (-0.06, 0.22), (0.14, 0.40), (-0.10, 0.63), (0.08, 0.80), (-0.02, 1.0))
    line = [(width - end + x * height * 0.5, y * height) for x, y in zigzag]
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


def draw(canvas: Canvas, box: pygame.Rect, verdict: VerdictPanel) -> None:
    """Draws a verdict: mark and word at the left, the lines at the right, or below on a narrow panel."""
    context = canvas.context
    ink = context.theme.ink_on(tones_of(context, verdict.tone)[1])
    canvas.put(_ground(context, box.size, verdict.tone), box.topleft)
    pad = context.px(0.035)
    inner = box.inflate(-2 * pad, -round(1.2 * pad))
    if verdict.tone is Tone.BAD:
        inner.width -= min(round(box.height * 0.42), round(box.width * 0.1))
    if verdict.tone is Tone.DOUBT:
        # Keeps the text off the seam.
        inner = inner.clip(box.inflate(-2 * context.px(SEAM + 0.018), -2 * context.px(SEAM + 0.005)))
    wide = box.width > box.height * 4.2 and bool(verdict.lines)
    if wide:
        side = min(round(inner.height * 0.86), context.px(0.17))
        share = 0.55 if sum(map(len, verdict.lines)) < 70 else 0.42
        word = pygame.Rect(inner.left + side + pad // 2, inner.top, round(inner.width * share) - side, inner.height)
        rest = pygame.Rect(word.right + pad, inner.top, inner.right - word.right - pad, inner.height)
    else:
        share = 0.45 if sum(map(len, verdict.lines)) < 56 else 0.36
        high = inner.height if not verdict.lines else round(inner.height * share)
        side = min(high, round(inner.width * 0.2))
        word = pygame.Rect(inner.left + side + pad // 2, inner.top, inner.width - side - pad // 2, high)
        rest = pygame.Rect(inner.left, word.bottom, inner.width, inner.bottom - word.bottom)
    mark = icons.mark(context, verdict.tone.value, side)
    canvas.put(mark, mark.get_rect(midleft=(inner.left, word.centery)).topleft)
    canvas.write(
        verdict.word,
        word,
        Typeface.TITLE,
        context.px(context.scale.figure * 1.3),
        ink,
        lines=2,
        relief=context.theme.relief,
        inlay=context.theme.ivory,
    )
    canvas.name_part("verdict word", word)
    largest = context.px(context.scale.text * 1.35)
    canvas.write_all(verdict.lines, rest, Typeface.TEXT, largest, ink, relief=context.theme.relief)
    canvas.name_part("verdict", box)


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
