"""How often each face comes: a bar for each, with its interval and a mark at the expected share."""

import pygame

from display.draw import boxes, dice
from display.draw.canvas import Canvas
from display.draw.lettering import Typeface
from display.scene_elements import FaceBar

_DIE, _FIGURE = 0.13, 0.17
"""The widths of the dice and of the figures, in units."""
_THICK = 0.5
"""The thickness of a bar, as a fraction of its row."""


def draw(canvas: Canvas, room: pygame.Rect, bars: tuple[FaceBar, ...]) -> None:
    """Draws a row for each face: the die, its bar, and the share as a figure."""
    context, theme = canvas.context, canvas.context.theme
    rows = boxes.rows(room.inflate(-2 * context.gap, 0), len(bars), max(2, context.gap // 2))
    left, right = context.px(_DIE), context.px(_FIGURE)
    longest = max(max(bar.high, bar.expected) for bar in bars)
    long = min(dice.longest_edge((bar.face,), (left, rows[0].height), left, bar.oblong) for bar in bars)
    for bar, row in zip(bars, rows, strict=True):
        die = dice.dice_row(context, (bar.face,), long, bar.oblong)
        canvas.put_centred(die, (row.left + left // 2, row.centery))
        lane = pygame.Rect(
            row.left + left + context.gap, row.top, row.width - left - right - 2 * context.gap, row.height
        )
        _bar(canvas, lane, bar, longest)
        figure = pygame.Rect(row.right - right, row.top, right, row.height)
        largest = context.px(context.scale.text * 1.2)
        canvas.write(bar.figure, figure, Typeface.NAME, largest, theme.ink, align="right", relief=theme.relief)
        canvas.name_part(f"face {bar.face}", row)


def _bar(canvas: Canvas, lane: pygame.Rect, bar: FaceBar, longest: float) -> None:
    """Draws the bar up to the mean, the interval over its end, and a vertical line at the expected share."""
    context, theme, surface = canvas.context, canvas.context.theme, canvas.surface
    thick = max(4, round(lane.height * _THICK))
    fine = max(2, context.px(0.006))

    def at(share: float) -> int:
        return lane.left + round(lane.width * share / longest)

    body = pygame.Rect(lane.left, lane.centery - thick // 2, max(1, at(bar.mean) - lane.left), thick)
    pygame.draw.rect(surface, theme.leather[1], pygame.Rect(lane.left, body.top, lane.width, thick), border_radius=fine)
    pygame.draw.rect(surface, theme.gold[1], body, border_radius=fine)
    pygame.draw.rect(surface, theme.gold[0], body, width=max(1, fine // 2), border_radius=fine)
    low, high, reach = at(bar.low), at(bar.high), thick // 3
    pygame.draw.line(surface, theme.ink, (low, lane.centery), (high, lane.centery), fine)
    for end in (low, high):
        pygame.draw.line(surface, theme.ink, (end, lane.centery - reach), (end, lane.centery + reach), fine)
    pygame.draw.line(surface, theme.loss, (at(bar.expected), lane.top), (at(bar.expected), lane.bottom), fine)
