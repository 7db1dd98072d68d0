"""The plate of a verdict: whole and studded (good), split (bad), stitched (doubt); its word, its mark, its lines."""

import pygame

from display.draw import emblems, wood
from display.draw.composition import Box, Canvas
from display.draw.drawing_context import Kit
from display.draw.easing import drop
from display.draw.lettering import Face
from display.scene import Tone, VerdictPlate
from display.widgets.plates import tones_of

DROP_SECONDS = 0.5
SEAM = 0.026
"""How far the seam and the studs of a plate lie within its edge, a share of the screen's height."""


def _ground(kit: Kit, size: tuple[int, int], tone: Tone) -> pygame.Surface:
    """Makes the empty plate in the shape of its tone."""
    tones = tones_of(kit, tone)
    theme = kit.theme

    def make() -> pygame.Surface:
        rim = (tones[0], tones[2], theme.ink) if tone is not Tone.PLAIN else theme.gold
        whole = wood.plate(kit, size, (tones[0], tones[1], tones[1]), seed=1, rim=rim)
        if tone is Tone.BAD:
            return _split(kit, whole)
        piece = whole.copy()
        inset = kit.px(SEAM)
        if tone is Tone.DOUBT:
            _stitches(kit, piece, inset)
        else:
            for x in (inset, size[0] - inset):
                for y in (inset, size[1] - inset):
                    pygame.draw.circle(piece, theme.night, (x + 1, y + 2), kit.px(0.013))
                    pygame.draw.circle(piece, tones[2], (x, y), kit.px(0.012))
                    pygame.draw.circle(piece, theme.ink, (x - 1, y - 1), kit.px(0.005))
        return piece

    return kit.stored(("verdict", size, tone), make)


def _split(kit: Kit, whole: pygame.Surface) -> pygame.Surface:
    """Breaks the right end off a plate along a jagged line and lets it hang."""
    width, height = whole.get_size()
    end = min(round(height * 0.42), round(width * 0.1))
    zigzag = ((0.10, 0.0), (-0.06, 0.22), (0.14, 0.40), (-0.10, 0.63), (0.08, 0.80), (-0.02, 1.0))
    line = [(width - end + x * height * 0.5, y * height) for x, y in zigzag]
    gap = max(2, kit.px(0.006))
    left, right = whole.copy(), whole.copy()
    pygame.draw.polygon(left, (0, 0, 0, 0), [*line, (width + 1, height), (width + 1, 0)])
    pygame.draw.polygon(right, (0, 0, 0, 0), [(x + gap, y) for x, y in line] + [(-1, height), (-1, 0)])
    pygame.draw.lines(left, kit.theme.bad[2], False, [(x - gap, y) for x, y in line], max(1, gap // 2))
    piece = pygame.Surface((width, height), pygame.SRCALPHA)
    hanging = pygame.transform.rotozoom(right.subsurface((width - 2 * end, 0, 2 * end, height)), -4, 0.93)
    piece.blit(hanging, hanging.get_rect(midright=(width, height // 2 + gap)))
    piece.blit(left, (0, 0))
    return piece


def _stitches(kit: Kit, piece: pygame.Surface, inset: int) -> None:
    """Sews a seam along the rim of a plate."""
    width, height = piece.get_size()
    stitch, thick = kit.px(0.022), max(1, kit.px(0.005))
    tone = kit.theme.doubt[2]
    for x in range(inset + stitch, width - inset - stitch, 2 * stitch):
        for y in (inset, height - inset):
            pygame.draw.line(piece, tone, (x, y), (x + stitch, y), thick)
    for y in range(inset + stitch, height - inset - stitch, 2 * stitch):
        for x in (inset, width - inset):
            pygame.draw.line(piece, tone, (x, y), (x, y + stitch), thick)


def draw(canvas: Canvas, box: Box, verdict: VerdictPlate) -> None:
    """Draws a verdict: mark and word at the left, its lines at the right, or below on a narrow plate."""
    kit = canvas.kit
    ink = kit.theme.ink_on(tones_of(kit, verdict.tone)[1])
    canvas.put(_ground(kit, box.size, verdict.tone), box.topleft)
    pad = kit.px(0.035)
    inner = box.inflate(-2 * pad, -round(1.2 * pad))
    if verdict.tone is Tone.BAD:
        inner.width -= min(round(box.height * 0.42), round(box.width * 0.1))
    if verdict.tone is Tone.DOUBT:
        # Nothing is written over the seam.
        inner = inner.clip(box.inflate(-2 * kit.px(SEAM + 0.018), -2 * kit.px(SEAM + 0.005)))
    wide = box.width > box.height * 4.2 and bool(verdict.lines)
    if wide:
        side = min(round(inner.height * 0.86), kit.px(0.17))
        share = 0.55 if sum(map(len, verdict.lines)) < 70 else 0.42
        word = pygame.Rect(inner.left + side + pad // 2, inner.top, round(inner.width * share) - side, inner.height)
        rest = pygame.Rect(word.right + pad, inner.top, inner.right - word.right - pad, inner.height)
    else:
        share = 0.45 if sum(map(len, verdict.lines)) < 56 else 0.36
        high = inner.height if not verdict.lines else round(inner.height * share)
        side = min(high, round(inner.width * 0.2))
        word = pygame.Rect(inner.left + side + pad // 2, inner.top, inner.width - side - pad // 2, high)
        rest = pygame.Rect(inner.left, word.bottom, inner.width, inner.bottom - word.bottom)
    mark = emblems.mark(kit, verdict.tone.value, side)
    canvas.put(mark, mark.get_rect(midleft=(inner.left, word.centery)).topleft)
    canvas.write(
        verdict.word,
        word,
        Face.TITLE,
        kit.px(kit.scale.figure * 1.3),
        ink,
        lines=2,
        relief=kit.theme.relief,
        inlay=kit.theme.ivory,
    )
    canvas.part("verdict word", word)
    largest = kit.px(kit.scale.text * 1.35)
    canvas.write_all(verdict.lines, rest, Face.TEXT, largest, ink, relief=kit.theme.relief)
    canvas.part("verdict", box)


class Dropping:
    """The plate falls from above and comes to rest."""

    def __init__(self, piece: pygame.Surface, box: Box, starts: float) -> None:
        """Lets `piece` fall to `box` from `starts` on."""
        self._piece, self._box, self._starts = piece, box, starts
        self.ends = starts + DROP_SECONDS

    def draw(self, surface: pygame.Surface, t: float) -> Box:
        """Draws the plate where it is."""
        if t < self._starts:
            return pygame.Rect(self._box.topleft, (0, 0))
        way = drop((t - self._starts) / DROP_SECONDS)
        return surface.blit(self._piece, (self._box.left, round(-self._box.height + self._box.bottom * way)))
