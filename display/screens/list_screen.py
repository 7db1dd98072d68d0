"""A list to choose from: the start screen with its ornaments, the house rules, the menu."""

import pygame

from display.draw import backdrop, dice, icons, knotwork, ornament, wood
from display.draw.canvas import Canvas, Hit, ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.heraldry import shield_painter
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import ListRow, ListScene
from display.scene_elements import Shield
from display.screens import heading, layout
from display.widgets import control_hints, notice

_SECOND_LINE = 0.85
"""The extra height of a row whose value is below its label, in rows."""
_SMALL = 0.7
"""A value goes below its label if it would be smaller than this fraction of the usual size beside it."""


def compose(context: DrawingContext, scene: ListScene) -> ScreenPicture:
    """Composes the screen."""
    parts = layout.frame(context.size)
    canvas = _festive(context, parts, scene) if scene.festive else _plain(context, parts, scene)
    control_hints.draw(canvas, parts.hints, scene.hints)
    return canvas.finish()


def _board_box(context: DrawingContext, parts: layout.ScreenFrame, top: int, widest: float) -> pygame.Rect:
    board = pygame.Rect(0, top, min(parts.body.width, round(context.unit * widest)), parts.body.bottom - top)
    board.centerx = context.size[0] // 2
    return board


def _plain(context: DrawingContext, parts: layout.ScreenFrame, scene: ListScene) -> Canvas:
    """Draws a plain board under its title, between the torches."""
    theme = context.theme
    canvas = backdrop.begin(context, parts.torches)
    title, subtitle, top = parts.headline, parts.prompt.copy(), parts.body.top
    if scene.notice is not None:
        # A refusal is often longer than a subtitle, and must be legible.
        short = (
            context.letters.width(scene.notice.text, Typeface.TEXT, context.px(context.scale.text))
            < 0.8 * subtitle.width
        )
        title, subtitle = heading.room_for_notice(context, title, subtitle, 0.09 if short else 0.108)
        if portrait(context.size) and not short:
            subtitle.height += context.px(0.08)
            top += context.px(0.08)
    # Leaves room for descenders, which would otherwise touch the notice.
    room = pygame.Rect(title.left, title.top, title.width, title.height - (0 if scene.notice is None else context.gap))
    canvas.write(
        scene.title,
        room,
        Typeface.TITLE,
        context.px(0.1),
        theme.title[1],
        relief=theme.relief,
        inlay=theme.title,
        lines=2,
    )
    canvas.name_part("title", title)
    _subtitle(canvas, subtitle, scene)
    board = _board_box(context, parts, top, 1.5)
    if scene.shield is not None:
        board = _beside_shield(canvas, parts, board, scene.shield)
    _board(canvas, board, scene)
    return canvas


def _beside_shield(canvas: Canvas, parts: layout.ScreenFrame, board: pygame.Rect, arms: Shield) -> pygame.Rect:
    """Draws a coat of arms beside the board, on a portrait screen above it; returns the board that is left."""
    context = canvas.context
    if portrait(context.size):
        high = round(board.height * 0.3)
        room = pygame.Rect(board.left, board.top, board.width, high)
        rest = pygame.Rect(board.left, board.top + high + context.gap, board.width, board.height - high - context.gap)
    else:
        whole = pygame.Rect(parts.body.left, board.top, parts.body.width, board.height)
        wide = round(whole.width * 0.36)
        room = pygame.Rect(whole.left, whole.top, wide, whole.height)
        rest = pygame.Rect(whole.left + wide, whole.top, whole.width - wide, whole.height)
    piece = shield_painter.shield(context, arms, min(round(room.height * 0.94), round(room.width * 1.02)))
    place = canvas.put_centred(piece, room.center)
    canvas.name_part("shield", place)
    return rest


