"""Those who have won today: their arms, their names, and at what."""

import pygame

from display.draw import backdrop, boxes, computer_face, ornament
from display.draw.canvas import Canvas, ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.heraldry import shield_painter
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import HonoursScene
from display.scene_elements import Honour
from display.screens import heading, layout
from display.widgets import control_hints

_TALLEST = 0.17
"""The greatest height of a line, in units."""
_SHOWN_ARMS = 3
"""The maximum number of winners of a game that are shown with their arms."""


def compose(context: DrawingContext, scene: HonoursScene) -> ScreenPicture:
    """Composes the screen."""
    parts = layout.frame(context.size, bool(scene.hints))
    canvas = backdrop.begin(context, parts.torches)
    body = heading.title(canvas, parts, scene.title, scene.subtitle, scene.notice)
    inner = backdrop.board(canvas, body)
    across = 1 if portrait(context.size) or len(scene.honours) < 4 else 2
    down = -(-len(scene.honours) // across)
    high = min(context.px(_TALLEST), (inner.height - context.gap * (down - 1)) // max(1, down))
    room = pygame.Rect(inner.left, 0, inner.width, high * down + context.gap * (down - 1))
    room.centery = inner.centery
    rows = boxes.rows(room, down, context.gap)
    cells = [cell for row in rows for cell in boxes.columns(row, across, 3 * context.gap)]
    placed = [
        (_honour(canvas, cell, honour, first=number == 0), honour)
        for number, (cell, honour) in enumerate(zip(cells, scene.honours, strict=False))
    ]
    size = min(
        (
            context.letters.fit(honour.words, Typeface.TEXT, words.size, context.px(context.scale.text * 0.9)).px
            for words, honour in placed
        ),
        default=0,
    )
    for number, (words, honour) in enumerate(placed):
        ink, relief = context.theme.accent, context.theme.relief
        canvas.write(honour.words, words, Typeface.TEXT, size, ink, align="left", relief=relief)
        canvas.name_part(f"honour {number}", cells[number])
    control_hints.draw(canvas, parts.hints, scene.hints)
    return canvas.finish()


def _honour(canvas: Canvas, box: pygame.Rect, honour: Honour, *, first: bool) -> pygame.Rect:
    """Draws a game: the arms of its winners and their names, a crown for the latest; returns the room for the line."""
    context = canvas.context
    theme = context.theme
    left = box.left
    for player in honour.winners[:_SHOWN_ARMS]:
        if player.face:
            piece = computer_face.face(context, player.face, round(box.height * 0.86))
        elif player.shield is not None:
            piece = shield_painter.shield(context, player.shield, box.height)
        else:
            continue
        canvas.put(piece, piece.get_rect(midleft=(left, box.centery)).topleft)
        left += round(piece.get_width() * (1.12 if len(honour.winners) == 1 else 0.72))
    left += context.gap + (round(box.height * 0.3) if len(honour.winners) > 1 else 0)
    right = box.right
    if first:
        crown = ornament.crown(context, min(round(box.height * 0.9), box.width // 6))
        canvas.put(crown, crown.get_rect(topright=box.topright).topleft)
        right -= crown.get_width() + context.gap
    name = pygame.Rect(left, box.top, right - left, round(box.height * 0.6))
    words = pygame.Rect(left, name.bottom, box.right - left, box.bottom - name.bottom)
    names = ", ".join(player.name for player in honour.winners)
    size = context.px(context.scale.name * 1.1)
    canvas.write(names, name, Typeface.NAME, size, theme.ink, align="left", relief=theme.relief)
    return words
