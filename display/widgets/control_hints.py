"""The four controls at the bottom of a screen, each with what it does now."""

import pygame

from display.draw import icons, wood
from display.draw.canvas import Canvas, Hit
from display.draw.control_marks import control_mark
from display.draw.lettering import Typeface
from display.scene import Hint

NOTHING = " ·"
"""Stripped from a label: a control without a function on this screen shows only its icon."""

ANY = "any"
"""The control of an invitation."""
_HELD_SHARE = 0.34
"""The part of a panel's height that says what the control does when it is held, below what it does pressed."""
_ICON, _ICON_BESIDE_HELD = 0.82, 0.68
"""The height of the icons in panel heights: usually, and in a row where one stands beside two texts."""
_MARK = 0.46
"""The side of the mark of a key or a button, in heights of the icon that it covers a corner of."""


def draw(canvas: Canvas, boxes: tuple[pygame.Rect, ...], hints: tuple[Hint, ...]) -> None:
    """Draws one panel per control with what it does now, and does when it is held; a disabled one is dimmed.

    A single hint, of the control `ANY`, is an invitation to press whatever one likes, and takes all the room.
    """
    if boxes and len(hints) == 1 and hints[0].control == ANY:
        _invitation(canvas, boxes[0].unionall(boxes[1:]), hints[0])
        return
    both = any(hint.label.strip(NOTHING) and hint.held for hint in hints)
    for box, hint in zip(boxes, hints, strict=False):
        _hint(canvas, box, hint, round(box.height * (_ICON_BESIDE_HELD if both else _ICON)))


def _invitation(canvas: Canvas, box: pygame.Rect, hint: Hint) -> None:
    """Draws an invitation in large letters, with the line about holding a control below it."""
    context = canvas.context
    theme = context.theme
    glow = wood.halo(context, (box.width, round(box.height * 2.2)), theme.ember, 130)
    canvas.put_centred(glow, box.center)
    canvas.put(wood.panel(context, box.size, theme.lit_board, seed=2, rim=theme.gold), box.topleft)
    inner = box.inflate(-2 * context.gap, -context.gap)
    words = pygame.Rect(inner.left, inner.top, inner.width, round(inner.height * 0.58))
    under = pygame.Rect(inner.left, words.bottom, inner.width, inner.bottom - words.bottom)
    canvas.write(
        hint.label, words, Typeface.TITLE, context.px(0.1), theme.ivory[1], relief=theme.relief, inlay=theme.ivory
    )
    size = context.px(context.scale.text)
    canvas.write(hint.held, under, Typeface.TEXT, size, theme.ink, lines=2, relief=theme.relief)
    canvas.name_part("invitation", box)
    canvas.add_target(box, Hit(control="dial"))


def _hint(canvas: Canvas, box: pygame.Rect, hint: Hint, side: int) -> None:
    """Draws a panel with an icon of `side` pixels, and beside it its label above what it does when held."""
    context = canvas.context
    theme = context.theme
    label = hint.label.strip(NOTHING)
    usable = hint.enabled or (not label and bool(hint.held))
    blur = context.px(0.012)
    canvas.put(wood.shadow(context, box.size, context.px(0.018), blur), (box.left - blur, box.top - blur // 2))
    tones = theme.board if usable else theme.wall_wood
    canvas.put(wood.panel(context, box.size, tones, seed=4), box.topleft)
    picture = icons.control(context, hint.control, side, usable)
    if not usable:
        faint = picture.copy()
        faint.set_alpha(110)
        picture = faint
    edge = round(box.height * 0.08)
    place = canvas.put(picture, (box.left + edge, box.centery - side // 2))
    if usable and (mark := context.marks.get(hint.control)) is not None:
        badge = control_mark(context, mark, round(side * _MARK))
        canvas.name_part(
            f"mark {hint.control}", canvas.put(badge, badge.get_rect(bottomright=place.bottomright).topleft)
        )
    left = box.left + side + 2 * edge
    room = pygame.Rect(left, box.top + 2, box.right - left - context.px(0.02), box.height - 4)
    if hint.held:
        small = room.copy()
        if label:
            small.height = round(room.height * _HELD_SHARE)
            small.bottom = room.bottom
            room.height -= small.height
        size = context.px(context.scale.small if label else context.scale.text)
        canvas.write(hint.held, small, Typeface.TEXT, size, theme.ink, lines=1 if label else 2, align="left")
    canvas.write(
        label,
        room,
        Typeface.TEXT,
        context.px(context.scale.text * 1.35),
        theme.ink if hint.enabled else theme.ink_dim,
        lines=3,
        align="left",
        relief=theme.relief,
    )
    canvas.name_part(f"hint {hint.control}", box)
    canvas.add_target(box, Hit(control=hint.control))