def _festive(context: DrawingContext, parts: layout.ScreenFrame, scene: ListScene) -> Canvas:
    """Draws the start screen: the name in gold between shields, runes, tall torches beside the board."""
    theme = context.theme
    top, width = parts.headline.top, context.size[0]
    tall = portrait(context.size)
    title_h = context.px(0.16)
    subtitle_h = context.px(0.13 if tall else 0.08)
    board = _board_box(context, parts, top + title_h + subtitle_h + context.gap * 2, 1.3)
    if tall:
        fires = parts.torches
    else:
        # On a screen of 4:3 the board leaves the torches their room.
        board.inflate_ip(min(0, width - 2 * (parts.body.left + context.px(0.1) + context.gap) - board.width), 0)
        wing = (width - board.width) // 2 - context.gap
        fire_h = min(round(board.height * 0.9), context.px(0.5))
        fires = (
            pygame.Rect(parts.body.left, board.top, wing - parts.body.left, fire_h),
            pygame.Rect(width - wing, board.top, wing - parts.body.left, fire_h),
        )
    canvas = backdrop.begin(context, fires)
    side = title_h
    if not tall:
        for centre, tones in ((parts.body.left + side // 2 + context.gap, theme.bad), (0, theme.good)):
            x = centre or width - parts.body.left - side // 2 - context.gap
            shield = ornament.shield(context, side, tones)
            dark = dice.cast_shadow(context, (side, side))
            canvas.put_centred(dark, (x, top + side // 2))
            canvas.put_centred(shield, (x, top + side // 2))
    wing_w = side + 2 * context.gap if not tall else parts.torches[0].width
    title = pygame.Rect(parts.body.left + wing_w, top, parts.body.width - 2 * wing_w, title_h)
    ink = canvas.write(
        scene.title,
        title,
        Typeface.TITLE,
        context.px(0.155),
        theme.title[1],
        lines=2 if tall else 1,
        relief=theme.relief,
        inlay=theme.title,
    )
    canvas.name_part("title", title)
    room = (title.width - ink.width) // 2 - 2 * context.gap
    band_h = max(8, context.px(0.04))
    if room > 3 * band_h and not tall:
        for left in (title.left + context.gap, ink.right + context.gap):
            band = knotwork.band(context, (room, band_h), theme.knot)
            canvas.put(band, (left, title.centery - band_h // 2))
    subtitle = pygame.Rect(title.left, title.bottom, title.width, subtitle_h)
    _subtitle(canvas, subtitle, scene)
    _board(canvas, board, scene)
    return canvas


def _subtitle(canvas: Canvas, box: pygame.Rect, scene: ListScene) -> None:
    """Draws the subtitle between two rows of runes, or the notice in its place."""
    context = canvas.context
    if scene.notice is not None:
        notice.draw(canvas, box, scene.notice)
        return
    ink = canvas.write(
        scene.subtitle,
        box,
        Typeface.TEXT,
        context.px(context.scale.text * 1.1),
        context.theme.ink,
        lines=2,
        relief=context.theme.relief,
    )
    room = (box.width - ink.width) // 2 - 2 * context.gap
    height = max(10, context.px(0.036))
    if ink.width and room > 3 * height and scene.festive:
        for first, left in ((3, box.left + context.gap), (11, ink.right + context.gap)):
            runes = ornament.rune_band(context, (room, height), context.theme.gold[1], first)
            canvas.put(runes, (left, box.centery - height // 2))


def _board(canvas: Canvas, board: pygame.Rect, scene: ListScene) -> None:
    context = canvas.context
    theme = context.theme
    inner = backdrop.board(canvas, board)
    detail = scene.rows[scene.cursor].detail if scene.rows else ""
    has_detail = any(row.detail for row in scene.rows)
    detail_h = context.px(context.scale.text * (2.5 if portrait(context.size) else 1.76)) if has_detail else 0
    lines = pygame.Rect(inner.left, inner.top, inner.width, inner.height - detail_h)
    smallest, tallest = context.px(0.070), context.px(context.scale.name * 1.575)
    row_h = max(smallest, min(tallest, lines.height // max(1, len(scene.rows))))
    shown = max(1, min(len(scene.rows), lines.height // row_h))
    row_h = min(tallest, lines.height // shown)
    while shown == len(scene.rows) and row_h > smallest:
        long = sum(_long(context, row, lines.width, row_h) for row in scene.rows)
        if row_h * shown + round(row_h * _SECOND_LINE) * long <= lines.height:
            break
        row_h -= 1
    first = min(max(0, scene.cursor - shown // 2), max(0, len(scene.rows) - shown))
    if shown < len(scene.rows):
        bar_width = context.px(0.05)
        _scroll_bar(
            canvas, pygame.Rect(lines.right - bar_width, lines.top, bar_width, row_h * shown), first, shown, scene
        )
        lines.width -= bar_width + context.gap
    spare = lines.height - row_h * shown
    top = lines.top
    for index in range(first, min(first + shown, len(scene.rows))):
        more = round(row_h * _SECOND_LINE)
        if more > spare or not _long(context, scene.rows[index], lines.width, row_h):
            more = 0
        spare -= more
        box = pygame.Rect(lines.left, top, lines.width, row_h + more)
        _row(canvas, box, scene.rows[index], index, scene, row_h)
        top = box.bottom
    if has_detail:
        room = pygame.Rect(inner.left, inner.bottom - detail_h, inner.width, detail_h)
        y = room.top + context.gap // 2
        pygame.draw.line(canvas.surface, theme.night, (room.left, y), (room.right, y), max(1, context.px(0.003)))
        pygame.draw.line(canvas.surface, theme.board[2], (room.left, y + 2), (room.right, y + 2), 1)
        room = pygame.Rect(room.left, y + 2, room.width, room.bottom - y - 2)
        canvas.write(
            detail, room, Typeface.TEXT, context.px(context.scale.text), theme.ink, lines=2, relief=theme.relief
        )


def _scroll_bar(canvas: Canvas, box: pygame.Rect, first: int, shown: int, scene: ListScene) -> None:
    """Draws the scroll bar of a long list, with arrows that page through it."""
    context = canvas.context
    theme = context.theme
    side = round(box.width * 0.8)
    track = pygame.Rect(0, 0, max(4, box.width // 4), box.height - 2 * side - context.gap)
    track.center = box.center
    pygame.draw.rect(canvas.surface, theme.night, track, border_radius=track.width // 2)
    thumb = track.copy()
    thumb.height = max(track.width, round(track.height * shown / len(scene.rows)))
    thumb.top = track.top + round((track.height - thumb.height) * first / max(1, len(scene.rows) - shown))
    pygame.draw.rect(canvas.surface, theme.gold[1], thumb, border_radius=track.width // 2)
    for there, turn, edge in ((first > 0, 90, "midtop"), (first + shown < len(scene.rows), -90, "midbottom")):
        if there:
            arrow = icons.arrow(context, side, theme.gold[2], turn)
            canvas.put(arrow, arrow.get_rect(**{edge: getattr(box, edge)}).topleft)
            half = pygame.Rect(box.left, box.top if turn > 0 else box.centery, box.width, box.height // 2)
            if not (scene.changing or scene.typing):
                canvas.add_target(half, Hit(turn=-shown if turn > 0 else shown))


def _letters(context: DrawingContext, row_h: int) -> int:
    """Returns the letter size in rows of a height, in pixels."""
    return round(min(context.px(context.scale.name), row_h * 0.72))


def _long(context: DrawingContext, row: ListRow, width: int, row_h: int) -> bool:
    """Returns whether a row's value would be too small beside its label, with the marks of a changing value."""
    size = _letters(context, row_h)
    label, value = (context.letters.width(text, Typeface.NAME, size) for text in (row.label, row.value))
    marks = round(row_h * 1.42) + 9 * context.gap + context.px(0.03)
    return bool(row.value) and label + _SMALL * value + marks > width


def _row(canvas: Canvas, box: pygame.Rect, row: ListRow, index: int, scene: ListScene, row_h: int) -> None:
    """Draws a row; if it is higher than `row_h`, the value goes below the label."""
    context = canvas.context
    theme = context.theme
    here = index == scene.cursor
    ink = theme.ink if row.enabled else theme.ink_dim
    if here:
        lit = box.inflate(0, -max(2, row_h // 14))
        canvas.put(wood.panel(context, lit.size, theme.lit_board, seed=2, rim=theme.gold), lit.topleft)
    side = round(row_h * 0.5)
    left = box.left + side + context.gap * 2
    if here:
        pointer = icons.arrow(context, side, theme.gold[2])
        canvas.put(pointer, pointer.get_rect(midleft=(box.left + context.gap, box.top + row_h // 2)).topleft)
    size = _letters(context, row_h)
    whole = box.right - left - context.gap
    room = pygame.Rect(left, box.top, whole, row_h)
    high = box.height > row_h
    valued = bool(row.value) or (here and (scene.typing or scene.changing))
    if valued and not high:
        natural = context.letters.width(row.label, Typeface.NAME, size) + context.gap
        room.width = min(natural, round(whole * 0.6))
    canvas.write(row.label, room, Typeface.NAME, size, ink, lines=2, align="left", relief=theme.relief)
    canvas.name_part(f"row {index}", box)
    # While a value is changed or typed the dial does not move the cursor: a touch on another row ends the change.
    busy = scene.changing or scene.typing
    canvas.add_target(box, Hit(turn=0 if busy else index - scene.cursor, control="dial"))
    if valued:
        value = pygame.Rect(room.right + context.gap, box.top, box.right - room.right - 3 * context.gap, box.height)
        if high:
            value = pygame.Rect(left, room.bottom, whole - context.gap, round(row_h * _SECOND_LINE) - row_h // 10)
        _value(canvas, value, row.value, size, scene if here else None)


def _value(canvas: Canvas, value: pygame.Rect, text: str, size: int, scene: ListScene | None) -> None:
    """Draws a row's value; in the row under the cursor (`scene` is given) with arrows or a caret."""
    context = canvas.context
    theme = context.theme
    changing = scene is not None and scene.changing
    typing = scene is not None and scene.typing
    if changing:
        mark = round(value.height * 0.46)
        wide = min(value.width, context.letters.width(text, Typeface.NAME, size) + 2 * mark + 6 * context.gap)
        value = pygame.Rect(value.right - wide, value.top, wide, value.height)
        for turn, edge in ((180, "midleft"), (0, "midright")):
            arrow = icons.arrow(context, mark, theme.gold[2], turn)
            canvas.put(arrow, arrow.get_rect(**{edge: getattr(value, edge)}).topleft)
        canvas.add_target(pygame.Rect(value.left, value.top, value.width // 2, value.height), Hit(turn=-1))
        canvas.add_target(pygame.Rect(value.centerx, value.top, value.width // 2, value.height), Hit(turn=1))
        value = value.inflate(-2 * mark - 2 * context.gap, 0)
    tone = theme.ink if scene is not None else theme.accent
    room = value.inflate(-context.px(0.03), 0) if typing else value
    align = "center" if changing else "right"
    ink = canvas.write(text, room, Typeface.NAME, size, tone, lines=2, align=align, relief=theme.relief)
    if typing:
        x = (ink.right if text else room.right) + context.px(0.008)
        pygame.draw.rect(canvas.surface, theme.gold[2], (x, value.centery - size // 2, max(2, context.px(0.006)), size))
