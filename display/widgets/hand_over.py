"""The box on its way to the next seat: words in place of the call, and a chest that hops from panel to panel."""

import math
from collections.abc import Sequence

import pygame

from display.draw import icons, ornament
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.easing import clamp, ease
from display.draw.emblem import emblem
from display.draw.lettering import LEADING, Typeface
from display.scene import HandOver, RevealScene, Scene, SeatPanel, TableScene

SECONDS = 1.9
"""How long the words are shown; a press ends them earlier, as any change of the scene does."""
_SETS_OFF, _ARRIVES = 0.3, 1.4
"""When the box sets off, and when it has arrived, in seconds."""
_SLIDE_SECONDS = 0.35
_GROWS_SECONDS = 0.2
"""How long the box takes to appear and to vanish."""
_HOPS = 3


def begins(before: Scene | None, scene: TableScene) -> bool:
    """Returns whether the box sets off now: not after a menu, and not while it is on its way already."""
    if scene.hand_over is None or not isinstance(before, TableScene | RevealScene):
        return False
    return not isinstance(before, TableScene) or before.hand_over != scene.hand_over


def words(canvas: Canvas, box: pygame.Rect, hand_over: HandOver, panel: SeatPanel, largest: int) -> None:
    """Writes who gets the box: the request, and below it the name between its emblem and an arrow."""
    context = canvas.context
    theme = context.theme
    high = min(box.height // 2, round(largest * LEADING) + 1)
    middle = box.centery
    upper = pygame.Rect(box.left, middle - high, box.width, high)
    lower = pygame.Rect(box.left, middle, box.width, high)
    canvas.write(hand_over.words, upper, Typeface.NAME, largest, theme.ink, relief=theme.relief, inlay=theme.ivory)
    side = round(high * 0.62)
    piece = emblem(context, panel, round(high * 0.86))
    aside = (0 if piece is None else piece.get_width() + context.gap) + side + context.gap
    fitted = context.letters.fit(panel.name, Typeface.NAME, (lower.width - aside, high), largest)
    left = lower.left + (lower.width - aside - fitted.width) // 2
    if piece is not None:
        place = piece.get_rect(midleft=(left, lower.centery))
        canvas.put(piece, place.topleft)
        canvas.name_part("hand-over emblem", place)
        left = place.right + context.gap
    room = pygame.Rect(left, lower.top, fitted.width + 2, high)
    canvas.write(panel.name, room, Typeface.NAME, fitted.px, theme.title[1], relief=theme.relief, inlay=theme.title)
    arrow = icons.arrow(context, side, theme.gold[2])
    canvas.put(arrow, arrow.get_rect(midleft=(room.right + context.gap, lower.centery)).topleft)


class HandOverAnimation:
    """Slides the words in, lets the box hop from one place to another, and then makes room for the call."""

    ends = SECONDS

    def __init__(
        self,
        context: DrawingContext,
        box: pygame.Rect,
        bare: pygame.Surface,
        said: pygame.Surface,
        way: tuple[tuple[int, int], tuple[int, int]] | None,
        width: int,
        names: Sequence[tuple[pygame.Surface, pygame.Rect]] = (),
    ) -> None:
        """Draws the words `said` over the `bare` background of `box`, and a chest of a `width` along the `way`.

        The `names`, with their places, stay in front of the chest.
        """
        self._box, self._bare, self._said, self._way, self._names = box, bare, said, way, names
        self._chest = ornament.chest(context, width)

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws words and box at `t` seconds."""
        if t >= SECONDS:
            return pygame.Rect(self._box.topleft, (0, 0))
        clip = surface.get_clip()
        surface.set_clip(self._box)
        surface.blit(self._bare, self._box)
        away = round(self._box.width * 0.4 * (1 - ease(t / _SLIDE_SECONDS)))
        surface.blit(self._said, self._box.move(-away, 0))
        surface.set_clip(clip)
        if self._way is None:
            return self._box.copy()
        share = ease(clamp(min(t - _SETS_OFF, _ARRIVES - t) / _GROWS_SECONDS))
        if share == 0:
            return self._box.copy()
        passed = ease(clamp((t - _SETS_OFF) / (_ARRIVES - _SETS_OFF)))
        (x, y), (u, v) = self._way
        hop = abs(math.sin(math.pi * _HOPS * passed)) * self._chest.get_height() * 0.5
        chest = self._chest if share == 1 else pygame.transform.smoothscale_by(self._chest, max(0.05, share))
        place = chest.get_rect(center=(round(x + (u - x) * passed), round(y + (v - y) * passed - hop)))
        drawn = surface.blit(chest, place)
        surface.set_clip(drawn)
        for name, at in self._names:
            surface.blit(name, at)
        surface.set_clip(clip)
        return drawn.union(self._box)
